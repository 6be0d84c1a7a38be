package statistics

import (
	"math"
	"slices"
)

// Groups describes several recordings before a change and several after it. They show what a pair cannot: how
// much one recording differs from the next.
type Groups struct {
	Before   int       // how many recordings are before the change; they come first
	Exposure []float64 // for each recording: seconds, requests, or its part in one side
	// Counted says that figures are counts, whose own variance is known: the count. For other figures only
	// the spread is known.
	Counted bool
	// Timed is, for each recording, how many counts it has over everything, if a regular timer took them: then only
	// their division among the figures is chance. nil: their number is chance, too.
	Timed []float64
	// Paired says that recording k before and recording k after the change are a pair: what both of a pair
	// have in common, such as the machine's speed at that time, is no difference. Both groups are equally
	// large.
	Paired bool
}

// Law is what the figures in two groups have in common, so that each lends strength to the others.
type Law struct {
	// Between is how much a figure's logarithm varies between recordings, as a variance that is added to the
	// one from counting. In pairs, it is how much the difference within a pair varies from pair to pair.
	Between float64
	// Scale is the factor by which the figures' variances exceed what follows from Between and from counting.
	// Degrees is how many degrees of freedom that knowledge is worth for each figure. They are s₀² and d₀ in
	// Smyth (2004), "Linear models and empirical Bayes methods".
	Scale, Degrees float64
	all            float64 // the degrees of freedom for all figures together
}

// Shared reports whether there were enough figures to learn from.
func (l Law) Shared() bool { return l.Degrees > 0 }

// fewCounts is the count per recording below which its logarithm is not close to normal.
const fewCounts = 5

func (g *Groups) degrees() float64 { return g.degreesOf(g.Before, len(g.Exposure)-g.Before) }

// degreesOf returns the degrees of freedom that remain when groups of these sizes have been compared.
func (g *Groups) degreesOf(before, after int) float64 {
	if g.Paired {
		return float64(before - 1)
	}
	return float64(before + after - 2)
}

// logs reports whether a figure is judged by its logarithms: all its counts are large enough or, if it was
// not counted, all are above 0.
func (g *Groups) logs(n []float64) bool {
	lowest := slices.Min(n)
	return g.Counted && lowest >= fewCounts || !g.Counted && lowest > 0
}

// contrast is a figure's change, fitted to its logarithms per exposure.
type contrast struct {
	base, change float64 // the logarithm before the change, and by how much it is larger after it
	of           float64 // the variance of change, for observations with a variance of 1
	squares      float64 // the weighted sum of squared deviations from what was fitted
	likelihood   float64 // −2 × the restricted log-likelihood, up to a constant
}

// regular is what a timer takes from the variance of the number of its samples, which would be their number if they came
// by chance. Measured with CPU profiles of a steady program, it is a hundredth of that.
const regular = 0.99

// counting returns what counting adds to the variance of the logarithm of a count in recording i. Of a binomial count
// k in n, it is 1/k − 1/n.
func (g *Groups) counting(i int, k float64) float64 {
	v := 1 / (k + 0.5)
	if g.Timed != nil {
		v -= regular / max(g.Timed[i]+0.5, k+0.5)
	}
	return v
}

// fit fits a figure's change. Observations are weighted according to [Law.Between].
func (g *Groups) fit(n []float64, between float64) contrast {
	x, v := make([]float64, len(n)), make([]float64, len(n)) // the logarithms, and what counting adds to their variance
	for i, k := range n {
		x[i] = math.Log(k / g.Exposure[i])
		if g.Counted {
			x[i], v[i] = math.Log((k+0.5)/g.Exposure[i]), g.counting(i, k)
		}
	}
	var base float64
	if g.Paired {
		for k := range g.Before {
			base += x[k] / float64(g.Before)
			x[k], v[k] = x[g.Before+k]-x[k], v[k]+v[g.Before+k]
		}
		x, v = x[:g.Before], v[:g.Before]
	}
	w := make([]float64, len(v))
	for i := range v {
		if w[i] = 1; g.Counted {
			w[i] = 1 / (between + v[i])
		}
	}
	var mean, weight [2]float64
	for i := range x {
		s := g.side(i)
		mean[s] += w[i] * x[i]
		weight[s] += w[i]
	}
	var f contrast
	for s := range mean {
		if weight[s] > 0 { // pairs are all on one side
			mean[s] /= weight[s]
			f.of += 1 / weight[s]
			f.likelihood += math.Log(weight[s])
		}
	}
	for i := range x {
		d := x[i] - mean[g.side(i)]
		f.squares += w[i] * d * d
		f.likelihood -= math.Log(w[i])
	}
	f.likelihood += f.squares
	if f.base, f.change = mean[0], mean[1]-mean[0]; g.Paired {
		f.base, f.change = base, mean[0]
	}
	return f
}

