package figures

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// annotated is a task or a region in a list.
type annotated struct {
	index      int
	region     bool
	left       bool           // the end is not its own: see trace.Region
	start, end trace.Time     // NoTime: not in the trace
	time       trace.Interval // limited to the trace
	g          trace.GoIndex
	above      trace.TaskIndex // a task's parent, or a region's task; NoTask: none
}

// cut reports whether one of its ends is not in the trace.
func (x *annotated) cut() bool { return x.start == trace.NoTime || x.end == trace.NoTime || x.left }

// written returns its end for a file, or "" if the trace does not record it.
func (x *annotated) written() string {
	if x.left {
		return ""
	}
	return written(x.end)
}

func (m *taskMaker) task(i trace.TaskIndex) annotated {
	t := &m.Trace.Tasks[i]
	x := annotated{index: int(i), start: t.Start, end: t.End, time: m.Trace.Between(t.Start, t.End), g: t.StartGo, above: t.Parent}
	if x.g == trace.NoGo {
		x.g = t.EndGo
	}
	return x
}

func (m *taskMaker) region(i trace.RegionIndex) annotated {
	r := &m.Trace.Regions[i]
	return annotated{index: int(i), region: true, left: r.Left, start: r.Start, end: r.End,
		time: m.Trace.Between(r.Start, r.End), g: r.Go, above: r.Task}
}

// name returns a task's or a region's name.
func (m *taskMaker) name(say lang.Voice, x annotated) string {
	if x.region {
		return m.text(m.Trace.Regions[x.index].Type, say("(no type)"))
	}
	return m.taskID(say, trace.TaskIndex(x.index))
}

// above returns the name of the task that x belongs to.
func (m *taskMaker) above(say lang.Voice, x annotated) string {
	if x.above == trace.NoTask {
		return ""
	}
	t := &m.Trace.Tasks[x.above]
	text := m.taskID(say, x.above) + " " + m.text(t.Type, "")
	if !x.region && !t.Within() {
		text += say("(not in the trace)")
	}
	return text
}

func (m *taskMaker) taskID(say lang.Voice, i trace.TaskIndex) string {
	return say("task {{.Name}}", lang.With{"Name": strconv.FormatUint(m.Trace.Tasks[i].ID, 10)})
}

// spoken returns a column whose texts are in English in files.
func spoken[T any](c column[T], text func(say lang.Voice, x T) string) column[T] {
	c.text = func(x T) string { return text(lang.L, x) }
	c.write = func(x T) string { return text(lang.English, x) }
	return c
}

func (m *taskMaker) annotated(i int) annotated {
	if m.c.Regions {
		return m.region(trace.RegionIndex(i))
	}
	return m.task(trace.TaskIndex(i))
}

// goColumn returns the column that shows each row's goroutine.
func goColumn[T any](m *maker, width float64, help string, of func(T) trace.GoIndex) column[T] {
	return column[T]{title: "goroutine", width: width, field: "goroutine", help: help,
		text: func(x T) string { return m.GoName(of(x)) }, digits: true, write: func(x T) string { return m.goID(of(x)) }}
}

