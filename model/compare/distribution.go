package compare

import (
	"fmt"
	"math"
	"slices"

	"profstation/model/lang"
	"profstation/model/statistics"
)

// Distribution compares two samples of one quantity, such as the durations of a region or the lengths of GC
// pauses in two traces.
type Distribution struct {
	Base, New Sample
	// P is the probability that samples from the same distribution differ as much in their ranks (Mann and
	// Whitney). It is NaN if a side is empty.
	P       float64
	Larger  float64 // the probability that a new number is larger than one from the base, ties counted half
	Outcome Outcome
}

// Sample is one side in a distribution, in the unit of its numbers. All fields are 0 if there are no numbers.
type Sample struct {
	N                   int
	Total               float64
	Mean                float64
	Min, Max            int64
	P50, P90, P99       int64
	P25, P75, P95, P999 int64
}

// Distributions compares two samples. It judges them if they have at least 8 numbers together and 3 on each
// side; otherwise it only gives the quantiles. It does not change them. The test assumes independent numbers.
// Numbers from one recording often are not independent (one slow moment makes many slow calls), so a small P
// means less here than between groups of recordings.
func Distributions(base, now []int64) Distribution {
	return DistributionsBeyond(base, now, 0)
}

// RunsDiffer is the share by which what is done in a second may differ between two runs of one program under the same
// load. `make calibrate` shows what follows from it.
const RunsDiffer = 0.05

// DistributionsBeyond compares two samples as [Distributions] does, but a side whose numbers are larger by no more
// than a share is no different. That is for numbers that have something in common within each side, such as the load
// in a recording, by which they differ from those of the other: many of them together would make it look real.
func DistributionsBeyond(base, now []int64, share float64) Distribution {
	d := Distribution{Base: sampleOf(base), New: sampleOf(now), Outcome: TooFew}
	a, b := floats(base), floats(now)
	d.P, d.Larger = statistics.RankTest(a, b)
	if share > 0 && d.P < 1 {
		side := a // the side that is larger
		if d.Larger > 0.5 {
			side = b
		}
		for i := range side {
			side[i] /= 1 + share
		}
		p, larger := statistics.RankTest(a, b)
		if d.P = p; (larger > 0.5) != (d.Larger > 0.5) {
			d.P = 1
		}
	}
	if len(base) < 3 || len(now) < 3 || len(base)+len(now) < 8 {
		return d
	}
	d.find(d.P)
	return d
}

// Correct decides again which of many distributions differ by more than noise. It uses p-values corrected for
// the number of tests, and returns them: NaN where there are too few numbers.
func Correct(all []*Distribution) []float64 {
	p := make([]float64, len(all))
	for i, d := range all {
		if p[i] = d.P; d.Outcome == TooFew {
			p[i] = math.NaN()
		}
	}
	q := statistics.Adjusted(p)
	for i, d := range all {
		d.find(q[i])
	}
	return q
}

// find sets the outcome from a p-value. NaN changes nothing.
func (d *Distribution) find(p float64) {
	switch {
	case math.IsNaN(p):
	case p <= Level:
		d.Outcome = Real
	default:
		d.Outcome = NotSure
	}
}

func floats(v []int64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

func sampleOf(v []int64) Sample {
	s := Sample{N: len(v)}
	if s.N == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(v))
	for _, x := range sorted {
		s.Total += float64(x)
	}
	s.Mean = s.Total / float64(s.N)
	s.Min, s.Max = sorted[0], sorted[s.N-1]
	for at, to := range map[float64]*int64{
		0.25: &s.P25, 0.5: &s.P50, 0.75: &s.P75, 0.9: &s.P90, 0.95: &s.P95, 0.99: &s.P99, 0.999: &s.P999,
	} {
		*to = Quantile(sorted, at)
	}
	return s
}

// Quantile returns the least number in a sorted sample for which at least a share q of the numbers are not
// larger. So it is always a measured number.
func Quantile(sorted []int64, q float64) int64 {
	if len(sorted) == 0 {
		return 0
	}
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

// Words describes the comparison in a sentence: "median 1.2ms → 1.5ms (+25%), larger in 71% of pairs: more
// than noise, p = 0.003". format writes one number.
func (d *Distribution) Words(format func(int64) string) string {
	switch {
	case d.Base.N == 0 && d.New.N == 0:
		return lang.L("there are none on either side")
	case d.Base.N == 0:
		return lang.N(d.New.N, "only in the new one: 1 value, median {{.Median}}",
			"only in the new one: {{.N}} values, median {{.Median}}", lang.With{"Median": format(d.New.P50)})
	case d.New.N == 0:
		return lang.N(d.Base.N, "only in the base: 1 value, median {{.Median}}",
			"only in the base: {{.N}} values, median {{.Median}}", lang.With{"Median": format(d.Base.P50)})
	}
	medians := lang.L("median {{.Base}} → {{.New}}", lang.With{"Base": format(d.Base.P50), "New": format(d.New.P50)})
	if d.Base.P50 != 0 && d.Base.P50 != d.New.P50 {
		medians += " (" + signedPercent(float64(d.New.P50-d.Base.P50)/math.Abs(float64(d.Base.P50))*100) + ")"
	}
	with := lang.With{"Medians": medians, "Verdict": d.Outcome.Words(lang.L), "Probability": probability("p", d.P)}
	switch {
	case d.Outcome == TooFew:
		return lang.L("{{.Medians}}: too few to judge ({{.Base}} and {{.New}})", lang.With{"Medians": medians, "Base": d.Base.N, "New": d.New.N})
	case d.Outcome == Real && d.Larger > 0.5:
		with["Share"] = fmt.Sprintf("%.0f%%", d.Larger*100)
		return lang.L("{{.Medians}}, larger in {{.Share}} of pairs, by the ranks of all values: {{.Verdict}}, {{.Probability}}", with)
	case d.Outcome == Real:
		with["Share"] = fmt.Sprintf("%.0f%%", (1-d.Larger)*100)
		return lang.L("{{.Medians}}, smaller in {{.Share}} of pairs, by the ranks of all values: {{.Verdict}}, {{.Probability}}", with)
	}
	return lang.L("{{.Medians}}, by the ranks of all values: {{.Verdict}}, {{.Probability}}", with)
}

// signedPercent writes a change in per cent with its sign: +25.0%, -3.20%.
func signedPercent(x float64) string {
	switch a := math.Abs(x); {
	case math.IsInf(x, 1):
		return lang.L("new")
	case a >= 1000:
		return fmt.Sprintf("%+.0f%%", x)
	case a >= 9.995:
		return fmt.Sprintf("%+.1f%%", x)
	}
	return fmt.Sprintf("%+.2f%%", x)
}
