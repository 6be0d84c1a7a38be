package statistics

import (
	"math"
	"slices"
	"sync"

	"github.com/aclements/go-moremath/stats"
)

// fit is a coefficient b of y = a + b·z with errors that follow each other.
type fit struct {
	coefficient, error float64 // b and its standard error
	rss                float64 // what is left, of errors made independent
	rho                float64 // the correlation of neighbouring errors
	degrees            int     // of freedom: one less than there are, for ρ is an estimate
}

// p is how often a coefficient that is 0 is estimated as far from it.
func (f fit) p() float64 {
	return min(1, 2*stats.TDist{V: float64(f.degrees)}.CDF(-math.Abs(f.coefficient/f.error)))
}

// student bounds 95 of 100 values of Student's distribution, for each number of degrees of freedom.
var student = sync.OnceValue(func() (bounds [maxJudged]float64) {
	for n := 1; n < len(bounds); n++ {
		bounds[n] = stats.InvCDF(stats.TDist{V: float64(n)})(0.975)
	}
	return bounds
})

// bounds are the coefficient and its bounds in a unit.
func (f fit) bounds(unit float64) (b, low, high float64) {
	student := student()[f.degrees]
	return f.coefficient * unit, (f.coefficient - student*f.error) * unit, (f.coefficient + student*f.error) * unit
}

// fitted fits y to z by generalised least squares: what the value before says is taken out of each
// (Prais and Winsten 1954). At ρ = 1 that leaves the differences of neighbours.
func fitted(z, y []float64, rho float64) fit {
	var aa, az, zz, ay, zy, yy float64
	add := func(a, z, y float64) {
		aa, az, zz = aa+a*a, az+a*z, zz+z*z
		ay, zy, yy = ay+a*y, zy+z*y, yy+y*y
	}
	free := len(y) - 2 // degrees of freedom: at ρ = 1 there is a value less, and no intercept
	if rho < 1 {
		w := math.Sqrt(1 - rho*rho)
		add(w, w*z[0], w*y[0])
	}
	for i := 1; i < len(y); i++ {
		add(1-rho, z[i]-rho*z[i-1], y[i]-rho*y[i-1])
	}
	left := zz // of z, without what the intercept says
	if rho < 1 {
		left -= az * az / aa
		zy -= az * ay / aa
		yy -= ay * ay / aa
	}
	f := fit{rho: rho, coefficient: zy / left, degrees: len(y) - 3}
	// Rounding leaves something of a perfect fit, too.
	f.rss = max(yy-f.coefficient*zy, 1e-13*yy)
	f.error = math.Sqrt(f.rss / float64(free) / left)
	return f
}

// line is the straight line of least squares.
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

// correlation estimates the correlation of neighbouring errors of y = a + b·z. step is a place that
// differences do not go over, −1: none. The residuals' correlation is too small by about (low + 4ρ)/n.
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

// deviation is about the standard deviation of estimates of one correlation from n values.
func deviation(n int) float64 { return 1.5 / math.Sqrt(float64(n)) }

// careful is a correlation to judge by of n values, from 0 to 1, rather too large than too small. One
// that is much larger than that of others stays, any other is brought nearer to theirs.
func (e Errors) careful(rho float64, n int) float64 {
	root := math.Sqrt(float64(n))
	if more := rho - e.typical; more < 1.2*deviation(n) {
		rho = e.typical + more*(1-0.7*e.sure)
	}
	rho = max(rho, e.least) + (0.7-0.5*e.sure)/root
	if rho > max(1-(1-0.3*e.sure)/root, 0.5) {
		return 1
	}
	return max(rho, 0)
}

// inflation is by how much a standard error grows because a correlation is an estimate, too; alone is
// for a line without others to learn from.
func (e Errors) inflation(rho float64, n int, alone float64) float64 {
	return 1 + alone*(1-0.7*e.sure)*rho/math.Sqrt(float64(n))
}

// Errors is what is known of the errors of lines from others of the same program. The zero value is
// for a line alone.
type Errors struct {
	typical float64 // the correlation of most lines
	least   float64 // one that few lines are below
	sure    float64 // 0 to 1: how well these are known
}

// ErrorsOf learns from the correlations of lines, by [Courses.Correlation], of so many values each. Of
// few values a correlation is often estimated too low, and then a line seems surer than it is: two
// thirds of the others say that there is more of it. They say little where they differ by more than
// estimates do.
func ErrorsOf(correlations []float64, values int) Errors {
	n := len(correlations)
	if n == 0 {
		return Errors{}
	}
	sorted := slices.Sorted(slices.Values(correlations))
	found := (sorted[n*3/4] - sorted[n/4]) / 1.35
	alike := min(1, deviation(min(values, maxJudged))/max(found, 1e-9))
	return Errors{typical: sorted[n/2], least: sorted[n*35/100], sure: min(1, float64(n-1)/9) * alike * alike}
}

// ofDifferences estimates the correlation by how differences grow with their distance: the variance
// of differences over 1, 2 and 3 values is as 1, 1+ρ and 1+ρ+ρ². A step is one difference only, and
// is left out.
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
