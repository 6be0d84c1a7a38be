package statistics

import (
	"math"
	"slices"
	"sync"

	"github.com/aclements/go-moremath/stats"
)

// fit is a coefficient b in y = a + b·z with autocorrelated errors.
type fit struct {
	coefficient, error float64 // b and its standard error
	rss                float64 // the residual sum of squares, after the errors were made independent
	rho                float64 // the correlation between neighbouring errors
	degrees            int     // degrees of freedom: one less than usual because ρ is an estimate
}

// p returns how often a coefficient that really is 0 is estimated as far from it.
func (f fit) p() float64 {
	return min(1, 2*stats.TDist{V: float64(f.degrees)}.CDF(-math.Abs(f.coefficient/f.error)))
}

// student holds the bounds for 95 in 100 values from Student's distribution, indexed by its degrees of
// freedom.
var student = sync.OnceValue(func() (bounds [maxJudged]float64) {
	for n := 1; n < len(bounds); n++ {
		bounds[n] = stats.InvCDF(stats.TDist{V: float64(n)})(0.975)
	}
	return bounds
})

// bounds returns the coefficient and its bounds in a unit.
func (f fit) bounds(unit float64) (b, low, high float64) {
	student := student()[f.degrees]
	return f.coefficient * unit, (f.coefficient - student*f.error) * unit, (f.coefficient + student*f.error) * unit
}

// fitted fits y to z by generalised least squares: what the previous value predicts is subtracted from each
// value (Prais and Winsten 1954). At ρ = 1 that leaves the differences between neighbours.
func fitted(z, y []float64, rho float64) fit {
	var aa, az, zz, ay, zy, yy float64
	add := func(a, z, y float64) {
		aa, az, zz = aa+a*a, az+a*z, zz+z*z
		ay, zy, yy = ay+a*y, zy+z*y, yy+y*y
	}
	free := len(y) - 2 // degrees of freedom: at ρ = 1 there is one value less, and no intercept
	if rho < 1 {
		w := math.Sqrt(1 - rho*rho)
		add(w, w*z[0], w*y[0])
	}
	for i := 1; i < len(y); i++ {
		add(1-rho, z[i]-rho*z[i-1], y[i]-rho*y[i-1])
	}
	left := zz // from z, without what the intercept explains
	if rho < 1 {
		left -= az * az / aa
		zy -= az * ay / aa
		yy -= ay * ay / aa
	}
	f := fit{rho: rho, coefficient: zy / left, degrees: len(y) - 3}
	// Rounding leaves a residual in a perfect fit, too.
	f.rss = max(yy-f.coefficient*zy, 1e-13*yy)
	f.error = math.Sqrt(f.rss / float64(free) / left)
	return f
}

// line returns the least-squares line.
func line(z, y []float64) (intercept, slope float64) {
	n := float64(len(y))
	var mz, my, zz, zy float64
	for i := range y {
		mz, my = mz+z[i]/n, my+y[i]/n
	}
	for i := range y {
		zz += (z[i] - mz) * (z[i] - mz)
		zy += (z[i] - mz) * (y[i] - my)
	}
	slope = zy / zz
	return my - slope*mz, slope
}

// correlation estimates the correlation between neighbouring errors in y = a + b·z. Differences across the
// index step are left out; −1: none. The residuals' correlation is too small by about (low + 4ρ)/n.
func correlation(z, y []float64, step int, low float64) float64 {
	n := float64(len(y))
	a, b := line(z, y)
	var lagged, squares, before float64
	for i := range y {
		u := y[i] - a - b*z[i]
		if i > 0 {
			lagged += u * before
			squares += before * before
		}
		before = u
	}
	if squares < 1e-13*n {
		return 0 // nothing is left
	}
	rho := (lagged/squares + low/n) / (1 - 4/n)
	return max(rho, ofDifferences(y, step))
}

// deviation is roughly the standard deviation when one correlation is estimated from n values.
func deviation(n int) float64 { return 1.5 / math.Sqrt(float64(n)) }

// careful returns a correlation for judging n values, from 0 to 1, rather too large than too small. A
// correlation much larger than in other lines stays; any other is moved towards theirs.
func (e Errors) careful(rho float64, n int) float64 {
	root := math.Sqrt(float64(n))
	if more := rho - e.typical; more < 1.2*deviation(n) {
		rho = e.typical + more*(1-0.7*e.sure)
	}
	rho = max(rho, e.min) + (0.7-0.5*e.sure)/root
	if rho > max(1-(1-0.3*e.sure)/root, 0.5) {
		return 1
	}
	return max(rho, 0)
}

// inflation returns the factor by which a standard error grows because the correlation is itself an estimate.
// alone is for a line without others to learn from.
func (e Errors) inflation(rho float64, n int, alone float64) float64 {
	return 1 + alone*(1-0.7*e.sure)*rho/math.Sqrt(float64(n))
}

// Errors is what is known about a line's errors from other lines in the same program. The zero value is for a
// line alone.
type Errors struct {
	typical float64 // the correlation of most lines
	min     float64 // a correlation that only a few lines are below
	sure    float64 // 0 to 1: how reliable these are
}

// ErrorsOf learns from the correlations in lines, from [Courses.Correlation], where each line has that many
// values. With few values a correlation is often estimated too low, which makes a line look more certain than
// it is. Therefore a correlation is raised to one that two thirds of the lines exceed. The other lines say
// little if they differ by more than estimates do.
func ErrorsOf(correlations []float64, values int) Errors {
	n := len(correlations)
	if n == 0 {
		return Errors{}
	}
	sorted := slices.Sorted(slices.Values(correlations))
	found := (sorted[n*3/4] - sorted[n/4]) / 1.35
	alike := min(1, deviation(min(values, maxJudged))/max(found, 1e-9))
	return Errors{typical: sorted[n/2], min: sorted[n*35/100], sure: min(1, float64(n-1)/9) * alike * alike}
}

// ofDifferences estimates the correlation from how differences grow with their distance: the variances of
// differences over 1, 2 and 3 values are as 1, 1+ρ and 1+ρ+ρ². A step is a single difference, and is left
// out.
func ofDifferences(y []float64, step int) float64 {
	n := len(y)
	drift, count := y[n-1]-y[0], float64(n-1)
	if step > 0 {
		drift, count = drift-(y[step]-y[step-1]), count-1
	}
	drift /= count
	variance := func(distance int) float64 {
		sum, count := 0.0, 0.0
		for i := 0; i+distance < n; i++ {
			if i < step && step <= i+distance {
				continue
			}
			d := y[i+distance] - y[i] - float64(distance)*drift
			sum, count = sum+d*d, count+1
		}
		return sum / max(count, 1)
	}
	one := variance(1)
	if one < 1e-13 {
		return 0
	}
	rho := variance(2)/one - 1
	if n < 12 {
		return rho
	}
	cubic := math.Sqrt(max(0, variance(3)/one-0.75)) - 0.5
	return (rho + max(cubic, 0)) / 2
}
