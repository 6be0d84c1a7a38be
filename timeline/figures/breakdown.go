package figures

import (
	"cmp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// segment is a part of a stacked bar: a share of the bar's room, from 0 to 1.
type segment struct {
	column *analysis.Column
	share  float64
}

// stack draws a stacked bar into a cell.
func stack(cv scene.Canvas, t *scene.Theme, cell scene.Rect, parts []segment) {
	x, room := cell.X0+4, cell.W()-8
	for _, p := range parts {
		w := p.share * room
		if !(w > 0.05) {
			x += max(w, 0)
			continue
		}
		cv.Fill(scene.Rect{X0: x, Y0: cell.Y0 + 4, X1: x + w, Y1: cell.Y1 - 4}, fillOf(t, p.column))
		x += w
	}
}

// fillOf is the fill of a kind of time: as in the timeline, with a paler shade for
// the part of system calls without a P.
func fillOf(t *scene.Theme, c *analysis.Column) scene.Color {
	s := timeline.Style{Theme: t}
	fill := s.Color(timeline.Kind(c.Kind))
	switch {
	case c.Kind == trace.UnknownTime:
		return t.Quiet
	case c.Blocked:
		return scene.Mix(t.Background, fill, 0.55)
	}
	return fill
}

// segments are the parts of a breakdown.
func segments(columns []analysis.Column, b *analysis.Breakdown) []segment {
	var parts []segment
	for i, v := range b.Times {
		if v > 0 && b.Total > 0 {
			parts = append(parts, segment{&columns[i], part(v, b.Total)})
		}
	}
	return parts
}

// part is which part of a whole a time is, from 0 to 1.
func part(of, whole trace.Time) float64 { return float64(of) / float64(max(whole, 1)) }

// partRow is a kind of time, and which part of a whole it is.
type partRow struct {
	name, help string
	column     *analysis.Column // nil: it overlaps those that have one
	time       trace.Time
	share      float64
}

// partColumns are the columns in which a kind of time stands.
func partColumns[T any](of func(T) *partRow, width float64) []column[T] {
	return []column[T]{
		{title: "kind of time", field: "kind", help: "What the goroutines did, or waited for.", text: func(x T) string { return of(x).name }},
		{title: "", width: width, bars: func(x T) []segment {
			if of(x).column == nil {
				return nil
			}
			return []segment{{of(x).column, of(x).share}}
		}},
	}
}

// measuredRow is one measure of some goroutines: its distribution over them.
type measuredRow struct {
	partRow
	analysis.Distribution
}

// breakdown is a table of all measures of the goroutines of a group.
func (m *maker) breakdown(t *analysis.Goroutines, g *analysis.Group, title string) *Panel {
	var rows []measuredRow
	for _, x := range measuresOf(t) {
		if g.Sum.Time(x) == 0 || m.ctx.Err() != nil {
			continue
		}
		row := measuredRow{Distribution: t.Distribution(g, x)}
		row.name, row.help = measureName(t.Columns, x)
		if x >= 0 {
			row.column = &t.Columns[x]
		}
		row.share = part(row.Sum, g.Sum.Total)
		rows = append(rows, row)
	}
	return newList(m, definition[measuredRow]{
		name: "breakdown", title: "Where the time went: " + title, empty: "Nothing is known of this time.", rows: rows,
		columns: slices.Concat(partColumns(func(x measuredRow) *partRow { return &x.partRow }, 120), []column[measuredRow]{
			{title: "share", width: 66, field: "share", help: "Of the time in which they existed.", figure: shareOf(func(x measuredRow) float64 { return x.share })},
		}, distribution(func(x measuredRow) *analysis.Distribution { return &x.Distribution }, "goroutines")),
		note: func(x measuredRow) string { return x.name + "\n" + x.help },
	}).Panel
}

// Statistic is which figure of a group's goroutines a table shows.
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

// statistics are their names, and what they mean for things of some kind.
var statistics = [...]struct{ name, help string }{
	Sum:  {"sum", "Of all % together."},
	Mean: {"mean", "The arithmetic mean."},
	P50:  {"p50", "Half of the % do not exceed it."},
	P90:  {"p90", "Nine in ten of the % do not exceed it."},
	P99:  {"p99", "99 in 100 of the % do not exceed it."},
	Max:  {"max", "The longest."},
}

// String names the statistic.
func (s Statistic) String() string { return statistics[s].name }

func (s Statistic) of(d *analysis.Distribution) trace.Time {
	return [...]trace.Time{Sum: d.Sum, Mean: trace.Time(d.Mean() + 0.5), P50: d.P50, P90: d.P90, P99: d.P99, Max: d.Max}[s]
}

// distribution are the columns of a distribution over things.
func distribution[T any](of func(T) *analysis.Distribution, things string) []column[T] {
	var all []column[T]
	for i, x := range statistics {
		s := Statistic(i)
		all = append(all, column[T]{title: x.name, width: 84, help: strings.Replace(x.help, "%", things, 1), field: x.name + "_ns",
			figure: timeOf(func(x T) trace.Time { return s.of(of(x)) }),
			text: func(x T) string {
				if of(x).Count == 0 {
					return ""
				}
				return timeline.Duration(s.of(of(x)))
			}})
	}
	return all
}

// largest are the largest parts of a breakdown, each in a line of its own.
func largest(columns []analysis.Column, b *analysis.Breakdown, most int) string {
	var all []partRow
	for i, v := range b.Times {
		if v > 0 {
			all = append(all, partRow{name: columns[i].Name, time: v})
		}
	}
	slices.SortStableFunc(all, func(a, b partRow) int { return cmp.Compare(b.time, a.time) })
	var out strings.Builder
	for _, p := range all[:min(len(all), most)] {
		out.WriteString("\n" + p.name + "  " + timeline.Duration(p.time) + "  " + model.Percent(int64(p.time), int64(b.Total)))
	}
	return out.String()
}
