package compare

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/statistics"
	"profstation/model/units"
)

// Method is how it is judged whether a difference is larger than what chance makes. Which one holds
// is a matter of what the profile measures, and of what is shown of it.
type Method string

// Counts judges counts of samples by their exposure (CPU profiles), Shares their shares of totals
// that are made equal, Sampled values scaled up from sampled objects (heap profiles), Process what
// two snapshots of one process differ in, Exact what was counted in full, Unknown what no sampling
// error is known of. Runs judges groups of recordings by how much the recordings of a group differ.
// Uneven judges nothing: stores may cover another part of the time of each side.
const (
	Counts  Method = "counts of samples"
	Shares  Method = "shares of samples"
	Sampled Method = "sampled objects"
	Process Method = "one process"
	Exact   Method = "exact"
	Unknown Method = "unknown"
	Runs    Method = "runs"
	Uneven  Method = "not covered alike"
)

// bursts is the dispersion of a program whose CPU time comes in bursts.
const bursts = statistics.MostDispersed

// Method is how the figures of the comparison are judged.
func (c *Comparison) Method() Method {
	switch m := c.judge.method; {
	case c.judge.uneven:
		return Uneven
	case c.judge.groups != nil:
		return Runs
	case c.judge.counter && c.judge.asRecorded() && m == Sampled:
		return Process
	case m == Process && !c.judge.asRecorded():
		return Sampled
	case c.judge.shares && m == Counts:
		return Shares
	default:
		return m
	}
}

// Judged reports whether differences can be within noise.
func (c *Comparison) Judged() bool {
	m := c.Method()
	return m != Exact && m != Unknown && m != Uneven
}

// noise names what a difference has to exceed.
func (c *Comparison) noise() string {
	if c.Method() == Runs {
		return lang.L("the spread of the runs")
	}
	return lang.L("sampling noise")
}

// Explain says in paragraphs how it is judged whether a difference is real: first what to do to know
// more, then what is taken for granted, which functions are one under several names, then the test and its
// source, and how often it is wrong.
func (c *Comparison) Explain(say lang.Voice) []string {
	e := explanation{c, say}
	lines := []string{
		say("What to do: {{.Advice}}", lang.With{"Advice": e.advice()}),
		say("Assumptions: {{.Assumptions}}", lang.With{"Assumptions": e.assumed()}),
	}
	lines = append(lines, e.names()...)
	switch c.Method() {
	case Exact, Unknown, Uneven:
		return lines
	}
	together := say("The total is judged by itself, the functions together: of those reported as real, about {{.Share}} may be false alarms (Benjamini and Hochberg 1995), and the intervals are made for the same level.",
		lang.With{"Share": perCent(Level)})
	lines = append(lines, e.sentences(say("The test: {{.Test}}", lang.With{"Test": e.test()}), together))
	return append(lines, wrong(say, c.Method(), c.Pair.New.Kind)...)
}

// explanation is what is said of a comparison as a whole.
type explanation struct {
	*Comparison
	say lang.Voice
}

// sentences are those that are not empty, one after the other.
func (c explanation) sentences(all ...string) string { return c.say.Sentences(all...) }

// advice is what to do to know more.
func (c explanation) advice() string {
	switch c.Method() {
	case Exact:
		return c.say("nothing. Every goroutine or thread was counted, so each difference is real. Another moment may differ: take both at the same point of the work.")
	case Uneven:
		return c.say("compare shares (per total), or choose two times of one length that the store covers whole.")
	case Unknown:
		return c.say("compare several recordings of each side, taken alternately (before, after, before, after, …): how much they differ among themselves shows the effect of chance, whatever they measure.")
	case Runs:
		return c.then(c.needed(), c.say("recordings taken alternately (before, after, before, after, …) are better evidence than two blocks, between which the machine may have changed."))
	case Process:
		return c.then(c.needed(), c.say("take the snapshots farther apart: what leaks goes on growing, and a cache that fills comes to an end."))
	}
	return c.then(c.needed(), c.say("to know how much one run differs from the next, compare at least 4 recordings of each side, taken alternately (before, after, before, after, …)."))
}

