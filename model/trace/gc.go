package trace

import "profstation/model"

// Mark is one concurrent mark phase in the garbage collector. Marks are sorted by Start and do not overlap.
// End is NoTime if the phase was still going on.
type Mark struct {
	Start, End Time
}

// Stop is one stop of the world. Stops are sorted by Start. End is NoTime if the stop was still going on.
type Stop struct {
	Start, End Time
	Go         GoIndex        // the goroutine that stopped it
	Reason     model.StringID // the runtime's words: "GC mark termination"
}

// Assist is a time in which a goroutine had to mark for the collector before it could allocate. Assists are
// sorted by Start. End is NoTime if the assist was still going on.
type Assist struct {
	Start, End Time
	Go         GoIndex
}

// Sweep is a time in which a P swept. Sweeps are sorted by Start. End is NoTime if the sweep was still going
// on.
type Sweep struct {
	Start, End       Time
	Proc             ProcIndex
	Swept, Reclaimed uint64 // bytes
}
