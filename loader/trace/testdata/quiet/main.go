// Quiet records quiet.trace: a trace of three generations that is as small as
// can be, for tests that damage it in thousands of ways.
//
//	go run ./loader/trace/testdata/quiet > loader/trace/testdata/quiet.trace
package main

import (
	"context"
	"log"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"time"
)

func main() {
	runtime.GOMAXPROCS(2)
	if err := trace.Start(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// The runtime begins a new generation every second.
	ctx, task := trace.NewTask(context.Background(), "long")
	for i := range 5 {
		half(ctx, i)
	}
	task.End()
	trace.Stop()
}

// half does a little of everything in half a second.
func half(ctx context.Context, i int) {
	ctx, task := trace.NewTask(ctx, "short")
	defer task.End()
	var wg sync.WaitGroup
	c := make(chan int)
	wg.Go(func() {
		for v := range c {
			trace.Logf(ctx, "received", "%d", v)
		}
	})
	trace.WithRegion(ctx, "sending", func() {
		for v := range 3 {
			c <- v
		}
	})
	close(c)
	wg.Wait()
	if i == 2 {
		runtime.GC()
	}
	time.Sleep(450 * time.Millisecond)
}
