package trace

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// assembly puts the rows from all generations into columns, sorted by goroutine.
//
// Each generation knows how many spans each goroutine has in it, and how many occupy each P and
// thread. So the places where they go are known in advance, and generations can be copied side by
// side. Rows are dropped once they are copied, so the model is never in memory twice.
type assembly struct {
	ctx    context.Context
	s      *stitcher
	chunks []*joined // from the stitcher, plus one for goroutines without spans
	t      *trace.Trace
	final  bool     // the generations' rows are not needed any more
	to     []places // for each chunk
	freed  atomic.Int64
	placed atomic.Int64 // rows copied so far
}

// places says where each goroutine's next span in a chunk goes, and the next entry in the lane of
// each P and thread.
type places struct{ span, onProc, onThread []int32 }

// assemble makes a model from all generations added so far. After the final model the stitcher must
// not be used any more. If the context has ended, the result is incomplete.
//
// If in is not nil, it provides memory for the columns of spans and lanes, given the most bytes they
// need. Errors come only from in, from that memory, and from reading spilled rows.
func (s *stitcher) assemble(ctx context.Context, final bool, in func(max int64) (*mapped.Memory, error)) (*trace.Trace, error) {
	t := &trace.Trace{
		Strings: model.NewStrings(slices.Clip(s.texts.all)),
		Frames:  slices.Clip(s.stacks.frames.all),
		Stacks:  &trace.Stacks{Start: slices.Clip(s.stacks.start), Frames: slices.Clip(s.stacks.refs)},
		Tasks:   slices.Clone(s.notes.tasks),
		Regions: slices.Clone(s.notes.regions.all),
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
	n := a.goroutines()
	if in != nil {
		room, err := in(int64(n)*maxSpanBytes + 1<<20)
		if err != nil {
			return nil, err
		}
		t.Keep(room)
	}
	t.ProcLanes = a.lanes(len(s.procs.ids),
		func(c *joined, to *places) ([]int32, []uint16, *[]int32) { return c.spans.onProc, c.procs, &to.onProc })
	t.ThreadLanes = a.lanes(len(s.threads.ids), func(c *joined, to *places) ([]int32, []uint16, *[]int32) {
		return c.spans.onThread, c.threads, &to.onThread
	})
	t.Spans = trace.MakeSpans(t.Room(), n, t.End, slices.Clip(s.conditions.all), t.Stacks.Len(), len(s.procs.ids), len(t.Threads))
	if slices.ContainsFunc(a.chunks, func(c *joined) bool { return c.spans.by != nil }) {
		t.Spans.By = make([]trace.GoIndex, n)
	}
	if err := t.Room().Err(); err != nil {
		return nil, err
	}
	if err := a.spans(); err != nil {
		return nil, err
	}
	nested(t)
	a.procSpans()
	a.ranges()
	a.metrics()
	t.SortGoroutines()
	return t, nil
}

// maxSpanBytes is the most that a span takes in columns and lanes, alignment included.
const maxSpanBytes = 24

// goroutines assigns places to the spans of each goroutine. It returns the number of spans.
func (a *assembly) goroutines() int {
	s := a.s
	next := make([]int32, len(s.goRows)+1)
	for _, c := range a.chunks {
		for i, g := range c.gos {
			next[g+1] += c.counts[i]
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
	a.to = make([]places, len(a.chunks))
	for k, c := range a.chunks {
		a.to[k].span = placesOf(next, c.counts, c.gos)
	}
	return int(next[len(s.goRows)])
}

// placesOf takes counts[i] places for each id and moves next on to the places after them.
func placesOf[I int32 | uint16](next, counts []int32, ids []I) []int32 {
	to := make([]int32, len(counts))
	for i, n := range counts {
		id := ids[i]
		to[i] = next[id]
		next[id] += n
	}
	return to
}

// named gives one unknown span to each goroutine that is only named, for example by a CPU profiler
// sample: every goroutine has at least one span.
func (a *assembly) named(spans []int32) {
	var gos []int32
	for g, n := range spans {
		if n == 0 {
			gos, spans[g] = append(gos, int32(g)), 1
		}
	}
	if gos != nil {
		a.chunks = append(a.chunks, a.s.unknown(0, gos))
	}
}

// lanes makes the lanes of n Ps or threads, and assigns places in them to the spans that belong there.
func (a *assembly) lanes(n int, of func(*joined, *places) (counts []int32, ids []uint16, to *[]int32)) trace.Lanes {
	next := make([]int32, n+1)
	for k, c := range a.chunks {
		counts, ids, _ := of(c, &a.to[k])
		for i, n := range counts {
			next[ids[i]+1] += n
		}
	}
	sums(next)
	l := trace.Lanes{First: slices.Clone(next), Spans: mapped.Make[trace.SpanIndex](a.t.Room(), int(next[n]))}
	for k, c := range a.chunks {
		counts, ids, to := of(c, &a.to[k])
		*to = placesOf(next, counts, ids)
	}
	return l
}

// spans copies the rows of all chunks to their places, using all processors.
func (a *assembly) spans() error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(a.chunks)))
	for i := range errs {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(a.chunks) && a.ctx.Err() == nil && errs[i] == nil; k = int(next.Add(1)) - 1 {
				errs[i] = a.chunk(a.chunks[k], &a.to[k])
			}
		})
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	ticker := time.NewTicker(input.Tick)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return errors.Join(errs...)
		case <-ticker.C:
			if a.s.placed != nil {
				a.s.placed(a.placed.Load())
			}
		}
	}
}

