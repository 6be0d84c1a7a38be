package trace

import (
	"runtime"
	"time"

	"profstation/model"
	"profstation/model/mapped"
)

// Trace is one loaded execution trace: columns and small tables, each with its invariant above it.
// Nothing in it changes after it was built, so views share it between goroutines without locks.
//
// Ids of goroutines, Ps and threads are given in the order in which the trace names them first. A
// partial model, of the first generations of a file, gives the same goroutine, P, thread, frame,
// stack and string the same index as the whole one; indices of spans and lanes differ.
type Trace struct {
	Header

	Strings *model.Strings
	Frames  []Frame
	Stacks  *Stacks

	Goroutines []Goroutine
	Spans      Spans

	Procs     []Proc
	ProcSpans ProcSpans
	Threads   []Thread

	ProcLanes, ThreadLanes Lanes // which goroutine ran where

	Marks   []Mark
	Stops   []Stop
	Assists []Assist
	Sweeps  []Sweep

	Tasks   []Task
	Regions []Region
	Logs    []Log

	Metrics []Metric
	Samples []CPUSample
	Labels  []GoLabel

	goByID []GoIndex

	room *mapped.Memory `pack:"-"`
}

// Keep says that the columns of spans and lanes lie in the memory of a file, which goes with the
// trace.
func (t *Trace) Keep(in *mapped.Memory) {
	t.room = in
	runtime.AddCleanup(t, (*mapped.Memory).Release, in)
}

// Room is the memory of a file in which the columns of spans and lanes lie; nil if they are on the
// heap.
func (t *Trace) Room() *mapped.Memory { return t.room }

// Header is what a trace says about itself, and what of it was read.
type Header struct {
	Format     string    // the words of its header: "go 1.26"
	End        Time      // of the trace's last event; its first has time 0
	ClockStart int64     // the time of the trace's own clock at time 0
	Wall       time.Time // at time 0; zero where the file has none (before Go 1.25)
	// Events is the number of events that one golang.org/x/exp/trace reader delivers for what was
	// kept, with a Sync for each generation and one at the end, but none where a file is cut.
	Events int64
	// Generations are all of the file, the lost ones too, in their order. A
	// trace of Go 1.21 or older is one generation.
	Generations []Generation
	Partial     bool     // the rest of the file is still being read
	Warnings    []string // losses and repairs while loading, a line each
	Hints       []string // what to know of the program and of what is not shown, a line each
}

// Generation is a piece of a trace that is complete in itself.
type Generation struct {
	Number uint64 // as the file counts them; 0: not known
	Bytes  int64  // of the file
	Events int64  // kept of what the reader delivers, the Sync before them included
	// Start is the time of its Sync and End the time of its last event. For a
	// lost generation they come from its neighbours or its batches; where its
	// first events were kept, Start is the time of the last of them.
	Start, End Time
	// Lost is why it is not whole, one line; "" if it is. Nothing of it was kept, except for the
	// first events of a generation that is the last of a file which is cut.
	Lost    string
	Details string // the decoder's own words; may be many lines
}

// Complete reports whether all of the file was read and nothing of it lost.
func (t *Trace) Complete() bool { return !t.Partial && t.Lost().Generations == 0 }

// Loss is how much of a trace was lost.
type Loss struct {
	Generations int
	Bytes       int64
	Time        time.Duration // 0 if it is not known
}

// Lost adds up the losses.
func (t *Trace) Lost() Loss {
	var l Loss
	for i := range t.Generations {
		if g := &t.Generations[i]; g.Lost != "" {
			l.Generations++
			l.Bytes += g.Bytes
			l.Time += time.Duration(g.End - g.Start)
		}
	}
	return l
}

// Recorded is how long was recorded, as far as it is known: the time of the trace, and what was lost before its
// first event and after its last.
func (t *Trace) Recorded() time.Duration {
	first, last := Time(0), t.End
	for i := range t.Generations {
		first, last = min(first, t.Generations[i].Start), max(last, t.Generations[i].End)
	}
	return time.Duration(last - first)
}

// Damage is what went wrong in reading, in a line, for figures of an interval; "" if it does not touch
// them. The overview has all of [Header.Warnings].
func (t *Trace) Damage(of Interval) string {
	if len(t.Warnings) == 0 {
		return ""
	}
	lost := false
	for i := range t.Generations {
		g := &t.Generations[i]
		if g.Lost == "" {
			continue
		}
		lost = true
		// Of nobody knows how long, and outside of the trace: the whole lacks it.
		if of == t.Whole() || of.From <= g.End && of.To >= g.Start {
			return t.Warnings[0]
		}
	}
	if lost {
		return ""
	}
	return t.Warnings[0]
}

// GoroutinesSeen counts the goroutines of which the trace says something itself: a parent that ended
// before it is only named by others.
func (t *Trace) GoroutinesSeen() int {
	return CountIf(t.Goroutines, func(g *Goroutine) bool { return t.Spans.State(g.First) != GoUnknown })
}

// CountIf counts the rows of a table of which something holds.
func CountIf[T any](all []T, holds func(*T) bool) (n int) {
	for i := range all {
		if holds(&all[i]) {
			n++
		}
	}
	return n
}

// WallAt is the wall-clock time of a point in time; zero if the trace does not say.
func (t *Trace) WallAt(at Time) time.Time {
	if t.Wall.IsZero() {
		return time.Time{}
	}
	return t.Wall.Add(time.Duration(at))
}
