package table

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// PeekReport holds nodes with their callers above and their callees below.
type PeekReport struct {
	File   string // the file's name, as the user gave it
	Result *query.Result
	Nodes  []query.Peeked

	of    *query.Table // the table with these nodes as rows
	whole *query.Result
}

// Peek makes the report on some nodes of a result. The only error is the context's.
func Peek(ctx context.Context, file string, r *query.Result, nodes []query.Peeked) (*PeekReport, error) {
	whole := r.Whole()
	of, err := whole.Top(ctx)
	return &PeekReport{File: file, Result: r, Nodes: nodes, of: of, whole: whole}, err
}

// Tree makes the report on the nodes that a graph would show. The only error is the context's.
func Tree(ctx context.Context, file string, r *query.Result) (*PeekReport, error) {
	nodes, err := r.Tree(ctx)
	if err != nil {
		return nil, err
	}
	of, err := r.TreeTable(ctx)
	return &PeekReport{File: file, Result: r, Nodes: nodes, of: of, whole: r}, err
}

// Heading returns the lines above the table in a picture.
func (t *PeekReport) Heading() []string { return heading(t.Result) }

// peekRow is one line: a node's caller or callee, or the node itself.
type peekRow struct {
	of       *query.Peeked
	call     *query.Call // nil for the node itself
	other    query.NodeID
	relation string // what other is to the node
}

func (t *PeekReport) rows() []peekRow {
	var rows []peekRow
	for i := range t.Nodes {
		n := &t.Nodes[i]
		for j := range n.Callers {
			rows = append(rows, peekRow{n, &n.Callers[j], n.Callers[j].From, "caller"})
		}
		rows = append(rows, peekRow{n, nil, n.Node, "node"})
		for j := range n.Callees {
			rows = append(rows, peekRow{n, &n.Callees[j], n.Callees[j].To, "callee"})
		}
	}
	return rows
}

// Table returns a table with a row for each caller, node and callee.
func (t *PeekReport) Table() *Table {
	r := t.Result
	format := r.RowsInOneUnit(t.of.Rows)
	value := widest(t.Nodes, func(n *query.Peeked) []string { return []string{format(n.Cum), format(n.Flat)} })
	// Nodes and calls have figures in separate columns.
	only := func(calls bool, c ColumnOf[peekRow]) ColumnOf[peekRow] {
		text, bar := c.Text, c.Bar
		c.Text = func(x *peekRow) string {
			if calls != (x.call != nil) {
				return ""
			}
			return text(x)
		}
		c.Bar = func(x *peekRow) float64 {
			if bar == nil || calls != (x.call != nil) {
				return 0
			}
			return bar(x)
		}
		return c
	}
	name := func(x *peekRow) string {
		s := safe.Text(r.Nodes.Node(x.other).String())
		if x.call == nil {
			return s
		}
		return map[string]string{"caller": "    ↑ ", "callee": "    ↓ "}[x.relation] + s + inlineMark(x.call.Inline)
	}
	return Of(t.rows(), []ColumnOf[peekRow]{
		only(false, ColumnOf[peekRow]{glossedOf(r, "flat", value), func(x *peekRow) string { return format(x.of.FlatValue()) }, nil}),
		only(false, ColumnOf[peekRow]{glossedOf(r, "cum", value), func(x *peekRow) string { return format(x.of.CumValue()) }, nil}),
		only(false, shares(glossed("cum%", shareWidth), r, func(x *peekRow) int64 { return x.of.Cum })),
		only(true, ColumnOf[peekRow]{Column{"calls", value, true, lang.L("The value of the calls between the two.")},
			func(x *peekRow) string { return format(x.call.Weight) }, nil}),
		only(true, ColumnOf[peekRow]{Column{"calls%", shareWidth, true, lang.L("The same as a share of the node's cum.")},
			func(x *peekRow) string { return units.Percent(x.call.Weight, x.of.Cum) },
			func(x *peekRow) float64 { return partOf(x.call.Weight, x.of.Cum) }}),
		{nodeColumn(r.Query.Granularity, lang.L("The node, its callers above it and its callees below.")), name, nil},
	}, []string{"node", "relation", "name", "value", "percent", "flat", "inline"}, func(x *peekRow) []units.Cell {
		f := []units.Cell{units.Text(r.Nodes.Node(x.of.Node).String()), units.Text(x.relation), units.Text(r.Nodes.Node(x.other).String())}
		if x.call == nil {
			return append(f, units.WholeCell(x.of.Cum), plain(units.Share(x.of.Cum, r.Total)), units.WholeCell(x.of.Flat), units.Cell{})
		}
		return append(f, units.WholeCell(x.call.Weight), plain(units.Share(x.call.Weight, x.of.Cum)), units.Cell{},
			units.Text(strconv.FormatBool(x.call.Inline)))
	})
}

