package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
)

// What is no source, and sources that contradict each other, are refused in one line.
func TestMemoryRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	status := file("status", "Name:\tshop\nUmask:\t0022\nPid:\t7\nVmRSS:\t1900 kB\n")
	for _, c := range []struct {
		args []string
		exit int
		want string
	}{
		{nil, exitUsage, "expected files about one process"},
		{[]string{status, status}, exitFailed, "are both status: an account is of one process at one moment"},
		{[]string{status, recordings + "/cpu.pprof"}, exitFailed, "is no heap profile: it has no sample type inuse_space"},
		{[]string{recordings + "/trace.trace"}, exitFailed, "is an execution trace"},
		{[]string{recordings + "/heap.pprof"}, exitFailed, "nothing here says how much memory the process has"},
		{[]string{file("limit", "12\n")}, exitFailed, "limit: a number alone"},
		{[]string{file("maps", "00400000-004ab000 r-xp 00000000 fe:00 7 /bin/a\n")}, exitFailed, "maps: mappings without their sizes"},
		{[]string{filepath.Join(dir, "none")}, exitFailed, "no such file"},
	} {
		r := run(t, append([]string{"memory"}, c.args...)...)
		if r.exit != c.exit || r.out != "" || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: exit status %d\n%s%s", c.args, r.exit, r.out, r.err)
		}
	}
	// What was recorded beside a profile is found, and may be named, too.
	heap := file("shop_heap.pb.gz", string(contents(t, recordings+"/heap.pprof")))
	beside := file("shop_heap.status", string(contents(t, status)))
	for _, args := range [][]string{{heap}, {heap, beside}, {beside, heap}} {
		r := run(t, append([]string{"memory"}, args...)...)
		if r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") {
			t.Errorf("%q: exit status %d\n%s%s", args, r.exit, r.out, r.err)
		}
	}
	if r := run(t, "report", "-o", "-", heap); r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") || !strings.Contains(r.out, "Resident memory, not divided</text>") {
		t.Errorf("exit status %d, and the report does not say where the memory is\n%s", r.exit, r.err)
	}
	// Two are compared, and those in a folder one after the other.
	later := file("shop_later.pb.gz", string(contents(t, recordings+"/heap.pprof")))
	file("shop_later.status", strings.Replace(string(contents(t, status)), "1900", "9900", 1))
	for _, args := range [][]string{{"--base", heap, later}, {dir}} {
		r := run(t, append([]string{"memory"}, args...)...)
		if r.exit != exitOK || !strings.Contains(r.out, "The process has 9.67MB in memory, before it had 1.86MB: +7.81MB.\nThe largest change is “Resident memory, not divided”: +7.81MB.") ||
			!strings.Contains(r.out, "1900kB        9900kB       +8000kB  Resident memory, not divided") {
			t.Errorf("%q: exit status %d\n%s%s", args, r.exit, r.out, r.err)
		}
		r = run(t, append([]string{"memory", "--json"}, args...)...)
		var info courseInfo
		if err := json.Unmarshal([]byte(r.out), &info); err != nil || len(info.Total) != 2 || info.Total[1]-info.Total[0] != 8000<<10 || info.Of != "resident" {
			t.Errorf("%q: %+v, %v", args, info, err)
		}
	}
	if r := run(t, "report", "-o", "-", "--nodecount", "3", "--base", heap, later); r.exit != exitOK || !strings.Contains(r.out, "<dt>Memory of the process</dt><dd>The process has 9.67MB") {
		t.Errorf("exit status %d, and the report does not say what changed\n%s", r.exit, r.err)
	}
	for want, args := range map[string][]string{
		"0 heap profiles of which more is known, at least two are needed": {t.TempDir()},
		"known from different sources: status and status, heap profile":   {"--base", status, heap},
	} {
		if r := run(t, append([]string{"memory"}, args...)...); r.exit != exitFailed || !strings.Contains(r.err, want) {
			t.Errorf("%q: exit status %d, %s", args, r.exit, r.err)
		}
	}
	r := runOn(t, string(contents(t, status)), "memory", "-", file("memory.max", "1073741824\n"), recordings+"/heap.pprof")
	if r.exit != exitOK || !strings.Contains(r.out, "Resident memory, not divided") || !strings.Contains(r.out, "Limit of the control group") || !strings.Contains(r.out, "Shown by the heap profile") {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
}
