package figures

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline/wording"
)

// Order says by which column rows are sorted, and in which direction. The zero value is the analysis's order. Columns
// are named by their English titles, since the set of columns depends on the interval.
type Order struct {
	By        string
	Ascending bool
}

// Column returns the index of the order's column, or −1 if there is none.
func (o Order) Column(t *table.Table) int {
	if t == nil || o.By == "" {
		return -1
	}
	return slices.Index(t.Keys, o.By)
}

// Next returns the order after a click on a column's heading. Figures begin with the largest.
func (o Order) Next(t *table.Table, column int) Order {
	key := t.Keys[column]
	if key == o.By {
		return Order{o.By, !o.Ascending}
	}
	return Order{key, !t.Columns[column].Right}
}

// column is one column in a list of T. It has a text, a figure or bars. If it has a text and a figure, it shows the
// text; the figure is for sorting and for files.
type column[T any] struct {
	title string  // in English; orders name the column by it
	shown string  // the title, if the column shows a name; "": title is translated
	width float64 // 0: what the others leave
	help  string
	field string // its name in a file; "": not written
	file  bool   // it is only written to files

	text   func(T) string
	write  func(T) string // for files; nil: the figure if there is one, else text
	digits bool           // it writes numbers to files, not texts
	bars   func(T) []segment

	figure *figure[T]
	blank  bool            // do not show a figure that is 0
	left   bool            // align the figure to the left
	bar    func(T) float64 // drawn under the figure; nil: none
}

// figure is a number for each row, and how to show it.
type figure[T any] struct {
	of   func(T) float64
	show func(v float64) string
}

// timeOf, countOf, shareOf and bytesOf make the kinds of figures: durations, numbers, fractions from 0 to 1, and
// sizes.
func timeOf[T any](of func(T) trace.Time) *figure[T] { return figureOf(of, wording.Duration) }
func countOf[T any](of func(T) int) *figure[T]       { return figureOf(of, count) }
func shareOf[T any](of func(T) float64) *figure[T]   { return figureOf(of, percent) }
func bytesOf[T any](of func(T) uint64) *figure[T]    { return figureOf(of, bytes) }

// momentsOf makes a figure for points in time, with enough digits to tell the rows' times apart.
func momentsOf[T any](rows []T, of func(T) trace.Time) *figure[T] {
	all := make([]trace.Time, len(rows))
	for i, x := range rows {
		all[i] = of(x)
	}
	return figureOf(of, wording.Moments(all))
}

func figureOf[T any, N trace.Time | int | float64 | uint64](of func(T) N, show func(N) string) *figure[T] {
	return &figure[T]{func(x T) float64 { return float64(of(x)) }, func(v float64) string { return show(N(v)) }}
}

// heading returns the title in the user's language.
func (c *column[T]) heading() string {
	if c.shown != "" || c.title == "" {
		return c.shown
	}
	return lang.L(c.title)
}

func (c *column[T]) cell(x T) string {
	switch {
	case c.text != nil:
		return c.text(x)
	case c.figure == nil:
		return ""
	}
	v := c.figure.of(x)
	if c.blank && v == 0 {
		return ""
	}
	return c.figure.show(v)
}

func (c *column[T]) record(x T) units.Cell {
	write := c.text
	switch {
	case c.write != nil:
		write = c.write
	case c.figure != nil:
		return units.Number(strconv.FormatFloat(c.figure.of(x), 'f', -1, 64))
	}
	if c.digits {
		return units.Number(write(x))
	}
	return units.Text(write(x))
}

// widest is how wide a column grows for its texts. Those of the first mostMeasured rows count.
const widest, mostMeasured = 420.0, 1000

// fitting returns a column that is wide enough for its texts, as far as that leaves room for others.
func fitting[T any](c column[T], rows []T) column[T] {
	for _, x := range rows[:min(len(rows), mostMeasured)] {
		if c.width >= widest {
			break
		}
		c.width = max(c.width, min(widest, table.ValueWidth(c.text(x))))
	}
	return c
}

