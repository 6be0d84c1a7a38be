package work

import (
	"runtime"
	"sync"
)

// PartsOf is how many parts n things are worth working on at the same time.
func PartsOf(n int) int { return min(runtime.GOMAXPROCS(0), n/4096+1) }

// InParts calls f for each of so many parts of 0 to n, all at the same time.
func InParts(n, parts int, f func(part, lo, hi int)) {
	var wg sync.WaitGroup
	for i := 1; i < parts; i++ {
		wg.Go(func() { f(i, n*i/parts, n*(i+1)/parts) })
	}
	f(0, 0, n/parts)
	wg.Wait()
}

// InParallel calls f for the parts of 0 to n, on all processors where n is large.
func InParallel(n int, f func(lo, hi int)) {
	InParts(n, PartsOf(n), func(_, lo, hi int) { f(lo, hi) })
}
