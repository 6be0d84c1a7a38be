package surface

import (
	"image/color"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/scene"
)

// Pointer is a press or a click on a surface, in its own coordinates.
type Pointer struct {
	At     scene.Point
	Abs    fyne.Position // in the window, for menus
	Button desktop.MouseButton
	Mods   fyne.KeyModifier
	Count  int // 1 or 2 clicks
}

// Picture is what a surface shows and how it answers. All calls come on the UI goroutine.
type Picture interface {
	// Paint fills the whole canvas. It must be fast.
	Paint(cv scene.Canvas)
	// Hover is called when the pointer is at a point, Leave when it left.
	Hover(at scene.Point)
	Leave()
	Click(p Pointer)
	// Drag says by how much the pointer moved with a button down.
	Drag(dx, dy float64, p Pointer)
	// Scroll says how far a wheel moved, in pixels, positive up and left. What it has no use for
	// scrolls the page around it.
	Scroll(dx, dy float64, p Pointer) (used bool)
	Resized()
	// Key and Rune report whether they had a use for it.
	Key(name fyne.KeyName, mods fyne.KeyModifier) bool
	Rune(r rune) bool
	// LetGo is called when the button is up again after a drag.
	LetGo()
}

// Inert answers nothing. Pictures embed it for what they have no use for.
type Inert struct{}

// Drag implements [Picture].
func (Inert) Drag(float64, float64, Pointer) {}

// Scroll implements [Picture].
func (Inert) Scroll(float64, float64, Pointer) bool { return false }

// Resized implements [Picture].
func (Inert) Resized() {}

// Rune implements [Picture].
func (Inert) Rune(rune) bool { return false }

// LetGo implements [Picture].
func (Inert) LetGo() {}

// Surface is one raster, filled by a picture for what is visible, with a few canvas objects above it for
// what moves with the pointer: Fyne pays for every object in a window at each repaint.
//
// It distinguishes single from double clicks: Fyne would delay every click by the time for a double one.
type Surface struct {
	widget.BaseWidget
	Page
	picture Picture
	Theme   *scene.Theme
	raster  *Raster
	inside  *inside
	above   []fyne.CanvasObject // in order, drawn over the raster
	tip     *tip                // drawn over them all
	unused  func(rune)          // runes that the picture has no use for
	Copied  func()              // the keys for copying were pressed
	ring    *canvas.Rectangle   // around the picture while the keyboard came to it by a key

	// Selected brings what is selected into sight and returns a point in it; ok is false if nothing is.
	// With nil the picture has no menu for a selection.
	Selected func() (at scene.Point, ok bool)
	catch    func(*fyne.Menu) // takes the menu that would appear; nil: it appears

	Mods    func() fyne.KeyModifier
	Pressed Pointer
	moved   bool // since the press
	byHand  bool // the keyboard comes by a press
	last    struct {
		click time.Time
		at    scene.Point
	}
	Now   func() time.Time
	Shape desktop.Cursor // pointer shape above the surface
}

// What makes a click, and two a double click.
const (
	DoubleClick = 400 * time.Millisecond
	clickSlack  = 4.0 // pixels that a pointer may move during a click
)

// New makes a surface for a picture, in which the keys for copying send [screen.Copy] for the selection; with nil
// they do nothing.
func New(p Picture, send screen.Send) *Surface {
	s := &Surface{picture: p, Theme: &scene.Light, tip: newTip(), ring: newRing(), Mods: CurrentModifiers, Now: time.Now,
		Shape: desktop.DefaultCursor}
	s.raster = NewRaster(func(cv scene.Canvas) { s.picture.Paint(cv) })
	s.inside = newInside(s)
	if send != nil {
		s.Copied = func() { send(screen.Copy{Text: screen.Selected}) }
	}
	s.ExtendBaseWidget(s)
	s.Object = s
	return s
}

// Picture is what the surface shows.
func (s *Surface) Picture() Picture { return s.picture }

// Exchange shows another picture.
func (s *Surface) Exchange(p Picture) { s.picture = p }

// Paint paints what the surface shows, without what moves with the pointer.
func (s *Surface) Paint(cv scene.Canvas) { s.picture.Paint(cv) }

// CurrentModifiers returns the modifier keys that are held down.
func CurrentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// SetTheme sets the surface's colours. A tip that is shown takes them on.
func (s *Surface) SetTheme(t *scene.Theme) {
	s.Theme = t
	s.tip.recolor(t)
}

// ShowTip shows a text beside a point; "" hides it.
func (s *Surface) ShowTip(text string, at scene.Point) {
	if h := layer(fyne.CurrentApp().Driver().CanvasForObject(s)); h != nil && h.other != s.tip {
		h.Leave()
		h.other = s.tip
	}
	hidden := !s.tip.box.Visible()
	if s.tip.show(text, at, s.Size(), s.Theme); hidden && text != "" {
		s.uncovered(s.tip.box)
	}
}

