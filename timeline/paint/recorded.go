package paint

import (
	"profstation/scene"
	"profstation/timeline"
)

const recordedHeight = 6.0 // for marks at the axis' upper edge, in logical pixels

// bar is where a recording is marked, at least wide enough to be pointed at.
func (r *Recorded) bar(v *timeline.View, g *timeline.Grid) scene.Rect {
	plot := v.Plot()
	b := scene.Rect{X0: g.Snapped(r.From), Y0: v.Area.Y0, X1: g.Snapped(r.To), Y1: v.Area.Y0 + recordedHeight}
	b.X1 = max(b.X1, b.X0+4)
	b.X0, b.X1 = max(b.X0, plot.X0), min(b.X1, plot.X1)
	return b
}

func (f *frame) recorded(all []Recorded) {
	for i := range all {
		b := all[i].bar(f.v, &f.g)
		if b.Empty() {
			continue
		}
		f.Begin(scene.Title(all[i].Name))
		f.Fill(b, f.t.Hue(320))
		f.Outline(b, f.t.Surface, 1)
		f.End()
	}
}

// RecordedAt finds the recording whose mark is under a point, the shortest if there are
// several; −1 if there is none.
func RecordedAt(all []Recorded, v timeline.View, at scene.Point) int {
	found := -1
	if !(v.Window.W() > 0) {
		return found
	}
	g := v.Grid()
	for i := range all {
		if !all[i].bar(&v, &g).Contains(at) {
			continue
		}
		if found < 0 || all[i].To-all[i].From < all[found].To-all[found].From {
			found = i
		}
	}
	return found
}
