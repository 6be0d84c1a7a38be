package statistics

import "math"

// Estimate is a difference and how well it is known. Its zero value means no difference.
type Estimate struct {
	// Value is the difference and SD its standard deviation, in the figures' unit. If Log is set, both refer
	// to the logarithm of the ratio to Base.
	Value, SD float64
	// Degrees are the degrees of freedom for Student's t, infinite for the normal distribution.
	Degrees float64
	Log     bool
	Base    float64 // the figure that the difference starts from; 0: there was none

	// null is the difference's variance if nothing had changed. For each unit of an upward change, steep is
	// added to it, and tested is added to the variance that the test uses.
	null, steep, tested float64
	loose               float64 // the variance in the logarithm of an estimated variance; 0: the variance is known
}

// noncentral is the function [noncentral] with the additional uncertainty from an estimated variance.
func (e Estimate) noncentral(p float64) (limit, spare float64) {
	limit, spare = noncentral(p, e.Degrees)
	z := limit + spare
	return limit, spare * math.Sqrt(1+z*z*e.loose/4)
}

// P returns the probability that a difference as large as this one appears although nothing changed. It is 1
// if there is no difference.
func (e Estimate) P() float64 {
	if e.Value == 0 {
		return 1
	}
	return twoSided(e.Value/e.SD, e.Degrees)
}

// Interval bounds the difference with confidence 1 − level, in the figures' unit. It contains 0 exactly if P
// is above the level.
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

// Wider returns the estimate with its variance multiplied by times.
func (e Estimate) Wider(times float64) Estimate {
	e.SD *= math.Sqrt(times)
	e.null, e.steep, e.tested = e.null*times, e.steep*times, e.tested*times
	return e
}

// Scaled returns the estimate in another unit.
func (e Estimate) Scaled(by float64) Estimate {
	e.Base *= by
	if !e.Log {
		e.Value, e.SD = e.Value*by, e.SD*by
		e.null, e.steep, e.tested = e.null*by*by, e.steep*by, e.tested*by
	}
	return e
}

// Detectable returns the relative growth that a test at p would find with 80% probability: 0.22 is 22%. It
// is infinite if the base is 0.
func (e Estimate) Detectable(p float64) float64 {
	limit, spare := e.noncentral(p)
	switch {
	case !(e.Base > 0) || math.IsInf(limit, 1):
		return math.Inf(1)
	case e.Log:
		return math.Expm1((limit + spare) * e.SD)
	}
	change := 0.0 // it occurs on both sides of the equation
	for range 40 {
		change = limit*math.Sqrt(e.null+e.tested*change) + spare*math.Sqrt(e.null+e.steep*change)
	}
	return change / e.Base
}

// Longer returns how many times more would have to be counted for a test at p to find a relative growth with
// 80% probability. It is at least 1, and infinite if the base is 0.
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
