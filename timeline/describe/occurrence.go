package describe

import (
	"strings"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// Occurrence is all that the trace records of an event.
type Occurrence struct {
	timeline.Event
	Name       string         // "region parse"
	Start, End trace.Time     // NoTime: it began before the trace, or was still open; equal for a moment
	Left       bool           // End is not its own: see trace.Region
	Time       trace.Interval // within the trace
	Go, EndGo  trace.GoIndex  // who began it, and who ended it, if that was another one; NoGo: not recorded
	Task       trace.TaskIndex
	P          trace.ProcIndex
	M          trace.ThreadIndex
	Stack      []trace.FrameIndex // where it began, leaf first
}

// Lasts reports whether it has a length.
func (o *Occurrence) Lasts() bool { return o.Time.To > o.Time.From }

// InspectEvent returns all that the trace records of an event; ok is false if it has no such event.
func InspectEvent(t wording.Names, e timeline.Event) (o Occurrence, ok bool) {
	tr := t.Trace
	if !e.In(tr) {
		return o, false
	}
	o = Occurrence{Event: e, Go: trace.NoGo, EndGo: trace.NoGo, Task: trace.NoTask, P: trace.NoProc, M: trace.NoThread}
	stack := trace.NoStack
	switch i := e.Index; e.Kind {
	case timeline.MarkRow:
		o.Name, o.Start, o.End = t.Say("mark phase"), tr.Marks[i].Start, tr.Marks[i].End
	case timeline.StopRow:
		x := &tr.Stops[i]
		o.Name, o.Start, o.End,
			o.Go = t.Say("world stopped: {{.Reason}}", lang.With{"Reason": tr.Strings.Display(x.Reason)}), x.Start, x.End, x.Go
	case timeline.TaskRow:
		x := &tr.Tasks[i]
		o.Name, o.Start, o.End, o.Go, stack = t.Say("task {{.Name}}", lang.With{"Name": t.TaskName(trace.TaskIndex(i))}),
			x.Start, x.End, x.StartGo, x.StartStack
		o.Task = x.Parent
		if x.EndGo != x.StartGo {
			o.EndGo = x.EndGo
		}
	case timeline.RegionRow:
		x := &tr.Regions[i]
		o.Name, o.Start, o.End, o.Go, o.Task,
			stack = t.Say("region {{.Name}}", lang.With{"Name": tr.Strings.Display(x.Type)}),
			x.Start, x.End, x.Go, x.Task, x.StartStack
		o.Left = x.Left
	case timeline.LogRow:
		x := &tr.Logs[i]
		o.Name, o.Start, o.End, o.Go, o.Task, stack = t.Say("log {{.Message}}", lang.With{"Message": t.LogText(i)}), x.Time,
			x.Time, x.Go, x.Task, x.Stack
	case timeline.SampleRow:
		x := &tr.Samples[i]
		o.Name, o.Start, o.End, o.Go, o.P, o.M, stack = t.Say("CPU sample"), x.Time, x.Time, x.Go, x.Proc, x.Thread, x.Stack
	case timeline.ProcRow:
		x := &tr.Sweeps[i]
		o.Name = t.Say("sweep of {{.Swept}}, {{.Reclaimed}} reclaimed",
			lang.With{"Swept": wording.Bytes(x.Swept), "Reclaimed": wording.Bytes(x.Reclaimed)})
		o.Start, o.End, o.P = x.Start, x.End, x.Proc
	case timeline.GoroutineRow:
		x := &tr.Assists[i]
		o.Name, o.Start, o.End, o.Go = t.Say("mark assist"), x.Start, x.End, x.Go
	}
	o.Stack = tr.Stacks.Stack(stack)
	if o.Start == o.End && o.Start != trace.NoTime {
		o.Time = trace.Interval{From: o.Start, To: o.Start}
	} else {
		o.Time = tr.Between(o.Start, o.End)
	}
	return o, true
}

// Event describes an event in a few lines.
func Event(t wording.Names, o *Occurrence) string {
	lines := []string{o.Name}
	if o.Lasts() {
		lines = append(lines, o.Lasted(t))
	}
	lines = append(lines, clock(t, o.Time.From))
	if o.Go != trace.NoGo {
		lines = append(lines, t.Say("by {{.Name}}", lang.With{"Name": t.GoName(o.Go)}))
	}
	for _, f := range o.Stack {
		lines = append(lines, t.FrameName(f))
	}
	return strings.Join(lines, "\n")
}

// Lasted is how long an event took, and whether the trace cuts it.
func (o *Occurrence) Lasted(t wording.Names) string {
	switch {
	case o.Start == trace.NoTime && o.End == trace.NoTime:
		return t.Say("it neither began nor ended in the trace")
	case o.Left:
		return t.Say("{{.Time}}: the program did not end it, and it is shown until the enclosing region or goroutine ended",
			lang.With{"Time": wording.Duration(o.End - o.Start)})
	case o.Start == trace.NoTime:
		return t.Say("at least {{.Time}}: it began before the trace", lang.With{"Time": wording.Duration(o.End)})
	case o.End == trace.NoTime:
		return t.Say("at least {{.Time}}: it did not end in the trace",
			lang.With{"Time": wording.Duration(t.Trace.End - o.Start)})
	}
	return wording.Duration(o.End - o.Start)
}

// clock is a moment, with the wall-clock time if that is known.
func clock(t wording.Names, at trace.Time) string {
	if wall := t.Trace.WallAt(at); !wall.IsZero() {
		return t.Say("at {{.Time}}, {{.Clock}}", lang.With{"Time": wording.Instant(at), "Clock": wording.WallClock(wall)})
	}
	return t.Say("at {{.Time}}", lang.With{"Time": wording.Instant(at)})
}
