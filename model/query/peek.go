package query

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"profstation/model/units"
	"profstation/model/work"
)

// Peeked is one node with its callers and callees, as `go tool pprof -peek` shows it.
type Peeked struct {
	Row
	Callers, Callees []Call // the heaviest first, then by name
}

// Peek returns the nodes whose printed names match, in table order, with their callers and callees. Nothing
// is trimmed (pprof: internal/report/report.go, printTree). Its only error is the context's.
func (r *Result) Peek(ctx context.Context, re *regexp.Regexp) ([]Peeked, error) {
	match, err := r.Matches(ctx, re)
	if err != nil {
		return nil, err
	}
	return r.peek(ctx, match)
}

// PeekAt is Peek for the given nodes.
func (r *Result) PeekAt(ctx context.Context, nodes ...NodeID) ([]Peeked, error) {
	wanted := make([]bool, r.Nodes.Len())
	for _, n := range nodes {
		wanted[n] = true
	}
	return r.peek(ctx, wanted)
}

func (r *Result) peek(ctx context.Context, wanted []bool) ([]Peeked, error) {
	t, err := r.Whole().Top(ctx)
	if err != nil {
		return nil, err
	}
	rows := slices.DeleteFunc(t.Rows, func(row Row) bool { return !wanted[row.Node] })
	all := r.nodesIn(rows)
	calls, err := r.Calls(ctx, nil, func(from, to NodeID) bool { return all[from] || all[to] })
	if err != nil {
		return nil, err
	}
	return r.around(ctx, rows, calls, 0)
}

func (r *Result) nodesIn(rows []Row) []bool {
	in := make([]bool, r.Nodes.Len())
	for _, row := range rows {
		in[row.Node] = true
	}
	return in
}

// Tree returns the table's rows with the calls between them, as `go tool pprof -tree` prints them. If the
// query leaves the number open, there are as many rows as a graph shows. Calls below the query's fraction are
// left out. Its only error is the context's.
func (r *Result) Tree(ctx context.Context) ([]Peeked, error) {
	t, err := r.TreeTable(ctx)
	if err != nil {
		return nil, err
	}
	kept := r.nodesIn(t.Rows)
	if t.Dropped == 0 && t.Nodes == len(t.Rows) {
		kept = nil // calls still contain what drop_negative left out of the rows, as in pprof
	}
	calls, err := r.Calls(ctx, kept, nil)
	if err != nil {
		return nil, err
	}
	return r.around(ctx, t.Rows, calls, Cutoff(t.whole, r.Query.EdgeFraction))
}

// TopCalls returns the rows in [Result.Top] with the calls between them, which show what was inlined. Its
// only error is the context's.
func (r *Result) TopCalls(ctx context.Context) ([]Peeked, error) {
	return r.limited(func(q *Query) { q.NodeCount = max(q.NodeCount, 0) }).Tree(ctx)
}

// treeNodes is the number of rows in a tree if its query leaves that open.
const treeNodes = 80

// TreeTable returns the table whose rows [Result.Tree] shows.
func (r *Result) TreeTable(ctx context.Context) (*Table, error) {
	if r.Query.NodeCount != -1 {
		return r.Top(ctx)
	}
	return r.limited(func(q *Query) { q.NodeCount = treeNodes }).Top(ctx)
}

// Whole returns the result without its query's limits. It shares the sums.
func (r *Result) Whole() *Result { return r.limited(func(q *Query) { *q = q.Whole() }) }

// Sorted returns the same result with its tables in another order.
func (r *Result) Sorted(by Sort) *Result { return r.limited(func(q *Query) { q.Sort = by }) }

// limited returns the same result with other limits.
func (r *Result) limited(change func(q *Query)) *Result {
	c := *r
	if change(&c.Query); c.Query == r.Query {
		return r
	}
	c.finer = &finer{}
	return &c
}

func (r *Result) around(ctx context.Context, rows []Row, calls *Calls, lowest int64) ([]Peeked, error) {
	count := work.StepsUntil(ctx)
	out := make([]Peeked, len(rows))
	at := make(map[NodeID]int, len(rows))
	for i, row := range rows {
		out[i].Row = row
		at[row.Node] = i
	}
	for _, c := range calls.All() {
		if count.Over(2) {
			break
		}
		from, fromOK := at[c.From]
		to, toOK := at[c.To]
		if toOK && units.Magnitude(c.Weight) < lowest {
			continue
		}
		if fromOK {
			out[from].Callees = append(out[from].Callees, c)
		}
		if toOK {
			out[to].Callers = append(out[to].Callers, c)
		}
	}
	name := r.names(calls.Len())
	for i := range out {
		sortCalls(count, out[i].Callers, func(c Call) NodeID { return c.From }, name)
		sortCalls(count, out[i].Callees, func(c Call) NodeID { return c.To }, name)
		if count.Over(1) {
			return nil, ctx.Err()
		}
	}
	return out, ctx.Err()
}

// sortCalls sorts as pprof does (internal/graph/graph.go, edgeList.Less).
func sortCalls(count *work.Steps, calls []Call, other func(Call) NodeID, name func(NodeID) string) {
	work.SortSteps(count, false, calls, func(a, b Call) int {
		if c := cmp.Compare(units.Magnitude(b.Weight), units.Magnitude(a.Weight)); c != 0 {
			return c
		}
		m, n := other(a), other(b)
		return cmp.Or(strings.Compare(name(m), name(n)), cmp.Compare(m, n))
	})
}
