package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Adjusted corrects p-values for their number: q[i] ≤ level holds for those
// that Benjamini and Hochberg's procedure (1995) finds at that level. NaN takes
// no part. The q-values have the order of p.
func Adjusted(p []float64) []float64 {
	var order []int
	q := slices.Repeat([]float64{math.NaN()}, len(p))
	for i, x := range p {
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

// Family is what [Adjusted] finds among several differences at a level.
type Family struct {
	Tested, Found int // how many p-values there are, and how many of them pass
	level         float64
}

// FamilyOf counts what of q, see [Adjusted], passes a level.
func FamilyOf(q []float64, level float64) Family {
	f := Family{level: level}
	for _, x := range q {
		if math.IsNaN(x) {
			continue
		}
		if f.Tested++; x <= level {
			f.Found++
		}
	}
	return f
}

// Critical is the largest p-value that passes: level·found/tested, with one found where there is
// none. Intervals made for it hold 0 exactly where the difference did not pass (Benjamini and
// Yekutieli 2005, "False discovery rate-adjusted multiple confidence intervals").
func (f Family) Critical() float64 {
	return f.level * float64(max(f.Found, 1)) / float64(max(f.Tested, 1))
}

// Next is the p-value that one more difference would have to reach to pass.
func (f Family) Next() float64 {
	return f.level * float64(min(f.Found+1, max(f.Tested, 1))) / float64(max(f.Tested, 1))
}
