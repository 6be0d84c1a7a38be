package timeline

import (
	"profstation/model"
	"profstation/scene"
)

// crowd draws how many of a group are in each kind of time: columns of stacked
// means, as high as the row for the most there ever are at once.
func (p *Painter) crowd(cv scene.Canvas, g *grid, row *Row, box scene.Rect) {
	key, only := row.Key, KindSet(0)
	if key.Kind == ThreadsRow {
		// A goroutine that runs, or is in a system call, holds one thread.
		key, only = Key{Kind: StatesRow}, SetOf(Running, Collecting, Syscall)
	}
	c := p.l.Timeline.crowd(key)
	most := c.most
	if only != 0 {
		most = p.l.Timeline.mostThreads()
	}
	if most == 0 {
		return
	}
	p.columns(g)
	c.columns(p.edges, p.sums[:g.n])
	high := int(box.H())
	var last crowdColumn
	from := 0
	flush := func(to int) {
		if to > from {
			p.crowdColumn(cv, &last, scene.Rect{X0: g.x0 + float64(from), Y0: box.Y0, X1: g.x0 + float64(to), Y1: box.Y1})
		}
		from = to
	}
	for j := range g.n {
		width := int64(p.edges[j+1] - p.edges[j])
		if width == 0 {
			width = 1
		}
		now := heights(&p.sums[j], only, float64(width)*float64(most), high)
		if now != last {
			flush(j)
			last = now
		}
	}
	flush(g.n)
}

// columns makes room for the columns of a grid and finds their edges, which
// end with the trace.
func (p *Painter) columns(g *grid) {
	if cap(p.edges) <= g.n {
		p.edges, p.sums = make([]model.TraceTime, g.n+1), make([]sums, g.n+1)
	}
	p.edges, p.sums = p.edges[:g.n+1], p.sums[:g.n+1]
	for i := range p.edges {
		p.edges[i] = min(max(g.edge(i), 0), p.l.Timeline.Trace.End)
	}
}

// crowdColumn are the heights of a column, in the order of stacking.
type crowdColumn [len(stacking)]uint8

// heights divides a column: whole stands for its full height. All that is not
// nothing gets a pixel.
func heights(s *sums, only KindSet, whole float64, high int) (c crowdColumn) {
	sum, used := int64(0), 0
	for i, k := range stacking {
		if s[k] <= 0 || only != 0 && !only.Has(k) {
			continue
		}
		// Rounded from the bottom up, so that a column is as high as its sum.
		sum += s[k]
		h := max(1, min(high, int(float64(sum)/whole*float64(high)+0.5))-used)
		c[i] = uint8(h)
		used += h
	}
	return c
}

func (p *Painter) crowdColumn(cv scene.Canvas, c *crowdColumn, b scene.Rect) {
	y := b.Y1
	for i, h := range c {
		if h > 0 {
			cv.Fill(scene.Rect{X0: b.X0, Y0: max(y-float64(h), b.Y0), X1: b.X1, Y1: y}, p.fills.kind[stacking[i]])
			y -= float64(h)
		}
	}
}

// mostThreads is the most threads that are at work at once.
func (t *Timeline) mostThreads() int32 {
	c := t.crowd(Key{Kind: StatesRow})
	return c.busiest
}
