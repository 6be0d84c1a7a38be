package wasteful

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

// recordCalm records what rules shall say nothing about: three locks for which goroutines wait as long as for each other,
// and no goroutines that have leaked.
func recordCalm(ctx context.Context, write func(name string, data []byte) error) error {
	defer runtime.SetMutexProfileFraction(runtime.SetMutexProfileFraction(1))
	var first, second, third sync.Mutex
	var group sync.WaitGroup
	for _, hold := range []func(){
		func() { first.Lock(); time.Sleep(distance); first.Unlock() },
		func() { second.Lock(); time.Sleep(distance); second.Unlock() },
		func() { third.Lock(); time.Sleep(distance); third.Unlock() },
	} {
		for range 4 {
			group.Go(hold)
		}
	}
	group.Wait()
	for name, file := range map[string]string{"mutex": "calm-mutex.pprof", "goroutineleak": "calm-goroutineleak.pprof"} {
		p := pprof.Lookup(name)
		if p == nil { // Go 1.26 finds leaks only if built with that experiment
			continue
		}
		var b bytes.Buffer
		if err := p.WriteTo(&b, 0); err != nil {
			return err
		}
		if err := write(file, b.Bytes()); err != nil {
			return err
		}
	}
	return ctx.Err()
}
