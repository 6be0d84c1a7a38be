package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	xtrace "golang.org/x/exp/trace"

	"profstation/model/trace"
)

// refSpan is one span of a goroutine, P or lane, in the trace's own words.
type refSpan struct {
	state, reason string
	start, end    int64
	stack         string
	p, m          int64 // −1: none
	by            int64 // who made it runnable; −1: nobody
}

type refGo struct {
	spans   []refSpan
	created bool
	creator int64
	start   string
	root    string
}

// refTrace is a trace as one reader tells it, event by event, without any
// thought of speed: what the fast loader's model is held against.
type refTrace struct {
	origin, last int64
	begun        bool
	events       int64
	gos          map[int64]*refGo
	goOrder      []int64
	procs        map[int64][]refSpan
	threads      map[int64]bool
	ranges       []string
	open         map[string]refRange
	tasks        []string
	taskOpen     map[uint64]string
	logs         []string
	metrics      []string
	samples      []string
	labels       []string
	regions      []refRegion
}

type refRange struct {
	start int64
	what  string
}

type refRegion struct {
	g          int64
	task       uint64
	typ        string
	start, end int64
	stack      string
}

func newRef() *refTrace {
	return &refTrace{
		gos: map[int64]*refGo{}, procs: map[int64][]refSpan{}, threads: map[int64]bool{},
		open: map[string]refRange{}, taskOpen: map[uint64]string{},
	}
}

func refStack(s xtrace.Stack) string {
	var b strings.Builder
	for f := range s.Frames() {
		fmt.Fprintf(&b, "%x %s %s %d\n", f.PC, f.Func, f.File, f.Line)
	}
	return b.String()
}

// read takes all events of one reader. It returns the error that ended it.
func (r *refTrace) read(in io.Reader) error {
	reader, err := xtrace.NewReader(in)
	if err != nil {
		return err
	}
	return r.all(reader)
}

// all takes all events of a reader.
func (r *refTrace) all(reader eventReader) error {
	for {
		e, err := reader.ReadEvent()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		r.event(e)
	}
}

func (r *refTrace) event(e xtrace.Event) {
	clock := int64(e.Time())
	if !r.begun {
		r.begun, r.origin = true, clock
	}
	at := clock - r.origin
	r.last = at
	r.events++
	g, p, m := int64(e.Goroutine()), int64(e.Proc()), int64(e.Thread())
	if m >= 0 {
		r.threads[m] = true
	}
	switch e.Kind() {
	case xtrace.EventStateTransition:
		st := e.StateTransition()
		switch st.Resource.Kind {
		case xtrace.ResourceGoroutine:
			r.goroutine(e, st, at)
		case xtrace.ResourceProc:
			r.proc(st, at, m)
		}
	case xtrace.EventRangeBegin:
		x := e.Range()
		r.open[fmt.Sprint(x.Scope, x.Name)] = refRange{at, x.Name}
	case xtrace.EventRangeActive:
		x := e.Range()
		if _, ok := r.open[fmt.Sprint(x.Scope, x.Name)]; !ok {
			r.open[fmt.Sprint(x.Scope, x.Name)] = refRange{0, x.Name}
		}
	case xtrace.EventRangeEnd:
		x := e.Range()
		key := fmt.Sprint(x.Scope, x.Name)
		o := r.open[key]
		delete(r.open, key)
		text := fmt.Sprint(x.Name, " ", x.Scope, " ", o.start, " ", at)
		for _, a := range e.RangeAttributes() {
			text += " " + a.Value.String()
		}
		r.ranges = append(r.ranges, text)
	case xtrace.EventTaskBegin:
		t := e.Task()
		r.taskOpen[uint64(t.ID)] = fmt.Sprintf("%d %s in %d from %d by %d", t.ID, t.Type, int64(t.Parent), at, g)
	case xtrace.EventTaskEnd:
		t := e.Task()
		if begun, ok := r.taskOpen[uint64(t.ID)]; ok {
			r.tasks = append(r.tasks, fmt.Sprintf("%s to %d by %d", begun, at, g))
			delete(r.taskOpen, uint64(t.ID))
		}
	case xtrace.EventRegionBegin:
		x := e.Region()
		r.regions = append(r.regions, refRegion{g, uint64(x.Task), x.Type, at, -1, refStack(e.Stack())})
	case xtrace.EventRegionEnd:
		x := e.Region()
		for i := len(r.regions) - 1; ; i-- {
			if i < 0 {
				r.regions = append(r.regions, refRegion{g, uint64(x.Task), x.Type, -1, at, ""})
				break
			}
			if y := &r.regions[i]; y.g == g && y.end < 0 && y.task == uint64(x.Task) && y.typ == x.Type {
				y.end = at
				break
			}
		}
	case xtrace.EventLog:
		l := e.Log()
		r.logs = append(r.logs, fmt.Sprintf("%d %d %d %q %q %s", at, g, l.Task, l.Category, l.Message, refStack(e.Stack())))
	case xtrace.EventMetric:
		x := e.Metric()
		r.metrics = append(r.metrics, fmt.Sprintf("%s %d %d", x.Name, at, x.Value.Uint64()))
	case xtrace.EventStackSample:
		r.samples = append(r.samples, fmt.Sprintf("%d %d %d %d %s", at, g, p, m, refStack(e.Stack())))
	case xtrace.EventLabel:
		r.labels = append(r.labels, fmt.Sprintf("%d %d %s", at, g, e.Label().Label))
	}
}

