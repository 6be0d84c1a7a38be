package pair

import (
	"context"
	"math"
	"slices"
	"strings"

	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/table"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// The columns in [Table]. Columns with two figures have the base's first.
const (
	What = iota
	Verdict
	Delta
	Total
	Count
	Mean
	Median
	P90
	P99
	Max
)

// figures are the columns with a figure for each side, from Total on.
var figures = []struct {
	title, help string
	width       float64
	of          func(*compare.Sample) int64
}{
	{lang.Later("total"), "The sum of the durations.", 120, func(s *compare.Sample) int64 { return int64(s.Total) }},
	{lang.Later("count"), "The number of durations.", 78, func(s *compare.Sample) int64 { return int64(s.N) }},
	{lang.Later("mean"), "The arithmetic mean of the durations.", 120, func(s *compare.Sample) int64 { return int64(s.Mean) }},
	{"p50", "The median duration.", 120, func(s *compare.Sample) int64 { return s.P50 }},
	{"p90", "The 90th percentile of the durations.", 120, func(s *compare.Sample) int64 { return s.P90 }},
	{"p99", "The 99th percentile of the durations.", 120, func(s *compare.Sample) int64 { return s.P99 }},
	{lang.Later("max"), "The longest duration.", 120, func(s *compare.Sample) int64 { return s.Max }},
}

// baseToNew says which figure in a cell is which.
const baseToNew = "The base is on the left, the new trace on the right."

// Sort sorts rows by a column in their table. Columns with two figures sort by the larger one. Once the context has
// ended, the order means nothing.
func Sort(ctx context.Context, rows []Row, column int, descending bool) {
	by := table.Sorting[Row, float64]{Descending: descending, Key: func(r *Row) float64 {
		switch column {
		case Verdict:
			return 1 - r.Q // the least certain are rows without a test, whose Q is NaN
		case Delta:
			return math.Abs(r.Delta())
		}
		of := figures[column-Total].of
		return float64(max(of(&r.Base), of(&r.New)))
	}}
	if column == What {
		by.Key, by.Name, by.ByName = nil, (*Row).Label, true
	}
	by.Sort(work.StepsUntil(ctx), rows)
}

// Label names a row in full, in English. No other row has the same label.
func (r *Row) Label() string { return r.label(lang.English, r.Part) }

// Title returns the label in the user's language.
func (r *Row) Title() string { return r.label(lang.L, r.part()) }

func (r *Row) label(say lang.Voice, part string) string {
	s := say(string(r.Kind))
	switch {
	case r.Name != "":
		s += " " + r.Name
	case r.Kind == Goroutines, r.Kind == Lasting:
		s = say("goroutines of an unknown function")
	}
	if part != "" {
		s += ": " + part
	}
	return safe.Text(s)
}

// part returns Part in the user's language.
func (r *Row) part() string {
	switch r.Part {
	case "":
		return ""
	case lifetime:
		return lang.L("lifetime")
	}
	if part, ok := strings.CutSuffix(r.Part, PerSecond); ok && r.Kind == Lasting {
		return lang.L("{{.Part}} per second", lang.With{"Part": analysis.Said(part)})
	}
	return analysis.Said(r.Part)
}

// brief returns the label for a narrow cell. Part comes first, since long names are cut at the end.
// Names lack their package paths.
func (r *Row) brief() string {
	if r.Part == "" || r.Name == "" {
		return r.Title()
	}
	return safe.Text(r.part() + ": " + names.Short(r.Name, false))
}

// Table returns a table with the rows, which must not change afterwards.
func Table(rows []Row) *table.Table {
	columns := []table.ColumnOf[Row]{
		{Column: table.Column{Title: lang.L("timed"), Help: lang.L("What was timed.")}, Text: (*Row).brief},
		{Column: table.Column{Title: lang.L("significance"), Width: 106,
			Help: lang.L("Whether durations of one trace tend to be longer than those of the other by more than chance.")},
			Text: func(r *Row) string { return r.Outcome.Short() }},
		{Column: table.Column{Title: "Δ", Width: 66, Right: true,
			Help: lang.L("The sum of all durations in the new trace minus that in the base.")},
			Text: func(r *Row) string {
				if d := r.Delta(); d > 0 {
					return "+" + short(int64(d))
				}
				return short(int64(r.Delta()))
			}},
	}
	for i, f := range figures {
		side := func(s *compare.Sample) string {
			switch {
			case Total+i == Count:
				return units.Count(f.of(s))
			case s.N == 0:
				return "–"
			}
			return short(f.of(s))
		}
		columns = append(columns, table.ColumnOf[Row]{
			Column: table.Column{Title: lang.L(f.title), Width: f.width, Right: true, Help: lang.L(f.help) + "\n" + lang.L(baseToNew)},
			Text:   func(r *Row) string { return side(&r.Base) + " → " + side(&r.New) },
		})
	}
	t := table.Of(rows, columns,
		[]string{"kind", "name", "part", "base_count", "new_count", "base_total_ns", "new_total_ns", "base_mean_ns", "new_mean_ns",
			"base_p50_ns", "new_p50_ns", "base_p90_ns", "new_p90_ns", "base_p99_ns", "new_p99_ns", "base_max_ns", "new_max_ns", "finding", "p", "q", "new_longer_share"}, func(r *Row) []units.Cell {
			f := []units.Cell{units.Text(string(r.Kind)), units.Text(r.Name), units.Text(r.Part), units.WholeCell(r.Base.N),
				units.WholeCell(r.New.N), table.Exact(r.Base.Total), table.Exact(r.New.Total)}
			for _, x := range figures[Mean-Total:] {
				f = append(f, units.WholeCell(x.of(&r.Base)), units.WholeCell(x.of(&r.New)))
			}
			return append(f, units.Text(string(r.Outcome)), table.Exact(r.P), table.Exact(r.Q), table.Exact(r.Larger))
		})
	t.Signed, t.Min = true, 214
	t.Quiet = func(row int) bool { return rows[row].Outcome.Noise() }
	t.Note = func(row int) string {
		r := &rows[row]
		side := func(x *compare.Sample) lang.With {
			return lang.With{
				"N": units.Count(int64(x.N)), "Total": duration(int64(x.Total)),
				"Mean": duration(int64(x.Mean)), "P50": duration(x.P50), "P90": duration(x.P90), "P99": duration(x.P99), "Max": duration(x.Max),
			}
		}
		return r.Title() +
			"\n" + lang.L("base: {{.N}}, total {{.Total}}, mean {{.Mean}}, p50 {{.P50}}, p90 {{.P90}}, p99 {{.P99}}, max {{.Max}}", side(&r.Base)) +
			"\n" + lang.L("new: {{.N}}, total {{.Total}}, mean {{.Mean}}, p50 {{.P50}}, p90 {{.P90}}, p99 {{.P99}}, max {{.Max}}", side(&r.New)) + "\n" + r.Words()
	}
	return t
}

// short formats a time with three digits, for a cell. The row's note has more.
func short(v int64) string {
	return units.FormatShort(v, "nanoseconds", "auto")
}

func duration(v int64) string { return wording.Duration(trace.Time(v)) }

// Loud returns the rows that changed by more than noise.
func Loud(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Outcome.Noise() })
}
