package hostile

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// TraceWriter writes an execution trace byte by byte, in the format since Go 1.22, and does not check
// anything. Event numbers are from Go's internal/trace/tracev2/events.go.
type TraceWriter struct {
	Version    int // 22, 23, 25 or 26
	Generation uint64
	Frequency  uint64 // clock ticks per second
	out        []byte
	open       []byte // events on the thread that writes
	thread     uint64
	at         uint64 // when the open batch begins
}

// NewTrace begins a trace. Its first generation's clock ticks in nanoseconds.
func NewTrace(version int) *TraceWriter {
	w := &TraceWriter{Version: version, Frequency: 1e9, out: TraceHeader(version)}
	w.Next(1)
	return w
}

// TraceHeader returns the first line for a trace version.
func TraceHeader(version int) []byte { return fmt.Appendf(nil, "go 1.%d trace\x00\x00\x00", version) }

// Bytes ends the trace.
func (w *TraceWriter) Bytes() []byte {
	w.end()
	return w.out
}

// Next begins another generation, whose clock starts at the given time.
func (w *TraceWriter) Next(at uint64) {
	if w.Generation > 0 {
		w.end()
	}
	w.Generation++
	clock := Numbers(8, w.Frequency)
	if w.Version >= 25 {
		clock = append(append([]byte{50}, clock...), Numbers(51, 0, 1, 1_700_000_000, 0)...)
	}
	w.Batch(^uint64(0), at, clock)
	w.at = at
}

func (w *TraceWriter) end() {
	w.flush()
	if w.Version >= 26 {
		w.out = append(w.out, 52)
	}
}

// Raw adds bytes as they are.
func (w *TraceWriter) Raw(b ...byte) { w.out = append(w.out, b...) }

// Batch adds a thread's batch.
func (w *TraceWriter) Batch(thread, at uint64, content []byte) {
	w.out = append(append(w.out, Numbers(1, w.Generation, thread, at, uint64(len(content)))...), content...)
}

// On switches to a thread, which writes the following events, from the given time on.
func (w *TraceWriter) On(thread, at uint64) {
	w.flush()
	w.thread, w.at = thread, at
}

func (w *TraceWriter) flush() {
	if len(w.open) > 0 {
		w.Batch(w.thread, w.at, w.open)
		w.open = nil
	}
}

// Event adds an event for the thread that writes: its kind, the ticks since the one before, and its
// arguments.
func (w *TraceWriter) Event(kind byte, numbers ...uint64) {
	if len(w.open) > 60<<10 {
		w.flush()
	}
	w.open = append(w.open, Numbers(kind, numbers...)...)
}

// Numbers encodes a byte and numbers as traces and protobufs do.
func Numbers(kind byte, numbers ...uint64) []byte {
	b := []byte{kind}
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// table adds batches with entries. Each batch begins with its kind.
func (w *TraceWriter) table(kind byte, n int, bytes func(i int) []byte) {
	w.flush()
	b := []byte{kind}
	for i := range n {
		e := bytes(i)
		if len(b)+len(e) > 64<<10 {
			w.Batch(^uint64(0), 1, b)
			b = []byte{kind}
		}
		b = append(b, e...)
	}
	w.Batch(^uint64(0), 1, b)
}

// Texts adds a table of texts with consecutive ids from first on.
func (w *TraceWriter) Texts(first uint64, n int, text func(i int) string) {
	w.table(4, n, func(i int) []byte {
		s := text(i)
		return append(Numbers(5, first+uint64(i), uint64(len(s))), s...)
	})
}

// Stacks adds a table of stacks with the ids from 1 on. All frames have text 1 as their name.
func (w *TraceWriter) Stacks(n int, frames func(i int) []uint64) {
	w.table(2, n, func(i int) []byte {
		pcs := frames(i)
		b := Numbers(3, uint64(i+1), uint64(len(pcs)))
		for _, pc := range pcs {
			b = append(binary.AppendUvarint(b, pc), 1, 1, 1)
		}
		return b
	})
}

// Samples adds samples from the CPU profiler, all with one stack, one each tick.
func (w *TraceWriter) Samples(n int, stack uint64) {
	w.table(6, n, func(i int) []byte { return Numbers(7, uint64(i+2), 1, 0, 1, stack) })
}

// Main makes goroutine 1 run on P 0 and thread 1.
func (w *TraceWriter) Main() {
	w.On(1, 2)
	w.Event(procStatus, 1, 0, 1)  // P 0 runs
	w.Event(goStatus, 1, 1, 1, 2) // goroutine 1 runs on thread 1
}

// Events, from Go's internal/trace/tracev2/events.go.
const (
	procsChange       = 9
	procStart         = 10
	procStop          = 11
	procSteal         = 12
	goDestroy         = 17
	syscallBegin      = 22
	syscallEnd        = 23
	syscallEndBlocked = 24
	goSwitch          = 45

	procStatus   = 13
	goCreate     = 14
	goStart      = 16
	goStop       = 19
	goBlock      = 20
	goUnblock    = 21
	goStatus     = 25
	stopBegin    = 26
	stopEnd      = 27
	markBegin    = 29
	markEnd      = 30
	sweepBegin   = 32
	sweepEnd     = 33
	assistActive = 34
	assistBegin  = 35
	assistEnd    = 36
	heapAlloc    = 37
	heapGoal     = 38
	label        = 39
	taskBegin    = 40
	taskEnd      = 41
	regionBegin  = 42
	regionEnd    = 43
	logged       = 44
	experimental = 129
	unknown      = 99
)

// Traces has all hostile traces.
var Traces = slices.Concat(crowdedTraces, annotatedTraces, oddTraces, oldTraces)

// Trace is a hostile execution trace: small, and large once it is decoded, counted or drawn.
type Trace struct {
	Name string
	Make func(n int) []byte // n is the number of whatever it has many of
	N    int                // makes a file with a few MB at most
}

// TraceNamed returns one of [Traces].
func TraceNamed(name string) Trace {
	return Traces[slices.IndexFunc(Traces, func(x Trace) bool { return x.Name == name })]
}

// named adds a table with the text "main.main" under id 1.
func (w *TraceWriter) named() *TraceWriter {
	w.Texts(1, 1, func(int) string { return "main.main" })
	return w
}

func entry(i int) string { return fmt.Sprintf("t%d", i) }

func deep(depth int) func(i int) []uint64 {
	return func(i int) []uint64 {
		pcs := make([]uint64, depth)
		for k := range pcs {
			pcs[k] = uint64(i*depth + k + 1)
		}
		return pcs
	}
}

// began begins a trace in the given version with a running goroutine.
func began(version int) *TraceWriter {
	w := NewTrace(version)
	w.Main()
	return w
}
