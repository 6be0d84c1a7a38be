package model

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
)

// Peeked is one node with those around it, as `go tool pprof -peek` shows it.
type Peeked struct {
	Row
	Callers, Callees []Call // the heaviest first, then by name
}

// Peek returns the nodes whose printed names match, in the order of the table, with their callers
// and callees; nothing is trimmed (pprof: internal/report/report.go, printTree).
func (r *Result) Peek(re *regexp.Regexp) []Peeked {
	match := r.Matches(re)
	return r.peek(func(n NodeID) bool { return match[n] })
}

// PeekAt is Peek for nodes given.
func (r *Result) PeekAt(nodes ...NodeID) []Peeked {
	return r.peek(func(n NodeID) bool { return slices.Contains(nodes, n) })
}

func (r *Result) peek(wanted func(NodeID) bool) []Peeked {
	rows := slices.DeleteFunc(r.Whole().Top().Rows, func(row Row) bool { return !wanted(row.Node) })
	all := r.nodesIn(rows)
	return r.around(rows, r.calls(nil, func(from, to NodeID) bool { return all[from] || all[to] }), 0)
}

func (r *Result) nodesIn(rows []Row) []bool {
	in := make([]bool, r.Nodes.Len())
	for _, row := range rows {
		in[row.Node] = true
	}
	return in
}

// Tree returns the rows of the table with the calls between them, as `go tool
// pprof -tree` prints them: as many as a graph shows where the query leaves
// that open, and without the calls that are below its fraction.
func (r *Result) Tree() []Peeked {
	t := r.TreeTable()
	kept := r.nodesIn(t.Rows)
	if t.Dropped == 0 && t.Nodes == len(t.Rows) {
		kept = nil // what drop_negative left out of the rows still is in calls, as in pprof
	}
	return r.around(t.Rows, r.calls(kept, nil), Cutoff(t.whole, r.Query.EdgeFraction))
}

// treeNodes is how many rows a tree has where its query leaves that open.
const treeNodes = 80

// TreeTable is the table whose rows [Result.Tree] shows.
func (r *Result) TreeTable() *Table {
	if r.Query.NodeCount != -1 {
		return r.Top()
	}
	return r.limited(func(q *Query) { q.NodeCount = treeNodes }).Top()
}

// Whole is the result without the limits of its query; it shares the sums.
func (r *Result) Whole() *Result { return r.limited(func(q *Query) { *q = q.Whole() }) }

// Sorted is the same result with its tables in another order.
func (r *Result) Sorted(by Sort) *Result { return r.limited(func(q *Query) { q.Sort = by }) }

// limited is the same result with other limits.
func (r *Result) limited(change func(q *Query)) *Result {
	c := *r
	if change(&c.Query); c.Query == r.Query {
		return r
	}
	c.finer = &finer{}
	return &c
}

func (r *Result) around(rows []Row, calls *Calls, least int64) []Peeked {
	out := make([]Peeked, len(rows))
	at := make(map[NodeID]int, len(rows))
	for i, row := range rows {
		out[i].Row = row
		at[row.Node] = i
	}
	for _, c := range calls.All() {
		from, fromOK := at[c.From]
		to, toOK := at[c.To]
		if toOK && Magnitude(c.Weight) < least {
			continue
		}
		if fromOK {
			out[from].Callees = append(out[from].Callees, c)
		}
		if toOK {
			out[to].Callers = append(out[to].Callers, c)
		}
	}
	name := r.names()
	for i := range out {
		sortCalls(out[i].Callers, func(c Call) NodeID { return c.From }, name)
		sortCalls(out[i].Callees, func(c Call) NodeID { return c.To }, name)
	}
	return out
}

// sortCalls sorts as pprof does (internal/graph/graph.go, edgeList.Less).
func sortCalls(calls []Call, other func(Call) NodeID, name func(NodeID) string) {
	slices.SortFunc(calls, func(a, b Call) int {
		if c := cmp.Compare(Magnitude(b.Weight), Magnitude(a.Weight)); c != 0 {
			return c
		}
		m, n := other(a), other(b)
		return cmp.Or(strings.Compare(name(m), name(n)), cmp.Compare(m, n))
	})
}

// calls is [Result.Calls] where nobody waits for less.
func (r *Result) calls(kept []bool, wanted func(from, to NodeID) bool) *Calls {
	calls, _ := r.Calls(context.Background(), kept, wanted)
	return calls
}
