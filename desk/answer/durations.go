package answer

import (
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// Durations is what two traces differ in.
type Durations struct {
	screen.Durations
	By RowsKey
}

// NewDurations sorts and picks the rows of what two traces differ in.
func NewDurations(x *pair.Pair, by RowsKey) *Durations {
	rows := pair.Loud(x.Rows)
	heading := lang.L("traces: base {{.Base}} → new {{.New}} · {{.All}} durations: {{.Loud}} more than noise", lang.With{
		"Base": length(x.Base), "New": length(x.New), "All": model.Count(int64(len(x.Rows))), "Loud": model.Count(int64(len(rows))),
	})
	if !by.HideNoise {
		rows = slices.Clone(x.Rows)
	}
	if by.Column >= 0 {
		pair.Sort(rows, by.Column, by.Descending)
	}
	return &Durations{screen.Durations{Table: pair.Table(rows), Rows: rows, Heading: heading, Explain: pair.Explain()}, by}
}

// length is how long a trace is, which totals and counts depend on.
func length(t *trace.Trace) string {
	return lang.L("{{.Time}}, {{.N}} goroutines", lang.With{"Time": timeline.Duration(t.End), "N": model.Count(int64(len(t.Goroutines)))})
}
