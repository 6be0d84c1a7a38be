package tables

import (
	"slices"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/views/surface"
)

// Diff shows what changed between two sides as a table, or which labels or durations changed.
type Diff struct {
	*surface.Grid
	send screen.Send
	tab  ask.Tab

	answer    *ask.Answer
	durations *ask.Durations // for two traces
	picked    string         // the row in durations
}

// NewDiff makes a tab's view.
func NewDiff(tab ask.Tab, send screen.Send) *Diff {
	v := &Diff{Grid: surface.NewGrid(send), send: send, tab: tab}
	v.Sideways = true // the window may be narrower than all columns
	v.Sort = v.sortBy
	if tab == ask.DurationsTab {
		v.Copied = func() { send(screen.Copy{Text: v.picked}) }
		v.Pick = func(row int) { v.pick(v.durations.Rows[row].Label()) }
		v.Escape = func() {
			if v.picked == "" {
				send(screen.Escape{})
				return
			}
			v.pick("")
		}
		return v
	}
	v.Pick = func(row int) {
		if name := v.nameOf(row); name != "" {
			send(screen.Select{Selection: ask.Selection{Node: name}})
		}
	}
	v.Open = func(row int) {
		if v.nameOf(row) != "" {
			v.Pick(row)
			send(screen.Jump{Tab: ask.FlameTab})
		}
	}
	v.MenuOf = v.menu
	return v
}

// InSight implements [surface.View]: durations in traces are exported whole.
func (v *Diff) InSight() ask.Sight {
	if v.tab == ask.DurationsTab {
		return ask.Sight{}
	}
	return v.Grid.InSight()
}

// Show shows a snapshot.
func (v *Diff) Show(s *screen.Snapshot) {
	d := &s.Display.Compare
	state := surface.GridState{Theme: s.Display.Theme, Empty: surface.EmptyText(s), Selected: -1, SortColumn: -1}
	switch v.tab {
	case ask.TopTab:
		state.SortColumn, state.Descending = d.SortColumn, d.Descending
	case ask.DurationsTab:
		state.SortColumn, state.Descending = d.DurationsColumn, d.DurationsDescending
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
	if match := a.Match; match != nil && v.tab == ask.TopTab {
		found := map[string]bool{}
		for n, m := range match {
			if m {
				found[a.Result.Nodes.Node(query.NodeID(n)).String()] = true
			}
		}
		state.Match = func(row int) bool { return found[c.Nodes[row]] }
	}
	v.Set(state)
}

// showDurations shows what two traces differ in. Its rows do not name nodes.
func (v *Diff) showDurations(s *screen.Snapshot, state surface.GridState) {
	v.durations, v.picked = s.Durations, s.Display.Compare.Duration
	if c := s.Durations; c != nil {
		state.Table, state.Selected = c.Table, c.Row(v.picked)
		if c.Table.Rows == 0 {
			state.Empty = v.emptyText(s)
		}
	}
	v.Set(state)
}

func (v *Diff) pick(label string) {
	v.send(screen.Show{Change: func(d *ask.Display) { d.Compare.Duration = label }})
}

func (v *Diff) emptyText(s *screen.Snapshot) string {
	switch {
	case s.Answer != nil && s.Answer.FilteredOut:
		return surface.EmptyText(s)
	case s.Display.Compare.HideNoise:
		return lang.L("Nothing changed by more than noise.\nTurn off “hide noise” to see all.")
	case v.tab == ask.DurationsTab:
		return lang.L("There is nothing to compare.\nNeither trace has goroutines, tasks, regions or stop-the-world pauses.")
	case v.tab == ask.LabelsTab:
		return lang.L("Neither side has labels.\nPrograms set labels with pprof.Do and pprof.SetGoroutineLabels.")
	}
	return surface.EmptyText(s)
}

func (v *Diff) nameOf(row int) string {
	if v.answer == nil || row >= len(v.answer.Compared.Nodes) {
		return ""
	}
	return v.answer.Compared.Nodes[row]
}

func (v *Diff) menu(row int) *fyne.Menu {
	name := v.nameOf(row)
	if name == "" {
		return nil
	}
	r := v.answer.Result
	for n := range query.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(n).String() == name {
			return surface.NodeMenu(r, n, v.send, v.tab, nil,
				fyne.NewMenuItem(lang.L("Show in the flame graph"), func() { v.Open(row) }))
		}
	}
	return nil
}

// sortBy sorts by a column. Sorting by it again reverses the order, and once more restores the order by |Δ|.
func (v *Diff) sortBy(c int) {
	if v.tab == ask.LabelsTab {
		return
	}
	was, down := v.State.SortColumn, v.State.Table.Columns[c].Right
	switch {
	case c != was:
	case v.State.Descending == down:
		down = !down
	default:
		c, down = -1, true
	}
	v.send(screen.Show{Change: func(d *ask.Display) {
		if v.tab == ask.DurationsTab {
			d.Compare.DurationsColumn, d.Compare.DurationsDescending = c, down
			return
		}
		d.Compare.SortColumn, d.Compare.Descending = c, down
	}})
}