func (g *Groups) side(i int) int {
	if i < g.Before {
		return 0
	}
	return 1
}

// Learn finds what figures have in common. Each figure is a count, or a value, for each recording. Scale and
// Degrees follow from mean and variance when the logarithms are taken from the figures' variances (Smyth
// 2004, section 6.2).
func (g *Groups) Learn(figures [][]float64) Law {
	l := Law{Scale: 1}
	d := g.degrees()
	var used [][]float64
	for _, n := range figures {
		if g.logs(n) {
			used = append(used, n)
		}
	}
	if d < 1 || len(used) == 0 {
		return l
	}
	if g.Counted {
		l.Between = g.between(used)
	}
	return g.spread(l.Between, used)
}

// LearnSpread is Learn for figures of another kind, such as the callers of those from which a law was learned: it takes
// Between from that.
func (g *Groups) LearnSpread(of Law, figures [][]float64) Law {
	var used [][]float64
	for _, n := range figures {
		if g.logs(n) {
			used = append(used, n)
		}
	}
	if g.degrees() < 1 || len(used) == 0 {
		return Law{Scale: 1}
	}
	return g.spread(of.Between, used)
}

// spread finds Scale and Degrees.
func (g *Groups) spread(between float64, used [][]float64) Law {
	l, d := Law{Between: between, Scale: 1}, g.degrees()
	variances := make([]float64, len(used))
	for i, n := range used {
		variances[i] = g.fit(n, l.Between).squares / d
	}
	// A zero variance comes from rounding, or chance (limma, fitFDist).
	lowest := median(variances) * 1e-5
	if lowest == 0 {
		lowest = math.SmallestNonzeroFloat64
	}
	logs := make([]float64, len(used))
	var mean, spread float64
	for i, s := range variances {
		logs[i] = math.Log(max(s, lowest)) - digamma(d/2) + math.Log(d/2)
		mean += logs[i] / float64(len(logs))
	}
	for _, x := range logs {
		spread += (x - mean) * (x - mean)
	}
	l.all = d * float64(len(used))
	if len(used) < 3 {
		return l // each stands alone
	}
	l.Degrees, l.Scale = math.Inf(1), math.Exp(mean)
	if rest := spread/float64(len(logs)-1) - trigamma(d/2); rest > 0 {
		l.Degrees = 2 * trigammaInverse(rest)
		l.Scale = math.Exp(mean + digamma(l.Degrees/2) - math.Log(l.Degrees/2))
	}
	return l
}

// between combines two estimates for the variance between recordings. The differences within a group give two
// bounds: the values at which twice the restricted log-likelihood over all figures is 1 below the best.
// Within these, the differences between the groups decide.
func (g *Groups) between(figures [][]float64) float64 {
	deviance := func(between float64) (sum float64) {
		for _, n := range figures {
			sum += g.fit(n, between).likelihood
		}
		return sum
	}
	const lowest, step, steps = 1e-7, 1.5, 48 // up to 18
	value := func(i int) float64 { return lowest * math.Pow(step, float64(i)) }
	of := make([]float64, steps)
	for i := range of {
		of[i] = deviance(value(i))
	}
	best := slices.Min(of)
	likely := func(d float64) bool { return d <= best+1 }
	low, high := slices.IndexFunc(of, likely), steps-1
	for high > low && !likely(of[high]) {
		high--
	}
	return min(max(g.betweenSides(figures), value(low)), value(high))
}

// betweenSides estimates the variance between recordings from the differences between the groups. Most
// figures did not change. And if recordings have unequal lengths, the difference depends on the longest ones,
// about whose variance the others show little.
func (g *Groups) betweenSides(figures [][]float64) float64 {
	excess := func(between float64) float64 {
		var d, v []float64
		for _, n := range figures {
			f := g.fit(n, between)
			d, v = append(d, f.change), append(v, f.of)
		}
		center := median(d)
		for i := range d {
			d[i] = (d[i] - center) * (d[i] - center) / v[i]
		}
		return scaleOf(d)
	}
	const lowest = 1e-9
	if excess(lowest) <= 1 {
		return lowest
	}
	return geometric(lowest, 20, 40, func(between float64) bool { return excess(between) > 1 })
}

