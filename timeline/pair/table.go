package pair

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/table"
	"profstation/timeline"
)

// The columns of [Table]. Those of two figures have the base's first.
const (
	What = iota
	Verdict
	Delta
	Total
	Count
	Median
	P99
	Most
)

// figures are the columns with a figure of each side, from Total on.
var figures = []struct {
	title, help string
	width       float64
	of          func(*compare.Sample) int64
}{
	{"total", "All durations together", 120, func(s *compare.Sample) int64 { return int64(s.Total) }},
	{"count", "How many there are", 78, func(s *compare.Sample) int64 { return int64(s.N) }},
	{"p50", "How long half of them took at most", 120, func(s *compare.Sample) int64 { return s.P50 }},
	{"p99", "How long all but 1% of them took at most", 120, func(s *compare.Sample) int64 { return s.P99 }},
	{"max", "How long the longest took", 120, func(s *compare.Sample) int64 { return s.Most }},
}

// Sort sorts rows by a column of their table, two figures by the larger one.
func Sort(rows []Row, column int, descending bool) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		if descending {
			a, b = b, a
		}
		return compareRows(&a, &b, column)
	})
}

func compareRows(a, b *Row, column int) int {
	switch column {
	case What:
		return strings.Compare(a.Label(), b.Label())
	case Verdict:
		return cmp.Compare(1-a.Q, 1-b.Q) // the least sure are rows without a test, whose Q is NaN
	case Delta:
		return cmp.Compare(math.Abs(a.Delta()), math.Abs(b.Delta()))
	}
	of := figures[column-Total].of
	return cmp.Compare(max(of(&a.Base), of(&a.New)), max(of(&b.Base), of(&b.New)))
}

// Label names a row in full; no other row has the same label.
func (r *Row) Label() string {
	s := string(r.Kind)
	if r.Name != "" {
		s += " " + r.Name
	}
	if r.Kind == Goroutines && r.Name == "" {
		s += " of an unknown function"
	}
	if r.Part != "" {
		s += ": " + r.Part
	}
	return model.Sanitise(s)
}

// brief is the label for a narrow cell. The part of the time comes first, since long
// names are cut at their end, and names are without the paths of their packages.
func (r *Row) brief() string {
	if r.Part == "" || r.Name == "" {
		return r.Label()
	}
	return model.Sanitise(r.Part + ": " + model.ShortName(r.Name, false))
}

// Table is the table of rows, which must not change afterwards.
func Table(rows []Row) *table.Table {
	columns := []table.Column{
		{Title: "what", Help: "What the durations are of."},
		{Title: "is it real?", Width: 106, Help: "Whether durations of one trace tend to be longer than those of the other by more than chance."},
		{Title: "Δ", Width: 66, Right: true, Help: "All durations of the new trace together, less those of the base."},
	}
	for _, f := range figures {
		columns = append(columns, table.Column{Title: f.title, Width: f.width, Right: true, Help: f.help + ", in the base and in the new trace."})
	}
	return &table.Table{
		Columns: columns,
		Rows:    len(rows), Signed: true, Least: 214,
		Cell:  func(row, col int) string { return rows[row].cell(col) },
		Quiet: func(row int) bool { return rows[row].Finding.Noise() },
		Note: func(row int) string {
			r := &rows[row]
			side := func(of string, x *compare.Sample) string {
				return fmt.Sprintf("\n%s: %s, total %s, p50 %s, p99 %s, max %s", of, model.Count(int64(x.N)),
					duration(int64(x.Total)), duration(x.P50), duration(x.P99), duration(x.Most))
			}
			return r.Label() + side("base", &r.Base) + side("new", &r.New) + "\n" + r.Words()
		},
		Fields: []string{"kind", "name", "part", "base_count", "new_count", "base_total_ns", "new_total_ns", "base_p50_ns", "new_p50_ns",
			"base_p99_ns", "new_p99_ns", "base_max_ns", "new_max_ns", "finding", "p", "q", "new_longer_share"},
		Record: func(row int, f []string) {
			r := &rows[row]
			whole := func(v int64) string { return strconv.FormatInt(v, 10) }
			copy(f, []string{string(r.Kind), r.Name, r.Part, strconv.Itoa(r.Base.N), strconv.Itoa(r.New.N), table.Exact(r.Base.Total), table.Exact(r.New.Total),
				whole(r.Base.P50), whole(r.New.P50), whole(r.Base.P99), whole(r.New.P99), whole(r.Base.Most), whole(r.New.Most),
				string(r.Finding), table.Exact(r.P), table.Exact(r.Q), table.Exact(r.Larger)})
		},
	}
}

// short writes a time with three digits, for a cell; the note of the row has more.
func short(v float64) string {
	s := model.FormatSpaced(int64(v), "nanoseconds", "auto")
	if strings.HasPrefix(s, "0 ") {
		return "0"
	}
	return strings.NewReplacer(" ", "", "us", "µs").Replace(s) // µs as everywhere in the timeline
}

func duration(v int64) string { return timeline.Duration(trace.Time(v)) }

var verdicts = map[compare.Finding]string{compare.More: "more than noise", compare.Within: "within noise"}

func (r *Row) cell(col int) string {
	switch col {
	case What:
		return r.brief()
	case Verdict:
		return cmp.Or(verdicts[r.Finding], "too few")
	case Delta:
		d := r.Delta()
		if d > 0 {
			return "+" + short(d)
		}
		return short(d)
	case Count:
		return model.Count(int64(r.Base.N)) + " → " + model.Count(int64(r.New.N))
	}
	one := func(s *compare.Sample) string {
		if s.N == 0 {
			return "–"
		}
		return short(float64(figures[col-Total].of(s)))
	}
	return one(&r.Base) + " → " + one(&r.New)
}

// Loud are the rows that changed by more than noise.
func Loud(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Finding.Noise() })
}
