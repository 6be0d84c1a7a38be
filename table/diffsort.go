package table

import (
	"cmp"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/compare"
)

// DiffSort sorts rows by a column of [Diff]: figures by their magnitude, what is
// new or gone as an infinite change, verdicts by their corrected probability;
// equal ones by name.
func DiffSort(c *compare.Comparison, rows []compare.Row, column int, descending bool) {
	cum := c.Query.Sort == model.ByCum
	type named struct {
		compare.Row
		name string
		key  float64
	}
	all := make([]named, len(rows))
	for i, r := range rows {
		x, share := &r.Flat, r.FlatShare
		if cum {
			x, share = &r.Cum, r.CumShare
		}
		key := 0.0
		switch column {
		case DiffBase:
			key = math.Abs(x.Before)
		case DiffNew:
			key = math.Abs(x.After)
		case DiffDelta:
			key = math.Abs(x.Delta)
		case DiffPercent:
			key = math.Abs(x.Percent())
		case DiffShare:
			key = math.Abs(share)
		case DiffVerdict:
			if key = -x.Verdict.Q; math.IsNaN(key) {
				key = -2 // after all that were judged
			}
		}
		all[i] = named{r, c.Name(r.Node), key}
	}
	direction := 1
	if descending {
		direction = -1
	}
	slices.SortFunc(all, func(a, b named) int {
		byName := cmp.Compare(a.name, b.name)
		if column == DiffName {
			return cmp.Or(direction*byName, cmp.Compare(a.Node, b.Node))
		}
		return cmp.Or(direction*cmp.Compare(a.key, b.key), byName, cmp.Compare(a.Node, b.Node))
	})
	for i := range all {
		rows[i] = all[i].Row
	}
}
