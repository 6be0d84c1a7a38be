package typed

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/trace"
)

// Small is a trace with a bit of everything: g1 wakes g2, which waited for a
// lock; narrow spans share columns.
const Small = `
	end 1000
	g1 main.main    0 running p0 m0  400 waiting:chan_receive p0 m0 @runtime.gopark;main.wait;main.main  700 runnable m1  720 running p1 m1
	g2 main.worker  0 waiting:sync told @sync.(*Mutex).Lock;main.worker  100 runnable m0 @sync.(*Mutex).Unlock;main.main  150 running p1 m1  151 syscall p1 m1  153 running p1 m1  154 waiting:sleep p1 m1  690 runnable p1 m1  695 running p1 m1  710 ended p1 m1
	g3 main.worker  200 runnable m0  202 running p1 m1  300 waiting:network p1 m1  900 unknown
	mark 500-600
	stop 500-510 GC sweep termination
	stop 598- GC mark termination
	assist g1 250-300
	sweep p0 320-340
	task 1 request 100-900
	region g1 outer 20-380
	region g1 inner 50-200
	log g1 60 info hello
	sample g1 120 main.hot;main.main
	heap 0=1000 300=3000 600=1500
	goal 0=4000
	maxprocs 0=2`

// Numbered is a trace of goroutines whose numbers stand in names, too.
const Numbered = `
	end 1000
	g1 main.main   0 running p0 m0
	g6 main.g61    0 running p1 m1
	g61 main.work  10 runnable m0 @main.start;main.main  20 running p1 m1
	g62 main.work  30 waiting:sync p1 m1 @main.work
	g610 main.work 40 waiting:sync p1 m1 @main.work`

// life is a goroutine of a fixture.
type life struct {
	id    int64
	name  string
	spans []spanOf
}

// spanOf is a span of a fixture. p and m are −1 where it is on none.
type spanOf struct {
	start  trace.Time
	state  trace.GoState
	reason string
	p, m   int
	stack  []string // leaf first
	told   bool
}

// fixture fills a trace.
type fixture struct {
	tr      *trace.Trace
	end     trace.Time
	lives   []life
	procs   [][]procSpanOf
	texts   []string
	textOf  map[string]model.StringID
	frameOf map[string]trace.FrameIndex
	stackOf map[string]trace.StackIndex
	values  map[string]map[trace.Time]uint64
}

func newFixture() *fixture {
	f := &fixture{
		tr: &trace.Trace{}, textOf: map[string]model.StringID{}, frameOf: map[string]trace.FrameIndex{},
		stackOf: map[string]trace.StackIndex{}, values: map[string]map[trace.Time]uint64{},
	}
	f.tr.Stacks = &trace.Stacks{Start: []int32{0, 0}}
	f.text("")
	return f
}

func (f *fixture) text(s string) model.StringID {
	id, ok := f.textOf[s]
	if !ok {
		id = model.StringID(len(f.texts))
		f.texts = append(f.texts, s)
		f.textOf[s] = id
	}
	return id
}

func (f *fixture) stack(names []string) trace.StackIndex {
	if len(names) == 0 {
		return trace.NoStack
	}
	key := strings.Join(names, ";")
	id, ok := f.stackOf[key]
	if !ok {
		for _, n := range names {
			frame, ok := f.frameOf[n]
			if !ok {
				frame = trace.FrameIndex(len(f.tr.Frames))
				f.tr.Frames = append(f.tr.Frames, trace.Frame{Func: f.text(n), File: f.text(n + ".go"), Line: 7})
				f.frameOf[n] = frame
			}
			f.tr.Stacks.Frames = append(f.tr.Stacks.Frames, frame)
		}
		f.tr.Stacks.Start = append(f.tr.Stacks.Start, int32(len(f.tr.Stacks.Frames)))
		id = trace.StackIndex(f.tr.Stacks.Len() - 1)
		f.stackOf[key] = id
	}
	return id
}

