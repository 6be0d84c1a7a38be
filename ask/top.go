package ask

import (
	"context"

	"profstation/model"
	"profstation/table"
)

// Order is how the rows of Top are sorted: by a column of [table.Top].
type Order struct {
	Column     int
	Descending bool
}

// By is the order of pprof's that comes nearest.
func (o Order) By() model.Sort {
	if o.Column == table.TopCum {
		return model.ByCum
	}
	return model.ByFlat
}

type topKey struct {
	result *model.Result
	order  Order
	beside bool // one of two
}

type topTable struct {
	table *table.Table
	rows  []model.Row
}

type tops struct{ kept[topKey, topTable] }

func showTop(ctx context.Context, a *Answer) error {
	a.Sort = Order{a.Request.Display.SortColumn, a.Request.Display.Descending}
	t, err := a.top.of(ctx, topKey{a.Result, a.Sort, a.Request.Compared != nil})
	a.Top, a.TopRows = t.table, t.rows
	return err
}

func (t *tops) of(ctx context.Context, key topKey) (topTable, error) {
	return t.renew(key, func() (topTable, error) {
		o := key.order
		top, err := key.result.Sorted(o.By()).Top(ctx)
		if err != nil {
			return topTable{}, err
		}
		rows := top.Rows
		if !o.Descending || o.Column != table.TopFlat && o.Column != table.TopCum { // not in pprof's order
			table.TopSort(ctx, key.result, rows, o.Column, o.Descending)
			if ctx.Err() != nil {
				return topTable{}, ctx.Err()
			}
		}
		if key.beside {
			return topTable{table.TopBeside(key.result, rows), rows}, nil
		}
		return topTable{table.Top(key.result, rows), rows}, nil
	})
}
