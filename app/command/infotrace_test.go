package command

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	xtrace "golang.org/x/exp/trace"

	"profstation/internal/golden"
)

const recordedTrace = recordings + "/trace.trace"

func TestInfoOfTrace(t *testing.T) {
	r := run(t, "info", recordedTrace)
	if r.exit != 0 || r.err != "" {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	golden.Check(t, "infotrace.txt", r.out)
	r = run(t, "info", "--json", recordedTrace)
	if r.exit != 0 || r.err != "" {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	golden.Check(t, "infotrace.json", r.out)
}

// traceOf reads what `info --json` says, and nothing but what it may say.
func traceOf(t *testing.T, r ran) (i traceInfo) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&i); err != nil || d.More() {
		t.Fatalf("%v in %s", err, r.out)
	}
	return i
}

// The counts are those of golang.org/x/exp/trace.
func TestInfoOfTraceAgainstReader(t *testing.T) {
	f, err := os.Open(recordedTrace)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := xtrace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	want := traceInfo{File: recordedTrace, Kind: "trace", Format: "go 1.26", Generations: -1, Complete: true}
	tasks := map[xtrace.TaskID]bool{} // also one that began before the trace and ends in it
	gos, procs, threads := map[xtrace.GoID]bool{}, map[xtrace.ProcID]bool{}, map[xtrace.ThreadID]bool{}
	var first xtrace.Time
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if want.Events++; want.Events == 1 {
			first = e.Time()
		}
		want.Duration = int64(e.Time() - first)
		gos[e.Goroutine()], procs[e.Proc()], threads[e.Thread()] = true, true, true
		switch e.Kind() {
		case xtrace.EventSync:
			want.Generations++
		case xtrace.EventStateTransition:
			switch on := e.StateTransition().Resource; on.Kind {
			case xtrace.ResourceGoroutine:
				gos[on.Goroutine()] = true
			case xtrace.ResourceProc:
				procs[on.Proc()] = true
			}
		case xtrace.EventTaskBegin, xtrace.EventTaskEnd:
			tasks[e.Task().ID] = true
		case xtrace.EventRegionBegin:
			want.Regions++
		case xtrace.EventLog:
			want.Logs++
		case xtrace.EventStackSample:
			want.CPUSamples++
		}
	}
	delete(gos, xtrace.NoGoroutine)
	delete(procs, xtrace.NoProc)
	delete(threads, xtrace.NoThread)
	want.Goroutines, want.Procs, want.Threads, want.Tasks = len(gos), len(procs), len(threads), len(tasks)
	got := traceOf(t, run(t, "info", "--json", recordedTrace))
	if got.Warnings == nil || len(got.Warnings) > 0 {
		t.Errorf("warnings %v", got.Warnings)
	}
	got.Warnings = nil
	if a, b := jsonOf(t, got), jsonOf(t, want); a != b {
		t.Errorf("%s\nwant\n%s", a, b)
	}
}

func jsonOf(t *testing.T, i traceInfo) string {
	t.Helper()
	b, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What is lost of a trace that is cut is told, with exit status 0.
func TestInfoOfCutTrace(t *testing.T) {
	data, err := os.ReadFile(recordedTrace)
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, string(data[:len(data)-100]), "info", "--json", "-")
	i := traceOf(t, r)
	if r.exit != 0 || i.Complete || i.Generations != 3 || i.GenerationsLost != 1 || len(i.Warnings) != 1 {
		t.Errorf("exit status %d\n%s", r.exit, r.out)
	}
	if want := "profstation: warning: -: " + strings.Join(i.Warnings, "; ") + "\n"; r.err != want {
		t.Errorf("it says %q, not %q in one line", r.err, want)
	}
	for _, part := range []string{"generation 3 of 3 is lost (52", "the file ends within it", "all other generations are shown", "copy or record the file again"} {
		if !strings.Contains(i.Warnings[0], part) {
			t.Errorf("%q lacks %q: what, why, what is shown, what to do", i.Warnings[0], part)
		}
	}
	card := runOn(t, string(data[:len(data)-100]), "info", "-").out
	if !strings.Contains(card, "in 3 generations, 1 lost\n") || strings.Count(card, "  Warning: ") != 1 {
		t.Errorf("a card without what was lost:\n%s", card)
	}
}

// Where several generations are lost, the first line is on all of them, and each has one of its own.
func TestInfoOfDamagedTrace(t *testing.T) {
	data, err := os.ReadFile(recordedTrace)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{len(data) * 3 / 10, len(data) * 3 / 4} {
		for i := range 3000 {
			data[at+i] = 0xff
		}
	}
	r := runOn(t, string(data), "info", "--json", "-")
	i := traceOf(t, r)
	want := []string{"2 of 3 generations are lost (", "generation 1 is lost (", "generation 2 is lost ("}
	if len(i.Warnings) != len(want) {
		t.Fatalf("%q, want lines that begin with %q", i.Warnings, want)
	}
	for n, begin := range want {
		if w := i.Warnings[n]; !strings.HasPrefix(w, begin) || n > 0 && !strings.Contains(w, "its data is damaged (") {
			t.Errorf("%q, want a line that begins with %q and says why", w, begin)
		}
	}
	if w := i.Warnings[0]; !strings.HasSuffix(w, "all other generations are shown; copy or record the file again to see all of it") {
		t.Errorf("%q does not say what is shown and what to do", w)
	}
}

// Traces of which nothing can be kept are errors of one line.
func TestInfoOfBrokenTrace(t *testing.T) {
	for data, want := range map[string]string{
		"go 1.26 trace\x00\x00\x00":                                 "without events",
		"go 1.7 trace\x00\x00\x00\x00":                              "record it again with Go 1.11 or newer",
		"go 1.99 trace\x00\x00\x00":                                 "newer than this program",
		"go 1.19 trace\x00\x00\x00 nothing":                         "can only be read whole",
		"go 1.26 trace\x00\x00\x00" + strings.Repeat("\x00 ", 1000): "no generation is whole",
	} {
		r := runOn(t, data, "info", "--json", "-")
		var i unknown
		if err := json.Unmarshal([]byte(r.out), &i); err != nil || r.exit != 1 || i.Kind != "unknown" || !strings.Contains(i.Error, want) {
			t.Errorf("exit status %d, %s does not say %q", r.exit, r.out, want)
		}
		if strings.Count(r.err, "\n") != 1 {
			t.Errorf("standard error is not one line:\n%s", r.err)
		}
	}
}
