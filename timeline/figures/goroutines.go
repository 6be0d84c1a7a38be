package figures

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// GoroutinesPart says which table of goroutines to show.
type GoroutinesPart uint8

// The tables: by start function, the tree of creators, and where the time went in several intervals.
const (
	ByFunction GoroutinesPart = iota
	ByCreator
	ByInterval
)

var goroutinesParts = []string{ByFunction: "by start function", ByCreator: "by creator", ByInterval: "kept ranges"}

// GoroutinesChoice says what to look at in the goroutines' sheet.
type GoroutinesChoice struct {
	Part      GoroutinesPart
	Statistic Statistic
	Filter    string // a regular expression for start functions and goroutines' names; "": all
	Open      map[model.StringID]bool
	// Picked is set if a function is chosen. Go is the chosen goroutine with that function, or NoGo for all.
	Picked bool
	Func   model.StringID
	Go     trace.GoIndex
}

func toggleFunc(f model.StringID) Change {
	return change(func(c *Choice) {
		open := map[model.StringID]bool{}
		maps.Copy(open, c.Goroutines.Open)
		if open[f] = !open[f]; !open[f] {
			delete(open, f)
		}
		c.Goroutines.Open = open
	})
}

func (m *maker) goroutines() error {
	c := &m.view.Choice.Goroutines
	m.offer(Control{Kind: Select, Help: lang.L("What each row stands for."), Options: translated(goroutinesParts), At: int(c.Part)},
		func(c *Choice, at int, _ string) { c.Goroutines.Part = GoroutinesPart(at) })
	switch c.Part {
	case ByCreator:
		return m.creators()
	case ByInterval:
		return m.compared()
	}
	var names []string
	for _, s := range statistics {
		names = append(names, lang.L(s.name))
	}
	re := compile(c.Filter)
	m.offer(Control{Kind: Select, Label: lang.L("figures:"),
		Help: lang.L("How a column summarises the goroutines of a row."), Options: names, At: int(c.Statistic)},
		func(c *Choice, at int, _ string) { c.Goroutines.Statistic = Statistic(at) })
	m.offer(Control{Kind: Input, Name: lang.L("filter"), Label: lang.L("Filter: main\\.work, g12…"),
		Help: lang.L("Only goroutines whose start function or name matches this regular expression."), Text: c.Filter},
		func(c *Choice, _ int, text string) { c.Goroutines.Filter = text })
	if re != nil {
		m.sheet.Limits = append(m.sheet.Limits,
			Limit{lang.L("goroutines"), c.Filter, lang.L("Only goroutines whose start function or name matches this regular expression."),
				change(func(c *Choice) { c.Goroutines.Filter = "" })})
	}
	of, err := ask(m, "goroutines", m.Analysis.Goroutines)
	if err != nil {
		return err
	}
	main := m.goList(of, re)
	if c.Picked {
		main.pick(func(x goRow) bool { return x.group.Func == c.Func && x.g == c.Go })
	}
	m.add(0.68, main.Panel)
	m.add(0.32, m.picked(of, re))
	return nil
}

func (m *maker) goTarget(x goRow, of *analysis.Goroutines) Target {
	pick := change(func(c *Choice) {
		c.Goroutines.Picked, c.Goroutines.Func, c.Goroutines.Go = true, x.group.Func, x.g
	})
	t := Target{Pick: pick, Link: true, Profile: true, Scope: analysis.What{Interval: m.iv}}
	if x.row >= 0 {
		t.Lane, t.Go, t.Goroutines = true, x.g, []trace.GoIndex{x.g}
		t.Time = m.iv.Clip(m.Trace.Life(x.g))
		t.Time.To = max(t.Time.From, t.Time.To)
		t.Scope.Goroutines, t.Of = t.Goroutines, m.GoName(x.g)
		return t
	}
	t.Toggle, t.Open = toggleFunc(x.group.Func), x.open
	t.Goroutines = of.Go[x.group.First:x.group.End]
	t.Scope.Funcs, t.Of = []model.StringID{x.group.Func}, m.funcIn(lang.English, x.group.Func)
	return t
}

