package timeline

import (
	"slices"
	"sort"
	"strconv"

	"profstation/model/trace"
)

// Event is something that is drawn and no span: a mark phase, a stop of the world, a task, a region,
// a log, a CPU sample, a P's sweep or a goroutine's mark assist. Its name is the kind of row that shows
// it and its index in the trace's table, such as Trace.Logs. The zero value is none.
type Event struct {
	Kind  RowKind
	Index int32
}

// Is reports whether it is one.
func (e Event) Is() bool { return e != Event{} }

// Row returns the first row that shows it; the zero Key if none does, as for a log without a goroutine.
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

// In reports whether the trace has the event.
func (e Event) In(tr *trace.Trace) bool {
	lengths := map[RowKind]int{
		MarkRow: len(tr.Marks), StopRow: len(tr.Stops), TaskRow: len(tr.Tasks), RegionRow: len(tr.Regions),
		LogRow: len(tr.Logs), SampleRow: len(tr.Samples), ProcRow: len(tr.Sweeps), GoroutineRow: len(tr.Assists),
	}
	return e.Index >= 0 && int(e.Index) < lengths[e.Kind]
}

// EventOf returns the event under a point, if there is one.
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

// Beside returns the event before another in its row, or after it; the zero value if there is none.
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

// regionLevel returns how many regions are around one, within maxRegions: the row that shows it.
func regionLevel(tr *trace.Trace, i int32) (level int16) {
	for p := tr.Regions[i].Parent; p != trace.NoRegion && level < maxRegions; p = tr.Regions[p].Parent {
		level++
	}
	return level
}

// find returns where an index stands among events; −1 if it is not there.
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
func (r *Row) Holds(tr *trace.Trace, e Event) bool {
	if r.Kind != e.Kind || e.Row(tr) != r.Key {
		return false
	}
	return e.Kind != RegionRow || r.Level == regionLevel(tr, e.Index)
}

// Named returns an event's name, which is the same however often the trace is read. No event has no name.
func (e Event) Named() RowName {
	if !e.Is() {
		return RowName{}
	}
	return RowName{rowKinds[e.Kind].name, strconv.Itoa(int(e.Index))}
}

// EventNamed returns the event with a name, the zero value if the trace has none.
func (t *Timeline) EventNamed(n RowName) Event {
	kind := slices.IndexFunc(rowKinds[:], func(k rowKind) bool { return k.name == n.Kind })
	index, err := strconv.ParseInt(n.Name, 10, 32)
	e := Event{RowKind(kind), int32(index)}
	if kind < 0 || err != nil || !e.In(t.Trace) {
		return Event{}
	}
	return e
}
