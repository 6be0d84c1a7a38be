package statistics

import (
	"math"
	"slices"
)

// Limits for what is judged.
const (
	MinOfLine = 5  // values needed to judge a slope: with fewer, nothing would be surprising at 5%
	minOfStep = 10 // values needed to judge a step
	maxJudged = 48 // more values are combined into that many means
)

// Shape says how a line develops.
type Shape int

// A line stays level, goes up or down steadily, or goes from one level to another.
const (
	Level Shape = iota
	Slope
	Step
)

// Course describes how a line develops over time.
type Course struct {
	// Slope is the figure's change per time unit, assuming that it changes steadily. Low and High are its
	// 95% bounds. They are NaN if there are fewer than MinOfLine values.
	Slope, Low, High float64
	// Jump is the step that fits the values best. Size is 0 if there are too few values for one.
	Jump Jump
	// Shape is Slope or Step, whichever is less likely to occur by chance. P is how often a level line shows
	// either as clearly. P is NaN if there are fewer than MinOfLine values. Shape is Level only then and if
	// all values are equal.
	Shape Shape
	P     float64
}

// Jump is a step from one level to another.
type Jump struct {
	At              int     // index at which the second level begins
	First, Last     int     // 95% bounds for At
	Size, Low, High float64 // the second level minus the first, with 95% bounds
}

// Courses judges lines whose figures were taken at the same times.
type Courses struct {
	times  []float64
	ends   []int     // where each mean's values end
	x      []float64 // the means' times, scaled to mean 0 and standard deviation 1
	spread float64   // how much time 1 in x stands for
}

// NewCourses prepares to judge lines with figures at the given times, which must not decrease.
func NewCourses(times []float64) *Courses {
	n := min(len(times), maxJudged)
	c := &Courses{times: times, ends: make([]int, n)}
	for k := range c.ends {
		c.ends[k] = len(times) * (k + 1) / n
	}
	c.x, c.spread = standard(c.means(times))
	return c
}

// means combines values into as many means as are judged.
func (c *Courses) means(values []float64) []float64 {
	m := make([]float64, len(c.ends))
	from := 0
	for k, to := range c.ends {
		for _, v := range values[from:to] {
			m[k] += v / float64(to-from)
		}
		from = to
	}
	return m
}

// standard subtracts the mean from values and divides them by their standard deviation, which it also
// returns.
func standard(v []float64) (out []float64, sd float64) {
	n := float64(len(v))
	mean := 0.0
	for _, x := range v {
		mean += x / n
	}
	for _, x := range v {
		sd += (x - mean) * (x - mean) / n
	}
	if sd = math.Sqrt(sd); !(sd > 1e-12*math.Abs(mean)) {
		return make([]float64, len(v)), 0
	}
	out = make([]float64, len(v))
	for i, x := range v {
		out[i] = (x - mean) / sd
	}
	return out, sd
}

// By how much n times an estimated correlation is too low at 0, for the residuals from a line and from a
// step.
const (
	lowOfLine = 2
	lowOfStep = 3
)

// Correlation estimates the correlation between neighbouring errors in a line. It returns NaN if there are
// too few values, or all are equal.
func (c *Courses) Correlation(values []float64) float64 {
	y, scale := standard(withoutOutliers(c.means(values)))
	if len(y) < MinOfLine || c.spread == 0 || scale == 0 {
		return math.NaN()
	}
	return correlation(c.x, y, -1, lowOfLine)
}

