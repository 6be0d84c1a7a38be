package surface

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// OfWindow reports whether a key is for the window, whatever has the keyboard.
func OfWindow(name fyne.KeyName, mods fyne.KeyModifier) bool {
	return name == fyne.KeyF1 || name == fyne.KeyF10 || IsMenuKey(name, mods)
}

// IsMenuKey reports whether a key opens the selection's context menu.
func IsMenuKey(name fyne.KeyName, mods fyne.KeyModifier) bool {
	return name == desktop.KeyMenu || name == fyne.KeyF10 && mods&fyne.KeyModifierShift != 0
}

// newRing makes the frame around what has the keyboard.
func newRing() *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.StrokeWidth, r.CornerRadius = 2, 3
	r.Hide()
	return r
}

// showRing shows or hides the frame around what has the keyboard.
func showRing(r *canvas.Rectangle, on bool) {
	r.StrokeColor = theme.Color(theme.ColorNamePrimary)
	r.Hidden = !on
	r.Refresh()
}

// Ringed is the widget part that draws a frame while that has the keyboard.
type Ringed struct{ Ring *canvas.Rectangle }

// NewRinged makes the frame. The widget draws it above itself.
func NewRinged() Ringed { return Ringed{newRing()} }

// FocusGained implements fyne.Focusable.
func (r Ringed) FocusGained() { showRing(r.Ring, true) }

// FocusLost implements fyne.Focusable.
func (r Ringed) FocusLost() { showRing(r.Ring, false) }

// Roving makes a list's touches one stop for the Tab key. Arrows walk along them.
type Roving struct {
	all    func() []*Touch // the list's touches, in order
	reveal func(*Touch)    // brings one into sight; nil: all are
	stop   *Touch          // where the Tab key stops; nil: nowhere
}

// NewRoving makes a list's stop. reveal may be nil.
func NewRoving(all func() []*Touch, reveal func(*Touch)) *Roving {
	return &Roving{all: all, reveal: reveal}
}

// NewRovingIn makes the stop for what can be clicked in a box.
func NewRovingIn(box *fyne.Container, reveal func(*Touch)) *Roving {
	return NewRoving(func() (all []*Touch) {
		touchesIn(box, func(t *Touch) { all = append(all, t) })
		return all
	}, reveal)
}

// Add adds a touch to the list.
func (r *Roving) Add(t *Touch) {
	t.roving = r
	if r.stop == nil && t.Do != nil {
		r.stop = t
	}
}

// Renew replaces the list's touches by what fill adds. The one that has the keyboard gives it to
// the one with the same name, so that the same key goes on, or else to the one in its place.
func (r *Roving) Renew(fill func()) {
	at, name, old := 0, "", r.stop
	for i, t := range r.clickable() {
		if t == old {
			at, name = i, t.name()
		}
	}
	r.stop = nil
	fill()
	if old == nil {
		return
	}
	var in fyne.Canvas
	if old.focused {
		in = fyne.CurrentApp().Driver().CanvasForObject(old.self) // Fyne knows that of a new one only once it is drawn
	}
	all := r.clickable()
	if len(all) > 0 {
		r.stop = all[min(at, len(all)-1)]
		if i := slices.IndexFunc(all, func(t *Touch) bool { return name != "" && t.name() == name }); i >= 0 {
			r.stop = all[i]
		}
	}
	switch {
	case in == nil:
	case len(all) > 0:
		r.stop.focusIn(in)
	default:
		in.Unfocus()
	}
}

func (r *Roving) clickable() []*Touch {
	var out []*Touch
	for _, t := range r.all() {
		if t.Do != nil && t.self.Visible() {
			out = append(out, t)
		}
	}
	return out
}

// key walks along the list, and reports whether the key is for that.
func (r *Roving) key(t *Touch, name fyne.KeyName) bool {
	all := r.clickable()
	at := 0
	for at < len(all) && all[at] != t {
		at++
	}
	switch name {
	case fyne.KeyUp, fyne.KeyLeft:
		at--
	case fyne.KeyDown, fyne.KeyRight:
		at++
	case fyne.KeyHome:
		at = 0
	case fyne.KeyEnd:
		at = len(all) - 1
	default:
		return false
	}
	if at >= 0 && at < len(all) {
		r.stop = all[at]
		r.stop.focus()
	}
	return true
}

// Scroll scrolls by a key, and reports whether the key is for that.
func Scroll(s *container.Scroll, name fyne.KeyName) bool {
	const line = 40
	page := s.Size().Height - line
	by := map[fyne.KeyName]float32{
		fyne.KeyUp: -line, fyne.KeyDown: line, fyne.KeyPageUp: -page, fyne.KeyPageDown: page,
		fyne.KeyHome: -s.Offset.Y, fyne.KeyEnd: s.Content.MinSize().Height,
	}
	dy, ok := by[name]
	if ok {
		scrollTo(s, fyne.NewPos(s.Offset.X, s.Offset.Y+dy))
	}
	return ok
}

// Stop is a Tab key stop for what stands behind it in the same place. It does not hold that: Fyne's
// walk back comes to a widget before it comes to what is in the widget, and so to another stop than it
// should. A widget that embeds it calls ExtendBaseWidget, and draws the frame above what it is for.
type Stop struct {
	widget.BaseWidget
	Ringed
}

// CreateRenderer implements fyne.Widget.
func (s *Stop) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Pages is a long text that keys scroll.
type Pages struct {
	Stop
	Object *fyne.Container // the stop, and the text behind it
	Scroll *container.Scroll
}

// NewPages makes a text that scrolls up and down.
func NewPages(text fyne.CanvasObject) *Pages {
	p := &Pages{Scroll: container.NewVScroll(text), Stop: Stop{Ringed: NewRinged()}}
	p.ExtendBaseWidget(p)
	p.Object = container.New(Laid{p.Scroll.MinSize, func(size fyne.Size) {
		for _, o := range p.Object.Objects {
			o.Resize(size)
		}
		p.Scroll.Refresh() // a text that wraps has its height only once it has its width
	}}, p, p.Scroll, p.Ring)
	return p
}

// TypedRune implements fyne.Focusable.
func (p *Pages) TypedRune(r rune) {
	if r == ' ' {
		Scroll(p.Scroll, fyne.KeyPageDown)
	} else {
		Letter(p, r)
	}
}

// TypedKey implements fyne.Focusable.
func (p *Pages) TypedKey(e *fyne.KeyEvent) {
	if !Scroll(p.Scroll, e.Name) {
		Key(p, e)
	}
}
