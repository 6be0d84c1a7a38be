package statistics

import (
	"math"
	"slices"
)

// outlying is how many deviations from its neighbours a value is at most.
const outlying = 6

// withoutOutliers brings values that stand alone nearer to their neighbours: those that are farther from
// the median of five around them than values usually are (Hampel's identifier), and than two standard
// deviations, as with few counts most values are that median. One profile that was taken at an odd
// moment is no trend, and hides none. Where many stand alone, none is brought nearer: what comes now and
// then has such values.
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
	most := max(outlying*1.4826*far[n/2], 2*sd)
	out, alone := slices.Clone(y), 0
	for i, v := range y {
		if out[i] = min(max(v, around[i]-most), around[i]+most); out[i] != v {
			alone++
		}
	}
	if alone > max(1, n/16) {
		return y // as many are how these values are
	}
	return out
}
