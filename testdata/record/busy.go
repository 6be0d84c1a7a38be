package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"time"
)

// writeBusy writes a trace for benchmarks: besides serving its customers, the program does what
// makes most events with the least work, so that 20 s contain tens of millions.
func writeBusy(ctx context.Context, w *world, path string, d time.Duration) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w.load.set(time.Millisecond, 12)
	pause(ctx, 100*time.Millisecond)
	if err := trace.Start(f); err != nil {
		f.Close()
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() { relay(ctx, 8) })
	}
	for range 20 {
		group.Go(func() { crowd(ctx) })
	}
	group.Wait()
	trace.Stop()
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// relay sends a number around a ring of goroutines. Each hand-over wakes one
// goroutine and blocks another.
func relay(ctx context.Context, runners int) {
	var group sync.WaitGroup
	first := make(chan int)
	from := first
	for range runners {
		in, to := from, make(chan int)
		group.Go(func() {
			defer close(to)
			for n := range in {
				to <- work(n)
			}
		})
		from = to
	}
	for ctx.Err() == nil {
		first <- 0
		<-from
	}
	close(first)
	group.Wait()
}

// work takes some microseconds, so that a 20 s trace stays below 200 MB on two cores.
func work(n int) int {
	for range 2_500 {
		n = n*31 + 1
	}
	return n
}

// crowd starts a goroutine for each small piece of work, and has them all use one lock.
func crowd(ctx context.Context) {
	var mu sync.Mutex
	var sums []int
	for ctx.Err() == nil {
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				mu.Lock()
				defer mu.Unlock()
				sums = append(sums, i)
				runtime.Gosched()
			})
		}
		group.Wait()
		if len(sums) > 10_000 {
			sums = nil
		}
		time.Sleep(time.Millisecond)
	}
}
