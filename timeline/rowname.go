package timeline

import (
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
)

// RowName names a row by what it shows, not by the numbers of one reading of a
// trace: it can be kept in a file.
type RowName struct {
	Kind string // "goroutine"
	Name string // the runtime's number, or the function or type in full
}

var rowKinds = [...]string{
	SectionRow: "section", MarkRow: "mark", StopRow: "stop", AssistRow: "assist", HeapRow: "heap", StatesRow: "states",
	ThreadsRow: "threads", MaxProcsRow: "gomaxprocs", ProcRow: "proc", ThreadRow: "thread", GroupRow: "group",
	GoroutineRow: "goroutine", RegionRow: "regions", LogRow: "logs", SampleRow: "samples", StackRow: "stack",
	TaskGroupRow: "tasks", TaskRow: "task",
}

// RowName names a row of the trace.
func (t *Timeline) RowName(k Key) RowName {
	n := RowName{Kind: rowKinds[k.Kind]}
	tr := t.Trace
	switch k.Kind {
	case ProcRow:
		n.Name = strconv.FormatInt(tr.Procs[k.Index].ID, 10)
	case ThreadRow:
		n.Name = strconv.FormatInt(tr.Threads[k.Index].ID, 10)
	case GroupRow, TaskGroupRow:
		n.Name = tr.Strings.Raw(model.StringID(k.Index))
	case GoroutineRow, RegionRow, LogRow, SampleRow, StackRow:
		n.Name = strconv.FormatInt(tr.Goroutines[k.Index].ID, 10)
	case TaskRow:
		n.Name = strconv.FormatUint(tr.Tasks[k.Index].ID, 10)
	default:
		n.Name = strconv.Itoa(int(k.Index))
	}
	return n
}

// Named are the rows with these names that the trace has.
func (t *Timeline) Named(names []RowName) []Key {
	tr := t.Trace
	texts := map[string]int32{} // of functions and types that are looked for
	for _, n := range names {
		texts[n.Name] = -1
	}
	for id := range model.StringID(tr.Strings.Len()) {
		if _, ok := texts[tr.Strings.Raw(id)]; ok {
			texts[tr.Strings.Raw(id)] = int32(id)
		}
	}
	var keys []Key
	for _, n := range names {
		kind := RowKind(max(0, slices.Index(rowKinds[:], n.Kind)))
		number, err := strconv.ParseInt(n.Name, 10, 64)
		at := -1
		switch {
		case rowKinds[kind] != n.Kind:
		case kind == GroupRow || kind == TaskGroupRow:
			at = int(texts[n.Name])
		case err != nil:
		case kind == ProcRow:
			at = slices.IndexFunc(tr.Procs, func(p trace.Proc) bool { return p.ID == number })
		case kind == ThreadRow:
			at = slices.IndexFunc(tr.Threads, func(m trace.Thread) bool { return m.ID == number })
		case kind == TaskRow:
			at = slices.IndexFunc(tr.Tasks, func(x trace.Task) bool { return x.ID == uint64(number) })
		case kind >= GoroutineRow && kind <= StackRow:
			if g, ok := tr.GoByID(number); ok {
				at = int(g)
			}
		case kind == SectionRow && number >= 0 && number < int64(sections), number == 0:
			at = int(number)
		}
		if at >= 0 {
			keys = append(keys, Key{kind, int32(at)})
		}
	}
	return keys
}
