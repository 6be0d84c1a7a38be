package command

import (
	"path/filepath"
	"strings"
	"testing"
)

const someTrace = "../../testdata/trace.trace"

// A part of a trace comes as a drawing, a picture or a table, and only the lanes
// and the time that were asked for.
func TestExportTimeline(t *testing.T) {
	r := run(t, "export", "--view", "timeline", "-o", "-", "--format", "svg", "--lanes", "^P0$", someTrace)
	if r.exit != 0 || !strings.HasPrefix(r.out, "<?xml") && !strings.HasPrefix(r.out, "<svg") || !strings.Contains(r.out, ">P0<") || strings.Contains(r.out, ">P1<") {
		t.Errorf("status %d, %.300q %q", r.exit, r.out, r.err)
	}
	all := run(t, "export", "--view", "timeline", "-o", "-", "--format", "csv", someTrace)
	part := run(t, "export", "--view", "timeline", "-o", "-", "--format", "csv", "--from", "10ms", "--to", "20ms", someTrace)
	n, m := strings.Count(all.out, "\n"), strings.Count(part.out, "\n")
	if all.exit != 0 || part.exit != 0 || m < 2 || m >= n {
		t.Errorf("%d lines of %d are of ten milliseconds: %q %q", m, n, all.err, part.err)
	}
	if !strings.HasPrefix(all.out, "lane,goroutine,function,state,reason,start_ns,end_ns,duration_ns,p,m,stack\n") {
		t.Errorf("it begins with %.120q", all.out)
	}
	out := filepath.Join(t.TempDir(), "t.png")
	if r := run(t, "export", "--view", "timeline", "-o", out, "--width", "600", someTrace); r.exit != 0 {
		t.Errorf("png: %q", r.err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--from", "20ms", "--to", "10ms"}, "expected times from 0 to"},
		{[]string{"--lanes", "("}, "lanes"},
	} {
		r := run(t, append(append([]string{"export", "--view", "timeline", "-o", out}, c.args...), someTrace)...)
		if r.exit == 0 || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: status %d, %q", c.args, r.exit, r.err)
		}
	}
	if r := run(t, "export", "--view", "top", "-o", "-", "--format", "csv", someTrace); r.exit != 1 || !strings.Contains(r.err, "is an execution trace") {
		t.Errorf("top of a trace: status %d, %q", r.exit, r.err)
	}
}

// Case counts in --lanes as in every other regular expression, unless it says (?i).
func TestLanesCase(t *testing.T) {
	for _, view := range []string{"timeline", "goroutines"} {
		rows := func(lanes string) int {
			r := run(t, "export", "--view", view, "-o", "-", "--format", "csv", "--lanes", lanes, someTrace)
			if r.exit != 0 {
				t.Fatal(r.err)
			}
			return strings.Count(r.out, "\n")
		}
		if small, large, either := rows(`main\.`), rows(`MAIN\.`), rows(`(?i)MAIN\.`); small < 2 || large != 1 || either != small {
			t.Errorf("%s: %d lines of main, %d of MAIN, %d of either", view, small, large, either)
		}
	}
	if r := run(t, "export", "-top", "--from_trace=sync", "--lanes=MAIN", someTrace); r.exit == 0 {
		t.Errorf("a profile of MAIN: %s", r.out)
	}
}