// then is one sentence after another, of which the first may be missing.
func (c explanation) then(first, second string) string {
	if first == "" {
		return second
	}
	begin, size := utf8.DecodeRuneInString(second)
	return c.sentences(first, string(unicode.ToUpper(begin))+second[size:])
}

// needed says what it takes to see more than is seen.
func (c explanation) needed() string {
	more := 0
	rows := c.rows().all
	for i := range rows {
		if v := &c.Shown(&rows[i]).Verdict; v.Outcome == FewRuns {
			more = max(more, v.more())
		}
	}
	if more > 0 {
		return c.say("there are too few runs to tell; {{.Missing}}.", lang.With{"Missing": oneMore(c.say, more)})
	}
	if largest := c.largest(); largest != nil {
		return c.say("for the largest function, {{.Detail}}.", lang.With{"Detail": c.Shown(largest).Verdict.could(c.say)})
	}
	return ""
}

// largest is the row with the largest value of those of which it is known what would show; nil: none.
func (c *Comparison) largest() (best *Row) {
	rows, most := c.rows().all, 0.0
	for i := range rows {
		x := c.Shown(&rows[i])
		if size := max(x.Before, x.After); size > most && x.Verdict.could(lang.English) != "" {
			best, most = &rows[i], size
		}
	}
	return best
}

// snapshots says how surely two snapshots are compared, of which allocations were sampled.
func (c explanation) snapshots() string {
	p := c.Pair.New
	rate := func(times int64) string { return units.FormatShort(times*p.Period, p.PeriodType.Unit, "auto") }
	sampled := ""
	switch {
	case p.Period > 0 && !names.OfGo(p):
		sampled = c.say("About one allocation for each {{.Rate}} was sampled. The error of small objects is about ± {{.Rate}} · √(sampled objects): ±10% for {{.Hundred}}.",
			lang.With{"Rate": rate(1), "Hundred": rate(100)})
	case p.Period > 0:
		sampled = c.say("About one allocation for each {{.Rate}} (runtime.MemProfileRate) was sampled. The error of small objects is about ± {{.Rate}} · √(sampled objects): ±10% for {{.Hundred}}.",
			lang.With{"Rate": rate(1), "Hundred": rate(100)})
	}
	return c.sentences(c.say("the two are snapshots of different processes."), sampled,
		c.say("Large objects are nearly all counted, so even one more of them exceeds sampling noise; but how many are alive at the moment of a snapshot may be chance."))
}

// assumed says what the verdicts take for granted, and what would change.
func (c explanation) assumed() string {
	shares := ""
	if c.Normalisation.By == PerTotal && c.Judged() {
		shares = c.say("both totals are made equal, so shares are compared: a function's share falls when another one's grows.")
	}
	var text string
	switch c.Method() {
	case Counts, Shares:
		text = c.dispersion()
		if c.Pair.New.Kind == model.CPU && names.OfGo(c.Pair.New) {
			text = c.sentences(text, c.say("Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores."))
		}
	case Sampled:
		text = c.snapshots()
	case Process:
		same := c.say("these are two snapshots of one process: the same build, taken later, and no stack has allocated less than before.")
		if c.judge.counter {
			return c.sentences(shares, same, c.say("This counts from the start of the process, so the increase came between the two: that is certain, and only its size is an estimate."))
		}
		if !names.OfGo(c.Pair.New) {
			return c.sentences(shares, same, c.say("Objects alive in both were sampled once and carry no error."))
		}
		return c.sentences(shares, same, c.say("Objects alive in both were sampled once and carry no error. Memory in use is as of the last garbage collection, whose time is chance."))
	case Runs:
		before, after := c.Pair.Recordings()
		text = c.say.N(before, "the one recording of the base and the {{.New}} of the new side differ among themselves as later ones would.",
			"the {{.N}} recordings of the base and the {{.New}} of the new side differ among themselves as later ones would.", lang.With{"New": units.Count(int64(after))})
		if c.judge.groups.Counted {
			text = c.sentences(text, c.say("In them a function varies by about {{.Share}} from run to run, on top of sampling noise.", lang.With{"Share": perCent(c.rows().judge.law.Spread())}))
		}
	case Exact:
		return c.say("none, as nothing was sampled.")
	case Uneven:
		return c.say("none. Sums may differ for what they cover alone, so nothing is judged.")
	case Unknown:
		return c.say("none. Block and mutex profiles do not record their rate, nor do others record what was counted, so the sampling error is unknown: differences are shown as they are, and none is judged.")
	}
	other := ""
	if c.Method() != Runs {
		other = c.say("Other input, another machine or other load on it also make real differences, which one pair cannot tell from your change.")
	}
	return c.sentences(shares, text, other, c.say("Real is not the same as caused by your change."))
}

