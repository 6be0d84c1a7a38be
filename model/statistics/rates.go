package statistics

import (
	"math"

	"github.com/aclements/go-moremath/mathx"
)

// Count is how many were counted, and out of how much: recordings, seconds, requests, or all samples.
type Count struct{ N, Of float64 }

// exactBelow is the total of both counts below which the exact distribution is used.
const exactBelow = 400

// Rates compares two counts per unit of exposure: Value is new/Of − base/Of. Both are quasi-Poisson: a
// count's variance is the dispersion φ times the count. The test is Przyborowski and Wilenski's (1940): given
// the sum, the new count is a binomial draw whose probability is its part in the exposure. For small counts
// the exact distribution is used with mid-p (Lancaster 1961), and the standard deviation is the one that
// gives this p-value (Miettinen 1976), but not below that for large counts: √(φ·(n+m)/(E₀·E₁)). If the
// counts' own variance, φ·(n/E₀² + m/E₁²), is larger, because more came from less exposure, that is used
// instead.
func Rates(base, now Count, dispersion Dispersion) Estimate {
	n, m := base.N, now.N
	e := Estimate{Value: m/now.Of - n/base.Of, Degrees: math.Inf(1), Base: n / base.Of}
	all := n + m
	d := dispersion.Value
	pooled := d * all / (base.Of * now.Of)
	e.SD = math.Sqrt(pooled)
	part := now.Of / (base.Of + now.Of)
	if all/d < exactBelow && e.Value != 0 {
		if z := beyond(midP(n/d, m/d, part), math.Inf(1)); z > 0 && !math.IsInf(z, 0) {
			e.SD = max(e.SD, math.Abs(e.Value)/z)
		}
	}
	if own := d * (n/(base.Of*base.Of) + m/(now.Of*now.Of)); pooled > 0 && own > pooled {
		e.SD *= math.Sqrt(own / pooled)
	}
	e.null = d * e.Base * (1/base.Of + 1/now.Of)
	e.steep, e.tested = d/now.Of, d/min(base.Of, now.Of)
	if dispersion.Degrees > 0 {
		e.loose = 2 / dispersion.Degrees
	}
	return e
}

// Shares compares two counts as shares in all samples, whose numbers are given. It is [Rates] with a binomial
// draw's variance, smaller by the factor 1 − p than Poisson's.
func Shares(base, now Count, dispersion Dispersion) Estimate {
	p := (base.N + now.N) / (base.Of + now.Of)
	return Rates(base, now, dispersion).Wider(max(0, 1-p))
}

// midP returns the two-sided probability that m in n+m lie as far out as they do, if each lies on that side
// with probability part. Half the probability for m itself is left out. The counts need not be whole: the
// binomial distribution is the incomplete beta function.
func midP(n, m, part float64) float64 {
	atLeast := func(m, n float64) float64 { // P(X ≥ m) in n+m draws
		switch {
		case m <= 0:
			return 1
		case n <= -1:
			return 0
		}
		return mathx.BetaInc(part, m, n+1)
	}
	if part*(n+m) > m { // fewer than expected: look from the other side
		n, m, part = m, n, 1-part
	}
	return min(1, atLeast(m, n)+atLeast(m+1, n-1))
}

// Poisson bounds the mean for a count about which nothing else is known, with confidence 1 − level. For small
// counts it uses mid-p, as [Rates] does.
func Poisson(n, level float64) (low, high float64) {
	if n >= exactBelow { // a count's root varies by ½, whatever the count
		wide := beyond(level, math.Inf(1)) / 2
		low, high = math.Sqrt(n)-wide, math.Sqrt(n)+wide
		return low * low, high * high
	}
	more := func(mean float64) float64 { // P(X > n) + ½·P(X = n)
		p := mathx.GammaInc(n+1, mean) / 2
		if n > 0 {
			return p + mathx.GammaInc(n, mean)/2
		}
		return p + 0.5
	}
	at := func(p float64) float64 { // the mean at which more is p
		to := 2*n + 50
		for more(to) < p {
			to *= 2
		}
		return halved(0, to, 60, func(mean float64) bool { return more(mean) < p })
	}
	if n > 0 {
		low = at(level / 2)
	}
	return low, at(1 - level/2)
}

// Share bounds a share that was seen in n fair draws, with confidence 1 − level, by Wilson's interval (1927): it is
// within 0 and 1, and right for few draws and for shares near either end. n need not be whole, and is infinite for a share
// that does not vary.
func Share(share, n, level float64) (low, high float64) {
	z := beyond(level, math.Inf(1))
	if math.IsInf(n, 1) {
		return share, share
	}
	middle := share + z*z/(2*n)
	wide := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, (middle-wide)/(1+z*z/n)), min(1, (middle+wide)/(1+z*z/n))
}
