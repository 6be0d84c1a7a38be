package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/views/surface"
)

// TopSides shows the tab Top of a comparison: the table of what changed, or the
// tables of both sides, which point, sort, search and select together.
type TopSides struct {
	*surface.Sides[*Top]
	changes *Diff
	both    fyne.CanvasObject
}

// NewTopSides makes the view.
func NewTopSides(send screen.Send) *TopSides {
	v := &TopSides{changes: NewDiff(screen.TopTab, send)}
	v.Sides = surface.NewSides(surface.Beside, func(side int) *Top {
		one := NewTop(send)
		one.Sideways = true
		one.Pointed = func(row int) { v.point(side, row) }
		return one
	})
	v.Parts = append(v.Parts, v.changes)
	v.both = v.Object
	v.both.Hide()
	v.Object = container.NewStack(v.changes.Object, v.both)
	return v
}

// Show shows a snapshot.
func (v *TopSides) Show(s *screen.Snapshot) {
	both := s.Display.Compare.TopBeside
	if c := s.Compared(); c != nil && (c.Table != nil || s.Answer.Top != nil) { // the old tables stay until there are new ones
		both = s.Answer.Top != nil && c.Other != nil
	}
	surface.SetVisible(v.changes.Object, !both)
	surface.SetVisible(v.both, both)
	if !both {
		v.changes.Show(s)
		return
	}
	v.Lay(s, true, "")
	v.Two[1].Show(s)
	v.Two[0].Show(s.OfBase())
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
	from, to := v.Two[side], v.Two[1-side]
	at := -1
	if row >= 0 && row < len(from.rows) {
		at = rowOf(to.rows, from.rows[row].Node) // of the same number, see compare.Comparison
	}
	to.Light(at)
}

// TypedKey gives a key to what is shown.
func (v *TopSides) TypedKey(e *fyne.KeyEvent) {
	if v.both.Visible() {
		v.Two[1].TypedKey(e)
		return
	}
	v.changes.TypedKey(e)
}

// SideAt implements [surface.View]: the table of what changed is no side.
func (v *TopSides) SideAt(at fyne.Position) int {
	if !v.both.Visible() {
		return -1
	}
	return v.Sides.SideAt(at)
}
