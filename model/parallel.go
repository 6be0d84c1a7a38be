package model

import (
	"runtime"
	"sync"
)

// partsOf is how many parts n things are worth working on at the same time.
func partsOf(n int) int { return min(runtime.GOMAXPROCS(0), n/4096+1) }

// inParts calls f for each of so many parts of 0 to n, all at the same time.
func inParts(n, parts int, f func(part, lo, hi int)) {
	var wg sync.WaitGroup
	for i := 1; i < parts; i++ {
		wg.Go(func() { f(i, n*i/parts, n*(i+1)/parts) })
	}
	f(0, 0, n/parts)
	wg.Wait()
}

// inParallel calls f for the parts of 0 to n, on all processors where n is large.
func inParallel(n int, f func(lo, hi int)) {
	inParts(n, partsOf(n), func(_, lo, hi int) { f(lo, hi) })
}
