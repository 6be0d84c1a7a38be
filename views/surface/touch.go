package surface

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// Touch is a small widget's part that answers the pointer. The widget that embeds it calls Extend.
type Touch struct {
	widget.BaseWidget
	Theme   *scene.Theme
	Do      func() // what a click does; nil: nothing
	Hint    string // what the widget means; "": nothing is said
	whole   string // its text in full, where that is cut; "": it is not
	Hovered bool   // the pointer is on it, and it can be clicked
	self    fyne.Widget
	focused bool    // it has the keyboard
	roving  *Roving // the list that it is in; nil: it is its own Tab key stop
}

// Under reports whether the pointer is on it, and it can be clicked.
func (t *Touch) Under() bool { return t.Hovered }

// Extend says which widget embeds the touch.
func (t *Touch) Extend(self fyne.Widget) {
	t.self = self
	t.ExtendBaseWidget(self)
}

// Tapped implements fyne.Tappable. What it does may cover or change what a hint explained.
func (t *Touch) Tapped(*fyne.PointEvent) {
	if t.Do != nil {
		hideTips(t.self)
		t.Do()
	}
}

// touch returns the widget's part that answers the pointer.
func (t *Touch) touch() *Touch { return t }

// Disabled implements fyne.Disableable: the Tab key passes over what cannot be clicked, and over a whole
// list but one.
func (t *Touch) Disabled() bool { return t.Do == nil || t.roving != nil && t.roving.stop != t }

// Enable implements fyne.Disableable. What a click does decides.
func (t *Touch) Enable() {}

// Disable implements fyne.Disableable. What a click does decides.
func (t *Touch) Disable() {}

// FocusGained implements fyne.Focusable.
func (t *Touch) FocusGained() {
	t.focused = true
	if t.roving != nil && t.roving.reveal != nil {
		t.roving.reveal(t)
	}
	t.Refresh()
}

// FocusLost implements fyne.Focusable.
func (t *Touch) FocusLost() {
	t.focused = false
	t.Refresh()
}

// TypedRune implements fyne.Focusable.
func (t *Touch) TypedRune(r rune) {
	if r != ' ' {
		Letter(t.self, r)
	}
}

// TypedKey implements fyne.Focusable.
func (t *Touch) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
		t.Tapped(nil)
	case e.Name == fyne.KeyEscape:
		Escape(t.self)
	case t.roving != nil && t.roving.key(t, e.Name):
	default:
		Key(t.self, e)
	}
}

// Mark draws the frame around the touch, or takes it away, where the keyboard is on it in its own kind's list.
func (t *Touch) Mark(on bool) {
	if t.focused != on {
		t.focused = on
		t.Refresh()
	}
}

// focus gives the keyboard to the touch.
func (t *Touch) focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t.self); c != nil {
		t.focusIn(c)
	}
}

func (t *Touch) focusIn(c fyne.Canvas) {
	if f, ok := t.self.(fyne.Focusable); ok {
		c.Focus(f)
	}
}

// name is what the touch is called; "": it has no name.
func (t *Touch) name() string {
	if l, ok := t.self.(interface{ Label() string }); ok {
		return l.Label()
	}
	return ""
}

// MouseIn implements desktop.Hoverable.
func (t *Touch) MouseIn(e *desktop.MouseEvent) {
	t.Hovered = t.Do != nil
	t.Refresh()
	t.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (t *Touch) MouseMoved(e *desktop.MouseEvent) {
	Hint(t.self, strings.Trim(t.whole+"\n"+t.Hint, "\n"), e.AbsolutePosition)
}

// MouseOut implements desktop.Hoverable.
func (t *Touch) MouseOut() {
	t.Hovered = false
	t.Refresh()
	Hint(t.self, "", fyne.Position{})
}

// Drawing renders a widget made from canvas objects.
type Drawing struct {
	Min   func() fyne.Size // the widget's min size
	Lay   func(fyne.Size)  // places the objects
	Color func()           // gives the objects their colours and texts
	On    []fyne.CanvasObject
	of    fyne.Widget
	ring  *canvas.Rectangle // around one that has the keyboard; nil: it cannot have it
}

// Draw makes a widget's renderer.
func (d *Drawing) Draw(of fyne.Widget) fyne.WidgetRenderer {
	d.of = of
	if _, ok := of.(interface{ touch() *Touch }); ok {
		d.ring = newRing()
		d.On = append(d.On, d.ring)
	}
	d.color()
	return d
}

// MinSize implements fyne.WidgetRenderer.
func (d *Drawing) MinSize() fyne.Size { return d.Min() }

// Layout implements fyne.WidgetRenderer.
func (d *Drawing) Layout(size fyne.Size) {
	d.Lay(size)
	if d.ring != nil {
		d.ring.Move(fyne.NewPos(1, 1))
		d.ring.Resize(size.SubtractWidthHeight(2, 2))
	}
}

func (d *Drawing) color() {
	d.Color()
	if d.ring != nil {
		showRing(d.ring, d.of.(interface{ touch() *Touch }).touch().focused)
	}
}

// Refresh implements fyne.WidgetRenderer.
func (d *Drawing) Refresh() {
	d.color()
	d.Layout(d.of.Size())
	for _, o := range d.On {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (d *Drawing) Objects() []fyne.CanvasObject { return d.On }

// Destroy implements fyne.WidgetRenderer.
func (d *Drawing) Destroy() {}

// Put moves an object to a place and gives it its min size.
func Put(o fyne.CanvasObject, x, y float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(o.MinSize())
}
