package surface

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/scene"
)

// Sides shows a comparison's two sides beside each other under their names, or one picture for both in the
// second one's place. The type that embeds it makes the views follow each other.
type Sides[V View] struct {
	Page
	Two   [2]V              // the base; the new side, or both in one
	names [2]*sideTitle     // the lines above them
	base  fyne.CanvasObject // the first view with its name
}

// NewSides makes the views for both sides, 0 the base and 1 the new one, which lay puts side by side.
func NewSides[V View](lay func(base, now fyne.CanvasObject) fyne.CanvasObject, view func(side int) V) *Sides[V] {
	s := &Sides[V]{}
	var panes [2]fyne.CanvasObject
	for i := range s.Two {
		s.Two[i] = view(i)
		s.names[i] = &sideTitle{line: Text("", scene.Light.Muted, 0, true)}
		title := s.names[i]
		named := NewHinted(container.NewPadded(container.New(title, title.line)))
		named.Tells(title.line, title.whole)
		panes[i] = Border(named, nil, nil, nil, s.Two[i].Content())
	}
	s.base, s.Object = panes[0], lay(panes[0], panes[1])
	s.Parts = []Part{s.Two[1], s.Two[0]}
	return s
}

// Beside gives each view half the width, or the second all while the first is hidden.
func Beside(base, now fyne.CanvasObject) fyne.CanvasObject {
	return container.New(halves{}, base, now)
}

// Lay names the sides, and shows both or the second alone. shows says what that picture shows. Why a comparison failed
// is said once.
func (s *Sides[V]) Lay(snapshot *screen.Snapshot, both bool, shows string) {
	if snapshot.Failed() {
		both, shows = false, ""
	}
	for i, t := range s.names {
		t.line.Color = snapshot.Display.Theme.Muted
		t.put("  " + Arrows(safe.Text(sideName(snapshot, i, both, shows))))
	}
	if s.base.Visible() != both {
		SetVisible(s.base, both)
		s.Object.Refresh()
	}
}

// Both reports whether both sides are shown.
func (s *Sides[V]) Both() bool { return s.base.Visible() }

// SideAt implements [View]. A single picture for both sides is neither.
func (s *Sides[V]) SideAt(at fyne.Position) int {
	for i, v := range s.Two {
		o := v.Content()
		p, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
		if s.Both() && at.X >= p.X && at.X < p.X+size.Width && at.Y >= p.Y && at.Y < p.Y+size.Height {
			return i
		}
	}
	return -1
}

// Settle implements [View].
func (s *Sides[V]) Settle() {
	for _, v := range s.Two {
		v.Settle()
	}
}

// sideName is the line above a side with its name and total, or above one picture for both with what it shows.
func sideName(s *screen.Snapshot, side int, both bool, shows string) string {
	names := [2]string{}
	if s.Comparing != nil {
		names = [2]string{s.Comparing.Base.Name, s.Comparing.New.Name}
	}
	if side == 1 && !both {
		if shows != "" {
			shows = ": " + shows
		}
		return names[0] + " → " + names[1] + shows
	}
	total := ""
	if c := s.Compared(); c != nil {
		total = "   " + ask.SideTotal(c.Comparison, side)
	}
	if side == 0 {
		return lang.L("base: {{.Name}}", lang.With{"Name": names[0]}) + total
	}
	return lang.L("new: {{.Name}}", lang.With{"Name": names[1]}) + total
}

// sideTitle is the layout for a line that is cut to the given width: a long name makes no window wider.
type sideTitle struct {
	line  *canvas.Text
	text  string // the line whole
	width float32
}

func (t *sideTitle) put(text string) {
	t.text = text
	t.line.Text = t.fitted()
	t.line.Refresh()
}

// whole returns the line whole if it is cut; otherwise "".
func (t *sideTitle) whole() string {
	if t.line.Text == t.text {
		return ""
	}
	return strings.TrimSpace(t.text)
}

// fitted returns the text with its middle cut out where it is too long: its end tells two sides apart.
func (t *sideTitle) fitted() string {
	need := fyne.MeasureText(t.text, t.line.TextSize, t.line.TextStyle).Width
	if t.width == 0 || need <= t.width {
		return t.text
	}
	return FitMiddle(t.text, t.width*textWidth(t.text)/need) // which measures in another style
}

// Layout implements fyne.Layout.
func (t *sideTitle) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	t.line.Resize(size)
	if t.width != size.Width {
		t.width = size.Width
		t.put(t.text)
	}
}

// MinSize implements fyne.Layout.
func (t *sideTitle) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, t.line.MinSize().Height)
}

// halves gives two objects a half each, or the second all where the first is hidden.
type halves struct{}

const halvesGap = float32(6)

func (halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	if o[0].Visible() {
		w := (size.Width - halvesGap) / 2
		o[0].Move(fyne.NewPos(0, 0))
		o[0].Resize(fyne.NewSize(w, size.Height))
		x = w + halvesGap
	}
	o[1].Move(fyne.NewPos(x, 0))
	o[1].Resize(fyne.NewSize(size.Width-x, size.Height))
}

func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	if !o[0].Visible() {
		return b
	}
	return fyne.NewSize(a.Width+b.Width+halvesGap, max(a.Height, b.Height))
}
