package compare

import (
	"math"

	"profstation/model/lang"
	"profstation/model/statistics"
)

// Outcome is the judgement on one difference.
type Outcome string

// The outcomes as written in files. [Outcome.Words] and [Outcome.Short] are what a user reads.
const (
	Real      Outcome = "real"       // larger than chance produces, or counted in full
	NotSure   Outcome = "not sure"   // chance may produce as much
	TooFew    Outcome = "too few"    // too few samples or recordings to tell
	Unchanged Outcome = "unchanged"  // there is no difference that could be judged
	Unjudged  Outcome = "not judged" // the effect of chance is not known, or the sides do not cover their times alike
)

// Outcomes lists them in the order used in summaries.
var Outcomes = []Outcome{Real, NotSure, TooFew, Unchanged, Unjudged}

// Noise reports whether a difference is to be greyed because nothing shows that it is real. If the effect of
// chance is not known, nothing is called noise.
func (f Outcome) Noise() bool { return f == NotSure || f == TooFew || f == Unchanged }

// Real reports whether a difference is more than noise, or was counted in full.
func (f Outcome) Real() bool { return f == Real }

// Words returns the outcome as part of a sentence.
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

// Short returns the outcome as an answer to "is it real?", for a table column.
func (f Outcome) Short() string { return lang.L(string(f)) }

// Level is the accepted share of false alarms among the differences called real.
const Level = 0.05

// Fewest is the number of samples, on both sides together, below which nothing is said.
const Fewest = 10

// Verdict says whether one difference is real. Outcome, P and interval come from one computation: the
// interval contains 0 exactly when the outcome is noise.
type Verdict struct {
	Outcome
	// P is the probability that a difference as large as this one appears although nothing changed. Q is P
	// corrected for the number of functions shown (Benjamini and Hochberg): differences with Q ≤ Level are
	// called real, and about that share of them wrongly. NaN: nothing was computed.
	P, Q float64

	estimate *statistics.Estimate // nil: none
	between  [2]float64           // the interval if there is no estimate
	bar      bar
	samples  float64 // on both sides together
	ranked   bool    // the recordings in the groups were compared by their ranks
}

func unjudged(f Outcome) Verdict {
	nan := math.NaN()
	return Verdict{Outcome: f, P: nan, Q: nan, between: [2]float64{nan, nan}}
}

// by returns the verdict with an estimate and its p-value.
func (v Verdict) by(e statistics.Estimate) Verdict {
	v.estimate, v.P = &e, e.P()
	return v
}

// settle sets the outcome by comparing the p-value with the one it has to reach.
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

// more returns how many more recordings per side are needed for a verdict; 0 for pairs.
func (v *Verdict) more() int {
	if v.ranked {
		return v.bar.more[1]
	}
	return v.bar.more[0]
}

// Interval bounds the change, normalised, in the sample type's unit. For differences that are judged
// together, about 5% of the intervals for those called real miss the truth (Benjamini and Yekutieli 2005).
// NaN: not known.
func (v *Verdict) Interval() (low, high float64) { return v.IntervalAt(v.bar.level) }

// IntervalAt returns the interval for one difference that is looked at alone, with confidence 1 − level.
func (v *Verdict) IntervalAt(level float64) (low, high float64) {
	if v.estimate == nil {
		return v.between[0], v.between[1]
	}
	return v.estimate.Interval(level)
}

// Detectable returns the relative growth that recordings as large as these would show with a probability of
// 80%, by the rule that the verdict follows: 0.22 is 22%. NaN: not known; infinite: none at all.
func (v *Verdict) Detectable() float64 {
	if v.estimate == nil {
		return math.NaN()
	}
	return v.estimate.Detectable(v.bar.next)
}
