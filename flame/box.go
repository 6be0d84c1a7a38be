package flame

import "profstation/scene"

// inside is what is filled of a box in an area: a line of background stays between neighbours, where there is
// room for one.
func inside(box, area scene.Rect) scene.Rect {
	in := scene.Rect{X0: max(box.X0, area.X0), Y0: box.Y0, X1: min(box.X1, area.X1), Y1: box.Y1 - 1}
	if box.W() > 3 {
		in.X1 = min(box.X1-1, area.X1)
	}
	return in
}

// gap is the room on each side of the name in a box of a width.
func gap(width float64) float64 {
	switch {
	case width < slim:
		return 0
	case width < wide:
		return narrowGap
	}
	return labelGap
}

// crowd is boxes of a row under a pixel each that touch, drawn as one.
type crowd struct {
	scene.Rect
	count int // of the boxes
}

// join adds n boxes from x0 to x1, and reports whether they touch those that are there.
func (c *crowd) join(x0, x1 float64, n int) bool {
	if c.count == 0 || x0-c.X1 >= 1 {
		return false
	}
	c.X1, c.count = max(x1, c.X0+1), c.count+n
	return true
}

// paint draws them as one box with a title, and ends them.
func (c *crowd) paint(cv scene.Canvas, ink scene.Color, t scene.Titler) {
	cv.Begin(t)
	cv.Fill(c.Rect, ink)
	cv.End()
	c.count = 0
}

// begin starts anew with n boxes from x0 to x1.
func (c *crowd) begin(x0, x1 float64, n int) { c.X0, c.X1, c.count = x0, max(x1, x0+1), n }
