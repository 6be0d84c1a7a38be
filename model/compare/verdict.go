package compare

import (
	"fmt"
	"math"
	"strconv"

	"profstation/model"
)

// Finding is a judgement of one difference.
type Finding string

// The findings, in the words that a user reads.
const (
	TooFew    Finding = "too few samples"
	Within    Finding = "within sampling noise"
	More      Finding = "more than sampling noise"
	Certain   Finding = "exact"                      // it was counted in full
	NoError   Finding = "no sampling error is known" // of this kind of profile
	NeedFour  Finding = "need at least 4"            // recordings on each side
	WithinRun Finding = "within the spread of the runs"
	MoreRun   Finding = "more than the spread of the runs"
)

// Noise reports whether a difference is to be greyed: nothing says that it is
// one. Where no sampling error is known, nothing is called noise.
func (f Finding) Noise() bool { return f == Within || f == TooFew || f == WithinRun }

// adjusted is what is found by a p-value that was corrected; NaN leaves all as it was.
func (f Finding) adjusted(q float64, within, more Finding) Finding {
	switch {
	case math.IsNaN(q):
		return f
	case q <= Level:
		return more
	}
	return within
}

// Verdict says whether one difference is real.
type Verdict struct {
	Finding
	// P is the probability of a difference as large as this one if nothing had
	// changed, and Q the same corrected for the number of functions shown
	// (Benjamini and Hochberg): differences with Q ≤ Level are called more than
	// noise, and about that share of them wrongly. NaN: nothing was computed.
	P, Q float64
	// Low and High bound the change with 95% confidence: of a share, in
	// hundredths of the total (per cent points), for Shares and groups of CPU
	// profiles; else in units of the sample type, normalised. NaN: not known.
	Low, High float64
	// Detectable is the relative change that recordings of this size show with
	// a probability of 80%: 0.22 is 22%. NaN: not known; infinite: none at all.
	Detectable float64
	method     Method
	samples    float64 // of both sides
}

// Real reports whether the difference is more than noise, or was counted in full.
func (v *Verdict) Real() bool {
	return v.Finding == More || v.Finding == MoreRun || v.Finding == Certain
}

func (v *Verdict) find(q float64, within, more Finding) {
	v.Q, v.Finding = q, v.Finding.adjusted(q, within, more)
}

// correct finds anew what verdicts say, by p-values corrected for their number.
func correct(all []*Verdict, within, more Finding) {
	p := make([]float64, len(all))
	for i, v := range all {
		p[i] = v.P
	}
	for i, q := range Adjusted(p) {
		all[i].find(q, within, more)
	}
}

func unjudged(f Finding) Verdict {
	nan := math.NaN()
	return Verdict{Finding: f, P: nan, Q: nan, Low: nan, High: nan, Detectable: nan}
}

// small is the change that a recording is asked to show.
const small = 0.05

// Words says it in a sentence: what was found, and what a recording of this size could have shown.
func (v *Verdict) Words() string {
	s := string(v.Finding)
	more := v.could()
	switch {
	case v.Finding == TooFew:
		s += fmt.Sprintf(" (%s on both sides together, at least %d are needed)", figure(math.Round(v.samples)), Fewest)
	case v.Finding == Within && more != "":
		s += "; " + more
	case v.Finding != Within && !math.IsNaN(v.Q):
		s += " (" + probability("q", v.Q) + ")"
	}
	return s
}

// could says how much data it would take to see a small change.
func (v *Verdict) could() string {
	d := v.Detectable
	switch {
	case math.IsNaN(d) || math.IsInf(d, 0) || d == 0:
		return ""
	case d <= small:
		return fmt.Sprintf("a change of %s could be seen", perCent(d))
	case v.method == Sampled:
		return fmt.Sprintf("a change of %s could be seen with a runtime.MemProfileRate %s times smaller", perCent(small), times(Longer(d, small)))
	}
	return fmt.Sprintf("a change of %s could be seen with a recording %s times longer", perCent(small), times(Longer(d, small)))
}

// times writes a factor, rounded up to two digits: never less than needed.
func times(x float64) string {
	if x < 10 {
		return figure(math.Ceil(x))
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return figure(math.Ceil(x/unit) * unit)
}

// perCent writes a share: 5%, 0.4%.
func perCent(x float64) string { return strconv.FormatFloat(x*100, 'g', 2, 64) + "%" }

// probability writes a p or q value: q = 0.013.
func probability(name string, p float64) string {
	if p < 0.0001 {
		return name + " < 0.0001"
	}
	return name + " = " + strconv.FormatFloat(p, 'g', 2, 64)
}

// figure writes a number for reading: whole ones with commas.
func figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return model.Count(int64(x))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
