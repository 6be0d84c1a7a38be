package compare

import (
	"fmt"

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

// Explain says in plain sentences how it is judged whether a difference is real, by which formula and
// whose, how often that is wrong, and what it cannot say.
func (c *Comparison) Explain() []string {
	var lines []string
	say := func(text string) { lines = append(lines, text) }
	shares := c.Normalisation.By == PerTotal && c.Judged()
	if shares {
		say("Both totals are made equal, so what is compared are shares: a function's share falls when another one's grows.")
	}
	switch c.Method() {
	case Counts:
		say("A CPU profile counts samples. If nothing has changed, each sample of a function comes from the new recording with the new one's part of the time (or of the requests, where values are per request): the test compares the counts n and m on both sides with that, exactly where they are few, else by z = Δ / √(φ·(n+m)/(E₀·E₁)), E being the exposures (Przyborowski and Wilenski 1940).")
		say(c.assumed())
	case Shares:
		say("The test is that of two counts given all samples of both sides: z = Δ / √(φ·p(1−p)·(1/N₀+1/N₁)), p being the common share, exactly where counts are few.")
		say(c.assumed())
	case Sampled:
		say("A heap profile holds about one allocation for each 512 KiB (runtime.MemProfileRate), scaled up by how likely objects of its size are sampled. So the evidence is the number of sampled objects: few objects are compared exactly, as counts, many by z = Δ / √(V₀+V₁), V being the sum of (size/P)²·(1−P) over the objects, P = 1 − e^(−size/rate).")
		say("Small objects are known to about ± 512 kB · √(sampled objects): 50 MB to ± 10%. Large ones are nearly all counted, so one more of them is more than sampling noise; but how many live at the moment of a snapshot may be chance. 1−P is taken as 1/20 at least.")
	case Process:
		lines = append(lines, c.explainProcess()...)
	case Exact:
		say("Nothing was sampled: every goroutine, or thread, was counted. A difference is a difference, at the moments when the two were taken; another moment may show others.")
		return lines
	case Runs:
		lines = append(lines, c.explainRuns()...)
	case Unknown:
		say("No sampling error is known for this kind of profile: a block or mutex profile does not say at which rate it was recorded, nor others what was counted. Differences are shown as they are; none is called noise and none real.")
		say("Compare groups of recordings: their spread counts, whatever they measure.")
		return lines
	}
	say(fmt.Sprintf("The total is judged by itself. The functions are judged together: of those called real, about %s may be false alarms (Benjamini and Hochberg 1995), and intervals are made for the same level. Below %d samples on both sides together nothing is said of a single pair.", perCent(Level), Fewest))
	say("How often this is wrong was simulated for programs in which nothing changed: at most 7 of 100 comparisons call anything real. docs/statistics.md has the table.")
	if c.Method() == Runs {
		say("Limits: recordings taken in turns (before, after, before, after …) are better evidence than two blocks, between which the machine may have changed. Real is not the same as caused by your change.")
	} else if c.Method() != Process {
		say("Limits: one pair of recordings cannot show how much one run differs from the next. Another input, another machine or a neighbour's load make real differences too. For that, compare groups of at least 4 recordings a side, taken in turns. Real is not the same as caused by your change.")
	}
	if c.Pair.New.Kind == model.CPU {
		say("Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores.")
	}
	return lines
}

func (c *Comparison) explainProcess() []string {
	out := []string{"These are two snapshots of one process: the same build, taken later, and no stack has allocated less than before."}
	if c.judge.counter {
		return append(out, "This counts from the start of the process, so what is new came between the two: that is certain. How much it was is known as well as the sampled objects are many: the interval is that of their count (Poisson, mid-p).")
	}
	return append(out,
		"Objects that live in both were sampled once and carry no error. Of a difference in use only what was allocated (A) and freed (F) between the two does: if nothing had changed, as many would be allocated as freed, and the test is that of A in A+F at one half. Where that is more than all objects in use, the two are compared as strangers.",
		"Limits: memory in use is as of the last garbage collection, and when that was is chance. A cache that fills is real growth, too.")
}

func (c *Comparison) explainRuns() []string {
	before, after := c.Pair.Recordings()
	out := []string{
		fmt.Sprintf("Here are %d recordings of the base and %d new ones. How much they differ among themselves shows what one pair cannot: how one run differs from the next.", before, after),
		"The logarithms of a function's values are compared by Student's t. A recording weighs 1/(τ²+1/n): τ is the spread between runs, by restricted likelihood over all functions, and 1/n what sampling adds, where counts are known. Functions lend each other strength for the variance (moderated t, Smyth 2004). Few samples are added up and compared as counts with that variance; values with zeros of which no count is known by rearranging the recordings.",
	}
	if c.judge.groups.Counted {
		out = append(out, fmt.Sprintf("In these recordings a function varies by about %s from run to run, beside what sampling adds.", perCent(c.rows().judge.law.Spread())))
	}
	return append(out, "Beside it stands the rank test of Mann and Whitney for comparison. It judges nothing: of few recordings it cannot be significant among many functions.")
}

// assumed says which dispersion a pair assumes, and what would change with another.
func (c *Comparison) assumed() string {
	d := c.judge.dispersion
	text := fmt.Sprintf("φ is how much more counts vary than fair draws: %.2g. ", d.Value)
	if d.Degrees > Assumed.Degrees {
		text += fmt.Sprintf("It is estimated from how much the functions of the two differ, as most of them did not change, and from the %g that steady programs have.", Assumed.Value)
	} else {
		text += "Recordings of steady programs have that; these two have too few samples to show it."
	}
	called, left := c.inBursts()
	if called > 0 && d.Value < bursts {
		text += fmt.Sprintf(" For a program whose CPU time comes in bursts it can be %d: then %s of the %s called real would be left.", bursts, model.Count(int64(left)), model.Count(int64(called)))
	}
	return text
}

// inBursts is how many rows are called real, and how many would be with a dispersion of bursts.
func (c *Comparison) inBursts() (called, left int) {
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
