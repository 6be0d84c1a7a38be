package table

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// Groups is the table of what changed between two groups of recordings, with the columns of
// [Diff]: base and new are medians. The rows must not change afterwards.
func Groups(g *compare.Groups, rows []compare.GroupRow) *Table {
	c := groupChanges(g, rows)
	t := c.table(rows, c.columns(rows, nodeColumn(g.Query.Granularity, namedNode)), []string{
		"name", "base_median_flat", "new_median_flat", "delta_flat", "finding_flat", "p_flat", "q_flat", "rank_p_flat",
		"base_median_cum", "new_median_cum", "delta_cum", "finding_cum", "p_cum", "q_cum", "rank_p_cum",
	}, func(r *compare.GroupRow) []model.Cell {
		f := []model.Cell{model.Text(c.name(r))}
		for _, x := range []*compare.GroupChange{&r.Flat, &r.Cum} {
			f = append(f, Exact(x.MedianBefore), Exact(x.MedianAfter), Exact(x.Delta),
				model.Text(string(x.Verdict.Finding)), Exact(x.Verdict.P), Exact(x.Verdict.Q), Exact(x.RankP))
		}
		return f
	})
	t.Note = func(row int) string {
		x := groupChange(g, &rows[row])
		s := t.Cell(row, DiffName) + "\nbase: " + join(x.Before, ", ", c.format) + "\nnew: " + join(x.After, ", ", c.format) + "\n" + x.Verdict.Words()
		if !math.IsNaN(x.RankP) {
			s += "\nMann-Whitney p = " + strconv.FormatFloat(x.RankP, 'g', 2, 64)
		}
		if !math.IsNaN(x.Dispersion) {
			s += ", the runs of a group differ " + strconv.FormatFloat(x.Dispersion, 'f', 1, 64) + " times as much as fair draws"
		}
		return s
	}
	return t
}

// GroupsSort sorts rows by a column of [Groups].
func GroupsSort(ctx context.Context, g *compare.Groups, rows []compare.GroupRow, column int, descending bool) {
	groupChanges(g, rows).sort(ctx, rows, column, descending, func(compare.GroupRow) int { return 0 })
}

func groupChange(g *compare.Groups, r *compare.GroupRow) *compare.GroupChange {
	if g.Query.Sort == model.ByCum {
		return &r.Cum
	}
	return &r.Flat
}

func groupChanges(g *compare.Groups, rows []compare.GroupRow) changes[compare.GroupRow] {
	what := "value"
	if g.Method == compare.Shares {
		what = "share of the samples"
	}
	moved := 0.0 // Σ|Δ|
	for i := range rows {
		moved += math.Abs(groupChange(g, &rows[i]).Delta)
	}
	median := "The median of the " + shownValue(g.Query) + " " + what
	c := changes[compare.GroupRow]{
		of: func(r *compare.GroupRow) changed {
			x, share := groupChange(g, r), 0.0
			if moved != 0 {
				share = x.Delta / moved * 100
			}
			return changed{compare.Change{Before: x.MedianBefore, After: x.MedianAfter, Delta: x.Delta, Verdict: x.Verdict}, share}
		},
		name: func(r *compare.GroupRow) string { return g.Nodes[r.Node].String() },
		format: func(v float64) string {
			switch {
			case g.Method == compare.Shares:
				return strconv.FormatFloat(v, 'f', 2, 64) + "%"
			case math.Abs(v) > math.MaxInt64/2:
				return strconv.FormatFloat(v, 'g', 3, 64)
			}
			return model.Format(int64(math.Round(v)), g.Type.Unit, "auto") + g.Normalisation.Suffix()
		},
		percent: groupPercent,
		wide:    verdictWidth + 30,
		help: changeHelp{
			base:    fmt.Sprintf("%s in the %d recordings of the base.", median, g.Before),
			now:     fmt.Sprintf("%s in the %d new recordings.", median, g.After),
			delta:   "The difference of the medians.",
			percent: "The change in per cent of the base's median.",
			share:   "The change as a share of all changes, up and down, of the rows.",
			real:    "Whether the change is more than the runs of each group differ among themselves.",
		},
	}
	c.signed = func(v float64) string {
		if v > 0 {
			return "+" + c.format(v)
		}
		return c.format(v)
	}
	return c
}

func groupPercent(x *changed) string {
	switch {
	case x.Delta == 0:
		return "0%"
	case x.Before == 0:
		return "new"
	case x.After == 0:
		return "gone"
	}
	return fmt.Sprintf("%+.1f%%", x.Percent())
}
