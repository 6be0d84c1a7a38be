package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Float is a form that scrolls, with a layer above it. A list floats there beside the input that it belongs to, so
// that nothing moves for it. A pop-up would take the keyboard from the input.
type Float struct {
	Object *fyne.Container // the form, and the layer
	form   *container.Scroll
	layer  *fyne.Container
	list   fyne.CanvasObject // that floats; nil: none does
	input  fyne.CanvasObject
}

// NewFloat puts a layer above a form.
func NewFloat(form *container.Scroll) *Float {
	f := &Float{form: form, layer: container.NewWithoutLayout()}
	f.Object = container.New(Laid{form.MinSize, func(size fyne.Size) {
		form.Resize(size)
		f.layer.Resize(size)
		f.place()
	}}, form, f.layer)
	scrolled := form.OnScrolled
	form.OnScrolled = func(to fyne.Position) {
		if scrolled != nil {
			scrolled(to)
		}
		f.place()
	}
	return f
}

// Show has a list float below an input, or above it where there is more space. It is cut to that space.
func (f *Float) Show(list, input fyne.CanvasObject) {
	if f.list != list {
		f.Clear()
	}
	f.list, f.input = list, input
	f.layer.Objects = []fyne.CanvasObject{list}
	f.place()
	f.layer.Refresh()
}

// Hide takes a list away, if it floats.
func (f *Float) Hide(list fyne.CanvasObject) {
	if f.list == list {
		f.Clear()
	}
}

// Clear takes away what floats.
func (f *Float) Clear() {
	if f.list != nil {
		f.list.Hide()
		f.list, f.input, f.layer.Objects = nil, nil, nil
		f.layer.Refresh()
	}
}

// place puts the list beside its input. One whose input is out of sight is, too.
func (f *Float) place() {
	if f.list == nil {
		return
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	at := place(f.input).Subtract(place(f.form.Content)).Subtract(f.form.Offset)
	size, space := f.input.Size(), f.form.Size()
	SetVisible(f.list, at.Y+size.Height > 0 && at.Y < space.Height)
	below := space.Height - at.Y - size.Height
	height, top := min(f.list.MinSize().Height, max(below, at.Y)), at.Y+size.Height
	if height > below {
		top = at.Y - height
	}
	f.list.Move(fyne.NewPos(at.X, top))
	f.list.Resize(fyne.NewSize(size.Width, height))
}
