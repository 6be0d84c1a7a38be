package ask

import (
	"cmp"
	"context"
	"fmt"
	"regexp"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/table"
)

// PeekAnswer is the answer for the Peek tab: the callers and callees of the selected nodes, or of
// the search's matches, as trees that open step by step.
type PeekAnswer struct {
	Nodes            []query.NodeID // the first nodes in both trees
	Found            int            // how many matches there are if not all are shown, otherwise 0
	Callers, Callees *query.OpeningTree
}

// MaxPeeked is how many of the nodes that a search found are peeked at.
const MaxPeeked = 100

type peekKey struct {
	result *query.Result
	nodes  string
}

// showPeek begins the trees with the callers and callees of the selected nodes. If nothing is
// selected, the trees begin at the nodes that the search found.
func showPeek(ctx context.Context, a *Answer) (err error) {
	nodes, err := a.peeked(ctx)
	if len(nodes) == 0 {
		return err
	}
	a.Peek, err = a.peek.renew(peekKey{a.Result, fmt.Sprint(nodes)}, func() (*PeekAnswer, error) {
		p := &PeekAnswer{Nodes: nodes}
		if len(nodes) > MaxPeeked {
			p.Nodes, p.Found = nodes[:MaxPeeked], len(nodes)
		}
		for _, t := range []struct {
			tree    **query.OpeningTree
			callers bool
		}{{&p.Callers, true}, {&p.Callees, false}} {
			var err error
			if *t.tree, err = a.Result.OpeningTree(ctx, t.callers, p.Nodes...); err != nil {
				return nil, err
			}
			for i := range int32(len(p.Nodes)) {
				if err := (*t.tree).Expand(ctx, i); err != nil {
					return nil, err
				}
			}
		}
		return p, nil
	})
	return err
}

// peeked returns the nodes to peek at, in pprof's order. Its only error is the context's.
func (a *Answer) peeked(ctx context.Context) ([]query.NodeID, error) {
	sel := a.Request.Place.Selected
	wanted := make([]bool, a.Result.Nodes.Len())
	var given []query.NodeID
	for _, name := range append([]string{sel.Node}, sel.Also...) {
		if n := a.Node(name); n != query.NoNode && !wanted[n] {
			wanted[n] = true
			given = append(given, n)
		}
	}
	switch {
	case len(given) == 1:
		return given, nil
	case len(given) == 0 && a.Match == nil:
		return nil, nil
	case len(given) == 0:
		wanted = a.Match
	}
	var nodes []query.NodeID
	top, err := a.Result.Whole().Top(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range top.Rows {
		if wanted[row.Node] {
			nodes = append(nodes, row.Node)
		}
	}
	return nodes, nil
}

// peekReport covers the nodes that the window shows, or those that focus names; without focus, all.
func peekReport(ctx context.Context, a *Answer) (table.Report, error) {
	peek := func() ([]query.Peeked, error) { return a.Result.PeekAt(ctx, a.Peek.Nodes...) }
	if a.Peek == nil {
		re, err := regexp.Compile(a.functions())
		if err != nil {
			return nil, err
		}
		peek = func() ([]query.Peeked, error) { return a.Result.Peek(ctx, re) }
	}
	nodes, err := peek()
	if err != nil {
		return nil, err
	}
	if a.Peek == nil && len(nodes) == 0 {
		return nil, a.noMatch()
	}
	return table.Peek(ctx, a.Name, a.Result, nodes)
}

// functions returns which functions a script names for peek and list.
func (a *Answer) functions() string { return cmp.Or(a.Request.Functions, a.Query.Focus) }

// noMatch returns the error for a script that asks for functions that are not there, as pprof words it.
func (a *Answer) noMatch() error {
	switch {
	case a.Request.Functions != "":
		return lang.Error("no remaining node matches {{.Function}}", lang.With{"Function": safe.Text(a.Request.Functions)})
	case a.Query.Focus != "":
		return lang.Error("no remaining node matches focus={{.Focus}}", lang.With{"Focus": safe.Text(a.Query.Focus)})
	}
	return lang.Error("no nodes match the filters")
}
