package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// These are the rows of one generation, before generations are stitched.
// Indices are the generation's own, times are nanoseconds since its Sync.

// spanRow is the beginning of a goroutine's span. There are millions, so its time takes four bytes.
type spanRow struct {
	at    uint32 // since the base of its block; 0 if the state is only a status
	g     int32
	stack trace.StackIndex
	cond  uint16
	p, m  uint16
}

// spanBlock is some rows in the order of events, from four seconds at most.
type spanBlock struct {
	base int64 // since the generation's Sync
	rows []spanRow
}

// noLane stands for no P or no thread in 16 bits.
const noLane = uint16(trace.MostLanes)

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
	creator int32            // −1: none
	start   trace.StackIndex // at its beginning
	root    model.StringID   // its outermost function
	spans   int32            // how many it has; of one generation only
	state   trace.GoState    // at the end of what was read; GoUnknown if it is not known
}

// offsets is a column of times since a generation's Sync. Few generations last
// longer than the four seconds that 32 bits can hold; high is nil for the others.
type offsets struct {
	low  []uint32
	high []uint16
}

func (o *offsets) at(i int) int64 {
	if o.high == nil {
		return int64(o.low[i])
	}
	return int64(o.high[i])<<32 | int64(o.low[i])
}

func (o *offsets) set(i int, v int64) {
	o.low[i] = uint32(v)
	if v>>32 != 0 && o.high == nil {
		o.high = make([]uint16, len(o.low))
	}
	if o.high != nil {
		o.high[i] = uint16(v >> 32)
	}
}

// spanColumns are the spans of one generation, sorted by goroutine and within
// it by time: those of goroutine g are first[g] to before first[g+1].
type spanColumns struct {
	first []int32
	at    offsets
	stack trace.StackColumn
	cond  []uint16
	p, m  []uint16
	by    []int32 // see trace.Spans.By; nil since Go 1.22
	// Indices of the spans that occupied each P and thread, in the order of time.
	procLanes, threadLanes lanes
}

// lanes are rows of spans: row i is spans[first[i]:first[i+1]].
type lanes struct {
	first []int32
	spans []int32
}

func (l *lanes) len() int { return max(len(l.first)-1, 0) }

func (l *lanes) of(i int) []int32 { return l.spans[l.first[i]:l.first[i+1]] }
