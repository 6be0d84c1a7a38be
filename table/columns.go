package table

import (
	"cmp"
	"strings"

	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/scene"
)

// RowsInOneUnit is a column in a table whose rows are values of type T.
type ColumnOf[T any] struct {
	Column
	Text func(*T) string
	Bar  func(*T) float64 // nil: no bar
}

func join[T any](all []T, separator string, text func(T) string) string {
	texts := make([]string, len(all))
	for i, x := range all {
		texts[i] = text(x)
	}
	return strings.Join(texts, separator)
}

// Of makes a table with a row for each element. record may be nil; it returns a row's values for the fields in a
// file.
func Of[T any](rows []T, columns []ColumnOf[T], fields []string, record func(*T) []units.Cell) *Table {
	t := &Table{Rows: len(rows), Fields: fields}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	t.Cell = func(row, col int) string { return columns[col].Text(&rows[row]) }
	t.Bar = func(row, col int) float64 {
		if bar := columns[col].Bar; bar != nil {
			return bar(&rows[row])
		}
		return 0
	}
	if record != nil {
		t.Record = func(row int, out []units.Cell) { copy(out, record(&rows[row])) }
	}
	return t
}

// remember makes the table keep the texts of every row that was shown.
func (t *Table) remember() {
	cells, text := make([][]string, t.Rows), t.Cell
	t.Cell = func(row, col int) string {
		if cells[row] == nil {
			cells[row] = make([]string, len(t.Columns))
			for i := range cells[row] {
				cells[row][i] = text(row, i)
			}
		}
		return cells[row][col]
	}
}

// Column widths, in logical pixels.
const (
	shareWidth   = 84.0
	verdictWidth = 130.0
)

// ValueWidth returns the width of a column of values, given the longest values. It leaves some room, since an SVG
// may be shown in a wider font than ours.
func ValueWidth(values ...string) float64 {
	width := 60.0
	for _, s := range values {
		// Another value may have two decimals where this one has none.
		if !strings.Contains(s, ".") {
			s += ".00"
		}
		width = max(width, 1.15*scene.Measure(s, font))
	}
	return width + 2*gap
}

// column returns what writes figures of the rows in one column, or in several whose digits are compared.
func column[T any](r *query.Result, rows []T, figures func(*T) []int64) func(int64) string {
	return r.InOneUnit(func(yield func(int64) bool) {
		for i := range rows {
			for _, v := range figures(&rows[i]) {
				if !yield(v) {
					return
				}
			}
		}
	})
}

// orBlank leaves figures out that are 0, since most lines have 0.
func orBlank(format func(int64) string) func(int64) string {
	return func(v int64) string {
		if v == 0 {
			return ""
		}
		return format(v)
	}
}

// widest returns the width of a column that shows values of the rows. It measures the first 1000 rows only.
func widest[T any](rows []T, values func(*T) []string) float64 {
	width := ValueWidth()
	for i := range rows[:min(len(rows), 1000)] {
		width = max(width, ValueWidth(values(&rows[i])...))
	}
	return width
}

// glossed returns a column of figures with one of pprof's own names, which are the same in every language.
func glossed(title string, width float64) Column {
	return Column{title, width, true, explained(title)}
}

// glossedOf returns a column of figures of a result, whose kind of profile may give the name another meaning.
func glossedOf(r *query.Result, title string, width float64) Column {
	return Column{title, width, true, explained(explain.Term(r.Profile.Kind, title))}
}

// termed returns a column of figures whose title is a word in the glossary.
func termed(term string, width float64) Column {
	return Column{lang.L(term), width, true, explained(term)}
}

// explained returns what the glossary says about a term, or "" if the term is not in it.
func explained(term string) string {
	if text := explain.Glossary(term); text != "" {
		return lang.L(text)
	}
	return ""
}

func nodeColumn(g query.Granularity, help string) Column {
	return Column{lang.L(g.Noun()), 0, false, help}
}

// shorterNames returns shorter forms of a node's name, safe for a screen, each followed by the mark.
func shorterNames(r *query.Result, id query.NodeID, mark string) []string {
	forms := r.Shorter(id)
	for i, f := range forms {
		forms[i] = safe.Text(f) + mark
	}
	return forms
}

const sameShare = "The same as a share of the total."

const namedNode = "The node, named as go tool pprof names it."

// shares returns a column that shows values as shares of the result's total, with bars.
func shares[T any](head Column, r *query.Result, of func(*T) int64) ColumnOf[T] {
	return ColumnOf[T]{head, func(x *T) string { return units.Percent(of(x), r.Total) }, func(x *T) float64 { return partOf(of(x), r.Total) }}
}

func partOf(v, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(v) / float64(whole)
}

// besideLargest returns a bar for each row: the row's value relative to the largest one.
func besideLargest[T any](rows []T, of func(*T) int64) func(*T) float64 {
	largest := int64(1)
	for i := range rows {
		largest = max(largest, units.Magnitude(of(&rows[i])))
	}
	return func(x *T) float64 { return float64(of(x)) / float64(largest) }
}

// Sorting says how to sort rows: by a key or, if ByName, by their names. Rows with equal keys always stand by name
// from A to Z. Key, Name and Last may be nil.
type Sorting[T any, K cmp.Ordered] struct {
	Key        func(*T) K
	Name       func(*T) string
	ByName     bool
	Descending bool
	Last       func(a, b T) int // decides between equal names
}

// Sort sorts rows. It makes each key and name only once, since they may take time. If the steps run out, the order
// means nothing.
func (s Sorting[T, K]) Sort(steps *work.Steps, rows []T) {
	type keyed struct {
		key  K
		name string
		row  int
	}
	all := make([]keyed, len(rows))
	for i := range rows {
		if all[i].row = i; s.Key != nil {
			all[i].key = s.Key(&rows[i])
		}
		if s.Name != nil {
			all[i].name = s.Name(&rows[i])
		}
		if steps.Over(1) {
			return
		}
	}
	work.SortSteps(steps, true, all, func(a, b keyed) int {
		order := 0
		if s.ByName {
			order = cmp.Compare(a.name, b.name)
		} else {
			order = cmp.Compare(a.key, b.key)
		}
		if s.Descending {
			order = -order
		}
		if order == 0 && !s.ByName {
			order = cmp.Compare(a.name, b.name)
		}
		if order == 0 && s.Last != nil {
			order = s.Last(rows[a.row], rows[b.row])
		}
		return order
	})
	// Move each row to its place, then the row that stood there to its own place, and so on. Rows may be large,
	// and this needs no second copy of them all.
	for i := range all {
		first := rows[i]
		for at := i; all[at].row >= 0; {
			from := all[at].row
			all[at].row = -1
			if from == i {
				rows[at] = first
				break
			}
			rows[at] = rows[from]
			at = from
		}
		if steps.Over(1) {
			return
		}
	}
}