// picked makes the breakdown for what is picked, or for all that the filter leaves. It also sets what the sheet's
// profiles cover.
func (m *maker) picked(of *analysis.Goroutines, re *regexp.Regexp) *Panel {
	c, sheet := &m.view.Choice.Goroutines, m.sheet
	if re != nil {
		if left := m.left(of, re); len(left) < len(of.Go) && !m.leavesPicked(of, re) {
			some := of.Only(left)
			sheet.Scope.Goroutines, sheet.Of = some.Go, lang.English("goroutines matching {{.Filter}}", lang.With{"Filter": safe.Text(c.Filter)})
			if some.Go == nil {
				sheet.Scope.Goroutines = []trace.GoIndex{}
			}
			return m.breakdown(some, &some.Groups[0],
				lang.N(len(of.Go), "{{.Left}} of 1 goroutine", "{{.Left}} of {{.N}} goroutines", lang.With{"Left": count(len(left))}), noGoroutine(of))
		}
	}
	all := analysis.Group{End: len(of.Go), Sum: of.All}
	title := lang.N(len(of.Go), "1 goroutine", "{{.N}} goroutines", nil)
	for _, g := range of.Groups {
		if !c.Picked || g.Func != c.Func {
			continue
		}
		all, title = g, m.Func(g.Func)+", "+count(g.Len())
		sheet.Scope.Funcs, sheet.Of = []model.StringID{g.Func}, m.funcIn(lang.English, g.Func)
		for row := g.First; row < g.End && c.Go != trace.NoGo; row++ {
			if of.Go[row] == c.Go {
				all, title = analysis.Group{First: row, End: row + 1, Sum: of.Row(row)}, m.GoName(c.Go)
				sheet.Scope.Funcs, sheet.Scope.Goroutines, sheet.Of = nil, []trace.GoIndex{c.Go}, title
			}
		}
	}
	return m.breakdown(of, &all, title, noGoroutine(of))
}

// goRow is a row in the table of goroutines: all goroutines with one start function, or a single one. There may be
// millions of rows, so it is small.
type goRow struct {
	*goGroup
	row int32         // in the analysis's table; −1: the whole group
	g   trace.GoIndex // NoGo: the whole group
}

// goGroup is what the rows for one start function share.
type goGroup struct {
	group *analysis.Group
	open  bool
	apart bool         // its goroutines are listed without a row for the group
	times []trace.Time // the group's times, by measure
}

const maxMeasures = 9 // how many columns of times are shown; files, and the table below, have all

func (m *maker) goList(t *analysis.Goroutines, re *regexp.Regexp) *list[goRow] {
	c := &m.view.Choice.Goroutines
	measures := measuresOf(t)
	var rows []goRow
	highest := trace.Time(1)
	steps := work.StepsUntil(m.ctx)
	for i := range t.Groups {
		g := &t.Groups[i]
		if steps.Over(g.Len()) {
			break
		}
		if _, all := m.filter(re, g); !all { // list what the filter leaves, without the group's other goroutines
			rows = append(rows, m.matching(re, t, &goGroup{group: g, apart: true})...)
			continue
		}
		row := goRow{&goGroup{group: g, open: c.Open[g.Func]}, -1, trace.NoGo}
		for _, x := range measures {
			if steps.Over(1) {
				break
			}
			row.times = append(row.times, m.groupTime(t, g, x, c.Statistic))
		}
		rows = append(rows, row)
	}
	if steps.Over(0) {
		rows = nil // some rows have no times
	}
	for _, row := range rows {
		if row.row >= 0 {
			highest = max(highest, t.Row(int(row.row)).Time(measures[0]))
		} else {
			highest = max(highest, row.times[0])
		}
	}
	l := newList(m, definition[goRow]{
		name: "goroutines", empty: noGoroutine(t), rows: rows, columns: m.goColumns(t, measures, highest),
		below: func(x goRow) []goRow {
			if !x.open {
				return nil
			}
			return m.matching(re, t, x.goGroup)
		},
		note: func(x goRow) string {
			b, name := x.breakdown(t), m.Func(x.group.Func)
			if x.row >= 0 {
				name = m.GoName(x.g)
			}
			return lang.List(name, wording.Duration(b.Time(analysis.Total))) + largest(t.Columns, b, 4)
		},
		target: func(x goRow) Target { return m.goTarget(x, t) },
	})
	l.Table.Min = 270 // names before figures: the other columns can be scrolled to
	return l
}

// noGoroutine says why a table of goroutines has no rows.
func noGoroutine(t *analysis.Goroutines) string {
	if len(t.Go) == 0 {
		return lang.L("No goroutine lived in this interval.")
	}
	return lang.L("No goroutine matches the filter.")
}

// filter returns a function that reports whether a filter leaves a goroutine in the group. all is true if the filter
// matches the group's function, and so leaves all its goroutines. Otherwise it must match the goroutine's name. A
// number means only the goroutine with that number.
func (m *maker) filter(re *regexp.Regexp, g *analysis.Group) (leaves func(trace.GoIndex) bool, all bool) {
	if re != nil {
		if one, ok := m.Trace.GoByID(timeline.GoNumber(re.String())); ok {
			return func(g trace.GoIndex) bool { return g == one }, false
		}
	}
	all = re == nil || re.MatchString(m.raw(g.Func)) || re.MatchString(m.funcIn(lang.English, g.Func)) ||
		query.MatchesShortened(re, m.raw(g.Func))
	return func(g trace.GoIndex) bool {
		return all || re.MatchString(m.GoName(g)) || re.MatchString(m.raw(m.Trace.Goroutines[g].Root))
	}, all
}

