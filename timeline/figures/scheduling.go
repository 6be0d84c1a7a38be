package figures

import (
	"cmp"
	"context"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/plot"
	"profstation/timeline/wording"
)

// SchedulingPart says which table of scheduling to show.
type SchedulingPart uint8

// The tables: how long goroutines waited for a P, by start function and by P, the longest such waits, and who waits
// at the end.
const (
	LatencyByFunction SchedulingPart = iota
	LatencyByProc
	LongestWaits
	WaitingAtEnd
)

var schedulingParts = []string{
	LatencyByFunction: "latency by start function", LatencyByProc: "latency by P", LongestWaits: "longest waits for a P",
	WaitingAtEnd: "waiting at the end",
}

// SchedulingChoice says what to look at in the scheduling sheet.
type SchedulingChoice struct {
	Part SchedulingPart
	Row  Picked // in the part's table
}

// Picked identifies the chosen row by what it is about.
type Picked struct {
	Is   bool
	Func model.StringID
	Proc trace.ProcIndex
	Span trace.SpanIndex
	Wait analysis.WaitPlace
}

func pickRow(p Picked) Change {
	p.Is = true
	return change(func(c *Choice) { c.Scheduling.Row = p })
}

const longestGaps = 200

// scheduling makes the sheet that shows how long goroutines waited for a P, and why they ran when they did.
func (m *maker) scheduling() error {
	c := &m.view.Choice.Scheduling
	m.offer(Control{Kind: Select, Help: lang.L("What each row stands for."), Options: translated(schedulingParts), At: int(c.Part)},
		func(c *Choice, at int, _ string) { c.Scheduling = SchedulingChoice{Part: SchedulingPart(at)} })
	if c.Part == WaitingAtEnd {
		return m.waiting()
	}
	latency, err := ask(m, "latency", func(ctx context.Context, iv trace.Interval) (*analysis.Latency, error) {
		return m.Analysis.Latency(ctx, iv, longestGaps)
	})
	if err != nil {
		return err
	}
	if c.Part == LongestWaits {
		m.gaps(latency)
		return nil
	}
	type row = analysis.LatencyOf
	rows, first := latency.ByFunc, column[row]{title: "start function", write: func(x row) string { return m.raw(x.Func) }}
	name := func(x row) string { return m.Func(x.Func) }
	picked := func(x row) bool { return c.Row.Is && x.Func == c.Row.Func }
	if c.Part == LatencyByProc {
		rows, first = latency.ByProc, column[row]{title: "P", write: func(x row) string { return m.ProcName(x.Proc) }}
		name = func(x row) string { return cmp.Or(m.ProcName(x.Proc), lang.L("(P not recorded)")) }
		picked = func(x row) bool { return c.Row.Is && x.Proc == c.Row.Proc }
	}
	first.field, first.text, first.help = fieldName(first.title), name,
		lang.L("The waiting goroutine, from the moment it was ready until it ran.")
	l := newList(m, definition[row]{
		name: "latency", share: 0.62, empty: lang.L("No goroutine began to run in this time."), rows: rows,
		columns: append([]column[row]{
			first,
			{title: "waits", width: 84, field: "count", help: lang.L("How often one began to run in this time."),
				figure: countOf(func(x row) int { return int(x.Count) })},
		}, distribution(func(x row) *analysis.Distribution { return &x.Distribution }, overWaits)...),
		target: func(x row) Target {
			t := Target{Pick: pickRow(Picked{Func: x.Func, Proc: x.Proc})}
			if c.Part == LatencyByFunction {
				t.Profile, t.Scope, t.Of = true, analysis.What{Interval: m.iv, Funcs: []model.StringID{x.Func}}, m.funcIn(lang.English, x.Func)
			}
			return t
		},
	})
	of, title := latency.All, lang.L("All waits for a P")
	if x, ok := l.pick(picked); ok {
		of, title = x, lang.L("Waits of {{.Name}}", lang.With{"Name": name(x)})
		if c.Part == LatencyByFunction {
			m.sheet.Scope.Funcs, m.sheet.Of = []model.StringID{x.Func}, m.funcIn(lang.English, x.Func)
		}
	}
	m.offerBars()
	m.waits(l.Panel, &of, title, trace.NoSpan)
	return nil
}

