package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/views/surface"
)

// TopSides shows the tab Top of a comparison: the table of what changed, or the
// tables of both sides, which are pointed at, sorted, searched and selected in
// together.
type TopSides struct {
	Object  fyne.CanvasObject
	changes *Diff
	sides   [2]*Top // base, new
	names   *surface.SideNames
	both    *fyne.Container
}

// NewTopSides makes the view.
func NewTopSides(send screen.Send) *TopSides {
	v := &TopSides{changes: NewDiff(screen.TopTab, send), names: surface.NewSideNames()}
	var panes [2]fyne.CanvasObject
	for i := range v.sides {
		v.sides[i] = NewTop(send)
		v.sides[i].Sideways = true
		v.sides[i].Pointed = func(row int) { v.point(i, row) }
		panes[i] = container.NewBorder(v.names.Object(i), nil, nil, nil, v.sides[i].Object)
	}
	v.both = container.New(surface.Halves{}, panes[0], panes[1])
	v.both.Hide()
	v.Object = container.NewStack(v.changes.Object, v.both)
	return v
}

// Show shows a snapshot.
func (v *TopSides) Show(s *screen.Snapshot) {
	var c *screen.Compared
	if s.Answer != nil {
		c = s.Answer.Compared
	}
	beside := s.Display.Compare.TopBeside
	if c != nil && (c.Table != nil || s.Answer.Top != nil) { // the old tables stay until there are new ones
		beside = s.Answer.Top != nil && c.Other != nil
	}
	surface.SetVisible(v.changes.Object, !beside)
	surface.SetVisible(v.both, beside)
	if !beside {
		v.changes.Show(s)
		return
	}
	v.names.Show(s, c, true, "")
	v.sides[1].Show(s)
	other := *s
	if c != nil {
		other.Answer = c.Other
	}
	v.sides[0].Show(&other)
}

// InSight is the part of the table of what changed that is on the screen; of two
// tables each has a part of its own.
func (v *TopSides) InSight() screen.Sight {
	if v.both.Visible() {
		return screen.Sight{}
	}
	return v.changes.InSight()
}

// point lights up the row of the other side that is the same function as one
// pointed at.
func (v *TopSides) point(side, row int) {
	from, to := v.sides[side], v.sides[1-side]
	at := -1
	if row >= 0 && row < len(from.rows) {
		at = rowOf(to.rows, from.rows[row].Node) // of the same number, see compare.Comparison
	}
	to.Light(at)
}

// TypedKey gives a key to what is shown.
func (v *TopSides) TypedKey(e *fyne.KeyEvent) {
	if v.both.Visible() {
		v.sides[1].TypedKey(e)
		return
	}
	v.changes.TypedKey(e)
}

// Unused sets who gets the letters that no table has a use for.
func (v *TopSides) Unused(f func(rune)) {
	v.changes.Unused(f)
	for _, s := range v.sides {
		s.Unused(f)
	}
}

// SideAt tells which side is at a position of the window: 0 the base, 1 the new
// one, −1 neither, or the table of what changed.
func (v *TopSides) SideAt(at fyne.Position) int {
	if !v.both.Visible() {
		return -1
	}
	return surface.SurfaceAt(at, v.sides[0].Surface, v.sides[1].Surface)
}
