package analysis

import (
	"math"
	"math/bits"
	"slices"

	"profstation/model"
)

// Distribution says how durations are distributed. Percentile p is the
// smallest duration that at least p per cent of them do not exceed (nearest
// rank), so it is one of them. All is 0 where there are none.
type Distribution struct {
	Count              int64
	Sum                model.TraceTime
	Min, P50, P90, P99 model.TraceTime
	Max                model.TraceTime
}

// Mean is the arithmetic mean, in nanoseconds.
func (d *Distribution) Mean() float64 {
	if d.Count == 0 {
		return 0
	}
	return float64(d.Sum) / float64(d.Count)
}

// percentiles are the parts of a distribution below which P50, P90 and P99
// lie.
var percentiles = [...]float64{0.50, 0.90, 0.99}

func (d *Distribution) percentile(i int) *model.TraceTime {
	return [...]*model.TraceTime{&d.P50, &d.P90, &d.P99}[i]
}

// rank is the index of a percentile among n sorted durations.
func rank(p float64, n int64) int64 {
	return max(int64(math.Ceil(p*float64(n)-1e-9)), 1) - 1
}

// distributionOf sorts the durations.
func distributionOf(values []model.TraceTime) Distribution {
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

// tally counts durations of which there are too many to be kept and sorted:
// by bins of an eighth of a power of two.
//
// Its percentiles are exact nevertheless. When all are counted, the bins are
// known in which percentiles lie; the durations come a second time, and only
// those of these bins are kept and sorted.
type tally struct {
	d     Distribution
	bins  [bins]int64
	hist  Histogram
	wants [len(percentiles)]int // the bins of percentiles
	kept  [len(percentiles)][]model.TraceTime
}

const (
	binBits = 3
	bins    = (48 - binBits + 1) << binBits
)

func bin(v model.TraceTime) int {
	if v < 1<<binBits {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - 1 - binBits
	return shift<<binBits + int(v>>shift)
}

func (t *tally) count(v model.TraceTime) {
	if t.d.Count == 0 || v < t.d.Min {
		t.d.Min = v
	}
	t.d.Max = max(t.d.Max, v)
	t.d.Count++
	t.d.Sum += v
	t.bins[bin(v)]++
	t.hist.add(v)
}

// join adds what another counted.
func (t *tally) join(o *tally) {
	if o.d.Count == 0 {
		return
	}
	if t.d.Count == 0 || o.d.Min < t.d.Min {
		t.d.Min = o.d.Min
	}
	t.d.Max = max(t.d.Max, o.d.Max)
	t.d.Count += o.d.Count
	t.d.Sum += o.d.Sum
	for i, n := range o.bins {
		t.bins[i] += n
	}
	t.hist.join(&o.hist)
}

// look finds the bins in which percentiles lie.
func (t *tally) look() {
	for i, p := range percentiles {
		left := rank(p, t.d.Count)
		b := 0
		for b < bins-1 && left >= t.bins[b] {
			left -= t.bins[b]
			b++
		}
		t.wants[i] = b
	}
}

// keep takes a duration for the second time.
func (t *tally) keep(wants *[len(percentiles)]int, v model.TraceTime) {
	b := bin(v)
	for i, w := range wants {
		if w == b && (i == 0 || wants[i-1] != b) {
			t.kept[i] = append(t.kept[i], v)
		}
	}
}

// finish sorts what was kept.
func (t *tally) finish() Distribution {
	for i, p := range percentiles {
		if i > 0 && t.wants[i] == t.wants[i-1] {
			t.kept[i] = t.kept[i-1]
		} else {
			slices.Sort(t.kept[i])
		}
		if t.d.Count == 0 {
			continue
		}
		left := rank(p, t.d.Count)
		for _, n := range t.bins[:t.wants[i]] {
			left -= n
		}
		*t.d.percentile(i) = t.kept[i][left]
	}
	return t.d
}
