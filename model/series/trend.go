package series

import (
	"cmp"
	"math"
	"slices"
)

// buckets is how many values a trend is computed of at most: all pairs of them are compared.
const buckets = 150

func means(x, y []float64) (mx, my []float64) {
	n := len(x)
	if n <= buckets {
		return x, y
	}
	for b := range buckets {
		lo, hi := n*b/buckets, n*(b+1)/buckets
		var sx, sy float64
		for i := lo; i < hi; i++ {
			sx += x[i]
			sy += y[i]
		}
		mx = append(mx, sx/float64(hi-lo))
		my = append(my, sy/float64(hi-lo))
	}
	return mx, my
}

// trendOf is the slope of Theil (1950) and Sen (1968), with the interval of the
// latter and the test of Mann (1945) and Kendall (1975).
func trendOf(x, y []float64) Growth {
	n := len(x)
	t := Growth{Low: math.NaN(), High: math.NaN(), P: math.NaN(), Verdict: TooFew}
	var slopes []float64
	s, pairs := 0.0, 0.0
	for i := range n {
		for j := i + 1; j < n; j++ {
			s += float64(cmp.Compare(y[j], y[i]))
			pairs++
			if x[j] > x[i] {
				slopes = append(slopes, (y[j]-y[i])/(x[j]-x[i]))
			}
		}
	}
	if len(slopes) == 0 {
		return t
	}
	slices.Sort(slopes)
	t.Slope, t.Tau = median(slopes), s/pairs
	if n < leastPoints {
		return t
	}
	t.Verdict = Unsure
	variance := kendallVariance(y) * dependence(x, y, t.Slope)
	if variance == 0 { // all are equal
		t.Low, t.High, t.P = t.Slope, t.Slope, 1
		return t
	}
	sigma := math.Sqrt(variance)
	z := math.Max(0, math.Abs(s)-1) / sigma
	t.P = math.Erfc(z / math.Sqrt2)
	c := 1.96 * sigma
	m := float64(len(slopes))
	t.Low = slopes[clamp((m-c)/2, len(slopes))]
	t.High = slopes[clamp((m+c)/2, len(slopes))]
	return t
}

func clamp(i float64, n int) int { return min(max(int(math.Round(i)), 0), n-1) }

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// kendallVariance is the variance of Kendall's sum without a trend, corrected for ties.
func kendallVariance(y []float64) float64 {
	f := func(n float64) float64 { return n * (n - 1) * (2*n + 5) }
	v := f(float64(len(y)))
	sorted := slices.Sorted(slices.Values(y))
	for len(sorted) > 0 {
		ties := 1
		for ties < len(sorted) && sorted[ties] == sorted[0] {
			ties++
		}
		v -= f(float64(ties))
		sorted = sorted[ties:]
	}
	return v / 18
}

// dependence is by how much the variance grows because each value resembles the
// one before it: n over the number of independent values that say as much (Yue
// and Wang 2004, for the lag-1 correlation r of what the trend leaves).
func dependence(x, y []float64, slope float64) float64 {
	n := len(y)
	rest := make([]float64, n)
	mean := 0.0
	for i := range y {
		rest[i] = y[i] - slope*x[i]
		mean += rest[i] / float64(n)
	}
	var c0, c1 float64
	for i, v := range rest {
		c0 += (v - mean) * (v - mean)
		if i > 0 {
			c1 += (v - mean) * (rest[i-1] - mean)
		}
	}
	if c0 == 0 {
		return 1
	}
	// Estimates of few values are too low by about (1+4r)/n (Kendall 1954).
	r := c1 / c0
	r = min((r+1/float64(n))/(1-4/float64(max(n, 5))), 0.95)
	if r <= 0 {
		return 1
	}
	factor := 1.0
	for k, power := 1, r; k < n; k, power = k+1, power*r {
		factor += 2 * (1 - float64(k)/float64(n)) * power
	}
	return factor
}
