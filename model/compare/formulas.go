package compare

import (
	"cmp"
	"math"
	"slices"
)

// z95 bounds 95% of a normal distribution on both sides, and z80 is passed by
// 80% of one that is so far to the right.
const (
	z95 = 1.96
	z80 = 0.84
)

// ShareTest compares k1 of n1 samples with k2 of n2: the difference of the
// shares, its standard deviation, and the probability of one as large by
// chance. Each share is taken with one success and one failure more (Agresti
// and Caffo, 2000), which keeps the interval right for few samples; φ is the
// dispersion.
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

// Longer is how many times longer both recordings have to be, or how many times
// smaller the sampling rate, so that instead of detectable the change wanted
// can be seen.
func Longer(detectable, wanted float64) float64 {
	r := detectable / wanted
	return max(1, r*r)
}

// Adjusted corrects p-values for their number: q[i] ≤ level holds for those
// that Benjamini and Hochberg's procedure (1995) finds at that level. NaN takes
// no part. The q-values have the order of p.
func Adjusted(p []float64) []float64 {
	var order []int
	q := make([]float64, len(p))
	for i, x := range p {
		q[i] = math.NaN()
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(p[i], p[j]), i-j) })
	least := 1.0
	for k, i := range slices.Backward(order) {
		least = min(least, p[i]*float64(len(order))/float64(k+1))
		q[i] = least
	}
	return q
}