// instances lists a type's tasks or regions in the chosen range, the longest first. If no range is chosen, it also
// lists those that lack a start or an end.
func (m *taskMaker) instances(x *analysis.Type) (*Panel, error) {
	words := m.words
	selected, err := x.Select(m.ctx, m.c.Range)
	if err != nil {
		return nil, err
	}
	var rows []annotated
	steps := work.StepsUntil(m.ctx)
	for _, i := range selected {
		if steps.Over(stepsOfRow) {
			return nil, steps.Err()
		}
		rows = append(rows, m.annotated(int(i)))
	}
	title := m.took(len(rows), m.typeName(x), wording.Times(trace.Interval{From: m.c.Range.From, To: m.c.Range.To}))
	if m.c.Range == (analysis.Durations{}) {
		title = m.numbered(len(x.Instances), m.typeName(x))
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
		name: "instances", title: title, share: 0.5, empty: lang.L(words.short), rows: rows, target: m.instanceTarget,
		columns: []column[annotated]{
			spoken(column[annotated]{title: words.one, field: words.one, help: lang.L(words.oneHelp)}, m.name),
			{title: "start", width: 96, field: "start_ns", help: lang.L("Time since the beginning of the trace."),
				figure: start,
				text: func(x annotated) string {
					if x.start == trace.NoTime {
						return lang.L("before")
					}
					return start.show(float64(x.start))
				},
				digits: true, write: func(x annotated) string { return written(x.start) }},
			{title: "duration", width: 96, field: "duration_ns", help: lang.L("How long it took; without an end, up to the end of the trace."),
				figure: timeOf(func(x annotated) trace.Time { return x.time.Len() }),
				text:   func(x annotated) string { return atLeast(x.cut(), x.time.Len()) }},
			{field: "end_ns", file: true, digits: true, text: func(x annotated) string { return x.written() }},
			goColumn(m.maker, 200, lang.L("Where it began."), func(x annotated) trace.GoIndex { return x.g }),
			spoken(column[annotated]{title: words.above, width: 150, field: words.above, help: lang.L(words.aboveHelp)}, m.above),
		},
	})
	if m.c.One {
		l.pick(func(x annotated) bool { return x.index == m.c.Instance })
	}
	return l.Panel, nil
}

// numbered says how many tasks or regions have a type. took says how many of them took that long.
func (m *taskMaker) numbered(n int, typ string) string {
	with := lang.With{"Type": typ}
	if m.c.Regions {
		return lang.N(n, "1 “{{.Type}}” region", "{{.N}} “{{.Type}}” regions", with)
	}
	return lang.N(n, "1 “{{.Type}}” task", "{{.N}} “{{.Type}}” tasks", with)
}

func (m *taskMaker) took(n int, typ, times string) string {
	with := lang.With{"Type": typ, "Times": times}
	if m.c.Regions {
		return lang.N(n, "1 “{{.Type}}” region that took {{.Times}}", "{{.N}} “{{.Type}}” regions that took {{.Times}}", with)
	}
	return lang.N(n, "1 “{{.Type}}” task that took {{.Times}}", "{{.N}} “{{.Type}}” tasks that took {{.Times}}", with)
}

// stepsOfRow is about how many steps it takes to make a row, with its texts.
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
	if o, ok := describe.InspectEvent(m.Names, t.Event); ok {
		t.Scope, t.Of = ScopeOf(m.Names, &o)
	}
	return t
}

// written formats a time for a file. It returns "" if the trace does not record the time.
func written(at trace.Time) string {
	if at == trace.NoTime {
		return ""
	}
	return units.Whole(at)
}

