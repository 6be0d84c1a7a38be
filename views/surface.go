package views

import (
	"image"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// pointer is a press or a click on a surface, in its own coordinates.
type pointer struct {
	at     scene.Point
	abs    fyne.Position // in the window, for menus
	button desktop.MouseButton
	mods   fyne.KeyModifier
	count  int // 1 or 2 clicks
}

// picture is what a surface shows and how it answers. All calls come on the
// UI goroutine.
type picture interface {
	// paint fills the whole canvas. It must be fast.
	paint(cv scene.Canvas)
	// over tells that the pointer is at a point, out that it left.
	over(at scene.Point)
	out()
	clicked(p pointer)
	// dragged tells by how much the pointer moved with a button down.
	dragged(dx, dy float64, p pointer)
	// scrolled tells wheel movement in pixels, positive up and left.
	scrolled(dx, dy float64, p pointer)
	resized()
	// key and rune tell whether they had a use for it.
	key(name fyne.KeyName, mods fyne.KeyModifier) bool
	rune(r rune) bool
}

// surface is one raster, filled by a picture for what is visible, with a few
// canvas objects above it for what moves with the pointer. Fyne repaints a
// window as a whole and pays for every object in it, so a big view must not be
// made of objects.
//
// Single and double clicks are told apart here: Fyne would delay every click
// by the time of a double one.
type surface struct {
	widget.BaseWidget
	picture picture
	raster  *canvas.Raster
	above   []fyne.CanvasObject // in order, drawn over the raster
	unused  func(rune)          // runes that the picture has no use for
	copied  func()              // the keys for copying were pressed

	img *image.RGBA
	cv  *scene.Raster

	mods      func() fyne.KeyModifier
	pressed   pointer
	moved     bool // since the press
	lastClick time.Time
	lastAt    scene.Point
	now       func() time.Time
}

const (
	doubleClick = 400 * time.Millisecond
	clickSlack  = 4.0 // pixels that a pointer may move during a click
)

func newSurface(p picture, above ...fyne.CanvasObject) *surface {
	s := &surface{picture: p, above: above, mods: currentModifiers, now: time.Now}
	s.raster = canvas.NewRaster(s.generate)
	s.raster.ScaleMode = canvas.ImageScalePixels
	s.ExtendBaseWidget(s)
	return s
}

func currentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// generate paints at the size in device pixels. Fyne uploads the pixels at
// once, so one image serves all frames.
func (s *surface) generate(w, h int) image.Image {
	if s.img == nil || s.img.Rect.Dx() != w || s.img.Rect.Dy() != h {
		s.img = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	scale := 1.0
	if width := s.raster.Size().Width; width > 0 {
		scale = float64(w) / float64(width)
	}
	if s.cv == nil {
		s.cv = scene.NewRaster(s.img, scale)
	} else {
		s.cv.Reset(s.img, scale)
	}
	s.picture.paint(s.cv)
	return s.img
}

// repaint draws the picture anew.
func (s *surface) repaint() { s.raster.Refresh() }

// area is the whole surface in its own coordinates.
func (s *surface) area() scene.Rect {
	size := s.Size()
	return scene.Rect{X1: float64(size.Width), Y1: float64(size.Height)}
}

// CreateRenderer implements fyne.Widget.
func (s *surface) CreateRenderer() fyne.WidgetRenderer { return &surfaceRenderer{s} }

type surfaceRenderer struct{ s *surface }

// Layout gives the raster a whole number of pixels: Fyne would stretch an image
// to a fraction of one more, and leave a line of it out.
func (r *surfaceRenderer) Layout(size fyne.Size) {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.s); c != nil {
		scale = c.Scale()
	}
	whole := func(x float32) float32 { return float32(math.Floor(float64(x*scale)+1e-3)) / scale }
	size = fyne.NewSize(whole(size.Width), whole(size.Height))
	if r.s.raster.Size() != size {
		r.s.raster.Resize(size)
		r.s.picture.resized()
	}
}
func (r *surfaceRenderer) MinSize() fyne.Size { return fyne.NewSize(80, 60) }
func (r *surfaceRenderer) Refresh()           { r.s.repaint() }
func (r *surfaceRenderer) Destroy()           {}
func (r *surfaceRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.s.raster}, r.s.above...)
}

func point(p fyne.Position) scene.Point { return scene.Point{X: float64(p.X), Y: float64(p.Y)} }

// MouseIn implements desktop.Hoverable.
func (s *surface) MouseIn(e *desktop.MouseEvent) { s.picture.over(point(e.Position)) }

// MouseMoved implements desktop.Hoverable.
func (s *surface) MouseMoved(e *desktop.MouseEvent) { s.picture.over(point(e.Position)) }

// MouseOut implements desktop.Hoverable.
func (s *surface) MouseOut() { s.picture.out() }

// MouseDown implements desktop.Mouseable.
func (s *surface) MouseDown(e *desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
	s.pressed = pointer{at: point(e.Position), abs: e.AbsolutePosition, button: e.Button, mods: e.Modifier, count: 1}
	s.moved = false
}

// MouseUp implements desktop.Mouseable.
func (s *surface) MouseUp(e *desktop.MouseEvent) {
	if s.moved || s.pressed.button != e.Button {
		return
	}
	p := s.pressed
	now := s.now()
	if now.Sub(s.lastClick) < doubleClick && near(p.at, s.lastAt) {
		p.count = 2
		now = time.Time{} // a third click begins anew
	}
	s.lastClick, s.lastAt = now, p.at
	s.picture.clicked(p)
}

func near(a, b scene.Point) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return dx*dx+dy*dy <= clickSlack*clickSlack
}

// Dragged implements fyne.Draggable.
func (s *surface) Dragged(e *fyne.DragEvent) {
	if !s.moved && near(point(e.Position), s.pressed.at) {
		return
	}
	s.moved = true
	p := s.pressed
	p.at = point(e.Position)
	s.picture.dragged(float64(e.Dragged.DX), float64(e.Dragged.DY), p)
}

// dragEnder is a picture that does something when the button is let go.
type dragEnder interface{ dragEnded() }

// DragEnd implements fyne.Draggable.
func (s *surface) DragEnd() {
	if p, ok := s.picture.(dragEnder); ok {
		p.dragEnded()
	}
}

// Scrolled implements fyne.Scrollable.
func (s *surface) Scrolled(e *fyne.ScrollEvent) {
	s.picture.scrolled(float64(e.Scrolled.DX), float64(e.Scrolled.DY),
		pointer{at: point(e.Position), abs: e.AbsolutePosition, mods: s.mods()})
}

// FocusGained implements fyne.Focusable.
func (s *surface) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (s *surface) FocusLost() {}

// TypedKey implements fyne.Focusable.
func (s *surface) TypedKey(e *fyne.KeyEvent) { s.picture.key(e.Name, s.mods()) }

// TypedRune implements fyne.Focusable.
func (s *surface) TypedRune(r rune) {
	if !s.picture.rune(r) && s.unused != nil {
		s.unused(r)
	}
}

// TypedShortcut implements fyne.Shortcutable. All other shortcuts stand in the
// menu, which comes first.
func (s *surface) TypedShortcut(k fyne.Shortcut) {
	if _, ok := k.(*fyne.ShortcutCopy); ok && s.copied != nil {
		s.copied()
	}
}

// Unused sets who gets the letters that the picture has no use for.
func (s *surface) Unused(f func(rune)) { s.unused = f }
