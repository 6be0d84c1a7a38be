package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/trace"
)

// writeTrace makes a trace out of lines. Times are in nanoseconds, "-" is a
// time that is not told.
//
//	g1 main.main 0 running p0 m0      a span of a goroutine begins; P and thread may be missing
//	g1 - 10 waiting: chan receive     the function stands in its first line only
//	g2 f 12 new by g1                 it is made: runnable
//	task 1 "type" 3 9 g1 g1           from, to, by whom; "parent 7" may follow
//	region g1 "type" 3 9 task 1
//	log g1 5 1 category: message
//	mark 3 9 / stop 3 4 g1 GC mark termination / assist 3 9 g1 / sweep 3 9 p0
//	label g2 15 GC (idle)
//	metric name 5 100 30 120          values from times on
//	end 100
func writeTrace(t *testing.T, text string) *trace.Trace {
	t.Helper()
	w := &writer{t: t, tr: &trace.Trace{Stacks: &trace.Stacks{Start: []int32{0, 0}}}, texts: []string{""}}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		w.line(strings.Fields(line))
	}
	return w.finish()
}

type writtenSpan struct {
	at    trace.Time
	cond  uint16
	p, m  int
	stack trace.StackIndex
}

type writer struct {
	t     *testing.T
	tr    *trace.Trace
	texts []string
	spans [][]writtenSpan
}

func (w *writer) text(s string) model.StringID {
	if i := slices.Index(w.texts, s); i >= 0 {
		return model.StringID(i)
	}
	w.texts = append(w.texts, s)
	return model.StringID(len(w.texts) - 1)
}

func (w *writer) number(s string) (n int) {
	w.t.Helper()
	if _, err := fmt.Sscan(strings.TrimLeft(s, "gpm"), &n); err != nil {
		w.t.Fatalf("%q is no number", s)
	}
	return n
}

func (w *writer) time(s string) trace.Time {
	if s == "-" {
		return trace.NoTime
	}
	return trace.Time(w.number(s))
}

// goroutine is index id−1.
func (w *writer) goroutine(s string) trace.GoIndex {
	if s == "-" {
		return trace.NoGo
	}
	n := w.number(s)
	for len(w.spans) < n {
		w.spans = append(w.spans, nil)
		w.tr.Goroutines = append(w.tr.Goroutines, trace.Goroutine{ID: int64(len(w.spans)), Creator: trace.NoGo})
	}
	return trace.GoIndex(n - 1)
}

func (w *writer) task(s string) trace.TaskIndex {
	n := w.number(s)
	for len(w.tr.Tasks) < n {
		w.tr.Tasks = append(w.tr.Tasks, trace.Task{ID: uint64(len(w.tr.Tasks) + 1), Parent: trace.NoTask,
			Start: trace.NoTime, End: trace.NoTime, StartGo: trace.NoGo, EndGo: trace.NoGo})
	}
	return trace.TaskIndex(n - 1)
}

func (w *writer) stack(f string) trace.StackIndex {
	tr := w.tr
	tr.Frames = append(tr.Frames, trace.Frame{PC: uint64(len(tr.Frames) + 1), Func: w.text(f), File: w.text("f.go"), Line: 1})
	tr.Stacks.Frames = append(tr.Stacks.Frames, trace.FrameIndex(len(tr.Frames)-1))
	tr.Stacks.Start = append(tr.Stacks.Start, int32(len(tr.Stacks.Frames)))
	return trace.StackIndex(tr.Stacks.Len() - 1)
}

func (w *writer) line(f []string) {
	tr := w.tr
	switch kind := f[0]; {
	case kind == "end":
		tr.End = w.time(f[1])
	case kind == "mark":
		tr.Marks = append(tr.Marks, trace.Mark{Start: w.time(f[1]), End: w.time(f[2])})
	case kind == "stop":
		tr.Stops = append(tr.Stops, trace.Stop{Start: w.time(f[1]), End: w.time(f[2]), Go: w.goroutine(f[3]), Reason: w.text(strings.Join(f[4:], " "))})
	case kind == "assist":
		tr.Assists = append(tr.Assists, trace.Assist{Start: w.time(f[1]), End: w.time(f[2]), Go: w.goroutine(f[3])})
	case kind == "sweep":
		tr.Sweeps = append(tr.Sweeps, trace.Sweep{Start: w.time(f[1]), End: w.time(f[2]), Proc: trace.ProcIndex(w.number(f[3])), Swept: 10, Reclaimed: 5})
	case kind == "log":
		tr.Logs = append(tr.Logs, trace.Log{Go: w.goroutine(f[1]), Time: w.time(f[2]), Task: w.task(f[3]),
			Category: w.text(strings.TrimSuffix(f[4], ":")), Message: w.text(strings.Join(f[5:], " "))})
	case kind == "task":
		i := w.task(f[1])
		if len(f) > 7 {
			parent := w.task(f[8])
			tr.Tasks[i].Parent = parent
		}
		r := &tr.Tasks[i]
		r.Type, r.Start, r.End, r.StartGo, r.EndGo = w.text(f[2]), w.time(f[3]), w.time(f[4]), w.goroutine(f[5]), w.goroutine(f[6])
	case kind == "region":
		r := trace.Region{Go: w.goroutine(f[1]), Type: w.text(f[2]), Start: w.time(f[3]), End: w.time(f[4]), Task: trace.NoTask, Parent: trace.NoRegion}
		if len(f) > 5 {
			r.Task = w.task(f[6])
		}
		tr.Regions = append(tr.Regions, r)
	case kind == "metric":
		m := trace.Metric{Name: w.text(f[1]), Time: trace.MakeTimes(len(f)/2 - 1)}
		for i := range m.Time.Len() {
			m.Time.Set(i, w.time(f[2+2*i]))
			m.Value = append(m.Value, uint64(w.number(f[3+2*i])))
		}
		tr.Metrics = append(tr.Metrics, m)
	case kind == "label":
		tr.Labels = append(tr.Labels, trace.GoLabel{Go: w.goroutine(f[1]), Time: w.time(f[2]), Label: w.text(strings.Join(f[3:], " "))})
	default:
		w.span(f)
	}
}

