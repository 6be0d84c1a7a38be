package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// The widgets of Fyne keep the keyboard after a click, and drop keys that they have no use for. These
// give them to the window, so that keys act on what one sees.

// Check is a box to check.
type Check struct{ widget.Check }

// NewCheck makes a box to check. changed takes its new state; it may be nil.
func NewCheck(text string, changed func(bool)) *Check {
	c := &Check{}
	c.Text, c.OnChanged = text, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedRune implements fyne.Focusable.
func (c *Check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	letter(c, r)
}

// TypedKey implements fyne.Focusable.
func (c *Check) TypedKey(e *fyne.KeyEvent) { key(c, e) }

// Button is a button.
type Button struct{ widget.Button }

// NewButton makes a button. The icon may be nil.
func NewButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := &Button{}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(r rune) {
	if r != ' ' {
		letter(b, r)
	}
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
		return
	}
	key(b, e)
}

// Select is a list to choose from.
type Select struct{ widget.Select }

// NewSelect makes a list to choose from.
func NewSelect(options []string) *Select {
	s := &Select{}
	s.Options = options
	s.ExtendBaseWidget(s)
	return s
}

// Tapped implements fyne.Tappable. The list covers what a hint explained.
func (s *Select) Tapped(e *fyne.PointEvent) {
	Hint(s, "", fyne.Position{})
	s.Select.Tapped(e)
}

// TypedRune implements fyne.Focusable.
func (s *Select) TypedRune(r rune) {
	if r != ' ' {
		letter(s, r)
	}
}

// TypedKey implements fyne.Focusable.
func (s *Select) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		s.Select.TypedKey(e)
	default:
		key(s, e)
	}
}

// Slider is a knob on a line.
type Slider struct{ widget.Slider }

// NewSlider makes a slider of whole numbers.
func NewSlider(least, most float64) *Slider {
	s := &Slider{}
	s.Min, s.Max, s.Step, s.Orientation = least, most, 1, widget.Horizontal
	s.ExtendBaseWidget(s)
	return s
}

// TypedRune implements fyne.Focusable.
func (s *Slider) TypedRune(r rune) { letter(s, r) }

// TypedKey implements fyne.Focusable.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown:
		s.Slider.TypedKey(e)
	default:
		key(s, e)
	}
}

// Field is an input of one line that Escape leaves: letters are commands again.
type Field struct{ widget.Entry }

// NewField makes an input.
func NewField() *Field {
	f := &Field{}
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	f.ExtendBaseWidget(f)
	return f
}

// TypedKey implements fyne.Focusable.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		Unfocus(f)
		return
	}
	f.Entry.TypedKey(e)
}

// Unfocus takes the keyboard from an object.
func Unfocus(o fyne.CanvasObject) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Unfocus()
	}
}

// letter gives a letter to the window, as if nothing had the keyboard.
func letter(o fyne.CanvasObject, r rune) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

// key gives a key to the window, as if nothing had the keyboard.
func key(o fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}
