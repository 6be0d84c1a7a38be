package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// Touch is the part of a small widget that answers the pointer. The widget that embeds it calls Extend.
type Touch struct {
	widget.BaseWidget
	Theme   *scene.Theme
	Do      func() // what a click does; nil: nothing
	Hint    string // what the widget means; "": nothing is said
	Hovered bool   // the pointer is on it, and it can be clicked
	self    fyne.Widget
}

// Extend says which widget embeds the touch.
func (t *Touch) Extend(self fyne.Widget) {
	t.self = self
	t.ExtendBaseWidget(self)
}

// Tapped implements fyne.Tappable.
func (t *Touch) Tapped(*fyne.PointEvent) {
	if t.Do != nil {
		t.Do()
	}
}

// MouseIn implements desktop.Hoverable.
func (t *Touch) MouseIn(e *desktop.MouseEvent) {
	t.Hovered = t.Do != nil
	t.Refresh()
	t.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (t *Touch) MouseMoved(e *desktop.MouseEvent) { Hint(t.self, t.Hint, e.AbsolutePosition) }

// MouseOut implements desktop.Hoverable.
func (t *Touch) MouseOut() {
	t.Hovered = false
	t.Refresh()
	Hint(t.self, "", fyne.Position{})
}

// Drawing renders a widget that is made of canvas objects.
type Drawing struct {
	Least func() fyne.Size // the least size of the widget
	Lay   func(fyne.Size)  // places the objects
	Color func()           // gives the objects their colours and texts
	On    []fyne.CanvasObject
	of    fyne.Widget
}

// Draw makes the renderer of a widget.
func (d *Drawing) Draw(of fyne.Widget) fyne.WidgetRenderer {
	d.of = of
	d.Color()
	return d
}

// MinSize implements fyne.WidgetRenderer.
func (d *Drawing) MinSize() fyne.Size { return d.Least() }

// Layout implements fyne.WidgetRenderer.
func (d *Drawing) Layout(size fyne.Size) { d.Lay(size) }

// Refresh implements fyne.WidgetRenderer.
func (d *Drawing) Refresh() {
	d.Color()
	d.Lay(d.of.Size())
	for _, o := range d.On {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (d *Drawing) Objects() []fyne.CanvasObject { return d.On }

// Destroy implements fyne.WidgetRenderer.
func (d *Drawing) Destroy() {}

// Put moves an object to a place and gives it its least size.
func Put(o fyne.CanvasObject, x, y float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(o.MinSize())
}
