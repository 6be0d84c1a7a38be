package figures

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
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
	Filter    string // a regular expression for goroutines' names and the functions in their stacks; "": all
	Open      map[analysis.Key]bool
	// Picked is set if a group is chosen. Go is the chosen goroutine in that group, or NoGo for all.
	Picked bool
	Group  analysis.Key
	Go     trace.GoIndex
}

func toggleGroup(g analysis.Key) Change {
	return change(func(c *Choice) {
		open := map[analysis.Key]bool{}
		maps.Copy(open, c.Goroutines.Open)
		if open[g] = !open[g]; !open[g] {
			delete(open, g)
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
		Help: lang.L("Only goroutines that this regular expression matches by name, or by a function in one of their stacks."), Text: c.Filter},
		func(c *Choice, _ int, text string) { c.Goroutines.Filter = text })
	if re != nil {
		m.sheet.Limits = append(m.sheet.Limits,
			Limit{lang.L("goroutines"), c.Filter, lang.L("Only goroutines that this regular expression matches by name, or by a function in one of their stacks."),
				change(func(c *Choice) { c.Goroutines.Filter = "" })})
	}
	of, err := ask(m, "goroutines", m.Analysis.Goroutines)
	if err != nil {
		return err
	}
	t := &goTable{maker: m, of: of, re: re}
	if re != nil {
		t.calling, t.called = timeline.NewCalling(work.StepsUntil(m.ctx), m.Trace, re), make([]answer, len(m.Trace.Goroutines))
	}
	main := t.list()
	if c.Picked {
		main.pick(func(x goRow) bool { return x.group.Key == c.Group && x.g == c.Go })
	}
	m.add(0.68, main.Panel)
	m.add(0.32, t.breakdownOfPicked())
	return nil
}

// goTable makes the table of the goroutines that a filter leaves, nil for all.
type goTable struct {
	*maker
	of *analysis.Goroutines
	re *regexp.Regexp

	calling *timeline.Calling // the stacks with a function that the filter matches
	called  []answer          // by goroutine: whether it was in one of them
}

// answer is what is known of a yes or no.
type answer uint8

const (
	unasked answer = iota
	yes
	no
)

func (m *goTable) target(x goRow) Target {
	pick := change(func(c *Choice) {
		c.Goroutines.Picked, c.Goroutines.Group, c.Goroutines.Go = true, x.group.Key, x.g
	})
	t := Target{Pick: pick, Link: true, Profile: true, Scope: analysis.What{Interval: m.iv}}
	if x.row >= 0 {
		t.Lane, t.Go, t.Goroutines = true, x.g, []trace.GoIndex{x.g}
		t.Time = m.iv.Clip(m.Trace.Life(x.g))
		t.Time.To = max(t.Time.From, t.Time.To)
		t.Scope.Goroutines, t.Of = t.Goroutines, m.GoName(x.g)
		return t
	}
	t.Toggle, t.Open = toggleGroup(x.group.Key), x.open
	t.Goroutines = m.of.Go[x.group.First:x.group.End]
	m.covers(x.group, &t.Scope, &t.Of)
	return t
}

// covers says what a profile of a group covers, and what it is of.
func (m *goTable) covers(g *analysis.Group, scope *analysis.What, name *string) {
	if *name = m.funcIn(lang.English, g.Func); !g.Part {
		scope.Funcs = []model.StringID{g.Func}
		return
	}
	scope.Goroutines = m.of.Go[g.First:g.End]
	if functions := m.ranIn(lang.English, g.Ran); functions != "" {
		*name += ": " + functions
	}
}

// ranIn lists the functions that a goroutine ran, one after the other.
func (m *goTable) ranIn(say lang.Voice, ran trace.RanIndex) string {
	return say.List(lists.Map(m.Trace.Functions(ran), func(f model.StringID) string { return m.funcIn(say, f) })...)
}

// groupName is how the table calls a group.
func (m *goTable) groupName(g *analysis.Group) string {
	switch {
	case !g.Part:
		return m.Func(g.Func)
	case g.Ran == 0:
		return lang.L("what they ran is not known")
	}
	return lang.List(lists.Map(m.Trace.Functions(g.Ran), m.Func)...)
}

// picked makes the breakdown for what is picked, or for all that the filter leaves. It also sets what the sheet's
// profiles cover.
func (m *goTable) breakdownOfPicked() *Panel {
	c, sheet := &m.view.Choice.Goroutines, m.sheet
	if m.re != nil {
		if left := m.left(); len(left) < len(m.of.Go) && !m.leavesPicked() {
			some := m.of.Only(left)
			sheet.Scope.Goroutines, sheet.Of = some.Go, lang.English("goroutines matching {{.Filter}}", lang.With{"Filter": safe.Text(c.Filter)})
			if some.Go == nil {
				sheet.Scope.Goroutines = []trace.GoIndex{}
			}
			return m.breakdown(some, &some.Groups[0],
				lang.N(len(m.of.Go), "{{.Left}} of 1 goroutine", "{{.Left}} of {{.N}} goroutines", lang.With{"Left": count(len(left))}), noGoroutine(m.of))
		}
	}
	all := analysis.Group{End: len(m.of.Go), Sum: m.of.All}
	title := lang.N(len(m.of.Go), "1 goroutine", "{{.N}} goroutines", nil)
	if g := m.pickedGroup(); g != nil {
		all, title = *g, m.groupName(g)+", "+count(g.Len())
		m.covers(g, &sheet.Scope, &sheet.Of)
		for row := g.First; row < g.End && c.Go != trace.NoGo; row++ {
			if m.of.Go[row] == c.Go {
				all, title = analysis.Group{First: row, End: row + 1, Sum: m.of.Row(row)}, m.GoName(c.Go)
				sheet.Scope.Funcs, sheet.Scope.Goroutines, sheet.Of = nil, []trace.GoIndex{c.Go}, title
			}
		}
	}
	return m.breakdown(m.of, &all, title, noGoroutine(m.of))
}

// pickedGroup returns the chosen group, or the chosen part of one; nil if there is none.
func (m *goTable) pickedGroup() *analysis.Group {
	c := &m.view.Choice.Goroutines
	for i := range m.of.Groups {
		g := &m.of.Groups[i]
		if !c.Picked || g.Func != c.Group.Func {
			continue
		}
		if !c.Group.Part {
			return g
		}
		if k := slices.IndexFunc(g.Parts, func(p analysis.Group) bool { return p.Key == c.Group }); k >= 0 {
			return &g.Parts[k]
		}
	}
	return nil
}

// goRow is a row in the table of goroutines: all goroutines with one start function, those of them that ran the same,
// or a single one. There may be millions of rows, so it is small.
type goRow struct {
	*goGroup
	row int32         // in the analysis's table; −1: the whole group
	g   trace.GoIndex // NoGo: the whole group
}

// goGroup is what the rows for one group share.
type goGroup struct {
	group *analysis.Group
	open  bool
	apart bool         // its goroutines are listed without a row for the group
	times []trace.Time // the group's times, by measure
}

const maxMeasures = 9 // how many columns of times are shown; files, and the table below, have all

func (m *goTable) list() *list[goRow] {
	measures := measuresOf(m.of)
	var rows []goRow
	highest := trace.Time(1)
	steps := work.StepsUntil(m.ctx)
	for i := range m.of.Groups {
		g := &m.of.Groups[i]
		if steps.Over(g.Len()) {
			break
		}
		if _, all := m.filter(g); !all { // list what the filter leaves, without the group's other goroutines
			rows = append(rows, m.matching(&goGroup{group: g, apart: true})...)
			continue
		}
		rows = append(rows, m.groupRow(steps, g, measures))
	}
	if steps.Over(0) {
		rows = nil // some rows have no times
	}
	for _, row := range rows {
		if row.row >= 0 {
			highest = max(highest, m.of.Row(int(row.row)).Time(measures[0]))
		} else {
			highest = max(highest, row.times[0])
		}
	}
	l := newList(m.maker, definition[goRow]{
		name: "goroutines", empty: noGoroutine(m.of), rows: rows, columns: m.columns(measures, highest),
		below: func(x goRow) []goRow {
			if !x.open || x.row >= 0 {
				return nil
			}
			if parts := x.group.Parts; parts != nil {
				below := make([]goRow, len(parts))
				for i := range parts {
					below[i] = m.groupRow(steps, &parts[i], measures)
				}
				return below
			}
			return m.matching(x.goGroup)
		},
		note: func(x goRow) string {
			b, name := x.breakdown(m.of), m.groupName(x.group)
			if x.row >= 0 {
				name = m.GoName(x.g)
			}
			return lang.List(name, wording.Duration(b.Time(analysis.Total))) + largest(m.of.Columns, b, 4)
		},
		target: m.target,
	})
	l.Table.Min = 270 // names before figures: the other columns can be scrolled to
	return l
}

func (m *goTable) groupRow(steps *work.Steps, g *analysis.Group, measures []analysis.Measure) goRow {
	c := &m.view.Choice.Goroutines
	row := goRow{&goGroup{group: g, open: c.Open[g.Key]}, -1, trace.NoGo}
	for _, x := range measures {
		if steps.Over(1) {
			break
		}
		row.times = append(row.times, m.groupTime(g, x, c.Statistic))
	}
	return row
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
func (m *goTable) filter(g *analysis.Group) (leaves func(trace.GoIndex) bool, all bool) {
	if m.re != nil {
		if one, ok := m.Trace.GoByID(timeline.GoNumber(m.re.String())); ok {
			return func(g trace.GoIndex) bool { return g == one }, false
		}
	}
	all = m.re == nil || m.re.MatchString(m.raw(g.Func)) || m.re.MatchString(m.funcIn(lang.English, g.Func)) ||
		query.MatchesShortened(m.re, m.raw(g.Func))
	return func(g trace.GoIndex) bool {
		is := &m.Trace.Goroutines[g]
		return all || m.re.MatchString(m.GoName(g)) || m.re.MatchString(m.raw(is.Root)) || m.calls(g)
	}, all
}

// calls reports whether a function in one of a goroutine's stacks matches the filter.
func (m *goTable) calls(g trace.GoIndex) bool {
	if m.called[g] == unasked {
		m.called[g] = no
		if m.calling.Goroutine(work.StepsUntil(m.ctx), g) {
			m.called[g] = yes
		}
	}
	return m.called[g] == yes
}

// left returns the rows with goroutines that a filter leaves.
func (m *goTable) left() (rows []int) {
	steps := work.StepsUntil(m.ctx)
	for i := range m.of.Groups {
		g := &m.of.Groups[i]
		leaves, _ := m.filter(g)
		for at := g.First; at < g.End; at++ {
			if steps.Over(1) {
				return nil
			}
			if leaves(m.of.Go[at]) {
				rows = append(rows, at)
			}
		}
	}
	return rows
}

// leavesPicked reports whether something is picked and a filter leaves all of it.
func (m *goTable) leavesPicked() bool {
	c := &m.view.Choice.Goroutines
	g := m.pickedGroup()
	if g == nil {
		return false
	}
	leaves, all := m.filter(g)
	return all || c.Go != trace.NoGo && leaves(c.Go)
}

// matching returns a group's goroutines that a filter leaves, the longest time first.
func (m *goTable) matching(of *goGroup) []goRow {
	g := of.group
	var all []goRow
	leaves, _ := m.filter(g)
	steps := work.StepsUntil(m.ctx)
	for at := g.First; at < g.End; at++ {
		if steps.Over(1) {
			return nil
		}
		if leaves(m.of.Go[at]) {
			all = append(all, goRow{of, int32(at), m.of.Go[at]})
		}
	}
	work.SortSteps(steps, true, all, func(a, b goRow) int {
		return cmp.Compare(m.of.Row(int(b.row)).Time(analysis.Total), m.of.Row(int(a.row)).Time(analysis.Total))
	})
	return all
}

func (m *goTable) groupTime(g *analysis.Group, x analysis.Measure, s Statistic) trace.Time {
	switch {
	case s == Sum:
		return g.Sum.Time(x)
	case s == Mean && g.Len() > 0:
		return trace.Time(float64(g.Sum.Time(x))/float64(g.Len()) + 0.5)
	}
	d := m.of.Distribution(m.ctx, g, x)
	return s.of(&d)
}

func (m *goTable) columns(measures []analysis.Measure, highest trace.Time) []column[goRow] {
	all := []column[goRow]{
		{title: "goroutines",
			help:  lang.L("Grouped by start function. Click a name or press Enter to list its goroutines; click a goroutine to show its lane."),
			field: "start_function", text: m.rowName, write: func(x goRow) string { return m.raw(x.group.Func) }},
		{field: "goroutine", file: true, digits: true, text: func(x goRow) string { return m.goID(x.g) }},
		{title: "count", width: 66, help: lang.L("How many lived in the interval."), field: "count", figure: countOf(goRow.count),
			text: func(x goRow) string {
				if x.row >= 0 {
					return ""
				}
				return count(x.group.Len())
			}},
		{title: "where it went", width: 150, help: lang.L("How they all spent their time, in the colours of the timeline."),
			bars: func(x goRow) []segment { return segments(m.of.Columns, x.breakdown(m.of)) }},
	}
	for i, measure := range measures {
		name, help := measureName(m.of.Columns, measure)
		title := heading(name)
		c := column[goRow]{title: title, shown: shownHeading(name), width: headingWidth(title), help: help,
			field: fieldName(name) + "_ns", file: i >= maxMeasures, blank: true,
			figure: timeOf(func(x goRow) trace.Time {
				if x.row < 0 {
					return x.times[i]
				}
				return m.of.Row(int(x.row)).Time(measure)
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
	return append(all, column[goRow]{field: "ran", file: true,
		text: func(x goRow) string { return strings.Join(lists.Map(m.Trace.Functions(m.ranOf(x)), m.raw), " ") }})
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

// ranOf says what a row's goroutines ran.
func (m *goTable) ranOf(x goRow) trace.RanIndex {
	if x.row >= 0 {
		return m.Trace.Goroutines[x.g].Ran
	}
	return x.group.Ran
}

// indent comes before what is listed in an open group.
const indent = "        "

func (m *goTable) rowName(x goRow) string {
	in := ""
	if x.group.Part {
		in = indent
	}
	switch {
	case x.row >= 0 && x.apart:
		return m.GoName(x.g)
	case x.row >= 0:
		return in + indent + "g" + m.goID(x.g)
	case x.open:
		return in + "▼ " + m.groupName(x.group)
	}
	return in + "► " + m.groupName(x.group)
}
