package figures

import (
	"strings"

	"profstation/model/trace"
	"profstation/timeline/analysis"
)

type creatorRow struct {
	*analysis.CreatorNode
	node  int
	depth int
}

// creators makes the tree: each function above those that its goroutines started.
func (m *maker) creators() error {
	tree, err := ask(m, "creators", m.Analysis.Creators)
	if err != nil {
		return err
	}
	var rows []creatorRow
	var add func(node, depth int)
	add = func(node, depth int) {
		rows = append(rows, creatorRow{&tree.Nodes[node], node, depth})
		for _, child := range tree.Nodes[node].Children {
			add(child, depth+1)
		}
	}
	for _, root := range tree.Roots {
		add(root, 0)
	}
	m.add(1, newList(m, definition[creatorRow]{
		name: "creators", empty: "No goroutine lived in this interval.", rows: rows, note: m.startedAt,
		columns: []column[creatorRow]{
			{title: "by creator", help: "Start functions; below each, those whose goroutines it started.", field: "start_function",
				text:  func(x creatorRow) string { return strings.Repeat("      ", x.depth) + m.Func(x.Func) },
				write: func(x creatorRow) string { return m.raw(x.Func) }},
			{field: "depth", file: true, text: func(x creatorRow) string { return count(x.depth) }},
			{title: "count", width: 100, field: "count", help: "Goroutines of this function, started from here.", figure: countOf(func(x creatorRow) int { return x.Count })},
			{title: "with below", width: 100, field: "count_below", help: "Including the goroutines they started, directly or indirectly.", figure: countOf(func(x creatorRow) int { return x.CountBelow })},
			{title: "total", width: 100, field: "total_ns", help: "How long they existed in the interval.", figure: timeOf(func(x creatorRow) trace.Time { return x.Total })},
			{title: "total below", width: 100, field: "total_below_ns", help: "Including the goroutines they started, directly or indirectly.", figure: timeOf(func(x creatorRow) trace.Time { return x.TotalBelow })},
		},
		target: func(x creatorRow) Target {
			t := Target{Profile: true, Scope: analysis.What{Interval: m.iv}, Of: m.Func(x.Func) + ", started from there", Copy: m.startedAt(x)}
			for g, node := range tree.Of {
				if int(node) == x.node {
					t.Goroutines = append(t.Goroutines, trace.GoIndex(g))
				}
			}
			t.Scope.Goroutines = t.Goroutines
			return t
		},
	}).Panel)
	return nil
}

// startedAt lists the places where the goroutines of a row were started.
func (m *maker) startedAt(x creatorRow) string {
	text := m.Func(x.Func)
	for _, st := range x.Stacks[:min(len(x.Stacks), 4)] {
		where := "at an unknown place"
		if place := m.top(st.Stack); place != "" {
			where = "in " + place
		}
		text += "\n" + count(st.Count) + " started " + where
	}
	return text
}
