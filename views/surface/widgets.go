package surface

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Fyne's widgets keep the keyboard after a click, and drop keys that they do not use. These
// give them to the window, so that keys act on what one sees.

// Check is a box to check.
type Check struct {
	widget.Check
	Ringed
}

// NewCheck makes a box to check. changed takes its new state; it may be nil.
func NewCheck(text string, changed func(bool)) *Check {
	c := &Check{Ringed: NewRinged()}
	c.Text, c.OnChanged = text, changed
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	return &ringed{WidgetRenderer: c.Check.CreateRenderer(), ring: c.Ring}
}

// FocusGained implements fyne.Focusable.
func (c *Check) FocusGained() {
	c.Check.FocusGained()
	c.Ringed.FocusGained()
	Reveal(c)
}

// FocusLost implements fyne.Focusable.
func (c *Check) FocusLost() {
	c.Check.FocusLost()
	c.Ringed.FocusLost()
}

// TypedRune implements fyne.Focusable.
func (c *Check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	Letter(c, r)
}

// TypedKey implements fyne.Focusable.
func (c *Check) TypedKey(e *fyne.KeyEvent) { Key(c, e) }

// Button is a button.
type Button struct {
	widget.Button
	Ringed
}

// NewButton makes a button. The icon may be nil.
func NewButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := &Button{Ringed: NewRinged()}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &ringed{WidgetRenderer: b.Button.CreateRenderer(), ring: b.Ring}
	if b.Importance != widget.LowImportance { // which look like texts
		r.border = newBorder()
	}
	return r
}

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() {
	b.Button.FocusGained()
	b.Ringed.FocusGained()
	Reveal(b)
}

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() {
	b.Button.FocusLost()
	b.Ringed.FocusLost()
}

// ColorNameBorder is the border colour for what Fyne draws without any: transparent, but in high-contrast themes.
const ColorNameBorder fyne.ThemeColorName = "profstation-border"

func newBorder() *canvas.Rectangle {
	b := canvas.NewRectangle(color.Transparent)
	b.StrokeWidth, b.CornerRadius, b.StrokeColor = 1, theme.InputRadiusSize(), theme.Color(ColorNameBorder)
	return b
}

// ringed draws a frame above a Fyne widget.
type ringed struct {
	fyne.WidgetRenderer
	border *canvas.Rectangle // nil: none
	ring   *canvas.Rectangle // seen while the widget has the keyboard
}

func (r *ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	if r.border != nil {
		r.border.Resize(size)
	}
	r.ring.Resize(size)
}

func (r *ringed) Refresh() {
	r.WidgetRenderer.Refresh()
	if r.border != nil {
		r.border.StrokeColor = theme.Color(ColorNameBorder)
		r.border.Refresh()
	}
	if !r.ring.Hidden {
		showRing(r.ring, true)
	}
}

func (r *ringed) Objects() []fyne.CanvasObject {
	all := r.WidgetRenderer.Objects()
	if r.border != nil {
		all = append(all, r.border)
	}
	return append(all, r.ring)
}

// Tapped implements fyne.Tappable. What it does may cover or change what a hint explained.
func (b *Button) Tapped(e *fyne.PointEvent) {
	hideTips(b)
	b.Button.Tapped(e)
}

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(r rune) {
	if r != ' ' {
		Letter(b, r)
	}
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
		return
	}
	Key(b, e)
}

// Select is a list to choose from.
type Select struct {
	widget.Select
	Ringed
}

// NewSelect makes a list to choose from.
func NewSelect(options []string) *Select {
	s := &Select{Ringed: NewRinged()}
	s.Options = options
	s.ExtendBaseWidget(s)
	return s
}

// maxSelect is how wide a list is made at most for its options, in logical pixels: file names can be long.
const maxSelect = float32(200)

// MinSize implements fyne.CanvasObject: as wide as the widest option, up to maxSelect.
func (s *Select) MinSize() fyne.Size {
	minSize := s.Select.MinSize()
	text := func(t string) float32 { return fyne.MeasureText(t, theme.TextSize(), fyne.TextStyle{}).Width }
	for _, o := range s.Options {
		wide := minSize.Width + text(o) - text(s.PlaceHolder) + theme.InnerPadding()
		minSize.Width = max(minSize.Width, min(wide, maxSelect))
	}
	return minSize
}

// Tapped implements fyne.Tappable. The list covers what a hint explained. One with nothing to choose from would be an
// empty list, which takes the next click.
func (s *Select) Tapped(e *fyne.PointEvent) {
	if len(s.Options) == 0 {
		return
	}
	hideTips(s)
	s.Select.Tapped(e)
}

// FocusGained implements fyne.Focusable.
func (s *Select) FocusGained() {
	s.Select.FocusGained()
	s.Ringed.FocusGained()
	Reveal(s)
}

// FocusLost implements fyne.Focusable.
func (s *Select) FocusLost() {
	s.Select.FocusLost()
	s.Ringed.FocusLost()
}

