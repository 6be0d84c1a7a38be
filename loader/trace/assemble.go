package trace

import (
	"cmp"
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"profstation/model"
	"profstation/model/trace"
)

// assembly puts the columns of all generations together, sorted by goroutine.
//
// The spans that a goroutine has in one generation stand together and are copied together. A column
// of a generation is dropped as soon as it is copied, so the model never stands in memory twice.
type assembly struct {
	ctx    context.Context
	s      *stitcher
	chunks []*joined // of the stitcher, and one for goroutines that have no span
	t      *trace.Trace
	final  bool      // the generations' columns are not needed any more
	to     [][]int32 // where the spans of each chunk and goroutine go
}

// assemble makes a model of all generations that were added so far. After the final model the
// stitcher must not be used any more. If the context has ended, the result is not complete.
func (s *stitcher) assemble(ctx context.Context, final bool) *trace.Trace {
	t := &trace.Trace{
		Strings: model.NewStrings(slices.Clip(s.texts.all)),
		Frames:  slices.Clip(s.stacks.frames.all),
		Stacks:  &trace.Stacks{Start: slices.Clip(s.stacks.start), Frames: slices.Clip(s.stacks.refs)},
		Tasks:   slices.Clone(s.notes.tasks),
		Regions: slices.Clone(s.notes.regions),
		Logs:    slices.Clip(s.notes.logs),
		Samples: slices.Clip(s.samples),
		Labels:  slices.Clip(s.notes.labels),
		Threads: make([]trace.Thread, len(s.threads.ids)),
	}
	t.ClockStart, t.End, t.Wall, t.Events = s.origin, trace.Time(s.last+1-s.origin), s.wall, s.events+1
	if s.broke {
		t.End, t.Events = t.End-1, t.Events-1
	}
	for i, id := range s.threads.ids {
		t.Threads[i].ID = id
	}
	a := &assembly{ctx: ctx, s: s, chunks: slices.Clip(s.chunks), t: t, final: final}
	spans := a.goroutines()
	a.lanes()
	a.columns(spans)
	a.procSpans()
	a.ranges()
	a.metrics()
	t.SortGoroutines()
	return t
}

// goroutines gives the spans of each goroutine their places. It returns the number of spans.
func (a *assembly) goroutines() int {
	s := a.s
	next := make([]int32, len(s.goRows)+1)
	for _, c := range a.chunks {
		for i, g := range c.gos {
			from, to := c.run(i)
			next[g+1] += to - from
		}
	}
	a.named(next[1:])
	sums(next)
	a.t.Goroutines = make([]trace.Goroutine, len(s.goRows))
	for g, r := range s.goRows {
		a.t.Goroutines[g] = trace.Goroutine{
			ID: s.gos.ids[g], First: trace.SpanIndex(next[g]), End: trace.SpanIndex(next[g+1]),
			Func: r.root, Start: r.start, Creator: trace.GoIndex(r.creator), Created: r.created,
		}
	}
	a.to = make([][]int32, len(a.chunks))
	for k, c := range a.chunks {
		a.to[k] = make([]int32, len(c.gos))
		for i, g := range c.gos {
			from, to := c.run(i)
			a.to[k][i] = next[g]
			next[g] += to - from
		}
	}
	return int(next[len(s.goRows)])
}

// named gives a span of which nothing is known to goroutines that are only named, such as by a
// sample of the CPU profiler: each has one span at least.
func (a *assembly) named(spans []int32) {
	var gos []int32
	for g, n := range spans {
		if n == 0 {
			gos, spans[g] = append(gos, int32(g)), 1
		}
	}
	if gos == nil {
		return
	}
	c := a.s.unknown(0, gos)
	if a.chunks[0].spans.by != nil {
		c.spans.by = slices.Repeat([]int32{none}, len(gos))
	}
	a.chunks = append(a.chunks, c)
}

// run returns where the spans of goroutine i stand, without the one that goes on from before.
func (c *joined) run(i int) (from, to int32) {
	from, to = c.spans.first[i], c.spans.first[i+1]
	if c.skip[i] {
		from++
	}
	return from, to
}

// columns fills the columns of spans. The memory of the generations' columns goes back to the
// system before the next are made: a large piece does not fit where smaller ones were.
func (a *assembly) columns(n int) {
	sp := &a.t.Spans
	sp.Conditions = slices.Clip(a.s.conditions.all)
	sp.Cond, sp.P, sp.M = make([]uint16, n), make([]uint16, n), make([]uint16, n)
	a.each(func(c *joined, from, to, at int32) {
		for k, cond := range c.spans.cond[from:to] {
			sp.Cond[int(at)+k] = c.conds[cond]
		}
		translate(sp.P[at:], c.spans.p[from:to], c.procs)
		translate(sp.M[at:], c.spans.m[from:to], c.threads)
	}, func(c *joined) { c.spans.cond, c.spans.p, c.spans.m = nil, nil, nil })
	a.release()
	sp.Stack = trace.MakeStackColumn(n, a.t.Stacks.Len())
	a.each(func(c *joined, from, to, at int32) {
		for k := from; k < to; k++ {
			sp.Stack.Set(int(at+k-from), c.stacks[c.spans.stack.At(int(k))])
		}
	}, func(c *joined) { c.spans.stack = trace.StackColumn{} })
	a.release()
	sp.Start = trace.MakeTimes(n)
	if a.chunks[0].spans.by != nil {
		sp.By = make([]trace.GoIndex, n)
	}
	a.each(func(c *joined, from, to, at int32) {
		for k := from; k < to; k++ {
			sp.Start.Set(int(at+k-from), trace.Time(c.base+c.spans.at.at(int(k))))
		}
		if sp.By != nil {
			for k, by := range c.spans.by[from:to] {
				sp.By[int(at)+k] = trace.GoIndex(inModel(c.gos, by))
			}
		}
	}, func(c *joined) { c.spans.at, c.spans.by = offsets{}, nil })
	a.release()
}

