package finding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
)

const (
	collecting = "runtime.gcBgMarkWorker.func2 runtime.gcDrain"
	growing    = "main.main main.fill runtime.growslice"
	working    = "main.main main.work"
	waiting    = "main.main main.ask runtime.gopark"
	listening  = "main.main main.serve runtime.gopark"
)

// shifted returns the lines between two profiles.
func shifted(t *testing.T, base, now *model.Profile) (lines []string, all []Shifted) {
	all = must.Have(Between(t.Context(), must.Have(compare.Join(t.Context(), base, now)), nil))
	for i := range all {
		lines = append(lines, all[i].Line())
	}
	return lines, all
}

// TestBetween holds that a finding of one side is new or gone, that one of both is worse or better, that each has the
// figures of both sides, and that nothing is said where chance may be the reason.
func TestBetween(t *testing.T) {
	cpu := func(gc, slices, rest int) *model.Profile {
		return of(t, model.CPU, map[string]int{collecting: gc, growing: slices, working: rest})
	}
	const (
		gc     = "of the CPU time is garbage collection"
		slices = "of the CPU time goes into slices that grow"
	)
	for _, c := range []struct {
		base, now *model.Profile
		want      string
	}{
		{cpu(200, 0, 800), cpu(400, 0, 600), "worse: 40.00% " + gc + " (20.00% → 40.00%)"},
		{cpu(400, 0, 600), cpu(200, 0, 800), "better: 20.00% " + gc + " (40.00% → 20.00%)"},
		{cpu(80, 0, 920), cpu(200, 0, 800), "worse: 20.00% " + gc + " (8.00% → 20.00%)"}, // below the threshold is not nothing
		{cpu(200, 0, 800), cpu(80, 0, 920), "better: 20.00% " + gc + " (20.00% → 8.00%)"},
		{cpu(20, 0, 980), cpu(400, 0, 600), "new: 40.00% " + gc + " (2.00% → 40.00%)"},
		{cpu(400, 0, 600), cpu(20, 0, 980), "gone: 40.00% " + gc + " (40.00% → 2.00%)"},
		{cpu(200, 0, 800), cpu(210, 0, 790), ""},
		{cpu(115, 0, 885), cpu(125, 0, 875), ""}, // found on one side alone
		{cpu(200, 300, 500), cpu(400, 20, 580), "worse: 40.00% " + gc + " (20.00% → 40.00%)\ngone: 30.00% " + slices + " (30.00% → 2.00%)"},
		{cpu(0, 0, 3), cpu(400, 0, 600), ""}, // one side has too few samples
	} {
		lines, all := shifted(t, c.base, c.now)
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("found %q, want %q", got, c.want)
		}
		for _, f := range all {
			if f.Figures[0].Text != f.Sides[0] || f.Figures[1].Text != f.Sides[1] || !strings.HasPrefix(f.Figures[2].Text, "between ") {
				t.Errorf("%s: the figures are %v", f.Text, f.Figures)
			}
		}
	}
}

// What stays as large in a heap that grows is a smaller share of it, and no better.
func TestBetweenHeaps(t *testing.T) {
	heap := func(line, rest int) *model.Profile {
		return of(t, model.Heap, map[string]int{"main.main main.big@b.go:7": line, "main.main main.rest@r.go:9": rest})
	}
	const one = "of the memory in use was allocated at one line: main.big"
	for _, c := range []struct {
		base, now *model.Profile
		want      string
	}{
		{heap(800, 200), heap(800, 500), ""},
		{heap(800, 100), heap(600, 300), "better"},
		{heap(600, 300), heap(600, 50), ""},
		{heap(600, 300), heap(900, 50), "worse"},
		{heap(700, 300), heap(700, 4000), ""},
		{heap(700, 300), heap(100, 4000), "gone"},
	} {
		got := ""
		_, all := shifted(t, c.base, c.now)
		if i := slices.IndexFunc(all, func(x Shifted) bool { return strings.Contains(x.Text, one) }); i >= 0 {
			got = all[i].Shift.String()
		}
		if got != c.want {
			t.Errorf("%v → %v: %q, want %q", c.base.Samples.Values[3], c.now.Samples.Values[3], got, c.want)
		}
	}
}

