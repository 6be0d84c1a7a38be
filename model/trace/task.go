package trace

import "profstation/model"

// TaskIndex is an index into [Trace.Tasks], or NoTask.
type TaskIndex int32

// NoTask is no task: the background.
const NoTask TaskIndex = -1

// Task is one task of runtime/trace, in the order in which the trace names
// them first. A task may be known only by what names it, such as a parent that
// began before the trace: then Seen is false and its times are NoTime.
type Task struct {
	ID             uint64
	Parent         TaskIndex
	Type           model.StringID
	Start, End     Time // NoTime: it began before the trace, or was still open
	StartGo, EndGo GoIndex
	StartStack     StackIndex
	Seen           bool // its beginning or its end is in the trace
}

// RegionIndex is an index into [Trace.Regions], or NoRegion.
type RegionIndex int32

// NoRegion is no region.
const NoRegion RegionIndex = -1

// Region is one region of runtime/trace, in the order of the events that name
// them first. Regions of one goroutine nest.
type Region struct {
	Go         GoIndex
	Task       TaskIndex
	Type       model.StringID
	Start, End Time // NoTime: it began before the trace, or was still open
	StartStack StackIndex
	Parent     RegionIndex // the region around it, of the same goroutine
}

// Log is one message of runtime/trace, sorted by Time.
type Log struct {
	Time              Time
	Go                GoIndex
	Task              TaskIndex
	Category, Message model.StringID
	Stack             StackIndex
}
