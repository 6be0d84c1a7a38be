package desk

import (
	"context"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// rowsKey is what the rows of the table of changes depend on, beside its figures.
type rowsKey struct {
	column                int
	descending, hideNoise bool
}

// changes makes the table of what changed.
func (a *answer) changes(_ context.Context, before *answer, _ map[string]string) error {
	c, d := a.Compared.Comparison, &a.wish.display.Compare
	key := rowsKey{d.SortColumn, d.Descending, d.HideNoise}
	if a.Compared.Groups != nil {
		return a.groupChanges(key)
	}
	if before != nil && a.kept.rows != nil && a.kept.rowsBy == key && before.Compared.Table != nil &&
		before.wish.tab == screen.TopTab {
		a.Compared.Table, a.Compared.Nodes, a.Compared.Note = before.Compared.Table, before.Compared.Nodes, before.Compared.Note
		return nil
	}
	rows := c.Rows()
	all := len(rows)
	if d.HideNoise {
		rows = slices.DeleteFunc(rows, func(r compare.Row) bool {
			if d.Cum {
				return r.Cum.Verdict.Noise()
			}
			return r.Flat.Verdict.Noise()
		})
	}
	if d.SortColumn >= 0 {
		table.DiffSort(c, rows, d.SortColumn, d.Descending)
	}
	a.kept.rows, a.kept.rowsBy = rows, key
	a.tabulate(func() *table.Table { return table.Diff(c, rows) })
	a.Compared.Nodes = make([]string, len(rows))
	for i := range rows {
		a.Compared.Nodes[i] = c.Name(rows[i].Node)
	}
	a.noteHidden(all - len(rows))
	return nil
}

// tabulate makes the table of changes, and keeps how: what is written meanwhile has a
// table of its own.
func (a *answer) tabulate(again func() *table.Table) {
	a.kept.again = again
	a.Compared.Table = again()
}

// noteHidden says how many rows are not in the table, where there are such: those
// within noise, and those of too few samples to tell.
func (a *answer) noteHidden(rows int) {
	if rows > 0 {
		a.Compared.Note = model.Count(int64(rows)) + lang.L(" that may be noise are hidden")
	}
}

// labelChanges makes the table of what changed of labels.
func (a *answer) labelChanges(_ context.Context, _ *answer, _ map[string]string) error {
	c, d := a.Compared.Comparison, &a.wish.display.Compare
	rows := c.Labels()
	all := len(rows)
	if d.HideNoise {
		rows = slices.DeleteFunc(rows, func(r compare.LabelRow) bool { return r.Verdict.Noise() })
	}
	a.tabulate(func() *table.Table { return table.LabelsDiff(c, rows) })
	a.noteHidden(all - len(rows))
	return nil
}

// groupChanges makes the table of what changed between groups of recordings.
func (a *answer) groupChanges(key rowsKey) error {
	g := a.Compared.Groups
	rows := slices.Clone(g.Rows)
	cum := a.query.Sort == model.ByCum
	if key.hideNoise {
		rows = slices.DeleteFunc(rows, func(r compare.GroupRow) bool {
			if cum {
				return r.Cum.Verdict.Noise()
			}
			return r.Flat.Verdict.Noise()
		})
	}
	if key.column >= 0 {
		table.GroupsSort(g, rows, key.column, key.descending)
	}
	a.tabulate(func() *table.Table { return table.Groups(g, rows) })
	a.Compared.Nodes = make([]string, len(rows))
	for i := range rows {
		a.Compared.Nodes[i] = g.Nodes[rows[i].Node].String()
	}
	a.noteHidden(len(g.Rows) - len(rows))
	return nil
}
