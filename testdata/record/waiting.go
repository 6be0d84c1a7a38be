package main

import (
	"context"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

// wait starts goroutines that do nothing but wait, one for each way to wait that the
// service itself does not use, so that a goroutine profile shows them all.
// Those counted by group end with ctx; nobody can wake the others, and they
// end with the program.
func wait(ctx context.Context, group *sync.WaitGroup) {
	waiting := func(how string, f func()) func() {
		return func() { pprof.Do(ctx, pprof.Labels("waits", how), func(context.Context) { f() }) }
	}

	full := make(chan int)
	group.Go(waiting("send", func() {
		select {
		case full <- 1:
		case <-ctx.Done():
		}
	}))
	gate := new(sync.Mutex)
	gate.Lock()
	context.AfterFunc(ctx, gate.Unlock)
	for range 3 {
		group.Go(waiting("mutex", func() { gate.Lock(); defer gate.Unlock() }))
	}
	both := new(sync.RWMutex)
	both.Lock()
	context.AfterFunc(ctx, both.Unlock)
	group.Go(waiting("rwmutex", func() { both.RLock(); defer both.RUnlock() }))
	group.Go(waiting("thread", func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		<-ctx.Done()
	}))
	inner := new(sync.WaitGroup)
	inner.Go(waiting("timer", func() {
		select {
		case <-time.After(time.Hour):
		case <-ctx.Done():
		}
	}))
	group.Go(waiting("waitgroup", inner.Wait))

	go waiting("sleep", func() { time.Sleep(time.Hour) })()
	go waiting("nil channel", func() { var none chan int; <-none })()
	go waiting("no cases", func() { select {} })()
	go waiting("full channel", func() { full := make(chan int, 1); full <- 1; full <- 2 })()
	// Labels that must be quoted by whoever writes them as text, and unquoted by whoever reads that.
	go pprof.Do(ctx, pprof.Labels("weird key", `a"b, c}`, "waits", "brackets ]: {x: y}"), func(context.Context) {
		never := make(chan int)
		<-never
	})
}
