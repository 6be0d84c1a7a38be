package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// ProfileKind is what a profile out of a trace measures.
type ProfileKind uint8

// The kinds, as cmd/trace has them, and the CPU samples.
const (
	NetProfile     ProfileKind = iota // waiting for the network
	SyncProfile                       // waiting for another goroutine
	SyscallProfile                    // in system calls
	SchedProfile                      // ready to run, waiting for a P
	CPUProfile                        // samples of the CPU profiler
)

// nothing says why a profile of a kind is empty.
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

// ProfileKinds are all of them, in the order of menus.
var ProfileKinds = []ProfileKind{NetProfile, SyncProfile, SyscallProfile, SchedProfile, CPUProfile}

// String is the kind in words.
func (k ProfileKind) String() string {
	return [...]string{"network wait", "synchronisation block", "syscall", "scheduler latency", "CPU samples"}[k]
}

// Waits are which waits a profile counts.
type Waits uint8

// AsTool are those of `go tool trace -pprof` (cmd/trace/pprof.go), AllWaits all that was waited. The
// tool leaves out what is still open at the trace's end; what had begun before the trace, which it
// does not know or begins with the first event that tells of it; and all latency before a goroutine
// runs for the first time.
const (
	AsTool Waits = iota
	AllWaits
)

// WaitChoices are all of them, in the order of menus.
var WaitChoices = []Waits{AsTool, AllWaits}

// String is the choice in words.
func (w Waits) String() string {
	return [...]string{AsTool: "as go tool trace", AllWaits: "all waits"}[w]
}

// What chooses a profile. All conditions that are set must hold.
type What struct {
	Kind     ProfileKind
	Waits    Waits
	Interval trace.Interval
	// A list that is nil limits nothing.
	Funcs      []model.StringID  // start functions of goroutines
	Goroutines []trace.GoIndex   // single ones
	Regions    []model.StringID  // types of regions: the time within them
	Tasks      []trace.TaskIndex // without descendants: the time in which goroutines worked for one (see Analysis.Task)
}

// The keys of the samples' labels.
const (
	ReasonLabel    = "reason"    // why the state was entered, in the runtime's words
	GoroutineLabel = "goroutine" // the function that the goroutine began with
	TaskLabel      = "task"      // the type of the task that it worked for
	RegionLabel    = "region"    // the type of its innermost region
)

// Profile makes a profile out of the trace, which can be used like any recorded one.
//
// The values are contentions/count and delay/nanoseconds, as those of `go tool trace -pprof`: how
// many spans lie in the interval at least in part, and how much of them. The stack of a wait is
// where the goroutine waits; of one that is ready to run, where the other was that made it so.
// CPU samples have samples/count only: a trace does not record their rate.
func (a *Analysis) Profile(ctx context.Context, w What) (*model.Profile, error) {
	only, err := a.scope(ctx, &w)
	if err != nil {
		return nil, err
	}
	iv := a.Within(w.Interval)
	var sums []profileSum
	if w.Kind == CPUProfile {
		sums, err = a.sampleSums(ctx, iv, only)
	} else {
		sums, err = a.waitSums(ctx, iv, &w, only)
	}
	if err != nil {
		return nil, err
	}
	return buildProfile(ctx, a.t, iv, &w, sums)
}

// profileTimes are the kinds of time that profiles measure.
var profileTimes = [...]trace.WaitKind{
	NetProfile: trace.NetworkTime, SyncProfile: trace.SyncTime, SyscallProfile: trace.SyscallTime, SchedProfile: trace.RunnableTime,
}

// profileSum is one sample to be.
type profileSum struct {
	key          profileKey
	count, delay int64
}

type profileKey struct {
	stack        trace.StackIndex
	f            model.StringID
	reason       model.StringID
	task, region model.StringID // types
}

func (k profileKey) compare(o profileKey) int {
	return cmp.Or(cmp.Compare(k.stack, o.stack), cmp.Compare(k.f, o.f), cmp.Compare(k.reason, o.reason),
		cmp.Compare(k.task, o.task), cmp.Compare(k.region, o.region))
}

