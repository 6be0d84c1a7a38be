package trace

import "strings"

// WaitKind is what a goroutine's time goes to: its state, and of a waiting
// goroutine what kind of thing it waits for. Every condition has one.
type WaitKind uint8

// The kinds, in the order in which legends and breakdowns name them.
const (
	UnknownTime  WaitKind = iota // lost with generations
	EndedTime                    // it does not exist any more
	RunningTime                  // it executes
	SyscallTime                  // it is in a system call
	RunnableTime                 // it waits for a P
	NetworkTime                  // it waits for the network poller
	SyncTime                     // it waits for another goroutine: channel, select, package sync
	SleepTime                    // it waits for the clock
	GCTime                       // it waits for the garbage collector
	SystemTime                   // a goroutine of the runtime has nothing to do
	OtherTime                    // it waits for something else, or it is not known for what

	// WaitKinds is how many there are.
	WaitKinds
)

var waitKindNames = [WaitKinds]string{
	UnknownTime: "unknown", EndedTime: "ended", RunningTime: "running", SyscallTime: "syscall",
	RunnableTime: "runnable", NetworkTime: "network", SyncTime: "sync", SleepTime: "sleep",
	GCTime: "GC", SystemTime: "system", OtherTime: "other",
}

// String is the kind in one word.
func (k WaitKind) String() string { return waitKindNames[k] }

// Waiting reports whether a goroutine of the kind is parked until something
// happens: neither executing, nor in a system call, nor ready to run.
func (k WaitKind) Waiting() bool { return k >= NetworkTime && k <= OtherTime }

// waitReasons are the reasons of waiting goroutines: the runtime's traceBlockReasonStrings
// (runtime/traceruntime.go) of Go 1.22 to 1.26, and those that golang.org/x/exp/trace (tracev1.go)
// gives the events of Go 1.11 to 1.21, which are among them.
var waitReasons = map[string]WaitKind{
	"network":                      NetworkTime,
	"select":                       SyncTime,
	"sync":                         SyncTime, // mutexes, wait groups, semaphores
	"sync.(*Cond).Wait":            SyncTime,
	"chan send":                    SyncTime,
	"chan receive":                 SyncTime,
	"synctest":                     SyncTime,
	"sleep":                        SleepTime,
	"GC mark assist wait for work": GCTime,
	"GC background sweeper wait":   GCTime,
	"GC weak to strong wait":       GCTime,
	"wait until GC ends":           GCTime,
	"system goroutine wait":        SystemTime,
	"forever":                      OtherTime, // select {}, a nil channel; before Go 1.22 also a goroutine's stop
	"preempted":                    OtherTime, // held, such as for the scan of its stack
	"wait for debug call":          OtherTime,
	"unspecified":                  OtherTime,
	"":                             OtherTime, // a coroutine switched away, or an early block
}

// WaitKindOf is the kind of a state that was entered for a reason. A reason of
// a Go to come is taken as cmd/trace (pprof.go) takes it: what speaks of
// channels, sync or select waits for another goroutine.
func WaitKindOf(state GoState, reason string) WaitKind {
	if state != GoWaiting {
		return [...]WaitKind{
			GoUnknown: UnknownTime, GoNotExist: EndedTime, GoRunnable: RunnableTime, GoRunning: RunningTime, GoSyscall: SyscallTime,
		}[state]
	}
	if k, ok := waitReasons[reason]; ok {
		return k
	}
	switch {
	case strings.Contains(reason, "chan"), strings.Contains(reason, "sync"), strings.Contains(reason, "select"):
		return SyncTime
	case strings.Contains(reason, "GC"):
		return GCTime
	}
	return OtherTime
}

// WaitKinds are the kinds of the conditions: of a span it is kinds[t.Spans.Cond[span]].
func (t *Trace) WaitKinds() []WaitKind {
	kinds := make([]WaitKind, len(t.Spans.Conditions))
	for i, c := range t.Spans.Conditions {
		kinds[i] = WaitKindOf(c.State, t.Strings.Raw(c.Reason))
	}
	return kinds
}
