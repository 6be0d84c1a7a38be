//go:build !linux

package sandbox

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// confine gives up nothing, as there is no way that needs no special rights.
func confine() {}

var (
	maxMemory atomic.Int64
	watching  sync.Once
)

// limitMemory ends the process soon after it has taken more than n bytes: systems other than Linux
// do not apply a data limit to the memory that Go takes.
func limitMemory(n int64) {
	debug.SetMemoryLimit(n)
	maxMemory.Store(n + spareMemory)
	watching.Do(func() {
		go func() {
			const often = 20 * time.Millisecond
			for range time.Tick(often) {
				if memory() > maxMemory.Load() {
					fmt.Fprintln(os.Stderr, "out of memory")
					os.Exit(2)
				}
			}
		}()
	})
}