// chunk copies one chunk's rows to their places. It reads the rows once, in order, and writes those
// of each goroutine to consecutive places.
func (a *assembly) chunk(c *joined, to *places) error {
	// What every row needs is in local variables, because this loop runs for every span.
	sp, procLanes, threadLanes := a.t.Spans, a.t.ProcLanes.Spans, a.t.ThreadLanes.Spans
	place, onProc, onThread := apart(to.span), apart(to.onProc), apart(to.onThread)
	procs, threads := oneMore(c.procs), oneMore(c.threads)
	stacks, conds := c.stacks, make([]conditionOf, len(c.conds))
	for i, cond := range c.conds {
		conds[i] = conditionOf{cond, running(sp.Conditions[cond].State), c.told[i]}
	}
	row := 0
	var kept fetched
	for b := range c.spans.blocks {
		if a.ctx.Err() != nil {
			return nil
		}
		block := c.spans.blocks[b]
		if block.spilled() {
			if err := kept.fetch(block, c.spans.file); err != nil {
				return err
			}
			block = &kept.spanBlock
		}
		base, rows, wide := c.base+block.base, block.rows, block.wide
		for i := range min(uint(block.n), blockRows) {
			// This does the same as spanBlock.row, which would first make the row in memory.
			g, stack, cond, p, m := uint32(rows.g[i]), uint32(rows.stack[i]), uint32(rows.cond[i]), uint32(rows.p[i]), uint32(rows.m[i])
			if wide != nil {
				g, stack = g|uint32(wide.g[i])<<16, stack|uint32(wide.stack[i])<<16
				cond, p, m = cond|uint32(wide.cond[i])<<8, p|uint32(wide.p[i])<<8, m|uint32(wide.m[i])<<8
			}
			at, cd := base+int64(rows.at[i]), conds[cond]
			if cd.told {
				if c.skip[g] { // a goroutine has one such row
					continue
				}
				at = c.sync
			}
			k := trace.SpanIndex(place[g])
			place[g]++
			if cd.occupies {
				if p > 0 {
					procLanes[onProc[p-1]] = k
					onProc[p-1]++
				}
				if m > 0 {
					threadLanes[onThread[m-1]] = k
					onThread[m-1]++
				}
			}
			sp.Set(k, trace.Time(at), cd.cond, stacks[stack], trace.ProcIndex(procs[p])-1, trace.ThreadIndex(threads[m])-1)
			if sp.By != nil {
				sp.By[k] = trace.NoGo
				if c.spans.by != nil {
					sp.By[k] = trace.GoIndex(inModel(c.gos, c.spans.by[row+int(i)]))
				}
			}
		}
		row += block.n
		a.placed.Add(int64(block.n))
		if a.final && block != &kept.spanBlock {
			a.release(block)
		}
	}
	return nil
}

// conditionOf is what a generation's condition means in the model.
type conditionOf struct {
	cond           uint16
	occupies, told bool
}

// oneMore makes a table from a lane's number plus one to the model's plus one; 0 stays none.
func oneMore(lanes []uint16) []uint16 {
	to := make([]uint16, 1+len(lanes))
	for i, n := range lanes {
		to[1+i] = n + 1
	}
	return to
}

// apart returns a copy of numbers that change all the time. The copy shares no cache line with
// another processor's.
func apart(n []int32) []int32 { return append(make([]int32, 0, max(len(n), ownLines)), n...) }

// ownLines is the length from which Go allocates such a slice on cache lines of its own.
const ownLines = 256 / 4

// release drops a block's rows. Once enough are dropped, their memory goes back to the system,
// because the columns being filled need it.
func (a *assembly) release(b *spanBlock) {
	freed := int64(b.n) * rowBytes
	*b = spanBlock{}
	if a.freed.Add(freed) >= max(uncollected, a.s.spans*rowBytes/16) {
		a.freed.Store(0)
		debug.FreeOSMemory()
	}
}

// rowBytes is how many bytes most span rows take.
const rowBytes = 11

// sums turns counts, which stand one place to the right, into start positions.
func sums(n []int32) {
	for i := 1; i < len(n); i++ {
		n[i] += n[i-1]
	}
}

// procSpans sorts the spans of Ps, which come in order of time, by P.
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

// ranges sorts the collector's ranges by their start, into one table for each kind.
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
