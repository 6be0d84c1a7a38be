package desk

import (
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
)

// nextMatch selects the next node that the search found, heaviest first. While
// the search is still at work it waits.
func (d *Desk) nextMatch(i screen.NextMatch) {
	if d.Working && (d.answer == nil || d.answer.wish.search != d.search) {
		d.next = &i
		return
	}
	if d.answer == nil || d.answer.Match == nil {
		return
	}
	if l := d.answer.Labels; d.Tab() == screen.LabelsTab && l != nil && l.Found != nil {
		return // its values are stepped through where they are listed
	}
	found := d.answer.matches()
	if d.Tab() == screen.GraphTab && len(found) > 0 {
		if found = d.answer.inPicture(found); len(found) == 0 {
			d.Notice = lang.L("Nothing that was found is in the picture, which has not all nodes: show more of them, or see Top.")
			d.Publish()
		}
	}
	if name := d.answer.nextMatch(found, d.place().Selected.Node, i.Backwards); name != "" {
		d.Do(screen.Select{Selection: screen.Selection{Node: name}})
	}
}

// matches are the nodes that the search found and that weigh something.
func (a *answer) matches() []model.Row {
	sides := []*model.Result{a.Result}
	if a.Compared != nil && a.Compared.Other != nil { // a node has the same number there
		sides = append(sides, a.Compared.Other.Result)
	}
	var rows []model.Row
	for n, m := range a.Match {
		for _, r := range sides {
			if sums := r.Sums(); m && (sums.Cum[n] != 0 || sums.Flat[n] != 0) {
				rows = append(rows, model.Row{Node: model.NodeID(n), Flat: sums.Flat[n], Cum: sums.Cum[n]})
				break
			}
		}
	}
	return rows
}

// inPicture are the rows whose nodes a call graph in sight shows.
func (a *answer) inPicture(rows []model.Row) []model.Row {
	shown := map[model.NodeID]bool{}
	for _, at := range a.wantedGraphs() {
		f := a.graphs[at].figure
		if f == nil || f.Graph.Result.Nodes != a.Result.Nodes {
			return rows
		}
		for i := range f.Graph.Nodes {
			shown[f.Graph.Nodes[i].ID] = true
		}
	}
	return slices.DeleteFunc(rows, func(r model.Row) bool { return !shown[r.Node] })
}

// nextMatch is the name of the row after, or before, the selected node, in the
// order of their weight.
func (a *answer) nextMatch(rows []model.Row, selected string, backwards bool) string {
	if len(rows) == 0 {
		return ""
	}
	a.Result.SortRows(rows, model.ByCum)
	at := slices.IndexFunc(rows, func(r model.Row) bool { return a.Result.Nodes.Node(r.Node).String() == selected })
	step := 1
	if backwards {
		step = -1
		if at < 0 {
			at = 0
		}
	}
	return a.Result.Nodes.Node(rows[(at+step+len(rows))%len(rows)].Node).String()
}
