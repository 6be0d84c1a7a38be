package trace

import "profstation/model/trace"

// effect is what an event does to its goroutine and its thread, once its turn has come. Both passes over a
// generation go by it. The first one also checks that the event is possible, see steps.
type effect struct {
	of    bool          // set for the events that this table describes
	to    trace.GoState // the state in which a goroutine's span begins; GoUnknown: none begins
	named bool          // the event's first argument is the goroutine; otherwise it is the thread's own
	// reason and stack are which arguments, counted from 1, hold why and where the span begins; 0: none does.
	reason, stack uint8
	goes          binding // what the thread does with the goroutine
	proc          binding // what the thread does with the P that the event's first argument is
}

// binding says what a thread does with a goroutine or a P.
type binding uint8

const (
	keeps binding = iota
	takes
	leaves
)

// effects has all frequent events that change a state. What the others do is recorded, see [echo].
var effects = [256]effect{
	evGoCreate:            {of: true, to: trace.GoRunnable, named: true, stack: 3},
	evGoCreateBlocked:     {of: true, to: trace.GoWaiting, named: true, stack: 3},
	evGoStart:             {of: true, to: trace.GoRunning, named: true, goes: takes},
	evGoDestroy:           {of: true, to: trace.GoNotExist, goes: leaves},
	evGoStop:              {of: true, to: trace.GoRunnable, reason: 1, stack: 2, goes: leaves},
	evGoBlock:             {of: true, to: trace.GoWaiting, reason: 1, stack: 2, goes: leaves},
	evGoUnblock:           {of: true, to: trace.GoRunnable, named: true, stack: 3},
	evGoSyscallBegin:      {of: true, to: trace.GoSyscall, stack: 2},
	evGoSyscallEnd:        {of: true, to: trace.GoRunning},
	evGoSyscallEndBlocked: {of: true, to: trace.GoRunnable, goes: leaves},
	evProcStart:           {of: true, proc: takes},
	evProcStop:            {of: true, proc: leaves},
}
