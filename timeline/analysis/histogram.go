package analysis

import (
	"math/bits"
	"sort"

	"profstation/model/trace"
)

// bounds are the lower bounds of the bins of all histograms: 0, and in every
// power of ten six round numbers that are about equally far apart on a
// logarithmic scale.
var bounds = func() []trace.Time {
	all := []trace.Time{0, 1, 2, 3, 5, 7}
	for ten := trace.Time(1); ; ten *= 10 {
		for _, m := range [...]trace.Time{10, 15, 20, 30, 50, 70} {
			if all = append(all, m*ten); all[len(all)-1] > trace.NoTime {
				return all
			}
		}
	}
}()

const mostBounds = 96

// firstBound is the bin of 2 to the power of i: where the search for the bin
// of a number of i+1 bits begins.
var firstBound = func() (first [64]int) {
	for i := range 49 {
		first[i] = sort.Search(len(bounds), func(k int) bool { return bounds[k] > 1<<i }) - 1
	}
	return first
}()

// boundOf is the bin of a duration.
func boundOf(v trace.Time) int {
	if v <= 0 {
		return 0
	}
	b := firstBound[bits.Len64(uint64(v))-1]
	for b+1 < len(bounds) && bounds[b+1] <= v {
		b++
	}
	return b
}

// Histogram counts durations in bins whose width grows with them, so that
// nanoseconds and minutes find room in one picture. The zero value is empty.
type Histogram struct {
	counts [mostBounds]int64
}

// Bin is a range of durations, from From to before To, and how many were in
// it.
type Bin struct {
	From, To trace.Time
	Count    int64
}

func (h *Histogram) add(v trace.Time) { h.counts[boundOf(v)]++ }

func (h *Histogram) join(o *Histogram) {
	for i, n := range o.counts {
		h.counts[i] += n
	}
}

// Bins are the bins from the first to the last in which there is something,
// with the empty ones between them. Two bins, or more that stand together, are
// a range that selects instances (see Durations).
func (h *Histogram) Bins() []Bin {
	lo, hi := 0, len(bounds)-1
	for lo < hi && h.counts[lo] == 0 {
		lo++
	}
	for hi > lo && h.counts[hi-1] == 0 {
		hi--
	}
	all := make([]Bin, 0, hi-lo)
	for i := lo; i < hi; i++ {
		all = append(all, Bin{bounds[i], bounds[i+1], h.counts[i]})
	}
	return all
}

// Durations is a range of durations, from From to before To, that selects
// instances of tasks or regions. The zero value selects all.
type Durations struct{ From, To trace.Time }

func (d Durations) has(v trace.Time) bool {
	return d == Durations{} || v >= d.From && v < d.To
}