// TestBetweenGoroutines holds that numbers of goroutines are those of one moment: a few more are chance.
func TestBetweenGoroutines(t *testing.T) {
	leaks := func(n, other int) *model.Profile {
		return of(t, model.GoroutineLeak, map[string]int{waiting: n, listening: other})
	}
	for _, c := range []struct {
		base, now *model.Profile
		want      string
	}{
		{leaks(40, 1), leaks(44, 1), ""},
		{leaks(40, 1), leaks(400, 1), "worse: nothing that still runs can wake these goroutines (40 → 400)"},
	} {
		if lines, _ := shifted(t, c.base, c.now); strings.Join(lines, "\n") != c.want {
			t.Errorf("found %q, want %q", lines, c.want)
		}
	}
	queue := func(n int) *model.Profile {
		return of(t, model.Goroutine, map[string]int{"main.main main.log sync.(*Mutex).Lock internal/sync.runtime_SemacquireMutex": n, waiting: 100 - n})
	}
	if lines, _ := shifted(t, queue(30), queue(33)); len(lines) > 0 {
		t.Errorf("found %q where chance may be the reason", lines)
	}
	if lines, _ := shifted(t, queue(30), queue(70)); len(lines) != 1 || !strings.HasSuffix(lines[0], "(30.00% → 70.00%)") {
		t.Errorf("found %q", lines)
	}
}

// TestBetweenUnjudged holds that of a figure about which nothing is known only that it came and went is said.
func TestBetweenUnjudged(t *testing.T) {
	lock := func(cache, log int) *model.Profile {
		stacks := fmt.Sprintf("main.main main.cache sync.(*Mutex).Unlock 500 %d\nmain.main main.log sync.(*Mutex).Unlock 500 %d", cache, log)
		return typed.ProfileOf(t, stacks, typed.Types("contentions/count delay/nanoseconds"), model.Header{Format: "pprof"})
	}
	lines, all := shifted(t, lock(30e6, 70e6), lock(90e6, 10e6))
	if len(lines) != 2 || !strings.HasSuffix(lines[0], "main.cache releases (30.00% → 90.00%)") || all[0].Shift != New || all[1].Shift != Gone ||
		!strings.HasPrefix(all[0].Figures[2].Text, "not judged") {
		t.Errorf("found %q with %+v", lines, all)
	}
	if lines, _ := shifted(t, lock(60e6, 40e6), lock(90e6, 10e6)); len(lines) > 0 {
		t.Errorf("it is said to be worse: %q", lines)
	}
}

// TestBetweenTraces holds that what is found in one trace alone is new or gone.
func TestBetweenTraces(t *testing.T) {
	const head = "\n\tend 1000000000\n\tmaxprocs 0=2\n\tg1 main.main 0 running p0 m0"
	quiet, stopped := typed.Trace(t, head), typed.Trace(t, head+"\n\tstop 500000-2500000 GC mark termination")
	for shift, sides := range map[Shift][2]*trace.Trace{New: {quiet, stopped}, Gone: {stopped, quiet}} {
		all := must.Have(BetweenTraces(t.Context(), sides[0], sides[1], nil))
		if len(all) != 1 || all[0].Shift != shift || all[0].Line() != shift.String()+": the world was stopped for 2ms: GC mark termination" {
			t.Errorf("%s: %+v", shift, all)
		}
	}
	if all := must.Have(BetweenTraces(t.Context(), stopped, stopped, nil)); len(all) > 0 {
		t.Errorf("between equal traces: %+v", all)
	}
}

// TestBetweenIsSilentOnNoise draws pairs of recordings of one program, with shares at the rules' thresholds and beyond:
// seldom is anything said to differ.
func TestBetweenIsSilentOnNoise(t *testing.T) {
	random, pairs := rand.New(rand.NewPCG(1, 2)), thorough.Times(500, 60)
	draw := func() *model.Profile {
		n := map[string]int{}
		for range 2000 {
			switch x := random.Float64(); {
			case x < 0.11:
				n[collecting]++
			case x < 0.15:
				n[growing]++
			case x < 0.20:
				n["main.main main.name runtime.concatstrings"]++
			default:
				n[working]++
			}
		}
		return of(t, model.CPU, n)
	}
	said := 0
	for range pairs {
		if lines, _ := shifted(t, draw(), draw()); len(lines) > 0 {
			said++
		}
	}
	if said*20 > pairs {
		t.Errorf("something differs in %d of %d pairs", said, pairs)
	}
}
