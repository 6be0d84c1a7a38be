package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// The types below are one generation's rows before generations are stitched. Indices belong to the
// generation alone, and times are nanoseconds since its Sync. Each row has the number of its event, the Sync
// being 0: see stitcher.

// noLane is the 16-bit value for no P or no thread.
const noLane = uint16(trace.MaxLanes)

// procRow is where a P's span begins.
type procRow struct {
	at     int64
	event  int64
	p, m   uint16
	state  trace.ProcState
	status bool // the state is not new, the generation only repeats it
}

// noteKind says what a note is about.
type noteKind uint8

const (
	markNote noteKind = iota // ranges
	stopNote
	assistNote
	sweepNote
	taskNote
	regionNote
	logNote
	metricNote
	labelNote
)

// phase says whether a range, task or region begins, goes on or ends.
type phase uint8

const (
	begins phase = iota
	goesOn       // it began in an earlier generation
	ends
)

// noteRow is an event that changes no state: by the collector, by the program itself, or a metric.
type noteRow struct {
	at      int64
	event   int64
	kind    noteKind
	phase   phase
	scope   int32            // a goroutine, or a P for sweeps; −1: none
	stack   trace.StackIndex // for a task, region or log
	text    model.StringID   // the reason, type, category, name or label
	message model.StringID   // for a log
	number  uint64           // a task's number, a metric's value, or bytes swept
	more    uint64           // the parent task's number, or bytes reclaimed
}

// sampleRow is a sample of the CPU profiler.
type sampleRow struct {
	trace.CPUSample
	event int64
}

// goRow holds what is known about a goroutine apart from its spans.
type goRow struct {
	created bool
	alive   bool             // it is listed in stitcher.alive
	gaps    int32            // value of stitcher.gaps when it was created
	creator int32            // −1: none
	start   trace.StackIndex // its stack at the beginning
	root    model.StringID   // its outermost function
	spans   int32            // how many spans it has; only within one generation
	first   spanRow          // its first span
	state   trace.GoState    // at the end of what was read; GoUnknown if not known
}
