package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

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

// GroupTest compares shares of two groups of recordings: k[i] of n[i] samples
// in each. Recordings of a group differ by more than fair draws do, φ̂ times
// (Pearson's statistic over its degrees of freedom), and by so much the test is
// wider; its distribution is Student's. Fewer than two recordings a side have
// no spread: P is NaN.
func GroupTest(k1, n1, k2, n2 []float64) GroupResult {
	r := GroupResult{Degrees: len(k1) + len(k2) - 2}
	s1, s2 := total(n1), total(n2)
	r.Before, r.After = total(k1)/s1, total(k2)/s2
	r.Pooled = (total(k1) + total(k2)) / (s1 + s2)
	if r.Degrees < 2 || len(k1) < 2 || len(k2) < 2 {
		r.Dispersion, r.T, r.P, r.Low, r.High = math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()
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
