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
	scroll := container.NewVScroll(container.NewVBox(says, container.NewHBox(leads)))
	return surface.Border(nil, container.New(low{scroll, mostSaying}, scroll), nil, nil, form)
}

// mostSaying is the height of three lines.
const mostSaying = 76

// low is a layout with one scroll, or with what holds it. It is as high as what is in the scroll, up to a height:
// the rest scrolls, so that a small window still has room for what stands beside it.
type low struct {
	*container.Scroll
	most float32
}

// Layout implements fyne.Layout.
func (low) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// MinSize implements fyne.Layout.
func (l low) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.Scroll.MinSize().Width, min(l.Content.MinSize().Height, l.most))
}

// keyboardTo gives an input of a dialog the keyboard.
func keyboardTo(o fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o.(fyne.CanvasObject)); c != nil {
		c.Focus(o)
	}
}
