package figures

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// Order is by which column rows stand, and which way round. The zero value is
// the order that the analysis gives. Columns are named by their titles: which
// there are depends on the interval.
type Order struct {
	By        string
	Ascending bool
}

// Column finds the column of an order; −1 for none.
func (o Order) Column(t *table.Table) int {
	if t == nil || o.By == "" {
		return -1
	}
	return slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Title == o.By })
}

// Next is the order after a click on the heading of a column: figures begin
// with the largest.
func (o Order) Next(t *table.Table, column int) Order {
	c := t.Columns[column]
	if c.Title == o.By {
		return Order{o.By, !o.Ascending}
	}
	return Order{c.Title, !c.Right}
}

// column is one column of a list of T.
type column[T any] struct {
	title string
	width float64 // 0: what the others leave
	help  string
	field string            // its name in a file; "": not written
	text  func(T) string    // nil: value as a duration
	value func(T) float64   // what it is sorted by; nil: by its text
	write func(T) string    // for files; nil: value as a whole number, or text
	bar   func(T) float64   // nil: none
	draw  func(T) []segment // a stacked bar; nil: none
	right bool              // figures that are texts
	file  bool              // it is only written to files
}

func (c *column[T]) cell(x T) string {
	switch {
	case c.draw != nil:
		return ""
	case c.text != nil:
		return c.text(x)
	}
	return timeline.Duration(trace.Time(c.value(x)))
}

func (c *column[T]) record(x T) string {
	switch {
	case c.write != nil:
		return c.write(x)
	case c.value != nil:
		return strconv.FormatFloat(c.value(x), 'f', -1, 64)
	}
	return c.text(x)
}

// list is a table and what its rows are.
type list[T any] struct {
	rows  []T
	table *table.Table
	order Order
}

// newList makes a table of rows in an order. note may be nil.
func newList[T any](ctx context.Context, rows []T, columns []column[T], o Order, note func(T) string) (*list[T], error) {
	rows, err := sorted(ctx, rows, columns, o)
	if err != nil {
		return nil, err
	}
	return &list[T]{rows, tableOf(rows, columns, note), o}, nil
}

// panel puts a list into a panel.
func (l *list[T]) panel(name, title string, share float64, empty string, target func(T) Target) *Panel {
	p := &Panel{Name: name, Title: title, Share: share, Table: l.table, Order: l.order, Selected: -1, Empty: empty}
	if target != nil {
		p.Row = func(row int) Target { return target(l.rows[row]) }
	}
	return p
}

// tableOf makes a table of rows that stand as they are.
func tableOf[T any](rows []T, columns []column[T], note func(T) string) *table.Table {
	t := &table.Table{Rows: len(rows)}
	bars, draws := false, false
	var shown, written []*column[T]
	for i := range columns {
		c := &columns[i]
		if c.field != "" {
			t.Fields, written = append(t.Fields, c.field), append(written, c)
		}
		if c.file {
			continue
		}
		shown = append(shown, c)
		t.Columns = append(t.Columns, table.Column{Title: c.title, Width: c.width, Right: c.right || c.value != nil, Help: c.help})
		bars, draws = bars || c.bar != nil, draws || c.draw != nil
	}
	t.Cell = func(row, col int) string { return shown[col].cell(rows[row]) }
	t.Record = func(row int, out []string) {
		for k, c := range written {
			out[k] = c.record(rows[row])
		}
	}
	if bars {
		t.Bar = func(row, col int) float64 {
			if b := shown[col].bar; b != nil {
				return b(rows[row])
			}
			return 0
		}
	}
	if draws {
		t.Draw = func(cv scene.Canvas, th *scene.Theme, row, col int, cell scene.Rect) bool {
			if shown[col].draw == nil {
				return false
			}
			stack(cv, th, cell, shown[col].draw(rows[row]))
			return true
		}
	}
	if note != nil {
		t.Note = func(row int) string { return note(rows[row]) }
	}
	return t
}

// sorted is a copy of rows in an order. Keys are taken once: many rows are
// sorted by texts that are made.
func sorted[T any](ctx context.Context, rows []T, columns []column[T], o Order) ([]T, error) {
	i := slices.IndexFunc(columns, func(c column[T]) bool {
		return c.title == o.By && !c.file && (c.value != nil || c.text != nil)
	})
	if i < 0 || o.By == "" {
		return rows, ctx.Err()
	}
	type keyed struct {
		value float64
		text  string
		row   T
	}
	keys := make([]keyed, len(rows))
	for k, row := range rows {
		if k&(1<<14-1) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		keys[k].row = row
		if v := columns[i].value; v != nil {
			keys[k].value = v(row)
		} else {
			keys[k].text = columns[i].text(row)
		}
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		c := cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.text, b.text))
		if !o.Ascending {
			c = -c
		}
		return c
	})
	out := make([]T, len(rows))
	for k := range keys {
		out[k] = keys[k].row
	}
	return out, ctx.Err()
}

// count makes the text of a number.
func count(n int) string { return model.Count(int64(n)) }

// countOrNothing leaves zero out: it is the rule.
func countOrNothing(n int) string {
	if n == 0 {
		return ""
	}
	return count(n)
}

// whole writes a number to a file.
func whole[N ~int | ~int32 | ~int64 | ~uint64](n N) string { return strconv.FormatInt(int64(n), 10) }

// percent is a part of a whole from 0 to 1.
func percent(part float64) string { return strconv.FormatFloat(100*part, 'f', 1, 64) + "%" }
