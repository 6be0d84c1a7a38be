package surface

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/scene"
)

// tip is a small panel of text beside the pointer. It is drawn inside the view
// because a pop-up would take the pointer from it.
type tip struct {
	box   *fyne.Container
	back  *canvas.Rectangle
	lines []*canvas.Text
	text  string
	theme *scene.Theme
}

const (
	tipLines   = 12
	tipPadding = float32(6)
	tipWidth   = 640.0
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
	if text != t.text || theme != t.theme {
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

// recolor gives a tip that is shown the colours of what it lies on.
func (t *tip) recolor(theme *scene.Theme) {
	if t.box.Visible() && theme != t.theme {
		t.fill(t.text, theme)
	}
}

func (t *tip) fill(text string, theme *scene.Theme) {
	t.text, t.theme = text, theme
	t.back.FillColor, t.back.StrokeColor = theme.Surface, theme.Line
	font := scene.Font{Size: scene.TextSize}
	var lines []string
	first := 0 // lines of the text that are written louder
	for i, line := range strings.Split(text, "\n") {
		lines = append(lines, wrapLines(Arrows(line), font, tipWidth)...)
		if i == 0 {
			first = len(lines)
		}
	}
	var width, y float32
	y = tipPadding
	for i, l := range t.lines {
		l.Text = ""
		if i < len(lines) {
			l.Text = lines[i]
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

func (t *tip) hide() { SetVisible(t.box, false) }
