package model

import (
	"fmt"
	"slices"
	"strings"
)

// Row is one line of a table of nodes.
type Row struct {
	Node      NodeID
	Flat, Cum int64
}

// Table is the table of a result's nodes, trimmed as its query says.
type Table struct {
	Rows    []Row
	Cutoff  int64 // rows with a smaller |cum| were dropped
	Dropped int   // how many were
	Nodes   int   // how many were left before NodeCount cut the table
	Flat    int64 // Σflat of the rows shown
}

// Top returns the table of nodes as `go tool pprof -top` prints it (pprof:
// internal/report/report.go, newTrimmedGraph; graph.go, Nodes.Sort).
func (r *Result) Top() *Table {
	s := r.Sums()
	t := &Table{}
	var total int64
	for n := range s.Flat {
		if s.Flat[n] == 0 && s.Cum[n] == 0 {
			continue
		}
		t.Rows = append(t.Rows, Row{NodeID(n), s.Flat[n], s.Cum[n]})
		total += s.Flat[n]
	}
	t.Cutoff = r.cutoff(total)
	if t.Cutoff > 0 {
		t.Rows = slices.DeleteFunc(t.Rows, func(row Row) bool {
			return magnitude(row.Cum) < t.Cutoff && dropped(&t.Dropped)
		})
	}
	t.Nodes = len(t.Rows)
	r.SortRows(t.Rows, r.Query.Sort)
	if n := r.Query.NodeCount; n > 0 && n < len(t.Rows) {
		t.Rows = t.Rows[:n]
	}
	for _, row := range t.Rows {
		t.Flat += row.Flat
	}
	return t
}

// count returns how many rows [Result.Top] has, and how many it would have
// without the query's limits.
func (r *Result) count() (rows, nodes int) {
	s := r.Sums()
	var total int64
	for n := range s.Flat {
		if s.Flat[n] != 0 || s.Cum[n] != 0 {
			nodes++
			total += s.Flat[n]
		}
	}
	cutoff := r.cutoff(total)
	for n := range s.Flat {
		if (s.Flat[n] != 0 || s.Cum[n] != 0) && magnitude(s.Cum[n]) >= cutoff {
			rows++
		}
	}
	if n := r.Query.NodeCount; n > 0 {
		rows = min(rows, n)
	}
	return rows, nodes
}

// cutoff is the least |cum| that the query's fraction of Σflat lets pass.
func (r *Result) cutoff(flat int64) int64 {
	return magnitude(int64(float64(flat) * r.Query.NodeFraction))
}

func dropped(n *int) bool {
	*n++
	return true
}

// SortRows sorts rows as pprof does: by the magnitude of flat or cum,
// downwards, then by name.
func (r *Result) SortRows(rows []Row, by Sort) {
	names := map[NodeID]string{}
	name := func(n NodeID) string {
		s, ok := names[n]
		if !ok {
			s = r.Nodes.Node(n).String()
			names[n] = s
		}
		return s
	}
	slices.SortFunc(rows, func(a, b Row) int {
		af, bf, ac, bc := magnitude(a.Flat), magnitude(b.Flat), magnitude(a.Cum), magnitude(b.Cum)
		if by == ByCum {
			af, bf, ac, bc = ac, bc, af, bf
		}
		if af != bf {
			return compare(bf, af)
		}
		m, n := r.Nodes.Node(a.Node), r.Nodes.Node(b.Node)
		if m.Address != 0 && n.Address != 0 && m.Address != n.Address {
			return compare(m.Address, n.Address)
		}
		if c := strings.Compare(name(a.Node), name(b.Node)); c != 0 {
			return c
		}
		if ac != bc {
			return compare(bc, ac)
		}
		return strings.Compare(m.fields(), n.fields())
	})
}

func compare[T int64 | uint64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// fields writes all fields in the order in which pprof compares them last. The
// empty one is the mangled name, which reports do not carry.
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
