package figures

import (
	"context"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
)

// SchedulingPart is which table of scheduling is looked at.
type SchedulingPart uint8

// The tables: how long goroutines waited for a P, by start function and by P,
// the longest such waits, and who waits at the end.
const (
	LatencyByFunction SchedulingPart = iota
	LatencyByProc
	LongestWaits
	WaitingAtEnd
)

var schedulingParts = []string{
	LatencyByFunction: "latency by start function", LatencyByProc: "latency by P", LongestWaits: "longest waits for a P", WaitingAtEnd: "waiting at the end",
}

// SchedulingChoice is what of scheduling is looked at.
type SchedulingChoice struct {
	Part SchedulingPart
	Row  Picked // of the part's table
}

// Picked is a row that is chosen, by what it is about.
type Picked struct {
	Is   bool
	Func model.StringID
	Proc trace.ProcIndex
	Span trace.SpanIndex
	// State, Reason and Stack are those of goroutines that wait.
	State  trace.GoState
	Reason model.StringID
	Stack  trace.StackIndex
}

func scheduling(f func(*SchedulingChoice)) Change {
	return func(c Choice) Choice { f(&c.Scheduling); return c }
}

func pickRow(p Picked) Change {
	p.Is = true
	return scheduling(func(c *SchedulingChoice) { c.Row = p })
}

// longestGaps is how many of the longest waits are listed.
const longestGaps = 200

// Scheduling is the sheet of how long goroutines waited for a P, and why they
// ran when they did.
func (s *Source) Scheduling(ctx context.Context, v View) (*Sheet, error) {
	c := &v.Choice.Scheduling
	iv := s.Analysis.Within(v.Interval)
	sheet := &Sheet{Name: "sched", Title: "Scheduling", Interval: iv, About: s.Interval(iv), Scope: analysis.What{Interval: iv}, Of: "all goroutines"}
	sheet.Controls = []Control{{Kind: Select, Help: "What the rows are.", Options: schedulingParts, At: int(c.Part), Set: func(at int, _ string) Change {
		return scheduling(func(c *SchedulingChoice) { *c = SchedulingChoice{Part: SchedulingPart(at)} })
	}}}
	if c.Part == WaitingAtEnd {
		return sheet, s.waitingRows(ctx, sheet, v)
	}
	l, err := remember(&s.memory, "latency", iv, func() (*analysis.Latency, error) { return s.Analysis.Latency(ctx, iv, longestGaps) })
	if err != nil {
		return nil, err
	}
	if c.Part == LongestWaits {
		return sheet, s.gapRows(ctx, sheet, l, v)
	}
	rows, name := l.ByFunc, "start function"
	if c.Part == LatencyByProc {
		rows, name = l.ByProc, "P"
	}
	list, err := newList(ctx, rows, append([]column[analysis.LatencyOf]{
		{title: name, field: fieldName(name), help: "Who waited: from the moment of being ready until it ran.",
			text: func(x analysis.LatencyOf) string { return s.latencyName(&x, c.Part) },
			write: func(x analysis.LatencyOf) string {
				if c.Part == LatencyByProc {
					return s.procName(x.Proc, "")
				}
				return s.raw(x.Func)
			}},
		{title: "waits", width: 84, field: "count", help: "How often one began to run in this time.",
			value: func(x analysis.LatencyOf) float64 { return float64(x.Count) }, text: func(x analysis.LatencyOf) string { return count(int(x.Count)) }},
	}, distribution(func(x analysis.LatencyOf) *analysis.Distribution { return &x.Distribution }, "waits")...), v.Choice.Orders["latency"], nil)
	if err != nil {
		return nil, err
	}
	main := list.panel("latency", "", 0.62, "No goroutine began to run in this time.", func(x analysis.LatencyOf) Target {
		t := Target{Pick: pickRow(Picked{Func: x.Func, Proc: x.Proc})}
		if c.Part == LatencyByFunction {
			t.Profile, t.Scope, t.Of = true, analysis.What{Interval: iv, Funcs: []model.StringID{x.Func}}, s.Func(x.Func)
		}
		return t
	})
	of, title := &l.All, "All waits for a P"
	for i := range list.rows {
		x := &list.rows[i]
		if c.Row.Is && (c.Part == LatencyByProc && x.Proc == c.Row.Proc || c.Part == LatencyByFunction && x.Func == c.Row.Func) {
			main.Selected, of, title = i, x, "Waits of "+s.latencyName(x, c.Part)
			if c.Part == LatencyByFunction {
				sheet.Scope.Funcs, sheet.Of = []model.StringID{x.Func}, s.Func(x.Func)
			}
		}
	}
	chain, err := s.chainPanel(ctx, v, trace.NoSpan)
	if err != nil {
		return nil, err
	}
	sheet.Rows = []Row{{0.6, []*Panel{main, latencyPanel(of, title)}}, {0.4, []*Panel{chain}}}
	return sheet, nil
}

func (s *Source) latencyName(x *analysis.LatencyOf, part SchedulingPart) string {
	if part == LatencyByProc {
		return s.procName(x.Proc, "(P not told)")
	}
	return s.Func(x.Func)
}

// latencyPanel is the histogram of waits for a P.
func latencyPanel(x *analysis.LatencyOf, title string) *Panel {
	return &Panel{Name: "waits", Share: 0.38, Selected: -1, Plot: &plot.Histogram{Title: title, Bins: x.Histogram.Bins(), One: "wait", Many: "waits"}}
}

