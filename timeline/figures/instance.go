package figures

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// instance is what is told of one task or region: where its time went, and
// what happened in it.
func (s *Source) instance(ctx context.Context, sheet *Sheet, v View, list *Panel) (detail, events *Panel, err error) {
	c := &v.Choice.Tasks
	x := s.annotated(c.Instance, c.Regions)
	var sum analysis.Breakdown
	var columns []analysis.Column
	var gc analysis.GCOverlap
	var rows []eventRow
	target := s.instanceTarget(x, c)
	if c.Regions {
		d, err := remember(&s.memory, "region", c.Instance, func() (*analysis.RegionDetail, error) {
			return s.Analysis.Region(ctx, trace.RegionIndex(c.Instance))
		})
		if err != nil {
			return nil, nil, err
		}
		sum, columns, gc = d.Sum, d.Columns, d.GC
		rows = s.eventRows(nil, nil, d.Inner, d.Logs, d.Waits, d.Interval)
	} else {
		type question struct {
			task        int
			descendants bool
		}
		d, err := remember(&s.memory, "task", question{c.Instance, c.Descendants}, func() (*analysis.TaskDetail, error) {
			return s.Analysis.Task(ctx, trace.TaskIndex(c.Instance), c.Descendants)
		})
		if err != nil {
			return nil, nil, err
		}
		sum, columns, gc = d.Sum, d.Columns, d.GC
		rows = s.eventRows(d.Parts, d.Children, d.Regions, d.Logs, d.Waits, d.Interval)
		target.Scope.Tasks = d.Family
		target.Goroutines = nil
		for _, p := range d.Parts {
			target.Goroutines = append(target.Goroutines, p.Go)
		}
		row := list.Row
		list.Row = func(i int) Target {
			if i == list.Selected {
				return target
			}
			return row(i)
		}
	}
	sheet.Scope, sheet.Of = target.Scope, target.Of
	if detail, err = s.shares(ctx, x.name, columns, &sum, gc, v.Choice.Orders["went"]); err != nil {
		return nil, nil, err
	}
	l, err := newList(ctx, rows, s.eventColumns(between(s.Trace, x.start, x.end).From), v.Choice.Orders["events"], nil)
	if err != nil {
		return nil, nil, err
	}
	events = l.panel("events", "What happened in "+x.name, 1, "The trace tells of nothing in it.", s.eventTarget)
	return detail, events, nil
}

// shareRow is a part of a time.
type shareRow struct {
	name   string
	column *analysis.Column
	time   trace.Time
	of     trace.Time
}

// shares is where a time went.
func (s *Source) shares(ctx context.Context, name string, columns []analysis.Column, b *analysis.Breakdown, gc analysis.GCOverlap, o Order) (*Panel, error) {
	var rows []shareRow
	for i := range columns {
		if b.Times[i] > 0 {
			rows = append(rows, shareRow{columns[i].Name, &columns[i], b.Times[i], b.Total})
		}
	}
	slices.SortStableFunc(rows, func(a, b shareRow) int { return cmp.Compare(b.time, a.time) })
	for _, x := range []shareRow{
		{"while the collector marked", nil, gc.Mark, b.Total}, {"while the world was stopped", nil, gc.STW, b.Total}, {"GC assist", nil, b.Assist, b.Total},
	} {
		if x.time > 0 {
			rows = append(rows, x)
		}
	}
	l, err := newList(ctx, rows, []column[shareRow]{
		{title: "kind of time", field: "kind", help: "What the goroutines did, or waited for.", text: func(x shareRow) string { return x.name }},
		{title: "", width: 80, draw: func(x shareRow) []segment {
			if x.column == nil {
				return nil
			}
			return []segment{{x.column, float64(x.time) / float64(max(x.of, 1))}}
		}},
		{title: "time", width: 90, field: "time_ns", help: "All goroutines that worked for it together.", value: func(x shareRow) float64 { return float64(x.time) }},
		{title: "share", width: 66, help: "The same as a share of what it is a part of.", value: func(x shareRow) float64 { return float64(x.time) },
			text: func(x shareRow) string { return percent(float64(x.time) / float64(max(x.of, 1))) }},
	}, o, nil)
	if err != nil {
		return nil, err
	}
	return l.panel("went", "Where the time of "+name+" went: "+timeline.Duration(b.Total), 0.5, "No goroutine is known to have worked for it.", nil), nil
}

// eventRow is something that happened within a time.
type eventRow struct {
	at, end trace.Time
	what    string
	g       trace.GoIndex
	text    string
}

