package surface

import (
	"image/color"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/scene"
)

// Hints is the layer above a window that shows what an object means once the pointer rests on it.
type Hints struct {
	widget.BaseWidget
	tip   *tip
	theme *scene.Theme
	post  func(func())

	other  *tip   // from a surface, which was shown last; nil: none was
	wanted string // what the pointer is on; "": nothing
	at     fyne.Position
	rest   Delay // until wanted is shown
}

const hintDelay = 450 * time.Millisecond

// NewHints makes the layer. post runs a function on the UI goroutine.
func NewHints(post func(func())) *Hints {
	h := &Hints{tip: newTip(), theme: &scene.Light, post: post}
	h.ExtendBaseWidget(h)
	return h
}

// Over is content with the layer above it.
func (h *Hints) Over(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(content, h)
}

// SetTheme sets the colours for what is shown now and next.
func (h *Hints) SetTheme(t *scene.Theme) {
	h.theme = t
	h.tip.recolor(t)
}

// CreateRenderer implements fyne.Widget.
func (h *Hints) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout(h.tip.box))
}

// Resize implements fyne.CanvasObject. In a resized window other things are under the pointer.
func (h *Hints) Resize(size fyne.Size) {
	if size != h.Size() {
		h.Leave()
	}
	h.BaseWidget.Resize(size)
}

// MinSize implements fyne.CanvasObject: a tip has no min size.
func (h *Hints) MinSize() fyne.Size { return fyne.Size{} }

// over shows a text once the pointer rests; "" ends it.
func (h *Hints) over(text string, at fyne.Position) {
	h.at = at
	if text == h.wanted {
		return
	}
	h.rest.Stop()
	h.wanted = text
	switch {
	case text == "":
		h.tip.hide()
		h.Refresh()
	case h.tip.box.Visible():
		h.appear()
	default:
		h.rest.Start(hintDelay, h.post, h.appear)
	}
}

// Text returns what explains the object under the pointer, shown or about to be; "" if nothing does.
func (h *Hints) Text() string { return h.wanted }

// TipText returns the text that is shown; "" if there is none.
func (h *Hints) TipText() string { return h.tip.shown() }

// Settle shows at once what waits for the pointer to rest.
func (h *Hints) Settle() { h.rest.Settle() }

// Leave hides the text, also a surface's: something else may be under the pointer, though that did not move.
func (h *Hints) Leave() {
	h.over("", h.at)
	if h.other != nil {
		h.other.hide()
	}
}

// layer finds a window's layer; it returns nil if there is none.
func layer(c fyne.Canvas) *Hints {
	if c == nil {
		return nil
	}
	root, ok := c.Content().(*fyne.Container)
	if !ok || len(root.Objects) == 0 {
		return nil
	}
	h, _ := root.Objects[len(root.Objects)-1].(*Hints)
	return h
}

// HideTips hides the text beside the pointer, wherever it comes from: something opens above what it explains,
// or that is about to change.
func HideTips(c fyne.Canvas) {
	if h := layer(c); h != nil {
		h.Leave()
	}
}

// hideTips hides the text beside the pointer in an object's window.
func hideTips(o fyne.CanvasObject) { HideTips(fyne.CurrentApp().Driver().CanvasForObject(o)) }

func (h *Hints) appear() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(h); c != nil && c.Overlays().Top() != nil {
		h.wanted = "" // a list, menu or dialog is above what it would explain
		return
	}
	zero := fyne.CurrentApp().Driver().AbsolutePositionForObject(h)
	h.tip.show(h.wanted, Point(h.at.Subtract(zero)), h.Size(), h.theme)
	h.Refresh() // nothing else on the screen has changed
}

// Hint makes a window's layer, if nothing is above it, show a text about the object at the
// pointer; "" ends it.
func Hint(o fyne.CanvasObject, text string, at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || text != "" && c.Overlays().Top() != nil {
		return
	}
	if h := layer(c); h != nil {
		h.over(text, at)
	}
}

// NewScroll makes an area that scrolls up and down, away from under the pointer and its hint.
func NewScroll(content fyne.CanvasObject) *container.Scroll {
	s := container.NewVScroll(content)
	s.OnScrolled = func(fyne.Position) { hideTips(s) }
	return s
}

// NewFormScroll returns a scroll for a dialog's inputs: its bar lies beside them, not on their last letters.
func NewFormScroll(form fyne.CanvasObject) *container.Scroll {
	return container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, theme.ScrollBarSize()), form))
}

// Explain returns what the glossary says about a term, in the user's language.
func Explain(term string) string { return Help(explain.Glossary(term)) }

// Help returns a text from a package below in the user's language; "" where there is none.
func Help(text string) string {
	if text == "" {
		return ""
	}
	return lang.L(text)
}

// Translated returns texts in the user's language.
func Translated(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = lang.L(t)
	}
	return out
}

// Hinted is a row with controls that say what they are for. A cover reports the pointer, which Fyne's widgets do not.
type Hinted struct {
	widget.BaseWidget
	content fyne.CanvasObject
	cover   *hintCover
	texts   map[fyne.CanvasObject]func() string
}

// NewHinted makes a row with controls but without hints.
func NewHinted(content fyne.CanvasObject) *Hinted {
	h := &Hinted{content: content, texts: map[fyne.CanvasObject]func() string{}}
	h.cover = &hintCover{of: h}
	h.cover.ExtendBaseWidget(h.cover)
	h.ExtendBaseWidget(h)
	return h
}

// Tell sets what a control is for. With "" the surrounding text holds.
func (h *Hinted) Tell(o fyne.CanvasObject, text string) {
	if text != "" {
		h.texts[o] = func() string { return text }
	}
}

