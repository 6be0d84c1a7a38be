package timeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
)

// labels are the labels of a list, indented.
func labels(l *Lanes) string {
	var s strings.Builder
	for i := range l.Rows {
		r := &l.Rows[i]
		s.WriteString(strings.Repeat("  ", int(r.Depth)) + l.Timeline.Label(r) + "\n")
	}
	return s.String()
}

func TestLanes(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	group, g2 := Key{GroupRow, int32(tl.Trace.Goroutines[1].Func)}, Key{GoroutineRow, 1}
	only := map[Key]bool{{SectionRow, 0}: true, {SectionRow, 1}: true, {SectionRow, 2}: true, {SectionRow, 3}: true, {SectionRow, 4}: true}
	for _, c := range []struct {
		name string
		q    Query
		want string
	}{
		{"groups", Query{Hidden: only}, "Goroutines\ng1 main.main\nmain.worker\n"},
		{"an open group", Query{Hidden: only, Toggled: map[Key]bool{group: true}}, "Goroutines\ng1 main.main\nmain.worker\n  g2 main.worker\n  g3 main.worker\n"},
		{"flat, by id backwards", Query{Hidden: only, Flat: true, Sort: ByID, Reverse: true}, "Goroutines\ng3 main.worker\ng2 main.worker\ng1 main.main\n"},
		{"by running time", Query{Hidden: only, Flat: true, Sort: ByRunning}, "Goroutines\ng1 main.main\ng3 main.worker\ng2 main.worker\n"},
		{"by blocked time", Query{Hidden: only, Flat: true, Sort: ByBlocked}, "Goroutines\ng2 main.worker\ng3 main.worker\ng1 main.main\n"},
		{"filter by name", Query{Flat: true, Filter: "^main.work"}, "Goroutines\ng2 main.worker\ng3 main.worker\n"},
		{"filter by number", Query{Flat: true, Filter: "^g2 "}, "Goroutines\ng2 main.worker\n"},
		{"filter by P", Query{Flat: true, Filter: "^P1$"}, "Processors\nP1\n"},
		{"by state", Query{Hidden: only, Flat: true, Kinds: SetOf(Network)}, "Goroutines\ng3 main.worker\n"},
		{"by duration", Query{Hidden: only, Flat: true, MinDuration: 500}, "Goroutines\ng2 main.worker\ng3 main.worker\n"},
		{"by duration of a state", Query{Hidden: only, Flat: true, MinDuration: 400, Kinds: SetOf(Running)}, "Goroutines\ng1 main.main\n"},
		{"by ids", Query{Hidden: only, Flat: true, IDs: []int64{3, 77}}, "Goroutines\ng3 main.worker\n"},
		{"hidden and pinned", Query{Hidden: map[Key]bool{g2: true, {SectionRow, 0}: true, {SectionRow, 1}: true, {SectionRow, 3}: true, {SectionRow, 4}: true}, Flat: true, Pinned: []Key{{ProcRow, 1}, {ProcRow, 9}}},
			"P1\nProcessors\nP0\nP1\nGoroutines\ng1 main.main\ng3 main.worker\n"},
		{"open goroutine", Query{Hidden: only, IDs: []int64{1}, Toggled: map[Key]bool{{GoroutineRow, 0}: true}},
			"Goroutines\ng1 main.main\n  regions\n  regions\n  logs\n  CPU samples\n  stack\n  stack\n  stack\n"},
	} {
		l := lanesFor(t, tl, c.q)
		if got := labels(l); got != c.want {
			t.Errorf("%s:\n%sexpected\n%s", c.name, got, c.want)
		}
	}
	if _, err := tl.Lanes(t.Context(), Query{Filter: "a("}); err == nil {
		t.Error("a broken filter is no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tl.Lanes(ctx, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// runsIn reports whether a function in any stack that a goroutine itself recorded matches.
func runsIn(t *trace.Trace, g trace.GoIndex, re *regexp.Regexp) bool {
	for span := t.Goroutines[g].First; span < t.Goroutines[g].End; span++ {
		for _, f := range t.Stacks.Stack(t.SelfStack(span)) {
			if re.MatchString(t.Strings.Raw(t.Frames[f].Func)) {
				return true
			}
		}
	}
	return false
}

// The quick filter keeps what matching every label keeps.
func TestFilterIsExact(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 10))
		tl := prepared(t, typed.RandomTrace(rng, 200, 2000, 1000))
		for _, filter := range []string{"serve", "^g1", "main.a$", "g.*1.*b", "^main", "x"} {
			l := lanesFor(t, tl, Query{Flat: true, Filter: filter, Sight: SightAll})
			want := 0
			re := regexp.MustCompile(filter)
			for g := range tl.Trace.Goroutines {
				name := tl.Trace.Strings.Raw(tl.Trace.Goroutines[g].Func)
				id := strings.Fields(tl.GoName(trace.GoIndex(g)))[0]
				if re.MatchString(name) || re.MatchString(id+" "+name) || runsIn(tl.Trace, trace.GoIndex(g), re) {
					want++
				}
			}
			if l.Goroutines != want {
				t.Errorf("seed %d, %q keeps %d goroutines, expected %d", seed, filter, l.Goroutines, want)
			}
		}
	}
}

