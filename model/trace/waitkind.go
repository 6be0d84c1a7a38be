package trace

import "strings"

// WaitKind says where a goroutine's time goes: its state and, if it waits, what kind of thing it waits for.
// Every condition has a kind.
type WaitKind uint8

// The kinds, in the order used in legends and breakdowns.
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
	SystemTime                   // a runtime goroutine has nothing to do
	OtherTime                    // it waits for something else, or the reason is not known

	// WaitKinds is the number of kinds.
	WaitKinds
)

var waitKindNames = [WaitKinds]string{
	UnknownTime: "unknown", EndedTime: "ended", RunningTime: "running", SyscallTime: "syscall",
	RunnableTime: "runnable", NetworkTime: "network", SyncTime: "sync", SleepTime: "sleep",
	GCTime: "GC", SystemTime: "system", OtherTime: "other",
}

// String returns the kind in one word.
func (k WaitKind) String() string { return waitKindNames[k] }

// Waiting reports whether a goroutine of this kind is parked until something happens: neither executing, nor
// in a system call, nor ready to run.
func (k WaitKind) Waiting() bool { return k >= NetworkTime && k <= OtherTime }

// Preempted is why a goroutine is runnable that the scheduler stopped while it ran.
const Preempted = "preempted"

// waitReasons lists why goroutines wait: the runtime's traceBlockReasonStrings (runtime/traceruntime.go) in
// Go 1.22 to 1.26, and the reasons that golang.org/x/exp/trace (tracev1.go) gives to events from Go 1.11 to
// 1.21, which are among them.
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
	Preempted:                      OtherTime, // held, such as while its stack is scanned
	"wait for debug call":          OtherTime,
	"unspecified":                  OtherTime,
	"":                             OtherTime, // a coroutine switched away, or an early block
}

// WaitKindOf returns the kind for a state that was entered for a reason. Reasons from future Go versions are
// handled as in cmd/trace (pprof.go): a reason that mentions channels, sync or select means waiting for
// another goroutine.
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

// WaitKinds returns the conditions' kinds. A span's kind is kinds[t.Spans.Cond(span)].
func (t *Trace) WaitKinds() []WaitKind {
	kinds := make([]WaitKind, len(t.Spans.Conditions))
	for i, c := range t.Spans.Conditions {
		kinds[i] = WaitKindOf(c.State, t.Strings.Raw(c.Reason))
	}
	return kinds
}
