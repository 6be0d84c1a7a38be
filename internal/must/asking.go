package must

import (
	"context"
	"math"
	"sync/atomic"
)

// Asking is a context that counts how often it is asked whether it has ended, and ends after so many
// times. With it a test counts steps instead of seconds.
type Asking struct {
	context.Context
	most  int64
	asked atomic.Int64
}

// Ask returns a context that ends when it has been asked that often, 0 for one that has ended.
func Ask(most int) *Asking { return &Asking{Context: context.Background(), most: int64(most)} }

// Count returns a context that only counts.
func Count() *Asking { return Ask(math.MaxInt) }

// Err counts.
func (a *Asking) Err() error {
	if a.asked.Add(1) > a.most {
		return context.Canceled
	}
	return nil
}

// Asked is how often it was asked.
func (a *Asking) Asked() int { return int(a.asked.Load()) }