// waits adds a table of waits for a P, their histogram, and why one of them ended.
func (m *maker) waits(main *Panel, of *analysis.LatencyOf, title string, span trace.SpanIndex) {
	h := &plot.Histogram{Title: title, Bins: of.Histogram.Bins(), Bars: m.view.Choice.Bars, Say: func(times string, n int) string {
		return lang.N(n, "{{.Times}}: 1 wait", "{{.Times}}: {{.N}} waits", lang.With{"Times": times})
	}}
	m.add(0.6, main, &Panel{Name: "waits", Share: 0.38, Selected: -1, Plot: h})
	m.add(0.4, m.chain(span))
}

// gaps lists the longest waits for a P, and why the chosen one ended.
func (m *maker) gaps(of *analysis.Latency) {
	type row = analysis.Gap
	tr := m.Trace
	start := func(x row) trace.Time { return tr.Spans.Start(x.Span) }
	ready := momentsOf(of.Longest, start)
	ended, steps := map[trace.SpanIndex]*ending{}, work.StepsUntil(m.ctx)
	for _, x := range of.Longest {
		ended[x.Span] = m.ending(steps, x.Span)
	}
	l := newList(m, definition[row]{
		name: "longest", share: 0.62, empty: lang.L("No goroutine began to run in this time."), rows: of.Longest,
		columns: []column[row]{
			{title: "goroutine", help: lang.L("Who waited."), text: func(x row) string { return m.GoName(x.Go) }},
			{field: "goroutine", file: true, digits: true, text: func(x row) string { return m.goID(x.Go) }},
			{field: "start_function", file: true, text: func(x row) string { return m.raw(tr.Goroutines[x.Go].Func) }},
			{title: "ready at", width: 110, field: "ready_ns", help: lang.L("Time since the beginning of the trace."), figure: ready},
			{title: "waited", width: 96, field: "wait_ns", help: lang.L("Until it ran."),
				figure: timeOf(func(x row) trace.Time { return x.Length })},
			fitting(column[row]{title: "made ready by", width: 200, field: "by", help: lang.L("What woke it."),
				text: func(x row) string {
					if !tr.Woken(x.Span) {
						return lang.L("nobody")
					}
					return cmp.Or(m.GoName(x.By), lang.L("the runtime"))
				}, digits: true, write: func(x row) string { return m.goID(x.By) }}, of.Longest),
			fitting(spoken(column[row]{title: EndedBy, width: 240, field: "ended_by",
				help: lang.L("Why it waited for a P if nobody had to wake it, and who had the Ps. A click goes there.")},
				func(say lang.Voice, x row) string { return m.endedBy(say, ended[x.Span]) }), of.Longest),
		},
		target: func(x row) Target {
			return Target{Pick: pickRow(Picked{Span: x.Span}), Lane: true, Go: x.Go,
				Time: trace.Interval{From: start(x), To: start(x) + x.Length}, Ended: ended[x.Span].target()}
		},
	})
	span, picked := trace.NoSpan, m.view.Choice.Scheduling.Row
	if x, ok := l.pick(func(x row) bool { return picked.Is && picked.Span == x.Span }); ok {
		span = x.Span
	}
	m.offerBars()
	m.waits(l.Panel, &of.All, lang.L("All waits for a P"), span)
}

// waiting lists the goroutines that wait at the interval's end, and the stack for the chosen ones.
func (m *maker) waiting() error {
	type row = analysis.WaitGroup
	all, err := ask(m, "waiting", m.Analysis.WaitingAtEnd)
	if err != nil {
		return err
	}
	longest := func(x row) trace.Time { return m.iv.To - x.Since }
	l := newList(m, definition[row]{
		name: "waiting", empty: lang.L("No goroutine is waiting at the end of this time."), rows: all,
		columns: []column[row]{
			{title: "start function", field: "start_function", help: lang.L("Their start function."),
				text: func(x row) string { return m.Func(x.Func) }, write: func(x row) string { return m.raw(x.Func) }},
			{title: "goroutines", width: 96, field: "count", help: lang.L("How many wait there."),
				figure: countOf(func(x row) int { return len(x.Go) })},
			spoken(column[row]{title: "state", width: 200, field: "state", help: lang.L("What they wait for.")},
				func(say lang.Voice, x row) string { return m.In(say).StateText(x.State, x.Reason) }),
			{title: "longest", width: 110, field: "longest_ns", help: lang.L("The longest wait."),
				figure: timeOf(longest), text: func(x row) string { return atLeast(x.Told, longest(x)) }},
			spoken(column[row]{title: "where", width: 320, field: "where", help: lang.L("The top of their stack.")},
				func(say lang.Voice, x row) string { return m.topIn(say, x.Stack) }),
		},
		target: func(x row) Target {
			return Target{Pick: pickRow(Picked{Wait: x.WaitPlace}), Lane: true, Go: x.Go[0],
				Time: trace.Interval{From: max(x.Since, m.iv.From), To: m.iv.To}, Goroutines: x.Go,
				Stack: m.Trace.Stacks.Stack(x.Stack)}
		},
	})
	stack, title := trace.NoStack, lang.L("Select a row to see its stack")
	picked := m.view.Choice.Scheduling.Row
	if x, ok := l.pick(func(x row) bool { return picked.Is && picked.Wait == x.WaitPlace }); ok {
		stack, title = x.Stack, lang.L("Where {{.Name}} waits", lang.With{"Name": m.Func(x.Func)})
	}
	m.add(0.62, l.Panel)
	m.add(0.38, m.stack(stack, title))
	return nil
}

