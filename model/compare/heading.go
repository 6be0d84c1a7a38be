package compare

import (
	"fmt"
	"slices"

	"profstation/model"
)

// Heading says in lines what is compared, how it is normalised, and how it is judged.
func (c *Comparison) Heading() []string {
	t := c.Total()
	lines := []string{fmt.Sprintf("%s: base %s → new %s, %s (%s) · %s", model.Sanitise(c.Type.Type),
		c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText(), c.Normalisation)}
	rows := c.rows().all
	counts := map[Finding]int64{}
	for i := range rows {
		counts[rows[i].Cum.Verdict.Finding]++
	}
	nodes := model.Plural(len(rows), "node")
	switch c.JudgedBy() {
	case Runs:
		nodes += fmt.Sprintf(": %s more than the spread of the runs, %s within it",
			model.Count(counts[MoreRun]), model.Count(int64(len(rows))-counts[MoreRun]))
	case Shares, Sampled:
		nodes += fmt.Sprintf(": %s more than sampling noise, %s within it, %s with too few samples",
			model.Count(counts[More]), model.Count(counts[Within]), model.Count(counts[TooFew]))
	case Exact:
		nodes += ", counted in full: every difference is one"
	default:
		nodes += "; no sampling error is known for this kind of profile"
	}
	return slices.Concat(lines, []string{nodes}, c.Query.Caption(), c.Pair.Left)
}

// PercentText writes the change in per cent of the base, or that the base has
// nothing, or the new one.
func (c *Change) PercentText() string {
	switch {
	case c.Base == 0 && c.New != 0:
		return "new"
	case c.Base != 0 && c.New == 0:
		return "gone"
	case c.Before == 0:
		return "0%"
	}
	return signedPercent(c.Percent())
}
