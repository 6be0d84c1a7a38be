package figures

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// annotated is a task or a region, as a list of them shows it.
type annotated struct {
	index      int
	name       string
	start, end trace.Time     // NoTime: not in the trace
	time       trace.Interval // within the trace
	g          trace.GoIndex
	above      string
}

// cut reports whether one of its ends is not in the trace.
func (x *annotated) cut() bool { return x.start == trace.NoTime || x.end == trace.NoTime }

func (m *taskMaker) task(i trace.TaskIndex) annotated {
	t := &m.Trace.Tasks[i]
	x := annotated{index: int(i), name: m.taskID(i), start: t.Start, end: t.End, time: m.Trace.Between(t.Start, t.End), g: t.StartGo}
	if x.g == trace.NoGo {
		x.g = t.EndGo
	}
	if t.Parent != trace.NoTask {
		p := &m.Trace.Tasks[t.Parent]
		x.above = m.taskID(t.Parent) + " " + m.text(p.Type, "")
		if !p.Seen {
			x.above += "(not in the trace)"
		}
	}
	return x
}

func (m *taskMaker) region(i trace.RegionIndex) annotated {
	r := &m.Trace.Regions[i]
	x := annotated{index: int(i), name: m.text(r.Type, "(no type)"), start: r.Start, end: r.End, time: m.Trace.Between(r.Start, r.End), g: r.Go}
	if r.Task != trace.NoTask {
		x.above = m.taskID(r.Task) + " " + m.text(m.Trace.Tasks[r.Task].Type, "")
	}
	return x
}

func (m *taskMaker) taskID(i trace.TaskIndex) string {
	return "task " + strconv.FormatUint(m.Trace.Tasks[i].ID, 10)
}

func (m *taskMaker) annotated(i int) annotated {
	if m.c.Regions {
		return m.region(trace.RegionIndex(i))
	}
	return m.task(trace.TaskIndex(i))
}

// goColumn is the column of the goroutine of a row.
func goColumn[T any](m *maker, width float64, help string, of func(T) trace.GoIndex) column[T] {
	return column[T]{title: "goroutine", width: width, field: "goroutine", help: help,
		text: func(x T) string { return m.GoName(of(x)) }, digits: true, write: func(x T) string { return m.goID(of(x)) }}
}

// instances lists the tasks or regions of a type in the chosen range, the longest first. If no
// range is chosen, it also lists those without an end.
func (m *taskMaker) instances(x *analysis.Type) (*Panel, error) {
	words := m.words
	named := func(n int) string {
		noun := words.many
		if n == 1 {
			noun = words.one
		}
		return count(n) + " “" + m.typeName(x) + "” " + noun
	}
	selected, err := x.Select(m.ctx, m.c.Range)
	if err != nil {
		return nil, err
	}
	var rows []annotated
	steps := model.StepsUntil(m.ctx)
	for _, i := range selected {
		if steps.Over(stepsOfRow) {
			return nil, steps.Err()
		}
		rows = append(rows, m.annotated(int(i)))
	}
	title := named(len(rows)) + " that took " + timeline.Times(trace.Interval{From: m.c.Range.From, To: m.c.Range.To})
	if m.c.Range == (analysis.Durations{}) {
		title = named(len(x.Instances))
		for _, i := range x.Instances {
			if steps.Over(stepsOfRow) {
				return nil, steps.Err()
			}
			if a := m.annotated(int(i)); a.cut() {
				rows = append(rows, a)
			}
		}
	}
	start := momentsOf(rows, func(x annotated) trace.Time { return x.start })
	l := newList(m.maker, definition[annotated]{
		name: "instances", title: title, share: 0.5, empty: words.short, rows: rows, target: m.instanceTarget,
		columns: []column[annotated]{
			{title: words.one, field: words.one, help: words.oneHelp, text: func(x annotated) string { return x.name }},
			{title: "start", width: 96, field: "start_ns", help: "Time since the beginning of the trace.",
				figure: start,
				text: func(x annotated) string {
					if x.start == trace.NoTime {
						return "before"
					}
					return start.show(float64(x.start))
				},
				digits: true, write: func(x annotated) string { return written(x.start) }},
			{title: "duration", width: 96, field: "duration_ns", help: "How long it took; without an end, up to the end of the trace.",
				figure: timeOf(func(x annotated) trace.Time { return x.time.Len() }),
				text:   func(x annotated) string { return atLeast(x.cut(), x.time.Len()) }},
			{field: "end_ns", file: true, digits: true, text: func(x annotated) string { return written(x.end) }},
			goColumn(m.maker, 200, "Where it began.", func(x annotated) trace.GoIndex { return x.g }),
			{title: words.above, width: 150, field: words.above, help: words.aboveHelp, text: func(x annotated) string { return x.above }},
		},
	})
	if m.c.One {
		l.pick(func(x annotated) bool { return x.index == m.c.Instance })
	}
	return l.Panel, nil
}