type definition[T any] struct {
	name, title string
	share       float64 // share in the width of its row; 0: 1
	empty       string  // the text to show if there are no rows
	rows        []T
	columns     []column[T]
	below       func(T) []T // rows to list under a row, sorted among themselves; nil: none
	fixed       bool        // rows keep their order
	note        func(T) string
	target      func(T) Target
}

// list is a panel with a table, and its rows.
type list[T any] struct {
	*Panel
	rows []T
}

// newList makes a list, in the order that is chosen for it.
func newList[T any](m *maker, d definition[T]) *list[T] {
	var o Order
	if !d.fixed {
		o = m.view.Choice.Orders[d.name]
	}
	rows := sorted(m.ctx, d.rows, d.columns, o)
	if d.below != nil {
		rows = d.withBelow(m.ctx, o, nil, rows)
	}
	p := &Panel{Name: d.name, Title: d.title, Share: cmp.Or(d.share, 1), Table: tableOf(rows, d.columns, d.note),
		Order: o, Selected: -1, Empty: d.empty}
	if d.target != nil {
		p.Row = func(row int) Target { return d.target(rows[row]) }
	}
	return &list[T]{p, rows}
}

// withBelow adds rows to all, each followed by those below it.
func (d *definition[T]) withBelow(ctx context.Context, o Order, all, rows []T) []T {
	for _, x := range rows {
		if ctx.Err() != nil {
			break
		}
		all = append(all, x)
		if below := d.below(x); len(below) > 0 {
			all = d.withBelow(ctx, o, all, sorted(ctx, below, d.columns, o))
		}
	}
	return all
}

// pick selects the first row for which is returns true, and returns it.
func (l *list[T]) pick(is func(T) bool) (x T, ok bool) {
	if l.Selected = slices.IndexFunc(l.rows, is); l.Selected < 0 {
		return x, false
	}
	return l.rows[l.Selected], true
}

func tableOf[T any](rows []T, columns []column[T], note func(T) string) *table.Table {
	t := &table.Table{Rows: len(rows)}
	var shown, written []*column[T]
	for i := range columns {
		c := &columns[i]
		if c.field != "" {
			t.Fields, written = append(t.Fields, c.field), append(written, c)
		}
		if !c.file {
			shown = append(shown, c)
			t.Keys = append(t.Keys, c.title)
			t.Columns = append(t.Columns, table.Column{Title: c.heading(), Width: c.width, Right: c.figure != nil && !c.left, Help: c.help})
		}
	}
	t.Cell = func(row, col int) string { return shown[col].cell(rows[row]) }
	t.Record = func(row int, out []units.Cell) {
		for k, c := range written {
			out[k] = c.record(rows[row])
		}
	}
	t.Bar = func(row, col int) float64 {
		if b := shown[col].bar; b != nil {
			return b(rows[row])
		}
		return 0
	}
	t.Draw = func(cv scene.Canvas, th *scene.Theme, row, col int, cell scene.Rect) bool {
		bars := shown[col].bars
		if bars != nil {
			stack(cv, th, cell, bars(rows[row]))
		}
		return bars != nil
	}
	if note != nil {
		t.Note = func(row int) string { return note(rows[row]) }
	}
	return t
}

// sorted returns rows sorted by an order. Once the context has ended, they may be in any order.
func sorted[T any](ctx context.Context, rows []T, columns []column[T], o Order) []T {
	i := slices.IndexFunc(columns, func(c column[T]) bool {
		return c.title == o.By && !c.file && (c.figure != nil || c.text != nil)
	})
	if i < 0 || o.By == "" || ctx.Err() != nil {
		return rows
	}
	by := table.Sorting[T, float64]{Descending: !o.Ascending}
	if f := columns[i].figure; f != nil {
		by.Key = func(x *T) float64 { return f.of(*x) }
	} else {
		by.ByName = true
		by.Name = func(x *T) string { return columns[i].text(*x) }
	}
	rows = slices.Clone(rows)
	by.Sort(work.StepsUntil(ctx), rows)
	return rows
}

func count(n int) string { return units.Count(int64(n)) }

func percent(part float64) string { return strconv.FormatFloat(100*part, 'f', 1, 64) + "%" }
