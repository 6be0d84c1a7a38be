package surface

import "fyne.io/fyne/v2"

// Laid is a layout by two functions.
type Laid struct {
	Min func() fyne.Size
	Lay func(fyne.Size) // places the objects in a size
}

// MinSize implements fyne.Layout.
func (l Laid) MinSize([]fyne.CanvasObject) fyne.Size { return l.Min() }

// Layout implements fyne.Layout.
func (l Laid) Layout(_ []fyne.CanvasObject, size fyne.Size) { l.Lay(size) }
