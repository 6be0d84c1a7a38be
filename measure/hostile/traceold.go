package hostile

import (
	"encoding/binary"
	"strings"
)

// oldTraces are in the format before Go 1.22.
var oldTraces = []Trace{
	{"the old format: Ps whose turn has not come", func(n int) []byte {
		b := TraceHeader(19)
		for i := range n {
			b = append(b, Numbers(1|1<<6, uint64(i+1), 1)...)
			b = append(b, Numbers(14|2<<6, 1, uint64(i+2), 1)...) // for a goroutine that nobody creates
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
			b = append(b, 8, 0) // EvGCDone? Any event with one argument: see oldTrace
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
			s := text + entry(i)
			b = append(append(b, Numbers(37, uint64(i+1), uint64(len(s)))...), s...)
		}
		return b
	}, 64_000},
	{"the old format: a text that lies about its length", func(n int) []byte {
		return append(oldTrace(), Numbers(37, 1, uint64(n))...)
	}, 1 << 40},
}

// oldTrace begins a trace in the format before Go 1.22: a clock, and a batch for P 0 at time 1, on
// which goroutine 1 runs.
func oldTrace() []byte {
	b := TraceHeader(19)
	b = append(b, Numbers(1|1<<6, 0, 1)...) // a batch: P, time
	b = append(b, Numbers(2, 1e9)...)       // frequency
	b = append(b, Numbers(5|1<<6, 1, 1)...) // the P starts on thread 1
	return b
}
