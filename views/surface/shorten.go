package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Shorten lays out a box to check that has a shorter text where there is no room for its own: Fyne cuts it otherwise.
func Shorten(c *Check, short string) fyne.CanvasObject {
	return container.New(&shortened{of: c, texts: [2]string{short, c.Text}}, c)
}

type shortened struct {
	of    *Check
	texts [2]string // short, in full
}

// width is the width that the box needs with a text.
func (l *shortened) width(text string) float32 {
	measure := func(s string) float32 { return fyne.MeasureText(s, TextSize(), fyne.TextStyle{}).Width }
	return l.of.MinSize().Width - measure(l.of.Text) + measure(text)
}

// Layout implements fyne.Layout.
func (l *shortened) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	text := l.texts[0]
	if l.width(l.texts[1]) <= size.Width {
		text = l.texts[1]
	}
	if l.of.Text != text {
		l.of.SetText(text)
	}
	l.of.Move(fyne.Position{})
	l.of.Resize(size)
}

// MinSize implements fyne.Layout.
func (l *shortened) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width(l.texts[0]), l.of.MinSize().Height)
}
