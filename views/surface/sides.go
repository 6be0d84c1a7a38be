package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
)

// Sides shows the two sides of a comparison beside each other, each under its name, or a picture of
// both in the place of the second. The type that embeds it makes the views follow each other.
type Sides[V View] struct {
	Page
	Two   [2]V // the base; the new side, or both in one
	names *sideNames
	base  fyne.CanvasObject // the first view with its name
}

// NewSides makes the views of both sides: 0 the base, 1 the new one. They stand
// beside each other, or with a border to move between them as lay says.
func NewSides[V View](lay func(base, now fyne.CanvasObject) fyne.CanvasObject, view func(side int) V) *Sides[V] {
	s := &Sides[V]{names: newSideNames()}
	var panes [2]fyne.CanvasObject
	for i := range s.Two {
		s.Two[i] = view(i)
		panes[i] = container.NewBorder(s.names.object(i), nil, nil, nil, s.Two[i].Content())
	}
	s.base, s.Object = panes[0], lay(panes[0], panes[1])
	s.Parts = []Part{s.Two[1], s.Two[0]}
	return s
}

// Beside lays out two views so that each has half of the width, or the second all of
// it while the first is hidden.
func Beside(base, now fyne.CanvasObject) fyne.CanvasObject {
	return container.New(halves{}, base, now)
}

// Lay names the sides, and shows both or the second alone. told says what the second shows alone.
func (s *Sides[V]) Lay(snapshot *screen.Snapshot, both bool, told string) {
	s.names.show(snapshot, both, told)
	if s.base.Visible() != both {
		SetVisible(s.base, both)
		s.Object.Refresh()
	}
}

// Both reports whether both sides are shown.
func (s *Sides[V]) Both() bool { return s.base.Visible() }

// SideAt implements [View]. A single picture of both sides is neither.
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

// sideNames are the lines above two views: the name of each side, and its total. One
// picture of both sides has the second line alone.
type sideNames struct{ texts [2]*canvas.Text }

func newSideNames() *sideNames {
	n := &sideNames{}
	for i := range n.texts {
		n.texts[i] = Text("", scene.Light.Muted, 0, true)
	}
	return n
}

// object is the line of a side: 0 the base, 1 the new one.
func (n *sideNames) object(side int) fyne.CanvasObject { return container.NewPadded(n.texts[side]) }

// show names the sides. told says what one picture of both sides shows.
func (n *sideNames) show(s *screen.Snapshot, beside bool, told string) {
	names := [2]string{}
	if s.Comparing != nil {
		names = [2]string{s.Comparing.Base.Name, s.Comparing.New.Name}
	}
	text := [2]string{lang.L("base: {{.Name}}", With{"Name": names[0]}), lang.L("new: {{.Name}}", With{"Name": names[1]})}
	if c := s.Compared(); c != nil {
		t := c.Comparison.Total()
		text[0] += "   " + c.Comparison.Format(t.Before)
		text[1] += "   " + c.Comparison.Format(t.After)
	}
	if !beside {
		text[1] = names[0] + " → " + names[1] + ": " + told
	}
	for i, t := range n.texts {
		t.Text, t.Color = "  "+Arrows(model.Sanitise(text[i])), s.Display.Theme.Muted
		t.Refresh()
	}
}

// halves gives two objects a half each, or the second all where the first is hidden.
type halves struct{}

const halvesGap = float32(6)

// Layout implements fyne.Layout.
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

// MinSize implements fyne.Layout.
func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	if !o[0].Visible() {
		return b
	}
	return fyne.NewSize(a.Width+b.Width+halvesGap, max(a.Height, b.Height))
}
