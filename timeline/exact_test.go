package timeline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/model/work"
)

// slowSums are the sums of a lane between two times, span by span.
func slowSums(l *Lane, from, to trace.Time) (s Sums) {
	for i := range l.n {
		e := l.entry(i)
		if d := min(e.end, to) - max(e.start, from); d > 0 {
			s[e.kind] += int64(d)
		}
	}
	return s
}

// lanesOfTrace are all lanes of a trace.
func lanesOfTrace(tl *Timeline) (all []Lane) {
	for g := range tl.Trace.Goroutines {
		all = append(all, laneAt(tl, GoroutineRow, int(g)))
	}
	for p := range tl.Trace.Procs {
		all = append(all, laneAt(tl, ProcRow, p))
	}
	for m := range tl.Trace.Threads {
		all = append(all, laneAt(tl, ThreadRow, m))
	}
	return all
}

// randomGrid is a part of a trace at some zoom.
func randomGrid(rng *rand.Rand, end trace.Time) Grid {
	n := 1 + rng.IntN(60)
	width := float64(end) * []float64{1.2, 0.5, 0.05, 0.002}[rng.IntN(4)] * (0.2 + rng.Float64())
	step := max(width/float64(n), 0.05)
	return Grid{Step: step, first: int64(rng.Float64() * float64(end) / step), N: n}
}

// Whatever columns are asked for, the levels of detail give what all spans in
// them come to, to the nanosecond.
func TestLevelsAreExact(t *testing.T) {
	withLevels := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(6), 1500, 1000))
		if err := tl.prepareThreads(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, l := range lanesOfTrace(tl) {
			if l.levels != nil {
				withLevels++
			}
			g := randomGrid(rng, tl.Trace.End)
			c := newCursor(&l)
			c.advance(g.Edge(0))
			for j := range g.N {
				before := c.sum
				c.advance(g.Edge(j + 1))
				want := slowSums(&l, g.Edge(j), g.Edge(j+1))
				for k := range want {
					if got := c.sum[k] - before[k]; got != want[k] {
						t.Fatalf("seed %d, lane %d, column %d from %d to %d: %d ns of %v, expected %d", seed, i, j, g.Edge(j), g.Edge(j+1), got, Kind(k), want[k])
					}
				}
			}
		}
	}
	if withLevels < 100 {
		t.Fatalf("only %d lanes had levels of detail", withLevels)
	}
}

// slowCounts are goroutine-nanoseconds of some goroutines between two times.
func slowCounts(tl *Timeline, list []trace.GoIndex, from, to trace.Time) (s Sums) {
	for _, g := range list {
		l := laneAt(tl, GoroutineRow, int(g))
		one := slowSums(&l, from, to)
		for k := range s {
			s[k] += one[k]
		}
	}
	s[Ended] = 0
	return s
}

// The census gives what all goroutines of each group come to, to the
// nanosecond, both ways in which columns are found.
func TestCensusIsExact(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(40), 100+rng.IntN(6000), []float64{50, 3000, 2e8}[rng.IntN(3)]))
		everyone := make([]trace.GoIndex, len(tl.Trace.Goroutines))
		for i := range everyone {
			everyone[i] = trace.GoIndex(i)
		}
		rows := map[Key][]trace.GoIndex{{Kind: StatesRow}: everyone}
		for _, group := range tl.funcs.list {
			rows[Key{GroupRow, int32(group.name)}] = group.all
		}
		for key, list := range rows {
			g := randomGrid(rng, tl.Trace.End)
			var edges []trace.Time
			for j := range g.N + 1 {
				edges = append(edges, min(g.Edge(j), tl.Trace.End))
			}
			n := tl.census(key)
			var slots []int
			if n.slot >= 0 {
				slots = []int{n.slot}
			}
			s := n.c.choose(slots)
			ways := [2][]int64{make([]int64, g.N*s.stride), make([]int64, g.N*s.stride)}
			n.c.coarse(edges, s, ways[0])
			n.c.fine(edges, s, ways[1])
			for w, out := range ways {
				for j := range g.N {
					got := Sums(out[j*s.stride:])
					got[Ended] = 0
					if want := slowCounts(tl, list, edges[j], edges[j+1]); got != want {
						t.Fatalf("seed %d, row %v, way %d, column %d from %d to %d:\n%v, expected\n%v", seed, key, w, j, edges[j], edges[j+1], got, want)
					}
				}
			}
		}
	}
}

// The row of a group counts the goroutines that a query leaves of it, and no others, whatever it filters by.
func TestGroupRowsCountWhatIsLeft(t *testing.T) {
	parts := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 7))
		tl := prepared(t, typed.RandomTrace(rng, 5+rng.IntN(40), 2000+rng.IntN(2000), 50))
		someone := trace.GoIndex(rng.IntN(len(tl.Trace.Goroutines)))
		for _, q := range []Query{
			{Filter: "^g[1-9]*[13579] "}, {MinDuration: time.Duration(tl.Trace.End / 20)}, {IDs: []int64{1, 2, 3, 5, 8, 13, 21, 34}},
			{Kinds: SetOf(Network)}, {Hidden: map[Key]bool{{GoroutineRow, int32(someone)}: true}}, {},
		} {
			l := lanesFor(t, tl, q)
			for _, group := range tl.funcs.list {
				key := Key{GroupRow, int32(group.name)}
				if n := len(l.group(key)); n > 0 && n < len(group.all) {
					parts++
				}
				for range 5 {
					from := trace.Time(rng.Int64N(int64(tl.Trace.End)))
					to := from + 1 + trace.Time(rng.Int64N(int64(tl.Trace.End-from)))
					got := l.Counts(key, from, to)
					got[Ended] = 0
					if want := slowCounts(tl, l.group(key), from, to); got != want {
						t.Fatalf("seed %d, %+v, %v from %d to %d:\n%v, expected\n%v", seed, q, key, from, to, got, want)
					}
				}
			}
		}
	}
	if parts == 0 {
		t.Error("no query leaves a part of a group")
	}
}

