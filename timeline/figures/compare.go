package figures

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// comparedRow is one kind of time in several intervals.
type comparedRow struct {
	column *analysis.Column
	sums   []trace.Time
}

// compared makes the table that shows where all goroutines' time went in the kept intervals and the present one. It
// shows shares, since the intervals differ in length.
func (m *maker) compared() error {
	kept := slices.Clone(m.view.Kept)
	if !slices.ContainsFunc(kept, func(k Kept) bool { return m.Analysis.Within(k.Interval) == m.iv }) {
		name := lang.L("this range")
		if m.iv == m.Trace.Whole() {
			name = lang.L("whole trace")
		}
		kept = append([]Kept{{name, m.iv}}, kept...)
	}
	var rows []comparedRow
	totals := make([]trace.Time, len(kept))
	for i, k := range kept {
		t, err := remember(m.ctx, &m.memory, "compared:"+k.Name, k.Interval, m.Analysis.Goroutines)
		if err != nil {
			return err
		}
		if rows == nil {
			for c := range t.Columns {
				rows = append(rows, comparedRow{&t.Columns[c], make([]trace.Time, len(kept))})
			}
		}
		totals[i] = t.All.Time(analysis.Total)
		for c := range rows {
			rows[c].sums[i] = t.All.Times[c]
		}
	}
	rows = slices.DeleteFunc(rows, func(x comparedRow) bool {
		return !slices.ContainsFunc(x.sums, func(v trace.Time) bool { return v > 0 })
	})
	columns := []column[comparedRow]{{title: "kind of time", field: "kind",
		help: lang.L("What the goroutines did, or waited for."),
		text: func(x comparedRow) string { return analysis.Said(x.column.Name) }, write: func(x comparedRow) string { return x.column.Name }}}
	for i, k := range kept {
		share := func(x comparedRow) float64 { return part(x.sums[i], totals[i]) }
		columns = append(columns,
			column[comparedRow]{title: k.Name, shown: k.Name, width: max(90, headingWidth(k.Name)), field: "sum_ns_" + fieldName(k.Name),
				help: lang.L("{{.Range}}; all goroutines together {{.Time}}",
					lang.With{"Range": m.Interval(k.Interval), "Time": wording.Duration(totals[i])}),
				figure: timeOf(func(x comparedRow) trace.Time { return x.sums[i] }), blank: true},
			column[comparedRow]{title: "", width: 60, figure: shareOf(share)},
			column[comparedRow]{title: "", width: 90, bars: func(x comparedRow) []segment { return []segment{{x.column, share(x)}} }})
	}
	m.add(1, newList(m, definition[comparedRow]{name: "compared", empty: lang.L("No data for these times."), rows: rows,
		columns: columns}).Panel)
	return nil
}
