package model

// Mark is one concurrent mark phase of the garbage collector. They are sorted
// by Start and do not overlap; End is NoTime for one that was still going on.
type Mark struct {
	Start, End TraceTime
}

// Stop is one stop of the world, sorted by Start. End is NoTime for one that
// was still going on.
type Stop struct {
	Start, End TraceTime
	Go         GoIndex  // who stopped it
	Reason     StringID // the runtime's words: "GC mark termination"
}

// Assist is one time in which a goroutine had to mark for the collector before
// it could allocate, sorted by Start. End is NoTime for one that was still
// going on.
type Assist struct {
	Start, End TraceTime
	Go         GoIndex
}

// Sweep is one time in which a P swept, sorted by Start. End is NoTime for one
// that was still going on.
type Sweep struct {
	Start, End       TraceTime
	Proc             ProcIndex
	Swept, Reclaimed uint64 // bytes
}
