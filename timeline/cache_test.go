package timeline

import (
	"sync"
	"sync/atomic"
	"testing"
)

// A value is made once, however many ask for it at the same time, and others can
// be made meanwhile: otherwise this test would never end.
func TestCache(t *testing.T) {
	var c cache[int, int]
	var made atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got := c.get(1, func() int {
				made.Add(1)
				return 10 * c.get(2, func() int { return 2 })
			})
			if got != 20 {
				t.Errorf("got %d", got)
			}
		})
	}
	group.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}