// eventRows are what happened in a task or a region, in the order of time.
func (s *Source) eventRows(parts []analysis.Part, children []trace.TaskIndex, regions []trace.RegionIndex, logs []int, waits []trace.SpanIndex, iv trace.Interval) []eventRow {
	tr := s.Trace
	var rows []eventRow
	for _, p := range parts {
		for _, at := range p.At {
			rows = append(rows, eventRow{at.From, at.To, "goroutine", p.Go, "works for it"})
		}
	}
	for _, i := range children {
		x := s.task(int(i))
		t := between(tr, x.start, x.end)
		rows = append(rows, eventRow{t.From, t.To, "subtask", x.g, x.name + " " + s.text(tr.Tasks[i].Type, "")})
	}
	for _, i := range regions {
		x := s.region(int(i))
		t := between(tr, x.start, x.end)
		row := eventRow{t.From, t.To, "region", x.g, x.name}
		if x.start == trace.NoTime {
			row.text += " (began before the trace)"
		}
		if x.end == trace.NoTime {
			row.text += " (has no end)"
		}
		rows = append(rows, row)
	}
	for _, i := range logs {
		rows = append(rows, s.logRow(i))
	}
	for _, span := range waits {
		g := tr.GoOf(span)
		at := tr.Spans.Start.At(int(span))
		text := tr.Spans.State(span).String()
		if r := tr.Spans.Reason(span); r != 0 {
			text += ": " + s.text(r, "")
		}
		if place := s.top(tr.Spans.Stack.At(int(span))); place != "" {
			text += "  in " + place
		}
		rows = append(rows, eventRow{at, tr.SpanEnd(g, span), "wait", g, text})
	}
	for _, m := range tr.Marks {
		if t := between(tr, m.Start, m.End); t.From < iv.To && t.To > iv.From {
			rows = append(rows, eventRow{t.From, t.To, "GC", trace.NoGo, "the collector marks"})
		}
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.end, a.end)) })
	return rows
}

func (s *Source) logRow(i int) eventRow {
	l := &s.Trace.Logs[i]
	text := s.text(l.Message, "")
	if l.Category != 0 {
		text = s.text(l.Category, "") + ": " + text
	}
	return eventRow{l.Time, l.Time, "log", l.Go, text}
}

func (s *Source) eventColumns(zero trace.Time) []column[eventRow] {
	return []column[eventRow]{
		{title: "what", width: 84, field: "what", help: "What happened: a part of it began, or a message was logged.", text: func(x eventRow) string { return x.what }},
		{title: "after", width: 96, help: "Since it began.", value: func(x eventRow) float64 { return float64(x.at - zero) }},
		{field: "time_ns", file: true, text: func(x eventRow) string { return whole(x.at) }},
		{title: "lasted", width: 96, field: "duration_ns", help: "How long it took; nothing of what has no length.", value: func(x eventRow) float64 { return float64(x.end - x.at) },
			text: func(x eventRow) string {
				if x.end <= x.at {
					return ""
				}
				return timeline.Duration(x.end - x.at)
			}},
		{title: "goroutine", width: 200, field: "goroutine", help: "Where it happened.", text: func(x eventRow) string { return s.GoName(x.g) }, write: func(x eventRow) string { return s.goID(x.g) }},
		{title: "which", field: "text", help: "The name of the part, or the message.", text: func(x eventRow) string { return x.text }},
	}
}

func (s *Source) eventTarget(x eventRow) Target {
	return Target{Lane: x.g != trace.NoGo, Go: x.g, Time: trace.Interval{From: x.at, To: x.end}}
}

// logPanel are the messages that match.
func (s *Source) logPanel(ctx context.Context, iv trace.Interval, re *regexp.Regexp, o Order) (*Panel, error) {
	found, err := s.Analysis.Logs(ctx, analysis.LogQuery{Interval: iv, Match: re})
	if err != nil {
		return nil, err
	}
	rows := make([]eventRow, len(found))
	for i, l := range found {
		rows[i] = s.logRow(l)
	}
	l, err := newList(ctx, rows, []column[eventRow]{
		{title: "time", width: 110, field: "time_ns", help: "Since the beginning of the trace.", value: func(x eventRow) float64 { return float64(x.at) }},
		{title: "goroutine", width: 220, field: "goroutine", help: "Which goroutine logged it.", text: func(x eventRow) string { return s.GoName(x.g) }, write: func(x eventRow) string { return s.goID(x.g) }},
		{title: "message", field: "text", help: "What was logged, with its category.", text: func(x eventRow) string { return x.text }},
	}, o, nil)
	if err != nil {
		return nil, err
	}
	return l.panel("logs", count(len(rows))+" messages found", 1, "No message matches.", s.eventTarget), nil
}
