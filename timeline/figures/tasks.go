package figures

import (
	"slices"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
	"profstation/timeline/wording"
)

// TasksChoice says what to look at in the sheet of tasks and regions.
type TasksChoice struct {
	Regions     bool // regions, not tasks
	Descendants bool // count tasks together with those below them
	Picked      bool // set if Type is chosen; otherwise the first type is shown
	Type        model.StringID
	Range       analysis.Durations // range of instances to list; the zero value: all
	// Instance is the chosen task or region, if One is set.
	One      bool
	Instance int
	Search   string // a regular expression for messages; "": no search
}

// words are the names for tasks, or for regions, and the texts about them.
type words struct {
	one, many, above                 string
	empty, short, oneHelp, aboveHelp string
}

var annotationWords = map[bool]words{
	false: {lang.Later("task"), lang.Later("tasks"), lang.Later("parent"),
		"No task lies in this time.\nPrograms create tasks with trace.NewTask of runtime/trace.",
		"No task took that long.", "One task of the chosen type.", "Its parent task."},
	true: {lang.Later("region"), lang.Later("regions"), lang.Later("task"),
		"No region lies in this time.\nPrograms create regions with trace.WithRegion of runtime/trace.",
		"No region took that long.", "One region of the chosen type.", "Its task."},
}

// regions makes the sheet of regions, whether tasks or regions are chosen.
func (m *maker) regions() error {
	m.view.Choice.Tasks.Regions = true
	return m.tasks()
}

func (m *maker) tasks() error {
	c := &m.view.Choice.Tasks
	return (&taskMaker{maker: m, c: c, words: annotationWords[c.Regions]}).make()
}

// taskMaker makes a sheet of tasks or regions.
type taskMaker struct {
	*maker
	c     *TasksChoice
	words words // for tasks or regions, whichever is chosen
}

