package trace

import (
	"sort"

	"profstation/model"
)

// The metrics of a trace, named as runtime/metrics names them.
const (
	HeapObjects = "/memory/classes/heap/objects:bytes"
	HeapGoal    = "/gc/heap/goal:bytes"
	GoMaxProcs  = "/sched/gomaxprocs:threads"
)

// Metric is how one quantity changed, such as [HeapObjects].
//
// Value i holds from Time.At(i) to the next; times strictly increase. None is known before.
type Metric struct {
	Name  model.StringID
	Time  Times
	Value []uint64
}

// Metric finds a metric by name; nil if the trace has none of that name.
func (t *Trace) Metric(name string) *Metric {
	for i := range t.Metrics {
		if t.Strings.Raw(t.Metrics[i].Name) == name {
			return &t.Metrics[i]
		}
	}
	return nil
}

// NoGoal reports whether a value of [HeapGoal] stands for none: no size of the heap starts the collector, as with
// GOGC=off. The runtime writes 0 then; releases before it did wrote the largest number there is (runtime,
// traceLocker.HeapGoal; go.dev/issue/63864).
func NoGoal(v uint64) bool { return v == 0 || v >= 1<<62 }

// Index is the index of the value that holds at a time; −1 before the first.
func (m *Metric) Index(at Time) int {
	return sort.Search(len(m.Value), func(i int) bool { return m.Time.At(i) > at }) - 1
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

// GoLabel is a label that the runtime gave to a goroutine, such as "GC
// (dedicated)", sorted by Time. It holds until the goroutine next stops running.
type GoLabel struct {
	Time  Time
	Go    GoIndex
	Label model.StringID
}
