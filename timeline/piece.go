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
	shares   Column
}

// stack divides a column of a width in nanoseconds by the time of each kind. Every kind that has some gets a pixel; the largest
// takes what rounding leaves. Time of no kind stays empty, at the top.
func stack(time *sums, width int64, high int) (c Column) {
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
// A span that is as wide as a column is drawn as a box whose edges are rounded to columns, so it
// has at least one. Columns that hold narrower spans are divided by shares.
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
		p := piece{from: int32(j), to: int32(j + 1), entry: -1, kind: Ended}
		if here := c.stretch(); here.end >= right {
			p.to, p.entry, p.kind = int32(g.n), here.i, here.kind
			if here.end != trace.NoTime {
				p.to = int32(min(max(j+1, int(g.place(here.end))), g.n))
			}
			c.advance(g.edge(int(p.to)))
		} else if next := c.after(here); here.long(g) && next.long(g) && next.end >= right {
			if here.end-left < right-here.end {
				here = next
			}
			p.entry, p.kind = here.i, here.kind
			c.advance(right)
		} else {
			before := c.sum
			c.advance(right)
			spent := c.sum.less(&before)
			p.shares = stack(&spent, int64(right-left), high)
		}
		out = push(out, base, p)
		j = int(p.to)
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
			out = push(out, base, piece{from: int32(max(from, 0)), to: int32(min(to, float64(g.n))), entry: e.i, kind: e.kind})
		}
	}
	return out
}

// push adds a piece, or lengthens the last one where it goes on. Pieces of nothing are left out.
func push(out []piece, base int, p piece) []piece {
	if p.shares == (Column{}) && p.kind == Ended {
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

func (e *entry) long(g *grid) bool { return float64(e.end-e.start) >= g.step }
