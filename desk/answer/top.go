package answer

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

// topKey is what the table of nodes depends on.
type topKey struct {
	result *model.Result
	order  Order
	beside bool // one of two
}

type topTable struct {
	table *table.Table
	rows  []model.Row
}

// showTop makes the table of all nodes.
func showTop(_ context.Context, a *Answer) error {
	a.Sort = Order{a.Request.Display.SortColumn, a.Request.Display.Descending}
	err := renewTop(&a.top, topKey{a.Result, a.Sort, a.Request.Compared != nil})
	a.Top, a.TopRows = a.top.v.table, a.top.v.rows
	return err
}

func renewTop(t *kept[topKey, topTable], key topKey) error {
	return t.renew(key, func() (topTable, error) {
		o := key.order
		rows := key.result.Sorted(o.By()).Top().Rows
		if !o.Descending || o.Column != table.TopFlat && o.Column != table.TopCum { // not in pprof's order
			table.TopSort(key.result, rows, o.Column, o.Descending)
		}
		if key.beside {
			return topTable{table.TopBeside(key.result, rows), rows}, nil
		}
		return topTable{table.Top(key.result, rows), rows}, nil
	})
}