type peekJSON struct {
	Name    string     `json:"name"`
	Flat    int64      `json:"flat"`
	Cum     int64      `json:"cum"`
	Callers []callJSON `json:"callers"`
	Callees []callJSON `json:"callees"`
}

type callJSON struct {
	Name     string `json:"name"`
	Value    int64  `json:"value"`
	Inline   bool   `json:"inline,omitempty"`
	Residual bool   `json:"residual,omitempty"` // the call passes through nodes that are not shown
}

// WriteJSON writes one object with a list of nodes.
func (t *PeekReport) WriteJSON(w io.Writer) error {
	name := func(n query.NodeID) string { return t.Result.Nodes.Node(n).String() }
	calls := func(calls []query.Call, other func(query.Call) query.NodeID) []callJSON {
		out := []callJSON{}
		for _, c := range calls {
			out = append(out, callJSON{name(other(c)), c.Weight, c.Inline, c.Residual})
		}
		return out
	}
	return writeJSON(w, headOf(t.File, t.Result), "nodes", len(t.Nodes), func(i int) any {
		n := &t.Nodes[i]
		return peekJSON{
			name(n.Node), n.Flat, n.Cum,
			calls(n.Callers, func(c query.Call) query.NodeID { return c.From }),
			calls(n.Callees, func(c query.Call) query.NodeID { return c.To }),
		}
	})
}

// WriteText writes what `go tool pprof -peek` and -tree print (pprof: internal/report/report.go, printTree).
func (t *PeekReport) WriteText(w io.Writer) error {
	const separator = "----------------------------------------------------------+-------------\n"
	r := t.Result
	unit := r.TableUnit(t.of.Rows)
	out := bufio.NewWriter(w)
	textHead(out, r, unit)
	textFilters(out, r)
	for _, l := range explain.Summary(t.whole, lang.English, t.of, inUnit(t.whole, t.whole.TableUnit(t.of.Rows))) {
		out.WriteString(units.AsPprof(l) + "\n")
	}
	out.WriteString(separator)
	out.WriteString("      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t \n")
	name := func(n query.NodeID) string { return r.Nodes.Node(n).String() }
	call := func(c query.Call, other query.NodeID, cum int64) {
		fmt.Fprintf(out, "%50s %s |   %s%s\n", r.FormatPprof(c.Weight, unit), ratio(c.Weight, cum), name(other), inlineMark(c.Inline))
	}
	var sum int64
	for i := range t.Nodes {
		n := &t.Nodes[i]
		out.WriteString(separator)
		for _, c := range n.Callers {
			call(c, c.From, n.Cum)
		}
		sum += n.Flat
		fmt.Fprintf(out, "%10s %s %s %10s %s                | %s\n", r.FormatPprof(n.FlatValue(), unit), ratio(n.Flat, r.Total),
			ratio(sum, r.Total), r.FormatPprof(n.CumValue(), unit), ratio(n.Cum, r.Total), name(n.Node))
		for _, c := range n.Callees {
			call(c, c.To, n.Cum)
		}
	}
	if len(t.of.Rows) > 0 {
		out.WriteString(separator)
	}
	return out.Flush()
}

// textFilters writes the active filters as pprof does, except those that pprof does not list.
func textFilters(w *bufio.Writer, r *query.Result) {
	var lines []string
	for _, f := range r.Query.Filters() {
		switch f.Name {
		case "prune_from", "tagroot", "tagleaf":
			continue
		}
		s := f.Name + "=" + strings.ReplaceAll(f.Text, "\n", " ")
		if len(s) > 80 {
			s = s[:80] + "…"
		}
		lines = append(lines, "   "+s+"\n")
	}
	for _, o := range query.Options { // what pprof has nothing like must not go unsaid
		if value := o.InForce(&r.Query); value != "" && !o.IsFilter() && o.Lost != "" && o.Ours == nil && o.Phrase != "" {
			lines = append(lines, "   "+o.Name+"="+value+"\n")
		}
	}
	if len(lines) > 0 {
		w.WriteString("Active filters:\n" + strings.Join(lines, ""))
	}
}
