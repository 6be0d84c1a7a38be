package compare

import (
	"fmt"
	"math"

	"profstation/model"
)

// Heading says in lines what is compared, how it is normalised, and how it is
// judged.
func (c *Comparison) Heading() []string {
	t := c.Total()
	lines := []string{fmt.Sprintf("%s: base %s → new %s, %s (%s) · %s", model.Sanitise(c.Type.Type),
		c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText(), c.Normalisation)}
	rows := c.Rows()
	counts := map[Finding]int{}
	for i := range rows {
		counts[rows[i].Cum.Verdict.Finding]++
	}
	switch c.JudgedBy() {
	case Runs:
		lines = append(lines, fmt.Sprintf("%s: %s more than the spread of the runs, %s within it",
			things(len(rows), "node"), model.Count(int64(counts[MoreRun])), model.Count(int64(len(rows)-counts[MoreRun]))))
	case Shares, Sampled:
		lines = append(lines, fmt.Sprintf("%s: %s more than sampling noise, %s within it, %s with too few samples",
			things(len(rows), "node"), model.Count(int64(counts[More])), model.Count(int64(counts[Within])), model.Count(int64(counts[TooFew]))))
	case Exact:
		lines = append(lines, fmt.Sprintf("%s, counted in full: every difference is one", things(len(rows), "node")))
	default:
		lines = append(lines, fmt.Sprintf("%s; no sampling error is known for this kind of profile", things(len(rows), "node")))
	}
	lines = append(lines, c.Query.Caption()...)
	return append(lines, c.Pair.Left...)
}

func things(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return model.Count(int64(n)) + " " + what + "s"
}

// PercentText writes the change in per cent of the base, or that the base has
// nothing, or the new one.
func (c *Change) PercentText() string {
	switch {
	case c.Appeared():
		return "new"
	case c.Vanished():
		return "gone"
	case c.Before == 0:
		return "0%"
	}
	return signedPercent(c.Delta / math.Abs(c.Before) * 100)
}
