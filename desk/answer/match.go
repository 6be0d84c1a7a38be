package answer

import (
	"slices"

	"profstation/model"
)

// Matches are the nodes that the search found and that weigh something.
func (a *Answer) Matches() []model.Row {
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

// InPicture are the rows whose nodes a call graph in sight shows.
func (a *Answer) InPicture(rows []model.Row) []model.Row {
	shown := map[model.NodeID]bool{}
	for _, at := range a.WantedGraphs() {
		f := a.Graphs[at].Figure
		if f == nil || f.Graph.Result.Nodes != a.Result.Nodes {
			return rows
		}
		for i := range f.Graph.Nodes {
			shown[f.Graph.Nodes[i].ID] = true
		}
	}
	return slices.DeleteFunc(rows, func(r model.Row) bool { return !shown[r.Node] })
}

// NextMatch is the name of the row after, or before, the selected node, in the
// order of their weight.
func (a *Answer) NextMatch(rows []model.Row, selected string, backwards bool) string {
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
