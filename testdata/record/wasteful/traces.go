package wasteful

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/trace"
	"sync"
	"time"
)

// recordTraces makes traces of programs in which goroutines wait for Ps, of a collector that hardly pauses, and of more
// Ps than the machine has processors.
func recordTraces(ctx context.Context, write func(name string, data []byte) error) error {
	for _, step := range []struct {
		file string
		d    time.Duration
		work func(ctx context.Context, until time.Time)
	}{{"waits.trace", 4 * time.Second, queueForPs}, {"collector.trace", 20 * time.Millisecond, collect}, {"idle.trace", 300 * time.Millisecond, wakeLate}} {
		var b bytes.Buffer
		if err := trace.Start(&b); err != nil {
			return err
		}
		step.work(ctx, time.Now().Add(step.d))
		trace.Stop()
		if err := write(step.file, b.Bytes()); err != nil {
			return err
		}
	}
	for _, of := range []string{"waits", "idle"} { // idle.trace has more Ps than that
		if err := write(of+".cpu.max", []byte(limit())); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// limit says as a control group does that the program may use all processors of the machine, and no more. That is so
// without a control group, too.
func limit() string { return fmt.Sprintf("%d 100000\n", 100_000*runtime.NumCPU()) }

// queueForPs computes in more goroutines than there are Ps.
func queueForPs(ctx context.Context, until time.Time) {
	var group sync.WaitGroup
	for range 8 * runtime.GOMAXPROCS(0) {
		group.Go(func() { compute(ctx, until) })
	}
	group.Wait()
}

// compute computes until a time.
func compute(ctx context.Context, until time.Time) (sum int) {
	for time.Now().Before(until) && ctx.Err() == nil {
		for i := range 10_000 {
			sum += i * sum
		}
	}
	return sum
}

// collect allocates what the collector has to mark, faster than it can.
func collect(ctx context.Context, until time.Time) {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	for range 16 {
		ballast = append(ballast, pointers(1<<14))
	}
	var group sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for time.Now().Before(until) && ctx.Err() == nil {
				keep(pointers(1 << 8))
			}
		})
	}
	group.Wait()
	ballast = nil
}

// wakeLate wakes many goroutines for little work, on more Ps than there are processors.
func wakeLate(ctx context.Context, until time.Time) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4 * runtime.NumCPU()))
	for time.Now().Before(until) && ctx.Err() == nil {
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() { compute(ctx, time.Now().Add(2*time.Millisecond)) })
		}
		group.Wait()
	}
}
