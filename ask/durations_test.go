package ask

import (
	"strings"
	"testing"

	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/timeline/pair"
)

// The heading of two traces says in words how many durations differ, also where none does.
func TestDurationsHeading(t *testing.T) {
	row := func(f compare.Outcome) pair.Row {
		return pair.Row{Distribution: compare.Distribution{Outcome: f}}
	}
	for want, rows := range map[string][]pair.Row{
		" · 0 durations · no difference exceeds noise": nil,
		" · 1 duration · no difference exceeds noise":  {row(compare.NotSure)},
		" · 2 durations · 1 difference exceeds noise":  {row(compare.NotSure), row(compare.Real)},
		" · 2 durations · 2 differences exceed noise":  {row(compare.Real), row(compare.Real)},
	} {
		d := NewDurations(t.Context(), &pair.Pair{Base: &trace.Trace{}, New: &trace.Trace{}, Rows: rows}, RowsKey{Column: -1})
		if !strings.HasSuffix(d.Heading, want) {
			t.Errorf("%q, want it to end with %q", d.Heading, want)
		}
	}
}
