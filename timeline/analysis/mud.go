package analysis

import (
	"cmp"
	"math"
	"slices"
	"time"

	"profstation/model/trace"
)

// Quantiles are the mutator utilizations that the given parts, from 0 to 1, of all windows of a
// length do not exceed, wherever a window can be. Part 0 is the minimum.
//
// Along the trace the mean of a window goes up and down in lines. Over one of them all its values
// are equally frequent, so the distribution is a sum of rectangles, and of points where a line is
// level (Go: internal/trace/mud.go). Instead of being sorted, lines are walked twice: once to sum
// their weights up in bins, then for those within a bin that was asked for.
func (m *MMU) Quantiles(window time.Duration, parts []float64) []float64 {
	values := make([]float64, len(parts))
	if len(parts) == 0 || window <= 0 {
		return values
	}
	var weight [mudBins]float64
	total, least := 0.0, 1.0
	m.lines(window, func(l, r, w float64) {
		least = min(least, l)
		total += w
		for b := binOf(l); w > 0 && b <= binOf(r); b++ {
			weight[b] += binPart(b, l, r, w)
		}
	})
	for i, part := range parts {
		values[i] = least
		if total == 0 || part <= 0 {
			continue // there is one place only
		}
		left := part * total
		b := 0
		for b < mudBins-1 && left > weight[b] {
			left -= weight[b]
			b++
		}
		values[i] = m.inBin(window, b, left, least)
	}
	return values
}

const mudBins = 1024

// lines calls f for the lines: the lower and the higher end, and for how much time.
func (m *MMU) lines(window time.Duration, f func(l, r, weight float64)) {
	for i := range m.curves {
		c := &m.curves[i]
		before, first := step{}, true
		c.windows(c.window(window), func(at trace.Time, mean float64) {
			if first {
				f(mean, mean, 0)
			} else if at > before.at {
				f(min(before.util, mean), max(before.util, mean), float64(at-before.at))
			}
			before, first = step{at, mean}, false
		})
	}
}

// binOf is the bin of a utilization.
func binOf(v float64) int { return min(int(v*mudBins), mudBins-1) }

// binPart is how much of a line's weight lies in a bin.
func binPart(b int, l, r, w float64) float64 {
	if l == r {
		return w
	}
	lo, hi := float64(b)/mudBins, float64(b+1)/mudBins
	return w * max(min(r, hi)-max(l, lo), 0) / (r - l)
}

// inBin is the utilization in a bin below which there is as much as is left of the weight asked
// for.
func (m *MMU) inBin(window time.Duration, b int, left, least float64) float64 {
	type edge struct{ x, slope, point float64 }
	var edges []edge
	lo, hi := float64(b)/mudBins, float64(b+1)/mudBins
	m.lines(window, func(l, r, w float64) {
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
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	sum, slope, x := 0.0, 0.0, max(lo, least)
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
