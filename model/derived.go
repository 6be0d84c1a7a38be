package model

import (
	"context"
	"sync"
	"sync/atomic"
)

// Lazy is a value that is made when it is first asked for. If its making fails, it is made again
// for the next who asks. The zero value is ready to use, and safe for several goroutines.
type Lazy[T any] struct {
	made   atomic.Pointer[T]
	mu     sync.Mutex
	making chan struct{} // closed when a making has ended; nil: nobody makes it
}

// Get returns the value. Who asks while another makes it waits no longer than the context.
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

// begin takes the making over, or returns what to wait for.
func (l *Lazy[T]) begin() (wait chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making != nil {
		return l.making
	}
	l.making = make(chan struct{})
	return nil
}

func (l *Lazy[T]) make(ctx context.Context, make func(context.Context) (T, error)) (T, error) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		close(l.making)
		l.making = nil
	}()
	if v := l.made.Load(); v != nil { // somebody was faster
		return *v, nil
	}
	v, err := make(ctx)
	if err == nil {
		l.made.Store(&v)
	}
	return v, err
}

// Known is the value if it has been made. It never waits.
func (l *Lazy[T]) Known() (v T, ok bool) {
	if p := l.made.Load(); p != nil {
		return *p, true
	}
	return v, false
}

// Derived is what follows from a profile alone. The profile keeps it from the first time that it is asked for, so that
// queries which differ only in their filters share it. Each is a variable of the package that knows how it is made.
type Derived[T any] struct {
	place int
	make  func(context.Context, *Profile) (T, error)
}

// mostDerived is how many things may be derived of a profile.
const mostDerived = 12

// derived is what was derived of one profile: a *Lazy at the place of each.
type derived [mostDerived]atomic.Value

var lastDerived atomic.Int32

// Derive says how something is derived of a profile. It is for variables of packages.
func Derive[T any](make func(context.Context, *Profile) (T, error)) *Derived[T] {
	n := int(lastDerived.Add(1))
	if n > mostDerived {
		panic("profiles have no place for one more thing that is derived of them")
	}
	return &Derived[T]{n - 1, make}
}

// Of returns it of a profile. Who asks while another makes it waits no longer than the context.
func (d *Derived[T]) Of(ctx context.Context, p *Profile) (T, error) {
	at := &p.derived[d.place]
	l, ok := at.Load().(*Lazy[T])
	if !ok {
		at.CompareAndSwap(nil, &Lazy[T]{})
		l = at.Load().(*Lazy[T])
	}
	if v, ok := l.Known(); ok {
		return v, nil
	}
	return l.Get(ctx, func(ctx context.Context) (T, error) { return d.make(ctx, p) })
}

// Quick returns it where making it neither fails nor takes long.
func (d *Derived[T]) Quick(p *Profile) T {
	v, _ := d.Of(context.Background(), p)
	return v
}

// DeriveQuick is [Derive] for what [Derived.Quick] returns.
func DeriveQuick[T any](make func(*Profile) T) *Derived[T] {
	return Derive(func(_ context.Context, p *Profile) (T, error) { return make(p), nil })
}
