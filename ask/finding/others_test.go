package finding

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/trace"
)

// TestOneLock holds that the lock for which goroutines wait most is found by who releases it, that it matters if one is
// always waiting, and that a few contentions say nothing.
func TestOneLock(t *testing.T) {
	find := func(stacks string, recorded time.Duration) []Finding {
		p := typed.ProfileOf(t, stacks, typed.Types("contentions/count delay/nanoseconds"), model.Header{Format: "pprof", Duration: recorded})
		return ruleNamed(t, "one-lock", Subject{Profile: p})
	}
	const most = "main.main main.cache sync.(*Mutex).Unlock 900 3000000000\nmain.main main.log sync.(*Mutex).Unlock 100 1000000000"
	all := find(most, 0)
	if len(all) != 1 || all[0].Severity != Notice || all[0].Share != 75 || all[0].Callers[0] != (model.Fact{Name: "main.cache", Text: "75.00%"}) ||
		all[0].Figures[0].Text != "3s of 4s" || all[0].Place.Selected != "main.cache" {
		t.Errorf("found: %+v", all)
	}
	if all := find(most, 2*time.Second); len(all) != 1 || all[0].Severity != Worth || all[0].Figures[1].Text != "150%" {
		t.Errorf("in 2 s: %+v", all)
	}
	if all := find(most, 20*time.Second); len(all) != 1 || all[0].Severity != Notice {
		t.Errorf("in 20 s: %+v", all)
	}
	const few = "main.main main.cache sync.(*Mutex).Unlock 9 3000000000\nmain.main main.log sync.(*Mutex).Unlock 10 1000000000"
	const many = "a sync.(*Mutex).Unlock 100 3\nb sync.(*Mutex).Unlock 100 3\nruntime.main c sync.(*Mutex).Unlock 100 3"
	for _, stacks := range []string{few, many} {
		if all := find(stacks, 0); len(all) > 0 {
			t.Errorf("%s: %+v", stacks, all)
		}
	}
}

// TestCrowds holds that goroutines that can never run again are found, and a thousand at one place.
func TestCrowds(t *testing.T) {
	leaks := of(t, model.GoroutineLeak, map[string]int{"main.main main.ask runtime.chansend runtime.gopark": 3, "main.main main.tell runtime.gopark": 1})
	if all := ruleNamed(t, "leaked", Subject{Profile: leaks}); len(all) != 1 || all[0].Figures[0].Text != "4" || all[0].Callers[0].Name != "main.ask" {
		t.Errorf("leaked: %+v", all)
	}
	crowd := func(n int) []Finding {
		return ruleNamed(t, "crowd", Subject{Profile: of(t, model.Goroutine, map[string]int{
			"main.serve net/http.(*persistConn).readLoop bufio.(*Reader).Peek net.(*conn).Read internal/poll.(*FD).Read runtime.gopark": n, "main.main": 5,
		})})
	}
	if all := crowd(1000); len(all) != 1 || all[0].Place.Selected != "net/http.(*persistConn).readLoop" || !strings.Contains(all[0].Text, "readLoop") {
		t.Errorf("a crowd: %+v", all)
	}
	if all := crowd(999); len(all) > 0 {
		t.Errorf("less than a crowd: %+v", all)
	}
}

// TestTraces holds what is found in traces, and that each of it is silent about one without it and about one that is still
// being read.
func TestTraces(t *testing.T) {
	const head = `
	end 1000000000
	maxprocs 0=2
	g1 main.main 0 running p0 m0`
	for name, c := range map[string]struct{ with, without, text string }{
		"pauses":           {"\n\tstop 500000-2500000 GC mark termination", "\n\tstop 500000-1400000 GC mark termination\n\tstop 4000000-9000000 start trace", "the world was stopped for 2ms: GC mark termination"},
		"assists-of-trace": {"\n\tassist g1 100000000-300000000", "\n\tassist g1 100000000-110000000", "goroutines help the collector for 10.00% of the time of all Ps"},
		"gc-of-trace":      {"\n\tassist g1 100000000-800000000", "\n\tassist g1 100000000-200000000", "the collector works for 35.00% of the time of all Ps"},
		"idle-ps": {
			"\n\tp0 0 running\n\tp1 0 idle\n\tg2 main.work 0 runnable 200000000 waiting",
			"\n\tp0 0 running\n\tp1 0 idle 50000000 running\n\tg2 main.work 0 runnable 200000000 waiting",
			"10.00% of the time of all Ps was idle although goroutines waited for a P",
		},
	} {
		find := func(trace string) []Finding { return ruleNamed(t, name, Subject{Trace: typed.Trace(t, head+trace)}) }
		if all := find(c.with); len(all) != 1 || all[0].Text != c.text || all[0].Place.Tab == "" {
			t.Errorf("%s: %+v", name, all)
		}
		if all := find(c.without); len(all) > 0 {
			t.Errorf("%s is found where it is not: %+v", name, all)
		}
		tr := typed.Trace(t, head+c.with)
		tr.Partial = true
		if all := ruleNamed(t, name, Subject{Trace: tr}); len(all) > 0 {
			t.Errorf("%s is found in a beginning: %+v", name, all)
		}
	}
}

