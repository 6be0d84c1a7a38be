package timeline

import (
	"math"

	"profstation/model/trace"
)

// Piece is what a lane shows in some columns: one entry, or shares.
type Piece struct {
	From, To int32 // columns
	Entry    int32 // −1: shares
	Kind     Kind
	Shares   Column
}

// stack divides a column, whose width is in nanoseconds, by how long each kind lasts. Every kind that lasts
// at all gets a pixel; the largest takes what rounding leaves. Time without a kind stays empty, at the top.
func stack(time *Sums, width int64, high int) (c Column) {
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

// Pieces adds to out what a lane shows in a grid's columns.
//
// A span that is as wide as a column is drawn as a box whose edges are rounded to columns, so it
// has at least one. Columns that hold narrower spans are divided by shares.
func (l *Lane) Pieces(g *Grid, high int, out []Piece) []Piece {
	if l.n == 0 || g.N <= 0 {
		return out
	}
	if g.Step < 1 {
		return l.boxes(g, out)
	}
	base := len(out)
	c := newCursor(l)
	c.advance(g.Edge(0))
	for j := 0; j < g.N; {
		left, right := g.Edge(j), g.Edge(j+1)
		p := Piece{From: int32(j), To: int32(j + 1), Entry: -1, Kind: Ended}
		if here := c.stretch(); here.end >= right {
			p.To, p.Entry, p.Kind = int32(g.N), here.i, here.kind
			if here.end != trace.NoTime {
				p.To = int32(min(max(j+1, int(g.Place(here.end))), g.N))
			}
			c.advance(g.Edge(int(p.To)))
		} else if next := c.after(here); here.long(g) && next.long(g) && next.end >= right {
			if here.end-left < right-here.end {
				here = next
			}
			p.Entry, p.Kind = here.i, here.kind
			c.advance(right)
		} else {
			before := c.sum
			c.advance(right)
			spent := c.sum.less(&before)
			p.Shares = stack(&spent, int64(right-left), high)
		}
		out = push(out, base, p)
		j = int(p.To)
	}
	return out
}

// boxes are the pieces where no span is narrower than a column.
func (l *Lane) boxes(g *Grid, out []Piece) []Piece {
	base := len(out)
	for i := max(0, l.find(g.Edge(0))); i < l.n; i++ {
		e := l.entry(i)
		from, to := math.Round(g.Place(e.start)), math.Round(g.Place(e.end))
		if from >= float64(g.N) {
			break
		}
		if to > 0 {
			out = push(out, base, Piece{From: int32(max(from, 0)), To: int32(min(to, float64(g.N))), Entry: e.i, Kind: e.kind})
		}
	}
	return out
}

// push adds a piece, or lengthens the last one where it goes on. Empty pieces are left out.
func push(out []Piece, base int, p Piece) []Piece {
	if p.Shares == (Column{}) && p.Kind == Ended {
		return out
	}
	if n := len(out); n > base {
		last := &out[n-1]
		if last.To == p.From && last.Entry == p.Entry && last.Shares == p.Shares {
			last.To = p.To
			return out
		}
	}
	return append(out, p)
}

func (e *entry) long(g *Grid) bool { return float64(e.end-e.start) >= g.Step }
