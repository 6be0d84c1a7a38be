package figures

import (
	"context"
	"slices"

	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// comparedRow is one kind of time in several intervals.
type comparedRow struct {
	column *analysis.Column
	sums   []trace.Time
}

// comparedRows are where the time of all goroutines went in the intervals that
// are kept, and in the present one: as shares, since their lengths differ.
func (s *Source) comparedRows(ctx context.Context, sheet *Sheet, v View) error {
	kept := slices.Clone(v.Kept)
	if !slices.ContainsFunc(kept, func(k Kept) bool { return s.Analysis.Within(k.Interval) == sheet.Interval }) {
		name := "this range"
		if sheet.Interval == s.Trace.Whole() {
			name = "whole trace"
		}
		kept = append([]Kept{{name, sheet.Interval}}, kept...)
	}
	var rows []comparedRow
	totals := make([]trace.Time, len(kept))
	for i, k := range kept {
		t, err := remember(&s.memory, "compared "+k.Name, k.Interval, func() (*analysis.Goroutines, error) { return s.Analysis.Goroutines(ctx, k.Interval) })
		if err != nil {
			return err
		}
		if rows == nil {
			rows = make([]comparedRow, len(t.Columns))
			for c := range rows {
				rows[c] = comparedRow{&t.Columns[c], make([]trace.Time, len(kept))}
			}
		}
		sum := sumOf(t)
		totals[i] = sum.Total
		for c := range rows {
			rows[c].sums[i] = sum.Times[c]
		}
	}
	rows = slices.DeleteFunc(rows, func(x comparedRow) bool {
		return !slices.ContainsFunc(x.sums, func(v trace.Time) bool { return v > 0 })
	})
	columns := []column[comparedRow]{{title: "kind of time", field: "kind", help: "What the goroutines did, or waited for.", text: func(x comparedRow) string { return x.column.Name }}}
	for i, k := range kept {
		share := func(x comparedRow) float64 { return float64(x.sums[i]) / float64(max(totals[i], 1)) }
		columns = append(columns,
			column[comparedRow]{title: k.Name, width: max(90, headingWidth(k.Name)), field: "sum_ns_" + fieldName(k.Name),
				help:  s.Interval(k.Interval) + "; all goroutines together " + timeline.Duration(totals[i]),
				value: func(x comparedRow) float64 { return float64(x.sums[i]) },
				text: func(x comparedRow) string {
					if x.sums[i] == 0 {
						return ""
					}
					return timeline.Duration(x.sums[i])
				}},
			column[comparedRow]{title: "", width: 60, right: true, text: func(x comparedRow) string { return percent(share(x)) }},
			column[comparedRow]{title: "", width: 90, draw: func(x comparedRow) []segment { return []segment{{x.column, share(x)}} }})
	}
	l, err := newList(ctx, rows, columns, v.Choice.Orders["compared"], nil)
	if err != nil {
		return err
	}
	sheet.Rows = []Row{{1, []*Panel{l.panel("compared", "", 1, "Nothing is known of these times.", nil)}}}
	return nil
}
