// Package tables has the views that are made from rows or words: Top, Peek, Labels, Source,
// Trend, Overview, and those for comparisons.
package tables

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/query"
	"profstation/views/surface"
)

// Top shows the table with all nodes.
type Top struct {
	*surface.Grid
	send screen.Send
	tabs []ask.Tab // the document's

	document int
	result   *query.Result
	rows     []query.Row
}

// NewTop makes the view.
func NewTop(send screen.Send) *Top {
	v := &Top{Grid: surface.NewGrid(send), send: send}
	v.Pick = func(row int) { send(screen.Select{Selection: ask.Selection{Node: v.nameOf(row)}}) }
	v.Open = func(row int) {
		send(screen.Pivot{Node: v.nameOf(row)})
		send(screen.Jump{Tab: ask.FlameTab})
	}
	v.Sort = v.sortBy
	v.MenuOf = v.menu
	return v
}

// Show shows a snapshot.
func (v *Top) Show(s *screen.Snapshot) {
	state := surface.GridState{
		Theme: s.Display.Theme, Empty: surface.EmptyText(s), Selected: -1,
		SortColumn: s.Display.SortColumn, Descending: s.Display.Descending,
	}
	v.tabs = s.Filled()
	a := s.Answer
	if a == nil || a.Top == nil {
		v.result, v.rows = nil, nil
		v.Set(state)
		return
	}
	if v.document != a.Document || v.result == nil || v.result.Query != a.Result.Query {
		v.Rewind()
	}
	v.document = a.Document
	v.result, v.rows = a.Result, a.TopRows
	state.Table = a.Top
	if a.Details != nil {
		state.Selected = rowOf(a.TopRows, a.Details.Node)
	}
	if match := a.Match; match != nil {
		state.Match = func(row int) bool { return match[a.TopRows[row].Node] }
	}
	v.Set(state)
}

func rowOf(rows []query.Row, n query.NodeID) int {
	return slices.IndexFunc(rows, func(r query.Row) bool { return r.Node == n })
}

func (v *Top) menu(row int) *fyne.Menu {
	return surface.NodeMenu(v.result, v.rows[row].Node, v.send, ask.TopTab, v.tabs)
}

func (v *Top) nameOf(row int) string { return v.result.Nodes.Node(v.rows[row].Node).String() }

// sortBy sorts by a column. Sorting by it again reverses the order.
func (v *Top) sortBy(c int) {
	down := !v.State.Table.Columns[c].Right
	if c == v.State.SortColumn {
		down = v.State.Descending
	}
	v.send(screen.Show{Change: func(d *ask.Display) { d.SortColumn, d.Descending = c, !down }})
}

// TopSides shows Top for a comparison: what changed, or both sides, which scroll together.
type TopSides struct {
	*surface.Sides[*Top]
	changes *Diff
	both    fyne.CanvasObject
}

// NewTopSides makes the view.
func NewTopSides(send screen.Send) *TopSides {
	v := &TopSides{changes: NewDiff(ask.TopTab, send)}
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
	// The old tables stay until there are new ones.
	if c := s.Compared(); c != nil && (c.Table != nil || s.Answer.Top != nil) {
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

// InSight returns the visible part of the table of changes. With two tables, each has its own part.
func (v *TopSides) InSight() ask.Sight {
	if v.both.Visible() {
		return ask.Sight{}
	}
	return v.changes.InSight()
}

// point lights up the row on the other side for the function that is pointed at.
func (v *TopSides) point(side, row int) {
	from, to := v.Two[side], v.Two[1-side]
	at := -1
	if row >= 0 && row < len(from.rows) {
		at = rowOf(to.rows, from.rows[row].Node) // nodes have the same number on both sides, see compare.Comparison
	}
	to.Light(at)
}

// Main implements [surface.View].
func (v *TopSides) Main() *surface.Surface {
	if v.both.Visible() {
		return v.Two[1].Main()
	}
	return v.changes.Main()
}

// SideAt implements [surface.View]: the table of changes is not a side.
func (v *TopSides) SideAt(at fyne.Position) int {
	if !v.both.Visible() {
		return -1
	}
	return v.Sides.SideAt(at)
}