// uncovered has something painted that was hidden until now. Fyne would not: it finds the window only for what it
// has painted lately.
func (s *Surface) uncovered(o fyne.CanvasObject) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Refresh(o)
	}
}

// HideTip hides the text beside the pointer.
func (s *Surface) HideTip() { s.tip.hide() }

// TipText returns the text beside the pointer; "" if there is none.
func (s *Surface) TipText() string { return s.tip.shown() }

// NewOutline adds a border over the picture, above those that were added before.
func (s *Surface) NewOutline(width float32) Outline {
	r := canvas.NewRectangle(color.Transparent)
	r.StrokeWidth = width
	r.Hide()
	s.above = append(s.above, r)
	return Outline{r, s}
}

// Repaint draws the picture anew.
func (s *Surface) Repaint() { s.raster.Refresh() }

// Area is the whole surface in its own coordinates.
func (s *Surface) Area() scene.Rect {
	size := s.Size()
	return scene.Rect{X1: float64(size.Width), Y1: float64(size.Height)}
}

// CreateRenderer implements fyne.Widget.
func (s *Surface) CreateRenderer() fyne.WidgetRenderer { return &surfaceRenderer{s} }

type surfaceRenderer struct{ s *Surface }

// Layout gives the raster whole pixels: Fyne would stretch an image by a fraction, and leave a line out.
func (r *surfaceRenderer) Layout(size fyne.Size) {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.s); c != nil {
		scale = c.Scale()
	}
	whole := func(x float32) float32 { return float32(math.Floor(float64(x*scale)+1e-3)) / scale }
	r.s.inside.Resize(size)
	r.s.ring.Resize(size)
	size = fyne.NewSize(whole(size.Width), whole(size.Height))
	if r.s.raster.Size() != size {
		r.s.raster.Resize(size)
		r.s.picture.Leave() // what was under the pointer is elsewhere
		r.s.picture.Resized()
	}
}

func (r *surfaceRenderer) MinSize() fyne.Size { return fyne.NewSize(80, 60) }

func (r *surfaceRenderer) Refresh() { r.s.Repaint() }

func (r *surfaceRenderer) Destroy() {}

func (r *surfaceRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.s.inside} }

// inside is all that is in a surface. It cuts what is drawn there, and takes the wheel.
//
// The surface itself cannot do either: Fyne gives what scrolls or cuts every click in its whole area, also in the part
// that a page around it has scrolled away, where a tab or a bar may lie.
type inside struct {
	widget.BaseWidget
	of *Surface
}

func newInside(of *Surface) *inside {
	i := &inside{of: of}
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer implements fyne.Widget.
func (i *inside) CreateRenderer() fyne.WidgetRenderer { return &insideRenderer{i.of} }

// Scrolled implements fyne.Scrollable. The wheel may turn above what lies over the part that is scrolled away.
func (i *inside) Scrolled(e *fyne.ScrollEvent) {
	if page := scrollOf(i.of); page != nil {
		at := e.AbsolutePosition.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(page))
		if at.Y < 0 || at.Y >= page.Size().Height {
			return
		}
	}
	i.of.TurnWheel(e)
}

// insideRenderer leaves alone what the surface lays out and paints.
type insideRenderer struct{ s *Surface }

func (r *insideRenderer) Layout(fyne.Size) {}

func (r *insideRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *insideRenderer) Refresh() {}

func (r *insideRenderer) Destroy() {}

func (r *insideRenderer) Objects() []fyne.CanvasObject {
	return slices.Concat([]fyne.CanvasObject{r.s.raster.Raster}, r.s.above, []fyne.CanvasObject{r.s.ring, r.s.tip.box})
}

// Point is a position on a surface.
func Point(p fyne.Position) scene.Point { return scene.Point{X: float64(p.X), Y: float64(p.Y)} }

// MouseIn implements desktop.Hoverable.
func (s *Surface) MouseIn(e *desktop.MouseEvent) { s.picture.Hover(Point(e.Position)) }

// MouseMoved implements desktop.Hoverable.
func (s *Surface) MouseMoved(e *desktop.MouseEvent) { s.picture.Hover(Point(e.Position)) }

// Cursor implements desktop.Cursorable.
func (s *Surface) Cursor() desktop.Cursor { return s.Shape }

// MouseOut implements desktop.Hoverable.
func (s *Surface) MouseOut() { s.picture.Leave() }

// MouseDown implements desktop.Mouseable.
func (s *Surface) MouseDown(e *desktop.MouseEvent) {
	s.byHand = true // which knows where it is
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
	s.byHand = false
	showRing(s.ring, false)
	s.Pressed = Pointer{At: Point(e.Position), Abs: e.AbsolutePosition, Button: e.Button, Mods: e.Modifier, Count: 1}
	s.moved = false
}