// test is the formula of a verdict, and whose it is.
func (c explanation) test() string {
	few := c.say("With fewer than {{.Fewest}} samples on both sides together there is no verdict.", lang.With{"Fewest": Fewest})
	switch c.Method() {
	case Counts:
		return c.sentences(c.say("if nothing has changed, the samples n and m of a function are divided between the two as their times are (or requests, where values are per request). Few are compared with that exactly, many by z = Δ / √(φ·(n+m)/(E₀·E₁)), E being the times (Przyborowski and Wilenski 1940)."), few)
	case Shares:
		return c.sentences(c.say("two counts given all samples of both sides: z = Δ / √(φ·p(1−p)·(1/N₀+1/N₁)), p being the common share; exactly where counts are few."), few)
	case Sampled:
		return c.sentences(c.say("the evidence is the number of sampled objects. Few are compared exactly, as counts, many by z = Δ / √(V₀+V₁), V being the sum of (size/P)²·(1−P) over the objects, P = 1 − e^(−size/rate), and 1−P at least 1/20."), few)
	case Process:
		if c.judge.counter {
			return c.say("the interval is of the count of the objects sampled between the two (Poisson, mid-p).")
		}
		return c.sentences(c.say("of the sampled objects A were allocated and F freed between the two. If nothing had changed, as many would be allocated as freed: the test is whether A is one half of A+F, exactly where they are few. Where A+F is more than all objects in use, the two are compared as strangers."), few)
	}
	return c.say("the logarithms of a function's values are compared by Student's t. A recording has the weight 1/(τ²+1/n): τ is the spread between runs, by restricted likelihood over all functions, and 1/n what sampling adds, where counts are known. Functions lend each other strength for the variance (moderated t, Smyth 2004). Few samples are added up and compared as counts with that variance; values with zeros of which no count is known by rearranging the recordings. The rank test of Mann and Whitney stands beside it and judges nothing: of few recordings it cannot be significant among many functions.")
}

// dispersion says which dispersion a pair assumes, and what would change with another.
func (c explanation) dispersion() string {
	d := c.judge.dispersion
	text := c.say("counts of samples vary φ = {{.Dispersion}} times as much as fair draws.", lang.With{"Dispersion": fmt.Sprintf("%.2g", d.Value)})
	if d.Degrees > Assumed.Degrees {
		text = c.sentences(text, c.say("It is estimated from how much the functions of the two differ (most of them did not change) and from the {{.Dispersion}} of steady programs.", lang.With{"Dispersion": fmt.Sprintf("%g", Assumed.Value)}))
	} else {
		text = c.sentences(text, c.say("Recordings of steady programs vary that much; these two have too few samples to show it."))
	}
	if called, left := c.inBursts(); called > 0 && d.Value < bursts {
		text = c.sentences(text, c.say.N(left, "If the program's CPU time comes in bursts, φ can be {{.Dispersion}}: then 1 function would be real instead of {{.Called}}.",
			"If the program's CPU time comes in bursts, φ can be {{.Dispersion}}: then {{.N}} functions would be real instead of {{.Called}}.", lang.With{"Dispersion": bursts, "Called": units.Count(int64(called))}))
	}
	return text
}

// inBursts is how many rows are called real, and how many would be with a dispersion of bursts.
func (c explanation) inBursts() (called, left int) {
	rows := c.rows().all
	p := make([]float64, len(rows))
	for i := range rows {
		v := &c.Shown(&rows[i]).Verdict
		if p[i] = v.P; v.estimate != nil {
			p[i] = v.estimate.Wider(bursts / c.judge.dispersion.Value).P()
		}
		if v.Real() {
			called++
		}
	}
	return called, statistics.FamilyOf(statistics.Adjusted(p), Level).Found
}
