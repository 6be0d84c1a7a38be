package figures

import (
	"slices"

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
	// Picked is set if Type is chosen; otherwise it is the first.
	Picked bool
	Type   model.StringID
	Range  analysis.Durations // of the instances; the zero value: all
	// Instance is the chosen task or region, if One is set.
	One      bool
	Instance int
	Search   string // a regular expression on messages; "": no search
}

// annotation has the names of tasks, or of regions, and the texts about them.
type annotation struct {
	one, many, above                 string
	empty, short, oneHelp, aboveHelp string
}

var annotations = map[bool]annotation{
	false: {"task", "tasks", "parent",
		"No task lies in this time.\nPrograms tell of tasks with trace.NewTask of runtime/trace.",
		"No task took that long.", "One task of the chosen type.", "The parent that it belongs to."},
	true: {"region", "regions", "task",
		"No region lies in this time.\nPrograms tell of regions with trace.WithRegion of runtime/trace.",
		"No region took that long.", "One region of the chosen type.", "The task that it belongs to."},
}

// words returns the names and texts of the chosen ones, tasks or regions.
func (c *TasksChoice) words() annotation { return annotations[c.Regions] }

// typeRow are the tasks or the regions of one type.
type typeRow struct {
	id                       model.StringID
	name                     string
	all                      []int // the instances
	durations                analysis.Distribution
	histogram                *analysis.Histogram
	noStart, noEnd, noParent int
	selectRange              func(analysis.Durations) []int
	scope                    analysis.What
}

// regions makes the sheet of regions, whatever is chosen of tasks.
func (m *maker) regions() error {
	m.view.Choice.Tasks.Regions = true
	return m.tasks()
}

// tasks makes the sheet of tasks or of regions.
func (m *maker) tasks() error {
	c, sheet := &m.view.Choice.Tasks, m.sheet
	words := c.words()
	sheet.Name = words.many
	re, complaint := compile(c.Search)
	m.offer(Control{Kind: Select, Help: "Tasks run over several goroutines; a region is a part of one.", Options: []string{"tasks", "regions"}, At: slices.Index([]bool{false, true}, c.Regions)},
		func(c *Choice, at int, _ string) {
			c.Tasks = TasksChoice{Regions: at == 1, Descendants: c.Tasks.Descendants, Search: c.Tasks.Search}
		})
	m.offer(Control{Kind: Input, Label: "Search in logs", Help: "Lists the messages that match this regular expression.", Text: c.Search, Error: complaint},
		func(c *Choice, _ int, text string) { c.Tasks.Search = text })
	if !c.Regions {
		m.offer(Control{Kind: Check, Label: "with their subtasks", Help: "Counts what was done for tasks that a task started, too.", On: c.Descendants},
			func(c *Choice, at int, _ string) { c.Tasks.Descendants = at == 1 })
	}
	types, err := m.types()
	if err != nil {
		return err
	}
	main := newList(m, definition[typeRow]{
		name: words.many, share: 0.6, empty: words.empty, rows: types, columns: m.typeColumns(words),
		note: func(x typeRow) string {
			text, d := x.name+": "+count(len(x.all)), &x.durations
			if d.Count > 0 {
				text += "\nfrom " + timeline.Duration(d.Min) + " to " + timeline.Duration(d.Max) + ", mean " + timeline.Duration(Mean.of(d))
			}
			return text
		},
		target: func(x typeRow) Target {
			return Target{Pick: pickType(x.id, analysis.Durations{}), Profile: true, Scope: x.scope, Of: words.many + " " + x.name}
		},
	})
	m.add(0.36, main.Panel)
	if len(main.rows) > 0 {
		x, ok := main.pick(func(x typeRow) bool { return c.Picked && x.id == c.Type })
		if !ok {
			main.Selected, x = 0, main.rows[0]
		}
		sheet.Scope, sheet.Of = x.scope, words.many+" "+x.name
		sheet.Rows[0].Panels = append(sheet.Rows[0].Panels, durationsPanel(&x, c.Range, words))
		if err := m.ofType(&x); err != nil {
			return err
		}
	}
	if re != nil {
		logs, err := m.logs(re)
		if err != nil {
			return err
		}
		m.add(0.3, logs)
	}
	return nil
}

// ofType adds the instances of a type, and all about the chosen one.
func (m *maker) ofType(x *typeRow) error {
	instances := m.instances(x)
	if c := &m.view.Choice.Tasks; !c.One || !c.valid(m.Trace) {
		m.add(0.64, instances)
		return nil
	}
	detail, events, err := m.instance(instances)
	if err != nil {
		return err
	}
	m.add(0.3, instances, detail)
	m.add(0.34, events)
	return nil
}

