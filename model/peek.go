package model

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Call is the calls between two nodes, each counted once per stack. A node does
// not call itself (pprof: internal/graph/graph.go, newGraph).
type Call struct {
	From, To NodeID
	Weight   int64
	Inline   bool // every one was compiled into its caller
	Residual bool // some went through nodes that are not shown
}

// Peeked is one node with those around it, as `go tool pprof -peek` shows it.
type Peeked struct {
	Row
	Callers, Callees []Call // the heaviest first, then by name
}

// Peek returns the nodes whose printed names match, in the order of the table,
// with their callers and callees; nothing is trimmed (pprof:
// internal/report/report.go, printTree).
func (r *Result) Peek(re *regexp.Regexp) []Peeked {
	match := r.Matches(re)
	return r.peek(func(n NodeID) bool { return match[n] })
}

// PeekAt is Peek for nodes given.
func (r *Result) PeekAt(nodes ...NodeID) []Peeked {
	return r.peek(func(n NodeID) bool { return slices.Contains(nodes, n) })
}

func (r *Result) peek(wanted func(NodeID) bool) []Peeked {
	whole := r.Whole()
	rows := whole.Top().Rows
	all := make([]bool, r.Nodes.Len())
	kept := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return !wanted(row.Node) })
	for _, row := range kept {
		all[row.Node] = true
	}
	return r.around(kept, r.calls(nil, func(from, to NodeID) bool { return all[from] || all[to] }), 0)
}

// Tree returns the rows of the table with the calls between them, as `go tool
// pprof -tree` prints them: as many as a graph shows where the query leaves
// that open, and without the calls that are below its fraction.
func (r *Result) Tree() []Peeked {
	t := r.TreeTable()
	rows := t.Rows
	kept := make([]bool, r.Nodes.Len())
	for _, row := range rows {
		kept[row.Node] = true
	}
	if t.Dropped == 0 && t.Nodes == len(rows) {
		kept = nil // what drop_negative left out of the rows still is in calls, as in pprof
	}
	calls := r.calls(kept, func(NodeID, NodeID) bool { return true })
	return r.around(rows, calls, magnitude(int64(float64(t.whole)*r.Query.EdgeFraction)))
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
	q := r.Query
	change(&q)
	if q == r.Query {
		return r
	}
	c := &Result{
		Profile: r.Profile, Query: q, Column: r.Column, Type: r.Type, Total: r.Total,
		Nodes: r.Nodes, Samples: r.Samples, Unused: r.Unused,
		first: r.first, byLoc: r.byLoc, top: r.top, net: r.net, abs: r.abs,
		stackOK: r.stackOK, setOK: r.setOK, judged: r.judged, asked: r.asked, counts: r.counts,
	}
	s := r.Sums()
	c.once.Do(func() { c.sums.Store(s) })
	return c
}

// around gives rows their calls.
func (r *Result) around(rows []Row, calls []Call, least int64) []Peeked {
	out := make([]Peeked, len(rows))
	at := make(map[NodeID]int, len(rows))
	for i, row := range rows {
		out[i].Row = row
		at[row.Node] = i
	}
	for _, c := range calls {
		from, fromOK := at[c.From]
		to, toOK := at[c.To]
		if toOK && magnitude(c.Weight) < least {
			continue
		}
		if fromOK {
			out[from].Callees = append(out[from].Callees, c)
		}
		if toOK {
			out[to].Callers = append(out[to].Callers, c)
		}
	}
	for i := range out {
		r.sortCalls(out[i].Callers, func(c Call) NodeID { return c.From })
		r.sortCalls(out[i].Callees, func(c Call) NodeID { return c.To })
	}
	return out
}

// sortCalls sorts as pprof does (internal/graph/graph.go, edgeList.Less).
func (r *Result) sortCalls(calls []Call, other func(Call) NodeID) {
	slices.SortFunc(calls, func(a, b Call) int {
		if c := cmp.Compare(magnitude(b.Weight), magnitude(a.Weight)); c != 0 {
			return c
		}
		m, n := other(a), other(b)
		return cmp.Or(strings.Compare(r.Nodes.Node(m).String(), r.Nodes.Node(n).String()), cmp.Compare(m, n))
	})
}

// calls walks all paths once and sums the calls that are wanted. Where kept is
// not nil the other nodes are looked through.
func (r *Result) calls(kept []bool, wanted func(from, to NodeID) bool) []Call {
	v := &callWalk{r: r, kept: kept, wanted: wanted, ids: map[[2]NodeID]int32{}}
	r.walk(v)
	return v.calls
}

type callWalk struct {
	r      *Result
	kept   []bool
	wanted func(from, to NodeID) bool
	ids    map[[2]NodeID]int32
	calls  []Call
	onPath []int32 // per call: how often it stands on the path
	steps  []callStep
}

// callStep is one step of the path: the last node kept down to it, whether one
// that was not kept came since, and the call it ended, −1 for none.
type callStep struct {
	last     NodeID
	residual bool
	call     int32
}

func (v *callWalk) enter(path []step) {
	s := path[len(path)-1]
	above := callStep{NoNode, false, -1}
	if n := len(v.steps); n > 0 {
		above = v.steps[n-1]
	}
	if v.kept != nil && !v.kept[s.node] {
		v.steps = append(v.steps, callStep{above.last, true, -1})
		return
	}
	at := callStep{s.node, false, -1}
	if above.last != NoNode && above.last != s.node && v.wanted(above.last, s.node) {
		k := [2]NodeID{above.last, s.node}
		id, ok := v.ids[k]
		if !ok {
			id = int32(len(v.calls))
			v.ids[k] = id
			v.calls = append(v.calls, Call{From: k[0], To: k[1], Inline: true})
			v.onPath = append(v.onPath, 0)
		}
		c := &v.calls[id]
		at.call = id
		if v.onPath[id]++; v.onPath[id] == 1 {
			// Only the first on a path makes it what it is, as in pprof.
			c.Residual = c.Residual || above.residual
			c.Inline = c.Inline && s.line > 0
		}
	}
	v.steps = append(v.steps, at)
}

func (v *callWalk) leave(_ []step, lo, hi int32) {
	at := v.steps[len(v.steps)-1]
	v.steps = v.steps[:len(v.steps)-1]
	if at.call < 0 {
		return
	}
	if v.onPath[at.call]--; v.onPath[at.call] == 0 {
		v.calls[at.call].Weight += v.r.net[hi] - v.r.net[lo]
	}
}

func (v *callWalk) leaf([]step, int32) {}
