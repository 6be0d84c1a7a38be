//go:build window

package e2e

import (
	"image"
	"image/color"
	"slices"

	"profstation/flame"
	"profstation/scene"
)

// Where things are in a window of width × height at a scale of 1, in pixels.
const (
	width, height = 1600, 1000

	documentsTop, documentHeight = 102, 43 // of the first document, and of each
	documentsRight               = 224
	chipsY                       = 70 // the middle of the chips
)

// canvas is a part of the visible tab that nothing else covers.
var canvas = image.Rect(250, 170, 1280, 940)

// documents is the list on the left.
var documents = image.Rect(0, documentsTop, documentsRight, 900)

// document is the middle of a document's line, from 0.
func document(i int) (x, y int) { return 60, documentsTop + i*documentHeight + documentHeight/2 }

// fit gives the window the size that the positions are for.
func (w *window) fit() *window {
	w.t.Helper()
	w.until("a picture of the new size", func() bool {
		w.Resize(width, height) // which the window may undo while it opens
		return grounded(w.Picture())
	})
	return w
}

// WaitDrawn waits until the window is drawn in its new size: its last pixel then
// has the background.
func (w *window) WaitDrawn() {
	w.t.Helper()
	w.WaitPicture("a picture of the new size", grounded)
}

// grounded reports whether the lower right corner has the background.
func grounded(m *image.RGBA) bool {
	size := m.Bounds().Size()
	return ground(m.RGBAAt(size.X-3, size.Y-3))
}

// covered reports whether a dialog is above the window: it dims all of it, the corner and what is below the list of
// documents. The corner of a nested window is the compositor's.
func covered(m *image.RGBA) bool {
	return !grounded(m) && !ground(m.RGBAAt(documentsRight/2, documents.Max.Y-100))
}

// ground reports whether a colour is the background. Where nothing is drawn, the toolkit makes it lighter by 1 in 128.
func ground(c color.RGBA) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 2 }
	return slices.ContainsFunc([]scene.Color{scene.Light.Background, scene.Dark.Background}, func(b scene.Color) bool {
		return near(c.R, b.R) && near(c.G, b.G) && near(c.B, b.B)
	})
}

// Away moves the pointer to a place where it lights up nothing.
func (w *window) Away() {
	w.t.Helper()
	w.Move(width/2, height-8)
}

// WaitFlame waits until the flame graph is there, and returns the picture.
func (w *window) WaitFlame() *image.RGBA {
	w.t.Helper()
	w.Away()
	w.WaitPicture("a flame graph", func(m *image.RGBA) bool { return len(colours(part(m, canvas))) > 40 })
	return w.WaitStable()
}

// WaitSame waits until the canvas looks as it did before.
func (w *window) WaitSame(what string, before *image.RGBA) {
	w.t.Helper()
	w.WaitPicture(what, func(m *image.RGBA) bool {
		return differing(part(before, canvas), part(m, canvas)) == 0
	})
}

// WaitRedrawn waits until the canvas no longer looks as it did before, and then
// until the window is stable. Unlike WaitChange it overlooks a button that lights
// up and the outline of a selection.
func (w *window) WaitRedrawn(before *image.RGBA) *image.RGBA {
	w.t.Helper()
	w.WaitPicture("a new picture in the tab", func(m *image.RGBA) bool { return redrawn(before, m) })
	return w.WaitStable()
}

// redrawn reports whether the canvas looks other than before, by more than the outline of a selection.
func redrawn(before, m *image.RGBA) bool {
	return differing(part(before, canvas), part(m, canvas)) > pixels(part(m, canvas))/100
}

// theme returns the theme whose background the canvas has.
func theme(m *image.RGBA) *scene.Theme {
	if count(part(m, canvas), scene.Light.Background) > count(part(m, canvas), scene.Dark.Background) {
		return &scene.Light
	}
	return &scene.Dark
}

// red counts the reddish pixels: letters in the colour of errors are too thin to
// have exactly that colour.
func red(m *image.RGBA) int {
	n := 0
	for c, times := range colours(m) {
		if int(c.R) > int(c.G)+50 && int(c.R) > int(c.B)+50 {
			n += times
		}
	}
	return n
}

// root finds the box of everything: the first run of one colour, as high as a
// box, below the tabs. scale is the number of pixels in one of Fyne's units.
func root(m *image.RGBA, scale int) (top, bottom int) {
	x := m.Bounds().Dx() / 2
	for y := 103 * scale; y < m.Bounds().Dy(); y++ {
		c := m.RGBAAt(x, y)
		end := y
		for end < m.Bounds().Dy() && m.RGBAAt(x, end) == c {
			end++
		}
		if c != opaque(theme(m).Background) && end-y >= (flame.RowHeight-2)*scale {
			return y, end
		}
		y = end - 1
	}
	return 0, 0
}

func opaque(c scene.Color) color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xff} }

// row is the middle of a row of the flame graph, from 0 for the root.
func row(m *image.RGBA, i int) int {
	top, bottom := root(m, 1)
	return (top+bottom)/2 + i*flame.RowHeight
}