// stepsOfRow is how many steps it takes about to make a row, with its texts.
const stepsOfRow = 16

func (m *taskMaker) instanceTarget(x annotated) Target {
	t := Target{
		Pick: change(func(c *Choice) { c.Tasks.One, c.Tasks.Instance = true, x.index }),
		Lane: x.g != trace.NoGo, Go: x.g, Time: x.time, Profile: true,
	}
	if x.g != trace.NoGo {
		t.Goroutines = []trace.GoIndex{x.g}
	}
	t.Event = timeline.Event{Kind: timeline.TaskRow, Index: int32(x.index)}
	if m.c.Regions {
		t.Event.Kind = timeline.RegionRow
	}
	if o, ok := m.Occurrence(t.Event); ok {
		t.Scope, t.Of = ScopeOf(m.Names, &o)
	}
	return t
}

// written is a time for a file; "" if the trace does not record it.
func written(at trace.Time) string {
	if at == trace.NoTime {
		return ""
	}
	return model.Whole(at)
}

func (m *taskMaker) instance(list *Panel) (detail, events *Panel, err error) {
	type question struct {
		regions, descendants bool
		instance             int
	}
	c := m.c
	d, err := remember(m.ctx, &m.memory, "instance", question{c.Regions, c.Descendants, c.Instance}, func(ctx context.Context, _ question) (*analysis.Detail, error) {
		if c.Regions {
			return m.Analysis.Region(ctx, trace.RegionIndex(c.Instance))
		}
		return m.Analysis.Task(ctx, trace.TaskIndex(c.Instance), c.Descendants)
	})
	if err != nil {
		return nil, nil, err
	}
	x := m.annotated(c.Instance)
	target := m.instanceTarget(x)
	if !c.Regions {
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
	detail = m.went(x.name, d)
	rows := m.eventRows(d)
	events = newList(m.maker, definition[eventRow]{
		name: "events", title: "What happened in " + x.name, empty: "Nothing was recorded.", rows: rows, target: eventTarget,
		columns: []column[eventRow]{
			{title: "what", width: 84, field: "what", help: "The kind of event: a part of it began, or a message was logged.", text: func(x eventRow) string { return x.what }},
			{title: "after", width: 96, help: "Time since it began.", figure: momentsOf(rows, func(y eventRow) trace.Time { return y.From - x.time.From })},
			{field: "time_ns", file: true, digits: true, text: func(x eventRow) string { return model.Whole(x.From) }},
			{title: "lasted", width: 96, field: "duration_ns", help: "How long it took; empty for a single moment.", figure: timeOf(eventRow.Len), blank: true},
			goColumn(m.maker, 200, "Where it happened.", eventGo),
			{title: "which", field: "text", help: "The task or region, or the message.", text: func(x eventRow) string { return x.text }},
		},
	}).Panel
	return detail, events, nil
}

func (m *taskMaker) went(name string, d *analysis.Detail) *Panel {
	total, rows := d.Sum.Time(analysis.Total), partRows(d.Columns, d.Sum)
	for _, x := range []partRow{
		{name: "during GC marking", time: d.GC.Mark},
		{name: "during stop-the-world", time: d.GC.STW},
		{name: "GC assist", time: d.Sum.Time(analysis.Assist)},
	} {
		if x.share = part(x.time, total); x.time > 0 {
			rows = append(rows, x)
		}
	}
	title := "Where the time of " + name + " went: " + timeline.Duration(total)
	if n := len(d.Parts); n > 1 {
		title += ", summed over " + model.Plural(n, "goroutine")
	}
	return newList(m.maker, definition[partRow]{
		name: "went", title: title, share: 0.5,
		empty: "No goroutine is known to have worked on it.", rows: rows,
		columns: append(partColumns(80), []column[partRow]{
			{title: "time", width: 90, field: "time_ns", help: "The sum over all goroutines that worked on it.", figure: timeOf(func(x partRow) trace.Time { return x.time })},
			{title: "share", width: 66, help: "The same as a share of its whole.", figure: shareOf(func(x partRow) float64 { return x.share })},
		}...),
	}).Panel
}

// eventRow is something that happened within a time.
type eventRow struct {
	trace.Interval
	what string
	g    trace.GoIndex
	text string
	is   timeline.Event // the zero value: it has no mark of its own
}

func eventGo(x eventRow) trace.GoIndex { return x.g }

func eventTarget(x eventRow) Target {
	return Target{Lane: x.g != trace.NoGo, Go: x.g, Time: x.Interval, Event: x.is}
}

func (m *taskMaker) eventRows(d *analysis.Detail) []eventRow {
	tr := m.Trace
	var rows []eventRow
	for _, p := range d.Parts {
		for _, at := range p.At {
			rows = append(rows, eventRow{Interval: at, what: "goroutine", g: p.Go, text: "works on this task"})
		}
	}
	for _, i := range d.Children {
		x := m.task(i)
		rows = append(rows, eventRow{x.time, "subtask", x.g, x.name + " " + m.text(tr.Tasks[i].Type, ""), timeline.Event{Kind: timeline.TaskRow, Index: int32(i)}})
	}
	for _, i := range d.Regions {
		x := m.region(i)
		if x.start == trace.NoTime {
			x.name += " (began before the trace)"
		}
		if x.end == trace.NoTime {
			x.name += " (has no end)"
		}
		rows = append(rows, eventRow{x.time, "region", x.g, x.name, timeline.Event{Kind: timeline.RegionRow, Index: int32(i)}})
	}
	for _, i := range d.Logs {
		rows = append(rows, m.logRow(i))
	}
	for _, span := range d.Waits {
		g := tr.GoOf(span)
		text := m.StateText(tr.Spans.State(span), tr.Spans.Reason(span))
		if place := m.top(tr.OwnStack(span)); place != "" {
			text += "  in " + place
		}
		rows = append(rows, eventRow{Interval: tr.SpanTime(g, span), what: "wait", g: g, text: text})
	}
	for i, mark := range tr.Marks {
		if at := tr.Between(mark.Start, mark.End); d.Interval.Meets(at) {
			rows = append(rows, eventRow{at, "GC", trace.NoGo, "GC marking", timeline.Event{Kind: timeline.MarkRow, Index: int32(i)}})
		}
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return rows
}

func (m *taskMaker) logRow(i int) eventRow {
	l := &m.Trace.Logs[i]
	return eventRow{trace.Interval{From: l.Time, To: l.Time}, "log", l.Go, m.LogText(int32(i)), timeline.Event{Kind: timeline.LogRow, Index: int32(i)}}
}

func (m *taskMaker) logs(re *regexp.Regexp) (*Panel, error) {
	found, err := m.Analysis.Logs(m.ctx, m.iv, re)
	if err != nil {
		return nil, err
	}
	rows := make([]eventRow, len(found))
	for i, l := range found {
		rows[i] = m.logRow(l)
	}
	return newList(m.maker, definition[eventRow]{
		name: "logs", title: model.Plural(len(rows), "message") + " found", empty: "No message matches.", rows: rows, target: eventTarget,
		columns: []column[eventRow]{
			{title: "time", width: 110, field: "time_ns", help: "Time since the beginning of the trace.", figure: momentsOf(rows, func(x eventRow) trace.Time { return x.From })},
			goColumn(m.maker, 220, "Which goroutine logged it.", eventGo),
			{title: "message", field: "text", help: "What was logged, with its category.", text: func(x eventRow) string { return x.text }},
		},
	}).Panel, nil
}
