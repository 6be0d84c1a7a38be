package trace

import (
	"cmp"
	"context"
	"errors"
	"runtime"
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
// thread. So the places where they go are known in advance, and generations can be filled in side by
// side. Their rows are made again for it, see replay, so the model is never in memory twice.
type assembly struct {
	ctx    context.Context
	s      *stitcher
	chunks []*joined // from the stitcher, plus one for goroutines without spans
	t      *trace.Trace
	final  bool         // the generations' rows are not needed any more
	to     []places     // for each chunk
	placed atomic.Int64 // rows copied so far
}

// places says where each goroutine's next span in a chunk goes, and the next entry in the lane of
// each P and thread.
type places struct{ span, onProc, onThread []int32 }

// assemble makes a model from all generations added so far. After the final model the stitcher must
// not be used any more. If the context has ended, the result is incomplete.
//
// If in is not nil, it provides memory for the columns of spans and lanes, given the most bytes they need.
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
			return nil, noScratch(err)
		}
		t.Keep(room)
	}
	t.ProcLanes = a.lanes(len(s.procs.ids),
		func(c *joined, to *places) ([]int32, []uint16, *[]int32) { return c.spans.onProc, c.procs, &to.onProc })
	t.ThreadLanes = a.lanes(len(s.threads.ids), func(c *joined, to *places) ([]int32, []uint16, *[]int32) {
		return c.spans.onThread, c.threads, &to.onThread
	})
	t.Spans = trace.MakeSpans(ctx, t.Room(), n, t.End, slices.Clip(s.conditions.all), t.Stacks.Len(), len(s.procs.ids), len(t.Threads))
	if slices.ContainsFunc(a.chunks, func(c *joined) bool { return c.spans.by != nil }) {
		t.Spans.By = make([]trace.GoIndex, n)
	}
	if err := t.Room().Err(); err != nil {
		return nil, noScratch(err)
	}
	if err := a.spans(); err != nil {
		return nil, err
	}
	nested(t)
	a.procSpans()
	a.ranges()
	a.metrics()
	nameGoroutines(t)
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
	l := trace.Lanes{First: slices.Clone(next), Spans: mapped.MakeUntil[trace.SpanIndex](a.ctx, a.t.Room(), int(next[n]))}
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

// placing puts a generation's rows into their places.
type placing struct {
	spans                  trace.Spans
	procLanes, threadLanes []trace.SpanIndex
	next                   []int32 // where each goroutine's next span goes
	procs, threads         []seat  // by a lane's number plus one; the first stands for none
	stacks                 []trace.StackIndex
	conds                  []conditionOf
	skip                   []bool
	sync                   int64
}

// seat is a generation's P or thread: its number in the model, and where its lane's next entry goes. Either may be none.
type seat struct{ lane, next int32 }

// seats returns a seat for each of a generation's lanes, which have the given numbers in the model. The last lanes may
// have no places.
func seats(lanes []uint16, next []int32) []seat {
	s := make([]seat, 1, max(1+len(lanes), ownLines))
	s[0].lane = none
	for i, lane := range lanes {
		at := int32(none)
		if i < len(next) {
			at = next[i]
		}
		s = append(s, seat{int32(lane), at})
	}
	return s
}

// chunk puts one chunk's rows into their places, those of each goroutine into consecutive ones.
func (a *assembly) chunk(c *joined, to *places) error {
	p := &placing{
		spans: a.t.Spans, procLanes: a.t.ProcLanes.Spans, threadLanes: a.t.ThreadLanes.Spans,
		next: apart(to.span), procs: seats(c.procs, to.onProc), threads: seats(c.threads, to.onThread), stacks: c.stacks,
		conds: make([]conditionOf, len(c.conds)), skip: c.skip, sync: c.sync,
	}
	for i, cond := range c.conds {
		p.conds[i] = conditionOf{cond, running(a.t.Spans.Conditions[cond].State), c.told[i]}
	}
	if again := c.spans.again; again != nil {
		err := again.run(c.sync, a.s.origin, p, func(rows int) bool {
			a.placed.Add(int64(rows))
			return a.ctx.Err() != nil
		})
		if err == nil && a.ctx.Err() == nil && !p.filled(to, c.counts) {
			err = errChanged()
		}
		return err
	}
	for i := range c.spans.rows {
		if i%look == 0 && a.ctx.Err() != nil {
			return nil
		}
		r, by := &c.spans.rows[i], int32(none)
		if c.spans.by != nil {
			by = inModel(c.gos, c.spans.by[i])
		}
		p.put(c.base+r.at, r.spanRow, by)
	}
	a.placed.Add(int64(len(c.spans.rows)))
	if a.final {
		c.spans.rows, c.spans.by = nil, nil
	}
	return nil
}

// put puts a row into its place. It began at a time since the trace's first Sync, and by made its goroutine
// runnable.
func (p *placing) put(at int64, r spanRow, by int32) {
	cd := p.conds[r.cond]
	if cd.told {
		if p.skip[r.g] { // a goroutine has one such row
			return
		}
		at = p.sync
	}
	k := p.place(at, r.g, cd, p.stacks[r.stack], &p.procs[r.p+1], &p.threads[r.m+1]) // noLane + 1 is 0
	if p.spans.By != nil {
		p.spans.By[k] = trace.GoIndex(by)
	}
}

// place puts a span into its goroutine's next place, and into the lanes of its P and thread if it occupies them. The
// stack is the model's.
func (p *placing) place(at int64, g int32, cd conditionOf, stack trace.StackIndex, proc, thread *seat) trace.SpanIndex {
	next := &p.next[g]
	k := trace.SpanIndex(*next)
	*next++
	if cd.occupies {
		if proc.lane >= 0 {
			p.procLanes[proc.next] = k
			proc.next++
		}
		if thread.lane >= 0 {
			p.threadLanes[thread.next] = k
			thread.next++
		}
	}
	p.spans.Set(k, trace.Time(at), cd.cond, stack, trace.ProcIndex(proc.lane), trace.ThreadIndex(thread.lane))
	return k
}

// filled reports whether each goroutine has as many spans as it should have.
func (p *placing) filled(from *places, counts []int32) bool {
	for i, n := range counts {
		if p.next[i] != from.span[i]+n {
			return false
		}
	}
	return true
}

// conditionOf is what a generation's condition means in the model.
type conditionOf struct {
	cond           uint16
	occupies, told bool
}

// apart returns a copy of numbers that change all the time. The copy shares no cache line with
// another processor's.
func apart(n []int32) []int32 { return append(make([]int32, 0, max(len(n), ownLines)), n...) }

// ownLines is the length from which Go allocates such a slice on cache lines of its own.
const ownLines = 256 / 4

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