// MouseUp implements desktop.Mouseable.
func (s *Surface) MouseUp(e *desktop.MouseEvent) {
	if s.moved || s.Pressed.Button != e.Button {
		return
	}
	p := s.Pressed
	now := s.Now()
	if now.Sub(s.last.click) < DoubleClick && near(p.At, s.last.at) {
		p.Count = 2
		now = time.Time{} // a third click begins anew
	}
	s.last.click, s.last.at = now, p.At
	s.picture.Click(p)
}

func near(a, b scene.Point) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return dx*dx+dy*dy <= clickSlack*clickSlack
}

// Dragged implements fyne.Draggable.
func (s *Surface) Dragged(e *fyne.DragEvent) {
	if !s.moved && near(Point(e.Position), s.Pressed.At) {
		return
	}
	s.moved = true
	p := s.Pressed
	p.At = Point(e.Position)
	s.picture.Drag(float64(e.Dragged.DX), float64(e.Dragged.DY), p)
}

// DragEnd implements fyne.Draggable.
func (s *Surface) DragEnd() { s.picture.LetGo() }

// TurnWheel turns the wheel above the picture. What that has no use for scrolls the page around it.
func (s *Surface) TurnWheel(e *fyne.ScrollEvent) {
	used := s.picture.Scroll(float64(e.Scrolled.DX), float64(e.Scrolled.DY),
		Pointer{At: Point(e.Position), Abs: e.AbsolutePosition, Mods: s.Mods()})
	if used {
		return
	}
	if around := scrollOf(s); around != nil {
		around.Scrolled(e)
	}
}

// Pass gives the keyboard from an object to a surface; nil takes it away. A hand that has pressed the one
// knows where it is, and sees no frame around the other.
func Pass(c fyne.Canvas, from fyne.CanvasObject, to *Surface) {
	if to == nil {
		c.Unfocus()
		return
	}
	s, ok := from.(*Surface)
	to.byHand = ok && s.ring.Hidden
	c.Focus(to)
	to.byHand = false
}

// FocusGained implements fyne.Focusable.
func (s *Surface) FocusGained() {
	showRing(s.ring, !s.byHand)
	if !s.byHand {
		Reveal(s)
	}
}

// FocusLost implements fyne.Focusable.
func (s *Surface) FocusLost() {
	showRing(s.ring, false)
	if p, ok := s.picture.(interface{ Left() }); ok { // it marks where the keyboard was
		p.Left()
	}
}

// TypedKey implements fyne.Focusable.
func (s *Surface) TypedKey(e *fyne.KeyEvent) {
	switch mods := s.Mods(); {
	case IsMenuKey(e.Name, mods) && s.hasMenu():
		s.OpenMenu()
	case OfWindow(e.Name, mods):
		Key(s, e)
	default:
		s.HideTip() // it may be about something else after the key
		s.picture.Key(e.Name, mods)
	}
}

// hasMenu reports whether something with a menu is selected.
func (s *Surface) hasMenu() bool {
	if s.Selected == nil {
		return false
	}
	_, ok := s.Selected()
	return ok
}

// Menu returns the menu that a right click on the selection opens; nil if there is none.
func (s *Surface) Menu() (m *fyne.Menu) {
	s.catch = func(menu *fyne.Menu) { m = menu }
	defer func() { s.catch = nil }()
	s.OpenMenu()
	return m
}

// OpenMenu implements [View]: it does what a right click on the selection does.
func (s *Surface) OpenMenu() {
	if s.Selected == nil {
		return
	}
	if at, ok := s.Selected(); ok {
		abs := fyne.CurrentApp().Driver().AbsolutePositionForObject(s).AddXY(float32(at.X), float32(at.Y))
		s.picture.Click(Pointer{At: at, Abs: abs, Button: desktop.MouseButtonSecondary, Count: 1})
	}
}

// Center returns the middle of the visible part of r.
func (s *Surface) Center(r scene.Rect) scene.Point {
	a := s.Area()
	mid := func(from, to, low, high float64) float64 { return (max(from, low) + min(to, high)) / 2 }
	return scene.Point{X: mid(r.X0, r.X1, a.X0, a.X1), Y: mid(r.Y0, r.Y1, a.Y0, a.Y1)}
}

// TypedRune implements fyne.Focusable.
func (s *Surface) TypedRune(r rune) {
	s.HideTip()
	if !s.picture.Rune(r) && s.unused != nil {
		s.unused(r)
	}
}

// TypedShortcut implements fyne.Shortcutable. The menu has all other shortcuts, and comes first.
func (s *Surface) TypedShortcut(k fyne.Shortcut) {
	if _, ok := k.(*fyne.ShortcutCopy); ok && s.Copied != nil {
		s.Copied()
	}
}

// Main implements [View].
func (s *Surface) Main() *Surface { return s }

// Unused sets who gets the letters that the picture has no use for.
func (s *Surface) Unused(f func(rune)) { s.unused = f }
