package figures

import (
	"context"
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
	start, end trace.Time // NoTime: not in the trace
	g          trace.GoIndex
	parent     string
}

// duration is how long it is known to have lasted.
func (x *annotated) duration(t *trace.Trace) trace.Time {
	iv := between(t, x.start, x.end)
	return iv.To - iv.From
}

// between is the time between two ends that may not be told.
func between(t *trace.Trace, start, end trace.Time) trace.Interval {
	iv := trace.Interval{From: start, To: end}
	if start == trace.NoTime {
		iv.From = 0
	}
	if end == trace.NoTime {
		iv.To = t.End
	}
	return iv
}

func (s *Source) task(i int) annotated {
	t := &s.Trace.Tasks[i]
	x := annotated{index: i, name: "task " + strconv.FormatUint(t.ID, 10), start: t.Start, end: t.End, g: t.StartGo}
	if x.g == trace.NoGo {
		x.g = t.EndGo
	}
	if t.Parent != trace.NoTask {
		p := &s.Trace.Tasks[t.Parent]
		x.parent = "task " + strconv.FormatUint(p.ID, 10) + " " + s.text(p.Type, "")
		if !p.Seen {
			x.parent += "(not in the trace)"
		}
	}
	return x
}

func (s *Source) region(i int) annotated {
	r := &s.Trace.Regions[i]
	x := annotated{index: i, name: s.text(r.Type, "(no type)"), start: r.Start, end: r.End, g: r.Go}
	if r.Task != trace.NoTask {
		t := &s.Trace.Tasks[r.Task]
		x.parent = "task " + strconv.FormatUint(t.ID, 10) + " " + s.text(t.Type, "")
	}
	return x
}

func (s *Source) annotated(i int, regions bool) annotated {
	if regions {
		return s.region(i)
	}
	return s.task(i)
}

// instances lists the tasks or regions of a type in the chosen range, the
// longest first, and, where no range is chosen, those without an end too.
func (s *Source) instances(ctx context.Context, x *typeRow, v View, thing string) (*Panel, error) {
	c := &v.Choice.Tasks
	ids := x.selectRange(c.Range)
	title := count(len(x.all)) + " " + plural(thing, len(x.all)) + " " + x.name
	if c.Range == (analysis.Durations{}) {
		known := map[int]bool{}
		for _, i := range ids {
			known[i] = true
		}
		for _, i := range x.all {
			if !known[i] {
				ids = append(ids, i)
			}
		}
	} else {
		title = count(len(ids)) + " " + plural(thing, len(ids)) + " " + x.name + " that took " + timeline.Duration(c.Range.From) + " to " + timeline.Duration(c.Range.To)
	}
	rows := make([]annotated, len(ids))
	for i, id := range ids {
		rows[i] = s.annotated(id, c.Regions)
	}
	above := "parent"
	if c.Regions {
		above = "task"
	}
	l, err := newList(ctx, rows, []column[annotated]{
		{title: thing, field: thing, help: "One " + thing + " of the chosen type.", text: func(x annotated) string { return x.name }},
		{title: "start", width: 96, field: "start_ns", help: "Since the beginning of the trace.",
			value: func(x annotated) float64 { return float64(x.start) },
			text: func(x annotated) string {
				if x.start == trace.NoTime {
					return "before"
				}
				return timeline.Duration(x.start)
			},
			write: func(x annotated) string { return told(x.start) }},
		{title: "duration", width: 96, field: "duration_ns", help: "How long it took; of one without an end, so far.",
			value: func(x annotated) float64 { return float64(x.duration(s.Trace)) },
			text: func(x annotated) string {
				text := timeline.Duration(x.duration(s.Trace))
				if x.start == trace.NoTime || x.end == trace.NoTime {
					text = "> " + text
				}
				return text
			}},
		{field: "end_ns", file: true, text: func(x annotated) string { return told(x.end) }},
		{title: "goroutine", width: 200, field: "goroutine", help: "Where it began.",
			text: func(x annotated) string { return s.GoName(x.g) }, write: func(x annotated) string { return s.goID(x.g) }},
		{title: above, width: 150, field: above, help: "The " + above + " that it belongs to.", text: func(x annotated) string { return x.parent }},
	}, v.Choice.Orders["instances"], nil)
	if err != nil {
		return nil, err
	}
	p := l.panel("instances", title, 0.5, "No "+thing+" took that long.", func(x annotated) Target { return s.instanceTarget(x, c) })
	if c.One {
		p.Selected = slices.IndexFunc(l.rows, func(x annotated) bool { return x.index == c.Instance })
	}
	return p, nil
}

// instanceTarget is what a task or a region is about.
func (s *Source) instanceTarget(x annotated, c *TasksChoice) Target {
	t := Target{
		Pick: tasks(func(c *TasksChoice) { c.One, c.Instance = true, x.index }),
		Lane: x.g != trace.NoGo, Go: x.g, Time: between(s.Trace, x.start, x.end), Profile: true,
	}
	if x.g != trace.NoGo {
		t.Goroutines = []trace.GoIndex{x.g}
	}
	t.Scope.Interval = t.Time
	if c.Regions {
		t.Scope.Regions, t.Scope.Goroutines = []model.StringID{s.Trace.Regions[x.index].Type}, t.Goroutines
		t.Of = "region " + x.name + " of " + s.GoName(x.g)
		return t
	}
	t.Scope.Tasks, t.Of = []trace.TaskIndex{trace.TaskIndex(x.index)}, x.name
	return t
}

// told is a time for a file; "" for one that the trace does not tell.
func told(at trace.Time) string {
	if at == trace.NoTime {
		return ""
	}
	return whole(at)
}

func plural(thing string, n int) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}
