package figures

import (
	"context"

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

// chainPanel tells why a span began when it did; of the selected one where span
// is NoSpan.
func (s *Source) chainPanel(ctx context.Context, v View, span trace.SpanIndex) (*Panel, error) {
	if span == trace.NoSpan && v.HasSelected {
		span = v.Selected
	}
	tr := s.Trace
	var rows []linkRow
	title := "Why did it start then? The wake-up chain"
	if span != trace.NoSpan && int(span) < tr.Spans.Len() {
		c := s.Analysis.Chain(span, mostLinks)
		for _, l := range c.Links {
			rows = append(rows, linkRow{Link: l})
		}
		rows = append(rows, linkRow{end: c.End.String()})
		title = "Why did " + s.GoName(tr.GoOf(span)) + " start at " + timeline.Duration(tr.Spans.Start.At(int(span))) + "?"
	}
	lasted := func(i trace.SpanIndex) string {
		if i == trace.NoSpan {
			return ""
		}
		g := tr.GoOf(i)
		return timeline.Duration(tr.SpanEnd(g, i) - tr.Spans.Start.At(int(i)))
	}
	told := func(title, field, help string, width float64, text func(x linkRow) string) column[linkRow] {
		return column[linkRow]{title: title, field: field, help: help, width: width, text: func(x linkRow) string {
			if x.end != "" {
				return ""
			}
			return text(x)
		}}
	}
	name := told("goroutine", "goroutine", "Who waited; below each, the one that ended its waiting.", 0, func(x linkRow) string { return s.GoName(x.Go) })
	first := name.text
	name.text = func(x linkRow) string {
		if x.end != "" {
			return x.end
		}
		return first(x)
	}
	l, err := newList(ctx, rows, []column[linkRow]{name,
		told("it waited", "waited", "How long it had waited for that.", 96, func(x linkRow) string { return lasted(x.Wait) }),
		told("for", "reason", "What it waited for.", 150, func(x linkRow) string {
			if x.Wait == trace.NoSpan {
				return "(it is new, or did not wait)"
			}
			return s.text(tr.Spans.Reason(x.Wait), "nothing told")
		}),
		told("woken at", "woken_ns", "When it became ready to run, since the beginning of the trace.", 110, func(x linkRow) string { return timeline.Duration(x.Woken) }),
		told("by", "by", "Who made it ready; nothing: the runtime.", 240, func(x linkRow) string {
			if x.By == trace.NoGo {
				return ""
			}
			return s.GoName(x.By)
		}),
		told("in", "where", "Where that one was when it did so.", 240, func(x linkRow) string {
			if x.Runnable == trace.NoSpan {
				return ""
			}
			return s.top(tr.Spans.Stack.At(int(x.Runnable)))
		}),
		told("ran after", "latency", "How long it was ready before it ran.", 96, func(x linkRow) string { return lasted(x.Runnable) }),
	}, Order{}, nil)
	if err != nil {
		return nil, err
	}
	return l.panel("chain", title, 1, "Choose a wait for a P above, or a span in the timeline.", func(x linkRow) Target {
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
	}), nil
}