// trace builds the tables.
func (f *fixture) trace() *trace.Trace {
	t := f.tr
	t.Format, t.End = "go 1.26", f.end
	n, maxP, maxM := 0, -1, -1
	last := f.end
	for i := range f.lives {
		for _, s := range f.lives[i].spans {
			n++
			last = max(last, s.start)
			maxP, maxM = max(maxP, s.p), max(maxM, s.m)
		}
	}
	t.Spans = trace.MakeSpans(context.Background(), nil, n, last, nil, 1<<16, maxP+1, maxM+1)
	conditions := map[trace.Condition]uint16{}
	onP, onM := make([][]trace.SpanIndex, maxP+1), make([][]trace.SpanIndex, maxM+1)
	at := 0
	for _, l := range f.lives {
		g := trace.Goroutine{ID: l.id, First: trace.SpanIndex(at), Func: f.text(l.name), Root: f.text(l.name), Creator: trace.NoGo}
		for _, s := range l.spans {
			c := trace.Condition{State: s.state, Reason: f.text(s.reason), BeganBefore: s.told}
			i, ok := conditions[c]
			if !ok {
				i = uint16(len(t.Spans.Conditions))
				conditions[c] = i
				t.Spans.Conditions = append(t.Spans.Conditions, c)
			}
			t.Spans.Set(trace.SpanIndex(at), s.start, i, f.stack(s.stack), trace.ProcIndex(s.p), trace.ThreadIndex(s.m))
			if s.state == trace.GoRunning || s.state == trace.GoSyscall {
				if s.p >= 0 {
					onP[s.p] = append(onP[s.p], trace.SpanIndex(at))
				}
				if s.m >= 0 {
					onM[s.m] = append(onM[s.m], trace.SpanIndex(at))
				}
			}
			at++
		}
		g.End = trace.SpanIndex(at)
		t.Goroutines = append(t.Goroutines, g)
	}
	t.ProcLanes, t.ThreadLanes = lanesOf(t, onP), lanesOf(t, onM)
	of := slices.Concat(f.procs...)
	t.ProcSpans = trace.MakeProcSpans(len(of))
	for i, s := range of {
		t.ProcSpans.Start.Set(i, s.start)
		t.ProcSpans.State[i] = s.state
	}
	begin := 0
	for p := range max(len(onP), len(f.procs)) {
		end := begin
		if p < len(f.procs) {
			end += len(f.procs[p])
		}
		t.Procs = append(t.Procs, trace.Proc{ID: int64(p), First: int32(begin), End: int32(end)})
		begin = end
	}
	for m := range onM {
		t.Threads = append(t.Threads, trace.Thread{ID: int64(m) + 100})
	}
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		m := trace.Metric{Name: f.text(name), Time: trace.MakeTimes(len(f.values[name]))}
		for i, at := range slices.Sorted(maps.Keys(f.values[name])) {
			m.Time.Set(i, at)
			m.Value = append(m.Value, f.values[name][at])
		}
		t.Metrics = append(t.Metrics, m)
	}
	t.Strings = model.NewStrings(f.texts)
	t.SortGoroutines()
	return t
}

func lanesOf(t *trace.Trace, rows [][]trace.SpanIndex) trace.Lanes {
	l := trace.Lanes{First: []int32{0}}
	for _, row := range rows {
		slices.SortFunc(row, func(a, b trace.SpanIndex) int {
			return cmp.Compare(t.Spans.Start(a), t.Spans.Start(b))
		})
		l.Spans = append(l.Spans, row...)
		l.First = append(l.First, int32(len(l.Spans)))
	}
	return l
}

