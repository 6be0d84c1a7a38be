package labels

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"profstation/model/units"
)

// Range is a range of a key's numbers with its weight. Both ends belong to it.
type Range struct {
	Lo, Hi  int64
	Net     int64 // Σvalue, in the sample type's unit
	Values  int   // how many different numbers
	Records int
	Samples int64 // as in [Total]
}

func (g *Range) add(t Total) {
	g.Lo, g.Hi = min(g.Lo, t.Value.Num), max(g.Hi, t.Value.Num)
	g.Net += t.Net
	g.Values++
	g.Records += t.Records
	g.Samples += t.Samples
}

// Histogram puts a key's numbers into at most that many ranges, from the smallest number up. Ranges without a
// number are left out. If there are few numbers, each has its own range. Otherwise ranges begin at powers of
// two, for memory, or at 1, 2 and 5 times powers of ten. If those are too many, neighbours are merged. Lo and
// Hi are the least and the largest number in a range.
func (t *Totals) Histogram(limit int) []Range {
	values := slices.Clone(t.Values)
	slices.SortFunc(values, func(a, b Total) int { return cmp.Compare(a.Value.Num, b.Value.Num) })
	bin := func(n int64) int { return binOf(n, units.IsBytes(t.Unit)) }
	if len(values) <= limit {
		at := map[int64]int{}
		for i, v := range values {
			at[v.Value.Num] = i
		}
		bin = func(n int64) int { return at[n] }
	}
	for together := 1; ; together *= 2 {
		var out []Range
		last := math.MinInt
		for _, v := range values {
			b := int(math.Floor(float64(bin(v.Value.Num)) / float64(together)))
			if b != last {
				out = append(out, Range{Lo: v.Value.Num, Hi: v.Value.Num})
				last = b
			}
			out[len(out)-1].add(v)
		}
		if len(out) <= max(limit, 3) {
			return out
		}
	}
}

// binOf returns a range's number: 0 for 0, and more for larger numbers.
func binOf(n int64, binary bool) int {
	switch {
	case n == 0:
		return 0
	case n == math.MinInt64:
		return -binOf(math.MaxInt64, binary)
	case n < 0:
		return -binOf(-n, binary)
	}
	if binary {
		return bits.Len64(uint64(n))
	}
	i := 0
	for ; n >= 10; n /= 10 {
		i += 3
	}
	switch {
	case n >= 5:
		return i + 3
	case n >= 2:
		return i + 2
	}
	return i + 1
}
