package figures

import (
	"strings"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

type creatorRow struct {
	*analysis.CreatorNode
	node  int
	depth int
}

// creators makes the tree: below each function stand those that its goroutines started.
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
		name: "creators", empty: lang.L("No goroutine lived in this interval."), rows: rows, note: m.startedAt,
		columns: []column[creatorRow]{
			{title: "by creator", help: lang.L("Start functions; below each, those whose goroutines it started."), field: "start_function",
				text:  func(x creatorRow) string { return strings.Repeat("      ", x.depth) + m.Func(x.Func) },
				write: func(x creatorRow) string { return m.raw(x.Func) }},
			{field: "depth", file: true, text: func(x creatorRow) string { return count(x.depth) }},
			{title: "count", width: 100, field: "count", help: lang.L("Goroutines of this function, started from here."),
				figure: countOf(func(x creatorRow) int { return x.Count })},
			{title: "with below", width: 100, field: "count_below",
				help:   lang.L("Including the goroutines they started, directly or indirectly."),
				figure: countOf(func(x creatorRow) int { return x.CountBelow })},
			{title: "total", width: 100, field: "total_ns", help: lang.L("How long they existed in the interval."),
				figure: timeOf(func(x creatorRow) trace.Time { return x.Total })},
			{title: "total below", width: 100, field: "total_below_ns",
				help:   lang.L("Including the goroutines they started, directly or indirectly."),
				figure: timeOf(func(x creatorRow) trace.Time { return x.TotalBelow })},
		},
		target: func(x creatorRow) Target {
			t := Target{Profile: true, Scope: analysis.What{Interval: m.iv},
				Of: lang.English("{{.Name}}, started from there", lang.With{"Name": m.funcIn(lang.English, x.Func)}), Copy: m.startedAt(x)}
			for g, node := range tree.Of {
				if int(node) == x.node {
					t.Goroutines = append(t.Goroutines, trace.GoIndex(g))
				}
			}
			t.Scope.Goroutines = t.Goroutines
			if len(x.Stacks) > 0 {
				t.Stack = m.Trace.Stacks.Stack(x.Stacks[0].Stack)
			}
			return t
		},
	}).Panel)
	return nil
}

// startedAt lists the places where a row's goroutines were started.
func (m *maker) startedAt(x creatorRow) string {
	text := m.Func(x.Func)
	for _, st := range x.Stacks[:min(len(x.Stacks), 4)] {
		with := lang.With{"Place": m.top(st.Stack)}
		if with["Place"] == "" {
			text += "\n" + lang.N(st.Count, "1 started at an unknown place", "{{.N}} started at an unknown place", nil)
			continue
		}
		text += "\n" + lang.N(st.Count, "1 started in {{.Place}}", "{{.N}} started in {{.Place}}", with)
	}
	return text
}
