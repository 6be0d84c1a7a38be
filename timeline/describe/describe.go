package describe

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// Span describes a span in a few lines, for a tip.
func Span(t *timeline.Timeline, span trace.SpanIndex) string {
	x := Inspect(t, span)
	doing := x.Doing + "  " + wording.Duration(x.End-x.Start)
	if on := strings.TrimSpace(t.ProcName(x.P) + "  " + t.ThreadName(x.M)); on != "" && x.On() {
		doing = t.Say("{{.Doing}}  on {{.P}}", lang.With{"Doing": doing, "P": on})
	}
	lines := []string{t.GoName(x.Go), doing}
	if place := t.UserPlace(x.Stack); place != "" {
		lines = append(lines, place)
	}
	if x.Woken != trace.NoSpan {
		line := x.WokenBy(cmp.Or(t.GoName(x.Waker), t.Say("the runtime")))
		if x.Latency >= 0 {
			line = t.Say("{{.Woken}}, ran after {{.Time}}", lang.With{"Woken": line, "Time": wording.Duration(x.Latency)})
		}
		lines = append(lines, line)
	} else if why := x.Unwoken(t.Names); why != "" {
		lines = append(lines, why)
	}
	return strings.Join(lines, "\n")
}

// Hit describes a hit in a few lines, for a tip; "" if there is nothing to say.
func Hit(l *timeline.Lanes, h timeline.Hit) string {
	t := l.Timeline
	switch {
	case h.Axis, h.Row < 0:
		return ""
	case h.Label:
		return explainRow(l, &l.Rows[h.Row])
	case h.Event >= 0:
		return explainEvent(t.Names, l.Rows[h.Row].Kind, h.Event)
	case h.Shared:
		return explainShares(l, h)
	case h.Frame >= 0:
		return t.FrameName(h.Frame) + "\n" + Inspect(t, h.Span).Doing
	case h.Span != trace.NoSpan:
		return Span(t, h.Span)
	}
	return explainCounter(l, h)
}

// explainEvent is what happened in a row: i is its index in the table of such.
func explainEvent(t wording.Names, row timeline.RowKind, i int32) string {
	o, ok := InspectEvent(t, timeline.Event{Kind: row, Index: i})
	switch {
	case !ok:
		return ""
	case row == timeline.LogRow:
		return t.LogText(i) + "\n" + clock(t, o.Start)
	case row == timeline.SampleRow:
		s := o.Name + "\n" + clock(t, o.Start)
		if len(o.Stack) > 0 {
			s += "\n" + t.FrameName(o.Stack[0])
		}
		return s
	}
	s := o.Name + "\n" + o.Lasted(t)
	if row == timeline.RegionRow && o.Task != trace.NoTask {
		s += "\n" + t.Say("task {{.Name}}", lang.With{"Name": t.TaskName(o.Task)})
	}
	return s
}

func explainRow(l *timeline.Lanes, r *timeline.Row) string {
	t := l.Timeline
	switch r.Kind {
	case timeline.IdleProcsRow:
		why := lang.L("No goroutine runs on them in the whole trace.")
		if l.Query.InSight() {
			why = lang.L("No goroutine runs on them in the time that is shown.")
		}
		return l.IdleProcsTitle() + "\n" + why
	case timeline.GroupRow:
		kept, _ := l.GroupSize(r.Key)
		name := cmp.Or(t.Trace.Strings.Display(r.Text()), t.FuncName(r.Text()))
		return name + "\n" + lang.N(kept, "1 goroutine", "{{.N}} goroutines", nil)
	case timeline.GoroutineRow:
		g := trace.GoIndex(r.Index)
		running, blocked := t.Spent(g)
		is := &t.Trace.Goroutines[g]
		text := "g" + units.Whole(is.ID) + " " + t.Trace.Strings.Display(is.Func) + "\n" +
			t.Say("running {{.Running}}, blocked {{.Blocked}}",
				lang.With{"Running": wording.Duration(running), "Blocked": wording.Duration(blocked)})
		if is.Root != is.Func {
			text += "\n" + t.Say("began with {{.Function}}", lang.With{"Function": t.FuncName(is.Root)})
		}
		if is.Ran != 0 {
			text += "\n" + t.Say("ran {{.Functions}}", lang.With{"Functions": lang.List(lists.Map(t.Trace.Functions(is.Ran), t.FuncName)...)})
		}
		if is.Creator != trace.NoGo {
			text += "\n" + t.Say("created by {{.Name}}", lang.With{"Name": t.GoName(is.Creator)})
		}
		return text
	}
	return t.Label(r)
}

