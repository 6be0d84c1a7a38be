package timeline

import (
	"math"

	"profstation/model/trace"
)

// piece is what a lane shows in some columns: one entry, or shares.
type piece struct {
	from, to int32 // columns
	entry    int32 // −1: shares
	kind     Kind
	shares   column
}

// stack divides a column of a width in nanoseconds by the time of each kind. Every kind that has some gets a pixel; the largest
// takes what rounding leaves. Time of no kind stays empty, at the top.
func stack(time *sums, width int64, high int) (c column) {
	used, largest, parts := 0, -1, 0
	covered := int64(0)
	for i, k := range stacking {
		d := time[k]
		if d <= 0 {
			continue
		}
		covered += d
		h := max(1, int(float64(d)*float64(high)/float64(width)+0.5))
		c[i] = uint8(h)
		used += h
		parts++
		if largest < 0 || d > time[stacking[largest]] {
			largest = i
		}
	}
	if largest < 0 {
		return c
	}
	goal := high
	if covered < width {
		goal = min(max(int(math.Round(float64(covered)*float64(high)/float64(width))), parts), high-1)
	}
	c[largest] = uint8(max(1, int(c[largest])+goal-used))
	return c
}

// pieces adds to out what a lane shows in the columns of a grid.
//
// A span that is as wide as a column is drawn as a box whose edges are rounded
// to columns, so it has at least one. Columns that hold narrower spans are
// divided by shares.
func (l *lane) pieces(g *grid, high int, out []piece) []piece {
	if l.n == 0 || g.n <= 0 {
		return out
	}
	if g.step < 1 {
		return l.boxes(g, out)
	}
	base := len(out)
	c := newCursor(l)
	c.advance(g.edge(0))
	for j := 0; j < g.n; {
		left, right := g.edge(j), g.edge(j+1)
		here := c.stretch()
		if here.end >= right {
			to := g.n
			if here.end != trace.NoTime {
				to = min(max(j+1, int(g.place(here.end))), g.n)
			}
			out = push(out, base, piece{from: int32(j), to: int32(to), entry: here.entry, kind: here.kind})
			j = to
			c.advance(g.edge(j))
			continue
		}
		if here.long(g) {
			if next := c.after(here); next.end >= right && next.long(g) {
				if here.end-left < right-here.end {
					here = next
				}
				out = push(out, base, piece{from: int32(j), to: int32(j + 1), entry: here.entry, kind: here.kind})
				c.advance(right)
				j++
				continue
			}
		}
		before := c.sum
		c.advance(right)
		spent := c.sum.less(&before)
		out = push(out, base, piece{from: int32(j), to: int32(j + 1), entry: -1, kind: Ended,
			shares: stack(&spent, int64(right-left), high)})
		j++
	}
	return out
}

// boxes are the pieces where no span is narrower than a column.
func (l *lane) boxes(g *grid, out []piece) []piece {
	base := len(out)
	for i := max(0, l.find(g.edge(0))); i < l.n; i++ {
		e := l.entry(i)
		from, to := math.Round(g.place(e.start)), math.Round(g.place(e.end))
		if from >= float64(g.n) {
			break
		}
		if to > 0 {
			out = push(out, base, piece{from: int32(max(from, 0)), to: int32(min(to, float64(g.n))), entry: int32(i), kind: e.kind})
		}
	}
	return out
}

// push adds a piece, or lengthens the last one where it goes on. Pieces of
// nothing are left out.
func push(out []piece, base int, p piece) []piece {
	if p.shares == (column{}) && p.kind == Ended {
		return out
	}
	if n := len(out); n > base {
		last := &out[n-1]
		if last.to == p.from && last.entry == p.entry && last.shares == p.shares {
			last.to = p.to
			return out
		}
	}
	return append(out, p)
}

// stretch is an entry of a lane, or the nothing between two.
type stretch struct {
	start, end trace.Time
	entry      int32 // −1: nothing
	kind       Kind
}

// long reports whether a stretch is as wide as a column.
func (s *stretch) long(g *grid) bool { return float64(s.end-s.start) >= g.step }

// stretch is the one that begins at or before the cursor and ends after it.
func (c *cursor) stretch() stretch {
	if c.i >= 0 && c.at < c.e.end {
		return stretch{c.e.start, c.e.end, int32(c.i), c.e.kind}
	}
	s := stretch{0, trace.NoTime, -1, Ended}
	if c.i >= 0 {
		s.start = c.e.end
	}
	if e, ok := c.next(); ok {
		s.end = e.start
	}
	return s
}

// after is the stretch behind the cursor's.
func (c *cursor) after(s stretch) stretch {
	e, ok := c.next()
	if !ok {
		return stretch{s.end, trace.NoTime, -1, Ended}
	}
	if e.start > s.end {
		return stretch{s.end, e.start, -1, Ended}
	}
	return stretch{e.start, e.end, int32(c.i + 1), e.kind}
}