func (r *refTrace) goroutine(e xtrace.Event, st xtrace.StateTransition, at int64) {
	id := int64(st.Resource.Goroutine())
	from, to := st.Goroutine()
	g := r.gos[id]
	if g == nil {
		g = &refGo{creator: -1}
		r.gos[id] = g
		r.goOrder = append(r.goOrder, id)
	}
	if f := refRoot(st.Stack); g.root == "" || from == xtrace.GoNotExist && f != "" {
		g.root = f
	}
	span := refSpan{state: to.String(), reason: st.Reason, start: at, end: -1, p: int64(e.Proc()), m: int64(e.Thread()), by: -1}
	switch {
	case from == to:
		return // told again
	case from == xtrace.GoUndetermined:
		if len(g.spans) > 0 && g.spans[len(g.spans)-1].state == span.state {
			return
		}
		span.start, span.stack = 0, refStack(st.Stack)
		if to != xtrace.GoRunning {
			span.p = -1
			if to != xtrace.GoSyscall {
				span.m = -1
			}
		}
	case from == xtrace.GoNotExist:
		g.created, g.creator, g.start = true, int64(e.Goroutine()), refStack(st.Stack)
		span.stack = refStack(e.Stack())
	case to == xtrace.GoRunnable:
		span.stack = refStack(e.Stack())
	default:
		span.stack = refStack(st.Stack)
	}
	if to == xtrace.GoRunnable && span.m >= 0 && (from == xtrace.GoNotExist || from == xtrace.GoWaiting) {
		span.by = int64(e.Goroutine())
	}
	if n := len(g.spans); n > 0 {
		g.spans[n-1].end = at
	}
	g.spans = append(g.spans, span)
}

func refRoot(s xtrace.Stack) string {
	root := ""
	for f := range s.Frames() {
		root = f.Func
	}
	return root
}

func (r *refTrace) proc(st xtrace.StateTransition, at, m int64) {
	id := int64(st.Resource.Proc())
	from, to := st.Proc()
	spans := r.procs[id]
	if from == to {
		return
	}
	span := refSpan{state: to.String(), start: at, end: -1, m: -1}
	if from == xtrace.ProcUndetermined {
		span.start = 0
	}
	if to == xtrace.ProcRunning {
		span.m = m
	}
	if n := len(spans); n > 0 {
		spans[n-1].end = at
	}
	r.procs[id] = append(spans, span)
}

