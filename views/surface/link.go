package surface

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model"
	"profstation/scene"
)

// LongestChip is how much of a text a chip shows.
const LongestChip = 48

func Short(name string) string {
	return CutText(model.ShortName(model.Sanitise(name), false))
}

func CutText(s string) string {
	s = model.Sanitise(s)
	if r := []rune(s); len(r) > LongestChip {
		return string(r[:LongestChip-1]) + "…"
	}
	return s
}

// Link is a line that can be clicked: a text on the left, cut to the room it
// has, and a figure on the right.
type Link struct {
	widget.BaseWidget
	Text, figure string
	Theme        *scene.Theme
	Do           func()
	Hovered      bool   // the pointer is on it
	Marked       bool   // the keyboard is
	goes         bool   // the figure is what the link leads to
	left         bool   // the figure stands where the text would: there is none
	hint         string // what the text means; "": nothing is told
}

func NewLink(text, figure string, theme *scene.Theme, tapped func()) *Link {
	l := &Link{Text: text, figure: figure, Theme: theme, Do: tapped}
	l.ExtendBaseWidget(l)
	return l
}

// Label returns the text of the link, or the figure of one without a text.
func (l *Link) Label() string {
	if l.Text == "" {
		return l.figure
	}
	return l.Text
}

// Tapped implements fyne.Tappable.
func (l *Link) Tapped(*fyne.PointEvent) {
	if l.Do != nil {
		l.Do()
	}
}

// MouseIn implements desktop.Hoverable.
func (l *Link) MouseIn(e *desktop.MouseEvent) {
	l.Hovered = l.Do != nil
	l.Refresh()
	l.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (l *Link) MouseMoved(e *desktop.MouseEvent) { Hint(l, l.hint, e.AbsolutePosition) }

// MouseOut implements desktop.Hoverable.
func (l *Link) MouseOut() {
	l.Hovered = false
	l.Refresh()
	Hint(l, "", fyne.Position{})
}

// Cursor implements desktop.Cursorable.
func (l *Link) Cursor() desktop.Cursor {
	if l.Do == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// CreateRenderer implements fyne.Widget.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l: l, back: canvas.NewRectangle(color.Transparent),
		text: canvas.NewText("", color.Black), figure: canvas.NewText("", color.Black)}
	r.text.TextSize, r.figure.TextSize = TextSize(), TextSize()
	r.Refresh()
	return r
}

type linkRenderer struct {
	l            *Link
	back         *canvas.Rectangle
	text, figure *canvas.Text
}

const linkPadding = float32(4)

func (r *linkRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	fig := r.figure.MinSize()
	y := (size.Height - fig.Height) / 2
	if r.l.left {
		r.figure.Text = FitText(r.l.figure, size.Width-2*linkPadding)
		r.figure.Move(fyne.NewPos(linkPadding, y))
		r.figure.Resize(r.figure.MinSize())
		return
	}
	r.figure.Move(fyne.NewPos(size.Width-fig.Width-linkPadding, y))
	r.figure.Resize(fig)
	room := size.Width - fig.Width - 3*linkPadding
	r.text.Text = FitText(r.l.Text, room)
	r.text.Move(fyne.NewPos(linkPadding, y))
	r.text.Resize(r.text.MinSize())
}

// TextSize is that of data in panes: what pictures have, unless a user has chosen
// another one.
func TextSize() float32 { return theme.CaptionTextSize() }

// Arrows writes a text so that Fyne's font can: that which has its arrow has no
// blank, which is shown as a box.
func Arrows(s string) string { return strings.ReplaceAll(s, " → ", " » ") }

// FitText cuts a text in Fyne's own font to a width.
func FitText(s string, width float32) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, TextSize(), fyne.TextStyle{}).Width }
	if measure(s) <= width {
		return s
	}
	runes := []rune(s)
	lo, hi := 0, len(runes)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if measure(string(runes[:mid])+"…") <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return string(runes[:lo]) + "…"
}

func (r *linkRenderer) MinSize() fyne.Size { return fyne.NewSize(60, TextSize()+8) }

func (r *linkRenderer) Refresh() {
	r.figure.Text = r.l.figure
	r.text.Color, r.figure.Color = r.l.Theme.Text, r.l.Theme.Muted
	if r.l.goes {
		r.figure.Color = r.l.Theme.Selection
	}
	r.back.FillColor = color.Transparent
	if r.l.Hovered || r.l.Marked {
		r.back.FillColor = r.l.Theme.Quiet
	}
	r.Layout(r.l.Size())
	r.back.Refresh()
	r.text.Refresh()
	r.figure.Refresh()
}

func (r *linkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.text, r.figure}
}

func (r *linkRenderer) Destroy() {}
