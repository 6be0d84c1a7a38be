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

// instance shows one task or region: where its time went, and what happened in
// it.
func (m *maker) instance(list *Panel) (detail, events *Panel, err error) {
	c := &m.view.Choice.Tasks
	x := m.annotated(c.Instance)
	target := m.instanceTarget(x)
	var rows []eventRow
	if c.Regions {
		d, err := remember(m.ctx, &m.memory, "region", trace.RegionIndex(c.Instance), m.Analysis.Region)
		if err != nil {
			return nil, nil, err
		}
		detail = m.went(x.name, d.Columns, &d.Sum, d.GC)
		rows = m.eventRows(nil, nil, d.Inner, d.Logs, d.Waits, d.Interval)
	} else {
		type question struct {
			task        trace.TaskIndex
			descendants bool
		}
		d, err := remember(m.ctx, &m.memory, "task", question{trace.TaskIndex(c.Instance), c.Descendants}, func(ctx context.Context, q question) (*analysis.TaskDetail, error) {
			return m.Analysis.Task(ctx, q.task, q.descendants)
		})
		if err != nil {
			return nil, nil, err
		}
		detail = m.went(x.name, d.Columns, &d.Sum, d.GC)
		rows = m.eventRows(d.Parts, d.Children, d.Regions, d.Logs, d.Waits, d.Interval)
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
	m.sheet.Scope, m.sheet.Of = target.Scope, target.Of
	events = newList(m, definition[eventRow]{
		name: "events", title: "What happened in " + x.name, empty: "The trace tells of nothing in it.", rows: rows, target: eventTarget,
		columns: []column[eventRow]{
			{title: "what", width: 84, field: "what", help: "What happened: a part of it began, or a message was logged.", text: func(x eventRow) string { return x.what }},
			{title: "after", width: 96, help: "Since it began.", figure: timeOf(func(y eventRow) trace.Time { return y.From - x.time.From })},
			{field: "time_ns", file: true, text: func(x eventRow) string { return whole(x.From) }},
			{title: "lasted", width: 96, field: "duration_ns", help: "How long it took; nothing of what has no length.", figure: timeOf(eventRow.Len), blank: true},
			goColumn(m, 200, "Where it happened.", eventGo),
			{title: "which", field: "text", help: "The name of the part, or the message.", text: func(x eventRow) string { return x.text }},
		},
	}).Panel
	return detail, events, nil
}

// went shows where the time of a task or region went.
func (m *maker) went(name string, columns []analysis.Column, b *analysis.Breakdown, gc analysis.GCOverlap) *Panel {
	var rows []partRow
	for i, v := range b.Times {
		rows = append(rows, partRow{name: columns[i].Name, column: &columns[i], time: v})
	}
	slices.SortStableFunc(rows, func(a, b partRow) int { return cmp.Compare(b.time, a.time) })
	rows = append(rows,
		partRow{name: "while the collector marked", time: gc.Mark},
		partRow{name: "while the world was stopped", time: gc.STW},
		partRow{name: "GC assist", time: b.Assist})
	rows = slices.DeleteFunc(rows, func(x partRow) bool { return x.time <= 0 })
	for i := range rows {
		rows[i].share = part(rows[i].time, b.Total)
	}
	return newList(m, definition[partRow]{
		name: "went", title: "Where the time of " + name + " went: " + timeline.Duration(b.Total), share: 0.5,
		empty: "No goroutine is known to have worked for it.", rows: rows,
		columns: append(partColumns(func(x partRow) *partRow { return &x }, 80), []column[partRow]{
			{title: "time", width: 90, field: "time_ns", help: "All goroutines that worked for it together.", figure: timeOf(func(x partRow) trace.Time { return x.time })},
			{title: "share", width: 66, help: "The same as a share of what it is a part of.", figure: shareOf(func(x partRow) float64 { return x.share })},
		}...),
	}).Panel
}

// eventRow is something that happened within a time.
type eventRow struct {
	trace.Interval
	what string
	g    trace.GoIndex
	text string
}

func eventGo(x eventRow) trace.GoIndex { return x.g }

func eventTarget(x eventRow) Target {
	return Target{Lane: x.g != trace.NoGo, Go: x.g, Time: x.Interval}
}

// eventRows are what happened in a task or a region, in the order of time.
func (m *maker) eventRows(parts []analysis.Part, children []trace.TaskIndex, regions []trace.RegionIndex, logs []int, waits []trace.SpanIndex, iv trace.Interval) []eventRow {
	tr := m.Trace
	var rows []eventRow
	for _, p := range parts {
		for _, at := range p.At {
			rows = append(rows, eventRow{at, "goroutine", p.Go, "works for it"})
		}
	}
	for _, i := range children {
		x := m.task(i)
		rows = append(rows, eventRow{x.time, "subtask", x.g, x.name + " " + m.text(tr.Tasks[i].Type, "")})
	}
	for _, i := range regions {
		x := m.region(i)
		if x.start == trace.NoTime {
			x.name += " (began before the trace)"
		}
		if x.end == trace.NoTime {
			x.name += " (has no end)"
		}
		rows = append(rows, eventRow{x.time, "region", x.g, x.name})
	}
	for _, i := range logs {
		rows = append(rows, m.logRow(i))
	}
	for _, span := range waits {
		g := tr.GoOf(span)
		text := m.StateText(tr.Spans.State(span), tr.Spans.Reason(span))
		if place := m.top(tr.Spans.Stack.At(int(span))); place != "" {
			text += "  in " + place
		}
		rows = append(rows, eventRow{tr.SpanTime(g, span), "wait", g, text})
	}
	for _, mark := range tr.Marks {
		if at := tr.Between(mark.Start, mark.End); iv.Meets(at) {
			rows = append(rows, eventRow{at, "GC", trace.NoGo, "the collector marks"})
		}
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return rows
}

func (m *maker) logRow(i int) eventRow {
	l := &m.Trace.Logs[i]
	return eventRow{trace.Interval{From: l.Time, To: l.Time}, "log", l.Go, m.LogText(int32(i))}
}

// logs lists the messages that match.
func (m *maker) logs(re *regexp.Regexp) (*Panel, error) {
	found, err := m.Analysis.Logs(m.ctx, analysis.LogQuery{Interval: m.iv, Match: re})
	if err != nil {
		return nil, err
	}
	rows := make([]eventRow, len(found))
	for i, l := range found {
		rows[i] = m.logRow(l)
	}
	return newList(m, definition[eventRow]{
		name: "logs", title: count(len(rows)) + " messages found", empty: "No message matches.", rows: rows, target: eventTarget,
		columns: []column[eventRow]{
			{title: "time", width: 110, field: "time_ns", help: "Since the beginning of the trace.", figure: timeOf(func(x eventRow) trace.Time { return x.From })},
			goColumn(m, 220, "Which goroutine logged it.", eventGo),
			{title: "message", field: "text", help: "What was logged, with its category.", text: func(x eventRow) string { return x.text }},
		},
	}).Panel, nil
}
