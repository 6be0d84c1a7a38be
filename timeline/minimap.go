package timeline

import "profstation/scene"

// PaintMinimap draws the whole trace into an area, with the window of a view
// marked.
func (p *Painter) PaintMinimap(cv scene.Canvas, area scene.Rect, w Window) {
	cv.Fill(area, p.s.Theme.Surface)
}
