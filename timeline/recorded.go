package timeline

import "profstation/scene"

// recordedHeight is the height of the marks of other recordings, at the upper
// edge of the axis.
const recordedHeight = 6.0

// bar is where a recording is marked, at least wide enough to be pointed at.
func (r *Recorded) bar(v *View, g *grid) scene.Rect {
	plot := v.Plot()
	b := scene.Rect{X0: snapped(g, r.From), Y0: v.Area.Y0, X1: snapped(g, r.To), Y1: v.Area.Y0 + recordedHeight}
	b.X1 = max(b.X1, b.X0+4)
	b.X0, b.X1 = max(b.X0, plot.X0), min(b.X1, plot.X1)
	return b
}

// recorded marks the times of other recordings.
func (p *Painter) recorded(cv scene.Canvas, v *View, g *grid, all []Recorded) {
	for i := range all {
		b := all[i].bar(v, g)
		if b.Empty() {
			continue
		}
		cv.Begin(scene.Title(all[i].Name))
		cv.Fill(b, p.s.Theme.Hue(320))
		cv.Outline(b, p.s.Theme.Surface, 1)
		cv.End()
	}
}

// RecordedAt finds the recording whose mark is under a point, the shortest of
// several; −1 if there is none.
func RecordedAt(all []Recorded, v View, at scene.Point) int {
	found := -1
	if !(v.Window.W() > 0) {
		return found
	}
	g := v.grid()
	for i := range all {
		if b := all[i].bar(&v, &g); !b.Empty() && b.Contains(at) {
			if found < 0 || all[i].To-all[i].From < all[found].To-all[found].From {
				found = i
			}
		}
	}
	return found
}
