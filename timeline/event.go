package timeline

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/trace"
)

// Event is something that is drawn and no span: a mark phase, a stop of the world, a task, a
// region, a log, a CPU sample, a sweep of a P or a mark assist of a goroutine. It is named by the kind of the rows that show it and its index in
// the table of the trace, such as Trace.Logs. The zero value is none.
type Event struct {
	Kind  RowKind
	Index int32
}

// Is reports whether it is one.
func (e Event) Is() bool { return e != Event{} }

// Occurrence is all that the trace records of an event.
type Occurrence struct {
	Event
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

// Row is the first row that shows it; the zero Key if none does: of a log of no goroutine.
func (e Event) Row(tr *trace.Trace) Key {
	key := Key{e.Kind, 0}
	switch e.Kind {
	case TaskRow:
		key.Index = e.Index
	case RegionRow:
		key.Index = int32(tr.Regions[e.Index].Go)
	case LogRow:
		key.Index = int32(tr.Logs[e.Index].Go)
	case SampleRow:
		key.Index = int32(tr.Samples[e.Index].Go)
	case ProcRow:
		key.Index = int32(tr.Sweeps[e.Index].Proc)
	case GoroutineRow:
		key.Index = int32(tr.Assists[e.Index].Go)
	}
	if key.Index < 0 {
		return Key{}
	}
	return key
}

// Occurrence returns all that the trace records of an event; ok is false if it has no such event.
func (t Names) Occurrence(e Event) (o Occurrence, ok bool) {
	tr := t.Trace
	lengths := map[RowKind]int{
		MarkRow: len(tr.Marks), StopRow: len(tr.Stops), TaskRow: len(tr.Tasks), RegionRow: len(tr.Regions),
		LogRow: len(tr.Logs), SampleRow: len(tr.Samples), ProcRow: len(tr.Sweeps), GoroutineRow: len(tr.Assists),
	}
	if e.Index < 0 || int(e.Index) >= lengths[e.Kind] {
		return o, false
	}
	o = Occurrence{Event: e, Go: trace.NoGo, EndGo: trace.NoGo, Task: trace.NoTask, P: trace.NoProc, M: trace.NoThread}
	stack := trace.NoStack
	switch i := e.Index; e.Kind {
	case MarkRow:
		o.Name, o.Start, o.End = t.say("mark phase"), tr.Marks[i].Start, tr.Marks[i].End
	case StopRow:
		x := &tr.Stops[i]
		o.Name, o.Start, o.End,
			o.Go = t.say("world stopped: {{.Reason}}", lang.With{"Reason": tr.Strings.Display(x.Reason)}), x.Start, x.End, x.Go
	case TaskRow:
		x := &tr.Tasks[i]
		o.Name, o.Start, o.End, o.Go, stack = t.say("task {{.Name}}", lang.With{"Name": t.TaskName(trace.TaskIndex(i))}),
			x.Start, x.End, x.StartGo, x.StartStack
		o.Task = x.Parent
		if x.EndGo != x.StartGo {
			o.EndGo = x.EndGo
		}
	case RegionRow:
		x := &tr.Regions[i]
		o.Name, o.Start, o.End, o.Go, o.Task,
			stack = t.say("region {{.Name}}", lang.With{"Name": tr.Strings.Display(x.Type)}), x.Start, x.End, x.Go, x.Task, x.StartStack
		o.Left = x.Left
	case LogRow:
		x := &tr.Logs[i]
		o.Name, o.Start, o.End, o.Go, o.Task, stack = t.say("log {{.Message}}", lang.With{"Message": t.LogText(i)}), x.Time,
			x.Time, x.Go, x.Task, x.Stack
	case SampleRow:
		x := &tr.Samples[i]
		o.Name, o.Start, o.End, o.Go, o.P, o.M, stack = t.say("CPU sample"), x.Time, x.Time, x.Go, x.Proc, x.Thread, x.Stack
	case ProcRow:
		x := &tr.Sweeps[i]
		o.Name = t.say("sweep of {{.Swept}}, {{.Reclaimed}} reclaimed", lang.With{"Swept": Bytes(x.Swept), "Reclaimed": Bytes(x.Reclaimed)})
		o.Start, o.End, o.P = x.Start, x.End, x.Proc
	case GoroutineRow:
		x := &tr.Assists[i]
		o.Name, o.Start, o.End, o.Go = t.say("mark assist"), x.Start, x.End, x.Go
	}
	o.Stack = tr.Stacks.Stack(stack)
	if o.Start == o.End && o.Start != trace.NoTime {
		o.Time = instant(o.Start)
	} else {
		o.Time = tr.Between(o.Start, o.End)
	}
	return o, true
}

// Tell describes an event in a few lines.
func (t Names) Tell(o *Occurrence) string {
	lines := []string{o.Name}
	if o.Lasts() {
		lines = append(lines, t.Lasted(o))
	}
	lines = append(lines, t.at(o.Time.From))
	if o.Go != trace.NoGo {
		lines = append(lines, t.say("by {{.Name}}", lang.With{"Name": t.GoName(o.Go)}))
	}
	for _, f := range o.Stack {
		lines = append(lines, t.frameName(f))
	}
	return strings.Join(lines, "\n")
}

// EventOf is the event that is under a point, if there is one.
func (l *Lanes) EventOf(h Hit) Event {
	if h.Event < 0 || h.Row < 0 {
		return Event{}
	}
	switch kind := l.Rows[h.Row].Kind; kind {
	case MarkRow, StopRow, TaskRow, RegionRow, LogRow, SampleRow, ProcRow, GoroutineRow:
		return Event{kind, h.Event}
	}
	return Event{}
}

// Beside is the event before another in its row, or after it; the zero value if there is none.
func (l *Lanes) Beside(e Event, after bool) Event {
	t := l.Timeline
	row := Row{Key: e.Row(t.Trace)}
	if e.Kind == RegionRow {
		row.Level = regionLevel(t.Trace, e.Index)
	}
	all := t.Events(&row)
	i := all.find(e.Index)
	if i < 0 {
		return Event{}
	}
	if after {
		i++
	} else {
		i--
	}
	if i < 0 || i >= all.N {
		return Event{}
	}
	return Event{e.Kind, all.Index(i)}
}

// regionLevel is how many regions are around one, within maxRegions: the row that shows it.
func regionLevel(tr *trace.Trace, i int32) (level int16) {
	for p := tr.Regions[i].Parent; p != trace.NoRegion && level < maxRegions; p = tr.Regions[p].Parent {
		level++
	}
	return level
}

// find is the place of an index among events; −1 if it is not there.
func (e *Events) find(index int32) int {
	if e.list == nil {
		return int(index)
	}
	from := e.of(index).From
	for i := sort.Search(e.N, func(i int) bool { return e.Time(i).From >= from }); i < e.N && e.Time(i).From == from; i++ {
		if e.list[i] == index {
			return i
		}
	}
	return -1
}

// Holds reports whether a row shows an event.
func (r *Row) Holds(n Names, e Event) bool {
	if r.Kind != e.Kind || e.Row(n.Trace) != r.Key {
		return false
	}
	return e.Kind != RegionRow || r.Level == regionLevel(n.Trace, e.Index)
}

// Named returns the name of an event, its kind and its index: the same one in every reading of a trace. No event has no
// name.
func (e Event) Named() RowName {
	if !e.Is() {
		return RowName{}
	}
	return RowName{rowKinds[e.Kind].name, strconv.Itoa(int(e.Index))}
}

// EventNamed returns the event of a name, the zero value if the trace has none.
func (t Names) EventNamed(n RowName) Event {
	kind := slices.IndexFunc(rowKinds[:], func(k rowKind) bool { return k.name == n.Kind })
	index, err := strconv.ParseInt(n.Name, 10, 32)
	e := Event{RowKind(kind), int32(index)}
	if _, ok := t.Occurrence(e); kind < 0 || err != nil || !ok {
		return Event{}
	}
	return e
}
