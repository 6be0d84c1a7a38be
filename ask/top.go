package ask

import (
	"context"
	"io"
	"math"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

// Order is how the rows of Top are sorted: by a column of [table.Top].
type Order struct {
	Column     int
	Descending bool
}

// By returns the nearest order that pprof has.
func (o Order) By() query.Sort {
	if o.Column == table.TopCum {
		return query.ByCum
	}
	return query.ByFlat
}

type topKey struct {
	result *query.Result
	lives  *series.Lives
	order  Order
	beside bool // one of two tables
}

type topTable struct {
	table *table.Table
	rows  []query.Row
}

type tops struct{ kept[topKey, topTable] }

func showTop(ctx context.Context, a *Answer) error {
	a.Sort = Order{a.Request.Display.SortColumn, a.Request.Display.Descending}
	lives, err := showLives(ctx, a)
	if err != nil {
		return err
	}
	a.Lives = lives
	t, err := a.top.of(ctx, topKey{a.Result, lives, a.Sort, a.Request.Compared != nil})
	a.Top, a.TopRows = t.table, t.rows
	return err
}

// livesKey is what lives depend on. While profiles arrive, they are found anew only when their number has grown by a
// twentieth, as what grows is ranked.
type livesKey struct {
	series *series.Series
	typ    string
	by     series.By
	grown  int
}

// livesBy are the ways to divide a series that divide a profile into the same names.
var livesBy = map[query.Granularity]series.By{"": series.Functions, query.Functions: series.Functions, query.Packages: series.Packages}

// showLives returns how long what each node allocates lives, or nil where that is not known.
func showLives(ctx context.Context, a *Answer) (*series.Lives, error) {
	s := a.Request.Trend.Series
	by, ok := livesBy[a.Result.Query.Granularity]
	if s == nil || !ok || a.Request.Compared != nil {
		return nil, nil
	}
	key := livesKey{s, a.Result.Type.Type, by, int(math.Log(float64(1+s.Len())) / math.Log(1.05))}
	return a.lives.renew(key, func() (*series.Lives, error) {
		return s.Lives(ctx, series.Question{Type: key.typ, By: by})
	})
}

func (t *tops) of(ctx context.Context, key topKey) (topTable, error) {
	return t.renew(key, func() (topTable, error) {
		o := key.order
		top, err := key.result.Sorted(o.By()).Top(ctx)
		if err != nil {
			return topTable{}, err
		}
		rows := top.Rows
		if !o.Descending || o.Column != table.TopFlat && o.Column != table.TopCum { // pprof's order differs
			table.TopSort(ctx, key.result, rows, key.lives, o.Column, o.Descending)
			if ctx.Err() != nil {
				return topTable{}, ctx.Err()
			}
		}
		if key.beside {
			return topTable{table.TopBeside(key.result, rows), rows}, nil
		}
		return topTable{table.Top(key.result, rows, key.lives), rows}, nil
	})
}

// topPicture makes a table of its own, because the window may draw the answer's at the same time.
func topPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	top, err := topOf(ctx, a)
	if err != nil {
		return nil, err
	}
	lines, err := caption(ctx, a, top.Heading())
	if err != nil {
		return nil, err
	}
	p := &table.Picture{
		Head:  l.head(lines...),
		Table: table.Top(a.Result, a.TopRows, a.Lives), Theme: l.Theme, Empty: lang.L(noRows), Width: l.Width,
		SortColumn: a.Sort.Column, Descending: a.Sort.Descending, Match: matching(a.Match, a.TopRows),
	}
	l.rows(p)
	return p, nil
}

// matching returns which rows belong to nodes that a search found; nil without a search.
func matching(match []bool, rows []query.Row) func(row int) bool {
	if match == nil {
		return nil
	}
	return func(row int) bool { return match[rows[row].Node] }
}

// topOf returns the nodes by flat, or by cum if the table is sorted by that.
func topOf(ctx context.Context, a *Answer) (*table.TopReport, error) {
	r := a.Result.Sorted(a.Sort.By())
	t, err := r.Top(ctx)
	return &table.TopReport{File: a.Name, Result: r, Table: t}, err
}

func topJSON(ctx context.Context, a *Answer) (Write, error) {
	t, err := topOf(ctx, a)
	return t.WriteJSON, err
}

func topText(ctx context.Context, a *Answer) (Write, error) {
	write, err := table.TopText(ctx, a.Result.Sorted(a.Sort.By()))
	return Write(write), err
}

// topsOf makes a table for each side for each file, because the window draws its own at the same time.
func topsOf(a *Answer) [2]*table.Table {
	other := a.Compared.Other
	return [2]*table.Table{
		BaseSide: table.TopBeside(other.Result, other.TopRows), NewSide: table.TopBeside(a.Result, a.TopRows),
	}
}

func topsPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	p := &table.SideBySide{
		Head: l.besideHead(a), Tables: topsOf(a), Names: a.sideNames(), Theme: l.Theme,
		Width: l.Width, SortColumn: a.Sort.Column, Descending: a.Sort.Descending,
	}
	p.Match[BaseSide], p.Match[NewSide] = matching(a.Match, a.Compared.Other.TopRows), matching(a.Match, a.TopRows)
	return p, nil
}

func topsFigures(a *Answer) Write {
	t := topsOf(a)
	return func(w io.Writer) error {
		return table.WriteSidesCSV(w, a.Compared.Comparison.Pair, t[BaseSide], t[NewSide])
	}
}
