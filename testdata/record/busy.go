package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"time"
)

// writeBusy writes a trace of roughly that many bytes for benchmarks: besides serving its customers, the program does
// what makes most events with the least work, so that 20 s contain tens of millions. It ends by size, not by time: then
// machines of any speed get files of one size.
func writeBusy(ctx context.Context, w *world, path string, bytes int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w.load.set(time.Millisecond, 12)
	pause(ctx, 100*time.Millisecond)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := trace.Start(&limited{Writer: f, left: bytes, reached: cancel}); err != nil {
		f.Close()
		return err
	}
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

// limited calls reached when it has written what was left. What comes after that is written, too.
type limited struct {
	io.Writer
	left    int64
	reached func()
}

func (l *limited) Write(p []byte) (int, error) {
	n, err := l.Writer.Write(p)
	if l.left -= int64(n); l.left <= 0 || err != nil {
		l.reached()
	}
	return n, err
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

// work takes some microseconds.
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
