package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Adjusted corrects p-values for their number: q[i] ≤ level holds for those that Benjamini and Hochberg's
// procedure (1995) finds at that level. NaN values are ignored. The q-values are in the same order as p.
func Adjusted(p []float64) []float64 {
	var order []int
	q := slices.Repeat([]float64{math.NaN()}, len(p))
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(p[i], p[j]), i-j) })
	smallest := 1.0
	for k, i := range slices.Backward(order) {
		smallest = min(smallest, p[i]*float64(len(order))/float64(k+1))
		q[i] = smallest
	}
	return q
}

// Critical returns the largest p-value that passes a level among differences with the corrected values q, see
// [Adjusted]: level·found/tested, where found is at least 1. Intervals made for it contain 0 exactly where
// the difference did not pass (Benjamini and Yekutieli 2005, "False discovery rate-adjusted multiple
// confidence intervals"). next is the p-value that one more difference would have to reach to pass.
func Critical(q []float64, level float64) (critical, next float64) {
	tested, found := 0, 0
	for _, x := range q {
		if math.IsNaN(x) {
			continue
		}
		if tested++; x <= level {
			found++
		}
	}
	tested = max(tested, 1)
	return level * float64(max(found, 1)) / float64(tested), level * float64(min(found+1, tested)) / float64(tested)
}
