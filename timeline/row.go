package timeline

import (
	"cmp"
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/wording"
)

// RowKind is what a row shows.
type RowKind uint8

// What rows show. Index is what [Row.Index] and [Key.Index] stand for.
const (
	SectionRow   RowKind = iota // a heading; Index: a Section
	MarkRow                     // the garbage collector's mark phases
	StopRow                     // stops of the world
	AssistRow                   // how many goroutines assist
	HeapRow                     // heap and goal
	StatesRow                   // goroutines by what they do
	ThreadsRow                  // threads that run or are in system calls
	MaxProcsRow                 // gomaxprocs
	ProcRow                     // Index: trace.ProcIndex
	IdleProcsRow                // the Ps that have nothing to show
	ThreadRow                   // Index: trace.ThreadIndex
	GroupRow                    // goroutines with one function; Index: model.StringID
	GoroutineRow                // Index: trace.GoIndex
	RegionRow                   // a goroutine's regions at a depth; Index: trace.GoIndex
	LogRow                      // a goroutine's logs; Index: trace.GoIndex
	SampleRow                   // a goroutine's CPU samples; Index: trace.GoIndex
	StackRow                    // a goroutine's frames at a depth; Index: trace.GoIndex
	TaskGroupRow                // tasks with one type; Index: model.StringID
	TaskRow                     // Index: trace.TaskIndex
)

// Section is a part of the list of lanes, with a heading.
type Section uint8

// The sections, in their order.
const (
	CollectorSection Section = iota
	CounterSection
	ProcSection
	ThreadSection
	TaskSection
	GoroutineSection
	sections
)

var sectionNames = [sections]string{"Garbage collector", "Counters", "Processors", "Threads", "Tasks", "Goroutines"}

// String returns the section's heading.
func (s Section) String() string { return sectionNames[s] }

// Heights in logical pixels, with a pixel of background at the foot.
const (
	LaneHeight    = 20.0
	subHeight     = 17.0 // for regions, logs, samples and frames
	SectionHeight = 22.0
	counterHeight = 44.0
	groupHeight   = 26.0
)

// rowKind is what rows that show the same have in common.
type rowKind struct {
	name    string // in files
	label   string // "": it depends on the index
	section Section
	of      indexKind
	height  float64 // 0: LaneHeight
	counts  bool    // it shows a census
	sub     bool    // it belongs to an open goroutine
	lane    bool    // it shows spans, see Lane
}

// indexKind says what a row's index counts.
type indexKind uint8

const (
	noIndex indexKind = iota // always 0
	sectionIndex
	procIndex
	threadIndex
	funcIndex
	goIndex
	taskTypeIndex
	taskIndex
)

var rowKinds = [...]rowKind{
	SectionRow:   {name: "section", of: sectionIndex, height: SectionHeight},
	MarkRow:      {name: "mark", label: "GC mark phase", section: CollectorSection},
	StopRow:      {name: "stop", label: "stop the world", section: CollectorSection},
	AssistRow:    {name: "assist", label: "mark assists", section: CollectorSection, counts: true},
	HeapRow:      {name: "heap", label: "heap", section: CounterSection, height: counterHeight},
	StatesRow:    {name: "states", label: "goroutines", section: CounterSection, height: counterHeight, counts: true},
	ThreadsRow:   {name: "threads", label: "threads at work", section: CounterSection, height: counterHeight, counts: true},
	MaxProcsRow:  {name: "gomaxprocs", section: CounterSection},
	ProcRow:      {name: "proc", section: ProcSection, of: procIndex, lane: true},
	IdleProcsRow: {name: "idle", label: "idle Ps", section: ProcSection},
	ThreadRow:    {name: "thread", section: ThreadSection, of: threadIndex, lane: true},
	GroupRow:     {name: "group", section: GoroutineSection, of: funcIndex, height: groupHeight, counts: true},
	GoroutineRow: {name: "goroutine", section: GoroutineSection, of: goIndex, lane: true},
	RegionRow:    {name: "regions", label: "regions", section: GoroutineSection, of: goIndex, height: subHeight, sub: true},
	LogRow:       {name: "logs", label: "logs", section: GoroutineSection, of: goIndex, height: subHeight, sub: true},
	SampleRow:    {name: "samples", label: "CPU samples", section: GoroutineSection, of: goIndex, height: subHeight, sub: true},
	StackRow:     {name: "stack", label: "stack", section: GoroutineSection, of: goIndex, height: subHeight, sub: true},
	TaskGroupRow: {name: "tasks", section: TaskSection, of: taskTypeIndex, height: groupHeight, counts: true},
	TaskRow:      {name: "task", section: TaskSection, of: taskIndex},
}