func (m *maker) stack(stack trace.StackIndex, title string) *Panel {
	return newList(m, definition[trace.FrameIndex]{
		name: "stack", title: title, empty: lang.L("No stack was recorded."), rows: m.Trace.Stacks.Stack(stack), fixed: true,
		columns: []column[trace.FrameIndex]{
			spoken(column[trace.FrameIndex]{title: "function", field: "function", help: lang.L("The stack, the leaf first.")},
				func(say lang.Voice, f trace.FrameIndex) string { name, _ := m.In(say).Frame(f); return name }),
			{title: "place", width: 260, field: "place", help: lang.L("File and line."),
				text: func(f trace.FrameIndex) string { _, place := m.Frame(f); return place }},
		},
		target: func(f trace.FrameIndex) Target { return Target{Stack: []trace.FrameIndex{f}} },
	}).Panel
}

const maxLinks = 100 // how far back to follow a wake-up chain

// linkRow is a link in a wake-up chain, or the reason why the chain ends.
type linkRow struct {
	analysis.Link
	runtime bool    // the runtime woke it
	end     string  // in English
	unwoken *ending // of its wait for a P, if nobody woke it
}

// began returns when a link's run began, or when the goroutine became ready for it.
func (m *maker) began(l analysis.Link) trace.Time {
	if l.Running != trace.NoSpan {
		return m.Trace.Spans.Start(l.Running)
	}
	return l.Woken
}

// text returns a link's tip: all its cells, each with its heading, since cells may be cut.
func (x linkRow) text(columns []column[linkRow]) string {
	if x.end != "" {
		return lang.L(x.end)
	}
	var lines []string
	for _, c := range columns {
		if cell := c.text(x); cell != "" {
			lines = append(lines, c.heading()+": "+cell)
		}
	}
	return strings.Join(lines, "\n")
}

// chainHint says what to choose to see a chain, since only one of the tables above has single waits.
func (m *maker) chainHint() string {
	if m.view.Choice.Scheduling.Part == LongestWaits {
		return lang.L("Select a row above, or a span in the timeline.")
	}
	return lang.L("Select “{{.Part}}” at the top and one of its rows, or a span in the timeline.",
		lang.With{"Part": lang.L(schedulingParts[LongestWaits])})
}

