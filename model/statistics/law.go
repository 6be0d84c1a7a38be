package statistics

import (
	"math"

	"github.com/aclements/go-moremath/mathx"
	"github.com/aclements/go-moremath/stats"
)

// manyDegrees is where Student's distribution is treated as normal.
const manyDegrees = 2000

// twoSided returns the probability that Student's t with some degrees of freedom, or a standard normal if
// they are infinite, lies as far from 0 as z.
func twoSided(z, degrees float64) float64 {
	switch z = math.Abs(z); {
	case math.IsNaN(z):
		return 1
	case math.IsInf(z, 0):
		return 0
	case degrees > manyDegrees:
		return math.Erfc(z / math.Sqrt2)
	}
	return mathx.BetaInc(degrees/(degrees+z*z), degrees/2, 0.5)
}

// beyond returns the z for which [twoSided] gives the probability p.
func beyond(p, degrees float64) float64 {
	switch {
	case !(p > 0):
		return math.Inf(1)
	case p >= 1:
		return 0
	case degrees > manyDegrees:
		return -stats.StdNormal.InvCDF(p / 2)
	}
	low, high := 0.0, 1.0
	for twoSided(high, degrees) > p && high < 1e9 {
		low, high = high, 2*high
	}
	return halved(low, high, 60, func(z float64) bool { return twoSided(z, degrees) > p })
}

// halved finds where a condition stops that holds from low on, towards high, by that many halvings. It
// returns the nearest point found at which the condition does not hold.
func halved(low, high float64, times int, holds func(x float64) bool) float64 {
	for range times {
		if mid := (low + high) / 2; holds(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// geometric is [halved] on logarithms.
func geometric(low, high float64, times int, holds func(x float64) bool) float64 {
	for range times {
		if mid := math.Sqrt(low * high); holds(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// z80 is how far a normal distribution must be shifted to the right for 80% to exceed 0.
const z80 = 0.8416212

// noncentral returns how many standard deviations a difference must have for a test at p to find it with 80%
// probability: those that it must reach, and those to spare (Abramowitz and Stegun 1964, 26.7.10).
func noncentral(p, degrees float64) (limit, spare float64) {
	t := beyond(p, degrees)
	if degrees > manyDegrees {
		return t, z80
	}
	return t * (1 - 1/(4*degrees)), z80 * math.Sqrt(1+t*t/(2*degrees))
}

// digamma is the derivative of log Γ, and trigamma that of digamma. Both use recurrence and the asymptotic
// series (Abramowitz and Stegun 1964, 6.3.18 and 6.4.12).
func digamma(x float64) (sum float64) {
	for ; x < 8; x++ {
		sum -= 1 / x
	}
	y := 1 / (x * x)
	return sum + math.Log(x) - 1/(2*x) - y*(1.0/12-y*(1.0/120-y*(1.0/252-y*(1.0/240-y/132))))
}

func trigamma(x float64) (sum float64) {
	for ; x < 8; x++ {
		sum += 1 / (x * x)
	}
	y := 1 / (x * x)
	return sum + 1/x + y/2 + y/x*(1.0/6-y*(1.0/30-y*(1.0/42-y*(1.0/30-y*5/66))))
}

// trigammaInverse returns the x > 0 at which trigamma has the value y > 0. It is found by halving.
func trigammaInverse(y float64) float64 {
	// Trigamma falls in the logarithm of x.
	return math.Exp(halved(30, -30, 100, func(log float64) bool { return trigamma(math.Exp(log)) <= y }))
}
