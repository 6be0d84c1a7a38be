package compare

import (
	"cmp"
	"fmt"
	"slices"

	"profstation/model"
)

// Heading says in lines what is compared, how it is normalised, and how it is judged.
func (c *Comparison) Heading() []string {
	t := c.Total()
	total := fmt.Sprintf("%s: base %s → new %s, %s (%s)", model.Sanitise(c.Type.Type),
		c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText())
	if c.Judged() && t.Verdict.Finding != MadeEqual {
		total += ", " + t.Verdict.Words()
	}
	total += " · " + c.normalised()
	return slices.Concat([]string{total, c.tallied()}, c.Query.Caption(), c.Notes())
}

// Notes are what is to be known of what is compared, a line each.
func (c *Comparison) Notes() []string {
	notes := slices.Clone(c.Pair.Left)
	if base, now, differ := c.Pair.lengths(); differ && c.perRecording() {
		notes = append(notes, fmt.Sprintf("the recordings last %s and %s, and figures are not divided by that: values per second compare rates", model.Format(int64(base), "nanoseconds", "auto"), model.Format(int64(now), "nanoseconds", "auto")))
	}
	if before, after := c.Pair.Recordings(); before != after && c.judge.asRecorded() {
		notes = append(notes, fmt.Sprintf("sums of %s and of %s are compared as they are: values per recording say what changed", model.Plural(before, "recording"), model.Plural(after, "recording")))
	}
	base, now := c.Pair.Base.Time, c.Pair.New.Time
	if c.Pair.process == nil && c.Pair.runs == nil && c.judge.asRecorded() && c.Pair.New.Kind.Counts(c.Type.Type) &&
		(base.IsZero() || !base.Equal(now)) {
		notes = append(notes, c.Type.Type+" counts from the start of each process: if these ran for different times, the figures differ by that, too")
	}
	return notes
}

// tallied says how many rows have which verdict.
func (c *Comparison) tallied() string {
	t := c.Tally()
	text := model.Plural(t.Real+t.Noise+t.Few+t.Rest, "node") + " by " + string(cmp.Or(c.Query.Sort, model.ByFlat))
	number := func(n int) string { return model.Count(int64(n)) }
	switch c.Method() {
	case Exact:
		text += ", counted in full: every difference is one"
	case Unknown:
		text += "; no sampling error is known for this kind of profile"
	default:
		text += fmt.Sprintf(": %s more than %s, %s not sure", number(t.Real), c.noise(), number(t.Noise))
		if t.Few > 0 {
			few := "samples"
			if c.Method() == Runs {
				few += " or runs"
			}
			text += fmt.Sprintf(", %s with too few %s", number(t.Few), few)
		}
		if t.Rest > 0 { // values that are differences already
			text += fmt.Sprintf(", %s of which no error is known", number(t.Rest))
		}
	}
	if p := c.Pair.process; p != nil {
		text += " · " + p.String()
	}
	return text
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
