package analysis

import (
	"context"
	"sort"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// timeIndex finds how much time of each column a goroutine spent within an
// interval, without a walk over its spans: along the spans of each goroutine
// stand the sums of all before, at every stride-th. An answer adds what lies
// between two of them and, at both ends, walks over less than a stride.
type timeIndex struct {
	a       *Analysis
	columns columnOf
	blocked []blocked
	stops   stopSums
	width   int   // the columns and the time stopped
	stride  int32 // in spans
	// sums of goroutine g begin at sum first[g]; there are none for those with
	// few spans. Sum k is of the spans before the goroutine's k·stride-th.
	first []int64
	sums  []trace.Time
}

func (a *Analysis) timeIndex(ctx context.Context) (*timeIndex, error) {
	return a.times.get(ctx, func(ctx context.Context) (*timeIndex, error) {
		x := &timeIndex{a: a, columns: makeColumns(a.t, a.kinds)}
		var err error
		if x.blocked, err = a.blockedCalls(ctx); err != nil {
			return nil, err
		}
		x.stops = newStopSums(a.t)
		x.width = len(x.columns.columns) + 1
		x.stride = max(256, int32(16*x.width))
		return x, x.fill(ctx)
	})
}

func (x *timeIndex) fill(ctx context.Context) error {
	gos := x.a.t.Goroutines
	x.first = make([]int64, len(gos)+1)
	type part struct {
		g  trace.GoIndex
		lo trace.SpanIndex
	}
	var parts []part
	for g := range gos {
		x.first[g] = int64(len(parts))
		n := (gos[g].End - gos[g].First) / trace.SpanIndex(x.stride)
		if n < 2 {
			continue
		}
		// The sum at 0 is 0, so there is one more than parts between them.
		for k := range n + 1 {
			parts = append(parts, part{trace.GoIndex(g), gos[g].First + k*trace.SpanIndex(x.stride)})
		}
	}
	x.first[len(gos)] = int64(len(parts))
	x.sums = make([]trace.Time, len(parts)*x.width)
	whole := x.a.t.Whole()
	err := parallel.Blocks(ctx, len(parts), 64, func(_, from, to int) {
		for k := from; k < min(to, len(parts)-1); k++ {
			if p := parts[k]; parts[k+1].g == p.g {
				x.walk(whole, p.g, p.lo, p.lo+trace.SpanIndex(x.stride), x.sums[(k+1)*x.width:(k+2)*x.width])
			}
		}
	})
	if err != nil {
		return err
	}
	for k := 1; k < len(parts); k++ {
		if parts[k].g != parts[k-1].g {
			continue
		}
		before, here := x.sums[(k-1)*x.width:k*x.width], x.sums[k*x.width:(k+1)*x.width]
		for c := range here {
			here[c] += before[c]
		}
	}
	return nil
}

// add adds the time of a goroutine in the interval to row, which has a place
// for each column and one for the time that it was stopped (see Goroutines).
func (x *timeIndex) add(iv trace.Interval, g trace.GoIndex, row []trace.Time) {
	r := &x.a.t.Goroutines[g]
	lo, hi := x.a.within(iv, r.First, r.End, r.End)
	n := x.first[g+1] - x.first[g]
	stride := trace.SpanIndex(x.stride)
	// Only whole spans stand in sums: not the first and the last.
	from := (lo - r.First + stride) / stride
	to := (hi - r.First - 1) / stride
	if n == 0 || hi == lo || to <= from {
		x.walk(iv, g, lo, hi, row)
		return
	}
	x.walk(iv, g, lo, r.First+from*stride, row)
	a := x.sums[(x.first[g]+int64(from))*int64(x.width):]
	b := x.sums[(x.first[g]+int64(to))*int64(x.width):]
	for c := range row[:x.width] {
		row[c] += b[c] - a[c]
	}
	x.walk(iv, g, r.First+to*stride, hi, row)
}

// walk adds the times of spans of a goroutine, one by one.
func (x *timeIndex) walk(iv trace.Interval, g trace.GoIndex, lo, hi trace.SpanIndex, row []trace.Time) {
	if lo >= hi {
		return
	}
	t := x.a.t
	sp := &t.Spans
	calls := x.blocked[sort.Search(len(x.blocked), func(i int) bool { return x.blocked[i].span >= lo }):]
	stops := x.stops.from(max(iv.From, sp.Start.At(int(lo))))
	start := sp.Start.At(int(lo))
	for s := lo; s < hi; s++ {
		end := t.SpanEnd(g, s)
		at := iv.Clip(trace.Interval{From: start, To: end})
		start = end
		c := x.columns.of[sp.Cond[s]]
		if c < 0 || at.Empty() {
			continue
		}
		row[c] += at.To - at.From
		switch c {
		case syscallColumn:
			for len(calls) > 0 && calls[0].span < s {
				calls = calls[1:]
			}
			if len(calls) > 0 && calls[0].span == s {
				without := max(at.To-max(at.From, calls[0].at), 0)
				row[syscallColumn] -= without
				row[blockedColumn] += without
			}
		case executionColumn, runnableColumn:
			row[x.width-1] += stops.overlap(at)
		}
	}
}

// stopSums are the times in which the world was stopped, joined where they
// overlap.
type stopSums []trace.Interval

func newStopSums(t *trace.Trace) stopSums {
	var s stopSums
	for _, x := range t.Stops {
		if at := t.Between(x.Start, x.End); !at.Empty() {
			s = append(s, at)
		}
	}
	return trace.Union(s)
}

// from leaves those away that end before a time.
func (s stopSums) from(at trace.Time) stopSums {
	return s[sort.Search(len(s), func(i int) bool { return s[i].To > at }):]
}

// overlap is how long the world was stopped in a time. Each call asks for a later
// time than the one before.
func (s *stopSums) overlap(at trace.Interval) (sum trace.Time) {
	for len(*s) > 0 && (*s)[0].To <= at.From {
		*s = (*s)[1:]
	}
	for _, stop := range *s {
		if stop.From >= at.To {
			break
		}
		sum += stop.Overlap(at)
	}
	return sum
}
