package compare

import (
	"fmt"
	"math"
	"strconv"

	"profstation/model"
)

// small is the change that a recording is asked to show.
const small = 0.05

// Words says of a change in a sentence what was found, and what recordings of this size could have
// shown.
func (c *Comparison) Words(x *Change) string {
	v := &x.Verdict
	s := string(v.Finding)
	if c.judge.shares && (v.Finding == More || v.Finding == MoreRun) {
		s = "its share changed by " + s
	}
	low, high := v.Interval()
	between := fmt.Sprintf("%s to %s", c.FormatChange(low), c.FormatChange(high))
	if math.IsNaN(low) || math.IsNaN(high) {
		between = ""
	}
	switch v.Finding {
	case TooFew:
		s += fmt.Sprintf(" (%s on both sides together, at least %d are needed)", figure(math.Round(v.samples)), Fewest)
	case FewRuns:
		s += fmt.Sprintf(": %s on each side would do", model.Plural(v.more(), "more recording"))
	case MadeEqual:
		s += ": both totals are scaled to the base's"
	case Within, WithinRun:
		if v.P <= Level && v.Q > Level {
			s += fmt.Sprintf(", not sure: by itself it would count (%s), among so many functions it may be chance (%s)", probability("p", v.P), probability("q", v.Q))
		}
		if between != "" {
			s += ": it may be " + between
		}
		if more := v.could(); more != "" {
			s += "; " + more
		}
	case Happened:
		if between != "" {
			s += ": sampling knows it as " + between
		}
	case More, MoreRun:
		if between != "" {
			s += ": " + between
		}
		if !math.IsNaN(v.Q) {
			s += " (" + probability("q", v.Q) + ")"
		} else if !math.IsNaN(v.P) {
			s += " (" + probability("p", v.P) + ")"
		}
	}
	return s
}

// could says how much data it would take to see a small change.
func (v *Verdict) could() string {
	d := v.Detectable()
	switch {
	case math.IsNaN(d) || math.IsInf(d, 0) || d == 0:
		return ""
	case d <= small:
		return fmt.Sprintf("a change of %s or more would show", perCent(d))
	}
	longer := times(v.estimate.Longer(v.bar.next, small))
	how := "record " + longer + " times longer"
	switch {
	case v.runs:
		how = "take " + longer + " times as many recordings"
	case v.objects:
		how = "make runtime.MemProfileRate " + longer + " times smaller"
	}
	return fmt.Sprintf("only a change of %s or more would show; to see one of %s, %s", perCent(d), perCent(small), how)
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
func perCent(x float64) string {
	if x >= 1 {
		return strconv.FormatFloat(math.Round(x*100), 'f', 0, 64) + "%"
	}
	return strconv.FormatFloat(x*100, 'g', 2, 64) + "%"
}

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
