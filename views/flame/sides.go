package flame

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
	"profstation/views/surface"
)

// Sides shows the flame graph of a comparison: one picture of both sides, or
// one of each that are moved, pointed at and selected in together.
type Sides struct {
	Object fyne.CanvasObject
	sides  [2]*View // base, new; a difference is shown by the second
	names  *surface.SideNames
	ratio  float64 // of a part of the base's branch to that of the new one's
}

// NewSides makes the view. post runs a function on the UI goroutine.
func NewSides(send screen.Send, post func(func())) *Sides {
	v := &Sides{ratio: 1, names: surface.NewSideNames()}
	var panes [2]fyne.CanvasObject
	for i := range v.sides {
		v.sides[i] = New(func(in screen.Intent) { send(v.ofNew(i, in)) }, post)
		v.sides[i].twin = &flameTwin{
			moved: func() { v.follow(i) },
			over:  func(ref flame.Ref) { v.point(i, ref) },
		}
		panes[i] = container.NewBorder(v.names.Object(i), nil, nil, nil, v.sides[i].Object)
	}
	v.Object = container.New(surface.Halves{}, panes[0], panes[1])
	return v
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	var c *screen.Compared
	if s.Answer != nil {
		c = s.Answer.Compared
	}
	beside := s.Display.Compare.Way == screen.SideBySide
	if c != nil && s.Answer.Chart != nil { // the old picture stays until there is a new one
		beside = c.Other != nil
	}
	pane := v.Object.(*fyne.Container).Objects[0]
	if pane.Visible() != beside {
		surface.SetVisible(pane, beside)
		v.Object.Refresh()
	}
	v.names.Show(s, c, beside, widthText(s.Display.Compare.Width)+lang.L(", colour: change"))
	v.ratio = 1
	extent := [2]float64{}
	if c != nil {
		v.ratio, extent = c.Ratio, c.Extent
	}
	v.sides[0].extent, v.sides[1].extent = extent[0], extent[1]
	v.sides[1].Show(s)
	if !beside {
		return
	}
	other := *s
	if c != nil {
		other.Answer = c.Other
	}
	v.sides[0].Show(&other)
}

func widthText(w compare.Width) string {
	switch w {
	case compare.ByBase:
		return lang.L("width: the base")
	case compare.ByLarger:
		return lang.L("width: the larger of both")
	}
	return lang.L("width: the new profile")
}

// beside tells whether both sides are shown.
func (v *Sides) beside() bool {
	return v.Object.(*fyne.Container).Objects[0].Visible() && v.sides[0].chart != nil && v.sides[1].chart != nil
}

// ofNew turns what was done to a side into what that means for the new one: a
// part of a branch is kept in terms of it.
func (v *Sides) ofNew(side int, i screen.Intent) screen.Intent {
	if look, ok := i.(screen.Look); ok && side == 0 && v.beside() {
		look.Span = flame.Span{From: look.Span.From / v.ratio, To: look.Span.To / v.ratio}
		return look
	}
	return i
}

// follow moves the other side to where one is.
func (v *Sides) follow(side int) {
	if !v.beside() {
		return
	}
	ratio := v.ratio
	if side == 0 {
		ratio = 1 / ratio
	}
	v.sides[1-side].follow(v.sides[side], ratio)
}

// point lights up the box of the other side that is the same as one pointed at.
func (v *Sides) point(side int, ref flame.Ref) {
	if !v.beside() {
		return
	}
	from, to := v.sides[side], v.sides[1-side]
	if ref == flame.None || from.chart.Box(ref).Merged > 0 {
		to.light(flame.None)
		return
	}
	path := from.chart.Path(ref) // nodes have the same numbers on both sides, see compare.Comparison
	found, n := to.chart.Find(ref.Callers, path)
	if n < len(path) {
		found = flame.None
	}
	to.light(found)
}

// TypedKey gives a key to the side that was clicked last, to the new one before.
func (v *Sides) TypedKey(e *fyne.KeyEvent) { v.sides[1].TypedKey(e) }

// Unused sets who gets the letters that neither side has a use for.
func (v *Sides) Unused(f func(rune)) {
	for _, s := range v.sides {
		s.Unused(f)
	}
}

// SideAt tells which side is at a position of the window: 0 the base, 1 the new
// one, −1 neither, or one picture of both.
func (v *Sides) SideAt(at fyne.Position) int {
	if !v.beside() {
		return -1
	}
	return surface.SurfaceAt(at, v.sides[0].Surface, v.sides[1].Surface)
}
