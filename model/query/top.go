package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"profstation/model/units"
	"profstation/model/work"
)

// Row is one line in a table of nodes.
type Row struct {
	Node      NodeID
	Flat, Cum int64
	// FlatDiv and CumDiv are the divisors for a mean, see [Row.FlatValue]. They are 0 without a mean.
	FlatDiv, CumDiv int64
}

// FlatValue returns the mean if the query asks for one, else Flat. Shares always refer to Flat.
func (r Row) FlatValue() int64 { return Mean(r.Flat, r.FlatDiv) }

// CumValue is FlatValue for Cum.
func (r Row) CumValue() int64 { return Mean(r.Cum, r.CumDiv) }

// Table holds the rows for a result's nodes, trimmed as its query says.
type Table struct {
	Rows    []Row
	Cutoff  int64 // rows with a smaller |cum| were dropped
	Dropped int   // how many were
	Nodes   int   // how many were left before NodeCount cut the table
	Flat    int64 // Σflat over the rows shown

	whole int64 // Σflat before anything was dropped, to which fractions refer
}

// Top returns the nodes as `go tool pprof -top` prints them (pprof: internal/report/report.go,
// newTrimmedGraph; graph.go, Nodes.Sort). Its only error is the context's.
func (r *Result) Top(ctx context.Context) (*Table, error) {
	s, err := r.Sums(ctx)
	if err == nil && r.counts != nil {
		_, err = r.counts.Sums(ctx)
	}
	if err != nil {
		return nil, err
	}
	t := r.Limits()
	t.Rows = slices.Grow(t.Rows, t.Nodes)
	for n := range s.Flat {
		if r.Shows(s.Flat[n], s.Cum[n]) && units.Magnitude(s.Cum[n]) >= t.Cutoff {
			t.Rows = append(t.Rows, r.Row(NodeID(n)))
		}
	}
	if err := r.SortRows(ctx, t.Rows, r.Query.Sort); err != nil {
		return nil, err
	}
	if n := r.Query.NodeCount; n > 0 && n < len(t.Rows) {
		t.Rows = t.Rows[:n]
	}
	for _, row := range t.Rows {
		t.Flat += row.Flat
	}
	return t, nil
}

// Limits counts the rows in [Result.Top] before NodeCount cuts them, without making them.
func (r *Result) Limits() *Table {
	s := r.figures()
	t := &Table{}
	for n := range s.Flat {
		if r.Shows(s.Flat[n], s.Cum[n]) {
			t.Dropped++
			t.whole += s.Flat[n]
		}
	}
	t.Cutoff = Cutoff(t.whole, r.Query.NodeFraction)
	for n := range s.Flat {
		if r.Shows(s.Flat[n], s.Cum[n]) && units.Magnitude(s.Cum[n]) >= t.Cutoff {
			t.Nodes++
		}
	}
	t.Dropped -= t.Nodes
	return t
}

// Cutoff returns the least magnitude that is not below a fraction of a total.
func Cutoff(total int64, fraction float64) int64 {
	return units.Magnitude(int64(float64(total) * fraction))
}

// Row returns the row for one node, whether the table shows it or not.
func (r *Result) Row(n NodeID) Row {
	s := r.figures()
	row := Row{Node: n, Flat: s.Flat[n], Cum: s.Cum[n]}
	if r.counts != nil {
		c := r.counts.figures()
		row.FlatDiv, row.CumDiv = c.Flat[n], c.Cum[n]
	}
	return row
}

// Shows reports whether a node with these values appears in a report at all (pprof: internal/graph/graph.go,
// selectNodesForGraph).
func (r *Result) Shows(flat, cum int64) bool {
	if r.Query.DropNegative && (flat < 0 || flat == 0 && cum < 0) {
		return false
	}
	return flat != 0 || cum != 0
}

// SortRows sorts rows as pprof does: by falling magnitude of flat or cum, then by name. Its only error is the
// context's.
func (r *Result) SortRows(ctx context.Context, rows []Row, by Sort) error {
	name, count := r.names(len(rows)), work.StepsUntil(ctx)
	work.SortSteps(count, false, rows, func(a, b Row) int {
		af, bf, ac, bc := units.Magnitude(a.Flat), units.Magnitude(b.Flat), units.Magnitude(a.Cum), units.Magnitude(b.Cum)
		if by == ByCum {
			af, bf, ac, bc = ac, bc, af, bf
		}
		if af != bf {
			return cmp.Compare(bf, af)
		}
		m, n := r.Nodes.Node(a.Node), r.Nodes.Node(b.Node)
		if m.Address != 0 && n.Address != 0 && m.Address != n.Address {
			return cmp.Compare(m.Address, n.Address)
		}
		if c := strings.Compare(name(a.Node), name(b.Node)); c != 0 {
			return c
		}
		if ac != bc {
			return cmp.Compare(bc, ac)
		}
		return strings.Compare(m.fields(), n.fields())
	})
	return ctx.Err()
}

// names returns a function that formats each node's name only once. many says how many nodes will be sorted.
func (r *Result) names(many int) func(NodeID) string {
	if many < r.Nodes.Len()/16 {
		known := make(map[NodeID]string, many)
		return func(n NodeID) string {
			s, ok := known[n]
			if !ok {
				s = r.Nodes.Node(n).String()
				known[n] = s
			}
			return s
		}
	}
	known := make([]string, r.Nodes.Len()) // indexing a slice costs a tenth of a map lookup
	return func(n NodeID) string {
		if known[n] == "" {
			known[n] = r.Nodes.Node(n).String()
		}
		return known[n]
	}
}

// fields writes all fields in the order in which pprof compares them last. The empty one is the mangled name,
// which reports do not carry.
func (n *Node) fields() string {
	return fmt.Sprint(struct {
		Name, OrigName  string
		Address         uint64
		File            string
		StartLine, Line int64
		Column          int64
		Object          string
	}{n.Name, "", n.Address, n.File, n.StartLine, n.Line, n.Column, n.Object})
}
