package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// These are the rows of one generation, before generations are stitched.
// Indices are the generation's own, times are nanoseconds since its Sync.

// noLane stands for no P or no thread in 16 bits.
const noLane = uint16(trace.MaxLanes)

// procRow is the beginning of a P's span.
type procRow struct {
	at     int64
	p, m   uint16
	state  trace.ProcState
	status bool // the state is not new; the generation only repeats it
}

// noteKind is the kind of a note.
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

// noteRow is an event that changes no state: of the collector, of the program's own, or a metric.
type noteRow struct {
	at      int64
	kind    noteKind
	phase   phase
	scope   int32            // a goroutine; of sweeps a P; −1: none
	stack   trace.StackIndex // of a task, region or log
	text    model.StringID   // the reason, type, category, name or label
	message model.StringID   // of a log
	number  uint64           // of the task; the value of a metric; bytes that were swept
	more    uint64           // of the parent task; bytes that were reclaimed
}

// goRow holds the facts about a goroutine that are not in its spans.
type goRow struct {
	created bool
	alive   bool             // it stands in stitcher.alive
	gaps    int32            // stitcher.gaps when it was created
	creator int32            // −1: none
	start   trace.StackIndex // at its beginning
	root    model.StringID   // its outermost function
	spans   int32            // how many it has; of one generation only
	first   spanRow          // the first of them
	state   trace.GoState    // at the end of what was read; GoUnknown if it is not known
}
