package answer

import (
	"context"
	"slices"

	"profstation/desk/screen"
	"profstation/model"
)

// MostPeeked is how many nodes of a search are peeked at.
const MostPeeked = 100

// peek begins the trees of who calls the selected nodes, and of whom they call;
// where nothing is selected those of what the search found.
func (a *Answer) peek(ctx context.Context, before *Answer) error {
	nodes := a.peeked()
	if len(nodes) == 0 {
		return nil
	}
	if before != nil && before.Peek != nil && before.Result == a.Result && slices.Equal(before.peeks, nodes) {
		a.Peek, a.peeks = before.Peek, nodes
		return nil
	}
	a.peeks = nodes
	p := &screen.PeekAnswer{Nodes: nodes}
	if len(nodes) > MostPeeked {
		p.Nodes, p.Found = nodes[:MostPeeked], len(nodes)
	}
	p.Callers, p.Callees = a.Result.OpeningTree(true, p.Nodes...), a.Result.OpeningTree(false, p.Nodes...)
	for i := range int32(len(p.Nodes)) {
		p.Callers.Expand(i)
		p.Callees.Expand(i)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	a.Peek = p
	return nil
}

// peeked are the nodes to peek at, in the order of pprof's.
func (a *Answer) peeked() []model.NodeID {
	wanted := make([]bool, a.Result.Nodes.Len())
	var given []model.NodeID
	sel := a.Request.Place.Selected
	for _, name := range append([]string{sel.Node}, sel.Also...) {
		if n := a.Node(name); n != model.NoNode && !wanted[n] {
			wanted[n] = true
			given = append(given, n)
		}
	}
	switch {
	case len(given) == 1:
		return given
	case len(given) == 0 && a.Match == nil:
		return nil
	case len(given) == 0:
		wanted = a.Match
	}
	var nodes []model.NodeID
	for _, row := range a.Result.Whole().Top().Rows {
		if wanted[row.Node] {
			nodes = append(nodes, row.Node)
		}
	}
	return nodes
}
