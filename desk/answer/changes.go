package answer

import (
	"context"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// RowsKey is what the rows of the table of changes depend on, beside its figures.
type RowsKey struct {
	Column                int
	Descending, HideNoise bool
}

// changes makes the table of what changed.
func (a *Answer) changes(_ context.Context, before *Answer, _ map[string]string) error {
	c, d := a.Compared.Comparison, &a.Request.Display.Compare
	key := RowsKey{d.SortColumn, d.Descending, d.HideNoise}
	if a.Compared.Groups != nil {
		return a.groupChanges(key)
	}
	if before != nil && a.Kept.Rows != nil && a.Kept.rowsBy == key && before.Compared.Table != nil &&
		before.Request.Tab == screen.TopTab {
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
	a.Kept.Rows, a.Kept.rowsBy = rows, key
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
func (a *Answer) tabulate(again func() *table.Table) {
	a.Kept.Again = again
	a.Compared.Table = again()
}

// noteHidden says how many rows are not in the table, where there are such: those
// within noise, and those of too few samples to tell.
func (a *Answer) noteHidden(rows int) {
	if rows > 0 {
		a.Compared.Note = model.Count(int64(rows)) + lang.L(" that may be noise are hidden")
	}
}

// labelChanges makes the table of what changed of labels.
func (a *Answer) labelChanges(_ context.Context, _ *Answer, _ map[string]string) error {
	c, d := a.Compared.Comparison, &a.Request.Display.Compare
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
func (a *Answer) groupChanges(key RowsKey) error {
	g := a.Compared.Groups
	rows := slices.Clone(g.Rows)
	cum := a.Query.Sort == model.ByCum
	if key.HideNoise {
		rows = slices.DeleteFunc(rows, func(r compare.GroupRow) bool {
			if cum {
				return r.Cum.Verdict.Noise()
			}
			return r.Flat.Verdict.Noise()
		})
	}
	if key.Column >= 0 {
		table.GroupsSort(g, rows, key.Column, key.Descending)
	}
	a.tabulate(func() *table.Table { return table.Groups(g, rows) })
	a.Compared.Nodes = make([]string, len(rows))
	for i := range rows {
		a.Compared.Nodes[i] = g.Nodes[rows[i].Node].String()
	}
	a.noteHidden(len(g.Rows) - len(rows))
	return nil
}
