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
	Real      Outcome = "real"       // larger than chance makes it, or counted in full
	NotSure   Outcome = "not sure"   // chance makes as much
	TooFew    Outcome = "too few"    // samples, or recordings, to tell
	Unchanged Outcome = "unchanged"  // there is no difference that could be judged
	Unjudged  Outcome = "not judged" // the effect of chance is not known, or the sides do not cover their times alike
)

// Outcomes lists them in the order of summaries.
var Outcomes = []Outcome{Real, NotSure, TooFew, Unchanged, Unjudged}

// Noise reports whether a difference is to be greyed: nothing says that it is
// one. Where the effect of chance is not known, nothing is called noise.
func (f Outcome) Noise() bool { return f == NotSure || f == TooFew || f == Unchanged }

// Real reports whether a difference is more than noise, or was counted in full.
func (f Outcome) Real() bool { return f == Real }

// Words are the outcome in a sentence.
func (f Outcome) Words(say lang.Voice) string {
	switch f {
	case Real:
		return say("more than noise")
	case NotSure:
		return say("not sure (may be chance)")
	case TooFew:
		return say("too few samples or recordings")
	}
	return say(string(f))
}

// Short is the outcome as an answer to "is it real?", in a column of a table.
func (f Outcome) Short() string { return lang.L(string(f)) }

// Level is the share of false alarms accepted among what is called real.
const Level = 0.05

// Fewest is the number of samples of both sides together below which nothing is said.
const Fewest = 10

// Verdict says whether one difference is real. Outcome, P and interval are of one computation: the
// interval holds 0 where the outcome is noise, and only there.
type Verdict struct {
	Outcome
	// P is the probability of a difference as large as this one if nothing had
	// changed, and Q the same corrected for the number of functions shown
	// (Benjamini and Hochberg): differences with Q ≤ Level are called real,
	// and about that share of them wrongly. NaN: nothing was computed.
	P, Q float64

	estimate *statistics.Estimate // nil: none
	between  [2]float64           // the interval of what has no estimate
	bar      bar
	samples  float64 // of both sides
	ranked   bool    // the recordings of the groups were compared by their ranks
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
	v.bar = b
	switch {
	case math.IsNaN(v.P):
	case v.P <= b.level:
		v.Outcome = Real
	case v.more() > 0:
		v.Outcome = TooFew
	default:
		v.Outcome = NotSure
	}
}

// more is how many more recordings a side it takes for a verdict; 0 of pairs.
func (v *Verdict) more() int {
	if v.ranked {
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
