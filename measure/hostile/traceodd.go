package hostile

// oddTraces have many generations, strange clocks, damaged batches, or much garbage collection.
var oddTraces = []Trace{
	{"heap metrics each tick", func(n int) []byte {
		w := began(26)
		for range n {
			w.Event(heapAlloc, 1, 5)
		}
		return w.named().Bytes()
	}, 2_000_000},
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
		for i := range n / 10 { // two texts with one id: the generation is lost
			w.Texts(1, 1, entry)
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
	{"a cut generation of goroutines", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goCreate, 1, uint64(i+2), 0, 0)
		}
		w.flush()
		return w.out
	}, 1_000_000},
	{"stops of many reasons within each other", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(stopBegin, 1, uint64(i+1), 0)
		}
		w.Texts(1, n, entry)
		return w.Bytes()
	}, 100_000},
	{"sizes of GOMAXPROCS", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(procsChange, 1, uint64(1+i%2*65535), 0)
		}
		return w.named().Bytes()
	}, 100_000},
}
