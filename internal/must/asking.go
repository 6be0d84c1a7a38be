package must

import (
	"context"
	"math"
	"sync/atomic"
)

// Asking is a context that counts how often it is asked whether it has ended, and ends after a
// given number of times. With it a test counts steps instead of seconds.
type Asking struct {
	context.Context
	max   int64
	asked atomic.Int64
}

// Ask returns a context that ends when it was asked that often; with 0 it has ended already.
func Ask(limit int) *Asking { return &Asking{Context: context.Background(), max: int64(limit)} }

// Count returns a context that only counts.
func Count() *Asking { return Ask(math.MaxInt) }

// Err counts the call.
func (a *Asking) Err() error {
	if a.asked.Add(1) > a.max {
		return context.Canceled
	}
	return nil
}

// Asked returns how often it was asked.
func (a *Asking) Asked() int { return int(a.asked.Load()) }