// TestWaitingForP holds that long waits for a P are found if many of them are long.
func TestWaitingForP(t *testing.T) {
	find := func(waits, length int) []Finding {
		var b strings.Builder
		b.WriteString("\n\tend 10000000000\n\tg1 main.main 0 running p0 m0\n\tg2 main.work 0 running p1 m1")
		at := 1
		for range waits {
			fmt.Fprintf(&b, " %d runnable p1 m1 %d running p1 m1", at, at+length)
			at += length + 1000
		}
		return ruleNamed(t, "waiting-for-p", Subject{Trace: typed.Trace(t, b.String())})
	}
	if all := find(100, 12_000_000); len(all) != 1 || all[0].Figures[1].Text != "12ms" {
		t.Errorf("found: %+v", all)
	}
	if all := find(100, 9_000_000); len(all) > 0 {
		t.Errorf("short waits: %+v", all)
	}
	if all := find(99, 12_000_000); len(all) > 0 {
		t.Errorf("few waits: %+v", all)
	}
}

// TestNewRelease holds that a profile of a release that the rules do not know says so.
func TestNewRelease(t *testing.T) {
	find := func(path string) []Finding {
		b := model.NewBuilder(typed.Types(cpuTypes))
		f := b.Function(model.Function{Name: b.String("runtime.main"), File: b.String(path)})
		b.Sample([]model.LocID{b.Location(model.NoMapping, 1, []model.Line{{Func: f}})}, 0, []int64{1, 10_000_000})
		return ruleNamed(t, "new-release", Subject{Profile: b.Profile(model.Header{})})
	}
	if all := find("/home/a/sdk/go1.31.2/src/runtime/proc.go"); len(all) != 1 || !strings.Contains(all[0].Text, "go1.31.2") {
		t.Errorf("found: %+v", all)
	}
	for _, path := range []string{"/home/a/sdk/go1.27.3/src/runtime/proc.go", "/usr/local/go/src/runtime/proc.go", "runtime/proc.go"} {
		if all := find(path); len(all) > 0 {
			t.Errorf("%s: %+v", path, all)
		}
	}
}

// TestMaxProcs holds that GOMAXPROCS may be what Go itself would choose for the limit.
func TestMaxProcs(t *testing.T) {
	const ms = trace.Time(1e6)
	for _, c := range []struct {
		procs string
		limit trace.CPULimit
		want  string
	}{
		{"0=8", trace.CPULimit{}, ""},
		{"0=8", trace.CPULimit{Quota: 800 * ms, Period: 100 * ms}, ""},
		{"0=2", trace.CPULimit{Quota: 50 * ms, Period: 100 * ms}, ""},
		{"0=3", trace.CPULimit{Quota: 210 * ms, Period: 100 * ms}, ""},
		{"0=4", trace.CPULimit{Quota: 210 * ms, Period: 100 * ms}, "GOMAXPROCS is 4, but the container is limited to 2.1 CPUs"},
		{"0=2 500=16", trace.CPULimit{Quota: 200 * ms, Period: 100 * ms}, "GOMAXPROCS is 16, but the container is limited to 2 CPUs"},
	} {
		tr := typed.Trace(t, "\n\tend 1000000000\n\tmaxprocs "+c.procs+"\n\tg1 main.main 0 running p0 m0")
		tr.CPULimit = c.limit
		var got string
		for _, x := range must.Have(In(t.Context(), Subject{Trace: tr})) {
			if x.Rule == "gomaxprocs" {
				got = x.Text
			}
		}
		if got != c.want {
			t.Errorf("%s with %+v: %q", c.procs, c.limit, got)
		}
	}
}
