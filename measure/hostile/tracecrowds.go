package hostile

// crowdedTraces have many goroutines, functions, Ps or threads.
var crowdedTraces = []Trace{
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
		w.Texts(1, n, entry)
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
		w.Texts(1, n, entry)
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
			w.On(uint64(i+2), 1) // earlier than what they depend on
			w.Event(procStatus, 0, uint64(i+1), 1)
			w.Event(goStart, 0, uint64(i+2), 1)
		}
		w.On(1, 3)
		for i := range n {
			w.Event(goCreate, 1, uint64(n-i+1), 0, 0)
		}
		return w.named().Bytes()
	}, 20_000},
	{"assists that hold all goroutines at once", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(assistActive, 0, uint64(i+2))
			w.Event(goStatus, 0, uint64(i+2), ^uint64(0), 1)
		}
		return w.named().Bytes()
	}, 100_000},
	{"creators in a chain", func(n int) []byte {
		w := began(26)
		for i := range n {
			g := uint64(i + 2)
			w.Event(goCreate, 1, g, uint64(i%1000+1), 0)
			w.Event(goBlock, 1, 1, 0)
			w.Event(goStart, 1, g, 1)
		}
		w.table(2, 1000, func(i int) []byte { return Numbers(3, uint64(i+1), 1, uint64(i+1), uint64(i+1), 0, 1) })
		w.Texts(1, 1000, entry)
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
		w.Texts(1, n, entry)
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
		// The inverse of the factor in Knuth's hashing.
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
		w.Texts(1, n, entry)
		return w.Bytes()
	}, 30_000},
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
		w.Texts(1, min(n/10, 60000), entry)
		return w.Bytes()
	}, 500_000},
}
