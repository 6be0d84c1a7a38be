package timeline

import (
	"context"
	"sync"
	"sync/atomic"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// Timeline is a prepared trace. It is safe for use by several goroutines, which
// may also need the same lane at the same time: it is made once.
type Timeline struct {
	Names
	// Groups are the goroutines by the function they began with.
	Groups []Group

	everyone *census
	slotOf   map[model.StringID]int // the groups with slots of their own

	kinds, workerKinds []Kind // of Trace.Spans.Conditions
	// special are the spans that are the last of their goroutine, or of one
	// that works for the collector.
	special bitSet

	running, blocked []int64   // of each goroutine, nanoseconds
	has              []KindSet // the kinds of each goroutine

	procLevels   []*levels
	threadLevels atomic.Pointer[[]*levels] // nil: no list had threads so far
	groupOf      map[model.StringID]int32
	groups       []int32 // of each goroutine, its group
	tasks        []taskGroup
	series       []*series

	levels   cache[trace.GoIndex, *levels]
	tracks   cache[trace.GoIndex, *tracks]
	censuses cache[Key, *census] // of rows without a slot in everyone
	orders   cache[Order, []trace.GoIndex]
	notes    func() *notes
}

// Group is the goroutines that began with one function.
type Group struct {
	Func  model.StringID
	Go    []trace.GoIndex // in the order of the trace
	spans int
}

// New prepares a trace. Its only error is the context's.
func New(ctx context.Context, tr *trace.Trace) (*Timeline, error) {
	t := &Timeline{Names: Names{tr}, notes: sync.OnceValue(func() *notes { return newNotes(tr) })}
	t.kinds, t.workerKinds = kindsOf(tr)
	t.group()
	t.groupTasks()
	t.measure()
	if err := t.survey(ctx); err != nil {
		return nil, err
	}
	t.procLevels = make([]*levels, len(tr.Procs))
	return t, t.prepare(ctx)
}

// prepare makes the tables that would hold a frame up.
func (t *Timeline) prepare(ctx context.Context) error {
	var jobs []func()
	jobs = append(jobs, t.countEveryone, func() { t.notes() })
	for i := range t.procLevels {
		jobs = append(jobs, func() {
			l := t.procLane(trace.ProcIndex(i))
			t.procLevels[i] = newLevels(&l, laneBlock)
		})
	}
	for g := range t.Trace.Goroutines {
		if r := &t.Trace.Goroutines[g]; r.End-r.First > longLane {
			jobs = append(jobs, func() { t.goLevels(trace.GoIndex(g), int(r.End-r.First)) })
		}
	}
	return parallel.For(ctx, len(jobs), func(_, i int) { jobs[i]() })
}

// longLane is the number of spans from which on the levels of a goroutine take
// too long to be made in a frame.
const longLane = 200_000

// prepareThreads makes the levels of threads, which few lists show.
func (t *Timeline) prepareThreads(ctx context.Context) error {
	if t.threadLevels.Load() != nil {
		return nil
	}
	made := make([]*levels, len(t.Trace.Threads))
	err := parallel.For(ctx, len(made), func(_, i int) {
		l := t.threadLane(trace.ThreadIndex(i))
		made[i] = newLevels(&l, laneBlock)
	})
	if err == nil {
		t.threadLevels.Store(&made)
	}
	return err
}

// worker reports whether a goroutine works for the collector.
func (t *Timeline) worker(g trace.GoIndex) bool {
	return workers[t.Trace.Strings.Raw(t.Trace.Goroutines[g].Func)]
}

// kindsOf are the kinds of the trace's conditions, for a goroutine.
func (t *Timeline) kindsOf(g trace.GoIndex) []Kind {
	if t.worker(g) {
		return t.workerKinds
	}
	return t.kinds
}

// goLevels are the levels of a goroutine, made when they are first asked for.
// Those of several goroutines are made side by side.
func (t *Timeline) goLevels(g trace.GoIndex, n int) *levels {
	if n < 4*goBlock {
		return nil
	}
	return t.levels.get(g, func() *levels {
		l := lane{t: t, first: t.Trace.Goroutines[g].First, n: n, kinds: t.kindsOf(g)}
		if n > longLane {
			return newLevels(&l, 4*goBlock) // the spans of one goroutine lie side by side
		}
		return newLevels(&l, goBlock)
	})
}