// Where a row is asked for, it is in the list that Reveal leads to.
func TestReveal(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	closed := Query{Toggled: map[Key]bool{{SectionRow, int32(GoroutineSection)}: true, {SectionRow, int32(ProcSection)}: true}, Hidden: map[Key]bool{{GoroutineRow, 2}: true}}
	l := lanesFor(t, tl, closed)
	for _, key := range []Key{{GoroutineRow, 2}, {GoroutineRow, 0}, {ProcRow, 1}, {ThreadRow, 0}, {TaskRow, 0}, {HeapRow, 0}, {StopRow, 0}, {GroupRow, int32(tl.Trace.Goroutines[1].Func)}} {
		if lanesFor(t, tl, l.Reveal(key)).Find(key) < 0 {
			t.Errorf("%v is not in the list", key)
		}
	}
	if l.Find(Key{ProcRow, 1}) >= 0 {
		t.Error("Reveal changed the list")
	}
}

func TestSearch(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	for _, c := range []struct {
		text string
		want []string
	}{
		{"g2", []string{"g2 main.worker"}}, {"3", []string{"g3 main.worker"}}, {"p1", []string{"P1"}}, {"M10", []string{"M100", "M101"}},
		{"WORK", []string{"main.worker", "threads at work"}}, {"request", []string{"task request"}}, {"main.main", []string{"g1 main.main"}},
		{"heap", []string{"heap"}}, {"nothing", nil}, {" ", nil}, {"g", []string{"gomaxprocs ≤ 2", "goroutines", "GC mark phase"}},
	} {
		var got []string
		for _, p := range tl.Search(c.text, 10) {
			got = append(got, p.Text)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, expected %q", c.text, got, c.want)
		}
	}
	if n := len(tl.Search("main", 1)); n != 1 {
		t.Errorf("%d places, one was asked for", n)
	}
}

// prepared is the timeline of a trace.
func prepared(t testing.TB, tr *trace.Trace) *Timeline {
	t.Helper()
	tl, err := New(context.Background(), tr)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func lanesFor(t testing.TB, tl *Timeline, q Query) *Lanes {
	t.Helper()
	l, err := tl.Lanes(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestActive holds that lanes of those that are active in a time are the goroutines that begin, change their state or do
// not wait in it, and that the others are counted.
func TestActive(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 11))
		tl := prepared(t, typed.RandomTrace(rng, 100, 2000, 1000))
		tr := tl.Trace
		from := trace.Time(rng.Int64N(int64(tr.End)))
		iv := trace.Interval{From: from, To: from + trace.Time(rng.Int64N(int64(tr.End-from)+1))}
		want, all := 0, 0
		for g := range tr.Goroutines {
			r := &tr.Goroutines[g]
			active := false
			for span := r.First; span < r.End; span++ {
				at := tr.SpanTime(trace.GoIndex(g), span)
				begins := at.From > iv.From && at.From <= iv.To || span == r.First && at.From == iv.From
				switch state := tr.Spans.State(span); {
				case begins, at.From <= iv.To && at.To > iv.From && (state == trace.GoRunning || state == trace.GoRunnable || state == trace.GoSyscall):
					active = true
				}
			}
			if all++; active {
				want++
			}
		}
		l := lanesFor(t, tl, Query{Flat: true, Sight: SightOnly, Within: iv})
		if d := l.Goroutines - want; d < 0 || d > 2 || l.Goroutines+l.Elsewhere != all {
			t.Errorf("seed %d, %v: %d goroutines and %d elsewhere, want %d of %d", seed, iv, l.Goroutines, l.Elsewhere, want, all)
		}
	}
	for _, c := range []struct {
		q    Query
		want bool
	}{{Query{}, false}, {Query{Filter: "main"}, true}, {Query{Filter: "g12"}, false}, {Query{Filter: "main", Sight: SightAll}, false}, {Query{Sight: SightOnly}, true}} {
		if got := c.q.InSight(); got != c.want {
			t.Errorf("%+v: %v", c.q, got)
		}
	}
}

