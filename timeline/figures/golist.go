package figures

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// goRow is a row of the table of goroutines: those of one start function, or a
// single one of them.
type goRow struct {
	group *analysis.Group
	row   int           // of the analysis's table; −1: the whole group
	g     trace.GoIndex // NoGo: the whole group
	open  bool
	times []trace.Time // of the group, by measures
}

// mostMeasures is how many columns of times are shown. The others are in files,
// and below the table.
const mostMeasures = 9

// goList makes the table.
func (s *Source) goList(ctx context.Context, t *analysis.Goroutines, c *GoroutinesChoice, re *regexp.Regexp, o Order) (*list[goRow], error) {
	measures := measuresOf(t)
	var rows []goRow
	most := trace.Time(1)
	for i := range t.Groups {
		g := &t.Groups[i]
		if !s.leaves(re, t, g) {
			continue
		}
		row := goRow{group: g, row: -1, g: trace.NoGo, open: c.Open[g.Func]}
		for _, m := range measures {
			row.times = append(row.times, groupTime(t, g, m, c.Statistic))
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		most = max(most, row.times[0])
		rows = append(rows, row)
	}
	columns := s.goColumns(t, measures, most)
	rows, err := sorted(ctx, rows, columns, o)
	if err != nil {
		return nil, err
	}
	var all []goRow
	for _, row := range rows {
		all = append(all, row)
		if !row.open {
			continue
		}
		single := s.singles(t, row.group, re)
		if single, err = sorted(ctx, single, columns, o); err != nil {
			return nil, err
		}
		all = append(all, single...)
	}
	l := &list[goRow]{all, tableOf(all, columns, func(x goRow) string { return s.goNote(t, &x) }), o}
	l.table.Least = 270 // names before figures: the others can be scrolled to
	return l, nil
}

// leaves tells whether a filter leaves anything of a group: its name, or that
// of one of its goroutines.
func (s *Source) leaves(re *regexp.Regexp, t *analysis.Goroutines, g *analysis.Group) bool {
	if re == nil || re.MatchString(s.raw(g.Func)) || re.MatchString(s.Func(g.Func)) {
		return true
	}
	return slices.ContainsFunc(t.Go[g.First:g.End], func(g trace.GoIndex) bool { return re.MatchString(s.GoName(g)) })
}

// singles are the goroutines of a group, those with the longest time first.
func (s *Source) singles(t *analysis.Goroutines, g *analysis.Group, re *regexp.Regexp) []goRow {
	all := make([]goRow, 0, g.Len())
	group := re == nil || re.MatchString(s.raw(g.Func)) || re.MatchString(s.Func(g.Func))
	for at := g.First; at < g.End; at++ {
		if group || re.MatchString(s.GoName(t.Go[at])) {
			all = append(all, goRow{group: g, row: at, g: t.Go[at]})
		}
	}
	slices.SortStableFunc(all, func(a, b goRow) int {
		return cmp.Compare(t.Value(b.row, analysis.Total), t.Value(a.row, analysis.Total))
	})
	return all
}

func groupTime(t *analysis.Goroutines, g *analysis.Group, m analysis.Measure, s Statistic) trace.Time {
	switch {
	case s == Sum:
		return measured(&g.Sum, m)
	case s == Mean && g.Len() > 0:
		return trace.Time(float64(measured(&g.Sum, m))/float64(g.Len()) + 0.5)
	}
	d := t.Distribution(g, m)
	return s.of(&d)
}

func (s *Source) goColumns(t *analysis.Goroutines, measures []analysis.Measure, most trace.Time) []column[goRow] {
	all := []column[goRow]{
		{title: "goroutines", help: "By the function that they began with. Click a name, or press Enter, for the single ones; theirs lead to their lanes.",
			field: "start_function", text: s.goRowName, write: func(x goRow) string { return s.raw(x.group.Func) }},
		{field: "goroutine", file: true, text: func(x goRow) string { return s.goID(x.g) }},
		{title: "count", width: 66, help: "How many lived in the interval.", field: "count",
			value: func(x goRow) float64 { return float64(x.count()) },
			text: func(x goRow) string {
				if x.row >= 0 {
					return ""
				}
				return count(x.group.Len())
			}},
		{title: "where it went", width: 150, help: "The parts of the time of all of them, in the colours of the timeline.",
			draw: func(x goRow) []segment {
				b := x.breakdown(t)
				return segments(t.Columns, &b, b.Total)
			}},
	}
	for i, m := range measures {
		name, help := measureName(t.Columns, m)
		value := func(x *goRow) trace.Time {
			if x.row < 0 {
				return x.times[i]
			}
			return t.Value(x.row, m)
		}
		title := heading(name)
		c := column[goRow]{title: title, width: headingWidth(title), help: help, field: fieldName(name) + "_ns", file: i >= mostMeasures,
			value: func(x goRow) float64 { return float64(value(&x)) },
			text: func(x goRow) string {
				if v := value(&x); v != 0 {
					return timeline.Duration(v)
				}
				return ""
			}}
		if i == 0 {
			c.bar = func(x goRow) float64 {
				if x.row >= 0 {
					return 0
				}
				return float64(x.times[0]) / float64(most)
			}
			all = slices.Insert(all, 3, c)
			continue
		}
		all = append(all, c)
	}
	return all
}

func (x *goRow) count() int {
	if x.row >= 0 {
		return 1
	}
	return x.group.Len()
}

func (x *goRow) breakdown(t *analysis.Goroutines) analysis.Breakdown {
	if x.row >= 0 {
		return t.Row(x.row)
	}
	return x.group.Sum
}

func (s *Source) goRowName(x goRow) string {
	switch {
	case x.row >= 0:
		return "        g" + s.goID(x.g)
	case x.open:
		return "▼ " + s.Func(x.group.Func)
	}
	return "► " + s.Func(x.group.Func)
}

// goNote is the breakdown of a row in lines: the largest parts.
func (s *Source) goNote(t *analysis.Goroutines, x *goRow) string {
	b := x.breakdown(t)
	name := s.Func(x.group.Func)
	if x.row >= 0 {
		name = s.GoName(x.g)
	}
	return name + ", " + timeline.Duration(b.Total) + parts(t.Columns, &b, 4)
}

// parts are the largest parts of a breakdown, each in a line of its own.
func parts(columns []analysis.Column, b *analysis.Breakdown, most int) string {
	type part struct {
		name string
		time trace.Time
	}
	var all []part
	for i, v := range b.Times {
		if v > 0 {
			all = append(all, part{columns[i].Name, v})
		}
	}
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(b.time, a.time) })
	var out strings.Builder
	for _, p := range all[:min(len(all), most)] {
		out.WriteString("\n" + p.name + "  " + timeline.Duration(p.time) + "  " + model.Percent(int64(p.time), int64(b.Total)))
	}
	return out.String()
}
