package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
)

// columnsOf are the pieces of a grid, column by column; nil where there is
// nothing.
func columnsOf(t *testing.T, ps []Piece, n int) []*Piece {
	t.Helper()
	out := make([]*Piece, n)
	last := int32(0)
	for i := range ps {
		p := &ps[i]
		if p.From < last || p.To <= p.From || int(p.To) > n {
			t.Fatalf("piece %d is %+v, after column %d of %d", i, *p, last, n)
		}
		last = p.To
		for c := p.From; c < p.To; c++ {
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
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(4), 300, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			cols := columnsOf(t, l.Pieces(&g, high, nil), g.N)
			for i := range l.n {
				e := l.entry(i)
				from, to := int(math.Floor(g.Place(e.start))), int(math.Ceil(g.Place(e.end)))
				if e.kind == Ended || e.end <= e.start || from < 0 || to > g.N {
					continue // not seen, or at the edge of the picture
				}
				seen := false
				for c := from; c < max(to, from+1); c++ {
					p := cols[c]
					if p == nil {
						continue
					}
					for place, k := range stacking {
						seen = seen || p.Entry < 0 && k == e.kind && p.Shares[place] > 0
					}
					seen = seen || p.Entry == int32(i)
				}
				if !seen {
					t.Fatalf("seed %d, step %v: entry %d, a %v from %d to %d, is not seen in columns %d to %d", seed, g.Step, i, e.kind, e.start, e.end, from, to)
				}
			}
			for c, p := range cols {
				if p == nil {
					continue
				}
				left, right := g.Edge(c), g.Edge(c+1)
				if p.Entry >= 0 {
					boxes++
					e := l.entry(int(p.Entry))
					middle := (float64(g.first+int64(c)) + 0.5) * g.Step
					if float64(e.start) > middle+1 || float64(e.end) < middle-1 {
						t.Fatalf("seed %d: column %d of %v ns is all entry %d, which is not at its middle", seed, c, g.Step, p.Entry)
					}
					continue
				}
				divided++
				exact := slowSums(&l, left, right)
				if want := stack(&exact, int64(right-left), high); p.Shares != want {
					t.Fatalf("seed %d, column %d: shares %x, expected %x", seed, c, p.Shares, want)
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
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(4), 400, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			g.first = max(g.first, 50)
			moved := g
			by := rng.IntN(g.N+20) - 10
			moved.first += int64(by)
			a := columnsOf(t, l.Pieces(&g, 19, nil), g.N)
			b := columnsOf(t, l.Pieces(&moved, 19, nil), g.N)
			for c := range a {
				d := c - by
				if d < 0 || d >= g.N {
					continue
				}
				x, y := a[c], b[d]
				if (x == nil) != (y == nil) || x != nil && (x.Entry != y.Entry || x.Shares != y.Shares || x.Kind != y.Kind) {
					t.Fatalf("seed %d, step %v: column %d shows %+v, and %+v when the view moved by %d", seed, g.Step, c, x, y, by)
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
		{"many typed.Small ones", map[Kind]int64{Running: 1, Collecting: 1, Syscall: 1, Runnable: 1, Sync: 96}, map[Kind]int{Running: 1, Collecting: 1, Syscall: 1, Runnable: 1, Sync: 15}},
	} {
		var s Sums
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
		var s Sums
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
		tl := prepared(t, typed.RandomTrace(rng, 1+rng.IntN(4), 300, 1000))
		for _, l := range lanesOfTrace(tl) {
			g := randomGrid(rng, tl.Trace.End)
			for c, p := range columnsOf(t, l.Pieces(&g, 19, nil), g.N) {
				single := g
				single.first, single.N = g.first+int64(c), 1
				span, shared := l.hit(&single)
				switch {
				case p == nil && span != trace.NoSpan,
					p != nil && p.Entry >= 0 && (shared || span != l.Span(int(p.Entry))),
					p != nil && p.Entry < 0 && (!shared || span == trace.NoSpan):
					t.Fatalf("seed %d, column %d shows %+v, hit %d, shared %v", seed, c, p, span, shared)
				}
			}
		}
	}
}
