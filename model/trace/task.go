package trace

import "profstation/model"

// TaskIndex is an index into [Trace.Tasks], or NoTask.
type TaskIndex int32

// NoTask means no task: the background.
const NoTask TaskIndex = -1

// Task is one runtime/trace task. Tasks are in the order in which the trace first names them. A task may be
// known only because something names it, such as a region, a log or a child, if it spans a whole flight
// recording. Its times are then NoTime.
type Task struct {
	ID             uint64
	Parent         TaskIndex
	Type           model.StringID
	Start, End     Time // NoTime: it began before the trace, or was still open
	StartGo, EndGo GoIndex
	StartStack     StackIndex
}

// Within reports whether the task's beginning or end is in the trace.
func (t *Task) Within() bool { return t.Start != NoTime || t.End != NoTime }

// RegionIndex is an index into [Trace.Regions], or NoRegion.
type RegionIndex int32

// NoRegion means no region.
const NoRegion RegionIndex = -1

// Region is one runtime/trace region. Regions are in the order of the events that first name them. A
// goroutine's regions may overlap: a program may end them in any order, and on another goroutine.
type Region struct {
	Go         GoIndex
	Task       TaskIndex
	Type       model.StringID
	Start, End Time // NoTime: it began before the trace, or was still open
	StartStack StackIndex
	Parent     RegionIndex // the last region in the same goroutine that was open when it began
	Left       bool        // the program did not end it: End comes from a region around it, or from its goroutine
}

// Ended reports whether the region's end is in the trace.
func (r *Region) Ended() bool { return r.End != NoTime && !r.Left }

// Log is one runtime/trace message. Logs are sorted by Time.
type Log struct {
	Time              Time
	Go                GoIndex
	Task              TaskIndex
	Category, Message model.StringID
	Stack             StackIndex
}
