package compare

import (
	"cmp"
	"math"
	"strconv"

	"profstation/model/lang"
)

// small is the change that a recording should be able to show.
const small = 0.05

// Words says in a sentence how certain a change is, within which bounds it lies, and what to do if it is not
// certain.
func (c *Comparison) Words(say lang.Voice, x *Change) string {
	v := &x.Verdict
	s := v.Outcome.Words(say)
	explain := func(detail string) {
		if detail != "" {
			s = say("{{.Verdict}}: {{.Detail}}", lang.With{"Verdict": s, "Detail": detail})
		}
	}
	between := func() {
		if low, high := v.Interval(); !math.IsNaN(low) && !math.IsNaN(high) {
			with := lang.With{"Low": c.FormatChange(low), "High": c.FormatChange(high)}
			explain(say("between {{.Low}} and {{.High}}", with))
		}
	}
	switch v.Outcome {
	case TooFew:
		if !math.IsNaN(v.P) {
			explain(oneMore(say, v.more()))
			break
		}
		with := lang.With{"Number": figure(say, math.Round(v.samples)), "Fewest": Fewest}
		explain(say("{{.Number}} on both sides together, at least {{.Fewest}} are needed", with))
		if v.samples >= 1 {
			s = say("{{.Verdict}}; that would need {{.Recording}}", lang.With{"Verdict": s, "Recording": v.longer(say, Fewest/v.samples)})
		}
	case Unjudged:
		if c.judge.uneven {
			explain(say("the sides are not known to cover their times alike"))
		} else {
			explain(say("several recordings of each side would show how much runs differ"))
		}
	case NotSure:
		if x.Delta == 0 {
			s = say("no difference seen")
		}
		between()
		if v.P <= Level && v.Q > Level {
			s = say("{{.Verdict}}; alone it would count ({{.P}}), among so many it may be chance ({{.Q}})",
				lang.With{"Verdict": s, "P": probability("p", v.P), "Q": probability("q", v.Q)})
		}
		if could := v.could(say); could != "" {
			s = say("{{.Verdict}}; {{.Detail}}", lang.With{"Verdict": s, "Detail": could})
		}
	case Real:
		if c.judge.shares {
			s = say("its share changed by {{.Verdict}}", lang.With{"Verdict": s})
		}
		between()
		if p := cmp.Or(probability("q", v.Q), probability("p", v.P)); p != "" {
			s += " (" + p + ")"
		}
	}
	return s
}

// could says which change would have shown, and what it takes to detect a small one.
func (v *Verdict) could(say lang.Voice) string {
	d := v.Detectable()
	switch {
	case math.IsNaN(d) || math.IsInf(d, 0) || d == 0:
		return ""
	case d <= small:
		return say("a change of {{.Share}} would show", lang.With{"Share": perCent(d)})
	}
	return say("only a change of {{.Share}} or more would show; detecting {{.Small}} would need {{.Recording}}", lang.With{
		"Share": perCent(d), "Small": perCent(small), "Recording": v.longer(say, v.estimate.Longer(v.bar.next, small)),
	})
}

// longer says how to get that many times more evidence.
func (v *Verdict) longer(say lang.Voice, factor float64) string {
	switch with, j := (lang.With{"Factor": times(say, factor)}), v.bar.judge; {
	case j.groups != nil && j.groups.Paired:
		return say("{{.Factor}}× as many pairs", with)
	case j.groups != nil:
		return say("{{.Factor}}× as many recordings", with)
	case j.basis == byObjects:
		return say("a runtime.MemProfileRate {{.Factor}}× lower", with)
	case j.pair.Base.Pooled && j.pair.New.Pooled:
		return say("a time {{.Factor}}× as long", with)
	default:
		return say("a recording {{.Factor}}× longer", with)
	}
}

// oneMore says how many recordings are missing.
func oneMore(say lang.Voice, n int) string {
	return say.N(n, "1 more recording on each side would do", "{{.N}} more recordings on each side would do", nil)
}

// times writes a factor, rounded up to two digits so that it is never less than needed.
func times(say lang.Voice, x float64) string {
	if x < 10 {
		return figure(say, math.Ceil(x))
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return figure(say, math.Ceil(x/unit)*unit)
}

// perCent writes a share: 5%, 0.4%.
func perCent(x float64) string {
	if x >= 0.095 {
		return strconv.FormatFloat(math.Round(x*100), 'f', 0, 64) + "%"
	}
	return strconv.FormatFloat(x*100, 'g', 2, 64) + "%"
}

// probability writes a p or q value: q = 0.013. It returns "" if none is known.
func probability(name string, p float64) string {
	if math.IsNaN(p) {
		return ""
	}
	if p < 0.0001 {
		return name + " < 0.0001"
	}
	return name + " = " + strconv.FormatFloat(p, 'g', 2, 64)
}

// figure writes a number for reading. Whole numbers get thousands separators.
func figure(say lang.Voice, x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return say.Count(int64(x))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