// gapRows are the longest waits for a P, and why the chosen one began.
func (s *Source) gapRows(ctx context.Context, sheet *Sheet, of *analysis.Latency, v View) error {
	tr := s.Trace
	start := func(x analysis.Gap) trace.Time { return tr.Spans.Start.At(int(x.Span)) }
	l, err := newList(ctx, of.Longest, []column[analysis.Gap]{
		{title: "goroutine", help: "Who waited.", text: func(x analysis.Gap) string { return s.GoName(x.Go) }},
		{field: "goroutine", file: true, text: func(x analysis.Gap) string { return s.goID(x.Go) }},
		{field: "start_function", file: true, text: func(x analysis.Gap) string { return s.raw(tr.Goroutines[x.Go].Func) }},
		{title: "ready at", width: 110, field: "ready_ns", help: "Since the beginning of the trace.", value: func(x analysis.Gap) float64 { return float64(start(x)) }},
		{title: "waited", width: 96, field: "wait_ns", help: "Until it ran.", value: func(x analysis.Gap) float64 { return float64(x.Length) }},
		{title: "made ready by", width: 260, field: "by", help: "Who ended what it had waited for before.", text: func(x analysis.Gap) string {
			if x.By == trace.NoGo {
				return "the runtime"
			}
			return s.GoName(x.By)
		}, write: func(x analysis.Gap) string { return s.goID(x.By) }},
	}, v.Choice.Orders["longest"], nil)
	if err != nil {
		return err
	}
	main := l.panel("longest", "", 0.62, "No goroutine began to run in this time.", func(x analysis.Gap) Target {
		return Target{Pick: pickRow(Picked{Span: x.Span}), Lane: true, Go: x.Go, Time: trace.Interval{From: start(x), To: start(x) + x.Length}}
	})
	span := trace.NoSpan
	for i, x := range l.rows {
		if row := v.Choice.Scheduling.Row; row.Is && row.Span == x.Span {
			main.Selected, span = i, x.Span
		}
	}
	chain, err := s.chainPanel(ctx, v, span)
	if err != nil {
		return err
	}
	sheet.Rows = []Row{{0.6, []*Panel{main, latencyPanel(&of.All, "All waits for a P")}}, {0.4, []*Panel{chain}}}
	return nil
}

// waitingRows are the goroutines that wait where the interval ends, and the
// stack of those that are chosen.
func (s *Source) waitingRows(ctx context.Context, sheet *Sheet, v View) error {
	iv := sheet.Interval
	all, err := remember(&s.memory, "waiting", iv, func() ([]analysis.WaitGroup, error) { return s.Analysis.WaitingAtEnd(ctx, iv) })
	if err != nil {
		return err
	}
	longest := func(x analysis.WaitGroup) trace.Time { return iv.To - x.Since[0] }
	l, err := newList(ctx, all, []column[analysis.WaitGroup]{
		{title: "start function", field: "start_function", help: "The function that they began with.", text: func(x analysis.WaitGroup) string { return s.Func(x.Func) }, write: func(x analysis.WaitGroup) string { return s.raw(x.Func) }},
		{title: "goroutines", width: 96, field: "count", help: "How many wait there.", value: func(x analysis.WaitGroup) float64 { return float64(len(x.Go)) }, text: func(x analysis.WaitGroup) string { return count(len(x.Go)) }},
		{title: "state", width: 200, field: "state", help: "What they wait for.", text: s.stateOf},
		{title: "longest", width: 110, field: "longest_ns", help: "How long the one that has waited longest has.", value: func(x analysis.WaitGroup) float64 { return float64(longest(x)) },
			text: func(x analysis.WaitGroup) string {
				if x.Told {
					return "> " + timeline.Duration(longest(x))
				}
				return timeline.Duration(longest(x))
			}},
		{title: "where", width: 320, field: "where", help: "The top of their stack.", text: func(x analysis.WaitGroup) string { return s.top(x.Stack) }},
	}, v.Choice.Orders["waiting"], nil)
	if err != nil {
		return err
	}
	key := func(x *analysis.WaitGroup) Picked {
		return Picked{Is: true, Func: x.Func, State: x.State, Reason: x.Reason, Stack: x.Stack}
	}
	main := l.panel("waiting", "", 1, "No goroutine waits where this time ends.", func(x analysis.WaitGroup) Target {
		return Target{Pick: pickRow(key(&x)), Lane: true, Go: x.Go[0], Time: trace.Interval{From: max(x.Since[0], iv.From), To: iv.To}, Goroutines: x.Go}
	})
	stack, title := trace.NoStack, "Choose a row to see its stack"
	for i := range l.rows {
		if x := &l.rows[i]; v.Choice.Scheduling.Row == key(x) {
			main.Selected, stack, title = i, x.Stack, "Where "+s.Func(x.Func)+" waits"
		}
	}
	frames, err := s.stackPanel(ctx, stack, title)
	if err != nil {
		return err
	}
	sheet.Rows = []Row{{0.62, []*Panel{main}}, {0.38, []*Panel{frames}}}
	return nil
}

func (s *Source) stateOf(x analysis.WaitGroup) string {
	if x.Reason == 0 {
		return x.State.String()
	}
	return x.State.String() + ": " + s.text(x.Reason, "")
}

// stackPanel lists the frames of a stack.
func (s *Source) stackPanel(ctx context.Context, stack trace.StackIndex, title string) (*Panel, error) {
	var frames []trace.FrameIndex
	if stack != trace.NoStack {
		frames = s.Trace.Stacks.Stack(stack)
	}
	l, err := newList(ctx, frames, []column[trace.FrameIndex]{
		{title: "function", field: "function", help: "The stack, the leaf first.", text: func(f trace.FrameIndex) string { name, _ := s.frame(f); return name }},
		{title: "place", width: 260, field: "place", help: "File and line.", text: func(f trace.FrameIndex) string { _, place := s.frame(f); return place }},
	}, Order{}, nil)
	if err != nil {
		return nil, err
	}
	return l.panel("stack", title, 1, "The trace tells no stack.", nil), nil
}
