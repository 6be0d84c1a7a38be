package figures

import (
	"cmp"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
)

// segment is a part of a stacked bar: a share of the bar's width, from 0 to 1.
type segment struct {
	column *analysis.Column
	share  float64
}

func stack(cv scene.Canvas, t *scene.Theme, cell scene.Rect, parts []segment) {
	x, room := cell.X0+4, cell.W()-8
	for _, p := range parts {
		w := p.share * room
		if w > 0.05 {
			cv.Fill(scene.Rect{X0: x, Y0: cell.Y0 + 4, X1: x + w, Y1: cell.Y1 - 4}, fillOf(t, p.column))
		}
		x += w
	}
}

// fillOf returns the fill for a kind of time, as in the timeline, but paler for system calls without a P.
func fillOf(t *scene.Theme, c *analysis.Column) scene.Color {
	s := paint.Style{Theme: t}
	fill := s.Color(timeline.Kind(c.Kind))
	switch {
	case c.Kind == trace.UnknownTime:
		return t.Quiet
	case c.Blocked:
		return scene.Mix(t.Background, fill, 0.55)
	}
	return fill
}

func segments(columns []analysis.Column, b analysis.Breakdown) []segment {
	var parts []segment
	for i, v := range b.Times {
		if total := b.Time(analysis.Total); v > 0 && total > 0 {
			parts = append(parts, segment{&columns[i], part(v, total)})
		}
	}
	return parts
}

func part(of, whole trace.Time) float64 { return float64(of) / float64(max(whole, 1)) }

// partRow is a kind of time, and its share in a whole.
type partRow struct {
	segment    // if it has no column, its time overlaps the rows that have one
	name, help string
	time       trace.Time
	over       analysis.Distribution // over goroutines, if that is shown
}

// partRows returns a breakdown's kinds of time that are not 0, the longest first.
func partRows(columns []analysis.Column, b analysis.Breakdown) []partRow {
	var rows []partRow
	for i, v := range b.Times {
		if v > 0 {
			rows = append(rows, partRow{segment: segment{&columns[i], part(v, b.Time(analysis.Total))}, name: columns[i].Name, time: v})
		}
	}
	slices.SortStableFunc(rows, func(a, b partRow) int { return cmp.Compare(b.time, a.time) })
	return rows
}

func partColumns(width float64) []column[partRow] {
	return []column[partRow]{
		{title: "kind of time", field: "kind", help: lang.L("What the goroutines did, or waited for."),
			text: func(x partRow) string { return analysis.Said(x.name) }, write: func(x partRow) string { return x.name }},
		{title: "", width: width, bars: func(x partRow) []segment {
			if x.column == nil {
				return nil
			}
			return []segment{x.segment}
		}},
	}
}

// breakdown makes a table with all measures for a group's goroutines. empty says why there are none.
func (m *maker) breakdown(t *analysis.Goroutines, g *analysis.Group, title, empty string) *Panel {
	var rows []partRow
	for _, x := range measuresOf(t) {
		time := g.Sum.Time(x)
		if time == 0 || m.ctx.Err() != nil {
			continue
		}
		row := partRow{segment: segment{share: part(time, g.Sum.Time(analysis.Total))}, time: time, over: t.Distribution(m.ctx, g, x)}
		row.name, row.help = measureName(t.Columns, x)
		if x >= 0 {
			row.column = &t.Columns[x]
		}
		rows = append(rows, row)
	}
	return newList(m, definition[partRow]{
		name: "breakdown", title: lang.L("Where the time went: {{.Of}}", lang.With{"Of": title}), empty: empty, rows: rows,
		columns: slices.Concat(partColumns(120), []column[partRow]{
			{title: "share", width: 66, field: "share", help: lang.L("The share of the time in which they existed."),
				figure: shareOf(func(x partRow) float64 { return x.share })},
		}, distribution(func(x partRow) *analysis.Distribution { return &x.over }, overGoroutines)),
		note: func(x partRow) string { return analysis.Said(x.name) + "\n" + x.help },
	}).Panel
}

// Statistic says which figure about a group's goroutines a table shows.
type Statistic uint8

// The statistics.
const (
	Sum Statistic = iota
	Mean
	P50
	P90
	P99
	Max
)

