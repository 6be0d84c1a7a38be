package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

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