// words are the reader's names of the model's states.
var words = map[trace.GoState]string{
	trace.GoUnknown: "?", trace.GoNotExist: "NotExist", trace.GoRunnable: "Runnable",
	trace.GoRunning: "Running", trace.GoWaiting: "Waiting", trace.GoSyscall: "Syscall",
}

func modelStack(m *trace.Trace, s trace.StackIndex) string {
	var b strings.Builder
	for _, i := range m.Stacks.Stack(s) {
		f := m.Frames[i]
		fmt.Fprintf(&b, "%x %s %s %d\n", f.PC, m.Strings.Raw(f.Func), m.Strings.Raw(f.File), f.Line)
	}
	return b.String()
}

func goID(m *trace.Trace, g trace.GoIndex) int64 {
	if g == trace.NoGo {
		return -1
	}
	return m.Goroutines[g].ID
}

func procID(m *trace.Trace, p trace.ProcIndex) int64 {
	if p == trace.NoProc {
		return -1
	}
	return m.Procs[p].ID
}

func threadID(m *trace.Trace, t trace.ThreadIndex) int64 {
	if t == trace.NoThread {
		return -1
	}
	return m.Threads[t].ID
}

// compareTrace holds a model against the reference.
func compareTrace(t *testing.T, m *trace.Trace, r *refTrace) {
	t.Helper()
	errors := 0
	bad := func(format string, args ...any) {
		t.Helper()
		if errors++; errors < 10 {
			t.Errorf(format, args...)
		}
	}
	if m.Events != r.events || int64(m.End) != r.last || m.ClockStart != r.origin {
		bad("%d events from %d, %d ns; want %d, %d, %d", m.Events, m.ClockStart, m.End, r.events, r.origin, r.last)
	}
	var order []int64
	for i := range m.Goroutines {
		g, row := trace.GoIndex(i), &m.Goroutines[i]
		if row.First == row.End {
			bad("goroutine %d has no span", row.ID)
			continue
		}
		if m.Spans.State(row.First) == trace.GoUnknown && r.gos[row.ID] == nil {
			continue // only named
		}
		order = append(order, row.ID)
		want := r.gos[row.ID]
		if want == nil {
			bad("there is no goroutine %d", row.ID)
			continue
		}
		if k, ok := m.GoByID(row.ID); !ok || k != g {
			bad("goroutine %d is found as %d, want %d", row.ID, k, g)
		}
		if row.Created != want.created || goID(m, row.Creator) != want.creator || modelStack(m, row.Start) != want.start || m.Strings.Raw(row.Root) != want.root {
			bad("goroutine %d: created %v by %d in %q as %q, want %+v", row.ID, row.Created, goID(m, row.Creator), modelStack(m, row.Start), m.Strings.Raw(row.Root), want.creator)
		}
		if int(row.End-row.First) != len(want.spans) {
			bad("goroutine %d has %d spans, want %d", row.ID, row.End-row.First, len(want.spans))
			continue
		}
		for k, w := range want.spans {
			s := row.First + trace.SpanIndex(k)
			if w.end < 0 {
				w.end = r.last
			}
			got := refSpan{
				words[m.Spans.State(s)], m.Strings.Raw(m.Spans.Reason(s)), int64(m.Spans.Start(s)), int64(m.SpanEnd(g, s)),
				modelStack(m, m.Spans.Stack(s)), procID(m, m.Spans.Proc(s)), threadID(m, m.Spans.Thread(s)), goID(m, m.WokenBy(s)),
			}
			if got != w {
				bad("goroutine %d span %d of %d:\n got %+v\nwant %+v", row.ID, k, len(want.spans), got, w)
			}
		}
	}
	slices.Sort(order)
	want := slices.Sorted(slices.Values(r.goOrder))
	if !slices.Equal(order, want) {
		bad("%d goroutines, want %d", len(order), len(want))
	}
	for i, p := range m.Procs {
		want := r.procs[p.ID]
		if int(p.End-p.First) != len(want) {
			bad("P %d has %d spans, want %d", p.ID, p.End-p.First, len(want))
			continue
		}
		for k, w := range want {
			j := int(p.First) + k
			if w.end < 0 {
				w.end = r.last
			}
			state := map[trace.ProcState]string{trace.ProcIdle: "Idle", trace.ProcRunning: "Running"}[m.ProcSpans.State[j]]
			got := refSpan{state: state, start: int64(m.ProcSpans.Start.At(j)), end: int64(m.ProcSpanEnd(trace.ProcIndex(i), int32(j))), m: threadID(m, m.ProcSpans.Thread(j))}
			if got != w {
				bad("P %d span %d: got %+v, want %+v", p.ID, k, got, w)
			}
		}
	}
	if len(m.Threads) != len(r.threads) {
		bad("%d threads, want %d", len(m.Threads), len(r.threads))
	}
	compareNotes(t, m, r)
	checkTrace(t, m)
}

