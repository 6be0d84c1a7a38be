package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// ProfileKind is what a profile made from a trace measures.
type ProfileKind uint8

// The kinds, as in cmd/trace, and the CPU samples.
const (
	NetProfile     ProfileKind = iota // waiting for the network
	SyncProfile                       // waiting for another goroutine
	SyscallProfile                    // in system calls
	SchedProfile                      // ready to run, waiting for a P
	CPUProfile                        // samples from the CPU profiler
)

// nothing says why a profile is empty, for each kind.
var nothing = [...]string{
	NetProfile:     "No goroutine waited for the network in this part of the trace.",
	SyncProfile:    "No goroutine waited for another in this part of the trace.",
	SyscallProfile: "No goroutine was in a system call in this part of the trace.",
	SchedProfile:   "No goroutine waited for a P in this part of the trace.",
	CPUProfile:     "The CPU profiler took no sample in this part of the trace.",
}

// Nothing says why a profile is empty, in sentences.
func (w *What) Nothing() []string {
	if w.Waits == AsTool && w.Kind != CPUProfile {
		return []string{nothing[w.Kind], lang.Later("Waits that began before the trace or do not end in it are left out, as in go tool trace.")}
	}
	return []string{nothing[w.Kind]}
}

// Possible reports whether a profile may have samples. It is for menus: false is certain, and true only means that a
// look at what is near says nothing against it.
func (w *What) Possible(t *trace.Trace) bool {
	iv := t.Whole()
	if w.Interval != (trace.Interval{}) {
		iv = w.Interval
	}
	if w.Kind == CPUProfile {
		at := sort.Search(len(t.Samples), func(i int) bool { return t.Samples[i].Time >= iv.From })
		return at < len(t.Samples) && t.Samples[at].Time <= iv.To
	}
	kinds, counts := t.WaitKinds(), make([]bool, len(t.Spans.Conditions))
	for i, k := range kinds {
		counts[i] = k == profileTimes[w.Kind] && !(w.Waits == AsTool && t.Spans.Conditions[i].BeganBefore)
	}
	if !slices.Contains(counts, true) {
		return false
	}
	if w.Goroutines == nil {
		return true
	}
	const most = 10_000 // goroutines and spans: a menu opens at once
	seen := 0
	for _, g := range w.Goroutines {
		r := &t.Goroutines[g]
		first := r.First + trace.SpanIndex(sort.Search(int(r.End-r.First), func(i int) bool {
			return t.SpanEnd(g, r.First+trace.SpanIndex(i)) > iv.From
		}))
		for s := first; s < r.End && t.Spans.Start(s) < iv.To; s++ {
			if seen++; seen > most || counts[t.Spans.Cond(s)] {
				return true
			}
		}
		if seen++; seen > most {
			return true
		}
	}
	return false
}

// ProfileKinds lists all kinds, in the order in which menus show them.
var ProfileKinds = []ProfileKind{NetProfile, SyncProfile, SyscallProfile, SchedProfile, CPUProfile}

// String returns the kind in words.
func (k ProfileKind) String() string {
	return [...]string{"network wait", "sync wait", "syscall", "scheduler latency", "CPU samples"}[k]
}

// Waits says which waits a profile counts.
type Waits uint8

// AsTool counts the waits that `go tool trace -pprof` counts (cmd/trace/pprof.go), AllWaits all of them. The tool
// leaves out waits that are still open at the trace's end. It leaves out waits from before the trace, which it does
// not know, or starts them at the first event that mentions them. It also leaves out all latency before a goroutine
// first runs.
//
// ProgramWaits counts all but those of the goroutines that write the trace.
const (
	AsTool Waits = iota
	AllWaits
	ProgramWaits
)

// WaitChoices lists the choices, in the order in which menus show them.
var WaitChoices = []Waits{AsTool, AllWaits, ProgramWaits}

// String returns the choice in words.
func (w Waits) String() string {
	return [...]string{AsTool: "as go tool trace", AllWaits: "all waits", ProgramWaits: "without the tracer"}[w]
}

// What selects a profile. All conditions that are set must hold.
type What struct {
	Kind     ProfileKind
	Waits    Waits
	Interval trace.Interval
	// A nil list sets no limit.
	Funcs      []model.StringID  // start functions of goroutines
	Goroutines []trace.GoIndex   // single goroutines
	Regions    []model.StringID  // region types: only time within such regions
	Tasks      []trace.TaskIndex // without descendants: time in which goroutines worked for one (see Analysis.Task)
}

// The keys for the samples' labels.
const (
	ReasonLabel    = "reason"    // why the state was entered, in the runtime's words
	GoroutineLabel = "goroutine" // the function that the goroutine began with
	TaskLabel      = "task"      // the type of the task that it worked for
	RegionLabel    = "region"    // the type of its innermost region
	GoIDLabel      = "goid"      // the goroutine's number; for CPU samples
	ProcLabel      = "P"         // the P's number; for CPU samples
)

