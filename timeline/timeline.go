package timeline

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"profstation/model"
)

// Timeline is a prepared trace. It is safe for use by several goroutines: what
// is made when it is first needed is guarded.
type Timeline struct {
	Trace *model.Trace
	// Groups are the goroutines by the function they began with.
	Groups []Group

	kinds, workerKinds []Kind // of Trace.Spans.Conditions
	last               bitSet // spans that are the last of their goroutine
	ofWorker           bitSet // spans of goroutines that work for the collector

	running, blocked []int64   // of each goroutine, nanoseconds
	has              []KindSet // the kinds of each goroutine

	procLevels, threadLevels []*levels
	groupOf                  map[model.StringID]int32
	tasks                    []taskGroup

	mu      sync.Mutex
	goCache map[model.GoIndex]*levels
	tracks  map[model.GoIndex]*tracks
	crowds  map[Key]*crowd
	notes   notes
	orders  [len(orderNames)][]model.GoIndex
}

// Group is the goroutines that began with one function.
type Group struct {
	Func  model.StringID
	Go    []model.GoIndex // in the order of the trace
	spans int
}

// New prepares a trace. Its only error is the context's.
func New(ctx context.Context, trace *model.Trace) (*Timeline, error) {
	t := &Timeline{
		Trace:   trace,
		goCache: map[model.GoIndex]*levels{}, tracks: map[model.GoIndex]*tracks{}, crowds: map[Key]*crowd{},
	}
	t.kinds, t.workerKinds = kindsOf(trace)
	t.group()
	t.groupTasks()
	if err := t.survey(ctx); err != nil {
		return nil, err
	}
	t.procLevels = make([]*levels, len(trace.Procs))
	t.threadLevels = make([]*levels, len(trace.Threads))
	return t, t.prepare(ctx)
}

// prepare makes what would hold a frame up.
func (t *Timeline) prepare(ctx context.Context) error {
	var jobs []func()
	jobs = append(jobs, func() { t.crowd(Key{Kind: StatesRow}) })
	for _, g := range t.Groups {
		if g.spans > largeGroup {
			jobs = append(jobs, func() { t.crowd(Key{GroupRow, int32(g.Func)}) })
		}
	}
	for i := range t.procLevels {
		jobs = append(jobs, func() {
			l := t.procLane(model.ProcIndex(i))
			t.procLevels[i] = newLevels(&l, laneBlock)
		})
	}
	for i := range t.threadLevels {
		jobs = append(jobs, func() {
			l := t.threadLane(model.ThreadIndex(i))
			t.threadLevels[i] = newLevels(&l, laneBlock)
		})
	}
	return each(ctx, len(jobs), func(i int) { jobs[i]() })
}

// largeGroup is the number of spans from which on making a crowd takes longer
// than a frame may.
const largeGroup = 100_000

// each calls f for 0 to n−1 on as many workers as there are cores, until the
// context ends.
func each(ctx context.Context, n int, f func(i int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// worker tells whether a goroutine works for the collector.
func (t *Timeline) worker(g model.GoIndex) bool {
	return workers[t.Trace.Strings.Raw(t.Trace.Goroutines[g].Func)]
}

// kindsOf are the kinds of the trace's conditions, for a goroutine.
func (t *Timeline) kindsOf(g model.GoIndex) []Kind {
	if t.worker(g) {
		return t.workerKinds
	}
	return t.kinds
}

// goLevels are the levels of a goroutine, made when they are first asked for.
func (t *Timeline) goLevels(g model.GoIndex, n int) *levels {
	if n < 4*goBlock {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.goCache[g]
	if !ok {
		l := lane{t: t, first: t.Trace.Goroutines[g].First, n: n, kinds: t.kindsOf(g)}
		v = newLevels(&l, goBlock)
		t.goCache[g] = v
	}
	return v
}
