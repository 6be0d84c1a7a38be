package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/model/trace"
)

// columnsOf are the pieces of a grid, column by column; nil where there is
// nothing.
func columnsOf(t *testing.T, ps []piece, n int) []*piece {
	t.Helper()
	out := make([]*piece, n)
	last := int32(0)
	for i := range ps {
		p := &ps[i]
		if p.from < last || p.to <= p.from || int(p.to) > n {
			t.Fatalf("piece %d is %+v, after column %d of %d", i, *p, last, n)
		}
		last = p.to
		for c := p.from; c < p.to; c++ {
			out[c] = p
		}
	}
	return out
}

// Every span that is as wide as a column has one to itself at its place, unless
// narrower ones share it; every narrower one is seen in its column; and what
// is divided is divided by exact sums.
func TestPiecesHideNothing(t *testing.T) {
	const high = LaneHeight - 1
	divided, boxes := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl := prepared(t, randomTrace(rng, 1+rng.IntN(4), 300, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			cols := columnsOf(t, l.pieces(&g, high, nil), g.n)
			for i := range l.n {
				e := l.entry(i)
				from, to := int(math.Floor(g.place(e.start))), int(math.Ceil(g.place(e.end)))
				if e.kind == Ended || e.end <= e.start || from < 0 || to > g.n {
					continue // not seen, or at the edge of the picture
				}
				seen := false
				for c := from; c < max(to, from+1); c++ {
					p := cols[c]
					if p == nil {
						continue
					}
					for place, k := range stacking {
						seen = seen || p.entry < 0 && k == e.kind && p.shares[place] > 0
					}
					seen = seen || p.entry == int32(i)
				}
				if !seen {
					t.Fatalf("seed %d, step %v: entry %d, a %v from %d to %d, is not seen in columns %d to %d", seed, g.step, i, e.kind, e.start, e.end, from, to)
				}
			}
			for c, p := range cols {
				if p == nil {
					continue
				}
				left, right := g.edge(c), g.edge(c+1)
				if p.entry >= 0 {
					boxes++
					e := l.entry(int(p.entry))
					middle := (float64(g.first+int64(c)) + 0.5) * g.step
					if float64(e.start) > middle+1 || float64(e.end) < middle-1 {
						t.Fatalf("seed %d: column %d of %v ns is all entry %d, which is not at its middle", seed, c, g.step, p.entry)
					}
					continue
				}
				divided++
				exact := slowSums(&l, left, right)
				if want := stack(&exact, int64(right-left), high); p.shares != want {
					t.Fatalf("seed %d, column %d: shares %x, expected %x", seed, c, p.shares, want)
				}
			}
		}
	}
	if divided < 1000 || boxes < 1000 {
		t.Fatalf("only %d divided columns and %d of boxes", divided, boxes)
	}
}

// A column shows the same wherever in the picture it stands: nothing shimmers
// when the view moves.
func TestPiecesDoNotShimmer(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 6))
		tl := prepared(t, randomTrace(rng, 1+rng.IntN(4), 400, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			g.first = max(g.first, 50)
			moved := g
			by := rng.IntN(g.n+20) - 10
			moved.first += int64(by)
			a := columnsOf(t, l.pieces(&g, 19, nil), g.n)
			b := columnsOf(t, l.pieces(&moved, 19, nil), g.n)
			for c := range a {
				d := c - by
				if d < 0 || d >= g.n {
					continue
				}
				x, y := a[c], b[d]
				if (x == nil) != (y == nil) || x != nil && (x.entry != y.entry || x.shares != y.shares || x.kind != y.kind) {
					t.Fatalf("seed %d, step %v: column %d shows %+v, and %+v when the view moved by %d", seed, g.step, c, x, y, by)
				}
			}
		}
	}
}

func TestStack(t *testing.T) {
	for _, c := range []struct {
		name string
		time map[Kind]int64
		want map[Kind]int
	}{
		{"nothing", nil, nil},
		{"all of one", map[Kind]int64{Running: 100}, map[Kind]int{Running: 19}},
		{"halves, and the odd pixel to the larger", map[Kind]int64{Running: 49, Sync: 51}, map[Kind]int{Running: 9, Sync: 10}},
		{"a trace of one is seen", map[Kind]int64{Running: 1, Sleep: 99}, map[Kind]int{Running: 1, Sleep: 18}},
		{"a trace of idleness is seen", map[Kind]int64{Running: 99}, map[Kind]int{Running: 18}},
		{"almost idle", map[Kind]int64{Running: 1}, map[Kind]int{Running: 1}},
		{"half idle", map[Kind]int64{Running: 30, Syscall: 20}, map[Kind]int{Running: 6, Syscall: 4}},
		{"many small ones", map[Kind]int64{Running: 1, Collecting: 1, Syscall: 1, Runnable: 1, Sync: 96}, map[Kind]int{Running: 1, Collecting: 1, Syscall: 1, Runnable: 1, Sync: 15}},
	} {
		var s sums
		for k, v := range c.time {
			s[k] = v
		}
		got := stack(&s, 100, 19)
		for i, k := range stacking {
			if int(got[i]) != c.want[k] {
				t.Errorf("%s: %v is %d pixels high, expected %d", c.name, k, got[i], c.want[k])
			}
		}
	}
}

// FuzzStack proves that heights are never more than the column has, and that
// nothing is hidden.
func FuzzStack(f *testing.F) {
	f.Add(int64(1), int64(1), int64(1), int64(96), int64(1))
	f.Add(int64(0), int64(0), int64(0), int64(0), int64(50))
	f.Add(int64(1)<<46, int64(1), int64(0), int64(7), int64(0))
	f.Fuzz(func(t *testing.T, a, b, c, d, idle int64) {
		var s sums
		width := int64(0)
		for i, v := range []int64{a, b, c, d, idle} {
			v &= 1<<46 - 1
			width += v
			if i < 4 {
				s[[]Kind{Running, Runnable, Sync, Unknown}[i]] = v
			}
		}
		if width == 0 {
			return
		}
		heights, high := stack(&s, width, 19), 0
		for i, k := range stacking {
			h := int(heights[i])
			high += h
			if (h > 0) != (s[k] > 0) {
				t.Errorf("%d of %v are %d pixels", s[k], k, h)
			}
		}
		if high > 19 || high < 19 && width == s[Running]+s[Runnable]+s[Sync]+s[Unknown] {
			t.Errorf("%d pixels of 19", high)
		}
	})
}

// The hit test tells what is painted.
func TestHitsArePieces(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 7))
		tl := prepared(t, randomTrace(rng, 1+rng.IntN(4), 300, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			for c, p := range columnsOf(t, l.pieces(&g, 19, nil), g.n) {
				single := g
				single.first, single.n = g.first+int64(c), 1
				span, shared := l.hit(&single)
				switch {
				case p == nil && span != trace.NoSpan,
					p != nil && p.entry >= 0 && (shared || span != l.span(int(p.entry))),
					p != nil && p.entry < 0 && (!shared || span == trace.NoSpan):
					t.Fatalf("seed %d, column %d shows %+v, hit %d, shared %v", seed, c, p, span, shared)
				}
			}
		}
	}
}
