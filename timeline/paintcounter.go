package timeline

import (
	"profstation/model/trace"
	"profstation/scene"
)

// counter draws quantities over time: the heap as an area, whose upper part is
// paler where it changed within a column, with its goal as a line.
func (p *Painter) counter(cv scene.Canvas, g *grid, row *Row, box scene.Rect) {
	t := p.l.Timeline
	if row.Kind == MaxProcsRow {
		if s := t.metric(trace.GoMaxProcs); s != nil {
			p.area(cv, g, s, float64(s.top)*1.1, box)
		}
		return
	}
	heap, goal := t.metric(trace.HeapObjects), t.metric(trace.HeapGoal)
	top := 1.0
	for _, s := range []*series{heap, goal} {
		if s != nil {
			top = max(top, float64(s.top))
		}
	}
	if heap != nil {
		p.area(cv, g, heap, top, box)
	}
	if goal != nil {
		p.line(cv, g, goal, top, box)
	}
}

// ranges calls f for every run of columns with the same least and most height.
func (p *Painter) ranges(g *grid, s *series, top float64, box scene.Rect, f func(b scene.Rect, low, high float64)) {
	high := box.H()
	from := 0
	var low0, high0 float64 = -1, -1
	flush := func(to int) {
		if from < to && high0 >= 0 {
			f(scene.Rect{X0: g.x0 + float64(from), X1: g.x0 + float64(to)}, low0, high0)
		}
		from = to
	}
	at := s.Index(p.crowds.edges[0])
	for j := range g.n {
		next := at
		for next+1 < len(s.Value) && s.Time.At(next+1) <= p.crowds.edges[j+1] {
			if next-at > seriesBlock {
				next = s.Index(p.crowds.edges[j+1])
				break
			}
			next++
		}
		inside := next
		if inside > at && s.Time.At(inside) == p.crowds.edges[j+1] {
			inside--
		}
		low1, high1 := -1.0, -1.0
		if p.crowds.edges[j] < p.crowds.edges[j+1] {
			if least, most, ok := s.within(at, inside); ok {
				low1, high1 = round(float64(least)/top*high), round(float64(most)/top*high)
			}
		}
		if low1 != low0 || high1 != high0 {
			flush(j)
			low0, high0 = low1, high1
		}
		at = next
	}
	flush(g.n)
}

func round(x float64) float64 { return float64(int(x + 0.5)) }

func (p *Painter) area(cv scene.Canvas, g *grid, s *series, top float64, box scene.Rect) {
	p.ranges(g, s, top, box, func(b scene.Rect, low, high float64) {
		b.Y0, b.Y1 = box.Y1-low, box.Y1
		cv.Fill(b, p.fills.heap)
		b.Y0, b.Y1 = box.Y1-high, b.Y0
		cv.Fill(b, p.fills.heapRange)
	})
}

func (p *Painter) line(cv scene.Canvas, g *grid, s *series, top float64, box scene.Rect) {
	p.ranges(g, s, top, box, func(b scene.Rect, low, high float64) {
		b.Y0, b.Y1 = min(box.Y1-high, box.Y1-1), min(max(box.Y1-low, box.Y1-high+1), box.Y1)
		cv.Fill(b, p.fills.goal)
	})
}
