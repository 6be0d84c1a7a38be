package trace

import "profstation/model"

// TaskIndex is an index into [Trace.Tasks], or NoTask.
type TaskIndex int32

// NoTask is no task: the background.
const NoTask TaskIndex = -1

// Task is one task of runtime/trace, in the order in which the trace names
// them first. A task may be known only by what names it, such as a region, a log or a child of one that
// spans all of a flight recording: then its times are NoTime.
type Task struct {
	ID             uint64
	Parent         TaskIndex
	Type           model.StringID
	Start, End     Time // NoTime: it began before the trace, or was still open
	StartGo, EndGo GoIndex
	StartStack     StackIndex
}

// Within reports whether a beginning or an end of it is in the trace.
func (t *Task) Within() bool { return t.Start != NoTime || t.End != NoTime }

// RegionIndex is an index into [Trace.Regions], or NoRegion.
type RegionIndex int32

// NoRegion is no region.
const NoRegion RegionIndex = -1

// Region is one region of runtime/trace, in the order of the events that name
// them first. Those of a goroutine may overlap: a program may end them in any order, and on another goroutine.
type Region struct {
	Go         GoIndex
	Task       TaskIndex
	Type       model.StringID
	Start, End Time // NoTime: it began before the trace, or was still open
	StartStack StackIndex
	Parent     RegionIndex // the last that was open when it began, of the same goroutine
	Left       bool        // the program did not end it: End is that of a region around it, or of its goroutine
}

// Ended reports whether its end is in the trace.
func (r *Region) Ended() bool { return r.End != NoTime && !r.Left }

// Log is one message of runtime/trace, sorted by Time.
type Log struct {
	Time              Time
	Go                GoIndex
	Task              TaskIndex
	Category, Message model.StringID
	Stack             StackIndex
}
