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

// ColumnOf is a column of a table whose rows are values of T.
type ColumnOf[T any] struct {
	Column
	Text func(*T) string
	Bar  func(*T) float64 // nil: none
}

func join[T any](all []T, separator string, text func(T) string) string {
	texts := make([]string, len(all))
	for i, x := range all {
		texts[i] = text(x)
	}
	return strings.Join(texts, separator)
}

// Of is a table of rows. record, which may be nil, returns a row's values of the fields of a file.
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

// remember makes the table keep the texts of each row that was shown.
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

// Widths of columns, in logical pixels.
const (
	shareWidth   = 84.0
	verdictWidth = 130.0
)

// ValueWidth is the width of a column of values, given the longest. An SVG may be shown in a
// wider font than ours.
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

// widest is the width of a column of the values of rows, by the first of them.
func widest[T any](rows []T, values func(*T) []string) float64 {
	width := ValueWidth()
	for i := range rows[:min(len(rows), 1000)] {
		width = max(width, ValueWidth(values(&rows[i])...))
	}
	return width
}

// glossed is a column of figures with a name of pprof's, which is the same in every language.
func glossed(title string, width float64) Column {
	return Column{title, width, true, explained(title)}
}

// termed is a column of figures whose title is a word of the glossary.
func termed(term string, width float64) Column {
	return Column{lang.L(term), width, true, explained(term)}
}

// explained is what the glossary says of a term; "" where it has none.
func explained(term string) string {
	if text := explain.Glossary(term); text != "" {
		return lang.L(text)
	}
	return ""
}

func nodeColumn(g query.Granularity, help string) Column {
	title := lang.L("function")
	switch g {
	case query.Files:
		title = lang.L("file")
	case query.Lines:
		title = lang.L("line")
	case query.Addresses:
		title = lang.L("address")
	}
	return Column{title, 0, false, help}
}

// shorterNames are the forms of a node's name for less width, safe for a screen, with a mark behind them.
func shorterNames(r *query.Result, id query.NodeID, mark string) []string {
	forms := r.Shorter(id)
	for i, f := range forms {
		forms[i] = safe.Text(f) + mark
	}
	return forms
}

const sameShare = "The same as a share of the total."

const namedNode = "The node, named as go tool pprof names it."

// shares is a column of shares of the total of a result, with bars.
func shares[T any](head Column, r *query.Result, of func(*T) int64) ColumnOf[T] {
	return ColumnOf[T]{head, func(x *T) string { return units.Percent(of(x), r.Total) }, func(x *T) float64 { return partOf(of(x), r.Total) }}
}

func partOf(v, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(v) / float64(whole)
}

// besideLargest is a bar for each row: its value beside that of the largest.
func besideLargest[T any](rows []T, of func(*T) int64) func(*T) float64 {
	largest := int64(1)
	for i := range rows {
		largest = max(largest, units.Magnitude(of(&rows[i])))
	}
	return func(x *T) float64 { return float64(of(x)) / float64(largest) }
}

// Sorting is how rows are sorted: by a key or, if ByName, by their names. Rows with equal keys
// always stand by name from A to Z. Key, Name and Last may be nil.
type Sorting[T any, K cmp.Ordered] struct {
	Key        func(*T) K
	Name       func(*T) string
	ByName     bool
	Descending bool
	Last       func(a, b T) int // decides between equal names
}

// Sort sorts rows. It makes keys and names once, since they may take time. Once the steps are over,
// the order means nothing.
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
	// A row goes to its place, the one that stood there to its own, and so on: rows may be large, and
	// there is no second table of them.
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
