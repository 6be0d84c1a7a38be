package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"profstation/model/statistics"
)

// z95 bounds 95% of a normal distribution on both sides, and z80 is passed by
// 80% of one that is so far to the right.
const (
	z95 = 1.96
	z80 = 0.84
)

// ShareTest compares k1 of n1 samples with k2 of n2: the difference of the
// shares, its standard deviation, and the probability of one as large by chance.
// Each share is taken with one success and one failure more (Agresti and Caffo,
// 2000), which keeps the interval right for few samples; φ is the dispersion.
func ShareTest(k1, n1, k2, n2, dispersion float64) (delta, sd, p float64) {
	p1, p2 := (k1+1)/(n1+2), (k2+1)/(n2+2)
	delta = p2 - p1
	sd = math.Sqrt(dispersion * (p1*(1-p1)/(n1+2) + p2*(1-p2)/(n2+2)))
	return delta, sd, twoSided(delta / sd)
}

// twoSided is the probability that a standard normal lies as far from 0 as z.
func twoSided(z float64) float64 {
	if math.IsNaN(z) {
		return 1
	}
	return math.Erfc(math.Abs(z) / math.Sqrt2)
}

// Detectable is the relative change of a share p of n1 and of n2 samples that a
// test at 5% finds with a probability of 80%: 2.8·√(φ·(1−p)/p·(1/n1+1/n2)),
// which is 2.8·√(2(1−p)/(n·p)) for two recordings of n samples and φ = 1.
func Detectable(p, n1, n2, dispersion float64) float64 {
	if !(p > 0 && n1 > 0 && n2 > 0) {
		return math.Inf(1)
	}
	return (z95 + z80) * math.Sqrt(dispersion*max(0, 1-p)/p*(1/n1+1/n2))
}

// Longer is how many times longer both recordings have to be, or how many times smaller the
// sampling rate, so that instead of detectable the change wanted can be seen.
func Longer(detectable, wanted float64) float64 {
	r := detectable / wanted
	return max(1, r*r)
}

// Adjusted is [statistics.Adjusted].
func Adjusted(p []float64) []float64 { return statistics.Adjusted(p) }

// GroupResult is what [GroupTest] finds.
type GroupResult struct {
	Before, After float64 // pooled shares of the two groups, 0 to 1
	Pooled        float64 // of both
	Dispersion    float64 // φ̂, at least 1
	T             float64
	Degrees       int
	P             float64 // two-sided
	Low, High     float64 // 95% bounds of After − Before
}

// GroupTest compares shares of two groups of recordings: k[i] of n[i] samples in each. Recordings
// of a group differ by more than fair draws do, φ̂ times (Pearson's statistic over its degrees of
// freedom), and by so much the test is wider; its distribution is Student's. Fewer than two
// recordings a side have no spread: P is NaN.
func GroupTest(k1, n1, k2, n2 []float64) GroupResult {
	r := GroupResult{Degrees: len(k1) + len(k2) - 2}
	s1, s2 := sum(n1), sum(n2)
	r.Before, r.After = sum(k1)/s1, sum(k2)/s2
	r.Pooled = (sum(k1) + sum(k2)) / (s1 + s2)
	if len(k1) < 2 || len(k2) < 2 {
		nan := math.NaN()
		r.Dispersion, r.T, r.P, r.Low, r.High = nan, nan, nan, nan, nan
		return r
	}
	r.Dispersion = max(1, (pearson(k1, n1, r.Before)+pearson(k2, n2, r.After))/float64(r.Degrees))
	delta := r.After - r.Before
	sd := math.Sqrt(r.Dispersion * r.Pooled * (1 - r.Pooled) * (1/s1 + 1/s2))
	dist := stats.TDist{V: float64(r.Degrees)}
	if sd == 0 { // all or nothing on both sides
		r.P, r.Low, r.High = 1, delta, delta
		return r
	}
	r.T = delta / sd
	r.P = min(1, 2*dist.CDF(-math.Abs(r.T)))
	wide := stats.InvCDF(dist)(0.975) * sd
	r.Low, r.High = delta-wide, delta+wide
	return r
}

// pearson is Σ(k−n·p)²/(n·p(1−p)).
func pearson(k, n []float64, p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	var x float64
	for i := range k {
		d := k[i] - n[i]*p
		x += d * d / (n[i] * p * (1 - p))
	}
	return x
}
