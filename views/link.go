package views

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// link is a line that can be clicked: a text on the left, cut to the room it
// has, and a figure on the right.
type link struct {
	widget.BaseWidget
	text, figure string
	theme        *scene.Theme
	tapped       func()
	hovered      bool   // the pointer is on it
	marked       bool   // the keyboard is
	goes         bool   // the figure is what the link leads to
	left         bool   // the figure stands where the text would: there is none
	hint         string // what the text means; "": nothing is told
}

func newLink(text, figure string, theme *scene.Theme, tapped func()) *link {
	l := &link{text: text, figure: figure, theme: theme, tapped: tapped}
	l.ExtendBaseWidget(l)
	return l
}

// Tapped implements fyne.Tappable.
func (l *link) Tapped(*fyne.PointEvent) {
	if l.tapped != nil {
		l.tapped()
	}
}

// MouseIn implements desktop.Hoverable.
func (l *link) MouseIn(e *desktop.MouseEvent) {
	l.hovered = l.tapped != nil
	l.Refresh()
	l.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (l *link) MouseMoved(e *desktop.MouseEvent) { hint(l, l.hint, e.AbsolutePosition) }

// MouseOut implements desktop.Hoverable.
func (l *link) MouseOut() {
	l.hovered = false
	l.Refresh()
	hint(l, "", fyne.Position{})
}

// Cursor implements desktop.Cursorable.
func (l *link) Cursor() desktop.Cursor {
	if l.tapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// CreateRenderer implements fyne.Widget.
func (l *link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l: l, back: canvas.NewRectangle(color.Transparent),
		text: canvas.NewText("", color.Black), figure: canvas.NewText("", color.Black)}
	r.text.TextSize, r.figure.TextSize = textSize(), textSize()
	r.Refresh()
	return r
}

type linkRenderer struct {
	l            *link
	back         *canvas.Rectangle
	text, figure *canvas.Text
}

const linkPadding = float32(4)

func (r *linkRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	fig := r.figure.MinSize()
	y := (size.Height - fig.Height) / 2
	if r.l.left {
		r.figure.Text = fitText(r.l.figure, size.Width-2*linkPadding)
		r.figure.Move(fyne.NewPos(linkPadding, y))
		r.figure.Resize(r.figure.MinSize())
		return
	}
	r.figure.Move(fyne.NewPos(size.Width-fig.Width-linkPadding, y))
	r.figure.Resize(fig)
	room := size.Width - fig.Width - 3*linkPadding
	r.text.Text = fitText(r.l.text, room)
	r.text.Move(fyne.NewPos(linkPadding, y))
	r.text.Resize(r.text.MinSize())
}

// textSize is that of data in panes: what pictures have, unless a user has chosen
// another one.
func textSize() float32 { return theme.CaptionTextSize() }

// arrows writes a text so that Fyne's font can: that which has its arrow has no
// blank, which is shown as a box.
func arrows(s string) string { return strings.ReplaceAll(s, " → ", " » ") }

// fitText cuts a text in Fyne's own font to a width.
func fitText(s string, width float32) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, textSize(), fyne.TextStyle{}).Width }
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

func (r *linkRenderer) MinSize() fyne.Size { return fyne.NewSize(60, textSize()+8) }

func (r *linkRenderer) Refresh() {
	r.figure.Text = r.l.figure
	r.text.Color, r.figure.Color = r.l.theme.Text, r.l.theme.Muted
	if r.l.goes {
		r.figure.Color = r.l.theme.Selection
	}
	r.back.FillColor = color.Transparent
	if r.l.hovered || r.l.marked {
		r.back.FillColor = r.l.theme.Quiet
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
