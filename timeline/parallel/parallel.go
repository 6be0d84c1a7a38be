// Package parallel runs loops on all processors. Packages timeline and analysis share it.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns how many processors loops use. This does not change while the program runs, so callers can make a
// table for each worker.
var Workers = sync.OnceValue(func() int { return runtime.GOMAXPROCS(0) })

// For calls f with the numbers in [0, n), in order but in parallel, until the context ends. It returns the context's
// error. worker is in [0, Workers()). Calls with the same worker never overlap.
func For(ctx context.Context, n int, f func(worker, i int)) error {
	return Blocks(ctx, n, 1, func(worker, from, _ int) { f(worker, from) })
}

// Blocks calls f with blocks of neighbouring numbers in [0, n), size at a time. It saves loops with short bodies a
// call for each number. See [For].
func Blocks(ctx context.Context, n, size int, f func(worker, from, to int)) error {
	if 0 < n && n <= size && ctx.Err() == nil { // a single block allocates nothing
		f(0, 0, n)
		return ctx.Err()
	}
	var next atomic.Int64
	work := func(worker int) {
		for ctx.Err() == nil {
			from := int(next.Add(1)-1) * size
			if from >= n {
				return
			}
			f(worker, from, min(from+size, n))
		}
	}
	var others sync.WaitGroup
	for worker := 1; worker < Workers() && worker*size < n; worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
	return ctx.Err()
}