// pickType chooses a type and a range of its durations.
func pickType(id model.StringID, d analysis.Durations) Change {
	return change(func(c *Choice) {
		c.Tasks.Picked, c.Tasks.Type, c.Tasks.Range, c.Tasks.One = true, id, d, false
	})
}

// valid reports whether the chosen instance is in a trace.
func (c *TasksChoice) valid(t *trace.Trace) bool {
	most := len(t.Tasks)
	if c.Regions {
		most = len(t.Regions)
	}
	return c.Instance >= 0 && c.Instance < most
}

// types are the types of tasks or of regions.
func (m *maker) types() ([]typeRow, error) {
	if m.view.Choice.Tasks.Regions {
		types, err := ask(m, "regions", m.Analysis.RegionTypes)
		return typeRows(m, types, func(t *analysis.Type[trace.RegionIndex]) analysis.What {
			return analysis.What{Interval: m.iv, Regions: []model.StringID{t.Name}}
		}), err
	}
	types, err := ask(m, "tasks", m.Analysis.TaskTypes)
	return typeRows(m, types, func(t *analysis.Type[trace.TaskIndex]) analysis.What {
		return analysis.What{Interval: m.iv, Tasks: t.Instances}
	}), err
}

func typeRows[I ~int32](m *maker, types []analysis.Type[I], scope func(*analysis.Type[I]) analysis.What) []typeRow {
	numbers := func(all []I) []int {
		out := make([]int, len(all))
		for i, x := range all {
			out[i] = int(x)
		}
		return out
	}
	rows := make([]typeRow, len(types))
	for i := range types {
		t := &types[i]
		rows[i] = typeRow{
			id: t.Name, name: m.text(t.Name, "(no type)"), all: numbers(t.Instances), durations: t.Durations, histogram: &t.Histogram,
			noStart: t.NoStart, noEnd: t.NoEnd, noParent: t.NoParent, scope: scope(t),
			selectRange: func(d analysis.Durations) []int { return numbers(t.Select(d)) },
		}
	}
	return rows
}

func (m *maker) typeColumns(words annotation) []column[typeRow] {
	missing := func(title, help string, n func(x typeRow) int) column[typeRow] {
		return column[typeRow]{title: title, width: 76, field: fieldName(title), help: help, figure: countOf(n), blank: true}
	}
	columns := slices.Concat([]column[typeRow]{
		{title: words.many, field: "type", help: "By type.", text: func(x typeRow) string { return x.name }, write: func(x typeRow) string { return m.raw(x.id) }},
		{title: "count", width: 66, field: "count", help: "How many lie in this time, at least in part.", figure: countOf(func(x typeRow) int { return len(x.all) })},
	}, distribution(func(x typeRow) *analysis.Distribution { return &x.durations }, words.many+" that both began and ended in the trace"), []column[typeRow]{
		missing("no start", "How many began before the trace.", func(x typeRow) int { return x.noStart }),
		missing("no end", "How many were still open at the end of the trace.", func(x typeRow) int { return x.noEnd }),
		missing("no parent", "How many have a parent of which the trace tells nothing else.", func(x typeRow) int { return x.noParent }),
	})
	if m.view.Choice.Tasks.Regions {
		columns = columns[:len(columns)-1] // regions have none
	}
	return columns
}

// durationsPanel is the histogram of a type's durations. A click on a bin, or a
// drag over several, chooses the instances in it.
func durationsPanel(x *typeRow, selected analysis.Durations, words annotation) *Panel {
	h := &plot.Histogram{Title: "How long " + words.many + " " + x.name + " took", Bins: x.histogram.Bins(), Selected: selected, One: words.one, Many: words.many}
	choose := func(d analysis.Durations) Target {
		switch d {
		case analysis.Durations{}:
			return Target{}
		case selected: // the same again: all
			return Target{Pick: pickType(x.id, analysis.Durations{})}
		}
		return Target{Pick: pickType(x.id, d)}
	}
	return &Panel{Name: "durations", Share: 0.4, Selected: -1, Plot: h,
		At:   func(area scene.Rect, at scene.Point) Target { return choose(h.Range(area, at.X, at.X)) },
		Drag: func(area scene.Rect, from, to float64) Target { return choose(h.Range(area, from, to)) },
	}
}
