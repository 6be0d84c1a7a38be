package compare

import (
	"fmt"
	"strings"

	"profstation/model"
	"profstation/model/statistics"
)

// Method is how it is judged whether a difference is larger than what chance makes. Which one holds
// is a matter of what the profile measures, and of what is shown of it.
type Method string

// Counts judges counts of samples by their exposure (CPU profiles), Shares their shares of totals
// that are made equal, Sampled values scaled up from sampled objects (heap profiles), Process what
// two snapshots of one process differ in, Exact what was counted in full, Unknown what no sampling
// error is known of. Runs judges groups of recordings by how much the recordings of a group differ.
const (
	Counts  Method = "counts of samples"
	Shares  Method = "shares of samples"
	Sampled Method = "sampled objects"
	Process Method = "one process"
	Exact   Method = "exact"
	Unknown Method = "unknown"
	Runs    Method = "runs"
)

// bursts is the dispersion of a program whose CPU time comes in bursts.
const bursts = statistics.MostDispersed

// Method is how the figures of the comparison are judged.
func (c *Comparison) Method() Method {
	switch m := c.judge.method; {
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
	return m != Exact && m != Unknown
}

// noise names what a difference has to exceed.
func (c *Comparison) noise() string {
	if c.Method() == Runs {
		return "the spread of the runs"
	}
	return "sampling noise"
}

// Explain says in paragraphs how it is judged whether a difference is real: first what to do to know
// more, then what is taken for granted, then the test and its source, and how often it is wrong.
func (c *Comparison) Explain() []string {
	e := explanation{c}
	lines := []string{"What to do: " + e.advice(), "Assumptions: " + e.assumed()}
	switch c.Method() {
	case Exact, Unknown:
		return lines
	}
	together := fmt.Sprintf(" The total is judged by itself, the functions together: of those reported as real, about %s may be false alarms (Benjamini and Hochberg 1995), and the intervals are made for the same level.", perCent(Level))
	lines = append(lines, "The test: "+e.test()+together)
	return append(lines, wrong(c.Method(), c.Pair.New.Kind)...)
}

// explanation is what is said of a comparison as a whole.
type explanation struct{ *Comparison }

// advice is what to do to know more.
func (c explanation) advice() string {
	const inTurns = "taken alternately (before, after, before, after, …)"
	switch c.Method() {
	case Exact:
		return "nothing. Every goroutine or thread was counted, so each difference is real. Another moment may differ: take both at the same point of the work."
	case Unknown:
		return "compare several recordings of each side, " + inTurns + ": how much they differ among themselves shows the effect of chance, whatever they measure."
	case Runs:
		return then(c.needed(), "recordings "+inTurns+" are better evidence than two blocks, between which the machine may have changed.")
	case Process:
		return then(c.needed(), "take the snapshots farther apart: what leaks goes on growing, and a cache that fills comes to an end.")
	}
	return then(c.needed(), "to know how much one run differs from the next, compare at least 4 recordings of each side, "+inTurns+".")
}

// then is one sentence after another, of which the first may be missing.
func then(first, second string) string {
	if first == "" {
		return second
	}
	return first + " " + strings.ToUpper(second[:1]) + second[1:]
}

// needed says what it takes to see more than is seen.
func (c explanation) needed() string {
	more := 0
	rows := c.rows().all
	for i := range rows {
		if v := &c.Shown(&rows[i]).Verdict; v.Finding == FewRuns {
			more = max(more, v.more())
		}
	}
	if more > 0 {
		return "there are too few runs to tell; " + oneMore(more) + "."
	}
	if largest := c.largest(); largest != nil {
		return "for the largest function, " + c.Shown(largest).Verdict.could() + "."
	}
	return ""
}

// largest is the row with the largest value of those of which it is known what would show; nil: none.
func (c *Comparison) largest() (best *Row) {
	rows, most := c.rows().all, 0.0
	for i := range rows {
		x := c.Shown(&rows[i])
		if size := max(x.Before, x.After); size > most && x.Verdict.could() != "" {
			best, most = &rows[i], size
		}
	}
	return best
}

// snapshots says how surely two snapshots are compared, of which allocations were sampled.
func (c explanation) snapshots() string {
	p := c.Pair.New
	rate := func(times int64) string { return model.FormatShort(times*p.Period, p.PeriodType.Unit, "auto") }
	text := "the two are snapshots of different processes. "
	if p.Period > 0 {
		text += fmt.Sprintf("About one allocation for each %s (runtime.MemProfileRate) was sampled. Small objects are known to about ± %s · √(sampled objects): %s to ± 10%%. ", rate(1), rate(1), rate(100))
	}
	return text + "Large ones are nearly all counted, so one more of them is more than sampling noise; but how many live at the moment of a snapshot may be chance."
}

// assumed says what the verdicts take for granted, and what would change.
func (c explanation) assumed() string {
	text := ""
	if c.Normalisation.By == PerTotal && c.Judged() {
		text = "both totals are made equal, so what is compared are shares: a function's share falls when another one's grows. "
	}
	switch c.Method() {
	case Counts, Shares:
		text += c.dispersion()
		if c.Pair.New.Kind == model.CPU {
			text += " Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores."
		}
	case Sampled:
		text += c.snapshots()
	case Process:
		text += "these are two snapshots of one process: the same build, taken later, and no stack has allocated less than before. "
		if c.judge.counter {
			return text + "This counts from the start of the process, so the increase came between the two: that is certain, and only its size is an estimate."
		}
		return text + "Objects alive in both were sampled once and carry no error. Memory in use is as of the last garbage collection, whose time is chance."
	case Runs:
		before, after := c.Pair.Recordings()
		text += fmt.Sprintf("the %s of the base and the %s of the new side differ among themselves as later ones would.", model.Plural(before, "recording"), model.Count(int64(after)))
		if c.judge.groups.Counted {
			text += fmt.Sprintf(" In them a function varies by about %s from run to run, on top of sampling noise.", perCent(c.rows().judge.law.Spread()))
		}
	case Exact:
		return "none, as nothing was sampled."
	case Unknown:
		return "none. Block and mutex profiles do not record their rate, nor do others record what was counted, so the sampling error is unknown: differences are shown as they are, and none is judged."
	}
	if c.Method() != Runs {
		text += " Other input, another machine or other load on it also make real differences, which one pair cannot tell from your change."
	}
	return text + " Real is not the same as caused by your change."
}

// test is the formula of a verdict, and whose it is.
func (c explanation) test() string {
	few := fmt.Sprintf(" With fewer than %d samples on both sides together there is no verdict.", Fewest)
	switch c.Method() {
	case Counts:
		return "if nothing has changed, the samples n and m of a function are divided between the two as their times are (or requests, where values are per request). Few are compared with that exactly, many by z = Δ / √(φ·(n+m)/(E₀·E₁)), E being the times (Przyborowski and Wilenski 1940)." + few
	case Shares:
		return "two counts given all samples of both sides: z = Δ / √(φ·p(1−p)·(1/N₀+1/N₁)), p being the common share; exactly where counts are few." + few
	case Sampled:
		return "the evidence is the number of sampled objects. Few are compared exactly, as counts, many by z = Δ / √(V₀+V₁), V being the sum of (size/P)²·(1−P) over the objects, P = 1 − e^(−size/rate), and 1−P at least 1/20." + few
	case Process:
		if c.judge.counter {
			return "the interval is that of the count of the objects sampled between the two (Poisson, mid-p)."
		}
		return "of the sampled objects A were allocated and F freed between the two. If nothing had changed, as many would be allocated as freed: the test is that of A in A+F at one half, exactly where they are few. Where A+F is more than all objects in use, the two are compared as strangers." + few
	}
	return "the logarithms of a function's values are compared by Student's t. A recording weighs 1/(τ²+1/n): τ is the spread between runs, by restricted likelihood over all functions, and 1/n what sampling adds, where counts are known. Functions lend each other strength for the variance (moderated t, Smyth 2004). Few samples are added up and compared as counts with that variance; values with zeros of which no count is known by rearranging the recordings. The rank test of Mann and Whitney stands beside it and judges nothing: of few recordings it cannot be significant among many functions."
}

// dispersion says which dispersion a pair assumes, and what would change with another.
func (c explanation) dispersion() string {
	d := c.judge.dispersion
	text := fmt.Sprintf("counts of samples vary φ = %.2g times as much as fair draws. ", d.Value)
	if d.Degrees > Assumed.Degrees {
		text += fmt.Sprintf("That is estimated from how much the functions of the two differ, as most of them did not change, and from the %g that steady programs have.", Assumed.Value)
	} else {
		text += "Recordings of steady programs have that; these two have too few samples to show it."
	}
	if called, left := c.inBursts(); called > 0 && d.Value < bursts {
		text += fmt.Sprintf(" If the program's CPU time comes in bursts, φ can be %d: then %s would be real instead of %s.", bursts, model.Plural(left, "function"), model.Count(int64(called)))
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
