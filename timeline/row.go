package timeline

// RowKind is what a row shows.
type RowKind uint8

// The kinds of rows. Index is what [Row.Index] and [Key.Index] stand for.
const (
	SectionRow   RowKind = iota // a heading; Index: a Section
	MarkRow                     // mark phases of the garbage collector
	StopRow                     // stops of the world
	AssistRow                   // how many goroutines assist
	HeapRow                     // heap and goal
	StatesRow                   // goroutines by what they do
	ThreadsRow                  // threads that run or are in system calls
	MaxProcsRow                 // gomaxprocs
	ProcRow                     // Index: model.ProcIndex
	ThreadRow                   // Index: model.ThreadIndex
	GroupRow                    // goroutines of one function; Index: model.StringID
	GoroutineRow                // Index: model.GoIndex
	RegionRow                   // regions of a goroutine at a depth; Index: model.GoIndex
	LogRow                      // logs of a goroutine; Index: model.GoIndex
	SampleRow                   // CPU samples of a goroutine; Index: model.GoIndex
	StackRow                    // frames of a goroutine at a depth; Index: model.GoIndex
	TaskGroupRow                // tasks of one type; Index: model.StringID
	TaskRow                     // Index: model.TaskIndex
)

// Section is a part of the list of lanes.
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

// String is the heading of the section.
func (s Section) String() string { return sectionNames[s] }

// Key names a row over all queries, and over a partial and the whole model of a
// trace.
type Key struct {
	Kind  RowKind
	Index int32
}

// Row is one row of a list of lanes.
type Row struct {
	Key
	Level int16 // of a region, frame: 0 is the outermost
	Depth uint8 // how far the label is indented
	Open  bool
	// Opens tells that the row can be opened: it has rows below.
	Opens  bool
	Pinned bool
}

// Heights of rows, in logical pixels, with a pixel of background at the foot.
const (
	LaneHeight    = 20.0
	SubHeight     = 17.0 // of regions, logs, samples and frames
	SectionHeight = 22.0
	CounterHeight = 44.0
	GroupHeight   = 26.0
)

// Height is the height of a row.
func (r *Row) Height() float64 {
	switch r.Kind {
	case SectionRow:
		return SectionHeight
	case HeapRow, StatesRow, ThreadsRow:
		return CounterHeight
	case GroupRow, TaskGroupRow:
		return GroupHeight
	case RegionRow, LogRow, SampleRow, StackRow:
		return SubHeight
	}
	return LaneHeight
}
