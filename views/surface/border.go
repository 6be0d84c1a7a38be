package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Border lays objects out at the edges and one in the centre; each edge may be nil. Fyne's container for
// this name lets the Tab key walk the centre first, and gives a top that wraps ([Wrap]) the height that it
// had in another size.
func Border(top, bottom, left, right, centre fyne.CanvasObject) *fyne.Container {
	l := &border{top: top, bottom: bottom, left: left, right: right, centre: centre}
	c := container.New(l)
	for _, o := range []fyne.CanvasObject{top, left, centre, right, bottom} { // in reading order
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}

type border struct{ top, bottom, left, right, centre fyne.CanvasObject }

// Layout implements fyne.Layout.
func (l *border) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	from, to := fyne.NewPos(0, 0), fyne.NewPos(size.Width, size.Height)
	gap := theme.Padding()
	if visible(l.top) {
		height := heightIn(l.top, size.Width)
		l.top.Move(from)
		from.Y = height + gap
	}
	if visible(l.bottom) {
		to.Y -= heightIn(l.bottom, size.Width)
		l.bottom.Move(fyne.NewPos(0, to.Y))
		to.Y -= gap
	}
	height := max(0, to.Y-from.Y)
	if visible(l.left) {
		width := l.left.MinSize().Width
		l.left.Resize(fyne.NewSize(width, height))
		l.left.Move(from)
		from.X = width + gap
	}
	if visible(l.right) {
		width := l.right.MinSize().Width
		l.right.Resize(fyne.NewSize(width, height))
		l.right.Move(fyne.NewPos(size.Width-width, from.Y))
		to.X -= width + gap
	}
	if visible(l.centre) {
		l.centre.Resize(fyne.NewSize(max(0, to.X-from.X), height))
		l.centre.Move(from)
	}
}

// heightIn gives an object a width, and returns the height that it needs and has then.
func heightIn(o fyne.CanvasObject, width float32) float32 {
	height := o.MinSize().Height
	o.Resize(fyne.NewSize(width, height))
	if now := o.MinSize().Height; now != height { // it wraps
		height = now
		o.Resize(fyne.NewSize(width, height))
	}
	return height
}

// MinSize implements fyne.Layout.
func (l *border) MinSize([]fyne.CanvasObject) fyne.Size {
	var minSize fyne.Size
	gap := theme.Padding()
	for _, o := range []fyne.CanvasObject{l.left, l.centre, l.right} {
		if visible(o) {
			m := o.MinSize()
			minSize = fyne.NewSize(minSize.Width+m.Width, max(minSize.Height, m.Height))
			if o != l.centre {
				minSize.Width += gap
			}
		}
	}
	for _, o := range []fyne.CanvasObject{l.top, l.bottom} {
		if visible(o) {
			m := o.MinSize()
			minSize = fyne.NewSize(max(minSize.Width, m.Width), minSize.Height+m.Height+gap)
		}
	}
	return minSize
}

// Place lays out anew what is in an object, after its parts came, went or changed their texts. Unlike
// Fyne's Refresh it leaves alone what stays where it is: to shape all texts in a window again takes longer
// than a frame.
func Place(o fyne.CanvasObject) {
	switch x := o.(type) {
	case *fyne.Container:
		if x.Layout != nil && x.Visible() {
			x.Layout.Layout(x.Objects, x.Size())
		}
		for _, o := range x.Objects {
			Place(o)
		}
	case *Hinted:
		Place(x.content)
	case *container.Split:
		Place(x.Leading)
		Place(x.Trailing)
	}
}

func visible(o fyne.CanvasObject) bool { return o != nil && o.Visible() }
