package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/compare"
)

// Groups is the table of what changed between two groups of recordings, with the
// columns of [Diff]: base and new are medians. It keeps the rows, which must not
// change afterwards.
func Groups(g *compare.Groups, rows []compare.GroupRow) *Table {
	t := &groups{g: g, rows: rows, cum: g.Query.Sort == model.ByCum}
	kind := "flat"
	if t.cum {
		kind = "cum"
	}
	what := "value"
	if g.Method == compare.Shares {
		what = "share of the samples"
	}
	least, most := "", ""
	for i := range rows {
		x := t.change(i)
		t.moved += math.Abs(x.Delta)
		if s := t.format(max(math.Abs(x.MedianBefore), math.Abs(x.MedianAfter))); len(s) > len(most) {
			most = s
		}
		if s := t.signed(x.Delta); len(s) > len(least) {
			least = s
		}
	}
	value := valueWidth(least, most)
	column := DiffName
	return &Table{
		Columns: []Column{
			{"base", value, true, "The median of the " + kind + " " + what + " in the " + strconv.Itoa(g.Before) + " recordings of the base."},
			{"new", value, true, "The median of the " + kind + " " + what + " in the " + strconv.Itoa(g.After) + " new recordings."},
			{"Δ", value, true, "The difference of the medians."},
			{"Δ%", shareWidth, true, "The change in per cent of the base's median."},
			{"of Δ", shareWidth, true, "The change as a share of all changes, up and down, of the rows."},
			{"is it real?", verdictWidth + 30, false, "Whether the change is more than the runs of each group differ among themselves."},
			{nodeTitle(g.Query.Granularity), 0, false, "The node, named as go tool pprof names it."},
		},
		Rows: len(rows), Signed: true,
		Cell: func(row, col int) string {
			if col == column {
				return model.Sanitise(t.name(row))
			}
			return t.cell(row, col)
		},
		Bar: func(row, col int) float64 {
			if col != DiffShare {
				return 0
			}
			return t.share(row)
		},
		Quiet: func(row int) bool { return t.change(row).Verdict.Noise() },
		Note:  t.note,
		Fields: []string{"name", "base_median_flat", "new_median_flat", "delta_flat", "finding_flat", "p_flat", "q_flat", "rank_p_flat",
			"base_median_cum", "new_median_cum", "delta_cum", "finding_cum", "p_cum", "q_cum", "rank_p_cum"},
		Record: func(row int, f []string) {
			f[0] = t.name(row)
			for i, x := range []*compare.GroupChange{&rows[row].Flat, &rows[row].Cum} {
				copy(f[1+7*i:], []string{Exact(x.MedianBefore), Exact(x.MedianAfter), Exact(x.Delta),
					string(x.Verdict.Finding), Exact(x.Verdict.P), Exact(x.Verdict.Q), Exact(x.RankP)})
			}
		},
	}
}

type groups struct {
	g     *compare.Groups
	rows  []compare.GroupRow
	cum   bool
	moved float64 // Σ|Δ|
}

func (t *groups) change(row int) *compare.GroupChange { return groupChange(&t.rows[row], t.cum) }

func groupChange(r *compare.GroupRow, cum bool) *compare.GroupChange {
	if cum {
		return &r.Cum
	}
	return &r.Flat
}

func (t *groups) name(row int) string { return t.g.Nodes[t.rows[row].Node].String() }

func (t *groups) share(row int) float64 {
	if t.moved == 0 {
		return 0
	}
	return t.change(row).Delta / t.moved
}

// format writes a figure of a recording: a share, or a value.
func (t *groups) format(v float64) string {
	if t.g.Method == compare.Shares {
		return strconv.FormatFloat(v, 'f', 2, 64) + "%"
	}
	if math.Abs(v) > math.MaxInt64/2 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return model.Format(int64(math.Round(v)), t.g.Type.Unit, "auto") + t.g.Normalisation.Suffix()
}

func (t *groups) signed(v float64) string {
	if v > 0 {
		return "+" + t.format(v)
	}
	return t.format(v)
}

func (t *groups) cell(row, col int) string {
	x := t.change(row)
	switch col {
	case DiffBase:
		return t.format(x.MedianBefore)
	case DiffNew:
		return t.format(x.MedianAfter)
	case DiffDelta:
		return t.signed(x.Delta)
	case DiffPercent:
		return groupPercent(x)
	case DiffShare:
		return strconv.FormatFloat(t.share(row)*100, 'f', 2, 64) + "%"
	}
	return string(x.Verdict.Finding)
}

func groupPercent(x *compare.GroupChange) string {
	switch {
	case x.Delta == 0:
		return "0%"
	case x.MedianBefore == 0:
		return "new"
	case x.MedianAfter == 0:
		return "gone"
	}
	s := strconv.FormatFloat(x.Delta/math.Abs(x.MedianBefore)*100, 'f', 1, 64) + "%"
	if x.Delta > 0 {
		s = "+" + s
	}
	return s
}

func (t *groups) note(row int) string {
	list := func(v []float64) string {
		out := make([]string, len(v))
		for i, x := range v {
			out[i] = t.format(x)
		}
		return strings.Join(out, ", ")
	}
	x := t.change(row)
	s := model.Sanitise(t.name(row)) + "\nbase: " + list(x.Before) + "\nnew: " + list(x.After) + "\n" + x.Verdict.Words()
	if !math.IsNaN(x.RankP) {
		s += "\nMann-Whitney p = " + strconv.FormatFloat(x.RankP, 'g', 2, 64)
	}
	if !math.IsNaN(x.Dispersion) {
		s += ", the runs of a group differ " + strconv.FormatFloat(x.Dispersion, 'f', 1, 64) + " times as much as fair draws"
	}
	return s
}

// GroupsSort sorts rows by a column of [Groups], figures by their magnitude.
func GroupsSort(g *compare.Groups, rows []compare.GroupRow, column int, descending bool) {
	cum := g.Query.Sort == model.ByCum
	key := func(r *compare.GroupRow) float64 {
		x := groupChange(r, cum)
		switch column {
		case DiffBase:
			return math.Abs(x.MedianBefore)
		case DiffNew:
			return math.Abs(x.MedianAfter)
		case DiffDelta, DiffShare:
			return math.Abs(x.Delta)
		case DiffPercent:
			if x.Delta == 0 {
				return 0
			}
			return math.Abs(x.Delta / x.MedianBefore)
		case DiffVerdict:
			if math.IsNaN(x.Verdict.Q) {
				return -2
			}
			return -x.Verdict.Q
		}
		return 0
	}
	direction := 1
	if descending {
		direction = -1
	}
	slices.SortStableFunc(rows, func(a, b compare.GroupRow) int {
		byName := strings.Compare(g.Nodes[a.Node].String(), g.Nodes[b.Node].String())
		if column == DiffName {
			return direction * byName
		}
		return cmp.Or(direction*cmp.Compare(key(&a), key(&b)), byName)
	})
}
