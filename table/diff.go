package table

import (
	"cmp"
	"fmt"

	"profstation/model"
	"profstation/model/compare"
)

// Diff is the table of what changed: base, new, Δ, Δ%, share of change, the
// verdict, and the name, of flat values, or of cum where the comparison's query
// sorts by cum. It keeps the rows, which must not change afterwards.
//
// A file has the figures of both, flat and cum: whole numbers as recorded, and
// normalised ones. It leaves unknown figures empty.
func Diff(c *compare.Comparison, rows []compare.Row) *Table {
	t := diffChanges(c).table(rows, nil,
		column[compare.Row]{nodeColumn(c.Query.Granularity, namedNode), func(r *compare.Row) string { return model.Sanitise(c.Name(r.Node)) }, nil},
		[]string{
			"name", "base_flat", "new_flat", "delta_flat", "delta_flat_percent", "share_of_change_flat", "finding_flat", "p_flat", "q_flat",
			"base_cum", "new_cum", "delta_cum", "delta_cum_percent", "share_of_change_cum", "finding_cum", "p_cum", "q_cum",
			"base_flat_normalised", "new_flat_normalised", "base_cum_normalised", "new_cum_normalised",
		}, func(r *compare.Row) []string {
			figures := func(x *compare.Change, share float64) []string {
				return []string{
					whole(x.Base), whole(x.New), Exact(x.Delta), Exact(x.Percent()), Exact(share),
					string(x.Verdict.Finding), Exact(x.Verdict.P), Exact(x.Verdict.Q),
				}
			}
			f := append([]string{c.Name(r.Node)}, figures(&r.Flat, r.FlatShare)...)
			f = append(f, figures(&r.Cum, r.CumShare)...)
			return append(f, Exact(r.Flat.Before), Exact(r.Flat.After), Exact(r.Cum.Before), Exact(r.Cum.After))
		})
	t.Note = func(row int) string {
		line := func(name string, x *compare.Change) string {
			return fmt.Sprintf("\n%s %s → %s, %s (%s): %s", name, c.Format(x.Before), c.Format(x.After), c.FormatChange(x.Delta), x.PercentText(), x.Verdict.Words())
		}
		return t.Cell(row, DiffName) + line("flat", &rows[row].Flat) + line("cum", &rows[row].Cum)
	}
	return t
}

// figures are the flat figures of a row or, where the comparison's query sorts by
// cum, the cum ones.
func figures(c *compare.Comparison, r *compare.Row) (x *compare.Change, share float64) {
	if c.Query.Sort == model.ByCum {
		return &r.Cum, r.CumShare
	}
	return &r.Flat, r.FlatShare
}

// shownValue is the name of the values that a query sorts by.
func shownValue(q model.Query) string {
	if q.Sort == model.ByCum {
		return "cum"
	}
	return "flat"
}

func diffChanges(c *compare.Comparison) changes[compare.Row] {
	value, normalised := "The "+shownValue(c.Query)+" value in the ", ", normalised: "+c.Normalisation.String()+"."
	return changes[compare.Row]{
		of: func(r *compare.Row) change {
			x, share := figures(c, r)
			return change{x.Before, x.After, x.Delta, share, &x.Verdict}
		},
		format: c.Format, signed: c.FormatChange,
		percent: func(r *compare.Row) string {
			x, _ := figures(c, r)
			return x.PercentText()
		},
		help: changeHelp{
			base: value + "base" + normalised, now: value + "new profile" + normalised,
			share: "The change as a share of all changes, up and down, of flat values.",
		},
	}
}

// DiffSort sorts rows by a column of [Diff].
func DiffSort(c *compare.Comparison, rows []compare.Row, column int, descending bool) {
	diffChanges(c).sort(rows, column, descending,
		func(r *compare.Row) string { return c.Name(r.Node) },
		func(r *compare.Row) float64 {
			x, _ := figures(c, r)
			return x.Percent()
		},
		func(a, b *compare.Row) int { return cmp.Compare(a.Node, b.Node) })
}

// LabelsDiff is the table of what changed of the samples with each value of a
// label. It keeps the rows, which must not change afterwards.
func LabelsDiff(c *compare.Comparison, rows []compare.LabelRow) *Table {
	key := 80.0
	for i := range rows {
		key = max(key, min(220, valueWidth(model.Sanitise(rows[i].Key))))
	}
	name := func(x *compare.LabelRow) string {
		if x.Missing() {
			return "(without it)"
		}
		return model.Sanitise(x.Value)
	}
	value, normalised := "The value of the samples with this label in the ", ", normalised: "+c.Normalisation.String()+"."
	t := changes[compare.LabelRow]{
		of: func(x *compare.LabelRow) change {
			return change{x.Before, x.After, x.Delta, x.Share, &x.Verdict}
		},
		format: c.Format, signed: c.FormatChange,
		percent: func(x *compare.LabelRow) string { return x.PercentText() },
		help: changeHelp{
			base: value + "base" + normalised, now: value + "new profile" + normalised,
			share: "The change as a share of all changes, up and down, among the values of the key.",
		},
	}.table(rows,
		&column[compare.LabelRow]{Column{"label", key, false, "The key of the label, as it was given to pprof.Do."},
			func(x *compare.LabelRow) string { return model.Sanitise(x.Key) }, nil},
		column[compare.LabelRow]{Column{"value", 0, false, "The value of the label."}, name, nil},
		[]string{"key", "value", "base", "new", "delta", "delta_percent", "share_of_change", "finding", "p", "q", "base_normalised", "new_normalised"},
		func(x *compare.LabelRow) []string {
			return []string{
				x.Key, x.Value, whole(x.Base), whole(x.New), Exact(x.Delta), Exact(x.Percent()), Exact(x.Share),
				string(x.Verdict.Finding), Exact(x.Verdict.P), Exact(x.Verdict.Q), Exact(x.Before), Exact(x.After),
			}
		})
	t.Note = func(row int) string {
		x := &rows[row]
		return fmt.Sprintf("%s = %s\n%s → %s, %s (%s)\n%s", model.Sanitise(x.Key), name(x),
			c.Format(x.Before), c.Format(x.After), c.FormatChange(x.Delta), x.PercentText(), x.Verdict.Words())
	}
	return t
}
