package model

import (
	"context"
	"sync/atomic"

	"profstation/model/work"
)

// Derived is what follows from a profile alone. The profile keeps it from the first time that it is asked for, so that
// queries which differ only in their filters share it. Each is a variable of the package that knows how it is made.
type Derived[T any] struct {
	place int
	make  func(context.Context, *Profile) (T, error)
}

// maxDerived is how many things may be derived of a profile.
const maxDerived = 12

// derived is what was derived of one profile: a *Lazy at the place of each.
type derived [maxDerived]atomic.Value

var lastDerived atomic.Int32

// Derive says how something is derived of a profile. It is for variables of packages.
func Derive[T any](make func(context.Context, *Profile) (T, error)) *Derived[T] {
	n := int(lastDerived.Add(1))
	if n > maxDerived {
		panic("profiles have no place for one more thing that is derived of them")
	}
	return &Derived[T]{n - 1, make}
}

// Of returns it of a profile. Who asks while another makes it waits no longer than the context.
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

// Quick returns it where making it neither fails nor takes long.
func (d *Derived[T]) Quick(p *Profile) T {
	v, _ := d.Of(context.Background(), p)
	return v
}

// DeriveQuick is [Derive] for what [Derived.Quick] returns.
func DeriveQuick[T any](make func(*Profile) T) *Derived[T] {
	return Derive(func(_ context.Context, p *Profile) (T, error) { return make(p), nil })
}
