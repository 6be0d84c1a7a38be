package analysis

import (
	"cmp"
	"context"
	"math"
	"time"

	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// MMUOptions say what to compute a mutator utilization for.
type MMUOptions struct {
	Interval trace.Interval
	Work     GCWork // 0: DefaultGCWork
}

// MMU is the minimum mutator utilization: which fraction of the processors, from 0 to 1, the program had for itself
// in the worst window with a given length (R. E. Jones, A. Hosking, E. Moss: The Garbage Collection Handbook, 1.4;
// Go: internal/trace/gc.go). Figures mean nothing once their context has ended.
type MMU struct {
	curves []curve
}

// curve is one function over time with its integral: sum[i] is the integral from the first step to step i.
type curve struct {
	steps series
	sum   []float64
}

// MMU computes the minimum mutator utilization for an interval. It has no curves if the interval has no events.
func (a *Analysis) MMU(ctx context.Context, o MMUOptions) (*MMU, error) {
	o.Work &= 2*PerGoroutine - 1
	if o.Work&^PerGoroutine == 0 {
		o.Work |= DefaultGCWork
	}
	all, err := a.mutatorUtilisation(ctx, o.Work)
	if err != nil {
		return nil, err
	}
	iv := a.Within(o.Interval)
	m, steps := &MMU{}, work.StepsUntil(ctx)
	for _, s := range all {
		if steps.Over(1 + len(s)) {
			return nil, steps.Err()
		}
		if s = s.part(iv); len(s) > 1 {
			m.curves = append(m.curves, newCurve(s))
		}
	}
	return m, nil
}

func (s series) part(iv trace.Interval) series {
	n := len(s)
	if n == 0 || iv.From <= s[0].at && iv.To >= s[n-1].at {
		return s
	}
	var p series
	for i := range n - 1 {
		at := iv.Clip(trace.Interval{From: s[i].at, To: s[i+1].at})
		if at.Empty() {
			continue
		}
		p = append(p, step{at.From, s[i].util})
		if i == n-2 || at.To == iv.To {
			return p.end(at.To)
		}
	}
	return p
}

func newCurve(s series) curve {
	c := curve{s, make([]float64, len(s))}
	for i := 1; i < len(s); i++ {
		c.sum[i] = c.sum[i-1] + s[i-1].util*float64(s[i].at-s[i-1].at)
	}
	return c
}

func (c *curve) length() trace.Time {
	return c.steps[len(c.steps)-1].at - c.steps[0].at
}

// cursor walks along a curve in one direction.
type cursor struct {
	c *curve
	i int // the last step at or before the current place
}

func (k *cursor) integral(at trace.Time) float64 {
	s := k.c.steps
	for k.i+1 < len(s) && s[k.i+1].at <= at {
		k.i++
	}
	return k.c.sum[k.i] + s[k.i].util*float64(at-s[k.i].at)
}

func (k *cursor) next() trace.Time {
	if k.i+1 < len(k.c.steps) {
		return k.c.steps[k.i+1].at
	}
	return trace.NoTime
}

// windows calls f where a moving window's mean has its bends: where one of its edges meets a step. Between two bends
// the mean is linear, so a minimum needs no other places. The window must not be longer than the curve. Some places
// are missing once the steps have run out.
func (c *curve) windows(steps *work.Steps, window trace.Time, f func(at trace.Time, mean float64)) {
	at := c.steps[0].at
	last := c.steps[len(c.steps)-1].at - window
	left, right := cursor{c, 0}, cursor{c, 0}
	for !steps.Over(1) {
		// The difference between two long sums may be slightly off.
		mean := (right.integral(at+window) - left.integral(at)) / float64(window)
		f(at, min(max(mean, 0), 1))
		if at >= last {
			return
		}
		at = min(left.next(), right.next()-window, last)
	}
}

// window limits a window's length to the curve's.
func (c *curve) window(d time.Duration) trace.Time {
	return min(trace.Time(d), c.length())
}

// Len returns the longest function's length, which is the longest window.
func (m *MMU) Len() time.Duration {
	var d trace.Time
	for i := range m.curves {
		d = max(d, m.curves[i].length())
	}
	return time.Duration(d)
}

// At returns the minimum for a window. A window longer than the interval counts as the interval. The result for a
// window without length is 0.
func (m *MMU) At(ctx context.Context, window time.Duration) float64 {
	if window <= 0 {
		return 0
	}
	smallest, steps := 1.0, work.StepsUntil(ctx)
	for i := range m.curves {
		c := &m.curves[i]
		c.windows(steps, c.window(window), func(_ trace.Time, mean float64) { smallest = min(smallest, mean) })
	}
	return smallest
}

// MMUPoint is a curve's value for one window: the minimum, and the utilizations that the given fractions of all
// windows with this length do not exceed.
type MMUPoint struct {
	Window    time.Duration
	Min       float64
	Quantiles []float64
}

// The limits for computing points: how many steps the functions may have, and about how many windows all points may
// take together, unless there are only a few points.
const maxCurve, maxWindows, fewPoints = 1 << 20, 16 << 20, 16

// Curve computes points for many window lengths at once, equally far apart on a logarithmic scale. It computes fewer
// points if the collector works at more than 100,000 times. Its errors are the context's and [ErrTooMuch]. quantiles
// are fractions from 0 to 1: 0.01 is what cmd/trace's page calls p99.
func (m *MMU) Curve(ctx context.Context, lowest, highest time.Duration, points int, quantiles []float64) ([]MMUPoint, error) {
	n := 0
	for i := range m.curves {
		n += len(m.curves[i].steps)
	}
	if n > maxCurve {
		return nil, ErrTooMuch
	}
	points = min(points, max(fewPoints, maxWindows/(n+1)))
	all := make([]MMUPoint, points)
	from, to := math.Log(float64(max(lowest, 1))), math.Log(float64(max(highest, 1)))
	err := parallel.For(ctx, points, func(_, i int) {
		w := highest
		if i < points-1 {
			w = time.Duration(math.Exp(from + (to-from)*float64(i)/float64(points-1)))
		}
		all[i] = MMUPoint{Window: w, Min: m.At(ctx, w)}
		if len(quantiles) > 0 {
			all[i].Quantiles = m.Quantiles(ctx, w, quantiles)
		}
	})
	return all, err
}

// Window is a place with its mutator utilization.
type Window struct {
	Interval trace.Interval
	Util     float64
}

// Worst returns up to n windows with the given length and the lowest utilization, the lowest first. No two overlap:
// each is the lowest that the windows before it leave.
func (m *MMU) Worst(ctx context.Context, window time.Duration, n int) []Window {
	var worst []Window
	steps := work.StepsUntil(ctx)
	if window <= 0 {
		return nil
	}
	for len(worst) < n && !steps.Over(1) {
		best := Window{Util: math.Inf(1)}
		for i := range m.curves {
			c := &m.curves[i]
			w := c.window(window)
			c.windows(steps, w, func(at trace.Time, mean float64) {
				if mean > best.Util || mean == best.Util && at >= best.Interval.From {
					return
				}
				if steps.Over(len(worst)) {
					return
				}
				for _, o := range worst {
					if at < o.Interval.To && at+w > o.Interval.From {
						return
					}
				}
				best = Window{trace.Interval{From: at, To: at + w}, mean}
			})
		}
		if math.IsInf(best.Util, 1) {
			break
		}
		worst = append(worst, best)
	}
	return worst
}

// Quantiles returns the mutator utilizations that the given fractions, from 0 to 1, of all possible windows with this
// length do not exceed. Fraction 0 gives the minimum.
//
// Along the trace a window's mean goes up and down in lines. All values on a line are equally frequent, so the
// distribution is a sum of rectangles, and of points for level lines (Go: internal/trace/mud.go). Instead of sorting
// the lines, the code walks over them twice: once to sum up their weights in bins, and again for those within a bin
// that was asked for.
func (m *MMU) Quantiles(ctx context.Context, window time.Duration, parts []float64) []float64 {
	values := make([]float64, len(parts))
	if len(parts) == 0 || window <= 0 {
		return values
	}
	var weight [mudBins]float64
	total, smallest, steps := 0.0, 1.0, work.StepsUntil(ctx)
	m.lines(steps, window, func(l, r, w float64) {
		smallest = min(smallest, l)
		total += w
		if steps.Over(binOf(r) - binOf(l)) { // one line may lie in all bins
			return
		}
		for b := binOf(l); w > 0 && b <= binOf(r); b++ {
			weight[b] += binPart(b, l, r, w)
		}
	})
	for i, part := range parts {
		values[i] = smallest
		if total == 0 || part <= 0 {
			continue // there is only one place
		}
		left := part * total
		b := 0
		for b < mudBins-1 && left > weight[b] {
			left -= weight[b]
			b++
		}
		values[i] = m.inBin(ctx, window, b, left, smallest)
	}
	return values
}

const mudBins = 1024

// lines calls f for each line, with its lower and its higher end, and how much time it covers.
func (m *MMU) lines(steps *work.Steps, window time.Duration, f func(l, r, weight float64)) {
	for i := range m.curves {
		c := &m.curves[i]
		before, first := step{}, true
		c.windows(steps, c.window(window), func(at trace.Time, mean float64) {
			if first {
				f(mean, mean, 0)
			} else if at > before.at {
				f(min(before.util, mean), max(before.util, mean), float64(at-before.at))
			}
			before, first = step{at, mean}, false
		})
	}
}

func binOf(v float64) int { return min(int(v*mudBins), mudBins-1) }

func binPart(b int, l, r, w float64) float64 {
	if l == r {
		return w
	}
	lo, hi := float64(b)/mudBins, float64(b+1)/mudBins
	return w * max(min(r, hi)-max(l, lo), 0) / (r - l)
}

// inBin returns the utilization in a bin below which the remaining weight lies.
func (m *MMU) inBin(ctx context.Context, window time.Duration, b int, left, lowest float64) float64 {
	type edge struct{ x, slope, point float64 }
	var edges []edge
	lo, hi := float64(b)/mudBins, float64(b+1)/mudBins
	steps := work.StepsUntil(ctx)
	m.lines(steps, window, func(l, r, w float64) {
		if w == 0 || binOf(l) > b || binOf(r) < b {
			return
		}
		if l == r {
			edges = append(edges, edge{x: l, point: w})
			return
		}
		if from, to := max(l, lo), min(r, hi); from < to {
			slope := w / (r - l)
			edges = append(edges, edge{x: from, slope: slope}, edge{x: to, slope: -slope})
		}
	})
	if ctx.Err() != nil {
		return 0
	}
	work.SortSteps(steps, false, edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	sum, slope, x := 0.0, 0.0, max(lo, lowest)
	for _, e := range edges {
		more := max(slope, 0) * (e.x - x)
		if sum+more >= left && more > 0 {
			return math.Min(x+(left-sum)/slope, e.x)
		}
		sum += more
		x = e.x
		if sum += e.point; sum >= left && e.point > 0 {
			return x
		}
		slope += e.slope
	}
	return x
}
