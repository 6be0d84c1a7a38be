package command

import (
	"strings"
	"testing"
)

// A file beyond the memory that is allowed is refused with the option that allows more, by every
// command that reads files and for every file that it reads.
func TestMaxMemory(t *testing.T) {
	for _, args := range []string{
		"info --max_memory=1kb " + cpu,
		"export --max-memory 1k --view top -o - --format csv " + cpu,
		"export --max_memory=1024 --view top -o - --format csv " + cpu + " " + cpu,
		"export --max_memory=1KiB --view diff -o - --format csv --base " + cpu + " " + cpu,
		"export --max_memory=1.0k --view trend -o - --format csv " + cpu,
		"report --max_memory=1kB -o - " + cpu,
	} {
		r := run(t, strings.Fields(args)...)
		if r.exit != exitFailed || !strings.Contains(r.err, "raise --max_memory") || strings.Contains(r.err, "preferences") {
			t.Errorf("%s: exit status %d, %q", args, r.exit, r.err)
		}
		if r = run(t, strings.Fields(strings.Replace(args, "1", "1000", 1))...); r.exit != exitOK {
			t.Errorf("%s, a thousand times as much: exit status %d, %q", args, r.exit, r.err)
		}
	}
	for _, size := range []string{"", "0", "-1GB", "much", "1XB", "GB", "NaN", "Inf", "1e30", "99999999TB", "0.1b", "1 2"} {
		if r := run(t, "info", "--max_memory="+size, cpu); r.exit != exitUsage || !strings.Contains(r.err, "expected a size such as") {
			t.Errorf("%q: exit status %d, %q", size, r.exit, r.err)
		}
	}
}
