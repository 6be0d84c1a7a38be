package table

import (
	"cmp"
	"slices"

	"profstation/model"
)

// TopSort sorts rows by a column of [Top]: figures by their magnitude, as pprof
// sorts them, equal ones by name from A to Z in either direction. The sum% of a
// row follows from the order of flat values, and so sorts as they do.
func TopSort(r *model.Result, rows []model.Row, column int, descending bool) {
	type named struct {
		model.Row
		name string
	}
	all := make([]named, len(rows))
	for i, row := range rows {
		all[i] = named{row, r.Nodes.Node(row.Node).String()}
	}
	key := func(row model.Row) int64 {
		switch column {
		case TopFlat, TopFlatPercent, TopSumPercent:
			return model.Magnitude(row.Flat)
		case TopCum, TopCumPercent:
			return model.Magnitude(row.Cum)
		}
		return 0
	}
	direction := 1
	if descending {
		direction = -1
	}
	slices.SortFunc(all, func(a, b named) int {
		if c := cmp.Compare(key(a.Row), key(b.Row)); c != 0 {
			return direction * c
		}
		if c := cmp.Compare(a.name, b.name); c != 0 {
			if column == TopName {
				c *= direction
			}
			return c
		}
		return cmp.Or(cmp.Compare(model.Magnitude(b.Cum), model.Magnitude(a.Cum)), cmp.Compare(a.Node, b.Node))
	})
	for i := range all {
		rows[i] = all[i].Row
	}
}
