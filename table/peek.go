package table

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"profstation/model"
)

// PeekReport is nodes with their callers above and their callees below.
type PeekReport struct {
	File   string // the name of the file, as the user gave it
	Result *model.Result
	Nodes  []model.Peeked

	of    *model.Table // the rows they are among
	whole *model.Result
}

// Peek makes the report of the nodes whose names match.
func Peek(file string, r *model.Result, re *regexp.Regexp) *PeekReport {
	whole := r.Whole()
	return &PeekReport{File: file, Result: r, Nodes: r.Peek(re), of: whole.Top(), whole: whole}
}

// PeekAt is Peek for nodes given.
func PeekAt(file string, r *model.Result, nodes ...model.NodeID) *PeekReport {
	whole := r.Whole()
	return &PeekReport{File: file, Result: r, Nodes: r.PeekAt(nodes...), of: whole.Top(), whole: whole}
}

// Tree makes the report of the nodes that a graph would show.
func Tree(file string, r *model.Result) *PeekReport {
	return &PeekReport{File: file, Result: r, Nodes: r.Tree(), of: r.TreeTable(), whole: r}
}

// Heading is the lines above a picture of the table.
func (t *PeekReport) Heading() []string { return heading(t.Result) }

// peekRow is one line: a caller or callee of a node, or the node itself.
type peekRow struct {
	of   *model.Peeked
	call *model.Call // nil: the node
	up   bool        // a caller
}

func (t *PeekReport) rows() []peekRow {
	var rows []peekRow
	for i := range t.Nodes {
		n := &t.Nodes[i]
		for j := range n.Callers {
			rows = append(rows, peekRow{n, &n.Callers[j], true})
		}
		rows = append(rows, peekRow{of: n})
		for j := range n.Callees {
			rows = append(rows, peekRow{n, &n.Callees[j], false})
		}
	}
	return rows
}

// other is the node that a row is about.
func (x peekRow) other() model.NodeID {
	switch {
	case x.call == nil:
		return x.of.Node
	case x.up:
		return x.call.From
	}
	return x.call.To
}

func (x peekRow) relation() string {
	switch {
	case x.call == nil:
		return "node"
	case x.up:
		return "caller"
	}
	return "callee"
}

func (x peekRow) weight() int64 {
	if x.call == nil {
		return x.of.Cum
	}
	return x.call.Weight
}

func inlineMark(inline bool) string {
	if inline {
		return " (inline)"
	}
	return ""
}

// Table has a row for each caller, node and callee.
func (t *PeekReport) Table() *Table {
	r, rows := t.Result, t.rows()
	unit := r.TableUnit(t.of.Rows)
	var widest []string
	for _, n := range t.Nodes {
		widest = append(widest, r.Format(n.Cum, unit), r.Format(n.Flat, unit))
	}
	value := valueWidth(widest...)
	name := func(row int) string {
		x := rows[row]
		s := model.Sanitise(r.Nodes.Node(x.other()).String())
		switch {
		case x.call == nil:
			return s
		case x.up:
			return "    ↑ " + s + inlineMark(x.call.Inline)
		}
		return "    ↓ " + s + inlineMark(x.call.Inline)
	}
	return &Table{
		Columns: []Column{
			{"flat", value, true, model.Glossary("flat")},
			{"cum", value, true, model.Glossary("cum")},
			{"cum%", shareWidth, true, model.Glossary("cum%")},
			{"calls", value, true, "What went through the calls between the two."},
			{"calls%", shareWidth, true, "The same as a share of the node's cum."},
			{nodeTitle(r.Query.Granularity), 0, false, "The node, its callers above it and its callees below."},
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			x := rows[row]
			switch {
			case col == 5:
				return name(row)
			case x.call == nil && col == 0:
				return r.Format(x.of.FlatValue(), unit)
			case x.call == nil && col == 1:
				return r.Format(x.of.CumValue(), unit)
			case x.call == nil && col == 2:
				return model.Percent(x.of.Cum, r.Total)
			case x.call != nil && col == 3:
				return r.Format(x.call.Weight, unit)
			case x.call != nil && col == 4:
				return model.Percent(x.call.Weight, x.of.Cum)
			}
			return ""
		},
		Bar: func(row, col int) float64 {
			switch x := rows[row]; {
			case x.call == nil && col == 2 && r.Total != 0:
				return float64(x.of.Cum) / float64(r.Total)
			case x.call != nil && col == 4 && x.of.Cum != 0:
				return float64(x.call.Weight) / float64(x.of.Cum)
			}
			return 0
		},
		Fields: []string{"node", "relation", "name", "value", "percent", "flat", "inline"},
		Record: func(row int, f []string) {
			x := rows[row]
			f[0], f[1], f[2] = r.Nodes.Node(x.of.Node).String(), x.relation(), r.Nodes.Node(x.other()).String()
			f[3] = strconv.FormatInt(x.weight(), 10)
			f[4], f[5], f[6] = plain(model.Share(x.weight(), r.Total)), strconv.FormatInt(x.of.Flat, 10), ""
			if x.call != nil {
				f[4], f[5], f[6] = plain(model.Share(x.weight(), x.of.Cum)), "", strconv.FormatBool(x.call.Inline)
			}
		},
	}
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
	Residual bool   `json:"residual,omitempty"` // through nodes that are not shown
}

