package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// timeIndex finds how much time a goroutine spent in each column within an interval. For every stride-th span of a
// goroutine it stores the sums over all spans before. An answer takes the difference between two such sums, and walks
// over less than a stride at both ends.
type timeIndex struct {
	a       *Analysis
	columns columnOf
	blocked []blocked
	stops   stopSums
	width   int   // the columns and the stopped time
	stride  int32 // in spans
	// Goroutine g's sums begin at sum first[g]; goroutines with few spans have none. Sum k covers the spans before
	// the goroutine's k·stride-th.
	first []int64
	sums  []trace.Time
}

func (a *Analysis) timeIndex(ctx context.Context) (*timeIndex, error) {
	return a.times.get(ctx, func(ctx context.Context) (*timeIndex, error) {
		x := &timeIndex{a: a, columns: makeColumns(a.t, a.kinds)}
		var err error
		if x.blocked, err = blockedCalls(ctx, a.t); err != nil {
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
		// The sum at 0 is 0, so there is one sum more than there are strides.
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

// add adds a goroutine's time in the interval to row. row has an element for each column and one for stopped time
// (see Goroutines).
func (x *timeIndex) add(iv trace.Interval, g trace.GoIndex, row []trace.Time) {
	r := &x.a.t.Goroutines[g]
	lo, hi := within(x.a.t, iv, r.First, r.End, r.End)
	n := x.first[g+1] - x.first[g]
	stride := trace.SpanIndex(x.stride)
	// Sums cover whole spans only, so not the first and the last.
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

// walk adds the times of a goroutine's spans, one by one.
func (x *timeIndex) walk(iv trace.Interval, g trace.GoIndex, lo, hi trace.SpanIndex, row []trace.Time) {
	if lo >= hi {
		return
	}
	t := x.a.t
	sp := &t.Spans
	calls := x.blocked[sort.Search(len(x.blocked), func(i int) bool { return x.blocked[i].span >= lo }):]
	stops := x.stops.from(max(iv.From, sp.Start(lo)))
	end, last := sp.Start(lo), t.Goroutines[g].End
	for s := lo; s < hi; s++ {
		from := max(end, iv.From)
		if end = t.End; s+1 < last {
			end = sp.Start(s + 1)
		}
		to := min(end, iv.To)
		c := x.columns.of[sp.Cond(s)]
		if c < 0 || from >= to {
			continue
		}
		row[c] += to - from
		switch c {
		case syscallColumn:
			for len(calls) > 0 && calls[0].span < s {
				calls = calls[1:]
			}
			if len(calls) > 0 && calls[0].span == s {
				without := max(to-max(from, calls[0].at), 0)
				row[syscallColumn] -= without
				row[blockedColumn] += without
			}
		case executionColumn, runnableColumn:
			row[x.width-1] += stops.overlap(trace.Interval{From: from, To: to})
		}
	}
}

// stopSums holds the times in which the world was stopped, joined where they overlap.
type stopSums struct {
	at     []trace.Interval
	before []trace.Time // for each one, the total length of those before it
}

func newStopSums(t *trace.Trace) stopSums {
	var s stopSums
	for _, x := range t.Stops {
		if at := t.Between(x.Start, x.End); !at.Empty() {
			s.at = append(s.at, at)
		}
	}
	s.at = trace.Union(s.at)
	s.before = make([]trace.Time, len(s.at))
	for i := 1; i < len(s.at); i++ {
		s.before[i] = s.before[i-1] + s.at[i-1].Len()
	}
	return s
}

// from drops the stops that end before a time.
func (s stopSums) from(at trace.Time) stopSums {
	i := sort.Search(len(s.at), func(i int) bool { return s.at[i].To > at })
	return stopSums{s.at[i:], s.before[i:]}
}

// overlap returns how long the world was stopped during a time. Each call must ask for a later time than the one
// before.
func (s *stopSums) overlap(at trace.Interval) trace.Time {
	if len(s.at) > 0 && s.at[0].To <= at.From {
		*s = s.from(at.From)
	}
	if len(s.at) == 0 || s.at[0].From >= at.To {
		return 0
	}
	last := sort.Search(len(s.at), func(i int) bool { return s.at[i].From >= at.To }) - 1
	sum := s.before[last] - s.before[0] + s.at[last].Len()
	return sum - max(at.From-s.at[0].From, 0) - max(s.at[last].To-at.To, 0)
}

// blocked is a system call that lost its P, at a time within its span.
type blocked struct {
	span trace.SpanIndex
	at   trace.Time
}

// blockedCalls returns all system calls that lost their P, sorted by span. From then on the goroutine no longer
// executes in the scheduler's sense: it blocks. A call loses its P when the P becomes idle, goes to another thread,
// or runs another goroutine (Go: internal/trace/summary.go, which waits for ProcIdle).
//
// A call that began before the trace and has no P may have lost it before. Its own thread shows that: either a P runs
// on it, or none does.
func blockedCalls(ctx context.Context, t *trace.Trace) ([]blocked, error) {
	last := make([]uint64, t.Spans.Len()/64+1) // a bit for each span: whether it is its goroutine's last
	for g := range t.Goroutines {
		s := t.Goroutines[g].End - 1
		last[s/64] |= 1 << (s % 64)
	}
	found := make([][]blocked, t.ProcLanes.Len()+1)
	err := parallel.For(ctx, t.ProcLanes.Len(), func(_, i int) {
		found[i] = blockedOn(work.StepsUntil(ctx), t, trace.ProcIndex(i), last)
	})
	if err != nil {
		return nil, err
	}
	steps := work.StepsUntil(ctx)
	found[len(found)-1] = earlierCalls(steps, t)
	all := slices.Concat(found...)
	work.SortSteps(steps, false, all, func(a, b blocked) int { return cmp.Compare(a.span, b.span) })
	return all, ctx.Err()
}

// blockedOn returns the system calls that began on a P and lost it: when the P went away or, in old traces, which may
// not record that, when another goroutine ran on it. Some are missing once the steps have run out.
func blockedOn(steps *work.Steps, t *trace.Trace, p trace.ProcIndex, last []uint64) []blocked {
	var all []blocked
	sp := &t.Spans
	proc := &t.Procs[p]
	next := proc.First // the P's first span after the call's start
	lane := t.ProcLanes.Lane(int(p))
	for i, s := range lane {
		if steps.Over(1) {
			return nil
		}
		if sp.State(s) != trace.GoSyscall {
			continue
		}
		from := sp.Start(s)
		for next < proc.End && t.ProcSpans.Start.At(int(next)) <= from {
			next++
		}
		at, end := t.End, t.End
		if next < proc.End {
			at = t.ProcSpans.Start.At(int(next))
		}
		if i+1 < len(lane) {
			at = min(at, sp.Start(lane[i+1]))
		}
		if last[s/64]>>(s%64)&1 == 0 {
			end = sp.Start(s + 1)
		}
		if at < end {
			all = append(all, blocked{s, at})
		}
	}
	return all
}

// earlierCalls returns the system calls that began before the trace, or in a gap in it, and that had no P or lost it.
// Only a goroutine's first span can be such a call, or a span after a gap. Some are missing once the steps have run
// out.
func earlierCalls(steps *work.Steps, t *trace.Trace) []blocked {
	var all []blocked
	var on *procsOn
	sp := &t.Spans
	holes := slices.ContainsFunc(sp.Conditions, func(c trace.Condition) bool { return c.State == trace.GoUnknown })
	for g := range t.Goroutines {
		r := &t.Goroutines[g]
		for s := r.First; s < r.End && (s == r.First || holes); s++ {
			if steps.Over(1) {
				return nil
			}
			if sp.State(s) != trace.GoSyscall || sp.Proc(s) != trace.NoProc {
				continue
			}
			if on == nil {
				on = newProcsOn(steps, t)
			}
			if at := on.leaves(sp.Thread(s), sp.Start(s)); at < t.SpanEnd(trace.GoIndex(g), s) {
				all = append(all, blocked{s, at})
			}
		}
	}
	return all
}

// procsOn holds the times in which Ps ran on threads, by thread and time.
type procsOn struct {
	t    *trace.Trace
	runs rows[int32] // for each thread, indices into all
	all  []procOn
}

type procOn struct {
	p    trace.ProcIndex
	span int32 // index in Trace.ProcSpans
}

func newProcsOn(steps *work.Steps, t *trace.Trace) *procsOn {
	x := &procsOn{t: t}
	for p := range t.Procs {
		for i := t.Procs[p].First; i < t.Procs[p].End; i++ {
			if t.ProcSpans.State[i] == trace.ProcRunning {
				x.all = append(x.all, procOn{trace.ProcIndex(p), i})
			}
		}
	}
	work.SortSteps(steps, true, x.all, func(a, b procOn) int {
		return cmp.Compare(t.ProcSpans.Start.At(int(a.span)), t.ProcSpans.Start.At(int(b.span)))
	})
	x.runs = newRows[int32](steps, len(t.Threads), len(x.all), func(i int) int { return int(t.ProcSpans.Thread(int(x.all[i].span))) })
	return x
}

// leaves returns when the P that is on a thread at a time leaves it. It returns the time itself if there is no P.
func (x *procsOn) leaves(m trace.ThreadIndex, at trace.Time) trace.Time {
	if m == trace.NoThread {
		return at
	}
	runs := x.runs.of(int(m))
	start := func(i int) trace.Time { return x.t.ProcSpans.Start.At(int(x.all[runs[i]].span)) }
	i := sort.Search(len(runs), func(i int) bool { return start(i) > at }) - 1
	if i < 0 {
		return at
	}
	r := x.all[runs[i]]
	return max(at, x.t.ProcSpanEnd(r.p, r.span))
}
