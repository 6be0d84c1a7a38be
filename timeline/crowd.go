package timeline

import (
	"cmp"
	"math/bits"
	"slices"

	"profstation/model"
)

// crowd is how many of a group were in each kind of time, as a function of
// time: bins of equal width with the counts and the sums at their beginning,
// and the changes within each, in no order. The sums up to any time are exact:
// they come from one bin and the changes in it.
type crowd struct {
	shift uint // a bin is 1<<shift ns wide
	count [][kinds]int32
	sum   []sums
	first []int32  // changes of bin i are first[i] to before first[i+1]
	since []uint32 // when each change was, since its bin's beginning
	what  []uint8  // from<<4 | to
	most  int32    // the largest number at once
	// busiest is the largest number at once, at the beginning of a bin, of
	// those that hold a thread.
	busiest int32
}

// change is one goroutine, or task, that leaves a kind for another.
type change struct {
	at       model.TraceTime
	from, to Kind
}

// perBin is how many changes a bin has on average.
const perBin = 64

// widestBin is as wide as what 32 bits hold.
const widestBin = 32

// newCrowd makes the crowd of what walk tells, which is called twice and calls
// back for every change, in any order. end is the trace's.
func newCrowd(end model.TraceTime, walk func(yield func(change))) *crowd {
	n := 0
	walk(func(change) { n++ })
	c := &crowd{}
	width := max(1, uint64(end+1)/uint64(n/perBin+1))
	c.shift = min(uint(bits.Len64(width)), widestBin)
	bins := int(end>>c.shift) + 1
	c.first = make([]int32, bins+1)
	walk(func(x change) { c.first[(x.at>>c.shift)+1]++ })
	for i := range bins {
		c.first[i+1] += c.first[i]
	}
	c.since, c.what = make([]uint32, n), make([]uint8, n)
	place := slices.Clone(c.first)
	walk(func(x change) {
		b := x.at >> c.shift
		i := place[b]
		place[b]++
		c.since[i] = uint32(x.at - b<<c.shift)
		c.what[i] = uint8(x.from)<<4 | uint8(x.to)
	})
	c.integrate(bins)
	return c
}

// integrate fills in what holds at the beginning of each bin.
func (c *crowd) integrate(bins int) {
	c.count, c.sum = make([][kinds]int32, bins), make([]sums, bins)
	var moves []change
	for b := range bins {
		moves = moves[:0]
		count := c.count[b]
		alive := living(&count)
		c.most = max(c.most, alive)
		c.busiest = max(c.busiest, count[Running]+count[Collecting]+count[Syscall])
		for i := c.first[b]; i < c.first[b+1]; i++ {
			from, to := c.what[i]>>4, c.what[i]&15
			count[from]--
			count[to]++
			if (from == uint8(Ended)) != (to == uint8(Ended)) {
				moves = append(moves, change{model.TraceTime(c.since[i]), Kind(from), Kind(to)})
			}
		}
		slices.SortFunc(moves, func(x, y change) int { // ends before beginnings
			return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(y.from, x.from))
		})
		for _, m := range moves {
			if m.from == Ended {
				alive++
			} else {
				alive--
			}
			c.most = max(c.most, alive)
		}
		if b+1 < bins {
			c.count[b+1], c.sum[b+1] = count, c.sum[b]
			c.add(b, 1<<c.shift, &c.sum[b+1])
		}
	}
}

// living is how many there are in all kinds but the one of those that are not.
func living(count *[kinds]int32) (n int32) {
	for k, m := range count {
		if k != int(Ended) {
			n += m
		}
	}
	return n
}

// add adds to the sums at the beginning of a bin what the first ns of it bring.
func (c *crowd) add(bin int, ns int64, s *sums) {
	for k, n := range &c.count[bin] {
		s[k] += int64(n) * ns
	}
	from, to := c.first[bin], c.first[bin+1]
	since, what := c.since[from:to], c.what[from:to]
	for i, at := range since {
		if d := ns - int64(at); d > 0 {
			w := what[i]
			s[w>>4&15] -= d
			s[w&15] += d
		}
	}
}

// upTo sets the sums from the beginning of the trace to a time.
func (c *crowd) upTo(at model.TraceTime, s *sums) {
	b := min(int(at>>c.shift), len(c.sum)-1)
	*s = c.sum[b]
	c.add(b, int64(at)-int64(b)<<c.shift, s)
}

// counts are how many there are in each kind at a time.
func (c *crowd) counts(at model.TraceTime) (n [kinds]int32) {
	b := min(int(at>>c.shift), len(c.sum)-1)
	n = c.count[b]
	for i := c.first[b]; i < c.first[b+1]; i++ {
		if model.TraceTime(c.since[i]) <= at-model.TraceTime(b)<<c.shift {
			n[c.what[i]>>4]--
			n[c.what[i]&15]++
		}
	}
	return n
}

// columns sets the sums of the times between edges: out[i] is that from
// edges[i] to edges[i+1].
func (c *crowd) columns(edges []model.TraceTime, out []sums) {
	n := len(edges) - 1
	if n <= 0 {
		return
	}
	bins := int(edges[n]>>c.shift) - int(edges[0]>>c.shift)
	if bins < n {
		c.fineColumns(edges, out)
		return
	}
	var before, after sums
	c.upTo(edges[0], &before)
	for i := range n {
		c.upTo(edges[i+1], &after)
		for k := range after {
			out[i][k] = after[k] - before[k]
		}
		before = after
	}
}

// fineColumns are columns where several lie in a bin: each change is looked at
// once and told to its column.
func (c *crowd) fineColumns(edges []model.TraceTime, out []sums) {
	n := len(edges) - 1
	from, to := edges[0], edges[n]
	clear(out[:n])
	deltas := make([][kinds]int32, n+1)
	scale := float64(n) / float64(max(to-from, 1))
	first, last := int(from>>c.shift), min(int(to>>c.shift), len(c.sum)-1)
	for b := first; b <= last; b++ {
		base := model.TraceTime(b) << c.shift
		for i := c.first[b]; i < c.first[b+1]; i++ {
			at := base + model.TraceTime(c.since[i])
			if at <= from || at >= to {
				continue
			}
			// The columns are equally wide but for rounding.
			j := min(int(float64(at-from)*scale), n-1)
			for edges[j] > at {
				j--
			}
			for edges[j+1] <= at {
				j++
			}
			d := int64(edges[j+1] - at)
			x, y := c.what[i]>>4, c.what[i]&15
			out[j][x] -= d
			out[j][y] += d
			deltas[j+1][x]--
			deltas[j+1][y]++
		}
	}
	count := c.counts(from)
	for j := range n {
		width := int64(edges[j+1] - edges[j])
		for k := range count {
			count[k] += deltas[j][k]
			out[j][k] += int64(count[k]) * width
		}
	}
}
