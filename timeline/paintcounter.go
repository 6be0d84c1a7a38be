package timeline

import (
	"math"

	"profstation/model/trace"
	"profstation/scene"
)

// counter draws quantities over time: the heap as an area, whose upper part is
// paler where it changed within a column, with its goal as a line.
func (f *frame) counter(r *painted) {
	t := f.l.Timeline
	if r.Kind == MaxProcsRow {
		if s := t.metric(trace.GoMaxProcs); s != nil {
			f.area(s, float64(s.top)*1.1, r.box)
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
		f.area(heap, top, r.box)
	}
	if goal != nil {
		f.line(goal, top, r.box)
	}
}

// ranges calls draw for every run of columns with the same least and most height.
func (f *frame) ranges(s *series, top float64, box scene.Rect, draw func(b scene.Rect, low, high float64)) {
	edges := f.crowds.edges
	from := 0
	low, high := -1.0, -1.0 // not known
	flush := func(to int) {
		if from < to && high >= 0 {
			draw(f.columnsBox(from, to, box), low, high)
		}
		from = to
	}
	at := s.Index(edges[0])
	for j, edge := range edges[1:] {
		next := at
		for next+1 < len(s.Value) && s.Time.At(next+1) <= edge {
			if next-at > seriesBlock {
				next = s.Index(edge)
				break
			}
			next++
		}
		inside := next
		if inside > at && s.Time.At(inside) == edge {
			inside--
		}
		nowLow, nowHigh := -1.0, -1.0
		if edges[j] < edge {
			if least, most, ok := s.within(at, inside); ok {
				nowLow, nowHigh = math.Round(float64(least)/top*box.H()), math.Round(float64(most)/top*box.H())
			}
		}
		if nowLow != low || nowHigh != high {
			flush(j)
			low, high = nowLow, nowHigh
		}
		at = next
	}
	flush(f.g.n)
}

func (f *frame) area(s *series, top float64, box scene.Rect) {
	f.ranges(s, top, box, func(b scene.Rect, low, high float64) {
		b.Y0 = box.Y1 - low
		f.Fill(b, f.fills.heap)
		b.Y0, b.Y1 = box.Y1-high, b.Y0
		f.Fill(b, f.fills.heapRange)
	})
}

func (f *frame) line(s *series, top float64, box scene.Rect) {
	f.ranges(s, top, box, func(b scene.Rect, low, high float64) {
		b.Y0, b.Y1 = min(box.Y1-high, box.Y1-1), min(max(box.Y1-low, box.Y1-high+1), box.Y1)
		f.Fill(b, f.t.Warning)
	})
}
