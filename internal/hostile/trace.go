package hostile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// TraceWriter writes an execution trace byte by byte, in the format since Go 1.22, and trusts that
// its user knows what is wrong with it. Events are bytes of Go's internal/trace/tracev2/events.go.
type TraceWriter struct {
	Version    int // 22, 23, 25 or 26
	Generation uint64
	Frequency  uint64 // of the clock, in ticks a second
	out        []byte
	open       []byte // events of the thread that writes
	thread     uint64
	at         uint64 // when the open batch begins
}

// NewTrace begins a trace with the clock of its first generation, which ticks in nanoseconds.
func NewTrace(version int) *TraceWriter {
	w := &TraceWriter{Version: version, Frequency: 1e9, out: TraceHeader(version)}
	w.Next(1)
	return w
}

// TraceHeader is the first line of a trace of a version.
func TraceHeader(version int) []byte { return fmt.Appendf(nil, "go 1.%d trace\x00\x00\x00", version) }

// Bytes ends the trace.
func (w *TraceWriter) Bytes() []byte {
	w.end()
	return w.out
}

// Next begins another generation, with its clock at a time.
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

// Batch adds a batch of a thread.
func (w *TraceWriter) Batch(thread, at uint64, content []byte) {
	w.out = append(append(w.out, Numbers(1, w.Generation, thread, at, uint64(len(content)))...), content...)
}

// On has a thread write the events that follow, from a time on.
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

// Event adds an event of the thread that writes: its kind, the ticks since the one before, and its
// arguments.
func (w *TraceWriter) Event(kind byte, numbers ...uint64) {
	if len(w.open) > 60<<10 {
		w.flush()
	}
	w.open = append(w.open, Numbers(kind, numbers...)...)
}