// left returns the rows with goroutines that a filter leaves.
func (m *maker) left(t *analysis.Goroutines, re *regexp.Regexp) (rows []int) {
	steps := work.StepsUntil(m.ctx)
	for i := range t.Groups {
		g := &t.Groups[i]
		leaves, _ := m.filter(re, g)
		for at := g.First; at < g.End; at++ {
			if steps.Over(1) {
				return nil
			}
			if leaves(t.Go[at]) {
				rows = append(rows, at)
			}
		}
	}
	return rows
}

// leavesPicked reports whether something is picked and a filter leaves all of it.
func (m *maker) leavesPicked(t *analysis.Goroutines, re *regexp.Regexp) bool {
	c := &m.view.Choice.Goroutines
	i := slices.IndexFunc(t.Groups, func(g analysis.Group) bool { return c.Picked && g.Func == c.Func })
	if i < 0 {
		return false
	}
	leaves, all := m.filter(re, &t.Groups[i])
	return all || c.Go != trace.NoGo && leaves(c.Go)
}

// matching returns a group's goroutines that a filter leaves, the longest time first.
func (m *maker) matching(re *regexp.Regexp, t *analysis.Goroutines, of *goGroup) []goRow {
	g := of.group
	var all []goRow
	leaves, _ := m.filter(re, g)
	steps := work.StepsUntil(m.ctx)
	for at := g.First; at < g.End; at++ {
		if steps.Over(1) {
			return nil
		}
		if leaves(t.Go[at]) {
			all = append(all, goRow{of, int32(at), t.Go[at]})
		}
	}
	work.SortSteps(steps, true, all, func(a, b goRow) int {
		return cmp.Compare(t.Row(int(b.row)).Time(analysis.Total), t.Row(int(a.row)).Time(analysis.Total))
	})
	return all
}

func (m *maker) groupTime(t *analysis.Goroutines, g *analysis.Group, x analysis.Measure, s Statistic) trace.Time {
	switch {
	case s == Sum:
		return g.Sum.Time(x)
	case s == Mean && g.Len() > 0:
		return trace.Time(float64(g.Sum.Time(x))/float64(g.Len()) + 0.5)
	}
	d := t.Distribution(m.ctx, g, x)
	return s.of(&d)
}

func (m *maker) goColumns(t *analysis.Goroutines, measures []analysis.Measure, highest trace.Time) []column[goRow] {
	all := []column[goRow]{
		{title: "goroutines",
			help:  lang.L("Grouped by start function. Click a name or press Enter to list its goroutines; click a goroutine to show its lane."),
			field: "start_function", text: m.goRowName, write: func(x goRow) string { return m.raw(x.group.Func) }},
		{field: "goroutine", file: true, digits: true, text: func(x goRow) string { return m.goID(x.g) }},
		{title: "count", width: 66, help: lang.L("How many lived in the interval."), field: "count", figure: countOf(goRow.count),
			text: func(x goRow) string {
				if x.row >= 0 {
					return ""
				}
				return count(x.group.Len())
			}},
		{title: "where it went", width: 150, help: lang.L("How they all spent their time, in the colours of the timeline."),
			bars: func(x goRow) []segment { return segments(t.Columns, x.breakdown(t)) }},
	}
	for i, measure := range measures {
		name, help := measureName(t.Columns, measure)
		title := heading(name)
		c := column[goRow]{title: title, shown: shownHeading(name), width: headingWidth(title), help: help,
			field: fieldName(name) + "_ns", file: i >= maxMeasures, blank: true,
			figure: timeOf(func(x goRow) trace.Time {
				if x.row < 0 {
					return x.times[i]
				}
				return t.Row(int(x.row)).Time(measure)
			})}
		if i > 0 {
			all = append(all, c)
			continue
		}
		c.bar = func(x goRow) float64 {
			if x.row >= 0 {
				return 0
			}
			return part(x.times[0], highest)
		}
		all = slices.Insert(all, 3, c)
	}
	return all
}

func (x goRow) count() int {
	if x.row >= 0 {
		return 1
	}
	return x.group.Len()
}

func (x goRow) breakdown(t *analysis.Goroutines) analysis.Breakdown {
	if x.row >= 0 {
		return t.Row(int(x.row))
	}
	return x.group.Sum
}

// indent comes before the goroutines in an open group.
const indent = "        "

func (m *maker) goRowName(x goRow) string {
	switch {
	case x.row >= 0 && x.apart:
		return m.GoName(x.g)
	case x.row >= 0:
		return indent + "g" + m.goID(x.g)
	case x.open:
		return "▼ " + m.Func(x.group.Func)
	}
	return "► " + m.Func(x.group.Func)
}
