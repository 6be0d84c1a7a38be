package figures

import (
	"context"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
)

// TasksChoice is what of tasks and regions is looked at.
type TasksChoice struct {
	Regions     bool // regions, not tasks
	Descendants bool // tasks with those below them
	// Picked tells that Type is chosen; otherwise the first is.
	Picked bool
	Type   model.StringID
	Range  analysis.Durations // of the instances; the zero value: all
	// Instance is the task or the region that is chosen, if One is set.
	One      bool
	Instance int
	Search   string // a regular expression on messages; "": none are looked for
}

func tasks(f func(*TasksChoice)) Change {
	return func(c Choice) Choice { f(&c.Tasks); return c }
}

// typeRow are the tasks or the regions of one type.
type typeRow struct {
	id                       model.StringID
	name                     string
	all                      []int // the instances
	durations                *analysis.Distribution
	histogram                *analysis.Histogram
	noStart, noEnd, noParent int
	selectRange              func(analysis.Durations) []int
	scope                    analysis.What
}

// Tasks is the sheet of tasks and regions.
func (s *Source) Tasks(ctx context.Context, v View) (*Sheet, error) {
	c := &v.Choice.Tasks
	iv := s.Analysis.Within(v.Interval)
	sheet := &Sheet{Name: "tasks", Title: "Tasks", Interval: iv, About: s.Interval(iv), Scope: analysis.What{Interval: iv}, Of: "all goroutines"}
	things, thing := "tasks", "task"
	which := 0
	if c.Regions {
		sheet.Name, things, thing, which = "regions", "regions", "region", 1
	}
	re, complaint := compile(c.Search)
	sheet.Controls = []Control{
		{Kind: Select, Help: "Tasks run over several goroutines; a region is a part of one.", Options: []string{"tasks", "regions"}, At: which, Set: func(at int, _ string) Change {
			return tasks(func(c *TasksChoice) { *c = TasksChoice{Regions: at == 1, Descendants: c.Descendants, Search: c.Search} })
		}},
		{Kind: Input, Label: "Search in logs", Help: "Lists the messages that match this regular expression.", Text: c.Search, Error: complaint, Set: func(_ int, text string) Change {
			return tasks(func(c *TasksChoice) { c.Search = text })
		}},
	}
	if !c.Regions {
		sheet.Controls = append(sheet.Controls, Control{Kind: Check, Label: "with their subtasks", Help: "Counts what was done for tasks that a task started, too.", On: c.Descendants, Set: func(at int, _ string) Change {
			return tasks(func(c *TasksChoice) { c.Descendants = at == 1 })
		}})
	}
	types, err := s.types(ctx, iv, c.Regions)
	if err != nil {
		return nil, err
	}
	list, err := newList(ctx, types, s.typeColumns(thing, things), v.Choice.Orders[things], s.typeNote)
	if err != nil {
		return nil, err
	}
	empty := "No task lies in this time.\nPrograms tell of tasks with trace.NewTask of runtime/trace."
	if c.Regions {
		empty = "No region lies in this time.\nPrograms tell of regions with trace.WithRegion of runtime/trace."
	}
	main := list.panel(things, "", 0.6, empty, func(x typeRow) Target {
		return Target{
			Pick:    tasks(func(c *TasksChoice) { c.Picked, c.Type, c.Range, c.One = true, x.id, analysis.Durations{}, false }),
			Profile: true, Scope: x.scope, Of: thing + "s " + x.name,
		}
	})
	sheet.Rows = []Row{{0.36, []*Panel{main}}}
	if re != nil {
		logs, err := s.logPanel(ctx, iv, re, v.Choice.Orders["logs"])
		if err != nil {
			return nil, err
		}
		defer func() { sheet.Rows = append(sheet.Rows, Row{0.3, []*Panel{logs}}) }()
	}
	if len(list.rows) == 0 {
		return sheet, nil
	}
	at := 0
	for i, x := range list.rows {
		if c.Picked && x.id == c.Type {
			at = i
		}
	}
	main.Selected = at
	x := list.rows[at]
	sheet.Scope, sheet.Of = x.scope, thing+"s "+x.name
	sheet.Rows[0].Panels = append(sheet.Rows[0].Panels, durationsPanel(&x, c.Range, thing, things))
	instances, err := s.instances(ctx, &x, v, thing)
	if err != nil {
		return nil, err
	}
	below := []*Panel{instances}
	if c.One && c.valid(s.Trace) {
		detail, events, err := s.instance(ctx, sheet, v, instances)
		if err != nil {
			return nil, err
		}
		sheet.Rows = append(sheet.Rows, Row{0.3, append(below, detail)}, Row{0.34, []*Panel{events}})
		return sheet, nil
	}
	sheet.Rows = append(sheet.Rows, Row{0.64, below})
	return sheet, nil
}