func compareLists(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s %d of %d and %d:\n got %s\nwant %s", what, i, len(got), len(want), got[i], want[i])
			return
		}
	}
	t.Errorf("%d %s, want %d", len(got), what, len(want))
}

func compareNotes(t *testing.T, m *trace.Trace, r *refTrace) {
	t.Helper()
	var ranges []string
	add := func(end trace.Time, format string, args ...any) {
		if end != trace.NoTime {
			ranges = append(ranges, fmt.Sprintf(format, args...))
		}
	}
	for _, x := range m.Marks {
		add(x.End, "GC concurrent mark phase None %d %d", x.Start, x.End)
	}
	for _, x := range m.Stops {
		add(x.End, "stop-the-world (%s) Goroutine(%d) %d %d", m.Strings.Raw(x.Reason), goID(m, x.Go), x.Start, x.End)
	}
	for _, x := range m.Assists {
		add(x.End, "GC mark assist Goroutine(%d) %d %d", goID(m, x.Go), x.Start, x.End)
	}
	for _, x := range m.Sweeps {
		add(x.End, "GC incremental sweep Proc(%d) %d %d Value{Uint64(%d)} Value{Uint64(%d)}", procID(m, x.Proc), x.Start, x.End, x.Swept, x.Reclaimed)
	}
	slices.Sort(ranges)
	slices.Sort(r.ranges)
	compareLists(t, "ranges", ranges, r.ranges)
	var tasks, regions, logs, metrics, samples, labels, want []string
	for _, x := range m.Tasks {
		if x.Start != trace.NoTime && x.End != trace.NoTime {
			parent := int64(-1)
			if x.Parent != trace.NoTask {
				parent = int64(m.Tasks[x.Parent].ID)
			}
			tasks = append(tasks, fmt.Sprintf("%d %s in %d from %d by %d to %d by %d", x.ID, m.Strings.Raw(x.Type), parent, x.Start, goID(m, x.StartGo), x.End, goID(m, x.EndGo)))
		}
	}
	slices.Sort(tasks)
	slices.Sort(r.tasks)
	compareLists(t, "tasks", tasks, r.tasks)
	taskID := func(i trace.TaskIndex) uint64 {
		if i == trace.NoTask {
			return 0
		}
		return m.Tasks[i].ID
	}
	at := func(v trace.Time) int64 {
		if v == trace.NoTime {
			return -1
		}
		return int64(v)
	}
	for _, x := range m.Regions {
		end := int64(-1)
		if x.Ended() {
			end = int64(x.End)
		}
		regions = append(regions, fmt.Sprint(refRegion{goID(m, x.Go), taskID(x.Task), m.Strings.Raw(x.Type), at(x.Start), end, modelStack(m, x.StartStack)}))
	}
	for _, x := range r.regions {
		want = append(want, fmt.Sprint(x))
	}
	compareLists(t, "regions", regions, want)
	for _, x := range m.Logs {
		logs = append(logs, fmt.Sprintf("%d %d %d %q %q %s", x.Time, goID(m, x.Go), taskID(x.Task), m.Strings.Raw(x.Category), m.Strings.Raw(x.Message), modelStack(m, x.Stack)))
	}
	compareLists(t, "logs", logs, r.logs)
	for _, x := range m.Metrics {
		for i, v := range x.Value {
			metrics = append(metrics, fmt.Sprintf("%s %d %d", m.Strings.Raw(x.Name), x.Time.At(i), v))
		}
	}
	slices.Sort(metrics)
	slices.Sort(r.metrics)
	compareLists(t, "metrics", metrics, r.metrics)
	for _, x := range m.Samples {
		samples = append(samples, fmt.Sprintf("%d %d %d %d %s", x.Time, goID(m, x.Go), procID(m, x.Proc), threadID(m, x.Thread), modelStack(m, x.Stack)))
	}
	compareLists(t, "samples", samples, r.samples)
	for _, x := range m.Labels {
		labels = append(labels, fmt.Sprintf("%d %d %s", x.Time, goID(m, x.Go), m.Strings.Raw(x.Label)))
	}
	compareLists(t, "labels", labels, r.labels)
}

