package figures

import (
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// mostLinks is how far back a wake-up chain is followed.
const mostLinks = 100

// linkRow is a link of a wake-up chain, or the reason why it ends.
type linkRow struct {
	analysis.Link
	end string
}

// chain shows why a span began when it did. For NoSpan it is the selected span.
func (m *maker) chain(span trace.SpanIndex) *Panel {
	if span == trace.NoSpan && m.view.HasSelected {
		span = m.view.Selected
	}
	tr := m.Trace
	var rows []linkRow
	title := "Why did it start then? The wake-up chain"
	if span != trace.NoSpan && int(span) < tr.Spans.Len() {
		c := m.Analysis.Chain(span, mostLinks)
		for _, l := range c.Links {
			rows = append(rows, linkRow{Link: l})
		}
		rows = append(rows, linkRow{end: c.End.String()})
		title = "Why did " + m.GoName(tr.GoOf(span)) + " start at " + timeline.Duration(tr.Spans.Start.At(int(span))) + "?"
	}
	lasted := func(i trace.SpanIndex) string {
		if i == trace.NoSpan {
			return ""
		}
		return timeline.Duration(tr.SpanTime(tr.GoOf(i), i).Len())
	}
	columns := []column[linkRow]{
		{title: "goroutine", field: "goroutine", help: "Who waited; below each, the one that ended its waiting.", text: func(x linkRow) string { return m.GoName(x.Go) }},
		{title: "it waited", field: "waited", help: "How long it had waited for that.", width: 96, text: func(x linkRow) string { return lasted(x.Wait) }},
		{title: "for", field: "reason", help: "What it waited for.", width: 150, text: func(x linkRow) string {
			if x.Wait == trace.NoSpan {
				return "(it is new, or did not wait)"
			}
			return m.text(tr.Spans.Reason(x.Wait), "nothing told")
		}},
		{title: "woken at", field: "woken_ns", help: "When it became ready to run, since the beginning of the trace.", width: 110, text: func(x linkRow) string { return timeline.Duration(x.Woken) }},
		{title: "by", field: "by", help: "Who made it ready; nothing: the runtime.", width: 240, text: func(x linkRow) string { return m.GoName(x.By) }},
		{title: "in", field: "where", help: "Where that one was when it did so.", width: 240, text: func(x linkRow) string {
			if x.Runnable == trace.NoSpan {
				return ""
			}
			return m.top(tr.Spans.Stack.At(int(x.Runnable)))
		}},
		{title: "ran after", field: "latency", help: "How long it was ready before it ran.", width: 96, text: func(x linkRow) string { return lasted(x.Runnable) }},
	}
	for i := range columns { // the last row has only a reason
		text := columns[i].text
		columns[i].text = func(x linkRow) string {
			switch {
			case x.end == "":
				return text(x)
			case i == 0:
				return x.end
			}
			return ""
		}
	}
	return newList(m, definition[linkRow]{
		name: "chain", title: title, empty: "Choose a wait for a P above, or a span in the timeline.", rows: rows, columns: columns, fixed: true,
		target: func(x linkRow) Target {
			if x.end != "" {
				return Target{}
			}
			from, to := x.Woken, x.Woken
			if x.Wait != trace.NoSpan {
				from = tr.Spans.Start.At(int(x.Wait))
			}
			if x.Running != trace.NoSpan {
				to = tr.Spans.Start.At(int(x.Running))
			}
			return Target{Lane: true, Go: x.Go, Time: trace.Interval{From: from, To: max(from, to)}}
		},
	}).Panel
}
