package parallel_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"profstation/timeline/parallel"
)

// Every number comes once, whatever the size of blocks.
func TestBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 7, 100} {
		for _, size := range []int{1, 3, 7, 200} {
			seen := make([]atomic.Int32, n)
			err := parallel.Blocks(t.Context(), n, size, func(worker, from, to int) {
				if worker < 0 || worker >= parallel.Workers() || to-from > size || from >= to {
					t.Errorf("%d in blocks of %d: worker %d has %d to %d", n, size, worker, from, to)
				}
				for i := from; i < to; i++ {
					seen[i].Add(1)
				}
			})
			for i := range seen {
				if k := seen[i].Load(); k != 1 {
					t.Errorf("%d in blocks of %d: %d comes %d times", n, size, i, k)
				}
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
}

// A context that ends stops the loop.
func TestForStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int32
	err := parallel.For(ctx, 1_000_000, func(_, _ int) {
		calls.Add(1)
		cancel()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := int(calls.Load()); n > parallel.Workers() {
		t.Errorf("%d calls after the context ended", n)
	}
}
