package statistics

import (
	"math"
	"slices"
)

// outlying is the most deviations that a value may be from its neighbours.
const outlying = 6

// withoutOutliers moves isolated values towards their neighbours. A value is isolated if it is farther from
// the median of the five around it than values usually are (Hampel's identifier), and farther than two
// standard deviations, since with small counts most values equal that median. One profile taken at an odd
// moment is not a trend, and does not hide one. If many values are isolated, none is moved: something that
// happens now and then has such values.
func withoutOutliers(y []float64) []float64 {
	n := len(y)
	if n < MinOfLine {
		return y
	}
	around, far := make([]float64, n), make([]float64, n)
	var window [5]float64
	for i := range y {
		w := window[:copy(window[:], y[max(i-2, 0):min(i+3, n)])]
		slices.Sort(w)
		around[i] = (w[(len(w)-1)/2] + w[len(w)/2]) / 2
		far[i] = math.Abs(y[i] - around[i])
	}
	slices.Sort(far)
	_, sd := standard(y)
	largest := max(outlying*1.4826*far[n/2], 2*sd)
	out, alone := slices.Clone(y), 0
	for i, v := range y {
		if out[i] = min(max(v, around[i]-largest), around[i]+largest); out[i] != v {
			alone++
		}
	}
	if alone > max(1, n/16) {
		return y // so many are normal for these values
	}
	return out
}
