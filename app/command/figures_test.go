package command

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a trace says comes as exact figures and as pictures, of all of it or of a
// part.
func TestExportTraceFigures(t *testing.T) {
	for view, want := range map[string]string{
		"goroutines": "start_function,goroutine,count,total_ns,", "tasks": "type,count,sum_ns,mean_ns,p50_ns,p90_ns,p99_ns,max_ns,no_start,no_end,no_parent\n",
		"regions": "type,count,sum_ns,", "gc": "cycle,start_ns,duration_ns,stw_ns,", "mmu": "window_ns,minimum,", "sched": "start_function,count,sum_ns,",
	} {
		r := run(t, "export", "--view", view, "-o", "-", "--format", "csv", someTrace)
		records, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
		if r.exit != 0 || err != nil || len(records) < 4 || !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: status %d, %v, %d records: %.200s %s", view, r.exit, err, len(records), r.out, r.err)
		}
		for _, format := range []string{"svg", "png"} {
			if r := run(t, "export", "--view", view, "-o", filepath.Join(t.TempDir(), "x."+format), "--theme", "dark", "--from", "100ms", "--to", "700ms", someTrace); r.exit != 0 {
				t.Errorf("%s as %s: %s", view, format, r.err)
			}
		}
	}
	all := run(t, "export", "--view", "goroutines", "-o", "-", "--format", "csv", someTrace)
	some := run(t, "export", "--view", "goroutines", "-o", "-", "--format", "csv", "--lanes", `main\.`, someTrace)
	if n, m := strings.Count(all.out, "\n"), strings.Count(some.out, "\n"); m < 2 || m >= n {
		t.Errorf("%d lines of %d match", m, n)
	}
}

// A profile out of a trace is one for every view, and of the time and of the
// goroutines that were asked for.
func TestExportFromTrace(t *testing.T) {
	total := func(args ...string) (sum int64) {
		t.Helper()
		r := run(t, append([]string{"export", "--view", "top", "-o", "-", "--format", "csv", "--trim=false"}, append(args, someTrace)...)...)
		records, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
		if err != nil || r.exit != 0 {
			t.Fatalf("%v: status %d, %v %s", args, r.exit, err, r.err)
		}
		for _, record := range records[1:] {
			v, err := strconv.ParseInt(record[slices.Index(records[0], "flat")], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += v
		}
		return sum
	}
	all := map[string]int64{}
	for _, p := range traceProfileNames()[:4] {
		if all[p] = total("--from-trace", p); all[p] <= 0 {
			t.Errorf("%s: %d in all", p, all[p])
		}
	}
	a, b := total("--from-trace", "sync", "--to", "1s"), total("--from-trace", "sync", "--from", "1s")
	if a+b != all["sync"] {
		t.Errorf("%d and %d are not %d", a, b, all["sync"])
	}
	if some := total("--from-trace", "sched", "--lanes", "http"); some <= 0 || some >= all["sched"] {
		t.Errorf("%d of %d are of those that match", some, all["sched"])
	}
	out := filepath.Join(t.TempDir(), "net.pprof")
	if r := run(t, "export", "--from-trace", "net", "-o", out, someTrace); r.exit != 0 {
		t.Fatal(r.err)
	}
	if r := run(t, "info", out); r.exit != 0 || !strings.Contains(r.out, "delay") {
		t.Errorf("status %d, %s%s", r.exit, r.out, r.err)
	}
	// The command says that a profile is empty, as it says that a filter matches nothing.
	for _, p := range traceProfileNames()[:4] {
		r := run(t, "export", "--view", "top", "-o", "-", "--format", "csv", "--from-trace", p, "--to", "1ns", someTrace)
		if r.exit != 0 || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, "--from_trace="+p+" has no samples: No goroutine") {
			t.Errorf("%s of no time: status %d, %q", p, r.exit, r.err)
		}
	}
	for _, c := range []struct {
		args string
		exit int
		want string
	}{
		{"--view flame --from-trace gpu -o x.svg " + someTrace, 2, "--from_trace"},
		{"--view gc --from-trace net -o x.svg " + someTrace, 2, "the view gc is for traces"},
		{"--view flame --from-trace net -o x.svg " + cpu, 1, "is already a profile"},
		{"--view flame -o x.svg " + someTrace, 1, "add --from_trace to make a profile"},
		{"--view flame --from-trace net --lanes nobody -o x.svg " + someTrace, 1, "no goroutine of"},
		{"--view gc --from 9s --to 1s -o x.svg " + someTrace, 2, "expected times from 0"},
	} {
		if r := run(t, append([]string{"export"}, strings.Fields(c.args)...)...); r.exit != c.exit || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: status %d, %s", c.args, r.exit, r.err)
		}
	}
}
