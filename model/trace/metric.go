package trace

import "profstation/model"

// Metric is how one quantity changed, named as runtime/metrics names it:
//
//	/memory/classes/heap/objects:bytes
//	/gc/heap/goal:bytes
//	/sched/gomaxprocs:threads
//
// Value i holds from Time.At(i) to the next; times strictly increase. The
// quantity is not known before the first.
type Metric struct {
	Name  model.StringID
	Time  Times
	Value []uint64
}

// CPUSample is one sample of the CPU profiler, sorted by Time. It is a close
// guess: it may contradict the spans around it.
type CPUSample struct {
	Time   Time
	Go     GoIndex
	Proc   ProcIndex
	Thread ThreadIndex // NoThread in traces of Go 1.21 and older
	Stack  StackIndex
}

// GoLabel is a label that the runtime gave to a goroutine, such as
// "GC (dedicated)", sorted by Time. It holds until the goroutine next stops
// running.
type GoLabel struct {
	Time  Time
	Go    GoIndex
	Label model.StringID
}
