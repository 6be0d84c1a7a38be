package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/views/surface"
)

// sayingBelow puts what a form says, and a button that leads on from it, between the form and the buttons of its
// dialog: it is in sight wherever the form has scrolled to.
func sayingBelow(form fyne.CanvasObject, says *widget.Label, leads *surface.Button) fyne.CanvasObject {
	below := container.New(saying{}, container.NewVScroll(container.NewVBox(says, container.NewHBox(leads))))
	return surface.Border(nil, below, nil, nil, form)
}

// mostSaying is the height of three lines. What is longer scrolls, so that a small window still has room for the form.
const mostSaying = 76

// saying is a layout with one scroll, as high as what is in it.
type saying struct{}

// Layout implements fyne.Layout.
func (saying) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// MinSize implements fyne.Layout.
func (saying) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := objects[0].(*container.Scroll)
	return fyne.NewSize(s.MinSize().Width, min(s.Content.MinSize().Height, mostSaying))
}

// keyboardTo gives an input of a dialog the keyboard.
func keyboardTo(o fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o.(fyne.CanvasObject)); c != nil {
		c.Focus(o)
	}
}
