package compare

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// Heading returns lines that say what is compared, how it is normalised and how it is judged. If it matters,
// the first line says that the sides do not cover their times alike.
func (c *Comparison) Heading() []string {
	t := c.Total()
	total := lang.L("{{.SampleType}}: base {{.Base}} → new {{.New}}, {{.Change}} ({{.Percent}})",
		lang.With{"SampleType": safe.Text(c.Type.Type),
			"Base": c.Format(t.Before), "New": c.Format(t.After), "Change": c.FormatChange(t.Delta), "Percent": t.PercentText()})
	total = lang.List(total, t.Verdict.Words(lang.L)) + " · " + c.Normalised()
	lines := slices.Concat([]string{total, Tallied(c)}, c.Query.Caption(nil), c.Notes())
	if uneven := Coverage(c); uneven != "" {
		lines = slices.Insert(lines, 0, uneven)
	}
	return lines
}

// Notes returns what a user should know about the compared profiles, one note per line: first what may mislead, then how
// names were matched.
func (c *Comparison) Notes() []string { return slices.Concat(Cautions(c), c.Pair.Names()) }

// Cautions returns the notes on what may mislead.
func Cautions(c *Comparison) []string {
	notes := slices.Clone(c.Pair.Left)
	if base, now, differ := c.Pair.lengths(); differ && c.perRecording() && !c.judge.uneven {
		notes = append(notes,
			lang.L("the recordings last {{.Base}} and {{.New}}, and figures are not divided by that: values per second compare rates",
				lang.With{"Base": units.Format(int64(base), "nanoseconds", "auto"), "New": units.Format(int64(now), "nanoseconds", "auto")}))
	}
	if before, after := c.Pair.Recordings(); before != after && c.judge.asRecorded() {
		notes = append(notes,
			lang.L("sums of {{.Base}} and of {{.New}} are compared as they are: values per recording say what changed",
				lang.With{"Base": recordings(before), "New": recordings(after)}))
	}
	if c.Normalisation.Pairs && !c.Pair.Alternate() {
		notes = append(notes, lang.L("the recordings are not known to have been taken alternately: pairs are by their order on each side"))
	}
	notes = append(notes, poolNotes(c)...)
	base, now := c.Pair.Base.Time, c.Pair.New.Time
	if c.Pair.Apart == 0 && c.Pair.runs == nil && !c.Pair.pooled() && c.judge.asRecorded() && c.Pair.New.Kind.Counts(c.Type.Type) &&
		(base.IsZero() || !base.Equal(now)) {
		notes = append(notes,
			lang.L("{{.SampleType}} counts from the start of each process: if these ran for different times, the figures differ by that, too",
				lang.With{"SampleType": c.Type.Type}))
	}
	return notes
}

// Tallied says how many rows have each outcome.
func Tallied(c *Comparison) string {
	tally, all, parts := c.Tally(), 0, []string(nil)
	for _, f := range Outcomes {
		n := tally[f]
		if all += n; n > 0 && (f != Real || !c.Judged()) {
			with := lang.With{"Number": units.Count(int64(n)), "Verdict": f.Short()}
			parts = append(parts, lang.L("{{.Number}} {{.Verdict}}", with))
		}
	}
	text := lang.List(append([]string{changedOf(c, all, tally[Real])}, parts...)...)
	if apart := c.Pair.Apart; apart > 0 {
		time := units.Format(int64(apart), "nanoseconds", "auto")
		text += " · " + lang.L("one process, {{.Time}} apart", lang.With{"Time": time})
	}
	return text
}

// changedOf says how many of the rows that are compared changed, or only how many there are if nothing is judged.
func changedOf(c *Comparison, all, real int) string {
	with := lang.With{"Order": c.sort(), "Real": units.Count(int64(real))}
	functions := c.Query.Granularity == "" || c.Query.Granularity == query.Functions
	switch {
	case functions && c.Judged():
		return lang.N(all, "{{.Real}} of 1 function changed by more than noise (by {{.Order}})",
			"{{.Real}} of {{.N}} functions changed by more than noise (by {{.Order}})", with)
	case functions:
		return lang.N(all, "1 function by {{.Order}}", "{{.N}} functions by {{.Order}}", with)
	case c.Judged():
		return lang.N(all, "{{.Real}} of 1 row changed by more than noise (by {{.Order}})",
			"{{.Real}} of {{.N}} rows changed by more than noise (by {{.Order}})", with)
	}
	return lang.N(all, "1 row by {{.Order}}", "{{.N}} rows by {{.Order}}", with)
}

// PercentText writes the change as a percentage of the base, or says that the base or the new side has
// nothing.
func (c *Change) PercentText() string {
	switch {
	case c.Base == 0 && c.New != 0:
		return lang.L("new")
	case c.Base != 0 && c.New == 0:
		return lang.L("gone")
	case c.Before == 0:
		return "0%"
	}
	return signedPercent(c.Percent())
}

func recordings(n int) string { return lang.N(n, "1 recording", "{{.N}} recordings", nil) }
