// Package tables has the views that are made of rows, or of words: Top, Peek, Labels,
// Source, Trend, Overview, and those of comparisons.
package tables

import (
	"slices"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views/surface"
)

// Top shows the table of all nodes.
type Top struct {
	*surface.Grid
	send screen.Send
	tabs []screen.Tab // of the document

	document int
	result   *model.Result
	rows     []model.Row
}

// NewTop makes the view.
func NewTop(send screen.Send) *Top {
	v := &Top{Grid: surface.NewGrid(send), send: send}
	v.Copied = func() { send(screen.Copy{Text: screen.Selected}) }
	v.Pick = func(row int) { send(screen.Select{Selection: screen.Selection{Node: v.nameOf(row)}}) }
	v.Open = func(row int) {
		send(screen.Pivot{Node: v.nameOf(row)})
		send(screen.ShowTab{Tab: screen.FlameTab})
	}
	v.Sort = v.sortBy
	v.Menu = v.menu
	return v
}

// Show shows a snapshot.
func (v *Top) Show(s *screen.Snapshot) {
	state := surface.GridState{
		Theme: s.Display.Theme, Empty: surface.EmptyText(s), Selected: -1,
		SortColumn: s.Display.SortColumn, Descending: s.Display.Descending,
	}
	v.tabs = s.Tabs
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

func rowOf(rows []model.Row, n model.NodeID) int {
	return slices.IndexFunc(rows, func(r model.Row) bool { return r.Node == n })
}

func (v *Top) menu(row int) *fyne.Menu {
	return surface.NodeMenu(v.result, v.rows[row].Node, v.send, v.tabs, surface.ToFlame|surface.ToPeek|surface.ToSource)
}

func (v *Top) nameOf(row int) string { return v.result.Nodes.Node(v.rows[row].Node).String() }

// sortBy sorts by a column; the same one again turns the order round.
func (v *Top) sortBy(c int) {
	down := !v.State.Table.Columns[c].Right
	if c == v.State.SortColumn {
		down = v.State.Descending
	}
	v.send(screen.Show{Change: func(d *screen.Display) { d.SortColumn, d.Descending = c, !down }})
}