// Test compares the groups in one figure, given as a count, or a value, for each recording. The estimate's
// Base and Value are per unit of exposure. Logarithms are compared by a t-test whose variance the law
// moderates (Smyth 2004). Small counts are added up in each group and compared as [Rates] does, with the
// dispersion that follows from the law. Values that include 0 are compared by their ranks, see
// [Groups.Ranks]; then ok is false.
func (g *Groups) Test(l Law, n []float64) (e Estimate, ok bool) {
	d := g.degrees()
	if d < 1 || g.Before < 1 || g.Before >= len(n) {
		return e, false
	}
	degrees := min(d+l.Degrees, max(l.all, d))
	if !g.logs(n) {
		if !g.Counted {
			return e, false
		}
		return g.few(l, n, degrees), true
	}
	f := g.fit(n, l.Between)
	variance := f.squares / d
	switch {
	case math.IsInf(l.Degrees, 1):
		variance = l.Scale
	case l.Degrees > 0:
		variance = (l.Degrees*l.Scale + f.squares) / (l.Degrees + d)
	}
	variance *= f.of
	if g.Counted {
		variance = max(variance, g.min(n))
	}
	return Estimate{
		Value: f.change, SD: math.Sqrt(variance), Degrees: degrees, Log: true, Base: math.Exp(f.base),
	}, true
}

// min returns half the variance that counting alone causes. Copies of a recording do not differ at all, but
// they do not count for more either.
func (g *Groups) min(n []float64) float64 {
	var all, timed [2]float64
	for i, k := range n {
		all[g.side(i)] += k
		if g.Timed != nil {
			timed[g.side(i)] += g.Timed[i]
		}
	}
	v := 1/all[0] + 1/all[1]
	if g.Timed != nil {
		v -= regular * (1/max(timed[0], all[0]) + 1/max(timed[1], all[1]))
	}
	return v / 2
}

// few compares the groups by their total counts. A recording's count with mean μ has the variance Scale·(μ +
// Between·μ²); a recording in a pair half of the pair's.
func (g *Groups) few(l Law, n []float64, degrees float64) Estimate {
	var sides [2]Count
	for i, k := range n {
		s := &sides[g.side(i)]
		s.N, s.Of = s.N+k, s.Of+g.Exposure[i]
	}
	var mean, square float64
	for _, of := range g.Exposure {
		k := (sides[0].N + sides[1].N) * of / (sides[0].Of + sides[1].Of)
		mean, square = mean+k, square+k*k
	}
	dispersion, between := 1.0, l.Between
	if g.Paired {
		between /= 2
	}
	if mean > 0 {
		dispersion = max(1, l.Scale*(1+between*square/mean))
	}
	e := Rates(sides[0], sides[1], Dispersion{Value: dispersion})
	e.Degrees = degrees
	return e
}

// Ranks returns the p-value for a figure's ranks, per exposure, in the two groups: that of [RankTest], or of
// [SignedRankTest] for pairs.
func (g *Groups) Ranks(n []float64) float64 {
	x := make([]float64, len(n))
	for i, k := range n {
		x[i] = k / g.Exposure[i]
	}
	if g.Paired {
		return SignedRankTest(x[:g.Before], x[g.Before:])
	}
	p, _ := RankTest(x[:g.Before], x[g.Before:])
	return p
}

func choose(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways = ways * float64(n-i) / float64(i+1)
	}
	return ways
}

// More returns how many more recordings each group needs, so that a p-value can be as small as p and passing
// a test by Student's t is not twice as hard as with any number of recordings. It is 0 if they are enough.
// Figures judged by ranks need more than others.
func (g *Groups) More(l Law, p float64, ranked bool) int {
	first, second := g.Before, len(g.Exposure)-g.Before
	for more := range 20 {
		a, b := first+more, second+more
		if ranked {
			lowest := 1 / choose(a+b, a)
			if a == b {
				lowest *= 2
			}
			if g.Paired {
				lowest = math.Exp2(float64(1 - a))
			}
			if lowest <= p {
				return more
			}
			continue
		}
		d := g.degreesOf(a, b)
		if d < 1 || a < 2 || b < 2 {
			continue
		}
		degrees := d
		if now := g.degrees(); now >= 1 {
			degrees = min(d+l.Degrees, max(d*max(l.all/now, 1), d))
		}
		if beyond(p, degrees) <= 2*beyond(p, math.Inf(1)) {
			return more
		}
	}
	return 20
}

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	switch {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}
