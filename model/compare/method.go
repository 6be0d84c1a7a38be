package compare

import "profstation/model/lang"

// Method says how a difference is judged to be larger than chance produces for an unchanged program.
type Method string

// Counts judges one recording per side by what was counted. Runs judges several by how much the recordings on
// a side differ. None judges nothing: the effect of chance is not known, or the sides may not cover their
// times alike. A line over time has its own method: [profstation/model/series].
const (
	Counts Method = "counts of one recording a side"
	Runs   Method = "spread between runs"
	None   Method = "none"
)

// Method returns how the comparison's figures are judged.
func (c *Comparison) Method() Method { return c.judge.method() }

func (j *judge) method() Method {
	switch {
	case j.uneven:
		return None
	case j.groups != nil:
		return Runs
	case j.basis == notKnown:
		return None
	}
	return Counts
}

// Judged reports whether differences are judged.
func (c *Comparison) Judged() bool { return c.Method() != None }

// Explain says in paragraphs how differences are judged to be real: first what to do to learn more, then the
// method, and finally which functions are counted as one under several names.
func (c *Comparison) Explain(say lang.Voice) []string {
	e := explanation{c, say}
	return append([]string{
		say("What to do: {{.Advice}}", lang.With{"Advice": e.advice()}),
		say("How differences are judged: {{.Method}}", lang.With{"Method": e.method()}),
	}, e.names()...)
}

// explanation makes the texts about a comparison as a whole.
type explanation struct {
	*Comparison
	say lang.Voice
}

// advice says what to do to learn more.
func (c explanation) advice() string {
	switch {
	case c.judge.uneven:
		return c.say("Compare shares (per total), or choose two times of one length that the store covers whole.")
	case c.judge.certain():
		return c.say("Take both profiles at the same point of the work: another moment may differ.")
	}
	before, after := c.Pair.Recordings()
	switch {
	case c.Normalisation.Pairs && c.settled():
		return c.say("The total is settled. More pairs would only show smaller changes of single functions.")
	case c.Normalisation.Pairs && c.Pair.Parts:
		return c.say.Sentences(c.needed(), c.say("Take more recordings, and compare the same parts of them."))
	case c.Pair.Parts && before > 1:
		return c.say.Sentences(c.needed(),
			c.say("Both sides are parts of the same recordings: compare them in pairs, which leaves out what both of a pair have in common."))
	case c.Pair.Parts:
		return c.say.Sentences(c.needed(),
			c.say("Both sides are parts of one recording. The same parts of several recordings would show how much runs differ."))
	case c.Normalisation.Pairs:
		return c.say.Sentences(c.needed(), c.say("Take more pairs, the two of a pair one right after the other."))
	case WantsPairs(c.Comparison):
		return c.say.Sentences(c.needed(),
			c.say("The recordings were taken alternately: compare them in pairs, which leaves out what both of a pair have in common."))
	case c.Pair.Alternate():
		return c.say("The total is settled. More recordings would only show smaller changes of single functions.")
	}
	if min(before, after) >= 4 {
		return c.say.Sentences(c.needed(),
			c.say("Take the recordings alternately (before, after, before, after, …), and compare them in pairs, which leaves out what both of a pair have in common."))
	}
	return c.say.Sentences(c.needed(),
		c.say("Compare at least 4 recordings of each side, taken alternately (before, after, before, after, …)."))
}

// settled reports whether more recordings would hardly say anything else about the total: it changed, or a small
// change would have shown.
func (c explanation) settled() bool {
	v := c.Total().Verdict
	return v.Real() || v.Outcome == NotSure && v.Detectable() <= small
}

// needed says what it takes to see more.
func (c explanation) needed() string {
	more := 0
	rows := c.rows().all
	for i := range rows {
		if v := &c.Shown(&rows[i]).Verdict; v.Outcome == TooFew {
			more = max(more, v.more())
		}
	}
	if more > 0 {
		return c.say("There are too few runs to tell; {{.Missing}}.", lang.With{"Missing": oneMore(c.say, more)})
	}
	if largest := c.largest(); largest != nil && !c.Total().Verdict.Real() {
		with := lang.With{"Function": c.Name(largest.Node), "Detail": c.Shown(largest).Verdict.could(c.say)}
		return c.say("For the largest function, {{.Function}}, {{.Detail}}.", with)
	}
	return ""
}

// largest returns the row with the largest value among those for which it is known what change would show;
// nil: none.
func (c *Comparison) largest() (best *Row) {
	rows, largest := c.rows().all, 0.0
	for i := range rows {
		x := c.Shown(&rows[i])
		if size := max(x.Before, x.After); size > largest && x.Verdict.could(lang.English) != "" {
			best, largest = &rows[i], size
		}
	}
	return best
}

// method describes the method in a few sentences. docs/statistics.md has its assumptions and formulas, and
// says how often it is wrong.
func (c explanation) method() string {
	text := c.say("A difference is real if counting so few samples hardly ever makes one as large by chance.")
	switch {
	case c.judge.uneven:
		return c.say("Nothing is judged: sums may differ only for what each side covers of its time.")
	case !c.Judged():
		return c.say("Nothing is judged: how much chance varies profiles of this kind is not known from one recording a side.")
	case c.judge.certain():
		return c.say("Each difference is real: chance has no part in what was counted.")
	case c.Normalisation.Pairs:
		text = c.say("A difference is real if the differences within pairs hardly ever lie as far on one side by chance.")
	case c.Method() == Runs:
		text = c.say("A difference is real if the recordings of one side hardly ever differ as much among themselves.")
	}
	return c.say.Sentences(text,
		c.say("About {{.Share}} of those called real may be false alarms, and real is not the same as caused by your change (see the manual).",
			lang.With{"Share": perCent(Level)}))
}