// Profile makes a profile from the trace, which can be used like any recorded one.
//
// Its values are contentions/count and delay/nanoseconds, as in `go tool trace -pprof`: how many spans lie at least
// partly in the interval, and how much of their time. The stack for a wait is where the goroutine waits. The stack
// for a goroutine that is ready to run is where the other goroutine was that made it ready. CPU samples have
// samples/count only, because a trace does not record their rate. Each sample has its time, goroutine and P.
func (a *Analysis) Profile(ctx context.Context, w What) (*model.Profile, error) {
	only, err := a.scope(ctx, &w)
	if err != nil {
		return nil, err
	}
	born, err := lineagesOf(ctx, a)
	if err != nil {
		return nil, err
	}
	iv := a.Within(w.Interval)
	b := newProfileBuilder(a.t, iv, &w)
	if w.Kind == CPUProfile {
		err = b.samples(ctx, a, iv, only, born)
	} else {
		err = b.waits(ctx, a, iv, &w, only, born)
	}
	if err != nil {
		return nil, err
	}
	if cut := born.Warning(); cut != "" {
		b.header.Warnings = append(b.header.Warnings, cut)
	}
	return b.b.Finish(ctx, b.header)
}

// waits adds the goroutines' waits.
func (b *profileBuilder) waits(ctx context.Context, a *Analysis, iv trace.Interval, w *What, only *scope, born *lineages) error {
	sums, err := a.waitSums(ctx, iv, w, only, born)
	if err != nil {
		return err
	}
	steps := work.StepsUntil(ctx)
	for i := range sums {
		s := &sums[i]
		if steps.Over(few + len(a.t.Stacks.Stack(s.key.stack))) {
			return steps.Err()
		}
		stack, labels := b.stackOf(s.key.stack), b.labelsOf(&s.key)
		b.b.Sample(stack, b.b.LabelSetOf(labels, b.lineage(born, s.key.lineage)), []int64{s.count, s.delay})
	}
	return nil
}

// profileTimes maps each kind of profile to the kind of time that it measures.
var profileTimes = [...]trace.WaitKind{
	NetProfile: trace.NetworkTime, SyncProfile: trace.SyncTime, SyscallProfile: trace.SyscallTime, SchedProfile: trace.RunnableTime,
}

// tracers are the functions with which goroutines begin that write the trace, in runtime/trace and the runtime.
var tracers = map[string]bool{
	"runtime/trace.Start.func1": true, "runtime/trace.(*traceMultiplexer).startLocked.func1": true,
	"runtime/trace.(*FlightRecorder).Start.func1": true, "runtime.(*traceAdvancerState).start.func1": true,
	"runtime.traceStartReadCPU.func1": true, "golang.org/x/exp/trace.(*FlightRecorder).Start.func1": true,
}

// profileSum becomes one sample.
type profileSum struct {
	key          profileKey
	count, delay int64
}

type profileKey struct {
	stack        trace.StackIndex
	f            model.StringID
	reason       model.StringID
	task, region model.StringID // types
	lineage      int32          // of the goroutine whose stack it is, a place in lineages
}

func (k profileKey) compare(o profileKey) int {
	return cmp.Or(cmp.Compare(k.stack, o.stack), cmp.Compare(k.f, o.f), cmp.Compare(k.reason, o.reason),
		cmp.Compare(k.task, o.task), cmp.Compare(k.region, o.region), cmp.Compare(k.lineage, o.lineage))
}

func (a *Analysis) waitSums(ctx context.Context, iv trace.Interval, w *What, only *scope, born *lineages) ([]profileSum, error) {
	t := a.t
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	wanted := make([]bool, len(a.kinds))
	for i, k := range a.kinds {
		wanted[i] = k == profileTimes[w.Kind]
	}
	sums := make([]sumTable, parallel.Workers())
	err = a.eachRun(ctx, iv, func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		if !only.goroutine(g) || w.Waits == ProgramWaits && tracers[t.Strings.Raw(t.Goroutines[g].Root)] {
			return
		}
		sum, parts := &sums[worker], only.parts[g]
		key := profileKey{f: t.Goroutines[g].Func}
		first, open := trace.Time(0), trace.SpanIndex(-1)
		if w.Waits == AsTool {
			first, open = a.firstRun(g), t.Goroutines[g].End-1
		}
		noted := len(x.steps.of(int(g))) > 0 || x.inherited != nil && x.inherited[g] != trace.NoTask
		for s := lo; s < hi; s++ {
			c := t.Spans.Cond(s)
			if !wanted[c] {
				continue
			}
			if s == open || w.Waits == AsTool && t.Spans.Conditions[c].BeganBefore {
				continue
			}
			at := t.SpanTime(g, s)
			if at.From = max(at.From, first); at.From >= at.To {
				continue
			}
			at = iv.Clip(at)
			delay := only.overlap(parts, at)
			if delay <= 0 {
				continue
			}
			key.stack, key.reason = t.Spans.Stack(s), t.Spans.Conditions[c].Reason
			key.lineage = born.at(t, g, s)
			if noted {
				key.task, key.region = x.notes(g, at.From)
			}
			sum.add(key, 1, int64(delay))
		}
	})
	if err != nil {
		return nil, err
	}
	return mergeSums(ctx, sums)
}