// Tells sets what a control is for where that changes.
func (h *Hinted) Tells(o fyne.CanvasObject, text func() string) { h.texts[o] = text }

// Forget takes back what all controls are for.
func (h *Hinted) Forget() { clear(h.texts) }

// Text returns what a control is for; ok is false if nothing was set.
func (h *Hinted) Text(o fyne.CanvasObject) (text string, ok bool) {
	f := h.texts[o]
	if f == nil {
		return "", false
	}
	return f(), true
}

// All are the texts that were set.
func (h *Hinted) All() (texts []string) {
	for _, text := range h.texts {
		texts = append(texts, text())
	}
	return texts
}

// CreateRenderer implements fyne.Widget.
func (h *Hinted) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(h.content, h.cover))
}

// hintCover lies above controls and looks where the pointer is. Clicks go to the controls.
type hintCover struct {
	widget.BaseWidget
	of    *Hinted
	below desktop.Hoverable // the control that the pointer is on; nil: none
}

func (c *hintCover) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

func (c *hintCover) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

func (c *hintCover) MouseMoved(e *desktop.MouseEvent) {
	var below desktop.Hoverable
	text, inside := "", *e
	walkAt(c.of.content, e.Position, func(o fyne.CanvasObject, at fyne.Position) {
		if t, ok := c.of.Text(o); ok {
			text = t
		}
		if x, ok := o.(desktop.Hoverable); ok {
			below, inside.Position = x, at
		}
	})
	switch {
	case below != c.below:
		c.leave()
		if c.below = below; below != nil {
			below.MouseIn(&inside)
		}
	case below != nil:
		below.MouseMoved(&inside)
	}
	Hint(c, text, e.AbsolutePosition)
}

func (c *hintCover) MouseOut() {
	c.leave()
	Hint(c, "", fyne.Position{})
}

func (c *hintCover) leave() {
	if c.below != nil {
		c.below.MouseOut()
		c.below = nil
	}
}

// walkAt visits the visible objects that a point lies in, from the outside.
func walkAt(o fyne.CanvasObject, at fyne.Position, visit func(fyne.CanvasObject, fyne.Position)) {
	size := o.Size()
	if !o.Visible() || at.X < 0 || at.Y < 0 || at.X >= size.Width || at.Y >= size.Height {
		return
	}
	visit(o, at)
	var within []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		within = o.Objects
	case *container.Scroll:
		within = []fyne.CanvasObject{o.Content}
	}
	for _, child := range within {
		walkAt(child, at.Subtract(child.Position()), visit)
	}
}

// tip is a small text panel beside the pointer, drawn inside the view: a pop-up would take the pointer.
type tip struct {
	box   *fyne.Container
	back  *canvas.Rectangle
	lines []*canvas.Text
	text  string
	space float32 // in which its lines are wrapped
	theme *scene.Theme
}

const (
	tipLines   = 12
	tipPadding = float32(6)
	tipWidth   = float32(640) // at most
)

func newTip() *tip {
	t := &tip{back: canvas.NewRectangle(color.Transparent)}
	t.back.CornerRadius = 3
	t.back.StrokeWidth = 1
	t.box = container.NewWithoutLayout(t.back)
	for range tipLines {
		l := Text("", color.Black, 0, false)
		t.lines = append(t.lines, l)
		t.box.Add(l)
	}
	t.box.Hide()
	return t
}

// show places the text beside a point, inside the given size.
func (t *tip) show(text string, at scene.Point, within fyne.Size, theme *scene.Theme) {
	if text == "" {
		t.hide()
		return
	}
	if space := min(tipWidth, within.Width-2*tipPadding); text != t.text || theme != t.theme || space != t.space {
		t.space = space
		t.fill(text, theme)
	}
	size := t.back.Size()
	x, y := float32(at.X)+14, float32(at.Y)+18
	if x+size.Width > within.Width {
		x = max(0, within.Width-size.Width)
	}
	if y+size.Height > within.Height {
		y = max(0, float32(at.Y)-size.Height-8)
	}
	t.box.Move(fyne.NewPos(x, y))
	SetVisible(t.box, true)
}

func (t *tip) recolor(theme *scene.Theme) {
	if t.box.Visible() && theme != t.theme {
		t.fill(t.text, theme)
	}
}

func (t *tip) fill(text string, theme *scene.Theme) {
	t.text, t.theme = text, theme
	t.back.FillColor, t.back.StrokeColor = theme.Surface, theme.Line
	fits := func(s string) bool { return fyne.MeasureText(s, TextSize(), fyne.TextStyle{}).Width <= t.space }
	var lines []string
	first := 0 // lines in the text that are written louder
	for i, line := range strings.Split(text, "\n") {
		lines = append(lines, Lines(Arrows(line), fits)...)
		if i == 0 {
			first = len(lines)
		}
	}
	var width, y float32
	y = tipPadding
	for i, l := range t.lines {
		l.Text = ""
		if i < len(lines) {
			l.Text = Written(lines[i])
			l.Color = theme.Muted
			if i < first {
				l.Color = theme.Text
			}
			Put(l, tipPadding, y)
			width = max(width, l.Size().Width)
			y += l.Size().Height
		}
		l.Refresh()
	}
	t.back.Resize(fyne.NewSize(width+2*tipPadding, y+tipPadding))
	t.box.Resize(t.back.Size())
	t.back.Refresh()
}

// shown is the text on the screen, "" if there is none.
func (t *tip) shown() string {
	if !t.box.Visible() {
		return ""
	}
	return t.text
}

func (t *tip) hide() { SetVisible(t.box, false) }
