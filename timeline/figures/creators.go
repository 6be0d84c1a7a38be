package figures

import (
	"context"
	"strings"

	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// creatorRow is a function in the tree of who started whom.
type creatorRow struct {
	of    *analysis.CreatorNode
	node  int
	depth int
}

// creatorRows are the tree: each function above those that its goroutines
// started.
func (s *Source) creatorRows(ctx context.Context, sheet *Sheet, v View) error {
	iv := sheet.Interval
	tree, err := remember(&s.memory, "creators", iv, func() (*analysis.Creators, error) { return s.Analysis.Creators(ctx, iv) })
	if err != nil {
		return err
	}
	var rows []creatorRow
	var add func(node, depth int)
	add = func(node, depth int) {
		n := &tree.Nodes[node]
		rows = append(rows, creatorRow{n, node, depth})
		for _, child := range n.Children {
			add(child, depth+1)
		}
	}
	for _, root := range tree.Roots {
		add(root, 0)
	}
	figure := func(title, field, help string, v func(n *analysis.CreatorNode) float64) column[creatorRow] {
		return column[creatorRow]{title: title, width: 100, field: field, help: help, value: func(x creatorRow) float64 { return v(x.of) }}
	}
	counted := func(c column[creatorRow]) column[creatorRow] {
		c.text = func(x creatorRow) string { return count(int(c.value(x))) }
		return c
	}
	l, err := newList(ctx, rows, []column[creatorRow]{
		{title: "who started whom", help: "Start functions; below each those whose goroutines it started.", field: "start_function",
			text:  func(x creatorRow) string { return strings.Repeat("      ", x.depth) + s.Func(x.of.Func) },
			write: func(x creatorRow) string { return s.raw(x.of.Func) }},
		{field: "depth", file: true, text: func(x creatorRow) string { return count(x.depth) }},
		counted(figure("count", "count", "Goroutines of this function, started from here.", func(n *analysis.CreatorNode) float64 { return float64(n.Count) })),
		counted(figure("with below", "count_below", "With those that they started, and so on.", func(n *analysis.CreatorNode) float64 { return float64(n.CountBelow) })),
		figure("total", "total_ns", "How long they existed in the interval.", func(n *analysis.CreatorNode) float64 { return float64(n.Total) }),
		figure("total below", "total_below_ns", "With those that they started, and so on.", func(n *analysis.CreatorNode) float64 { return float64(n.TotalBelow) }),
	}, v.Choice.Orders["creators"], s.startedAt)
	if err != nil {
		return err
	}
	target := func(x creatorRow) Target {
		t := Target{Profile: true, Scope: analysis.What{Interval: iv}, Of: s.Func(x.of.Func) + ", started from there"}
		for g, node := range tree.Of {
			if int(node) == x.node {
				t.Goroutines = append(t.Goroutines, trace.GoIndex(g))
			}
		}
		t.Scope.Goroutines = t.Goroutines
		t.Copy = s.startedAt(x)
		return t
	}
	sheet.Rows = []Row{{1, []*Panel{l.panel("creators", "", 1, "No goroutine lived in this interval.", target)}}}
	return nil
}

// startedAt tells from where the goroutines of a row were started.
func (s *Source) startedAt(x creatorRow) string {
	var b strings.Builder
	b.WriteString(s.Func(x.of.Func))
	for _, st := range x.of.Stacks[:min(len(x.of.Stacks), 4)] {
		b.WriteString("\n" + count(st.Count) + " started ")
		if place := s.top(st.Stack); place != "" {
			b.WriteString("in " + place)
		} else {
			b.WriteString("where the trace does not tell")
		}
	}
	return b.String()
}