// firstRun returns when a goroutine first ran, or 0 if it never did.
func (a *Analysis) firstRun(g trace.GoIndex) trace.Time {
	r := &a.t.Goroutines[g]
	for s := r.First; s < r.End; s++ {
		if a.t.Spans.State(s) == trace.GoRunning {
			return a.t.Spans.Start(s)
		}
	}
	return 0
}

// samples adds the CPU profiler's samples one by one, since equal samples differ in their times.
func (b *profileBuilder) samples(ctx context.Context, a *Analysis, iv trace.Interval, only *scope, born *lineages) error {
	t := a.t
	x, err := a.regionIndex(ctx)
	if err != nil {
		return err
	}
	steps := work.StepsUntil(ctx)
	first := sort.Search(len(t.Samples), func(i int) bool { return t.Samples[i].Time >= iv.From })
	for i := first; i < len(t.Samples) && a.holds(iv, t.Samples[i].Time); i++ {
		s := &t.Samples[i]
		if steps.Over(few + len(t.Stacks.Stack(s.Stack))) {
			return steps.Err()
		}
		key := profileKey{stack: s.Stack}
		switch {
		case s.Go == trace.NoGo && !only.all(), s.Go != trace.NoGo && !only.at(s.Go, s.Time):
			continue
		case s.Go != trace.NoGo:
			key.f = t.Goroutines[s.Go].Func
			key.task, key.region = x.notes(s.Go, s.Time)
		}
		labels := b.labelsOf(&key)
		if s.Go != trace.NoGo {
			labels = b.label(labels, GoIDLabel, strconv.FormatInt(t.Goroutines[s.Go].ID, 10))
		}
		if s.Proc != trace.NoProc {
			labels = b.label(labels, ProcLabel, strconv.FormatInt(t.Procs[s.Proc].ID, 10))
		}
		set := b.b.LabelSetOf(labels, b.lineage(born, born.of(s.Go)))
		b.b.SampleAt(int64(s.Time-iv.From), b.stackOf(s.Stack), set, []int64{1})
	}
	return nil
}

// notes returns the types of the task and the innermost region that a goroutine was in at a time.
func (x *regionIndex) notes(g trace.GoIndex, at trace.Time) (task, region model.StringID) {
	t := x.t
	if r := x.at(g, at); r != trace.NoRegion {
		region = t.Regions[r].Type
	}
	if i := x.task(g, at); i != trace.NoTask {
		task = t.Tasks[i].Type
	}
	return task, region
}

func mergeSums(ctx context.Context, sums []sumTable) ([]profileSum, error) {
	all, steps := &sums[0], work.StepsUntil(ctx)
	for i := range sums[1:] {
		for _, s := range sums[i+1].sums {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			all.add(s.key, s.count, s.delay)
		}
	}
	work.SortSteps(steps, false, all.sums, func(a, b profileSum) int { return a.key.compare(b.key) })
	return all.sums, ctx.Err()
}

// sumTable adds up values by key. It is a hash table with open addressing instead of a map because every span in a
// trace is looked up in it.
type sumTable struct {
	sums  []profileSum
	slots []int32 // 0: free, else a sum's index + 1; the length is a power of two
}

func (k *profileKey) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (uint64(uint32(k.stack))<<32 | uint64(uint32(k.f))) * odd
	h = (h ^ h>>29 ^ uint64(uint32(k.reason))) * odd
	h = (h ^ h>>27 ^ uint64(uint32(k.lineage))) * odd
	if k.task|k.region != 0 {
		h = (h ^ h>>31 ^ uint64(uint32(k.task))<<32 ^ uint64(uint32(k.region))) * odd
	}
	return h ^ h>>32
}

func (t *sumTable) add(k profileKey, count, delay int64) {
	if 2*len(t.sums) >= len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.hash() & mask; ; i = (i + 1) & mask {
		switch n := t.slots[i]; {
		case n == 0:
			t.sums = append(t.sums, profileSum{k, count, delay})
			t.slots[i] = int32(len(t.sums))
			return
		case t.sums[n-1].key == k:
			t.sums[n-1].count += count
			t.sums[n-1].delay += delay
			return
		}
	}
}

func (t *sumTable) grow() {
	t.slots = make([]int32, max(2*len(t.slots), 256))
	mask := uint64(len(t.slots) - 1)
	for n := range t.sums {
		i := t.sums[n].key.hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}
