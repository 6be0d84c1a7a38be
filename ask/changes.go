package ask

import (
	"context"
	"slices"

	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

// RowsKey is everything that the rows in a table of changes depend on, besides its figures.
type RowsKey struct {
	Column                int // −1: sorted by |Δ|
	Descending, HideNoise bool
}

type changesKey struct {
	comparison *compare.Comparison
	labels     bool
	rows       RowsKey
}

type changes struct {
	again func() *table.Table // copies the table
	table *table.Table
	nodes []string      // the names for its rows
	rows  []compare.Row // for nodes; nil for labels
	note  string        // what the table leaves out
}

func showChanges(ctx context.Context, a *Answer) error { return a.showChanges(ctx, false, nodeChanges) }

func showLabelChanges(ctx context.Context, a *Answer) error {
	return a.showChanges(ctx, true, labelChanges)
}

func (a *Answer) showChanges(ctx context.Context, labels bool, of func(context.Context, *Answer, RowsKey) (changes, error)) error {
	if err := a.either(ctx); err != nil {
		return err
	}
	d := &a.Request.Display.Compare
	key := changesKey{a.Compared.Comparison, labels, RowsKey{d.SortColumn, d.Descending, d.HideNoise}}
	made, err := a.changes.renew(key, func() (changes, error) {
		made, err := of(ctx, a, key.rows)
		if err == nil {
			made.table = made.again()
		}
		return made, err
	})
	a.Compared.Table, a.Compared.Nodes, a.Compared.Note = made.table, made.nodes, made.note
	return err
}

func nodeChanges(ctx context.Context, a *Answer, by RowsKey) (out changes, err error) {
	c := a.Compared.Comparison
	all, err := c.Rows(ctx)
	if err != nil {
		return out, err
	}
	rows, note := loud(all, by.HideNoise, a.Query.NodeCount, func(r *compare.Row) bool { return c.Shown(r).Verdict.Noise() })
	if by.Column >= 0 {
		table.DiffSort(ctx, c, rows, by.Column, by.Descending)
	}
	for i := range rows {
		out.nodes = append(out.nodes, c.Name(rows[i].Node))
	}
	out.again, out.rows, out.note = func() *table.Table { return table.Diff(c, rows) }, rows, note
	return out, ctx.Err()
}

func labelChanges(ctx context.Context, a *Answer, by RowsKey) (changes, error) {
	c := a.Compared.Comparison
	all, err := c.Labels(ctx)
	if err != nil {
		return changes{}, err
	}
	rows, note := loud(all, by.HideNoise, a.Query.NodeCount, func(r *compare.LabelRow) bool { return r.Verdict.Noise() })
	return changes{again: func() *table.Table { return table.LabelsDiff(c, rows) }, note: note}, nil
}

// loud hides rows that may be noise if hide is set, and returns a note that says how many.
// It keeps the first most of the others, or all if most is 0 or less.
func loud[R any](rows []R, hide bool, limit int, noise func(*R) bool) (left []R, note string) {
	all := len(rows)
	if hide {
		rows = slices.DeleteFunc(rows, func(r R) bool { return noise(&r) })
	}
	if n := all - len(rows); n > 0 {
		note = lang.N(n, "1 row that may be noise is hidden", "{{.N}} rows that may be noise are hidden", nil)
	}
	if limit > 0 {
		rows = rows[:min(limit, len(rows))]
	}
	return rows, note
}

// ChangesTable returns another copy of the table of changes, for a picture. A window draws the answer's own.
func (a *Answer) ChangesTable() *table.Table { return a.changes.v.again() }

// changedRows returns the rows in the table of changed nodes.
func (a *Answer) changedRows() []compare.Row { return a.changes.v.rows }

// changesPicture makes a table of its own, because the window may draw the answer's at the same time.
func changesPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	d := &a.Request.Display.Compare
	p := &table.Picture{
		Head: l.head(a.Compared.Comparison.Heading()...), Table: a.ChangesTable(), Theme: l.Theme,
		Empty: lang.L("Nothing changed."), Width: l.Width, SortColumn: -1,
	}
	if a.Request.Tab == TopTab {
		p.SortColumn, p.Descending = d.SortColumn, d.Descending
	}
	l.rows(p)
	return p, nil
}

func changesFigures(a *Answer) Write { return a.Compared.Table.WriteCSV }

func changesReport(a *Answer) Write {
	names := a.Compared.Names
	report := &table.DiffReport{Base: names[BaseSide], New: names[NewSide], Comparison: a.Compared.Comparison, Rows: a.changedRows()}
	return report.WriteJSON
}