func (a *Analysis) waitSums(ctx context.Context, iv trace.Interval, w *What, only *scope) ([]profileSum, error) {
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
		if !only.goroutine(g) {
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
			if s == open || w.Waits == AsTool && t.Spans.Conditions[c].Told {
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

// firstRun is when a goroutine ran for the first time, 0 if it never did.
func (a *Analysis) firstRun(g trace.GoIndex) trace.Time {
	r := &a.t.Goroutines[g]
	for s := r.First; s < r.End; s++ {
		if a.t.Spans.State(s) == trace.GoRunning {
			return a.t.Spans.Start(s)
		}
	}
	return 0
}

func (a *Analysis) sampleSums(ctx context.Context, iv trace.Interval, only *scope) ([]profileSum, error) {
	t := a.t
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	var sum sumTable
	first := sort.Search(len(t.Samples), func(i int) bool { return t.Samples[i].Time >= iv.From })
	for i := first; i < len(t.Samples) && a.holds(iv, t.Samples[i].Time); i++ {
		s := &t.Samples[i]
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := profileKey{stack: s.Stack}
		switch {
		case s.Go == trace.NoGo && !only.all(), s.Go != trace.NoGo && !only.at(s.Go, s.Time):
			continue
		case s.Go != trace.NoGo:
			key.f = t.Goroutines[s.Go].Func
			key.task, key.region = x.notes(s.Go, s.Time)
		}
		sum.add(key, 1, 0)
	}
	return mergeSums(ctx, []sumTable{sum})
}

// notes are the types of the task and the innermost region of a goroutine at a time.
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
	all, steps := &sums[0], model.StepsUntil(ctx)
	for i := range sums[1:] {
		for _, s := range sums[i+1].sums {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			all.add(s.key, s.count, s.delay)
		}
	}
	model.SortSteps(steps, false, all.sums, func(a, b profileSum) int { return a.key.compare(b.key) })
	return all.sums, ctx.Err()
}

func buildProfile(ctx context.Context, t *trace.Trace, iv trace.Interval, w *What, sums []profileSum) (*model.Profile, error) {
	kind := w.Kind
	types := []model.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}}
	h := model.Header{
		Format:   lang.English("{{.Format}} trace, {{.Kind}}", lang.With{"Format": t.Format, "Kind": kind}),
		Time:     t.WallAt(iv.From),
		Duration: time.Duration(iv.Len()),
		Comments: []string{lang.English("{{.Kind}} from {{.From}} to {{.To}} of an execution trace", lang.With{"Kind": kind, "From": time.Duration(iv.From), "To": time.Duration(iv.To)})},
		Warnings: slices.Clone(t.Warnings),
	}
	if kind == CPUProfile {
		types = []model.ValueType{{Type: "samples", Unit: "count"}}
		h.PeriodType = model.ValueType{Type: "cpu", Unit: "nanoseconds"}
	} else {
		h.PeriodType, h.Period = model.ValueType{Type: "trace", Unit: "count"}, 1
		h.Comments = append(h.Comments, lang.English("waits: {{.Which}}", lang.With{"Which": w.Waits}))
	}
	b := profileBuilder{
		t: t, b: model.NewBuilder(types),
		locations: slices.Repeat([]model.LocID{-1}, len(t.Frames)), functions: map[function]model.FuncID{},
	}
	var values [2]int64
	steps := model.StepsUntil(ctx)
	for i := range sums {
		s := &sums[i]
		if steps.Over(few + len(t.Stacks.Stack(s.key.stack))) {
			return nil, steps.Err()
		}
		values = [2]int64{s.count, s.delay}
		b.sample(&s.key, values[:len(types)])
	}
	return b.b.Finish(ctx, h)
}

// profileBuilder takes the used frames of a trace over into a profile, each once.
type profileBuilder struct {
	t         *trace.Trace
	b         *model.Builder
	locations []model.LocID // of each frame; −1: not yet
	functions map[function]model.FuncID
	stack     []model.LocID
	labels    []model.Label
}

type function struct{ name, file model.StringID }

func (b *profileBuilder) sample(k *profileKey, values []int64) {
	b.stack = b.stack[:0]
	for _, f := range b.t.Stacks.Stack(k.stack) {
		b.stack = append(b.stack, b.location(f))
	}
	b.labels = b.labels[:0]
	for _, l := range [...]struct {
		key   string
		value model.StringID
	}{{GoroutineLabel, k.f}, {ReasonLabel, k.reason}, {RegionLabel, k.region}, {TaskLabel, k.task}} {
		if text := b.t.Strings.Raw(l.value); text != "" {
			b.labels = append(b.labels, model.Label{Key: b.b.String(l.key), Str: b.b.String(text)})
		}
	}
	b.b.Sample(b.stack, b.b.LabelSet(b.labels), values)
}

func (b *profileBuilder) location(f trace.FrameIndex) model.LocID {
	if l := b.locations[f]; l >= 0 {
		return l
	}
	r := &b.t.Frames[f]
	id := function{r.Func, r.File}
	fn, ok := b.functions[id]
	if !ok {
		name := b.b.String(b.t.Strings.Raw(r.Func))
		fn = b.b.Function(model.Function{Name: name, SystemName: name, File: b.b.String(b.t.Strings.Raw(r.File))})
		b.functions[id] = fn
	}
	b.locations[f] = b.b.Location(model.NoMapping, r.PC, []model.Line{{Func: fn, Line: int64(r.Line)}})
	return b.locations[f]
}

// sumTable adds up by keys. It is a hash table with open places instead of a map because every
// span of a trace is looked up in it.
type sumTable struct {
	sums  []profileSum
	slots []int32 // 0: free, else a sum's place and 1; a power of two of them
}

func (k *profileKey) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (uint64(uint32(k.stack))<<32 | uint64(uint32(k.f))) * odd
	h = (h ^ h>>29 ^ uint64(uint32(k.reason))) * odd
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
