package statistics

import "math"

// Estimate is a difference and how well it is known. Its zero value is a difference of nothing.
type Estimate struct {
	// Value is the difference and SD its standard deviation, in the unit of the figures; of a
	// logarithm, where Log is set, both are of the logarithm of the ratio to Base.
	Value, SD float64
	// Degrees are those of Student's t, infinite for the normal distribution.
	Degrees float64
	Log     bool
	Base    float64 // the figure that the difference is from; 0: there was none

	// null is the variance of the difference if nothing had changed. For each unit of a change
	// upwards steep is added to it, and tested to the variance that the test takes.
	null, steep, tested float64
	loose               float64 // the variance of the logarithm of the variance, where that is estimated
}

// noncentral is [noncentral] with what the estimate of the variance adds to the chance.
func (e Estimate) noncentral(p float64) (limit, spare float64) {
	limit, spare = noncentral(p, e.Degrees)
	z := limit + spare
	return limit, spare * math.Sqrt(1+z*z*e.loose/4)
}

// P is the probability of a difference as large as this one if nothing had changed: 1 of none.
func (e Estimate) P() float64 {
	if e.Value == 0 {
		return 1
	}
	return twoSided(e.Value/e.SD, e.Degrees)
}

// Interval bounds the difference with a confidence of 1 − level, in the unit of the figures. It
// holds 0 where P is above the level, and only there.
func (e Estimate) Interval(level float64) (low, high float64) {
	wide := beyond(level, e.Degrees) * e.SD
	if e.SD == 0 {
		wide = 0
	}
	low, high = e.Value-wide, e.Value+wide
	if e.Log {
		low, high = e.Base*math.Expm1(low), e.Base*math.Expm1(high)
	}
	return low, high
}

// Wider is the estimate with a variance that is some times as large.
func (e Estimate) Wider(times float64) Estimate {
	e.SD *= math.Sqrt(times)
	e.null, e.steep, e.tested = e.null*times, e.steep*times, e.tested*times
	return e
}

// Scaled is the estimate in another unit.
func (e Estimate) Scaled(by float64) Estimate {
	e.Base *= by
	if !e.Log {
		e.Value, e.SD = e.Value*by, e.SD*by
		e.null, e.steep, e.tested = e.null*by*by, e.steep*by, e.tested*by
	}
	return e
}

// Detectable is the relative growth that a test at p would find with a probability of 80 %: 0.22 is
// 22 %. It is infinite where there was nothing.
func (e Estimate) Detectable(p float64) float64 {
	limit, spare := e.noncentral(p)
	switch {
	case !(e.Base > 0) || math.IsInf(limit, 1):
		return math.Inf(1)
	case e.Log:
		return math.Expm1((limit + spare) * e.SD)
	}
	change := 0.0 // which stands on both sides of the equation
	for range 40 {
		change = limit*math.Sqrt(e.null+e.tested*change) + spare*math.Sqrt(e.null+e.steep*change)
	}
	return change / e.Base
}

// Longer is how many times as much would have to be counted for a relative growth to be found by a
// test at p with a probability of 80 %: at least 1, infinite where there was nothing.
func (e Estimate) Longer(p, growth float64) float64 {
	limit, spare := e.noncentral(p)
	change := growth * e.Base
	sds := limit*math.Sqrt(e.null+e.tested*change) + spare*math.Sqrt(e.null+e.steep*change)
	switch {
	case !(e.Base > 0):
		return math.Inf(1)
	case e.Log:
		change, sds = math.Log1p(growth), (limit+spare)*e.SD
	}
	return max(1, sds*sds/(change*change))
}