// statistics are their names and meanings.
var statistics = [...]struct{ name, help string }{
	Sum:  {lang.Later("sum"), "The sum of all."},
	Mean: {lang.Later("mean"), "The arithmetic mean."},
	P50:  {"p50", "The median: half are shorter."},
	P90:  {"p90", "The 90th percentile: 10% are longer."},
	P99:  {"p99", "The 99th percentile: 1% are longer."},
	Max:  {lang.Later("max"), "The longest."},
}

// What a distribution counts, in a sentence after the statistic's meaning.
const (
	overGoroutines = "Every goroutine counts once."
	overWaits      = "Every wait counts once."
	overInstances  = "Only those that both began and ended in the trace count."
)

func (s Statistic) of(d *analysis.Distribution) trace.Time {
	return [...]trace.Time{Sum: d.Sum, Mean: trace.Time(d.Mean() + 0.5), P50: d.P50, P90: d.P90, P99: d.P99, Max: d.Max}[s]
}

// distribution returns columns with statistics. counted says in a sentence what is counted.
func distribution[T any](of func(T) *analysis.Distribution, counted string) []column[T] {
	var all []column[T]
	for i, x := range statistics {
		s := Statistic(i)
		all = append(all, column[T]{title: x.name, width: 84, help: lang.L(x.help) + "\n" + lang.L(counted), field: x.name + "_ns",
			figure: timeOf(func(x T) trace.Time { return s.of(of(x)) }),
			text: func(x T) string {
				if of(x).Count == 0 {
					return ""
				}
				return wording.Duration(s.of(of(x)))
			}})
	}
	return all
}

func largest(columns []analysis.Column, b analysis.Breakdown, limit int) (text string) {
	rows := partRows(columns, b)
	for _, p := range rows[:min(len(rows), limit)] {
		text += "\n" + analysis.Said(p.name) + "  " + wording.Duration(p.time) + "  " + units.Percent(int64(p.time),
			int64(b.Time(analysis.Total)))
	}
	return text
}

// measuresOf returns a table's measures that are not 0: the total and execution, then the reasons to wait, the
// longest first, then the times that overlap these.
func measuresOf(t *analysis.Goroutines) []analysis.Measure {
	sum := &t.All
	all := []analysis.Measure{analysis.Total}
	var rest []analysis.Measure
	for c := range t.Columns {
		switch k := t.Columns[c].Kind; {
		case k == trace.RunningTime, k == trace.RunnableTime:
			all = append(all, analysis.Measure(c))
		case sum.Times[c] > 0:
			rest = append(rest, analysis.Measure(c))
		}
	}
	slices.SortStableFunc(rest, func(a, b analysis.Measure) int { return cmp.Compare(sum.Times[b], sum.Times[a]) })
	all = append(all, rest...)
	for _, m := range []analysis.Measure{analysis.Stopped, analysis.Assist, analysis.STW, analysis.Sweep} {
		if sum.Time(m) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// measureNames are the names, in English, and the meanings of the measures that are not columns.
var measureNames = map[analysis.Measure][2]string{
	analysis.Total: {lang.Later("total"),
		"How long they existed in the interval. Execution, system calls and all waits add up to it exactly."},
	analysis.Assist:  {"GC assist", "Time of execution in which the goroutine marked for the collector before it could allocate."},
	analysis.Sweep:   {"GC sweep", "Time of execution in which it swept."},
	analysis.STW:     {lang.Later("stopping"), "Time in which it stopped the world, or had it stopped."},
	analysis.Stopped: {lang.Later("stopped"), "Time in which it ran or was ready to run, during stop-the-world."},
}

func measureName(columns []analysis.Column, m analysis.Measure) (name, help string) {
	if x, ok := measureNames[m]; ok {
		return x[0], lang.L(x[1])
	}
	return columns[m].Name, lang.L(columns[m].Help)
}

// heading returns a measure's name for a narrow column: just the reason if it is a block.
func heading(name string) string {
	if reason, ok := strings.CutPrefix(name, "block ("); ok {
		return strings.TrimSuffix(reason, ")")
	}
	return name
}

// shownHeading is [heading] in the user's language.
func shownHeading(name string) string {
	switch name {
	case analysis.OtherReasons:
		return lang.L("other reasons")
	case analysis.BeforeTrace:
		return lang.L("since before the trace")
	}
	if reason := heading(name); reason != name {
		return reason // in the runtime's words
	}
	return analysis.Said(name)
}

// headingWidth returns the width for a column of times. A long heading is cut; its tip has all of it.
func headingWidth(title string) float64 { return min(max(80, 24+6.6*float64(len(title))), 118) }

func fieldName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9') })
	return strings.Join(words, "_")
}
