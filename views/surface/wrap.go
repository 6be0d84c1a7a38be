package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Wrap lays controls out in a row, and in several rows where the width is short: none is out of sight.
// Unlike Fyne's it can become narrower again.
func Wrap(controls ...fyne.CanvasObject) *fyne.Container {
	return container.New(&wrapping{}, controls...)
}

// WrapAround is such a row in which one control takes the width that the others leave in its line.
func WrapAround(wide fyne.CanvasObject, controls ...fyne.CanvasObject) *fyne.Container {
	return container.New(&wrapping{wide: wide}, controls...)
}

// wrapping is the layout.
type wrapping struct {
	width float32           // the width that it had last, 0 before
	wide  fyne.CanvasObject // takes the remaining width in its line; nil: nothing does
}

const (
	wrapGap  = float32(4)
	wrapLine = float32(30) // the height for a control line
)

// Layout implements fyne.Layout.
func (l *wrapping) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.walk(objects, func(o fyne.CanvasObject, x, y, width, height float32) {
		minSize := o.MinSize()
		o.Resize(fyne.NewSize(width, minSize.Height))
		if minSize.Height < 2*wrapLine { // text lines are centred, columns begin at the top
			y += (height - minSize.Height) / 2
		}
		o.Move(fyne.NewPos(x, y))
	})
}

// MinSize implements fyne.Layout: the widest object's width, and the height in the last width.
func (l *wrapping) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var minSize fyne.Size
	for _, o := range objects {
		if o.Visible() {
			minSize = minSize.Max(o.MinSize())
		}
	}
	if bottom := l.walk(objects, func(fyne.CanvasObject, float32, float32, float32, float32) {}); bottom > 0 {
		minSize.Height = bottom
	}
	return minSize
}

// walk visits the visible objects with their places, their widths and their row's height, and returns
// where the last row ends.
func (l *wrapping) walk(objects []fyne.CanvasObject, visit func(o fyne.CanvasObject, x, y, width, height float32)) (bottom float32) {
	var row []fyne.CanvasObject
	var width, height, top float32
	end := func() {
		x := float32(0)
		for _, o := range row {
			w := o.MinSize().Width
			if o == l.wide {
				w += max(0, l.width-width+wrapGap)
			}
			visit(o, x, top, w, height)
			x += w + wrapGap
		}
		bottom = top + height
		top, row, width, height = bottom, nil, 0, 0
	}
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		minSize := o.MinSize()
		if len(row) > 0 && l.width > 0 && width+minSize.Width > l.width {
			end()
		}
		row = append(row, o)
		width += minSize.Width + wrapGap
		height = max(height, minSize.Height)
	}
	if len(row) > 0 {
		end()
	}
	return bottom
}

// Laid is a layout by two functions.
type Laid struct {
	Min func() fyne.Size
	Lay func(fyne.Size) // places the objects in a size
}

// MinSize implements fyne.Layout.
func (l Laid) MinSize([]fyne.CanvasObject) fyne.Size { return l.Min() }

// Layout implements fyne.Layout.
func (l Laid) Layout(_ []fyne.CanvasObject, size fyne.Size) { l.Lay(size) }

// Shorten lays out a box to check that has a shorter text where there is no space for its own: Fyne cuts it otherwise.
func Shorten(c *Check, short string) fyne.CanvasObject {
	full := c.Text
	width := func(text string) float32 { // that the box needs with a text
		measure := func(s string) float32 { return fyne.MeasureText(s, TextSize(), fyne.TextStyle{}).Width }
		return c.MinSize().Width - measure(c.Text) + measure(text)
	}
	minSize := func() fyne.Size { return fyne.NewSize(width(short), c.MinSize().Height) }
	return container.New(Laid{minSize, func(size fyne.Size) {
		text := short
		if width(full) <= size.Width {
			text = full
		}
		if c.Text != text {
			c.SetText(text)
		}
		c.Move(fyne.Position{})
		c.Resize(size)
	}}, c)
}
