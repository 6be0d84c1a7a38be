package analysis

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"

	"profstation/model/trace"
	"profstation/model/work"
)

// Distribution says how durations are distributed. Percentile p is the smallest duration that at least p per cent of
// them do not exceed (nearest rank). All fields are 0 if there are no durations.
type Distribution struct {
	Count              int64
	Sum                trace.Time
	Min, P50, P90, P99 trace.Time
	Max                trace.Time
}

// Mean returns the arithmetic mean, in nanoseconds.
func (d *Distribution) Mean() float64 {
	if d.Count == 0 {
		return 0
	}
	return float64(d.Sum) / float64(d.Count)
}

// percentiles are P50, P90 and P99 as fractions.
var percentiles = [...]float64{0.50, 0.90, 0.99}

func (d *Distribution) percentile(i int) *trace.Time {
	return [...]*trace.Time{&d.P50, &d.P90, &d.P99}[i]
}

// rank returns a percentile's index among n sorted durations.
func rank(p float64, n int64) int64 {
	return max(int64(math.Ceil(p*float64(n)-1e-9)), 1) - 1
}

// distributionOf computes the distribution. It sorts values.
func distributionOf(values []trace.Time) Distribution {
	var d Distribution
	if d.Count = int64(len(values)); d.Count == 0 {
		return d
	}
	slices.Sort(values)
	for _, v := range values {
		d.Sum += v
	}
	d.Min, d.Max = values[0], values[len(values)-1]
	for i, p := range percentiles {
		*d.percentile(i) = values[rank(p, d.Count)]
	}
	return d
}

// distributionUntil is like distributionOf, but its result means nothing once the steps have run out.
func distributionUntil(steps *work.Steps, values []trace.Time) Distribution {
	const quick = 1 << 16 // sorting that many takes some milliseconds
	if len(values) > quick {
		work.SortSteps(steps, false, values, cmp.Compare[trace.Time])
	}
	if steps.Over(len(values)) {
		return Distribution{}
	}
	return distributionOf(values) // sorting again what is in order takes no time
}

// tally counts durations, too many to be kept and sorted, in bins that each cover a 32nd of a power of two.
type tally struct {
	Count, Sum, Min, Max int64
	bins                 [bins]int32
	hist                 Histogram
}

const (
	binBits = 5
	bins    = (48 - binBits + 1) << binBits
)

func bin(v trace.Time) int {
	if v < 1<<binBits {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - 1 - binBits
	return shift<<binBits + int(v>>shift)
}

func (t *tally) count(v trace.Time) {
	if t.Count == 0 || int64(v) < t.Min {
		t.Min = int64(v)
	}
	t.Max = max(t.Max, int64(v))
	t.Count++
	t.Sum += int64(v)
	t.bins[bin(v)]++
	t.hist.add(v)
}

func (t *tally) join(o *tally) {
	if o.Count == 0 {
		return
	}
	if t.Count == 0 || o.Min < t.Min {
		t.Min = o.Min
	}
	t.Max = max(t.Max, o.Max)
	t.Count += o.Count
	t.Sum += o.Sum
	for i, n := range o.bins {
		t.bins[i] += n
	}
	t.hist.join(&o.hist)
}

// exactly makes a tally's percentiles exact. Once all durations are counted, the bins with the percentiles are known.
// The durations then come a second time, and those in these bins are kept and sorted.
type exactly struct {
	*tally
	wants [len(percentiles)]int // the bins with the percentiles
	left  [len(percentiles)]int64
	near  [len(percentiles)][]trace.Time // the durations in these bins
}

func newExactly(t *tally) *exactly {
	e := &exactly{tally: t}
	for i, p := range percentiles {
		left := rank(p, t.Count)
		b := 0
		for b < bins-1 && left >= int64(t.bins[b]) {
			left -= int64(t.bins[b])
			b++
		}
		e.wants[i], e.left[i] = b, left
	}
	return e
}

func (e *exactly) wanted(b int) int { return slices.Index(e.wants[:], b) }

func (e *exactly) finish() Distribution {
	d := Distribution{Count: e.Count, Sum: trace.Time(e.Sum), Min: trace.Time(e.Min), Max: trace.Time(e.Max)}
	if d.Count == 0 {
		return d
	}
	for i := range percentiles {
		first := e.wanted(e.wants[i])
		if first == i {
			slices.Sort(e.near[i])
		}
		*d.percentile(i) = e.near[first][e.left[i]]
	}
	return d
}

// bounds are the lower bounds of the bins in all histograms: 0, and six round numbers in every power of ten, about
// equally far apart on a logarithmic scale.
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

const maxBounds = 96

// firstBound is where to start searching bounds for a number in each of a tally's bins.
var firstBound = func() (first [bins]uint8) {
	for b := range first {
		v := trace.Time(b) // the least number in the bin
		if shift := b>>binBits - 1; shift > 0 {
			v = trace.Time(b-shift<<binBits) << shift
		}
		first[b] = uint8(sort.Search(len(bounds), func(k int) bool { return bounds[k] > v }) - 1)
	}
	return first
}()

func boundOf(v trace.Time) int {
	if v <= 0 {
		return 0
	}
	b := int(firstBound[bin(v)])
	for b+1 < len(bounds) && bounds[b+1] <= v {
		b++
	}
	return b
}

// Histogram counts durations in bins whose width grows with the durations, from nanoseconds to minutes. The zero
// value is empty.
type Histogram struct {
	counts [maxBounds]int64
	sums   [maxBounds]trace.Time
}

// Bin is a range of durations, From ≤ d < To, how many are in it, and their sum.
type Bin struct {
	From, To trace.Time
	Count    int64
	Sum      trace.Time
}

func (h *Histogram) add(v trace.Time) {
	b := boundOf(v)
	h.counts[b]++
	h.sums[b] += v
}

func (h *Histogram) join(o *Histogram) {
	for i, n := range o.counts {
		h.counts[i] += n
		h.sums[i] += o.sums[i]
	}
}

// Bins returns the bins from the first to the last that is not empty. Adjacent bins form a range that selects
// instances (see Durations).
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
		all = append(all, Bin{bounds[i], bounds[i+1], h.counts[i], h.sums[i]})
	}
	return all
}

// Durations is a range of durations for selecting instances, From ≤ d < To. The zero value selects all.
type Durations struct{ From, To trace.Time }

func (d Durations) has(v trace.Time) bool {
	return d == Durations{} || v >= d.From && v < d.To
}