// Of judges a line, given as one figure for each time.
//
// Neighbouring profiles resemble each other: those from one process share what lives in both, and load comes
// and goes. So the errors around both shapes, a straight line and one step, are assumed to be correlated with
// ρ (a first-order autoregression; a random walk at ρ = 1), and both shapes are fitted by generalised least
// squares (Prais and Winsten 1954). With few values, estimates for ρ are low, which causes false alarms in
// such tests. Here ρ is the larger of two estimates, one from the residuals with its bias removed (Kendall
// 1954, Shaman and Stine 1988) and one from differences between neighbours. It is not below that in most
// other lines, since the lines in one program lend each other strength, and it is 1 if it is close to 1
// (Perron and Yabu 2009, Journal of Econometrics 151). The place of a step is searched for, so its p is
// multiplied by how many places count as different. Isolated values count less. The constants were chosen by
// the simulation in measure/calibrate/course, which says how often a verdict is wrong.
func (c *Courses) Of(values []float64, errors Errors) Course {
	n := len(c.x)
	y, scale := standard(withoutOutliers(c.means(values)))
	out := Course{Slope: math.NaN(), Low: math.NaN(), High: math.NaN(), P: math.NaN()}
	switch {
	case n < 2 || c.spread == 0:
		return out
	case scale == 0:
		out.Slope = 0
		if n >= MinOfLine {
			out.Low, out.High, out.P = 0, 0, 1
		}
		return out
	}
	unit := scale / c.spread
	if n < MinOfLine {
		_, slope := line(c.x, y)
		out.Slope = slope * unit
		return out
	}
	f := fitted(c.x, y, errors.careful(correlation(c.x, y, -1, lowOfLine), n))
	f.error *= errors.inflation(f.rho, n, 2.3)
	out.Slope, out.Low, out.High = f.bounds(unit)
	out.Shape, out.P = Slope, f.p()
	if n < minOfStep {
		return out
	}
	at := bestStep(y, max(3, n/10))
	f = fitted(after(at, n), y, errors.careful(correlation(after(at, n), y, at, lowOfStep), n))
	f.error *= errors.inflation(f.rho, n, 4.5)
	out.Jump.Size, out.Jump.Low, out.Jump.High = f.bounds(scale)
	if p := min(1, places(n, f.rho)*f.p()); p < out.P {
		out.Shape, out.P = Step, p
	}
	c.locate(&out.Jump, y, values, at, f.rho)
	return out
}

// AtLeast returns a course whose P is at least p and whose bounds are correspondingly wider: they contain 0 if
// P is above 5%.
func (c Course) AtLeast(p float64) Course {
	if p = min(p, 1); !(p > c.P) {
		return c
	}
	c.P = p
	wide := 1.96 / max(math.Sqrt2*math.Erfcinv(p), 0.1)
	wider := func(estimate, low, high float64) (float64, float64) {
		half := math.Abs(estimate) * wide
		return min(low, estimate-half), max(high, estimate+half)
	}
	c.Low, c.High = wider(c.Slope, c.Low, c.High)
	c.Jump.Low, c.Jump.High = wider(c.Jump.Size, c.Jump.Low, c.Jump.High)
	return c
}

// places returns how many places for a step count as different. With independent errors, neighbouring places
// are almost the same; in a random walk all are different.
func places(n int, rho float64) float64 {
	if rho == 1 {
		return float64(n)
	}
	return max(1, 1.1*math.Sqrt(float64(n))-0.5)
}

// locate finds where a step is, first among means and then among the values themselves. Its bounds cover all
// places that fit nearly as well (Hansen 2000, Econometrica 68: by less than 7.35 variances).
func (c *Courses) locate(j *Jump, y, values []float64, at int, rho float64) {
	n := len(y)
	rss := make([]float64, n)
	best := math.Inf(1)
	for k := 1; k < n; k++ {
		f := fitted(after(k, n), y, rho)
		rss[k] = f.rss
		best = min(best, f.rss)
	}
	limit := max(rss[at], best) + 7.35*best/float64(n-2)
	first, last := at, at
	for k := 1; k < n; k++ {
		if rss[k] <= limit {
			first, last = min(first, k), max(last, k)
		}
	}
	begin := func(k int) int { // where a mean's values begin
		if k == 0 {
			return 0
		}
		return c.ends[k-1]
	}
	if len(values) == n {
		j.At, j.First, j.Last = at, first, last
		return
	}
	// The step is within one of the two means next to it.
	from, to := begin(at-1), c.ends[at]
	j.At = from + bestStep(values[from:to], 1)
	j.First, j.Last = min(j.At, begin(first-1)+1), max(j.At, c.ends[last]-1)
}

// bestStep returns the place where two levels fit values best, with at least that many values on both sides.
func bestStep(y []float64, minSide int) int {
	n := len(y)
	total, sum := 0.0, 0.0
	for _, v := range y {
		total += v
	}
	mean := total / float64(n)
	best, at := -1.0, minSide
	for k := 1; k <= n-minSide; k++ {
		sum += y[k-1] - mean
		if k < minSide {
			continue
		}
		// What the levels explain: k(n−k)/n times their squared difference.
		if gain := sum * sum / (float64(k) * float64(n-k)); gain > best {
			best, at = gain, k
		}
	}
	return at
}

// after returns n values: 0 before an index and 1 from it on.
func after(at, n int) []float64 {
	return slices.Concat(make([]float64, at), slices.Repeat([]float64{1}, n-at))
}
