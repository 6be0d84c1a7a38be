package timeline

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/trace"
)

// Kind is what time in a lane goes to: a [trace.WaitKind], or [Collecting].
type Kind uint8

// The kinds, see [trace.WaitKind].
const (
	Unknown  = Kind(trace.UnknownTime)
	Ended    = Kind(trace.EndedTime)
	Running  = Kind(trace.RunningTime)
	Syscall  = Kind(trace.SyscallTime)
	Runnable = Kind(trace.RunnableTime)
	Network  = Kind(trace.NetworkTime)
	Sync     = Kind(trace.SyncTime)
	Sleep    = Kind(trace.SleepTime)
	GC       = Kind(trace.GCTime)
	System   = Kind(trace.SystemTime)
	Other    = Kind(trace.OtherTime)
	// Collecting is when the runtime's own goroutines that mark and sweep
	// run: a P that runs them does not run the program.
	Collecting = Kind(trace.WaitKinds)
	// KindCount must stay below 16: changes in a crowd have four bits for each.
	KindCount = Collecting + 1
)

// String returns the kind in a word or two.
func (k Kind) String() string {
	switch k {
	case Collecting:
		return "GC work"
	case GC:
		return "GC wait"
	}
	return trace.WaitKind(k).String()
}

// Title returns the kind in the user's language.
func (k Kind) Title() string { return lang.L(k.String()) }

// stacking is the order in which kinds are stacked in a column,
// from the bottom: what uses a processor first, then what would like to, then
// what waits. Time in which a goroutine does not exist is not drawn.
var stacking = [...]Kind{
	Running, Collecting, Syscall, Runnable, Sync, Network, Sleep, GC, Other, System, Unknown,
}

// Sums holds nanoseconds for each kind.
type Sums [KindCount]int64

func (s *Sums) less(o *Sums) (d Sums) {
	for k := range d {
		d[k] = s[k] - o[k]
	}
	return d
}

// KindSet is a set of kinds. As a filter, the empty set means all.
type KindSet uint16

// existing are the kinds in which something exists.
const existing = ^KindSet(1 << Ended)

// SetOf makes a set.
func SetOf(kinds ...Kind) (s KindSet) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s KindSet) Has(k Kind) bool { return s>>k&1 != 0 }

func (s KindSet) count(k Kind) int32 { return int32(s >> k & 1) }

func (s KindSet) list() (all []Kind) {
	for k := range KindCount {
		if s.Has(k) {
			all = append(all, k)
		}
	}
	return all
}

// Toggle puts a kind in or takes it out.
func (s KindSet) Toggle(k Kind) KindSet { return s ^ 1<<k }

// Kinds lists the kinds that are drawn, in the order that legends have.
func Kinds() []Kind { return slices.Clone(stacking[:]) }

// Legend lists the kinds that some traces have, in the order that legends have.
func Legend(of ...*Timeline) (all []Kind) {
	has := KindSet(0)
	for _, t := range of {
		for _, h := range t.has {
			has |= h
		}
	}
	for _, k := range stacking {
		if has.Has(k) {
			all = append(all, k)
		}
	}
	return all
}

// workers are functions that the runtime's goroutines run to do the collector's work.
var workers = map[string]bool{
	"runtime.gcBgMarkWorker": true,
	"runtime.bgsweep":        true,
	"runtime.bgscavenge":     true,
}

// kindsOf returns each condition's kind, for the program's goroutines and
// for the collector's.
func kindsOf(t *trace.Trace) (program, worker []Kind) {
	for _, k := range t.WaitKinds() {
		program = append(program, Kind(k))
		if k == trace.RunningTime {
			k = trace.WaitKind(Collecting)
		}
		worker = append(worker, Kind(k))
	}
	return program, worker
}
