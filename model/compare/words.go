package compare

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"profstation/model"
)

// small is the change that a recording is asked to show.
const small = 0.05

// Words says of a change in a sentence how sure it is, within which bounds it lies, and what to do
// where it is not sure.
func (c *Comparison) Words(x *Change) string {
	v := &x.Verdict
	s := v.Finding.Words()
	between := ""
	if low, high := v.Interval(); !math.IsNaN(low) && !math.IsNaN(high) {
		between = fmt.Sprintf("between %s and %s", c.FormatChange(low), c.FormatChange(high))
	}
	add := func(separator, text string) {
		if text != "" {
			s += separator + text
		}
	}
	switch v.Finding {
	case TooFew:
		s += fmt.Sprintf(": %s on both sides together, at least %d are needed", figure(math.Round(v.samples)), Fewest)
		if v.samples >= 1 {
			add("; that would need ", v.longer(Fewest/v.samples))
		}
	case FewRuns:
		add(": ", oneMore(v.more()))
	case MadeEqual:
		s += ": both totals are scaled to the base's"
	case NoError:
		s += "; several recordings of each side would show how much runs differ"
	case Within, WithinRun:
		if x.Delta == 0 {
			s = "no difference seen"
		}
		add(": ", between)
		if v.P <= Level && v.Q > Level {
			s += fmt.Sprintf("; alone it would count (%s), among so many it may be chance (%s)", probability("p", v.P), probability("q", v.Q))
		}
		add("; ", v.could())
	case Happened:
		add(": estimated as ", between)
	case More, MoreRun:
		if c.judge.shares {
			s = "its share changed by " + s
		}
		add(": ", between)
		if p := cmp.Or(probability("q", v.Q), probability("p", v.P)); p != "" {
			s += " (" + p + ")"
		}
	}
	return s
}

// could says which change would have shown, and what it takes to see a small one.
func (v *Verdict) could() string {
	d := v.Detectable()
	switch {
	case math.IsNaN(d) || math.IsInf(d, 0) || d == 0:
		return ""
	case d <= small:
		return fmt.Sprintf("a change of %s would show", perCent(d))
	}
	return fmt.Sprintf("only a change of %s or more would show; detecting %s would need %s", perCent(d), perCent(small),
		v.longer(v.estimate.Longer(v.bar.next, small)))
}

// longer says how to have so many times as much evidence.
func (v *Verdict) longer(factor float64) string {
	switch n := times(factor); {
	case v.runs:
		return n + "× as many recordings"
	case v.objects:
		return "a runtime.MemProfileRate " + n + "× lower"
	default:
		return "a recording " + n + "× longer"
	}
}

// oneMore says how many recordings are missing.
func oneMore(n int) string {
	return model.Plural(n, "more recording") + " on each side would do"
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
	if x >= 0.095 {
		return strconv.FormatFloat(math.Round(x*100), 'f', 0, 64) + "%"
	}
	return strconv.FormatFloat(x*100, 'g', 2, 64) + "%"
}

// probability writes a p or q value: q = 0.013; "" where none is known.
func probability(name string, p float64) string {
	if math.IsNaN(p) {
		return ""
	}
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