// checkTrace holds the invariants that stand above the model's tables.
func checkTrace(t *testing.T, m *trace.Trace) {
	t.Helper()
	at := trace.SpanIndex(0)
	for i, g := range m.Goroutines {
		if g.First != at || g.End <= g.First {
			t.Fatalf("goroutine %d has spans %d to %d, want from %d", g.ID, g.First, g.End, at)
		}
		at = g.End
		for s := g.First; s < g.End; s++ {
			if m.Spans.Start(s) > m.SpanEnd(trace.GoIndex(i), s) || s > g.First && m.Spans.Start(s) <= m.Spans.Start(s-1) {
				t.Fatalf("span %d of goroutine %d begins at %d, ends at %d", s, g.ID, m.Spans.Start(s), m.SpanEnd(trace.GoIndex(i), s))
			}
			if m.GoOf(s) != trace.GoIndex(i) {
				t.Fatalf("span %d is of goroutine %d, want %d", s, m.GoOf(s), i)
			}
		}
	}
	if int(at) != m.Spans.Len() {
		t.Errorf("%d spans, the goroutines have %d", m.Spans.Len(), at)
	}
	checkRegions(t, m)
	for _, l := range []*trace.Lanes{&m.ProcLanes, &m.ThreadLanes} {
		for i := range l.Len() {
			lane := l.Lane(i)
			for k := 1; k < len(lane); k++ {
				if a, b := m.Spans.Start(lane[k-1]), m.Spans.Start(lane[k]); a > b || a == b && !m.Spans.Condition(lane[k]).BeganBefore { // a file may state several
					t.Fatalf("lane %d: span %d begins at %d, the next at %d", i, lane[k-1], a, b)
				}
			}
		}
	}
	if m.ProcLanes.Len() != len(m.Procs) || m.ThreadLanes.Len() != len(m.Threads) {
		t.Errorf("%d and %d lanes of %d Ps and %d threads", m.ProcLanes.Len(), m.ThreadLanes.Len(), len(m.Procs), len(m.Threads))
	}
}

// checkRegions holds that a region began while its parent was open, and that the regions of a goroutine with as many
// others around them do not overlap, so that a row of the timeline can show them.
func checkRegions(t *testing.T, m *trace.Trace) {
	t.Helper()
	type row struct {
		g     trace.GoIndex
		depth int
	}
	depth, until := make([]int, len(m.Regions)), map[row]trace.Time{}
	for i, r := range m.Regions {
		if r.Start == trace.NoTime {
			continue
		}
		if r.Parent != trace.NoRegion {
			p := &m.Regions[r.Parent]
			if depth[i] = depth[r.Parent] + 1; p.Go != r.Go || p.Start > r.Start || p.End <= r.Start {
				t.Fatalf("region %d %+v is in %+v", i, r, *p)
			}
		}
		at := row{r.Go, depth[i]}
		if last, ok := until[at]; ok && last > r.Start {
			t.Fatalf("region %d of goroutine %d begins at %d, another with %d around it ends at %d", i, r.Go, r.Start, depth[i], last)
		}
		until[at] = r.End
	}
}