func (w *writer) span(f []string) {
	g := w.goroutine(f[0])
	if f[1] != "-" {
		w.tr.Goroutines[g].Func, w.tr.Goroutines[g].Root = w.text(f[1]), w.text(f[1])
	}
	s := writtenSpan{at: w.time(f[2]), p: -1, m: -1}
	var c trace.Condition
	state, rest := strings.TrimSuffix(f[3], ":"), f[4:]
	switch state {
	case "new":
		c.State = trace.GoRunnable
		creator := w.goroutine(rest[1])
		w.tr.Goroutines[g].Creator, w.tr.Goroutines[g].Created = creator, true
		rest = rest[2:]
	case "told":
		c.State, c.BeganBefore = trace.GoWaiting, true
	default:
		c.State = trace.GoState(slices.Index([]string{"unknown", "ended", "runnable", "running", "waiting", "syscall"}, state))
	}
	var reason []string
	for _, r := range rest {
		switch {
		case len(r) == 2 && r[0] == 'p':
			s.p = w.number(r)
		case len(r) == 2 && r[0] == 'm':
			s.m = w.number(r)
		default:
			reason = append(reason, r)
		}
	}
	c.Reason = w.text(strings.Join(reason, " "))
	i := slices.Index(w.tr.Spans.Conditions, c)
	if i < 0 {
		i = len(w.tr.Spans.Conditions)
		w.tr.Spans.Conditions = append(w.tr.Spans.Conditions, c)
	}
	s.cond = uint16(i)
	s.stack = w.stack(f[0] + " at " + f[2])
	w.spans[g] = append(w.spans[g], s)
}

func (w *writer) finish() *trace.Trace {
	tr := w.tr
	conditions := tr.Spans.Conditions
	n, procs, threads := 0, 0, 0
	for _, spans := range w.spans {
		n += len(spans)
		for _, s := range spans {
			procs, threads = max(procs, s.p+1), max(threads, s.m+1)
		}
	}
	for i := range tr.Sweeps {
		procs = max(procs, int(tr.Sweeps[i].Proc)+1)
	}
	tr.Spans = trace.MakeSpans(context.Background(), nil, n, trace.NoTime, conditions, 1<<16, procs, threads)
	tr.ProcSpans = trace.MakeProcSpans(procs)
	for p := range procs {
		tr.Procs = append(tr.Procs, trace.Proc{ID: int64(p), First: int32(p), End: int32(p + 1)})
		tr.ProcSpans.State[p], tr.ProcSpans.M[p] = trace.ProcRunning, uint16(p)
	}
	tr.Threads = make([]trace.Thread, threads)
	onProc, onThread := make([][]trace.SpanIndex, procs), make([][]trace.SpanIndex, threads)
	k := 0
	for g, spans := range w.spans {
		tr.Goroutines[g].First = trace.SpanIndex(k)
		for _, s := range spans {
			tr.Spans.Set(trace.SpanIndex(k), s.at, s.cond, s.stack, trace.ProcIndex(s.p), trace.ThreadIndex(s.m))
			if st := conditions[s.cond].State; st == trace.GoRunning || st == trace.GoSyscall {
				if s.p >= 0 {
					onProc[s.p] = append(onProc[s.p], trace.SpanIndex(k))
				}
				if s.m >= 0 {
					onThread[s.m] = append(onThread[s.m], trace.SpanIndex(k))
				}
			}
			k++
		}
		tr.Goroutines[g].End = trace.SpanIndex(k)
	}
	lanes := func(rows [][]trace.SpanIndex) trace.Lanes {
		l := trace.Lanes{First: []int32{0}}
		for _, row := range rows {
			slices.SortFunc(row, func(a, b trace.SpanIndex) int { return int(tr.Spans.Start(a) - tr.Spans.Start(b)) })
			l.Spans = append(l.Spans, row...)
			l.First = append(l.First, int32(len(l.Spans)))
		}
		return l
	}
	tr.ProcLanes, tr.ThreadLanes = lanes(onProc), lanes(onThread)
	tr.Strings = model.NewStrings(w.texts)
	tr.SortGoroutines()
	return tr
}