func explainShares(l *timeline.Lanes, h timeline.Hit) string {
	row := &l.Rows[h.Row]
	s, spans := l.Shares(h)
	var b strings.Builder
	b.WriteString(l.Timeline.Label(row) + "\n" + lang.N(spans, "{{.Time}}, 1 span", "{{.Time}}, {{.N}} spans",
		lang.With{"Time": wording.Duration(h.To - h.From)}))
	for _, k := range timeline.Kinds() {
		if s[k] > 0 {
			share := units.Percent(s[k], int64(h.To-h.From))
			fmt.Fprintf(&b, "\n%s  %s  %s", k.Title(), wording.Duration(trace.Time(s[k])), share)
		}
	}
	return b.String()
}

func explainCounter(l *timeline.Lanes, h timeline.Hit) string {
	t := l.Timeline
	row := &l.Rows[h.Row]
	from, to := min(max(h.From, 0), t.Trace.End), min(max(h.To, 0), t.Trace.End)
	switch {
	case row.Counts():
		if from >= to {
			return ""
		}
		s := l.Counts(row.Key, from, to)
		var b strings.Builder
		b.WriteString(t.Label(row))
		for _, k := range timeline.Kinds() {
			if n := float64(s[k]) / float64(to-from); n > 0 && (row.Kind != timeline.ThreadsRow || timeline.AtWork.Has(k)) {
				name := k.Title()
				if row.Kind == timeline.TaskGroupRow {
					name = lang.L("open")
				}
				fmt.Fprintf(&b, "\n%s  %s", name, strconv.FormatFloat(n, 'g', 4, 64))
			}
		}
		return b.String()
	case row.Kind == timeline.HeapRow:
		return strings.TrimSpace(valueAt(t, trace.HeapObjects, lang.Later("heap  {{.Value}}"),
			h.Time) + "\n" + valueAt(t, trace.HeapGoal, lang.Later("goal  {{.Value}}"), h.Time))
	case row.Kind == timeline.MaxProcsRow:
		return valueAt(t, trace.GoMaxProcs, lang.Later("gomaxprocs  {{.Value}}"), h.Time)
	case row.Kind == timeline.ProcRow:
		return t.Label(row) + "\n" + procState(t.Names, trace.ProcIndex(row.Index), h.Time)
	}
	return ""
}

// valueAt is a quantity at a time, in a text that names it; "" if it is not known.
func valueAt(t *timeline.Timeline, metric, text string, at trace.Time) string {
	s := t.Metric(metric)
	if s == nil || s.Index(at) < 0 {
		return ""
	}
	v := s.Value[s.Index(at)]
	if s.None(v) {
		return lang.L("no goal")
	}
	value := wording.Bytes(v)
	if metric == trace.GoMaxProcs {
		value = strconv.FormatUint(v, 10)
	}
	return lang.L(text, lang.With{"Value": value})
}

// procState is what a P does while no goroutine runs on it.
func procState(t wording.Names, p trace.ProcIndex, at trace.Time) string {
	tr := t.Trace
	r := &tr.Procs[p]
	n := sort.Search(int(r.End-r.First), func(i int) bool { return tr.ProcSpans.Start.At(int(r.First)+i) > at })
	if n > 0 {
		switch tr.ProcSpans.State[int(r.First)+n-1] {
		case trace.ProcRunning:
			return t.Say("no goroutine: the scheduler runs")
		case trace.ProcIdle:
			return t.Say("idle")
		}
	}
	return t.Say("unknown")
}