// Trace reads a trace of lines, one thing a line:
//
//	end 100
//	g1 main.main  0 running p0 m0  10 waiting:sync @wait;main.main  20 runnable m0  25 running p1 m1  40 ended
//	mark 10-20
//	stop 10-11 sweep termination
//	assist g1 3-4
//	sweep p0 3-4
//	task 1 request 0-50
//	region g1 parse 5-30
//	log g1 12 category message
//	sample g1 13 leaf;root
//	heap 0=100 10=200
//	goal 0=400
//
//	p0 0 running 10 idle
//
// A time begins a span; "told" marks one that began before the trace. Spaces
// in reasons are written as underscores.
func Trace(t testing.TB, text string) *trace.Trace {
	t.Helper()
	f := newFixture()
	goOf := map[string]trace.GoIndex{}
	for _, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		switch kind := w[0]; {
		case kind == "end":
			f.end = moment(w[1])
		case kind == "mark":
			from, to := ends(w[1])
			f.tr.Marks = append(f.tr.Marks, trace.Mark{Start: from, End: to})
		case kind == "stop":
			from, to := ends(w[1])
			f.tr.Stops = append(f.tr.Stops, trace.Stop{Start: from, End: to, Reason: f.text(strings.Join(w[2:], " "))})
		case kind == "assist":
			from, to := ends(w[2])
			f.tr.Assists = append(f.tr.Assists, trace.Assist{Start: from, End: to, Go: goOf[w[1]]})
		case kind == "sweep":
			from, to := ends(w[2])
			p, _ := strconv.Atoi(w[1][1:])
			f.tr.Sweeps = append(f.tr.Sweeps, trace.Sweep{Start: from, End: to, Proc: trace.ProcIndex(p)})
		case kind == "task":
			id, _ := strconv.ParseUint(w[1], 10, 64)
			from, to := ends(w[3])
			f.tr.Tasks = append(f.tr.Tasks, trace.Task{ID: id, Parent: trace.NoTask, Type: f.text(w[2]), Start: from, End: to})
		case kind == "region":
			from, to := ends(w[3])
			r := trace.Region{Go: goOf[w[1]], Task: trace.NoTask, Type: f.text(w[2]), Start: from, End: to, Parent: trace.NoRegion}
			for i := range f.tr.Regions {
				if o := &f.tr.Regions[i]; o.Go == r.Go && o.Start <= r.Start && o.End >= r.End {
					r.Parent = trace.RegionIndex(i)
				}
			}
			f.tr.Regions = append(f.tr.Regions, r)
		case kind == "log":
			f.tr.Logs = append(f.tr.Logs, trace.Log{Time: moment(w[2]), Go: goOf[w[1]], Task: trace.NoTask, Category: f.text(w[3]), Message: f.text(strings.Join(w[4:], " "))})
		case kind == "sample":
			f.tr.Samples = append(f.tr.Samples, trace.CPUSample{Time: moment(w[2]), Go: goOf[w[1]], Proc: trace.NoProc, Thread: trace.NoThread, Stack: f.stack(strings.Split(w[3], ";"))})
		case kind == "heap" || kind == "goal" || kind == "maxprocs":
			name := map[string]string{"heap": trace.HeapObjects, "goal": trace.HeapGoal, "maxprocs": trace.GoMaxProcs}[kind]
			f.values[name] = map[trace.Time]uint64{}
			for _, v := range w[1:] {
				at, value, _ := strings.Cut(v, "=")
				f.values[name][moment(at)], _ = strconv.ParseUint(value, 10, 64)
			}
		case kind[0] == 'p':
			f.procs = append(f.procs, procOf(t, w))
		case kind[0] == 'g':
			goOf[kind] = trace.GoIndex(len(f.lives))
			f.lives = append(f.lives, lifeOf(t, w))
		default:
			t.Fatalf("no line begins with %q", kind)
		}
	}
	return f.trace()
}

func lifeOf(t testing.TB, w []string) life {
	t.Helper()
	id, _ := strconv.ParseInt(w[0][1:], 10, 64)
	l := life{id: id, name: w[1]}
	states := map[string]trace.GoState{
		"running": trace.GoRunning, "runnable": trace.GoRunnable, "waiting": trace.GoWaiting,
		"syscall": trace.GoSyscall, "ended": trace.GoNotExist, "unknown": trace.GoUnknown,
	}
	for _, word := range w[2:] {
		if word[0] >= '0' && word[0] <= '9' {
			l.spans = append(l.spans, spanOf{start: moment(word), p: -1, m: -1})
			continue
		}
		s := &l.spans[len(l.spans)-1]
		n, err := strconv.Atoi(word[1:])
		state, reason, _ := strings.Cut(word, ":")
		known, ok := states[state]
		switch {
		case ok:
			s.state, s.reason = known, strings.ReplaceAll(reason, "_", " ")
		case word == "told":
			s.told = true
		case word[0] == '@':
			s.stack = strings.Split(word[1:], ";")
		case word[0] == 'p' && err == nil:
			s.p = n
		case word[0] == 'm' && err == nil:
			s.m = n
		default:
			t.Fatalf("%q is no word of a span", word)
		}
	}
	return l
}

