package views

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"profstation/model"
)

// DiffView shows the table of what changed between two sides, or of what
// changed of labels, whose rows name no node.
type DiffView struct {
	*Grid
	Object fyne.CanvasObject // the grid
	send   Send
	tab    Tab

	answer   *Answer
	contrast *Contrast // of two traces
	picked   string    // row of theirs
}

// NewDiffView makes the view of a tab.
func NewDiffView(tab Tab, send Send) *DiffView {
	v := &DiffView{Grid: NewGrid(), send: send, tab: tab}
	v.Sideways = true // the window may be narrower than all columns
	v.copied = func() { send(Copy{Selected}) }
	v.Sort = v.sortBy
	v.Object = v.surface
	if tab == DurationsTab {
		v.copied = func() { send(Copy{v.picked}) }
		v.Pick = func(row int) { v.pick(v.contrast.Rows[row].Label()) }
		v.Escape = func() {
			if v.picked == "" {
				send(Escape{})
				return
			}
			v.pick("")
		}
		return v
	}
	v.Pick = func(row int) {
		if name := v.nameOf(row); name != "" {
			send(Select{Selection{Node: name}})
		}
	}
	v.Open = func(row int) {
		if name := v.nameOf(row); name != "" {
			send(Select{Selection{Node: name}})
			send(ShowTab{FlameTab})
		}
	}
	v.Menu = v.menu
	v.Escape = func() { send(Escape{}) }
	return v
}

// Show shows a snapshot.
func (v *DiffView) Show(s *Snapshot) {
	d := &s.Display.Compare
	state := GridState{Theme: s.Display.Theme, Empty: emptyText(s), Selected: -1, SortColumn: -1}
	switch v.tab {
	case TopTab:
		state.SortColumn, state.Descending = d.SortColumn, d.Descending
	case DurationsTab:
		state.SortColumn, state.Descending = d.DurationsColumn, d.DurationsDescending
	}
	if v.tab == DurationsTab {
		v.showDurations(s, state)
		return
	}
	before := v.answer
	v.answer = nil
	a := s.Answer
	if a == nil || a.Compared == nil || a.Compared.Table == nil || s.Stale && before == nil {
		v.Set(state)
		return
	}
	c := a.Compared
	if before == nil || before.Compared.Comparison != c.Comparison {
		v.Rewind()
	}
	v.answer = a
	state.Table = c.Table
	if c.Table.Rows == 0 {
		state.Empty = v.emptyText(s)
	}
	if s.Place.Selected.Node != "" {
		state.Selected = slices.Index(c.Nodes, s.Place.Selected.Node)
	}
	if match := a.Match; match != nil && v.tab == TopTab {
		found := map[string]bool{}
		for n, m := range match {
			if m {
				found[a.Result.Nodes.Node(model.NodeID(n)).String()] = true
			}
		}
		state.Match = func(row int) bool { return found[c.Nodes[row]] }
	}
	v.Set(state)
}

// showDurations shows what two traces differ in. Rows name no node.
func (v *DiffView) showDurations(s *Snapshot, state GridState) {
	v.contrast, v.picked = s.Contrast, s.Display.Compare.Duration
	if c := s.Contrast; c != nil {
		state.Table, state.Selected = c.Table, c.row(v.picked)
		if c.Table.Rows == 0 {
			state.Empty = v.emptyText(s)
		}
	}
	v.Set(state)
}

// pick selects a row of two traces; "": none.
func (v *DiffView) pick(label string) {
	v.send(Show{func(d *Display) { d.Compare.Duration = label }})
}

// emptyText says why there are no rows.
func (v *DiffView) emptyText(s *Snapshot) string {
	switch {
	case s.Display.Compare.HideNoise:
		return lang.L("Nothing changed by more than sampling noise.\nShow noise too by the switch above.")
	case v.tab == DurationsTab:
		return lang.L("There is nothing to compare.\nNeither trace has goroutines, tasks, regions or stops of the world.")
	case v.tab == LabelsTab:
		return lang.L("Neither side has labels.\nLabels are set by pprof.Do and pprof.SetGoroutineLabels.")
	}
	return emptyText(s)
}

func (v *DiffView) nameOf(row int) string {
	if v.answer == nil || row >= len(v.answer.Compared.Nodes) {
		return ""
	}
	return v.answer.Compared.Nodes[row]
}

func (v *DiffView) menu(row int) *fyne.Menu {
	name := v.nameOf(row)
	if name == "" {
		return nil
	}
	r := v.answer.Result
	for n := range model.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(n).String() == name {
			return nodeMenu(r, n, v.send,
				fyne.NewMenuItem(lang.L("Show in the flame graph"), func() { v.Open(row) }))
		}
	}
	return nil
}

// sortBy sorts by a column; the same one again turns the order round, and a third
// time it is that by |Δ|.
func (v *DiffView) sortBy(c int) {
	if v.tab == LabelsTab {
		return
	}
	was, down := v.state.SortColumn, v.state.Table.Columns[c].Right
	switch {
	case c != was:
	case v.state.Descending == down:
		down = !down
	default:
		c, down = -1, true
	}
	v.send(Show{func(d *Display) {
		if v.tab == DurationsTab {
			d.Compare.DurationsColumn, d.Compare.DurationsDescending = c, down
			return
		}
		d.Compare.SortColumn, d.Compare.Descending = c, down
	}})
}
