package trace

import (
	"runtime"
	"time"

	"profstation/model"
	"profstation/model/mapped"
)

// Trace is one loaded execution trace: columns and small tables, each documented with its invariant. Nothing
// in it changes after it was built, so views share it between goroutines without locks.
//
// Goroutines, Ps and threads get ids in the order in which the trace first names them. A partial model, made
// from a file's first generations, gives each goroutine, P, thread, frame, stack and string the same index as
// the whole one. Indices of spans and lanes differ.
type Trace struct {
	Header

	Strings *model.Strings
	Frames  []Frame
	Stacks  *Stacks

	Goroutines []Goroutine
	Ran        [][]model.StringID // functions that one goroutine was given, by name, each list once
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

// Keep records that the columns for spans and lanes lie in memory backed by a file. That memory is released
// when the trace is no longer used.
func (t *Trace) Keep(in *mapped.Memory) {
	t.room = in
	runtime.AddCleanup(t, (*mapped.Memory).Release, in)
}

// Room returns the file-backed memory in which the columns for spans and lanes lie, or nil if they are on the
// heap.
func (t *Trace) Room() *mapped.Memory { return t.room }

// Header is what a trace says about itself, and how much of it was read.
type Header struct {
	Format     string    // the words in its header: "go 1.26"
	End        Time      // when the trace's last event was; its first has time 0
	ClockStart int64     // what the trace's own clock showed at time 0
	Wall       time.Time // wall-clock time at time 0; zero if the file has none (before Go 1.25)
	// Events is the number of events that one golang.org/x/exp/trace reader delivers for what was kept. That
	// includes a Sync for each generation and one at the end, but none where a file is cut.
	Events int64
	// CPULimit is not in the trace: a file beside it says so.
	CPULimit CPULimit
	// Generations holds all generations in the file, including lost ones, in order. A trace from Go 1.21 or
	// older is one generation.
	Generations []Generation
	Partial     bool     // the rest of the file is still being read
	Warnings    []string // losses and repairs while loading, one per line
	Hints       []string // what to know about the program and about what is not shown, one per line
}

// CPULimit is how much CPU time all threads together get in each period; the zero value: there is no limit, or it is not
// known.
type CPULimit struct{ Quota, Period Time }

// CPUs returns how many processors the limit is worth, or 0 if there is none.
func (l CPULimit) CPUs() float64 {
	if l.Period <= 0 {
		return 0
	}
	return float64(l.Quota) / float64(l.Period)
}

// Generation is a piece of a trace that is complete in itself.
type Generation struct {
	Number uint64 // as the file numbers them; 0: not known
	Bytes  int64  // size in the file
	Events int64  // how many events that the reader delivers were kept, including the Sync before them
	// Start is its Sync's time and End the last event's. For a lost generation they come from its neighbours
	// or its batches. If its first events were kept, Start is the last one's time.
	Start, End Time
	// Lost says in one line why the generation is not whole; "" if it is. Nothing in it was kept, except for
	// the first events in the last generation if the file is cut.
	Lost    string
	Cut     bool   // it is not whole because the file ends within it
	Details string // the decoder's own words; may have many lines
}

// Complete reports whether the whole file was read and nothing was lost.
func (t *Trace) Complete() bool { return !t.Partial && t.Lost().Generations == 0 }

// Loss says how much of a trace was lost.
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

// Recorded returns how long was recorded, as far as it is known: the trace's time, and what was lost before
// its first event and after its last.
func (t *Trace) Recorded() time.Duration {
	first, last := Time(0), t.End
	for i := range t.Generations {
		first, last = min(first, t.Generations[i].Start), max(last, t.Generations[i].End)
	}
	return time.Duration(last - first)
}

// Damage returns a line that says what went wrong in reading, for figures about an interval. It returns "" if
// that does not affect them. The overview shows all [Header.Warnings].
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
		// A loss outside the trace, with unknown length, is missing from the whole.
		if of == t.Whole() || of.From <= g.End && of.To >= g.Start {
			return t.Warnings[0]
		}
	}
	if lost {
		return ""
	}
	return t.Warnings[0]
}

// GoroutinesSeen counts the goroutines about which the trace itself says something. A parent that ended
// before the trace is only named by others.
func (t *Trace) GoroutinesSeen() int {
	return CountIf(t.Goroutines, func(g *Goroutine) bool { return t.Spans.State(g.First) != GoUnknown })
}

// CountIf counts the rows in a table for which holds returns true.
func CountIf[T any](all []T, holds func(*T) bool) (n int) {
	for i := range all {
		if holds(&all[i]) {
			n++
		}
	}
	return n
}

// WallAt returns the wall-clock time at a point in time, or zero if the trace does not say it.
func (t *Trace) WallAt(at Time) time.Time {
	if t.Wall.IsZero() {
		return time.Time{}
	}
	return t.Wall.Add(time.Duration(at))
}