// CreateRenderer implements fyne.Widget.
func (s *Select) CreateRenderer() fyne.WidgetRenderer {
	return &ringed{WidgetRenderer: s.Select.CreateRenderer(), border: newBorder(), ring: s.Ring}
}

// TypedRune implements fyne.Focusable.
func (s *Select) TypedRune(r rune) {
	if r != ' ' {
		Letter(s, r)
	}
}

// TypedKey implements fyne.Focusable.
func (s *Select) TypedKey(e *fyne.KeyEvent) {
	switch {
	case len(s.Options) > 0 && (e.Name == fyne.KeySpace || e.Name == fyne.KeyUp || e.Name == fyne.KeyDown):
		s.Select.TypedKey(e)
	default:
		Key(s, e)
	}
}

// Slider is a knob on a line. While a hand drags the knob, SetValue leaves it there: what a view shows
// meanwhile is not yet the answer to that hand, and would undo the drag.
type Slider struct {
	widget.Slider
	held bool
}

// NewSlider makes a slider for whole numbers.
func NewSlider(from, to float64) *Slider {
	s := &Slider{}
	s.Min, s.Max, s.Step, s.Orientation = from, to, 1, widget.Horizontal
	s.ExtendBaseWidget(s)
	return s
}

// SetValue moves the knob, unless a hand drags it.
func (s *Slider) SetValue(value float64) {
	if !s.held {
		s.Slider.SetValue(value)
	}
}

// Dragged implements fyne.Draggable.
func (s *Slider) Dragged(e *fyne.DragEvent) {
	s.held = true
	s.Slider.Dragged(e)
}

// DragEnd implements fyne.Draggable.
func (s *Slider) DragEnd() {
	s.held = false
	s.Slider.DragEnd()
}

// FocusGained implements fyne.Focusable.
func (s *Slider) FocusGained() {
	s.Slider.FocusGained()
	Reveal(s)
}

// TypedRune implements fyne.Focusable.
func (s *Slider) TypedRune(r rune) { Letter(s, r) }

// TypedKey implements fyne.Focusable.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyRight:
		s.Slider.TypedKey(e)
	case fyne.KeyUp: // more, as sliders elsewhere
		s.Slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	case fyne.KeyDown:
		s.Slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	default:
		Key(s, e)
	}
}

// List shows lines, one of them selected.
type List struct{ widget.List }

// NewList makes a list with n lines; create makes an object for one, and update fills it.
func NewList(n func() int, create func() fyne.CanvasObject, update func(i widget.ListItemID, o fyne.CanvasObject)) *List {
	l := &List{}
	l.Length, l.CreateItem, l.UpdateItem = n, create, update
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		l.List.TypedKey(e)
	default:
		Key(l, e)
	}
}

// Field is a one-line input that Escape leaves: letters are commands again. The widget that embeds it
// calls Extend.
type Field struct {
	widget.Entry
	OnEscape func() bool // ends what the text does, and reports whether there was anything; nil: there never is
	self     fyne.Widget
}

// NewField makes an input.
func NewField() *Field {
	f := &Field{}
	f.Extend(f)
	return f
}

// Extend says which widget embeds the input.
func (f *Field) Extend(self fyne.Widget) {
	f.self = self
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	f.ExtendBaseWidget(self)
}

// Ending returns the input with a button at its end. Fyne would have the button in the input, where the walk
// back comes to it in the wrong turn ([Stop]).
func (f *Field) Ending(b *Button) fyne.CanvasObject {
	f.ActionItem = Space(b.MinSize().Width, 0)
	return container.New(Laid{f.self.MinSize, func(size fyne.Size) {
		f.self.Resize(size)
		edge := theme.InputBorderSize()
		width := b.MinSize().Width
		b.Resize(fyne.NewSize(width, size.Height-2*edge))
		b.Move(fyne.NewPos(size.Width-width-edge, edge))
	}}, f.self, b)
}

// FocusGained implements fyne.Focusable.
func (f *Field) FocusGained() {
	f.Entry.FocusGained()
	Reveal(f.self)
}

// TypedKey implements fyne.Focusable.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape && f.OnEscape != nil && f.OnEscape():
	case e.Name == fyne.KeyEscape:
		Escape(f.self)
	case OfWindow(e.Name, CurrentModifiers()):
		Key(f.self, e)
	default:
		f.Entry.TypedKey(e)
	}
}

// TappedSecondary implements fyne.SecondaryTappable: its menu covers what a hint explained.
func (f *Field) TappedSecondary(e *fyne.PointEvent) {
	hideTips(f.self)
	f.Entry.TappedSecondary(e)
}

// Escape takes the keyboard from an object. In a dialog, the key is for that.
func Escape(o fyne.CanvasObject) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	switch {
	case c == nil:
	case c.Overlays().Top() != nil:
		Key(o, &fyne.KeyEvent{Name: fyne.KeyEscape})
	default:
		c.Unfocus()
	}
}

// Letter gives a letter to the window, as if nothing had the keyboard.
func Letter(o fyne.CanvasObject, r rune) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

// Key gives a key to the window, as if nothing had the keyboard.
func Key(o fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}