func translate(to, from, ids []uint16) {
	for i, k := range from {
		if k != noLane {
			k = ids[k]
		}
		to[i] = k
	}
}

// release gives freed memory back to the system, if there is much.
func (a *assembly) release() {
	if a.final && a.s.spans*spanBytes >= uncollected && a.ctx.Err() == nil {
		debug.FreeOSMemory()
	}
}

// spanBytes is the size of a span in the model's columns.
const spanBytes = 16

// each calls f for the spans of every goroutine in every chunk, and done behind each chunk if its
// columns are not needed any more. All processors share the chunks.
func (a *assembly) each(f func(c *joined, from, to, at int32), done func(*joined)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(a.chunks)) {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(a.chunks) && a.ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				c := a.chunks[k]
				for i, at := range a.to[k] {
					if from, to := c.run(i); from < to {
						f(c, from, to, at)
					}
				}
				if a.final {
					done(c)
				}
			}
		})
	}
	wg.Wait()
}

func (a *assembly) lanes() {
	a.release()
	var wg sync.WaitGroup
	wg.Go(func() {
		a.t.ProcLanes = a.join(len(a.s.procs.ids), func(c *joined) (*lanes, []uint16) { return &c.spans.procLanes, c.procs })
	})
	a.t.ThreadLanes = a.join(len(a.s.threads.ids), func(c *joined) (*lanes, []uint16) { return &c.spans.threadLanes, c.threads })
	wg.Wait()
	a.release()
}

func (a *assembly) join(n int, of func(*joined) (*lanes, []uint16)) trace.Lanes {
	next := make([]int32, n+1)
	for _, c := range a.chunks {
		l, ids := of(c)
		for i := range l.len() {
			next[ids[i]+1] += int32(len(l.of(i)))
		}
	}
	sums(next) // an upper bound, for spans that go on from before count twice
	spans := make([]trace.SpanIndex, next[n])
	end := slices.Clone(next)
	var place []int32 // of each span of a chunk, its index in the model; −1: it goes on
	for k, c := range a.chunks {
		l, ids := of(c)
		if len(l.spans) == 0 || a.ctx.Err() != nil {
			continue
		}
		place = slices.Grow(place[:0], int(c.spans.first[len(c.gos)]))[:c.spans.first[len(c.gos)]]
		for i, at := range a.to[k] {
			from, to := c.run(i)
			if c.skip[i] {
				place[from-1] = -1
			}
			for j := from; j < to; j++ {
				place[j] = at + j - from
			}
		}
		for i := range l.len() {
			lane := ids[i]
			for _, span := range l.of(i) {
				if p := place[span]; p >= 0 {
					spans[end[lane]] = trace.SpanIndex(p)
					end[lane]++
				}
			}
		}
		if a.final {
			*l = lanes{}
		}
	}
	// Close the gaps.
	m := int32(0)
	for i := range n {
		k := copy(spans[m:], spans[next[i]:end[i]])
		next[i] = m
		m += int32(k)
	}
	next[n] = m
	return trace.Lanes{First: next, Spans: spans[:m:m]}
}

// procSpans sorts the spans of Ps, which are in the order of time, by P.
func (a *assembly) procSpans() {
	next := make([]int32, len(a.s.procs.ids)+1)
	for _, c := range a.chunks {
		for _, r := range c.procOf {
			next[r.p+1]++
		}
	}
	sums(next)
	t := a.t
	t.Procs = make([]trace.Proc, len(a.s.procs.ids))
	for i, id := range a.s.procs.ids {
		t.Procs[i] = trace.Proc{ID: id, First: next[i], End: next[i+1]}
	}
	t.ProcSpans = trace.MakeProcSpans(int(next[len(t.Procs)]))
	for _, c := range a.chunks {
		for _, r := range c.procOf {
			k := next[r.p]
			next[r.p]++
			t.ProcSpans.Start.Set(int(k), trace.Time(c.base+r.at))
			t.ProcSpans.State[k], t.ProcSpans.M[k] = r.state, r.m
		}
		if a.final {
			c.procOf = nil
		}
	}
}

// ranges sorts what the collector did by its beginning, a table for each kind.
func (a *assembly) ranges() {
	rows := slices.Clone(a.s.notes.ranges)
	slices.SortStableFunc(rows, func(a, b gcRange) int { return cmp.Compare(a.start, b.start) })
	for _, r := range rows {
		switch g := trace.GoIndex(r.scope); r.kind {
		case markNote:
			a.t.Marks = append(a.t.Marks, trace.Mark{Start: r.start, End: r.end})
		case stopNote:
			a.t.Stops = append(a.t.Stops, trace.Stop{Start: r.start, End: r.end, Go: g, Reason: r.reason})
		case assistNote:
			a.t.Assists = append(a.t.Assists, trace.Assist{Start: r.start, End: r.end, Go: g})
		case sweepNote:
			a.t.Sweeps = append(a.t.Sweeps, trace.Sweep{
				Start: r.start, End: r.end, Proc: trace.ProcIndex(r.scope), Swept: r.swept, Reclaimed: r.reclaimed,
			})
		}
	}
}

func (a *assembly) metrics() {
	a.t.Metrics = make([]trace.Metric, len(a.s.notes.metrics))
	for i, from := range a.s.notes.metrics {
		n := len(from.rows)
		m := trace.Metric{Name: from.name, Time: trace.MakeTimes(n), Value: make([]uint64, n)}
		for k, r := range from.rows {
			m.Time.Set(k, r.at)
			m.Value[k] = r.value
		}
		a.t.Metrics[i] = m
	}
}
