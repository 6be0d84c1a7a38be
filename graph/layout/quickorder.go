package layout

import (
	"cmp"
	"context"
	"slices"
)

// sweeps is how often the order is improved, down and up in turn. More seldom helps.
const sweeps = 16

// order sorts each rank's vertices so that few edges cross. It moves each vertex to the mean place of its neighbours,
// again and again, and keeps the best order.
func (l *layers) order(ctx context.Context) {
	l.firstOrder()
	best := make([][]int32, len(l.ranks))
	keep := func() {
		for r, rank := range l.ranks {
			best[r] = append(best[r][:0], rank...)
		}
	}
	keep()
	fewest := l.crossings()
	keys := make([]float64, len(l.vertex))
	stale := 0
	for i := 0; i < sweeps && stale < 4 && fewest > 0 && ctx.Err() == nil; i++ {
		if i%2 == 0 {
			for r := 1; r < len(l.ranks); r++ {
				l.sortRank(r, keys, true)
			}
		} else {
			for r := len(l.ranks) - 2; r >= 0; r-- {
				l.sortRank(r, keys, false)
			}
		}
		if n := l.crossings(); n < fewest {
			keep()
			fewest, stale = n, 0
		} else {
			stale++
		}
	}
	l.ranks = best
	for r := range l.ranks {
		l.number(r)
	}
}

// firstOrder orders vertices by a walk downwards from the top, so that neighbours start close together.
func (l *layers) firstOrder() {
	seen := make([]bool, len(l.vertex))
	for r := range l.ranks {
		l.ranks[r] = l.ranks[r][:0]
	}
	var stack []int32
	take := func(v int32) {
		stack = append(stack[:0], v)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			r := l.vertex[v].rank
			l.ranks[r] = append(l.ranks[r], v)
			for _, n := range slices.Backward(l.vertex[v].down) {
				stack = append(stack, l.links[n].lower)
			}
		}
	}
	for v := range l.vertex {
		if len(l.vertex[v].up) == 0 {
			take(int32(v))
		}
	}
	for r := range l.ranks {
		l.number(r)
	}
}

func (l *layers) number(r int) {
	for i, v := range l.ranks[r] {
		l.vertex[v].at = int32(i)
	}
}

// sortRank orders a rank by the mean place of each vertex's neighbours above or below, if it has any.
func (l *layers) sortRank(r int, keys []float64, fromAbove bool) {
	other := r + 1
	if fromAbove {
		other = r - 1
	}
	scale := float64(len(l.ranks[other])) / float64(len(l.ranks[r]))
	for _, v := range l.ranks[r] {
		sum, weight := 0.0, 0.0
		l.neighbours(v, fromAbove, func(other *vertex, _ float64) {
			sum += float64(other.at)
			weight++
		})
		if keys[v] = float64(l.vertex[v].at) * scale; weight > 0 {
			keys[v] = sum / weight
		}
	}
	slices.SortStableFunc(l.ranks[r], func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
	l.number(r)
}

func (l *layers) crossings() int {
	sum := 0
	var ends, tree []int32
	for r := 0; r+1 < len(l.ranks); r++ {
		ends = ends[:0]
		for _, v := range l.ranks[r] {
			from := len(ends)
			for _, n := range l.vertex[v].down {
				ends = append(ends, l.vertex[l.links[n].lower].at)
			}
			slices.Sort(ends[from:])
		}
		width := len(l.ranks[r+1])
		tree = append(tree[:0], make([]int32, width+1)...)
		// Count the inversions in the row of lower ends with a Fenwick tree.
		for i, at := range ends {
			before := 0
			for j := at + 1; j > 0; j -= j & -j {
				before += int(tree[j])
			}
			sum += i - before
			for j := at + 1; int(j) <= width; j += j & -j {
				tree[j]++
			}
		}
	}
	return sum
}