func (m *taskMaker) make() error {
	c, sheet, words := m.c, m.sheet, m.words
	if sheet.Name = words.many; c.Regions {
		sheet.Title = lang.L("Regions")
	}
	re := compile(c.Search)
	m.offer(Control{Kind: Select, Help: lang.L("Tasks run over several goroutines; a region is a part of one."),
		Options: []string{lang.L("tasks"), lang.L("regions")}, At: slices.Index([]bool{false, true}, c.Regions)},
		func(c *Choice, at int, _ string) {
			c.Tasks = TasksChoice{Regions: at == 1, Descendants: c.Tasks.Descendants, Search: c.Tasks.Search}
		})
	m.offer(Control{Kind: Input, Name: lang.L("logs"), Label: lang.L("Search in logs"),
		Help: lang.L("Lists the messages that match this regular expression."), Text: c.Search},
		func(c *Choice, _ int, text string) { c.Tasks.Search = text })
	if re != nil {
		m.sheet.Limits = append(m.sheet.Limits,
			Limit{lang.L("logs"), c.Search, lang.L("Lists the messages that match this regular expression."),
				change(func(c *Choice) { c.Tasks.Search = "" })})
	}
	if c.Range != (analysis.Durations{}) {
		m.sheet.Limits = append(m.sheet.Limits,
			Limit{lang.L(words.many), wording.Times(trace.Interval{From: c.Range.From, To: c.Range.To}),
				lang.L("Lists only those that took that long."),
				pickType(c.Type, analysis.Durations{})})
	}
	if !c.Regions {
		m.offer(Control{Kind: Check, Label: lang.L("with their subtasks"), Help: lang.L("Includes the work of subtasks."), On: c.Descendants},
			func(c *Choice, at int, _ string) { c.Tasks.Descendants = at == 1 })
	}
	types, err := m.types()
	if err != nil {
		return err
	}
	main := newList(m.maker, definition[*analysis.Type]{
		name: words.many, share: 0.6, empty: lang.L(words.empty), rows: types, columns: m.typeColumns(),
		note: func(x *analysis.Type) string {
			text, d := m.typeName(x)+": "+count(len(x.Instances)), &x.Durations
			if d.Count > 0 {
				text += "\n" + lang.L("from {{.Least}} to {{.Most}}, mean {{.Mean}}", lang.With{
					"Least": wording.Duration(d.Min), "Most": wording.Duration(d.Max), "Mean": wording.Duration(Mean.of(d)),
				})
			}
			return text
		},
		target: func(x *analysis.Type) Target {
			return Target{Pick: pickType(x.Name, analysis.Durations{}), Profile: true, Scope: x.Scope, Of: m.scopeName(x)}
		},
	})
	m.add(0.36, main.Panel)
	if len(main.rows) > 0 {
		x, ok := main.pick(func(x *analysis.Type) bool { return c.Picked && x.Name == c.Type })
		if !ok {
			main.Selected, x = 0, main.rows[0]
		}
		sheet.Scope, sheet.Of = x.Scope, m.scopeName(x)
		m.offerBars()
		sheet.Rows[0].Panels = append(sheet.Rows[0].Panels, m.durations(x))
		if err := m.ofType(x); err != nil {
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

func (m *taskMaker) ofType(x *analysis.Type) error {
	instances, err := m.instances(x)
	if err != nil {
		return err
	}
	if !m.c.One || !m.c.valid(m.Trace) {
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

func pickType(id model.StringID, d analysis.Durations) Change {
	return change(func(c *Choice) {
		c.Tasks.Picked, c.Tasks.Type, c.Tasks.Range, c.Tasks.One = true, id, d, false
	})
}

func (c *TasksChoice) valid(t *trace.Trace) bool {
	limit := len(t.Tasks)
	if c.Regions {
		limit = len(t.Regions)
	}
	return c.Instance >= 0 && c.Instance < limit
}

func (m *taskMaker) types() ([]*analysis.Type, error) {
	if m.c.Regions {
		return ask(m.maker, "regions", m.Analysis.RegionTypes)
	}
	return ask(m.maker, "tasks", m.Analysis.TaskTypes)
}

func (m *taskMaker) typeName(x *analysis.Type) string { return m.text(x.Name, lang.L("(no type)")) }

// scopeName names what a profile of a type covers. It is in English because it becomes part of the profile's name.
func (m *taskMaker) scopeName(x *analysis.Type) string {
	return m.words.many + " " + m.text(x.Name, lang.English("(no type)"))
}

func (m *taskMaker) typeColumns() []column[*analysis.Type] {
	missing := func(title, help string, n func(x *analysis.Type) int) column[*analysis.Type] {
		return column[*analysis.Type]{title: title, width: 76, field: fieldName(title), help: help, figure: countOf(n), blank: true}
	}
	columns := slices.Concat([]column[*analysis.Type]{
		{title: m.words.many, field: "type", help: lang.L("By type."),
			text: func(x *analysis.Type) string { return m.typeName(x) }, write: func(x *analysis.Type) string { return m.raw(x.Name) }},
		{title: "count", width: 66, field: "count", help: lang.L("How many overlap this time range."),
			figure: countOf(func(x *analysis.Type) int { return len(x.Instances) })},
	}, distribution(func(x *analysis.Type) *analysis.Distribution { return &x.Durations }, overInstances), []column[*analysis.Type]{
		missing(lang.Later("no start"), lang.L("How many began before the trace."), func(x *analysis.Type) int { return x.NoStart }),
		missing(lang.Later("no end"), lang.L("How many did not end in the trace."), func(x *analysis.Type) int { return x.NoEnd }),
		missing(lang.Later("no parent"), lang.L("How many have a parent that is not in the trace."),
			func(x *analysis.Type) int { return x.NoParent }),
	})
	if m.c.Regions {
		columns = columns[:len(columns)-1] // regions have no parents
	}
	return columns
}

// durations returns the histogram of a type's durations. A click on a bin, or a drag over several, chooses the
// instances in it.
func (m *taskMaker) durations(x *analysis.Type) *Panel {
	with := lang.With{"Type": m.typeName(x)}
	h := &plot.Histogram{
		Title: lang.L("Durations of “{{.Type}}” tasks", with), Bins: x.Histogram.Bins(), Bars: m.view.Choice.Bars, Selected: m.c.Range,
		Say: func(times string, n int) string {
			return lang.N(n, "{{.Times}}: 1 task", "{{.Times}}: {{.N}} tasks", lang.With{"Times": times})
		},
	}
	if m.c.Regions {
		h.Title = lang.L("Durations of “{{.Type}}” regions", with)
		h.Say = func(times string, n int) string {
			return lang.N(n, "{{.Times}}: 1 region", "{{.Times}}: {{.N}} regions", lang.With{"Times": times})
		}
	}
	choose := func(area scene.Rect, from, to float64) Target {
		d := h.Range(area, from, to)
		switch d {
		case analysis.Durations{}:
			return Target{}
		case m.c.Range: // the same range again: choose all
			d = analysis.Durations{}
		}
		return Target{Pick: pickType(x.Name, d)}
	}
	return &Panel{Name: "durations", Share: 0.4, Selected: -1, Plot: h,
		At:   func(area scene.Rect, at scene.Point) Target { return choose(area, at.X, at.X) },
		Drag: choose,
	}
}