// procSpanOf is a span of a P.
type procSpanOf struct {
	start trace.Time
	state trace.ProcState
}

// procOf reads what a P did. Ps come in the order of their numbers.
func procOf(t testing.TB, w []string) (all []procSpanOf) {
	t.Helper()
	states := map[string]trace.ProcState{"running": trace.ProcRunning, "idle": trace.ProcIdle, "unknown": trace.ProcUnknown}
	for i := 1; i+1 < len(w); i += 2 {
		state, ok := states[w[i+1]]
		if !ok {
			t.Fatalf("%q is no state of a P", w[i+1])
		}
		all = append(all, procSpanOf{moment(w[i]), state})
	}
	return all
}

func moment(s string) trace.Time {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return trace.Time(n)
}

// ends reads "3-4"; "3-" is still open.
func ends(s string) (from, to trace.Time) {
	a, b, _ := strings.Cut(s, "-")
	if b == "" {
		return moment(a), trace.NoTime
	}
	return moment(a), moment(b)
}

// RandomTrace plays a scheduler: goroutines of some functions, in bursts and
// pauses, on some Ps and threads.
func RandomTrace(rng *rand.Rand, goroutines, spans int, scale float64) *trace.Trace {
	f := newFixture()
	reasons := []string{"sync", "network", "sleep", "chan receive", "system goroutine wait", "GC mark assist wait for work", "forever"}
	procs := 1 + rng.IntN(4)
	free := make([]trace.Time, procs) // when each P is next free
	f.lives = make([]life, goroutines)
	now := make([]trace.Time, goroutines)
	names := []string{"main.a", "main.b", "net/http.(*conn).serve", "runtime.gcBgMarkWorker", "main.c"}
	for i := range f.lives {
		f.lives[i] = life{id: int64(i*3 + 1), name: names[rng.IntN(len(names))]}
		if rng.IntN(2) == 0 {
			now[i] = trace.Time(rng.ExpFloat64() * 20 * scale)
		}
		state := []trace.GoState{trace.GoWaiting, trace.GoRunnable}[rng.IntN(2)]
		reason := ""
		if state == trace.GoWaiting {
			reason = reasons[rng.IntN(len(reasons))]
		}
		f.lives[i].spans = []spanOf{{start: now[i], state: state, reason: reason, p: -1, m: -1, told: now[i] == 0}}
	}
	for n := goroutines; n < spans; {
		i := rng.IntN(goroutines)
		l := &f.lives[i]
		last := l.spans[len(l.spans)-1]
		if last.state == trace.GoNotExist {
			n++
			continue
		}
		wait := trace.Time(1 + rng.ExpFloat64()*scale*[]float64{0.01, 0.3, 5}[rng.IntN(3)])
		add := func(s spanOf) { l.spans = append(l.spans, s); n++ }
		at := now[i] + wait
		if last.state == trace.GoWaiting {
			add(spanOf{start: at, state: trace.GoRunnable, p: -1, m: rng.IntN(procs)})
			at++
		}
		p := rng.IntN(procs)
		at = max(at, free[p])
		run := trace.Time(1 + rng.ExpFloat64()*scale*[]float64{0.01, 0.2, 1}[rng.IntN(3)])
		add(spanOf{start: at, state: trace.GoRunning, p: p, m: p})
		free[p] = at + run
		at = free[p]
		switch rng.IntN(8) {
		case 0:
			add(spanOf{start: at, state: trace.GoSyscall, p: p, m: p, stack: []string{"syscall.Read", "main.x"}})
		case 1:
			add(spanOf{start: at, state: trace.GoRunnable, p: p, m: p})
		case 2:
			if rng.IntN(4) == 0 {
				add(spanOf{start: at, state: trace.GoNotExist, p: p, m: p})
				break
			}
			fallthrough
		default:
			add(spanOf{start: at, state: trace.GoWaiting, reason: reasons[rng.IntN(len(reasons))], p: p, m: p,
				stack: []string{"runtime.gopark", fmt.Sprint("main.f", rng.IntN(3)), "main.x"}})
		}
		now[i] = at
		f.end = max(f.end, at)
	}
	f.end += trace.Time(rng.IntN(int(scale) + 2))
	return f.trace()
}
