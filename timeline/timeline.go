package timeline

import (
	"context"
	"runtime"
	"sync"

	"profstation/model/mapped"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
	"profstation/timeline/wording"
)

// Timeline is a prepared trace. It is safe for use by several goroutines, which
// may also need the same lane at the same time: it is made once.
type Timeline struct {
	wording.Names
	funcs  grouping[trace.GoIndex]   // by the function that they began with
	groups []int32                   // for each goroutine, its index in funcs
	types  grouping[trace.TaskIndex] // by their types
	series []*Series

	everyone *census
	slotOf   []uint8 // for each group, its slot in everyone; 0: it has none to itself

	kinds, workerKinds []Kind // for each of Trace.Spans.Conditions
	special            bitSet // spans that are their goroutine's last, or that work for the collector

	running, blocked []int64   // for each goroutine, in nanoseconds
	has              []KindSet // each goroutine's kinds

	levels   cache[Key, *levels] // for lanes
	tracks   cache[trace.GoIndex, *tracks]
	censuses cache[Key, *census] // for rows without a slot in everyone
	orders   cache[Order, []trace.GoIndex]
	notes    *notes
	seen     struct {
		once sync.Once
		all  []sight
	}

	room *mapped.Memory // in which large tables lie; nil: the heap
}

// New prepares a trace. Its only error is the context's.
func New(ctx context.Context, tr *trace.Trace) (*Timeline, error) {
	t := &Timeline{Names: wording.Names{Trace: tr}, room: roomFor(tr)}
	if t.room != nil {
		runtime.AddCleanup(t, (*mapped.Memory).Release, t.room)
	}
	t.kinds, t.workerKinds = kindsOf(tr)
	steps := work.StepsUntil(ctx)
	t.group(steps)
	t.series = newSeries(steps, tr.Strings, tr.Metrics)
	if err := t.survey(ctx); err != nil {
		return nil, err
	}
	if err := t.prepare(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// prepare makes the tables that would hold a frame up.
func (t *Timeline) prepare(ctx context.Context) error {
	jobs := []func(){func() { t.countEveryone(ctx) }, func() { t.notes = newNotes(work.StepsUntil(ctx), t.Trace) }}
	add := func(kind RowKind, i int) {
		jobs = append(jobs, func() { t.laneUntil(ctx, Key{kind, int32(i)}) })
	}
	for p := range t.Trace.Procs {
		add(ProcRow, p)
	}
	for g := range t.Trace.Goroutines {
		if r := &t.Trace.Goroutines[g]; r.End-r.First > longLane {
			add(GoroutineRow, g)
		}
	}
	return parallel.For(ctx, len(jobs), func(_, i int) { jobs[i]() })
}

// prepareThreads makes levels for threads, which few lists show.
func (t *Timeline) prepareThreads(ctx context.Context) error {
	return parallel.For(ctx, len(t.Trace.Threads), func(_, i int) { t.laneUntil(ctx, Key{ThreadRow, int32(i)}) })
}

func (t *Timeline) worker(g trace.GoIndex) bool {
	return workers[t.Trace.Strings.Raw(t.Trace.Goroutines[g].Func)]
}

func (t *Timeline) kindsOf(g trace.GoIndex) []Kind {
	if t.worker(g) {
		return t.workerKinds
	}
	return t.kinds
}
