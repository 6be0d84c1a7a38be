package hostile

import (
	"fmt"
	"strings"
)

// annotatedTraces have many tasks, regions, logs, labels, texts, stacks or samples.
var annotatedTraces = []Trace{
	{"tasks", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+1), uint64(i), 1, 0) // each is below the one before
		}
		return w.named().Bytes()
	}, 500_000},
	{"types of tasks over 78 hours", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(taskBegin, 1, uint64(i+1), 0, uint64(i+1), 0)
		}
		w.Event(taskEnd, 1<<47-1<<21, 1, 0)
		w.Texts(1, n, entry)
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
		w.Texts(1, n, entry)
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
		w.Texts(1, n, entry)
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
		w.Texts(1, 2, entry)
		return w.Bytes()
	}, 100_000},
	{"regions that are left within others", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(regionBegin, 1, 0, 1, 0)
			w.Event(regionBegin, 1, uint64(i+1), 2, 0)
			w.Event(regionEnd, 1, 0, 1, 0)
		}
		for i := range n {
			w.Event(regionEnd, 1, uint64(n-i), 2, 0)
		}
		w.Texts(1, 2, entry)
		return w.Bytes()
	}, 50_000},
	{"open regions of all kinds that another goroutine ends", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(regionBegin, 1, uint64(i), 1, 0)
		}
		w.Event(goCreate, 1, 2, 0, 0)
		w.Event(goBlock, 1, 0, 0)
		w.Event(goStart, 1, 2, 1)
		for i := range n {
			w.Event(regionEnd, 1, uint64(i), 1, 0)
		}
		w.Texts(1, 2, entry)
		return w.Bytes()
	}, 50_000},
	{"logs", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(logged, 1, 1, 1, uint64(i%1000+1), 0)
		}
		w.Texts(1, 1000, func(i int) string { return strings.Repeat("x", 1000) + entry(i) })
		return w.Bytes()
	}, 300_000},
	{"labels", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(label, 1, uint64(i%1000+1))
		}
		w.Texts(1, 1000, entry)
		return w.Bytes()
	}, 1_000_000},
	{"64 MB of texts", func(n int) []byte {
		w := began(26)
		text := strings.Repeat("x", 1000)
		w.Texts(1, n, func(i int) string { return text + entry(i) })
		return w.Bytes()
	}, 64_000},
	{"64 MB of texts in a row of regions", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(regionBegin, 1, 0, uint64(i+1), 0)
			w.Event(regionEnd, 1, 0, uint64(i+1), 0)
		}
		text := strings.Repeat("\xff", 1000)
		w.Texts(1, n, func(i int) string { return text + entry(i) })
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
		w.Texts(1, 1000, entry)
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
	{"reasons to block", func(n int) []byte {
		w := began(26)
		for i := range n {
			w.Event(goBlock, 1, uint64(i+1), 0)
			w.Event(goUnblock, 1, 1, uint64(2*i+1), 0)
			w.Event(goStart, 1, 1, uint64(2*i+2))
		}
		w.Texts(1, n, entry)
		return w.Bytes()
	}, 60_000},
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
}
