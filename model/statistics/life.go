package statistics

import "math"

// Life is how long things live on average, with a 95% interval. Mean and High are infinite if none was seen to end.
type Life struct{ Mean, Low, High float64 }

// LifeOf estimates a mean life by Little's law: the time that all things together were alive, divided by how many ended.
// alive has how many there were at each of the times, and ended, which is one shorter, how many ended from each to the
// next. Both are estimates by samples of which each stands for one. Those that ended count and not those that began: where
// things gather, most have not ended yet, and what began would say that they live half as long as they were watched.
//
// The scarcer of two counts decides the shape of the error: of those seen alive, or of those that ended. It varies as a
// [Poisson] count does, and a little more where lives are about as long as the steps between the times: each thing adds
// what its life differs from the steps at whose ends it was seen, which for exponential lives has the variance
// life²·(x·coth(x/2) − 1), x = step/life. Where lives differ more, the steps differ by more than that.
//
// Without a thing there is no life: Mean is NaN. There must be at least one step.
func LifeOf(times, alive, ended []float64, one float64) Life {
	steps := len(ended)
	together := make([]float64, steps)
	all, ends := 0.0, 0.0
	for i, n := range ended {
		together[i] = (times[i+1] - times[i]) * (alive[i] + alive[i+1]) / 2
		all, ends = all+together[i], ends+n
	}
	ends = max(0, ends)
	step := (times[steps] - times[0]) / float64(steps)
	seen, died := all/step/one, ends/one // in samples
	n, more := min(seen, died), 1.0
	if n > 0 {
		x := died / seen
		more = n * max((x/math.Tanh(x/2)-1)/died, differing(together, ended, all, all/ends))
	}
	low, high := Poisson(n/more, 0.05)
	if low, high = low*more, high*more; died < seen {
		return Life{all / ends, all / one / high, all / one / low}
	}
	return Life{all / ends, low * step / died, high * step / died}
}

// differing returns the relative variance of a mean life by how the steps differ from it. Neighbours share what was alive
// between them.
func differing(together, ended []float64, all, mean float64) (variance float64) {
	before, shared := 0.0, 0.0
	for i := range ended {
		off := (together[i] - mean*ended[i]) / all
		variance += off * off
		shared += off * before
		before = off
	}
	n := float64(len(ended))
	if n < 2 {
		return 0
	}
	wide := beyond(0.05, n-1) / beyond(0.05, math.Inf(1))
	return (variance + 2*max(0, shared)) * n / (n - 1) * wide * wide
}
