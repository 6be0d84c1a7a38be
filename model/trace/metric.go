package trace

import (
	"sort"

	"profstation/model"
)

// The metrics in a trace, named as in runtime/metrics.
const (
	HeapObjects = "/memory/classes/heap/objects:bytes"
	HeapGoal    = "/gc/heap/goal:bytes"
	GoMaxProcs  = "/sched/gomaxprocs:threads"
)

// Metric says how one quantity changed, such as [HeapObjects].
//
// Value i holds from Time.At(i) until the next time. Times strictly increase. No value is known before the
// first.
type Metric struct {
	Name  model.StringID
	Time  Times
	Value []uint64
}

// Metric finds a metric by name. It returns nil if the trace does not have it.
func (t *Trace) Metric(name string) *Metric {
	for i := range t.Metrics {
		if t.Strings.Raw(t.Metrics[i].Name) == name {
			return &t.Metrics[i]
		}
	}
	return nil
}

// NoGoal reports whether a value of [HeapGoal] means that there is no goal: no heap size starts the
// collector, as with GOGC=off. The runtime writes 0 then; earlier releases wrote the largest number there is
// (runtime, traceLocker.HeapGoal; go.dev/issue/63864).
func NoGoal(v uint64) bool { return v == 0 || v >= 1<<62 }

// Index returns the index of the value that holds at a time, or −1 before the first.
func (m *Metric) Index(at Time) int {
	return sort.Search(len(m.Value), func(i int) bool { return m.Time.At(i) > at }) - 1
}

// CPUSample is one sample from the CPU profiler. Samples are sorted by Time. A sample is a close guess: it
// may contradict the spans around it.
type CPUSample struct {
	Time   Time
	Go     GoIndex
	Proc   ProcIndex
	Thread ThreadIndex // NoThread in traces from Go 1.21 and older
	Stack  StackIndex
}

// GoLabel is a label that the runtime gave to a goroutine, such as "GC (dedicated)". Labels are sorted by
// Time. A label holds until the goroutine next stops running.
type GoLabel struct {
	Time  Time
	Go    GoIndex
	Label model.StringID
}
