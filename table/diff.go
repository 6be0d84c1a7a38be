package table

import (
	"math"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// The columns of [Diff].
const (
	DiffBase = iota
	DiffNew
	DiffDelta
	DiffPercent
	DiffShare
	DiffVerdict
	DiffName
	diffColumns
)

// Diff is the table of what changed: base, new, Δ, Δ%, share of change, what
// can be said of it, and the name, of flat values, or of cum where the
// comparison's query sorts by cum. It keeps the rows, which must not change
// afterwards.
//
// A file has the figures of both, flat and cum: whole numbers as recorded, and
// normalised ones.
func Diff(c *compare.Comparison, rows []compare.Row) *Table {
	t := &diff{c: c, rows: rows, cum: c.Query.Sort == model.ByCum, cells: make([][diffColumns]string, len(rows))}
	kind := "flat"
	if t.cum {
		kind = "cum"
	}
	least, most := "", ""
	for i := range rows {
		x := t.change(i)
		if s := c.Format(max(math.Abs(x.Before), math.Abs(x.After))); len(s) > len(most) {
			most = s
		}
		if s := c.FormatChange(x.Delta); len(s) > len(least) {
			least = s
		}
	}
	value := valueWidth(least, most)
	return &Table{
		Columns: []Column{
			{"base", value, true, "The " + kind + " value in the base, normalised: " + c.Normalisation.String() + "."},
			{"new", value, true, "The " + kind + " value in the new profile, normalised: " + c.Normalisation.String() + "."},
			{"Δ", value, true, model.Glossary("Δ")},
			{"Δ%", shareWidth, true, model.Glossary("Δ%")},
			{"of Δ", shareWidth, true, "The change as a share of all changes, up and down, of flat values."},
			{"is it real?", verdictWidth, false, model.Glossary("is it real?")},
			{nodeTitle(c.Query.Granularity), 0, false, "The node, named as go tool pprof names it."},
		},
		Rows: len(rows), Cell: t.cell, Bar: t.bar, Note: t.note, Signed: true, Quiet: t.quiet,
		Fields: []string{
			"name", "base_flat", "new_flat", "delta_flat", "delta_flat_percent", "share_of_change_flat", "finding_flat", "p_flat", "q_flat",
			"base_cum", "new_cum", "delta_cum", "delta_cum_percent", "share_of_change_cum", "finding_cum", "p_cum", "q_cum",
			"base_flat_normalised", "new_flat_normalised", "base_cum_normalised", "new_cum_normalised",
		},
		Record: t.record,
	}
}

const verdictWidth = 190.0

type diff struct {
	c     *compare.Comparison
	rows  []compare.Row
	cum   bool
	cells [][diffColumns]string // made when first shown
}

// change is the figure of a row that the table shows.
func (t *diff) change(row int) *compare.Change {
	if t.cum {
		return &t.rows[row].Cum
	}
	return &t.rows[row].Flat
}

func (t *diff) share(row int) float64 {
	if t.cum {
		return t.rows[row].CumShare
	}
	return t.rows[row].FlatShare
}

func (t *diff) cell(row, col int) string {
	cells := &t.cells[row]
	if cells[DiffName] == "" {
		x := t.change(row)
		*cells = [diffColumns]string{
			t.c.Format(x.Before), t.c.Format(x.After), t.c.FormatChange(x.Delta), x.PercentText(),
			strconv.FormatFloat(t.share(row), 'f', 2, 64) + "%", string(x.Verdict.Finding), model.Sanitise(t.c.Name(t.rows[row].Node)),
		}
	}
	return cells[col]
}

func (t *diff) bar(row, col int) float64 {
	if col != DiffShare {
		return 0
	}
	return t.share(row) / 100
}

// quiet tells of a row whose figure changed by noise only.
func (t *diff) quiet(row int) bool { return t.change(row).Verdict.Noise() }

func (t *diff) note(row int) string {
	r := &t.rows[row]
	s := t.cell(row, DiffName)
	for _, f := range []struct {
		name string
		x    *compare.Change
	}{{"flat", &r.Flat}, {"cum", &r.Cum}} {
		s += "\n" + f.name + " " + t.c.Format(f.x.Before) + " → " + t.c.Format(f.x.After) +
			", " + t.c.FormatChange(f.x.Delta) + " (" + f.x.PercentText() + "): " + f.x.Verdict.Words()
	}
	return s
}

// record fills the fields of a file. What is not known is left empty.
func (t *diff) record(row int, f []string) {
	r := &t.rows[row]
	f[0] = t.c.Name(r.Node)
	for i, x := range []*compare.Change{&r.Flat, &r.Cum} {
		share := r.FlatShare
		if i == 1 {
			share = r.CumShare
		}
		copy(f[1+8*i:], []string{
			strconv.FormatInt(x.Base, 10), strconv.FormatInt(x.New, 10), Exact(x.Delta), Exact(x.Percent()), Exact(share),
			string(x.Verdict.Finding), Exact(x.Verdict.P), Exact(x.Verdict.Q),
		})
		f[17+2*i], f[18+2*i] = Exact(x.Before), Exact(x.After)
	}
}
