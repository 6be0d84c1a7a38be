package model

import (
	"context"
	"sync/atomic"

	"profstation/model/work"
)

// Derived is something computed from a profile alone. The profile keeps it once it has been asked for, so
// queries that differ only in their filters share it. Each Derived is a variable in the package that knows
// how to compute it.
type Derived[T any] struct {
	place int
	make  func(context.Context, *Profile) (T, error)
}

// maxDerived is how many things can be derived from a profile.
const maxDerived = 12

// derived holds what was derived from one profile: a *Lazy at each one's index.
type derived [maxDerived]atomic.Value

var lastDerived atomic.Int32

// Derive declares how something is computed from a profile. It is for package variables.
func Derive[T any](make func(context.Context, *Profile) (T, error)) *Derived[T] {
	n := int(lastDerived.Add(1))
	if n > maxDerived {
		panic("profiles have no place for one more thing that is derived of them")
	}
	return &Derived[T]{n - 1, make}
}

// Of returns the derived value for a profile. While another goroutine computes it, Of waits no longer than
// the context.
func (d *Derived[T]) Of(ctx context.Context, p *Profile) (T, error) {
	at := &p.derived[d.place]
	l, ok := at.Load().(*work.Lazy[T])
	if !ok {
		at.CompareAndSwap(nil, &work.Lazy[T]{})
		l = at.Load().(*work.Lazy[T])
	}
	if v, ok := l.Known(); ok {
		return v, nil
	}
	return l.Get(ctx, func(ctx context.Context) (T, error) { return d.make(ctx, p) })
}

// Quick returns the derived value if computing it neither fails nor takes long.
func (d *Derived[T]) Quick(p *Profile) T {
	v, _ := d.Of(context.Background(), p)
	return v
}

// DeriveQuick is [Derive] for values that [Derived.Quick] returns.
func DeriveQuick[T any](make func(*Profile) T) *Derived[T] {
	return Derive(func(_ context.Context, p *Profile) (T, error) { return make(p), nil })
}