// Key names a row in all queries, and both while the trace is partial and when it is whole.
type Key struct {
	Kind  RowKind
	Index int32
}

func (k Key) kind() *rowKind { return &rowKinds[k.Kind] }

// Go returns the goroutine whose row it is, itself or below it.
func (k Key) Go() (g trace.GoIndex, ok bool) {
	return trace.GoIndex(k.Index), k.kind().of == goIndex
}

// Counts reports whether the row shows how many there are, see [Crowds].
func (k Key) Counts() bool { return k.kind().counts }

// HasSpans reports whether the row shows spans, see [Timeline.Lane].
func (k Key) HasSpans() bool { return k.kind().lane }

// Below reports whether the row belongs to an open goroutine.
func (k Key) Below() bool { return k.kind().sub }

func (k Key) Text() model.StringID { return model.StringID(k.Index) }

// Row is one row in a list of lanes.
type Row struct {
	Key
	Level  int16 // for a region or a frame: 0 is the outermost
	Depth  uint8 // how far the label is indented
	Open   bool
	Opens  bool // it can be opened: it has rows below
	Pinned bool
}

// Height returns how high a row is, in logical pixels.
func (r *Row) Height() float64 { return cmp.Or(r.kind().height, LaneHeight) }

// Label returns a row's text, safe for a screen.
func (t *Timeline) Label(r *Row) string { return t.labelIn(t.Names, r) }

// written returns a row's label as it stands in files, which filters match.
func (t *Timeline) written(r *Row) string { return t.labelIn(t.InEnglish(), r) }

func (t *Timeline) labelIn(n wording.Names, r *Row) string {
	kind := r.kind()
	if kind.label != "" {
		return n.Say(kind.label)
	}
	switch kind.of {
	case sectionIndex:
		return n.Say(Section(r.Index).String())
	case procIndex:
		return n.ProcName(trace.ProcIndex(r.Index))
	case threadIndex:
		return n.ThreadName(trace.ThreadIndex(r.Index))
	case funcIndex:
		return n.FuncName(r.Text())
	case goIndex:
		return n.GoName(trace.GoIndex(r.Index))
	case taskTypeIndex:
		return n.Say("task {{.Name}}", lang.With{"Name": n.Trace.Strings.Display(r.Text())})
	case taskIndex:
		return n.TaskName(trace.TaskIndex(r.Index))
	}
	if s := t.Metric(trace.GoMaxProcs); s != nil {
		return n.Say("gomaxprocs ≤ {{.Most}}", lang.With{"Most": strconv.FormatUint(s.Max, 10)})
	}
	return n.Say("gomaxprocs")
}

// numbers returns how many things an index counts, and each one's number: Ps, threads,
// goroutines and tasks have the runtime's, the others the index itself.
func numbers(tr *trace.Trace, of indexKind) (n int, number func(i int32) int64) {
	switch of {
	case procIndex:
		return len(tr.Procs), func(i int32) int64 { return tr.Procs[i].ID }
	case threadIndex:
		return len(tr.Threads), func(i int32) int64 { return tr.Threads[i].ID }
	case goIndex:
		return len(tr.Goroutines), func(i int32) int64 { return tr.Goroutines[i].ID }
	case taskIndex:
		return len(tr.Tasks), func(i int32) int64 { return int64(tr.Tasks[i].ID) }
	case sectionIndex:
		n = int(sections)
	case noIndex:
		n = 1
	}
	return n, func(i int32) int64 { return int64(i) }
}

// texts returns the functions or types that an index stands for, if it stands for one.
func (t *Timeline) texts(of indexKind) map[model.StringID]int32 {
	switch of {
	case funcIndex:
		return t.funcs.of
	case taskTypeIndex:
		return t.types.of
	}
	return nil
}

// exists reports whether a key names a row in this trace. A key that was kept
// from a partial model, or made by hand, may not.
func (t *Timeline) exists(k Key) bool {
	of := k.kind().of
	_, ok := t.texts(of)[k.Text()]
	n, _ := numbers(t.Trace, of)
	return ok || k.Index >= 0 && int(k.Index) < n
}