// More groups than have a slot, and more kinds of change than a byte tells apart, are counted all
// the same, however wide bins are.
func TestCensusOfManyGroups(t *testing.T) {
	for _, end := range []trace.Time{1 << 20, 1 << 32, 1 << 46} {
		rng := rand.New(rand.NewPCG(3, 3))
		const groups = 30
		var all []change
		for range 20_000 {
			all = append(all, change{trace.Time(rng.Int64N(int64(end))), Kind(rng.IntN(int(KindCount))), Kind(rng.IntN(int(KindCount))), uint8(rng.IntN(groups))})
		}
		c, slotOf, _ := newCensus(t.Context(), nil, end, len(all), groups, atOnce(func(_ *work.Steps, yield func(change)) {
			for _, x := range all {
				yield(x)
			}
		}))
		if len(c.moves) > maxMoves {
			t.Fatalf("%d moves", len(c.moves))
		}
		if c.high != nil != (end == 1<<32) || c.wide != nil != (end == 1<<46) {
			t.Errorf("bins of a trace of %d ns are 1<<%d wide: the test proves nothing", end, c.shift)
		}
		s := c.choose(nil)
		acc := make([]int64, int(KindCount))
		c.upTo(end/2, s, acc, new(tally))
		var want Sums
		for _, x := range all {
			if d := int64(end/2 - x.at); d > 0 {
				want[x.from] -= d
				want[x.to] += d
			}
		}
		for k := range want {
			if Kind(k) != Ended && acc[k] != want[k] {
				t.Errorf("to %d: %d of %v, expected %d", end/2, acc[k], Kind(k), want[k])
			}
		}
		if !slices.Contains(slotOf[1:], 0) {
			t.Error("every group has a slot: the test proves nothing")
		}
	}
}

// A census that is taken part by part is the same.
func TestCensusInParts(t *testing.T) {
	defer func(was int32) { perPart = was }(perPart)
	usual := perPart
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tr := typed.RandomTrace(rng, 1+rng.IntN(30), 400, 300)
		perPart = usual
		want := prepared(t, tr).everyone
		perPart = int32(1 + rng.IntN(200))
		got := prepared(t, tr).everyone
		if len(want.what) <= int(perPart) {
			t.Fatal("one part: the test proves nothing")
		}
		for b := range want.bins {
			in := func(c *census) (all []string) {
				for i := c.first[b]; i < c.first[b+1]; i++ {
					all = append(all, fmt.Sprint(c.since(i), c.moves[c.what[i]]))
				}
				slices.Sort(all)
				return all
			}
			if !slices.Equal(in(got), in(want)) {
				t.Fatalf("seed %d, bin %d: %v, expected %v", seed, b, in(got), in(want))
			}
		}
	}
}

// The most at once is what looking at every moment finds.
func TestCensusMost(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 4))
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(30), 400, 300))
		most, busiest := int32(0), int32(0)
		for span := range tl.Trace.Spans.Len() {
			at := tl.Trace.Spans.Start(trace.SpanIndex(span))
			alive, busy := int32(0), int32(0)
			for g := range tl.Trace.Goroutines {
				l := laneAt(tl, GoroutineRow, int(g))
				i := l.find(at)
				if i < 0 || l.entry(i).kind == Ended {
					continue
				}
				alive++
				if AtWork.Has(l.entry(i).kind) {
					busy++
				}
			}
			most, busiest = max(most, alive), max(busiest, busy)
		}
		if tl.everyone.maxAlive != most || tl.everyone.maxBusy != busiest {
			t.Errorf("seed %d: most %d, busiest %d, expected %d and %d", seed, tl.everyone.maxAlive, tl.everyone.maxBusy, most, busiest)
		}
	}
}

// Figures of eight bytes are those of four, and are taken where a tile lasts too
// long for these.
func TestLevelsOfLongTimes(t *testing.T) {
	wide, narrow := 0, 0
	for seed := range uint64(20) {
		tl := prepared(t, typed.RandomTrace(rand.New(rand.NewPCG(seed, 2)), 3, 2000, 4000*math.Pow(2, float64(seed))))
		for i, l := range lanesOfTrace(tl) {
			v := l.levels
			if v == nil {
				continue
			}
			other := *v
			if v.narrow != nil {
				narrow++
				other.fill(work.StepsUntil(t.Context()), nil, &l, 0)
			} else if wide++; other.fill(work.StepsUntil(t.Context()), nil, &l, tileShift) {
				t.Errorf("seed %d, lane %d needs no eight bytes", seed, i)
				continue
			} else {
				other = *v
			}
			var want Sums // of all entries before a block
			before := 0
			for b := range v.blocks {
				for ; before < b*v.block; before++ {
					e := l.entry(before)
					want[e.kind] += int64(e.end - e.start)
				}
				var got, others Sums
				v.at(b, &got)
				other.at(b, &others)
				if e := l.entry(before); v.start(b) != e.start || other.start(b) != e.start || got != want || others != want {
					t.Fatalf("seed %d, lane %d, block %d: from %d, %v and %v; expected %d, %v", seed, i, b, v.start(b), got, others, e.start, want)
				}
			}
		}
	}
	if wide < 5 || narrow < 5 {
		t.Fatalf("%d lanes with eight bytes, %d with four", wide, narrow)
	}
}

// laneAt is the lane of a kind of rows with an index.
func laneAt(tl *Timeline, kind RowKind, i int) Lane {
	l, _ := tl.Lane(Key{kind, int32(i)})
	return l
}