// WriteJSON writes one object with a list of nodes.
func (t *PeekReport) WriteJSON(w io.Writer) error {
	name := func(n model.NodeID) string { return t.Result.Nodes.Node(n).String() }
	return writeJSON(w, headOf(t.File, t.Result), "nodes", len(t.Nodes), func(i int) any {
		n := &t.Nodes[i]
		out := peekJSON{Name: name(n.Node), Flat: n.Flat, Cum: n.Cum, Callers: []callJSON{}, Callees: []callJSON{}}
		for _, c := range n.Callers {
			out.Callers = append(out.Callers, callJSON{name(c.From), c.Weight, c.Inline, c.Residual})
		}
		for _, c := range n.Callees {
			out.Callees = append(out.Callees, callJSON{name(c.To), c.Weight, c.Inline, c.Residual})
		}
		return out
	})
}

// WriteText writes what `go tool pprof -peek` and -tree print (pprof:
// internal/report/report.go, printTree).
func (t *PeekReport) WriteText(w io.Writer) error {
	const separator = "----------------------------------------------------------+-------------\n"
	r := t.Result
	unit := r.TableUnit(t.of.Rows)
	out := bufio.NewWriter(w)
	textHead(out, r, unit)
	textFilters(out, r)
	for _, l := range t.whole.Summary(t.of) {
		out.WriteString(l + "\n")
	}
	out.WriteString(separator)
	out.WriteString("      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t \n")
	name := func(n model.NodeID) string { return r.Nodes.Node(n).String() }
	call := func(c model.Call, other model.NodeID, cum int64) {
		fmt.Fprintf(out, "%50s %s |   %s%s\n", r.Format(c.Weight, unit), ratio(c.Weight, cum), name(other), inlineMark(c.Inline))
	}
	var sum int64
	for i := range t.Nodes {
		n := &t.Nodes[i]
		out.WriteString(separator)
		for _, c := range n.Callers {
			call(c, c.From, n.Cum)
		}
		sum += n.Flat
		fmt.Fprintf(out, "%10s %s %s %10s %s                | %s\n", r.Format(n.FlatValue(), unit), ratio(n.Flat, r.Total),
			ratio(sum, r.Total), r.Format(n.CumValue(), unit), ratio(n.Cum, r.Total), name(n.Node))
		for _, c := range n.Callees {
			call(c, c.To, n.Cum)
		}
	}
	if len(t.of.Rows) > 0 {
		out.WriteString(separator)
	}
	return out.Flush()
}

// textFilters writes the filters in force as pprof does, those it lists.
func textFilters(w *bufio.Writer, r *model.Result) {
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
	if len(lines) > 0 {
		w.WriteString("Active filters:\n" + strings.Join(lines, ""))
	}
}
