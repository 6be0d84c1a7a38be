package timeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/model/trace"
	"profstation/scene"
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
	tl := prepared(t, typed(t, small))
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

// The quick filter keeps what matching every label keeps.
func TestFilterIsExact(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 10))
		tl := prepared(t, randomTrace(rng, 200, 2000, 1000))
		for _, filter := range []string{"serve", "^g1", "main.a$", "g.*1.*b", "^main", "x"} {
			l := lanesFor(t, tl, Query{Flat: true, Filter: filter})
			want := 0
			re := regexp.MustCompile(filter)
			for g := range tl.Trace.Goroutines {
				name := tl.Trace.Strings.Raw(tl.Trace.Goroutines[g].Func)
				id := strings.Fields(tl.GoName(trace.GoIndex(g)))[0]
				if re.MatchString(name) || re.MatchString(id+" "+name) {
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
	tl := prepared(t, typed(t, small))
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
	tl := prepared(t, typed(t, small))
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

// A goroutine that waits or is ready to run is on no P: Details name the P that it ran on last, not its waker's.
func TestLastOn(t *testing.T) {
	tr := typed(t, small)
	tl := prepared(t, tr)
	for _, c := range []struct {
		at   trace.Time
		g    int64
		on   bool
		p, m string
	}{
		{200, 1, true, "P0", "M100"},
		{500, 1, false, "P0", "M100"},
		{710, 1, false, "P0", "M100"}, // woken from M101
		{50, 2, false, "", ""},        // it waited from before the trace
		{120, 2, false, "", ""},       // woken from M100
		{152, 2, true, "P1", "M101"},
		{300, 2, false, "P1", "M101"},
		{201, 3, false, "", ""}, // made on M100
		{950, 3, false, "", ""}, // not known
	} {
		g, _ := tr.GoByID(c.g)
		span, _ := tr.SpanAt(g, c.at)
		x := tl.Inspect(span)
		if p, m := tl.ProcName(x.P), tl.ThreadName(x.M); x.On() != c.on || p != c.p || m != c.m {
			t.Errorf("g%d at %d is on %q %q, on %v", c.g, c.at, p, m, x.On())
		}
		if text := tl.Describe(span); strings.Contains(text, "  on ") != c.on {
			t.Errorf("g%d at %d: %q", c.g, c.at, text)
		}
	}
}

func TestInspect(t *testing.T) {
	tl := prepared(t, typed(t, small))
	x := tl.Inspect(6) // g2 runs after g1 unlocked
	if x.Go != 1 || x.State != trace.GoRunning || x.Start != 150 || x.End != 151 || x.Previous != 5 || x.Next != 7 ||
		x.Woken != 5 || x.WokenAt != 100 || x.Latency != 50 || x.Waker != 0 || x.WakerSpan != 0 || x.Open || x.Told || len(x.WakeStack) != 2 {
		t.Errorf("%+v", x)
	}
	if x := tl.Inspect(4); !x.Told || x.Woken != 5 || x.WokenAt != 100 || x.Latency != 50 || x.Waker != 0 || x.Previous != trace.NoSpan || x.Doing != "waiting: sync" || len(x.Stack) != 2 {
		t.Errorf("%+v", x)
	}
	if x := tl.Inspect(3); !x.Open || x.Next != trace.NoSpan || x.Latency != 20 {
		t.Errorf("%+v", x)
	}
	want := "g2 main.worker\nrunning  1ns  on P1  M101\nwoken by g1 main.main, ran after 50ns"
	if got := tl.Describe(6); got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

// What each row says at a place.
func TestExplain(t *testing.T) {
	tl := prepared(t, typed(t, small))
	l := lanesFor(t, tl, openAll(tl))
	v := View{Window: tl.Whole(), Area: scene.Rect{X1: 1100, Y1: 2000}, Label: 100}
	for _, c := range []struct {
		key   Key
		level int16
		x     float64
		want  string
	}{
		{Key{MarkRow, 0}, 0, 650, "mark phase\n100ns"},
		{Key{StopRow, 0}, 0, 900, "world stopped: GC mark termination\nat least 402ns: it did not end in the trace"},
		{Key{AssistRow, 0}, 0, 370, "mark assists\nGC work  1"},
		{Key{HeapRow, 0}, 0, 500, "heap  2.93kB\ngoal  3.91kB"},
		{Key{StatesRow, 0}, 0, 410, "goroutines\nrunning  1\nnetwork  1\nsleep  1"},
		{Key{ThreadsRow, 0}, 0, 410, "threads at work\nrunning  1"},
		{Key{RegionRow, 0}, 1, 200, "region inner\n150ns"},
		{Key{LogRow, 0}, 0, 161, "info: hello\nat 60ns"},
		{Key{SampleRow, 0}, 0, 221, "CPU sample\nat 120ns\nmain.hot  main.hot.go:7"},
		{Key{StackRow, 0}, 1, 600, "main.wait  main.wait.go:7\nwaiting: chan receive"},
		{Key{TaskRow, 0}, 0, 300, "task request 1\n800ns"},
		{Key{ProcRow, 0}, 0, 1000, "P0\nunknown"},
	} {
		i := slices.IndexFunc(l.Rows, func(r Row) bool { return r.Key == c.key && r.Level == c.level })
		if i < 0 {
			t.Errorf("no row %v", c.key)
			continue
		}
		h := l.At(v, scene.Point{X: c.x, Y: AxisHeight + l.Top(i) + 5})
		if got := l.Explain(h); got != c.want {
			t.Errorf("%v at %v: %q, expected %q", c.key, c.x, got, c.want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		from trace.Time
		step float64 // ns a pixel
		at   trace.Time
		want string
	}{
		{0, 0.01, 3, "3ns"}, {0, 12, 2000, "2µs"}, {0, 2600, 1_500_000, "1.5ms"}, {0, 1e6, 2_400_000_000, "2.4s"},
		{0, 1e6, 0, "0"}, {0, 1e8, 90e9, "1m30s"}, {0, 1e10, 3 * 3600e9, "3h00m00s"},
		{12_345_678_901, 0.1, 12_345_678_910, "+8.91µs"}, {1_000_000_050, 12, 1_000_004_000, "+4µs"},
	} {
		ticks := newTicks(c.from, c.step)
		if float64(ticks.step) < c.step*tickRoom {
			t.Errorf("step %v for %v ns a pixel: labels overlap", time.Duration(ticks.step), c.step)
		}
		if got := ticks.label(c.at); got != c.want {
			t.Errorf("%v from %v at %v ns a pixel is %q, expected %q", c.at, c.from, c.step, got, c.want)
		}
	}
}
