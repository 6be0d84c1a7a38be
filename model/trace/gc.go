package trace

import "profstation/model"

// Mark is one concurrent mark phase of the garbage collector. They are sorted
// by Start and do not overlap; End is NoTime for one that was still going on.
type Mark struct {
	Start, End Time
}

// Stop is one stop of the world, sorted by Start. End is NoTime for one that was still going on.
type Stop struct {
	Start, End Time
	Go         GoIndex        // the goroutine that stopped it
	Reason     model.StringID // the runtime's words: "GC mark termination"
}

// Assist is one time in which a goroutine had to mark for the collector before it could allocate,
// sorted by Start. End is NoTime for one that was still going on.
type Assist struct {
	Start, End Time
	Go         GoIndex
}

// Sweep is one time in which a P swept, sorted by Start. End is NoTime for one
// that was still going on.
type Sweep struct {
	Start, End       Time
	Proc             ProcIndex
	Swept, Reclaimed uint64 // bytes
}
