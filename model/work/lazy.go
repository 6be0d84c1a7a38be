package work

import (
	"context"
	"sync"
	"sync/atomic"
)

// Lazy is a value that is made when it is first asked for. If that fails, it is made again for the next
// caller. The zero value is ready to use, and safe for several goroutines.
type Lazy[T any] struct {
	made     atomic.Pointer[T]
	mu       sync.Mutex
	building chan struct{} // closed when a build has ended; nil: nobody is building
}

// Get returns the value. While another caller makes it, Get waits no longer than the context.
func (l *Lazy[T]) Get(ctx context.Context, make func(context.Context) (T, error)) (T, error) {
	for {
		if v := l.made.Load(); v != nil {
			return *v, nil
		}
		wait := l.begin()
		if wait == nil {
			return l.make(ctx, make)
		}
		select {
		case <-wait:
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}

// begin takes over the build, or returns a channel to wait for.
func (l *Lazy[T]) begin() (wait chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.building != nil {
		return l.building
	}
	l.building = make(chan struct{})
	return nil
}

func (l *Lazy[T]) make(ctx context.Context, make func(context.Context) (T, error)) (T, error) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		close(l.building)
		l.building = nil
	}()
	if v := l.made.Load(); v != nil { // another caller was faster
		return *v, nil
	}
	v, err := make(ctx)
	if err == nil {
		l.made.Store(&v)
	}
	return v, err
}

// Known returns the value if it has been made. It never waits.
func (l *Lazy[T]) Known() (v T, ok bool) {
	if p := l.made.Load(); p != nil {
		return *p, true
	}
	return v, false
}
