package compare

import (
	"math"

	"profstation/model/lang"
	"profstation/model/statistics"
)

// Finding is a judgement of one difference.
type Finding string

// The findings, as they stand in files. [Finding.Words] and [Finding.Short] are what a user reads.
const (
	Nothing   Finding = "unchanged" // there is nothing on either side
	TooFew    Finding = "too few samples"
	Within    Finding = "within sampling noise"
	More      Finding = "more than sampling noise"
	Certain   Finding = "exact"                      // it was counted in full
	Happened  Finding = "happened between the two"   // a counter of one process
	MadeEqual Finding = "made equal"                 // the total of a comparison per total
	NoError   Finding = "no sampling error is known" // of this kind of profile
	Unjudged  Finding = "not judged"                 // the sides do not cover their times alike
	FewRuns   Finding = "too few runs to tell"       // in a group
	WithinRun Finding = "within the spread of the runs"
	MoreRun   Finding = "more than the spread of the runs"
)

// Noise reports whether a difference is to be greyed: nothing says that it is
// one. Where no sampling error is known, nothing is called noise.
func (f Finding) Noise() bool {
	return f == Within || f == Nothing || f == TooFew || f == WithinRun || f == FewRuns || f == MadeEqual
}

// Words are the finding in a sentence.
func (f Finding) Words(say lang.Voice) string {
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
func (f Finding) Short() string {
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
func (f Finding) Real() bool { return f == More || f == MoreRun || f == Certain || f == Happened }

// Level is the share of false alarms accepted among what is called more than noise.
const Level = 0.05

// Fewest is the number of samples of both sides together below which nothing is said.
const Fewest = 10

// Verdict says whether one difference is real. Finding, P and interval are of one computation: the
// interval holds 0 where the finding is noise, and only there.
type Verdict struct {
	Finding
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

func unjudged(f Finding) Verdict {
	nan := math.NaN()
	return Verdict{Finding: f, P: nan, Q: nan, between: [2]float64{nan, nan}}
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
		v.Finding = MoreRun
	case real:
		v.Finding = More
	case v.runs && v.more() > 0:
		v.Finding = FewRuns
	case v.runs:
		v.Finding = WithinRun
	default:
		v.Finding = Within
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