// TestIdleProcs holds that Ps with nothing to show stand in one row, if there are several: in the whole trace, and in the
// time that is shown if only that counts. A P in it is reached, and it is found by a filter.
func TestIdleProcs(t *testing.T) {
	tl := prepared(t, typed.Trace(t, `
		end 1000
		g1 main.main  0 running p2 m0  400 waiting:sync  700 runnable  720 running p5 m1
		g2 main.more  0 running p6 m2  100 waiting:sync`))
	hidden := map[Key]bool{}
	for s := range sections {
		hidden[Key{SectionRow, int32(s)}] = s != ProcSection
	}
	fold := Key{Kind: IdleProcsRow}
	for _, c := range []struct {
		name string
		q    Query
		want string
		idle int
	}{
		{"closed", Query{}, "P2\nP5\nP6\nidle Ps\n", 4},
		{"open", Query{Toggled: map[Key]bool{fold: true}}, "P2\nP5\nP6\nidle Ps\n  P0\n  P1\n  P3\n  P4\n", 4},
		{"one alone stays where it is", Query{Filter: "^P[236]$", Sight: SightAll}, "P2\nP3\nP6\n", 0},
		{"a part", Query{Filter: "^P[1-5]$", Sight: SightAll}, "P2\nP5\nidle Ps\n", 3},
		{"in sight only", Query{Sight: SightOnly, Within: trace.Interval{From: 500, To: 800}}, "P5\nidle Ps\n", 6},
		{"at the end of a span", Query{Sight: SightOnly, Within: trace.Interval{From: 100, To: 300}}, "P2\nP6\nidle Ps\n", 5},
		{"in sight does not count", Query{Within: trace.Interval{From: 500, To: 800}}, "P2\nP5\nP6\nidle Ps\n", 4},
	} {
		c.q.Hidden = hidden
		l := lanesFor(t, tl, c.q)
		if got, want := labels(l), "Processors\n"+c.want; got != want || l.IdleProcs != c.idle {
			t.Errorf("%s: %d idle\n%sexpected %d\n%s", c.name, l.IdleProcs, got, c.idle, want)
		}
		for p := range tl.Trace.Procs {
			key := Key{ProcRow, int32(p)}
			if c.q.Filter == "" && lanesFor(t, tl, l.Reveal(key)).Find(key) < 0 {
				t.Errorf("%s: P%d is not reached", c.name, p)
			}
		}
	}
	q := Query{Hidden: map[Key]bool{fold: true}}
	if l := lanesFor(t, tl, q); l.Find(fold) >= 0 || l.Find(Key{ProcRow, 0}) >= 0 || l.Find(Key{ProcRow, 2}) < 0 {
		t.Errorf("hidden idle Ps are listed:\n%s", labels(l))
	}
}

// TestSearchInStacks finds a function that no goroutine began with, and says what a goroutine does in it, and when first.
func TestSearchInStacks(t *testing.T) {
	tl := prepared(t, typed.RandomTrace(rand.New(rand.NewPCG(1, 12)), 50, 1000, 1000))
	tr := tl.Trace
	first := map[string]trace.Time{}
	for g := range tr.Goroutines {
		for span := tr.Goroutines[g].First; span < tr.Goroutines[g].End; span++ {
			for _, f := range tr.Stacks.Stack(tr.SelfStack(span)) {
				name := tr.Strings.Raw(tr.Frames[f].Func)
				if at, ok := first[name]; !ok || tr.Spans.Start(span) < at {
					first[name] = tr.Spans.Start(span)
				}
			}
		}
	}
	found := 0
	for name, at := range first {
		if _, known := tl.funcs.of[tr.Frames[slices.IndexFunc(tr.Frames, func(f trace.Frame) bool { return tr.Strings.Raw(f.Func) == name })].Func]; known {
			continue
		}
		places := slices.DeleteFunc(tl.Search(name, 10), func(p Place) bool { return p.Why == "" })
		if len(places) == 0 || places[0].From > at || places[0].Key.Kind != GoroutineRow {
			t.Errorf("%s: %+v, first seen at %d", name, places, at)
		}
		found++
	}
	if found == 0 {
		t.Error("no function is only in stacks")
	}
}
