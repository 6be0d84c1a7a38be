package trace

// The timed events of a generation, of Go's internal/trace/tracev2/events.go.
const (
	evProcsChange = 9 + iota
	evProcStart
	evProcStop
	evProcSteal
	evProcStatus
	evGoCreate
	evGoCreateSyscall
	evGoStart
	evGoDestroy
	evGoDestroySyscall
	evGoStop
	evGoBlock
	evGoUnblock
	evGoSyscallBegin
	evGoSyscallEnd
	evGoSyscallEndBlocked
	evGoStatus
	evStopBegin
	evStopEnd
	evMarkActive
	evMarkBegin
	evMarkEnd
	evSweepActive
	evSweepBegin
	evSweepEnd
	evAssistActive
	evAssistBegin
	evAssistEnd
	evHeapAlloc
	evHeapGoal
	evGoLabel
	evTaskBegin
	evTaskEnd
	evRegionBegin
	evRegionEnd
	evLog
	evGoSwitch
	evGoSwitchDestroy
	evGoCreateBlocked
	evGoStatusStack
)

// The experiment about memory (GODEBUG=traceallocfree=1), and its events: nothing of them is kept.
const (
	experimentAllocFree = 1

	evFirstExperimental = 128
	evLastExperimental  = 136
)

// Other bytes that events begin with.
const (
	evStack         = 3
	evString        = 5
	evCPUSample     = 7
	evClockSnapshot = 51
)

// maxArguments is how many arguments an event has at most, its time left out.
const maxArguments = 4

// argumentsOf is how many arguments an event has, its time left out; −1: there is no such event.
var argumentsOf = func() (n [256]int8) {
	for i := range n {
		n[i] = -1
	}
	copy(n[evProcsChange:], []int8{
		2, 2, 0, 3, 2, // of Ps
		3, 1, 2, 0, 0, 2, 2, 3, 2, 0, 0, 3, // of goroutines
		2, 0, // stops of the world
		1, 2, 1, 1, 1, 2, 1, 1, 0, 1, 1, // of the collector
		1, 4, 2, 3, 3, 4, // a program's own
		2, 2, 3, 4, // since Go 1.23
	})
	copy(n[evFirstExperimental:], []int8{3, 3, 1, 2, 2, 1, 2, 2, 1})
	return n
}()

// The states of a P as a file numbers them; 0 is none.
const (
	procRunning = 1 + iota
	procIdle
	procSyscall
	procAbandoned // it was in a system call, of a thread that no event names
)
