package figures

import (
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

func (m *maker) task(i trace.TaskIndex) annotated {
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

func (m *maker) region(i trace.RegionIndex) annotated {
	r := &m.Trace.Regions[i]
	x := annotated{index: int(i), name: m.text(r.Type, "(no type)"), start: r.Start, end: r.End, time: m.Trace.Between(r.Start, r.End), g: r.Go}
	if r.Task != trace.NoTask {
		x.above = m.taskID(r.Task) + " " + m.text(m.Trace.Tasks[r.Task].Type, "")
	}
	return x
}

// taskID is "task 12".
func (m *maker) taskID(i trace.TaskIndex) string {
	return "task " + strconv.FormatUint(m.Trace.Tasks[i].ID, 10)
}

// annotated is the task or the region with a number.
func (m *maker) annotated(i int) annotated {
	if m.view.Choice.Tasks.Regions {
		return m.region(trace.RegionIndex(i))
	}
	return m.task(trace.TaskIndex(i))
}

// goColumn is the column of the goroutine of a row.
func goColumn[T any](m *maker, width float64, help string, of func(T) trace.GoIndex) column[T] {
	return column[T]{title: "goroutine", width: width, field: "goroutine", help: help,
		text: func(x T) string { return m.GoName(of(x)) }, write: func(x T) string { return m.goID(of(x)) }}
}

// instances lists the tasks or regions of a type in the chosen range, the
// longest first. If no range is chosen, it also lists those without an end.
func (m *maker) instances(x *typeRow) *Panel {
	c := &m.view.Choice.Tasks
	words := c.words()
	named := func(n int) string {
		if n == 1 {
			return "1 " + words.one + " " + x.name
		}
		return count(n) + " " + words.many + " " + x.name
	}
	ids := x.selectRange(c.Range)
	title := named(len(ids)) + " that took " + timeline.Duration(c.Range.From) + " to " + timeline.Duration(c.Range.To)
	if c.Range == (analysis.Durations{}) {
		title = named(len(x.all))
		known := map[int]bool{}
		for _, i := range ids {
			known[i] = true
		}
		for _, i := range x.all {
			if !known[i] {
				ids = append(ids, i)
			}
		}
	}
	rows := make([]annotated, len(ids))
	for i, id := range ids {
		rows[i] = m.annotated(id)
	}
	l := newList(m, definition[annotated]{
		name: "instances", title: title, share: 0.5, empty: words.short, rows: rows, target: m.instanceTarget,
		columns: []column[annotated]{
			{title: words.one, field: words.one, help: words.oneHelp, text: func(x annotated) string { return x.name }},
			{title: "start", width: 96, field: "start_ns", help: "Since the beginning of the trace.",
				figure: timeOf(func(x annotated) trace.Time { return x.start }),
				text: func(x annotated) string {
					if x.start == trace.NoTime {
						return "before"
					}
					return timeline.Duration(x.start)
				},
				write: func(x annotated) string { return written(x.start) }},
			{title: "duration", width: 96, field: "duration_ns", help: "How long it took; of one without an end, so far.",
				figure: timeOf(func(x annotated) trace.Time { return x.time.Len() }),
				text:   func(x annotated) string { return atLeast(x.cut(), x.time.Len()) }},
			{field: "end_ns", file: true, text: func(x annotated) string { return written(x.end) }},
			goColumn(m, 200, "Where it began.", func(x annotated) trace.GoIndex { return x.g }),
			{title: words.above, width: 150, field: words.above, help: words.aboveHelp, text: func(x annotated) string { return x.above }},
		},
	})
	if c.One {
		l.pick(func(x annotated) bool { return x.index == c.Instance })
	}
	return l.Panel
}

// instanceTarget is what a task or a region is about.
func (m *maker) instanceTarget(x annotated) Target {
	t := Target{
		Pick: change(func(c *Choice) { c.Tasks.One, c.Tasks.Instance = true, x.index }),
		Lane: x.g != trace.NoGo, Go: x.g, Time: x.time, Profile: true,
	}
	if x.g != trace.NoGo {
		t.Goroutines = []trace.GoIndex{x.g}
	}
	t.Scope.Interval = t.Time
	if m.view.Choice.Tasks.Regions {
		t.Scope.Regions, t.Scope.Goroutines = []model.StringID{m.Trace.Regions[x.index].Type}, t.Goroutines
		t.Of = "region " + x.name + " of " + m.GoName(x.g)
		return t
	}
	t.Scope.Tasks, t.Of = []trace.TaskIndex{trace.TaskIndex(x.index)}, x.name
	return t
}

// written is a time for a file; "" if the trace does not record it.
func written(at trace.Time) string {
	if at == trace.NoTime {
		return ""
	}
	return whole(at)
}
