package paint

import (
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// counter draws quantities over time: the heap as an area, whose upper part is
// paler where it changed within a column, with its goal as a line.
func (f *frame) counter(r *painted) {
	t := f.l.Timeline
	if r.Kind == timeline.MaxProcsRow {
		if s := t.Metric(trace.GoMaxProcs); s != nil {
			f.area(s, float64(max(s.Max, f.v.Peaks.Procs))*1.1, r.box)
		}
		return
	}
	heap, goal := t.Metric(trace.HeapObjects), t.Metric(trace.HeapGoal)
	top := max(1.0, float64(f.v.Peaks.Heap))
	for _, s := range []*timeline.Series{heap, goal} {
		if s != nil {
			top = max(top, float64(s.Max))
		}
	}
	if heap != nil {
		f.area(heap, top, r.box)
	}
	if goal != nil {
		f.line(goal, top, r.box)
	}
}

func (f *frame) area(s *timeline.Series, top float64, box scene.Rect) {
	s.Columns(f.edges, top, box.H(), func(from, to int, low, high float64) {
		b := f.columnsBox(from, to, box)
		b.Y0 = box.Y1 - low
		f.Fill(b, f.fills.heap)
		b.Y0, b.Y1 = box.Y1-high, b.Y0
		f.Fill(b, f.fills.heapRange)
	})
}

func (f *frame) line(s *timeline.Series, top float64, box scene.Rect) {
	s.Columns(f.edges, top, box.H(), func(from, to int, low, high float64) {
		b := f.columnsBox(from, to, box)
		b.Y0, b.Y1 = min(box.Y1-high, box.Y1-1), min(max(box.Y1-low, box.Y1-high+1), box.Y1)
		f.Fill(b, f.t.Warning)
	})
}