// Numbers are a byte and numbers in the form of traces and protobuf.
func Numbers(kind byte, numbers ...uint64) []byte {
	b := []byte{kind}
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// table adds batches of entries, which all begin with the batch's own byte in front.
func (w *TraceWriter) table(kind byte, n int, entry func(i int) []byte) {
	w.flush()
	b := []byte{kind}
	for i := range n {
		e := entry(i)
		if len(b)+len(e) > 64<<10 {
			w.Batch(^uint64(0), 1, b)
			b = []byte{kind}
		}
		b = append(b, e...)
	}
	w.Batch(^uint64(0), 1, b)
}

// Texts adds a table of texts with the ids from one on.
func (w *TraceWriter) Texts(first uint64, n int, text func(i int) string) {
	w.table(4, n, func(i int) []byte {
		s := text(i)
		return append(Numbers(5, first+uint64(i), uint64(len(s))), s...)
	})
}

// Stacks adds a table of stacks with the ids from 1 on, of frames whose names are text 1.
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

// Samples adds samples of the CPU profiler with a stack, one each tick.
func (w *TraceWriter) Samples(n int, stack uint64) {
	w.table(6, n, func(i int) []byte { return Numbers(7, uint64(i+2), 1, 0, 1, stack) })
}

// Main makes goroutine 1 run on P 0 of thread 1.
func (w *TraceWriter) Main() {
	w.On(1, 2)
	w.Event(procStatus, 1, 0, 1)  // P 0 runs
	w.Event(goStatus, 1, 1, 1, 2) // goroutine 1 runs on thread 1
}

// Events, of Go's internal/trace/tracev2/events.go.
const (
	procsChange  = 9
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

// Trace is a hostile execution trace: small, and large once it is decoded, counted or drawn.
type Trace struct {
	Name string
	Make func(n int) []byte // with n of what it has many of
	N    int                // some MB of a file at most
}

// Named adds a table with the text "main.main" of id 1.
func (w *TraceWriter) named() *TraceWriter {
	w.Texts(1, 1, func(int) string { return "main.main" })
	return w
}

func numbered(i int) string { return fmt.Sprintf("t%d", i) }

func one(int) []uint64 { return []uint64{1} }

func deep(depth int) func(i int) []uint64 {
	return func(i int) []uint64 {
		pcs := make([]uint64, depth)
		for k := range pcs {
			pcs[k] = uint64(i*depth + k + 1)
		}
		return pcs
	}
}

// began begins a trace of Go 1.26 with a running goroutine.
func began(version int) *TraceWriter {
	w := NewTrace(version)
	w.Main()
	return w
}

// Traces are all of them.
var Traces = []Trace{
	{"goroutines that never run", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		return w.named().Bytes()
	}, 1_000_000},
	{"goroutines that only wait", func(n int) []byte {
		w := began(22)
		for i := range n {
			w.Event(goStatus, 0, uint64(i+2), ^uint64(0), 4)
		}
		return w.named().Bytes()
	}, 500_000},
	{"a start function for each goroutine", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), uint64(i+1), 0)
		}
		w.table(2, n, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 300_000},
	{"a start function for each pair of goroutines, over 78 hours", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(2*i+2), uint64(i+1), 0)
			w.Event(goCreate, 1, uint64(2*i+3), uint64(i+1), 0)
		}
		w.Event(label, 1<<47-1<<21, 5) // a long time
		w.table(2, n, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 30_000},
	{"yields each tick", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goStop, 1, 0, 0)
			w.Event(goStart, 1, 1, uint64(i+1))
		}
		return w.named().Bytes()
	}, 500_000},
	{"heap metrics each tick", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(heapAlloc, 1, 5)
		}
		return w.named().Bytes()
	}, 2_000_000},
	{"Ps", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.On(uint64(i+2), 2)
			w.Event(procStatus, 1, uint64(i+1), 1)
			w.Event(goStatus, 1, uint64(i+2), uint64(i+2), 2)
		}
		return w.named().Bytes()
	}, 65_000},
	{"too many Ps", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(procStatus, 0, uint64(i+1), 2)
		}
		return w.named().Bytes()
	}, 100_000},
	{"threads without events", func(n int) []byte {
		w := began(26)
		w.flush()
		for i := range n {
			w.Batch(uint64(i+2), 2, nil)
		}
		return w.named().Bytes()
	}, 500_000},
	{"threads whose turn has not come", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.On(uint64(i+2), 1) // earlier than what they wait for
			w.Event(procStatus, 0, uint64(i+1), 1)
			w.Event(goStart, 0, uint64(i+2), 1)
		}
		w.On(1, 3)
		for i := range n {
			w.Event(goCreate, 1, uint64(n-i+1), 0, 0)
		}
		return w.named().Bytes()
	}, 20_000},
	{"tasks", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+1), uint64(i), 1, 0) // one below the other
		}
		return w.named().Bytes()
	}, 500_000},
	{"types of tasks over 78 hours", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+1), 0, uint64(i+1), 0)
		}
		w.Event(taskEnd, 1<<47-1<<21, 1, 0)
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 50_000},
	{"tasks below one", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+2), 1, 1, 0)
			w.Event(taskEnd, 1, uint64(i+2), 0)
		}
		return w.named().Bytes()
	}, 300_000},
	{"a chain of tasks with regions", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+1), uint64(i), uint64(i+1), 0)
			w.Event(regionBegin, 1, uint64(i+1), uint64(i+1), 0)
			w.Event(regionEnd, 1, uint64(i+1), uint64(i+1), 0)
		}
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 100_000},
	{"nested regions", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(regionBegin, 1, 0, 1, 0)
		}
		for range n {
			w.Event(regionEnd, 1, 0, 1, 0)
		}
		return w.named().Bytes()
	}, 100_000},
	{"nested regions of all types and tasks", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(regionBegin, 1, uint64(i+1), uint64(i+1), 0)
		}
		for i := range n {
			w.Event(goBlock, 1, 1, 0)
			w.Event(goUnblock, 1, 1, uint64(2*i+1), 0)
			w.Event(goStart, 1, 1, uint64(2*i+2))
			break
		}
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 100_000},
	{"regions that end without a beginning behind open ones", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(regionBegin, 1, 0, 1, 0)
		}
		w.named()
		w.Next(uint64(n + 10))
		w.On(1, uint64(n+11))
		w.Event(procStatus, 1, 0, 1)
		w.Event(goStatus, 1, 1, 1, 2)
		for range n {
			w.Event(regionEnd, 1, 0, 2, 0)
		}
		w.Texts(1, 2, numbered)
		return w.Bytes()
	}, 100_000},
	{"logs", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(logged, 1, 1, 1, uint64(i%1000+1), 0)
		}
		w.Texts(1, 1000, func(i int) string { return strings.Repeat("x", 1000) + numbered(i) })
		return w.Bytes()
	}, 300_000},
	{"labels", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(label, 1, uint64(i%1000+1))
		}
		w.Texts(1, 1000, numbered)
		return w.Bytes()
	}, 1_000_000},
	{"64 MB of texts", func(n int) []byte {
		w := began(26)
		text := strings.Repeat("x", 1000)
		w.Texts(1, n, func(i int) string { return text + numbered(i) })
		return w.Bytes()
	}, 64_000},
	{"64 MB of texts in a row of regions", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(regionBegin, 1, 0, uint64(i+1), 0)
			w.Event(regionEnd, 1, 0, uint64(i+1), 0)
		}
		text := strings.Repeat("\xff", 1000)
		w.Texts(1, n, func(i int) string { return text + numbered(i) })
		return w.Bytes()
	}, 64_000},
	{"empty texts", func(n int) []byte {
		w := began(26)
		w.Texts(1, n, func(int) string { return "" })
		return w.Bytes()
	}, 1_000_000},
	{"empty stacks", func(n int) []byte {
		w := began(26)
		w.Stacks(n, func(int) []uint64 { return nil })
		return w.named().Bytes()
	}, 1_000_000},
	{"a deep stack at each event", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goBlock, 1, uint64(i%1000+1), 1)
			w.Event(goUnblock, 0, 1, uint64(2*i+1), 1)
			w.Event(goStart, 0, 1, uint64(2*i+2))
		}
		w.Stacks(1, deep(128))
		w.Texts(1, 1000, numbered)
		return w.Bytes()
	}, 100_000},
	{"deep stacks of the same frames", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(label, 1, 1)
			w.Event(regionBegin, 1, 0, 1, uint64(i+1))
			w.Event(regionEnd, 1, 0, 1, uint64(i+1))
		}
		w.Stacks(n, func(i int) []uint64 {
			pcs := make([]uint64, 128)
			for k := range pcs {
				pcs[k] = uint64(i>>(k%20)&1 + 1)
			}
			return pcs
		})
		return w.named().Bytes()
	}, 10_000},
	{"a stack of a million frames", func(n int) []byte {
		w := began(26)
		w.flush()
		b := append([]byte{2}, Numbers(3, 1, uint64(n))...)
		for range n {
			b = append(b, 1, 1, 1, 1)
		}
		w.Batch(^uint64(0), 1, b)
		return w.named().Bytes()
	}, 16_000},
	{"CPU samples with huge stacks", func(n int) []byte {
		w := began(26)
		w.Samples(n, 1)
		w.Stacks(1, deep(128))
		return w.named().Bytes()
	}, 500_000},
	{"CPU samples of as many stacks", func(n int) []byte {
		w := began(26)
		w.table(6, n, func(i int) []byte { return Numbers(7, uint64(i+2), 1, 0, 1, uint64(i+1)) })
		w.Stacks(n, deep(128))
		return w.named().Bytes()
	}, 5_000},
	{"CPU samples of goroutines nobody knows", func(n int) []byte {
		w := began(26)
		w.table(6, n, func(i int) []byte { return Numbers(7, uint64(i+2), 1, 0, uint64(i+100), 0) })
		return w.named().Bytes()
	}, 500_000},
	{"generations of a few bytes", func(n int) []byte {
		w := NewTrace(26)
		for i := range n {
			w.Next(uint64(i + 2))
		}
		return w.Bytes()
	}, 100_000},
	{"generations with a goroutine each", func(n int) []byte {
		w := NewTrace(26)
		for i := range n {
			w.Main()
			w.at = uint64(i*1000 + 2)
			w.named()
			w.Next(uint64(i*1000 + 1000))
		}
		return w.Bytes()
	}, 20_000},
	{"generations with holes between", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		for i := range n / 10 {
			w.named()
			w.Generation += 1000
			w.Next(uint64(n + i*100))
			w.On(1, uint64(n+i*100+1))
			w.Event(procStatus, 1, 0, 1)
			w.Event(goStatus, 1, 1, 1, 2)
		}
		return w.named().Bytes()
	}, 20_000},
	{"generations that end each other's goroutines", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		for i := range n / 10 { // two texts of one id: the generation is lost
			w.Texts(1, 1, numbered)
			w.named()
			w.Next(uint64(n + i*200))
			w.On(1, uint64(n+i*200+1))
			w.Event(procStatus, 1, 0, 1)
			w.Event(goStatus, 1, 1, 1, 2)
			w.Event(unknown)
			w.named()
			w.Next(uint64(n + i*200 + 100))
			w.On(1, uint64(n+i*200+101))
			w.Event(procStatus, 1, 0, 1)
			w.Event(goStatus, 1, 1, 1, 2)
		}
		return w.named().Bytes()
	}, 50_000},
	{"times near 2^63", func(n int) []byte {
		w := NewTrace(26)
		w.Main()
		for range n {
			w.Event(heapAlloc, 1<<62, 5)
		}
		return w.named().Bytes()
	}, 10_000},
	{"a frequency of 0", func(n int) []byte {
		w := NewTrace(26)
		w.Frequency = 0
		w.Next(5)
		w.Main()
		w.Event(heapAlloc, 1, uint64(n))
		return w.named().Bytes()
	}, 1},
	{"a huge frequency", func(n int) []byte {
		w := &TraceWriter{Version: 26, Frequency: 1<<64 - 1, out: TraceHeader(26)}
		w.Next(1)
		w.Main()
		for range n {
			w.Event(heapAlloc, 1, 5)
		}
		return w.named().Bytes()
	}, 100_000},
	{"a clock of one tick a second", func(n int) []byte {
		w := &TraceWriter{Version: 26, Frequency: 1, out: TraceHeader(26)}
		w.Next(1)
		w.Main()
		for i := range n {
			w.Event(goStop, 1, 0, 0)
			w.Event(goStart, 1, 1, uint64(i+1))
		}
		return w.named().Bytes()
	}, 100_000},
	{"syncs in a row", func(n int) []byte {
		w := NewTrace(26)
		for range n {
			w.Batch(^uint64(0), 1, append(append([]byte{50}, Numbers(8, 1e9)...), Numbers(51, 0, 1, 1, 0)...))
		}
		w.Main()
		return w.named().Bytes()
	}, 200_000},
	{"a batch that says it is long", func(n int) []byte {
		w := began(26)
		w.flush()
		for range n {
			w.Raw(Numbers(1, 1, 1, 2, 64<<10)...)
		}
		return w.named().Bytes()
	}, 1_000_000},
	{"bytes that begin batches", func(n int) []byte {
		w := began(26)
		w.named()
		for range n {
			w.Raw(1, 1, 1, 0x80)
		}
		return w.Bytes()
	}, 2_000_000},
	{"two batches of three", func(n int) []byte {
		w := began(26)
		w.named()
		for range n {
			w.Raw(1, 1, 1, 2, 0, 1, 1, 1, 2, 0, 0)
		}
		return w.Bytes()
	}, 500_000},
	{"collections that never end", func(n int) []byte {
		w := NewTrace(26)
		for i := range n {
			w.On(uint64(i+1), 2)
			w.Event(procStatus, 1, uint64(i), 1)
			w.Event(goStatus, 1, uint64(i+1), uint64(i+1), 2)
			w.Event(assistBegin, 1, 0)
			w.Event(sweepBegin, 1, 0)
			w.Event(stopBegin, 1, 1, 0)
		}
		return w.named().Bytes()
	}, 30_000},
	{"assists", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(assistBegin, 1, 0)
			w.Event(assistEnd, 1)
		}
		return w.named().Bytes()
	}, 1_000_000},
	{"stops of the world", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(stopBegin, 1, 1, 0)
			w.Event(stopEnd, 1)
		}
		return w.named().Bytes()
	}, 1_000_000},
	{"marks", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(markBegin, 1, uint64(2*i+1), 0)
			w.Event(markEnd, 1, uint64(2*i+2))
		}
		return w.named().Bytes()
	}, 300_000},
	{"assists that hold all goroutines at once", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(assistActive, 0, uint64(i+2))
			w.Event(goStatus, 0, uint64(i+2), ^uint64(0), 1)
		}
		return w.named().Bytes()
	}, 100_000},
	{"all times equal", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(heapAlloc, 0, 5)
			w.Event(heapGoal, 0, 5)
		}
		return w.named().Bytes()
	}, 1_000_000},
	{"batches of experiments", func(n int) []byte {
		w := began(26)
		w.flush()
		for range n {
			w.Raw(49)
			w.Raw(Numbers(1, 1, 1, 2, 0)...)
		}
		return w.named().Bytes()
	}, 500_000},
	{"events of experiments", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(experimental, 1, 1, 1, 1)
		}
		return w.named().Bytes()
	}, 500_000},
	{"reasons to block", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goBlock, 1, uint64(i+1), 0)
			w.Event(goUnblock, 1, 1, uint64(2*i+1), 0)
			w.Event(goStart, 1, 1, uint64(2*i+2))
		}
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 60_000},
	{"a cut generation of goroutines", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		w.flush()
		return w.out
	}, 1_000_000},
	{"creators in a chain", func(n int) []byte {
		w := began(26)
		for i := range n {
			g := uint64(i + 2)
			w.Event(goCreate, 1, g, uint64(i%1000+1), 0)
			w.Event(goBlock, 1, 1, 0)
			w.Event(goStart, 1, g, 1)
		}
		w.table(2, 1000, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, 1000, numbered)
		return w.Bytes()
	}, 200_000},
	{"creators in a chain, each of its own function", func(n int) []byte {
		w := began(26)
		for i := range n {
			g := uint64(i + 2)
			w.Event(goCreate, 1, g, uint64(i+1), 0)
			w.Event(goBlock, 1, 1, 0)
			w.Event(goStart, 1, g, 1)
		}
		w.table(2, n, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 100_000},
	{"stops of many reasons within each other", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(stopBegin, 1, uint64(i+1), 0)
		}
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 100_000},
	{"a P that is given up again and again", func(n int) []byte {
		w := NewTrace(26)
		for i := range n / 10 {
			w.On(uint64(i+2), 2)
			w.Event(procStatus, 0, uint64(i+1), 3)
		}
		w.On(1, 3)
		for range n {
			w.Event(procStatus, 1, 1, 4)
		}
		return w.named().Bytes()
	}, 500_000},
	{"goroutines whose numbers were of one slot", func(n int) []byte {
		// The inverse of the factor of Knuth's hashing.
		inverse := uint64(1)
		for range 6 {
			inverse *= 2 - 0x9e3779b97f4a7c15*inverse
		}
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, inverse*uint64(i+2), 0, 0)
		}
		return w.named().Bytes()
	}, 100_000},
	{"labels without end", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(label, 1, uint64(i%1000+1))
			w.Event(markBegin, 1, uint64(2*i+1), 0)
			w.Event(markEnd, 1, uint64(2*i+2))
		}
		w.Texts(1, 1000, func(i int) string { return fmt.Sprintf("GC (%d)", i) })
		return w.Bytes()
	}, 100_000},
	{"stops and as many goroutines that are ready all the time", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		for range n {
			w.Event(stopBegin, 1, 1, 0)
			w.Event(stopEnd, 1)
		}
		return w.named().Bytes()
	}, 300_000},
	{"functions and Ps", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.On(uint64(i+2), uint64(2+i))
			w.Event(procStatus, 1, uint64(i+1), 1)
			w.Event(goCreate, 1, uint64(i+2), uint64(i+1), 0)
			w.Event(goStart, 1, uint64(i+2), 1)
		}
		w.table(2, n, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, n, numbered)
		return w.Bytes()
	}, 30_000},
	{"sizes of GOMAXPROCS", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(procsChange, 1, uint64(1+i%2*65535), 0)
		}
		return w.named().Bytes()
	}, 100_000},
	{"functions that start goroutines of many reasons to wait", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		for i := range n / 10 {
			w.Event(goBlock, 1, uint64(i%60000+1), 0)
			w.Event(goUnblock, 1, 1, uint64(2*i+1), 0)
			w.Event(goStart, 1, 1, uint64(2*i+2))
		}
		w.Texts(1, min(n/10, 60000), numbered)
		return w.Bytes()
	}, 500_000},
	{"the old format: Ps whose turn has not come", func(n int) []byte {
		b := TraceHeader(19)
		for i := range n {
			b = append(b, Numbers(1|1<<6, uint64(i+1), 1)...)
			b = append(b, Numbers(14|2<<6, 1, uint64(i+2), 1)...) // of a goroutine that nobody makes
		}
		b = append(b, Numbers(1|1<<6, 0, 1)...)
		b = append(b, Numbers(2, 1e9)...)
		for range n {
			b = append(b, Numbers(33|1<<6, 1, 5)...)
		}
		return b
	}, 50_000},
	{"the old format: events of two bytes", func(n int) []byte {
		b := oldTrace()
		for range n {
			b = append(b, 8, 0) // EvGCDone? any of one argument: see oldTrace
		}
		return b
	}, 1_000_000},
	{"the old format: goroutines", func(n int) []byte {
		b := oldTrace()
		for i := range n {
			b = append(b, Numbers(13|3<<6, 0)[:1]...)
			args := append(binary.AppendUvarint([]byte{1}, uint64(i+2)), 0, 0)
			b = append(binary.AppendUvarint(b, uint64(len(args))), args...)
		}
		return b
	}, 500_000},
	{"the old format: Ps", func(n int) []byte {
		b := TraceHeader(19)
		for i := range n {
			b = append(b, Numbers(1|1<<6, uint64(i), 1)...)
			b = append(b, Numbers(5|1<<6, 1, uint64(i))...) // EvProcStart
		}
		return append(b, Numbers(2, 1e9)...)
	}, 100_000},
	{"the old format: texts", func(n int) []byte {
		b := oldTrace()
		text := strings.Repeat("x", 1000)
		for i := range n {
			s := text + numbered(i)
			b = append(append(b, Numbers(37, uint64(i+1), uint64(len(s)))...), s...)
		}
		return b
	}, 64_000},
	{"the old format: a text that lies about its length", func(n int) []byte {
		return append(oldTrace(), Numbers(37, 1, uint64(n))...)
	}, 1 << 40},
}

// oldTrace begins a trace of the format before Go 1.22: a clock and a batch of P 0 at time 1, on
// which goroutine 1 runs.
func oldTrace() []byte {
	b := TraceHeader(19)
	b = append(b, Numbers(1|1<<6, 0, 1)...) // a batch: P, time
	b = append(b, Numbers(2, 1e9)...)       // frequency
	b = append(b, Numbers(5|1<<6, 1, 1)...) // the P starts on thread 1
	return b
}
