// Package parallel runs loops on all processors. Packages timeline and analysis share it.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is how many processors loops use. It does not change while the
// program runs, so callers can make a table for each worker.
var Workers = sync.OnceValue(func() int { return runtime.GOMAXPROCS(0) })

// For calls f for 0 to before n, in that order but side by side, until the context ends. It returns
// the context's error. The calls of one worker, from 0 to before [Workers], follow each other.
func For(ctx context.Context, n int, f func(worker, i int)) error {
	return Blocks(ctx, n, 1, func(worker, from, _ int) { f(worker, from) })
}

// Blocks calls f for neighbouring numbers, size at a time, from 0 to before n. It spares
// loops with short bodies the price of a call for each number. See [For].
func Blocks(ctx context.Context, n, size int, f func(worker, from, to int)) error {
	if 0 < n && n <= size && ctx.Err() == nil { // one block needs no memory
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
