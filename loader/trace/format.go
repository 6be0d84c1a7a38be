package trace

// The timed events in a generation, from Go's internal/trace/tracev2/events.go.
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

// The experiment about memory (GODEBUG=traceallocfree=1) and the range of its events. Nothing in them is kept.
const (
	experimentAllocFree = 1

	evFirstExperimental = 128
	evLastExperimental  = 136
)

// Other bytes with which an event can begin.
const (
	evStack         = 3
	evString        = 5
	evCPUSample     = 7
	evClockSnapshot = 51
)

// maxArguments is the most arguments an event can have, its time not counted.
const maxArguments = 4

// argumentsOf holds the number of arguments for each event type, its time not counted; −1 means no such event.
var argumentsOf = func() (n [256]int8) {
	for i := range n {
		n[i] = -1
	}
	copy(n[evProcsChange:], []int8{
		2, 2, 0, 3, 2, // for Ps
		3, 1, 2, 0, 0, 2, 2, 3, 2, 0, 0, 3, // for goroutines
		2, 0, // stops of the world
		1, 2, 1, 1, 1, 2, 1, 1, 0, 1, 1, // for the collector
		1, 4, 2, 3, 3, 4, // for what the program itself records
		2, 2, 3, 4, // since Go 1.23
	})
	copy(n[evFirstExperimental:], []int8{3, 3, 1, 2, 2, 1, 2, 2, 1})
	return n
}()

// The states of a P as numbered in a file; 0 means none.
const (
	procRunning = 1 + iota
	procIdle
	procSyscall
	procAbandoned // it was in a system call, on a thread that no event names
)
