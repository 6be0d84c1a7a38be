package compare

import (
	"fmt"

	"profstation/model"
	"profstation/model/statistics"
)

// Explain says in plain sentences how it is judged whether a difference is real: what can be done to know
// more, what the words mean, what is assumed, by which formula and whose, how often that is wrong, and
// what it cannot say. Each is a paragraph.
func (c *Comparison) Explain() []string {
	e := explanation{c}
	switch c.Method() {
	case Exact:
		return []string{"Nothing was sampled: every goroutine, or thread, was counted. A difference is a difference, at the moments when the two were taken; another moment may show others."}
	case Unknown:
		return []string{
			"To know what is real, compare groups of recordings, at least 4 of each: how much they differ among themselves counts, whatever they measure.",
			"A single recording of this kind does not show how exact it is: a block or mutex profile does not say at which rate it was recorded, nor others what was counted. So differences are shown as they are. None is called noise, and none real.",
		}
	}
	lines := []string{e.advice(), e.meaning()}
	switch c.Method() {
	case Counts:
		lines = append(lines, e.assumed(),
			"The formula: a CPU profile counts samples. If nothing changed, each sample of a function comes from the new recording with the new one's part of the time (or of the requests, where values are per request). The counts n and m of both sides are tested against that, exactly where they are few, else by z = Δ / √(φ·(n+m)/(E₀·E₁)), where E are the times (Przyborowski and Wilenski 1940).")
	case Shares:
		lines = append(lines, e.assumed(),
			"The formula: both totals are made equal, so shares are compared, and a function's share falls when another one's grows. Two counts are tested given all samples of both sides: z = Δ / √(φ·p(1−p)·(1/N₀+1/N₁)), where p is the common share; exactly where counts are few.")
	case Sampled:
		lines = append(lines,
			"Assumed: the two are of different processes. Small objects are known to about ± 512 kB · √(sampled objects), 50 MB to ± 10%. Large ones are nearly all counted, so one more of them is more than sampling noise; but how many of them live at the moment of a snapshot may be chance.",
			"The formula: a heap profile holds about one allocation for each 512 KiB (runtime.MemProfileRate), scaled up by how likely objects of its size are sampled. So the evidence is the number of sampled objects: few are compared exactly, as counts, many by z = Δ / √(V₀+V₁), where V is the sum of (size/P)²·(1−P) over the objects, P = 1 − e^(−size/rate), and 1−P at least 3%.")
	case Process:
		lines = append(lines, e.formulaOfProcess()...)
	case Runs:
		lines = append(lines, e.formulaOfRuns()...)
	}
	lines = append(lines,
		fmt.Sprintf("The functions are judged together: of those called real, about %s may be false alarms (Benjamini and Hochberg 1995), and intervals are made for the same level. The total is judged by itself.", perCent(Level)),
		claimOf(c.Method(), c.Pair.New.Kind).String())
	limits := "What this cannot say: real is not the same as caused by your change."
	switch c.Method() {
	case Process:
		limits = "What this cannot say: memory in use is as of the last garbage collection, and when that was is chance. A cache that fills is real growth, too."
	case Runs:
		limits += " Recordings that were taken in turns (before, after, before, after …) are better evidence than two blocks, between which the machine may have changed."
	default:
		limits += " One pair of recordings does not show how much one run differs from the next: another input, another machine or a busy neighbour make real differences, too."
	}
	if c.Pair.New.Kind == model.CPU {
		limits += " Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores."
	}
	return append(lines, limits)
}

// explanation makes the paragraphs of an explanation.
type explanation struct{ *Comparison }

// advice says what to do to know more.
func (c explanation) advice() string {
	t, runs := c.Tally(), c.Method() == Runs
	if more := c.moreRuns(); more > 0 {
		return fmt.Sprintf("To know more: record %s of each side. With so few, no difference is large enough to be told from chance among so many functions.", model.Plural(more, "more run"))
	}
	text := ""
	if _, words := c.couldSee(); words != "" && t.Noise+t.Few > 0 {
		text = fmt.Sprintf("To know more: of the largest function, %s. ", words)
	}
	switch {
	case runs:
		return text + "More recordings of each side show smaller changes."
	case c.Method() == Process:
		return text + "Snapshots that lie further apart show slower leaks; Trend looks at all of a folder."
	}
	return text + "To know whether it is the program or the run, take at least 4 recordings of each side, in turns, and compare them as groups."
}

// moreRuns is how many more recordings a side the figures ask for that could not be judged.
func (c explanation) moreRuns() (more int) {
	for i := range c.rows().all {
		if v := &c.Shown(&c.rows().all[i]).Verdict; v.Finding == FewRuns {
			more = max(more, v.more())
		}
	}
	return more
}

// meaning says what the verdicts mean.
func (c explanation) meaning() string {
	text := fmt.Sprintf("The words: more than %s means that a difference so large would hardly come by chance. Within %s means that it may be chance, and the interval says what it may be: it is not shown that nothing changed.", c.noise(), c.noise())
	if c.Method() != Runs {
		text += fmt.Sprintf(" Too few samples means fewer than %d on both sides together: nothing is said then.", Fewest)
	}
	return text
}

func (c explanation) formulaOfProcess() []string {
	out := []string{"Assumed: these are two snapshots of one process, as the build is the same, one was taken later, and no stack has allocated less than before."}
	if c.judge.counter {
		return append(out, "The formula: this counts from the start of the process, so what is new came between the two, and that is certain. How much it was is known as well as the sampled objects are many: the interval is that of their count (Poisson, mid-p).")
	}
	return append(out, "The formula: objects that live in both were sampled once and carry no error. Only what was allocated (A) and freed (F) between the two does. If nothing changed, as many would be allocated as freed, and A in A+F is tested against one half. Where that is more than all objects in use, the two are compared as strangers.")
}

func (c explanation) formulaOfRuns() []string {
	before, after := c.Pair.Recordings()
	seen := fmt.Sprintf("What was seen: %s of the base and %s of the new side.", model.Plural(before, "recording"), model.Plural(after, "recording"))
	if c.judge.groups.Counted {
		seen += fmt.Sprintf(" From run to run a function varies by about %s, beside what sampling adds.", perCent(c.rows().judge.law.Spread()))
	}
	return []string{
		seen,
		"The formula: the logarithms of a function's values are compared by Student's t. A recording weighs 1/(τ²+1/n): τ is the spread between runs, by restricted likelihood over all functions, and 1/n is what sampling adds, where counts are known. Functions lend each other strength for the variance (moderated t, Smyth 2004). Few samples are added up and compared as counts with that variance; values with zeros of which no count is known by rearranging the recordings. The rank test of Mann and Whitney stands beside it for comparison and judges nothing.",
	}
}

// assumed says how bursty the program is taken to be, and what would change if it were more so.
func (c explanation) assumed() string {
	d := c.judge.dispersion
	text := fmt.Sprintf("Assumed: the counts vary %.2g times as much as those of fair draws (φ). ", d.Value)
	if d.Value < 1.05 {
		text = "Assumed: the counts vary as those of fair draws do (φ = 1). "
	}
	if d.Degrees > Assumed.Degrees {
		text += fmt.Sprintf("That is how much the functions of the two differ, as most of them did not change, weighed with the %g of steady programs.", Assumed.Value)
	} else {
		text += "Steady programs have that; these two have too few samples to show it."
	}
	called, left := c.inBursts()
	if called > 0 && d.Value < bursts {
		text += fmt.Sprintf(" If the CPU time came in strong bursts (φ = %d), %s of the %s called real would still be.", bursts, model.Count(int64(left)), model.Count(int64(called)))
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