// valid tells whether the chosen instance is in a trace.
func (c *TasksChoice) valid(t *trace.Trace) bool {
	most := len(t.Tasks)
	if c.Regions {
		most = len(t.Regions)
	}
	return c.Instance >= 0 && c.Instance < most
}

// types are the types of tasks or of regions.
func (s *Source) types(ctx context.Context, iv trace.Interval, regions bool) ([]typeRow, error) {
	if regions {
		types, err := remember(&s.memory, "regions", iv, func() ([]analysis.Type[trace.RegionIndex], error) { return s.Analysis.RegionTypes(ctx, iv) })
		rows := make([]typeRow, len(types))
		for i := range types {
			t := &types[i]
			rows[i] = typeRow{
				id: t.Name, name: s.text(t.Name, "(no type)"), all: numbers(t.Instances), durations: &t.Durations, histogram: &t.Histogram,
				noStart: t.NoStart, noEnd: t.NoEnd, scope: analysis.What{Interval: iv, Regions: []model.StringID{t.Name}},
				selectRange: func(d analysis.Durations) []int { return numbers(t.Select(d)) },
			}
		}
		return rows, err
	}
	types, err := remember(&s.memory, "tasks", iv, func() ([]analysis.Type[trace.TaskIndex], error) { return s.Analysis.TaskTypes(ctx, iv) })
	rows := make([]typeRow, len(types))
	for i := range types {
		t := &types[i]
		rows[i] = typeRow{
			id: t.Name, name: s.text(t.Name, "(no type)"), all: numbers(t.Instances), durations: &t.Durations, histogram: &t.Histogram,
			noStart: t.NoStart, noEnd: t.NoEnd, noParent: t.NoParent, scope: analysis.What{Interval: iv, Tasks: t.Instances},
			selectRange: func(d analysis.Durations) []int { return numbers(t.Select(d)) },
		}
	}
	return rows, err
}

func numbers[I ~int32](all []I) []int {
	out := make([]int, len(all))
	for i, x := range all {
		out[i] = int(x)
	}
	return out
}

func (s *Source) typeColumns(thing, things string) []column[typeRow] {
	columns := append([]column[typeRow]{
		{title: things, field: "type", help: "By type.", text: func(x typeRow) string { return x.name }, write: func(x typeRow) string { return s.raw(x.id) }},
		{title: "count", width: 66, field: "count", help: "How many lie in this time, at least in part.",
			value: func(x typeRow) float64 { return float64(len(x.all)) }, text: func(x typeRow) string { return count(len(x.all)) }},
	}, distribution(func(x typeRow) *analysis.Distribution { return x.durations }, things+" that both began and ended in the trace")...)
	missing := func(title, field, help string, v func(x *typeRow) int) column[typeRow] {
		return column[typeRow]{title: title, width: 76, field: field, help: help,
			value: func(x typeRow) float64 { return float64(v(&x)) }, text: func(x typeRow) string { return countOrNothing(v(&x)) }}
	}
	columns = append(columns,
		missing("no start", "no_start", "How many began before the trace.", func(x *typeRow) int { return x.noStart }),
		missing("no end", "no_end", "How many were still open at the end of the trace.", func(x *typeRow) int { return x.noEnd }))
	if thing == "task" {
		columns = append(columns, missing("no parent", "no_parent", "How many have a parent of which the trace tells nothing else.", func(x *typeRow) int { return x.noParent }))
	}
	return columns
}

func (s *Source) typeNote(x typeRow) string {
	d := x.durations
	text := x.name + ": " + count(len(x.all))
	if d.Count > 0 {
		text += "\nfrom " + timeline.Duration(d.Min) + " to " + timeline.Duration(d.Max) + ", mean " + timeline.Duration(Mean.of(d))
	}
	return text
}

// durationsPanel is the histogram of a type's durations. A click on a bin, or a
// drag over several, chooses the instances in it.
func durationsPanel(x *typeRow, selected analysis.Durations, thing, things string) *Panel {
	h := &plot.Histogram{Title: "How long " + things + " " + x.name + " took", Bins: x.histogram.Bins(), Selected: selected, One: thing, Many: things}
	choose := func(d analysis.Durations) Target {
		if d == (analysis.Durations{}) {
			return Target{}
		}
		return Target{Pick: tasks(func(c *TasksChoice) {
			c.Picked, c.Type, c.One = true, x.id, false
			if c.Range == d {
				d = analysis.Durations{} // the same again: all
			}
			c.Range = d
		})}
	}
	return &Panel{Name: "durations", Share: 0.4, Selected: -1, Plot: h,
		At:   func(area scene.Rect, at scene.Point) Target { return choose(h.Range(area, at.X, at.X)) },
		Drag: func(area scene.Rect, from, to float64) Target { return choose(h.Range(area, from, to)) },
	}
}