func (m *taskMaker) instance(list *Panel) (detail, events *Panel, err error) {
	type question struct {
		regions, descendants bool
		instance             int
	}
	c := m.c
	d, err := remember(m.ctx, &m.memory, "instance", question{c.Regions, c.Descendants, c.Instance},
		func(ctx context.Context, _ question) (*analysis.Detail, error) {
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
	name := m.name(lang.L, x)
	detail = m.went(name, d)
	rows := m.eventRows(d)
	events = newList(m.maker, definition[eventRow]{
		name: "events", title: lang.L("What happened in {{.Name}}", lang.With{"Name": name}),
		empty: lang.L("Nothing was recorded."), rows: rows, target: storyTarget,
		columns: []column[eventRow]{
			spoken(column[eventRow]{title: "event", width: 84, field: "what",
				help: lang.L("The kind of event: a part of it or work of the runtime began, or a message was logged.")},
				func(say lang.Voice, x eventRow) string { return say(x.what) }),
			{title: "after", width: 96, help: lang.L("Time since it began."),
				figure: momentsOf(rows, func(y eventRow) trace.Time { return y.From - x.time.From })},
			{field: "time_ns", file: true, digits: true, text: func(x eventRow) string { return units.Whole(x.From) }},
			{title: "lasted", width: 96, field: "duration_ns", help: lang.L("How long it took; empty for a single moment."),
				figure: timeOf(eventRow.Len), blank: true},
			goColumn(m.maker, 200, lang.L("Where it happened."), eventGo),
			spoken(column[eventRow]{title: "which", field: "text", help: lang.L("The task or region, or the message.")}, eventText),
			fitting(spoken(column[eventRow]{title: EndedBy, width: 240, field: "ended_by",
				help: lang.L("Who ended the wait; if it was one for a P, why nobody had to wake it, and who had the Ps. A click goes there.")},
				func(say lang.Voice, x eventRow) string { return m.endedBy(say, x.ended) }), rows),
		},
	}).Panel
	return detail, events, nil
}

func (m *taskMaker) went(name string, d *analysis.Detail) *Panel {
	total, rows := d.Sum.Time(analysis.Total), partRows(d.Columns, d.Sum)
	parts := len(rows)
	for _, x := range []partRow{
		{name: lang.Later("during GC marking"), time: d.GC.Mark},
		{name: lang.Later("during stop-the-world"), time: d.GC.STW},
		{name: lang.Later("GC assist"), time: d.Sum.Time(analysis.Assist)},
	} {
		if x.share = part(x.time, total); x.time > 0 {
			rows = append(rows, x)
		}
	}
	if len(rows) > parts { // those above add up to the whole
		rows = slices.Insert(rows, parts, partRow{segment: segment{}, name: lang.Later("at the same time:")})
	}
	with := lang.With{"Name": name, "Time": wording.Duration(total)}
	title := lang.L("Where the time of {{.Name}} went: {{.Time}}", with)
	if n := len(d.Parts); n > 1 {
		title = lang.N(n, "Where the time of {{.Name}} went: {{.Time}}, summed over 1 goroutine",
			"Where the time of {{.Name}} went: {{.Time}}, summed over {{.N}} goroutines", with)
	}
	return newList(m.maker, definition[partRow]{
		name: "went", title: title, share: 0.5,
		empty: lang.L("No goroutine is known to have worked on it."), rows: rows,
		columns: append(partColumns(80), []column[partRow]{
			{title: "time", width: 90, field: "time_ns", help: lang.L("The sum over all goroutines that worked on it."),
				figure: timeOf(func(x partRow) trace.Time { return x.time }), blank: true},
			{title: "share", width: 66, help: lang.L("The same as a share of its whole."),
				figure: shareOf(func(x partRow) float64 { return x.share }), blank: true},
		}...),
	}).Panel
}

// eventRow is something that happened within a time.
type eventRow struct {
	trace.Interval
	what  string // in English
	g     trace.GoIndex
	text  func(say lang.Voice) string
	is    timeline.Event // the zero value: it has no mark in the timeline
	ended *ending        // of a wait; nil with another what
}

func eventText(say lang.Voice, x eventRow) string { return x.text(say) }

func eventGo(x eventRow) trace.GoIndex { return x.g }

func eventTarget(x eventRow) Target {
	return Target{Lane: x.g != trace.NoGo, Go: x.g, Time: x.Interval, Event: x.is}
}

// storyTarget is eventTarget with who ended a wait.
func storyTarget(x eventRow) Target {
	t := eventTarget(x)
	if x.ended != nil {
		t.Ended = x.ended.target()
	}
	return t
}

func (m *taskMaker) eventRows(d *analysis.Detail) []eventRow {
	tr := m.Trace
	var rows []eventRow
	for _, p := range d.Parts {
		for _, at := range p.At {
			rows = append(rows, eventRow{Interval: at, what: lang.Later("goroutine"), g: p.Go,
				text: func(say lang.Voice) string { return say("works on this task") }})
		}
	}
	for _, i := range d.Children {
		x := m.task(i)
		text := func(say lang.Voice) string { return m.name(say, x) + " " + m.text(tr.Tasks[i].Type, "") }
		rows = append(rows, eventRow{x.time, lang.Later("subtask"), x.g, text, timeline.Event{Kind: timeline.TaskRow, Index: int32(i)}, nil})
	}
	for _, i := range d.Regions {
		x := m.region(i)
		text := func(say lang.Voice) string {
			name := m.name(say, x)
			if x.start == trace.NoTime {
				name = say("{{.Name}} (began before the trace)", lang.With{"Name": name})
			}
			if x.end == trace.NoTime || x.left {
				name = say("{{.Name}} (has no end)", lang.With{"Name": name})
			}
			return name
		}
		rows = append(rows, eventRow{x.time, lang.Later("region"), x.g, text, timeline.Event{Kind: timeline.RegionRow, Index: int32(i)}, nil})
	}
	for _, i := range d.Logs {
		rows = append(rows, m.logRow(i))
	}
	steps := work.StepsUntil(m.ctx)
	for _, span := range d.Waits {
		g := tr.GoOf(span)
		rows = append(rows, eventRow{Interval: tr.SpanTime(g, span), what: lang.Later("wait"), g: g, ended: m.ending(steps, span),
			text: func(say lang.Voice) string { return m.waitText(say, span) }})
	}
	for i, mark := range tr.Marks {
		if at := tr.Between(mark.Start, mark.End); d.Interval.Meets(at) {
			rows = append(rows, eventRow{at, lang.Later("GC"), trace.NoGo,
				func(say lang.Voice) string { return say("GC marking") }, timeline.Event{Kind: timeline.MarkRow, Index: int32(i)}, nil})
		}
	}
	for _, i := range d.Stops {
		rows = append(rows, m.happened(lang.Later("stop"), timeline.Event{Kind: timeline.StopRow, Index: int32(i)}))
	}
	for _, i := range d.Assists {
		rows = append(rows, m.happened(lang.Later("assist"), timeline.Event{Kind: timeline.GoroutineRow, Index: int32(i)}))
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return rows
}

// happened is a row for what the timeline shows by itself, in its words.
func (m *taskMaker) happened(what string, e timeline.Event) eventRow {
	o, _ := describe.InspectEvent(m.Names, e)
	return eventRow{Interval: o.Time, what: what, g: o.Go, is: e, text: func(say lang.Voice) string {
		o, _ := describe.InspectEvent(m.In(say), e)
		return o.Name
	}}
}

// waitText says why and where a goroutine waits in a span.
func (m *taskMaker) waitText(say lang.Voice, span trace.SpanIndex) string {
	spans := &m.Trace.Spans
	text := m.In(say).StateText(spans.State(span), spans.Reason(span))
	if place := m.topIn(say, m.Trace.OwnStack(span)); place != "" {
		text = say("{{.State}}  in {{.Place}}", lang.With{"State": text, "Place": place})
	}
	return text
}

func (m *taskMaker) logRow(i int) eventRow {
	l := &m.Trace.Logs[i]
	text := func(lang.Voice) string { return m.LogText(int32(i)) }
	return eventRow{trace.Interval{From: l.Time, To: l.Time}, lang.Later("log"), l.Go, text,
		timeline.Event{Kind: timeline.LogRow, Index: int32(i)}, nil}
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
		name: "logs", title: lang.N(len(rows), "1 message found", "{{.N}} messages found", nil),
		empty: lang.L("No message matches."), rows: rows, target: eventTarget,
		columns: []column[eventRow]{
			{title: "time", width: 110, field: "time_ns", help: lang.L("Time since the beginning of the trace."),
				figure: momentsOf(rows, func(x eventRow) trace.Time { return x.From })},
			goColumn(m.maker, 220, lang.L("Which goroutine logged it."), eventGo),
			spoken(column[eventRow]{title: "message", field: "text", help: lang.L("What was logged, with its category.")}, eventText),
		},
	}).Panel, nil
}
