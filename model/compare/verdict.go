package compare

import (
	"math"

	"profstation/model/lang"
	"profstation/model/statistics"
)

// Outcome is a judgement of one difference.
type Outcome string

// The outcomes, as they stand in files. [Outcome.Words] and [Outcome.Short] are what a user reads.
const (
	Nothing   Outcome = "unchanged" // there is nothing on either side
	TooFew    Outcome = "too few samples"
	Within    Outcome = "within sampling noise"
	More      Outcome = "more than sampling noise"
	Certain   Outcome = "exact"                      // it was counted in full
	Happened  Outcome = "happened between the two"   // a counter of one process
	MadeEqual Outcome = "made equal"                 // the total of a comparison per total
	NoError   Outcome = "no sampling error is known" // of this kind of profile
	Unjudged  Outcome = "not judged"                 // the sides do not cover their times alike
	FewRuns   Outcome = "too few runs to tell"       // in a group
	WithinRun Outcome = "within the spread of the runs"
	MoreRun   Outcome = "more than the spread of the runs"
)

// Noise reports whether a difference is to be greyed: nothing says that it is
// one. Where no sampling error is known, nothing is called noise.
func (f Outcome) Noise() bool {
	return f == Within || f == Nothing || f == TooFew || f == WithinRun || f == FewRuns || f == MadeEqual
}

// Words are the finding in a sentence.
func (f Outcome) Words(say lang.Voice) string {
	switch f {
	case Within:
		return say("not sure (may be chance)")
	case WithinRun:
		return say("not sure (runs differ as much)")
	case Certain:
		return say("counted in full: every difference is one")
	}
	return say(string(f))
}

// Short is the finding as an answer to "is it real?", in a column of a table.
func (f Outcome) Short() string {
	switch f {
	case Within, WithinRun:
		return lang.L("not sure")
	case More, MoreRun:
		return lang.L("real")
	case Happened:
		return lang.L("happened")
	case NoError:
		return lang.L("not known")
	case FewRuns:
		return lang.L("too few runs")
	}
	return lang.L(string(f))
}

// Real reports whether a difference is more than noise, or was counted in full.
func (f Outcome) Real() bool { return f == More || f == MoreRun || f == Certain || f == Happened }

// Level is the share of false alarms accepted among what is called more than noise.
const Level = 0.05

// Fewest is the number of samples of both sides together below which nothing is said.
const Fewest = 10

// Verdict says whether one difference is real. Outcome, P and interval are of one computation: the
// interval holds 0 where the finding is noise, and only there.
type Verdict struct {
	Outcome
	// P is the probability of a difference as large as this one if nothing had
	// changed, and Q the same corrected for the number of functions shown
	// (Benjamini and Hochberg): differences with Q ≤ Level are called more than
	// noise, and about that share of them wrongly. NaN: nothing was computed.
	P, Q float64

	estimate   *statistics.Estimate // nil: none
	between    [2]float64           // the interval of what has no estimate
	bar        bar
	samples    float64 // of both sides
	rearranged bool    // the recordings of the groups were rearranged
	runs       bool    // of groups
	objects    bool    // of a heap: a smaller rate shows more
	pooled     bool    // of what a store added up over a time
}

func unjudged(f Outcome) Verdict {
	nan := math.NaN()
	return Verdict{Outcome: f, P: nan, Q: nan, between: [2]float64{nan, nan}}
}

// by is the verdict with what an estimate says.
func (v Verdict) by(e statistics.Estimate) Verdict {
	v.estimate, v.P = &e, e.P()
	return v
}

// settle finds what a difference is by the p-value that it has to reach.
func (v *Verdict) settle(b bar) {
	if v.bar = b; math.IsNaN(v.P) {
		return
	}
	switch real := v.P <= b.level; {
	case v.runs && real:
		v.Outcome = MoreRun
	case real:
		v.Outcome = More
	case v.runs && v.more() > 0:
		v.Outcome = FewRuns
	case v.runs:
		v.Outcome = WithinRun
	default:
		v.Outcome = Within
	}
}

// more is how many more recordings a side it takes for a verdict.
func (v *Verdict) more() int {
	if v.rearranged {
		return v.bar.more[1]
	}
	return v.bar.more[0]
}

// Interval bounds the change, in units of the sample type, normalised. Of differences that are judged
// together, about 5% of the intervals of those called real miss the truth (Benjamini and Yekutieli
// 2005). NaN: not known.
func (v *Verdict) Interval() (low, high float64) { return v.IntervalAt(v.bar.level) }

// IntervalAt is the interval of one difference that is looked at alone, with a confidence of
// 1 − level.
func (v *Verdict) IntervalAt(level float64) (low, high float64) {
	if v.estimate == nil {
		return v.between[0], v.between[1]
	}
	return v.estimate.Interval(level)
}

// Detectable is the relative growth that recordings of this size show with a probability of 80%, by
// the rule that the verdict follows: 0.22 is 22%. NaN: not known; infinite: none at all.
func (v *Verdict) Detectable() float64 {
	if v.estimate == nil {
		return math.NaN()
	}
	return v.estimate.Detectable(v.bar.next)
}

// SD is the standard deviation of the change, in the unit of [Verdict.Interval]; NaN: not known, or
// not symmetric.
func (v *Verdict) SD() float64 {
	if v.estimate == nil || v.estimate.Log {
		return math.NaN()
	}
	return v.estimate.SD
}
