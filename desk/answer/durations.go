package answer

import (
	"fmt"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// Durations makes the table of what two traces differ in.
func Durations(x *pair.Pair, by RowsKey) *screen.Contrast {
	rows := pair.Loud(x.Rows)
	loud := len(rows)
	if !by.HideNoise {
		rows = append(rows[:0:0], x.Rows...)
	}
	if by.Column >= 0 {
		pair.Sort(rows, by.Column, by.Descending)
	}
	long := func(t *trace.Trace) string {
		return timeline.Duration(t.End) + ", " + model.Count(int64(len(t.Goroutines))) + lang.L(" goroutines")
	}
	lengths := lang.L("base ") + long(x.Base) + lang.L(" → new ") + long(x.New)
	heading := fmt.Sprintf(lang.L("traces: %s · %s durations: %s more than noise"), lengths, model.Count(int64(len(x.Rows))), model.Count(int64(loud)))
	return &screen.Contrast{Table: pair.Table(rows), Rows: rows, Heading: heading, Explain: pair.Explain()}
}
