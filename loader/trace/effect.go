package trace

import "profstation/model/trace"

// effect is what an event does to its goroutine and its thread, once its turn has come. The second pass over a
// generation goes by it alone. The first one checks that the event is possible, see steps, and leaves the rest to
// acts, except for new goroutines and for Ps, about which it records more.
type effect struct {
	to    trace.GoState // the state in which a goroutine's span begins; GoUnknown: none begins
	named bool          // the event's first argument is the goroutine; otherwise it is the thread's own
	// reason and stack are which arguments, counted from 1, hold why and where the span begins; 0: none does.
	reason, stack uint8
	goes          binding // what the thread does with the goroutine
	proc          binding // what the thread does with the P that the event's first argument is
}

// known reports whether effects describes an event.
func (e *effect) known() bool { return e.to != trace.GoUnknown || e.proc != keeps }

// binding says what a thread does with a goroutine or a P.
type binding uint8

const (
	keeps binding = iota
	takes
	leaves
)

// effects has all frequent events that change a state. What the others do is recorded, see [echo].
var effects = [256]effect{
	evGoCreate:            {to: trace.GoRunnable, named: true, stack: 3},
	evGoCreateBlocked:     {to: trace.GoWaiting, named: true, stack: 3},
	evGoStart:             {to: trace.GoRunning, named: true, goes: takes},
	evGoDestroy:           {to: trace.GoNotExist, goes: leaves},
	evGoStop:              {to: trace.GoRunnable, reason: 1, stack: 2, goes: leaves},
	evGoBlock:             {to: trace.GoWaiting, reason: 1, stack: 2, goes: leaves},
	evGoUnblock:           {to: trace.GoRunnable, named: true, stack: 3},
	evGoSyscallBegin:      {to: trace.GoSyscall, stack: 2},
	evGoSyscallEnd:        {to: trace.GoRunning},
	evGoSyscallEndBlocked: {to: trace.GoRunnable, goes: leaves},
	evProcStart:           {proc: takes},
	evProcStop:            {proc: leaves},
}
