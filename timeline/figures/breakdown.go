package figures

import (
	"context"

	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// measuredRow is one measure of some goroutines: its distribution over them.
type measuredRow struct {
	name, help string
	column     *analysis.Column // nil: it overlaps those that have one
	share      float64
	analysis.Distribution
}

// breakdownList is a table of all measures of the goroutines of a group.
func (s *Source) breakdownList(ctx context.Context, t *analysis.Goroutines, g *analysis.Group, o Order) (*list[measuredRow], error) {
	var rows []measuredRow
	for _, m := range measuresOf(t) {
		if measured(&g.Sum, m) == 0 {
			continue
		}
		row := measuredRow{Distribution: t.Distribution(g, m)}
		row.name, row.help = measureName(t.Columns, m)
		if m >= 0 {
			row.column = &t.Columns[m]
		}
		row.share = float64(row.Sum) / float64(max(g.Sum.Total, 1))
		rows = append(rows, row)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return newList(ctx, rows, append([]column[measuredRow]{
		{title: "kind of time", field: "kind", help: "What the goroutines did, or waited for.", text: func(x measuredRow) string { return x.name }},
		{title: "", width: 120, draw: func(x measuredRow) []segment {
			if x.column == nil {
				return nil
			}
			return []segment{{x.column, x.share}}
		}},
		{title: "share", width: 66, field: "share", help: "Of the time in which they existed.",
			text: func(x measuredRow) string { return percent(x.share) }, value: func(x measuredRow) float64 { return x.share }},
	}, distribution(func(x measuredRow) *analysis.Distribution { return &x.Distribution }, "goroutines")...), o,
		func(x measuredRow) string { return x.name + "\n" + x.help })
}

// distribution are the columns of a distribution over things.
func distribution[T any](of func(T) *analysis.Distribution, things string) []column[T] {
	c := func(title, help string, v func(d *analysis.Distribution) trace.Time) column[T] {
		return column[T]{title: title, width: 84, help: help, field: title + "_ns",
			value: func(x T) float64 { return float64(v(of(x))) },
			text: func(x T) string {
				if of(x).Count == 0 {
					return ""
				}
				return timeline.Duration(v(of(x)))
			}}
	}
	return []column[T]{
		c("sum", "Of all "+things+" together.", func(d *analysis.Distribution) trace.Time { return d.Sum }),
		c("mean", "The arithmetic mean.", func(d *analysis.Distribution) trace.Time { return Mean.of(d) }),
		c("p50", "Half of the "+things+" do not exceed it.", func(d *analysis.Distribution) trace.Time { return d.P50 }),
		c("p90", "Nine in ten of the "+things+" do not exceed it.", func(d *analysis.Distribution) trace.Time { return d.P90 }),
		c("p99", "99 in 100 of the "+things+" do not exceed it.", func(d *analysis.Distribution) trace.Time { return d.P99 }),
		c("max", "The longest.", func(d *analysis.Distribution) trace.Time { return d.Max }),
	}
}
