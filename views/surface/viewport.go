package surface

import (
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"profstation/flame"
	"profstation/scene"
)

// ZoomNotch is how much wheel movement zooms by the factor e; a wheel notch is 10.
const ZoomNotch = 45

const (
	page  = 0.8 // the height share that a Page key moves
	steer = 0.2 // the width share that a letter moves
)

// Viewport answers the gestures in a picture that is larger than its view. Views embed it instead of [Inert] and
// set its functions: keys, letters, drags and the wheel call them.
type Viewport struct {
	Ready func() bool                          // there is a picture; nothing else is called before
	Pane  func() scene.Rect                    // where the picture moves
	Pan   func(right, down float64)            // shows what is so many pixels further
	Zoom  func(at scene.Point, closer float64) // by a factor; what is at the point stays there
	Grab  func() Grip                          // what the drag that begins does; nil: each moves the picture
	Stop  func()                               // ends what moves by itself, for a drag or the wheel; nil: nothing does
	Keys  map[fyne.KeyName]func()              // besides the Page keys; Enter does what Return does
	Typed map[string]func()                    // by the letters that do the same, besides those that zoom and move
	Notch float64                              // the factor by which a letter zooms
	Wheel struct{ Right, Down float64 }        // the pixels that the wheel moves, for one wheel unit

	Steered    bool // the letters w, a, s and d zoom and move
	WheelZooms bool // the wheel alone zooms, with Shift it moves to the side, with Alt up and down

	grip *Grip // nil: there is no drag
}

// Grip is what a drag does.
type Grip struct {
	Move func(Pointer) // nil: it moves the picture
	End  func()        // the button is up again; may be nil
}

// Drag implements [Picture].
func (v *Viewport) Drag(dx, dy float64, p Pointer) {
	if !v.Ready() {
		return
	}
	v.stop()
	if v.grip == nil {
		v.grip = &Grip{}
		if v.Grab != nil {
			*v.grip = v.Grab()
		}
	}
	if v.grip.Move != nil {
		v.grip.Move(p)
	} else {
		v.Pan(-dx, -dy)
	}
}

// Dragging reports whether a drag goes on.
func (v *Viewport) Dragging() bool { return v.grip != nil }

// Drop ends a drag that has lost what it began on.
func (v *Viewport) Drop() { v.grip = nil }

// LetGo implements [Picture].
func (v *Viewport) LetGo() {
	grip := v.grip
	v.grip = nil
	if grip != nil && grip.End != nil {
		grip.End()
	}
}

func (v *Viewport) stop() {
	if v.Stop != nil {
		v.Stop()
	}
}

// Scroll implements [Picture]. Unless [Viewport.WheelZooms] the wheel moves up and down, with Shift to the side, and
// zooms with Ctrl.
func (v *Viewport) Scroll(dx, dy float64, p Pointer) bool {
	if !v.Ready() {
		return false
	}
	v.stop()
	has := func(m fyne.KeyModifier) bool { return p.Mods&m != 0 }
	right, down := v.Wheel.Right, v.Wheel.Down
	switch {
	case v.WheelZooms && has(fyne.KeyModifierShift):
		v.Pan(-(dx+dy)*right, 0)
	case v.WheelZooms && has(fyne.KeyModifierAlt):
		v.Pan(0, -dy*down)
	case v.WheelZooms:
		v.Zoom(p.At, math.Exp(dy/ZoomNotch))
	case has(fyne.KeyModifierControl | fyne.KeyModifierSuper):
		v.Zoom(p.At, math.Exp((dy+dx)/ZoomNotch))
	case has(fyne.KeyModifierShift) && dx == 0:
		v.Pan(-dy*right, 0)
	default:
		v.Pan(-dx*right, -dy*down)
	}
	return true
}

// Key implements [Picture].
func (v *Viewport) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if !v.Ready() {
		return false
	}
	switch name {
	case fyne.KeyPageUp:
		v.Pan(0, -page*v.Pane().H())
		return true
	case fyne.KeyPageDown:
		v.Pan(0, page*v.Pane().H())
		return true
	case fyne.KeyEnter:
		name = fyne.KeyReturn
	}
	do := v.Keys[name]
	if do != nil {
		do()
	}
	return do != nil
}

// Rune implements [Picture].
func (v *Viewport) Rune(r rune) bool {
	if !v.Ready() {
		return false
	}
	for letters, do := range v.Typed {
		if strings.ContainsRune(letters, r) {
			do()
			return true
		}
	}
	switch {
	case r == '+' || r == '=' || v.Steered && r == 'w':
		v.Zoom(v.Pane().Middle(), v.Notch)
	case r == '-' || v.Steered && r == 's':
		v.Zoom(v.Pane().Middle(), 1/v.Notch)
	case v.Steered && r == 'a':
		v.Pan(-steer*v.Pane().W(), 0)
	case v.Steered && r == 'd':
		v.Pan(steer*v.Pane().W(), 0)
	default:
		return false
	}
	return true
}

// Steady is how long a view must stand still before it asks for finer boxes.
const Steady = 60 * time.Millisecond

// Strip is a viewport onto boxes in rows. The view that embeds it sets Ready and Pane, too.
type Strip struct {
	Viewport
	Window flame.Window                // what is visible from side to side
	Top    float64                     // pixels scrolled
	Width  func(width float64) float64 // the nearest width that the window can have
	Moved  func()                      // keeps the window inside, and repaints
}

// Bind has gestures move the strip, which stays where it is in memory.
func (s *Strip) Bind() {
	s.Notch, s.Steered = 1/0.7, true
	s.Wheel.Right, s.Wheel.Down = 1, 2
	s.Viewport.Pan = func(right, down float64) {
		s.pan(right)
		s.Top += down
		s.Moved()
	}
	s.Viewport.Zoom = func(at scene.Point, closer float64) {
		s.Window = s.Window.Zoomed(at.X/s.Pane().W(), s.Width(s.Window.W()/closer))
		s.Moved()
	}
}

func (s *Strip) pan(pixels float64) {
	if pixels != 0 {
		s.Window = s.Window.Moved(pixels / s.Pane().W())
	}
}

// Fine reports whether boxes that were laid out for a window are as fine as those in sight should be.
func (s *Strip) Fine(have flame.Window) bool {
	w := s.Window
	return w.W() > have.W()/1.5 && w.W() < have.W()*1.5 && w.From > have.From-have.W()/3 && w.To < have.To+have.W()/3
}

// narrow is how many pixels a box should have at least to be worth a look.
const narrow = 3

// Onto is the window onto a box from one value to another one, or onto as many merged neighbours that each is
// wide enough to be seen.
func (s *Strip) Onto(from, to, merged float64) flame.Window {
	if fit := s.Pane().W() / narrow; merged > fit {
		to = from + (to-from)*fit/merged
	}
	return flame.Window{From: from, To: to}
}

// RevealRow scrolls until a box's row at r is in sight in an area.
func (s *Strip) RevealRow(r, within scene.Rect) {
	if r.Y0 < within.Y0 {
		s.Top -= within.Y0 - r.Y0
	}
	if r.Y1 > within.Y1 {
		s.Top += r.Y1 - within.Y1
	}
}

// Reveal brings a box at r into sight in an area.
func (s *Strip) Reveal(r, within scene.Rect) {
	top, window := s.Top, s.Window
	s.RevealRow(r, within)
	if r.X1 < within.X0+8 || r.X0 > within.X1-8 {
		s.pan((r.X0+r.X1)/2 - within.W()/2)
	}
	if s.Top != top || s.Window != window {
		s.Moved()
	}
}
