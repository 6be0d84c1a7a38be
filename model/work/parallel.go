package work

import (
	"runtime"
	"sync"
)

// PartsOf returns into how many parts n things should be divided for parallel work.
func PartsOf(n int) int { return min(runtime.GOMAXPROCS(0), n/4096+1) }

// InParts divides 0 to n into that many parts and calls f for each, all at the same time.
func InParts(n, parts int, f func(part, lo, hi int)) {
	var wg sync.WaitGroup
	for i := 1; i < parts; i++ {
		wg.Go(func() { f(i, n*i/parts, n*(i+1)/parts) })
	}
	f(0, 0, n/parts)
	wg.Wait()
}

// InParallel divides 0 to n and calls f for each part, on all processors if n is large.
func InParallel(n int, f func(lo, hi int)) {
	InParts(n, PartsOf(n), func(_, lo, hi int) { f(lo, hi) })
}