// chain shows why a span began when it did. If span is NoSpan, it shows the selected span.
func (m *maker) chain(span trace.SpanIndex) *Panel {
	if span == trace.NoSpan && m.view.HasSelected {
		span = m.view.Selected
	}
	tr := m.Trace
	var rows []linkRow
	ready := momentsOf[linkRow](nil, nil)
	title := lang.L("Wake-up chain")
	if span != trace.NoSpan && int(span) < tr.Spans.Len() {
		c := m.Analysis.Chain(span, maxLinks)
		for _, l := range c.Links {
			rows = append(rows, linkRow{Link: l})
		}
		last := &rows[len(rows)-1]
		last.runtime = c.End == analysis.ChainRuntime
		if (c.End == analysis.ChainRan || c.End == analysis.ChainPreempted) && last.Runnable != trace.NoSpan {
			last.unwoken = m.ending(work.StepsUntil(m.ctx), last.Runnable)
		}
		rows = append(rows, linkRow{end: c.End.String()})
		ready = momentsOf(append(rows[:len(rows):len(rows)], linkRow{Link: analysis.Link{Woken: m.began(c.Links[0])}}),
			func(x linkRow) trace.Time { return x.Woken })
		if first := c.Links[0]; c.End == analysis.ChainWaits {
			title = lang.L("{{.Name}} has been waiting since {{.Time}}", lang.With{
				"Name": m.GoName(first.Go), "Time": wording.Moment(tr.Spans.Start(first.Wait), tr.SpanTime(first.Go, first.Wait).Len()),
			})
		} else {
			title = lang.L("Why {{.Name}} started at {{.Time}}", lang.With{"Name": m.GoName(first.Go), "Time": ready.show(float64(m.began(first)))})
		}
	}
	lasted := func(i trace.SpanIndex) string {
		if i == trace.NoSpan {
			return ""
		}
		return wording.Duration(tr.SpanTime(tr.GoOf(i), i).Len())
	}
	wokenBy := func(say lang.Voice, x linkRow) string {
		if x.runtime {
			return say("the runtime")
		}
		return m.In(say).GoName(x.By)
	}
	columns := []column[linkRow]{
		{title: "goroutine", field: "goroutine", help: lang.L("The waiting goroutine; below each, what woke it."),
			text: func(x linkRow) string { return m.GoName(x.Go) }},
		{title: "it waited", field: "waited", help: lang.L("How long it had waited."), width: 96,
			text: func(x linkRow) string { return lasted(x.Wait) }},
		fitting(spoken(column[linkRow]{title: "for", field: "reason", help: lang.L("What it waited for; if it did not, why it had to become ready."), width: 150},
			func(say lang.Voice, x linkRow) string {
				switch {
				case x.end != "":
					return ""
				case x.unwoken != nil:
					return describe.Unwoken(m.In(say), x.Runnable)
				case x.Wait == trace.NoSpan:
					return say("(it is new, or did not wait)")
				}
				return m.text(tr.Spans.Reason(x.Wait), say("not recorded"))
			}), rows),
		{title: "ready at", field: "ready_ns",
			help: lang.L("When it became ready to run, since the beginning of the trace."), width: 110, text: func(x linkRow) string {
				if x.Woken == trace.NoTime {
					return ""
				}
				return ready.show(float64(x.Woken))
			}},
		{title: "woken by", field: "by",
			help: lang.L("What woke or created it. If nobody did: who had the Ps before it ran."), width: 240,
			text: func(x linkRow) string {
				if x.unwoken != nil {
					return m.busy(lang.L, x.unwoken)
				}
				return wokenBy(lang.L, x)
			},
			write: func(x linkRow) string { return wokenBy(lang.English, x) }},
		spoken(column[linkRow]{title: "in", field: "where", help: lang.L("Where the waker was at that moment."),
			width: 240}, func(say lang.Voice, x linkRow) string {
			if x.By == trace.NoGo {
				return ""
			}
			return m.topIn(say, tr.Spans.Stack(x.Runnable))
		}),
		{title: "ran after", field: "latency", help: lang.L("How long it was ready before it ran."), width: 96,
			text: func(x linkRow) string { return lasted(x.Runnable) }},
	}
	for i := range columns { // the last row has only a reason
		c := &columns[i]
		if c.write == nil {
			c.write = c.text
		}
		cell := func(text func(linkRow) string, say lang.Voice) func(linkRow) string {
			return func(x linkRow) string {
				switch {
				case x.end == "":
					return text(x)
				case i == 0:
					return say(x.end)
				}
				return ""
			}
		}
		c.text, c.write = cell(c.text, lang.L), cell(c.write, lang.English)
	}
	l := newList(m, definition[linkRow]{
		name: "chain", title: title, empty: m.chainHint(), rows: rows, columns: columns, fixed: true,
		note: func(x linkRow) string { return x.text(columns) },
		target: func(x linkRow) Target {
			if x.end != "" {
				return Target{}
			}
			from, to := x.Woken, m.began(x.Link)
			if x.Wait != trace.NoSpan {
				from = tr.Spans.Start(x.Wait)
			}
			t := Target{Lane: true, Go: x.Go, Time: trace.Interval{From: from, To: max(from, min(to, tr.End))}}
			if x.By != trace.NoGo {
				t.Stack = tr.Stacks.Stack(tr.Spans.Stack(x.Runnable))
			}
			return t
		},
	})
	l.Table.Min, l.Stays = 230, true // why the chain ends stands there
	return l.Panel
}
