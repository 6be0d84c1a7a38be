package table

import (
	"fmt"
	"math"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// LabelsDiff is the table of what changed of the samples with each value of a
// label. It keeps the rows, which must not change afterwards.
func LabelsDiff(c *compare.Comparison, rows []compare.LabelRow) *Table {
	least, most := "", ""
	key := 80.0
	for i := range rows {
		x := &rows[i]
		if s := c.Format(max(math.Abs(x.Before), math.Abs(x.After))); len(s) > len(most) {
			most = s
		}
		if s := c.FormatChange(x.Delta); len(s) > len(least) {
			least = s
		}
		key = max(key, min(220, valueWidth(model.Sanitise(x.Key))))
	}
	value := valueWidth(least, most)
	name := func(x *compare.LabelRow) string {
		if x.Missing() {
			return "(without it)"
		}
		return model.Sanitise(x.Value)
	}
	return &Table{
		Columns: []Column{
			{"label", key, false, "The key of the label, as it was given to pprof.Do."},
			{"base", value, true, "The value of the samples with this label in the base, normalised: " + c.Normalisation.String() + "."},
			{"new", value, true, "The value of the samples with this label in the new profile, normalised: " + c.Normalisation.String() + "."},
			{"Δ", value, true, model.Glossary("Δ")},
			{"Δ%", shareWidth, true, model.Glossary("Δ%")},
			{"of Δ", shareWidth, true, "The change as a share of all changes, up and down, among the values of the key."},
			{"is it real?", verdictWidth, false, model.Glossary("is it real?")},
			{"value", 0, false, "The value of the label."},
		},
		Rows: len(rows), Signed: true,
		Cell: func(row, col int) string {
			x := &rows[row]
			return [...]string{
				model.Sanitise(x.Key), c.Format(x.Before), c.Format(x.After), c.FormatChange(x.Delta), x.PercentText(),
				strconv.FormatFloat(x.Share, 'f', 2, 64) + "%", string(x.Verdict.Finding), name(x),
			}[col]
		},
		Bar: func(row, col int) float64 {
			if col != 5 {
				return 0
			}
			return rows[row].Share / 100
		},
		Quiet: func(row int) bool { return rows[row].Verdict.Noise() },
		Note: func(row int) string {
			x := &rows[row]
			return fmt.Sprintf("%s = %s\n%s → %s, %s (%s)\n%s", model.Sanitise(x.Key), name(x),
				c.Format(x.Before), c.Format(x.After), c.FormatChange(x.Delta), x.PercentText(), x.Verdict.Words())
		},
		Fields: []string{"key", "value", "base", "new", "delta", "delta_percent", "share_of_change", "finding", "p", "q", "base_normalised", "new_normalised"},
		Record: func(row int, f []string) {
			x := &rows[row]
			copy(f, []string{
				x.Key, x.Value, strconv.FormatInt(x.Base, 10), strconv.FormatInt(x.New, 10), Exact(x.Delta), Exact(x.Percent()),
				Exact(x.Share), string(x.Verdict.Finding), Exact(x.Verdict.P), Exact(x.Verdict.Q), Exact(x.Before), Exact(x.After),
			})
		},
	}
}
