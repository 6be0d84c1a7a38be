package model

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"profstation/model/units"
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
const maxDerived = 16

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

// The sample types that follow from two others in each sample: what a heap profile has allocated and does not have in
// use has been collected.
const (
	CollectedObjects = "collected_objects"
	CollectedSpace   = "collected_space"
)

var complements = []struct{ name, of, less string }{
	{CollectedObjects, "alloc_objects", "inuse_objects"},
	{CollectedSpace, "alloc_space", "inuse_space"},
}

// Offered returns the sample types that can be asked for in a profile that has some types: these and, behind them, those
// that follow from them.
func Offered(types []ValueType) []ValueType {
	all := slices.Clip(types)
	for _, c := range complements {
		of := slices.IndexFunc(types, func(t ValueType) bool { return t.Type == c.of })
		if of >= 0 && slices.Contains(types, ValueType{c.less, types[of].Unit}) &&
			!slices.ContainsFunc(types, func(t ValueType) bool { return t.Type == c.name }) {
			all = append(all, ValueType{c.name, types[of].Unit})
		}
	}
	return all
}

// Terms returns the columns that a sample type in [Offered] consists of: its values are those of the first less those of
// the second. less is −1 for one of the types themselves.
func Terms(types []ValueType, offered int) (of, less int) {
	if offered < len(types) {
		return offered, -1
	}
	t := Offered(types)[offered]
	for _, c := range complements {
		if c.name == t.Type {
			of, less = slices.Index(types, ValueType{c.of, t.Unit}), slices.Index(types, ValueType{c.less, t.Unit})
		}
	}
	return of, less
}

// Completed is a profile with all sample types that are [Offered] for it, which is p itself if it has them. It shares
// all else with p. Only who asks for a type that follows from others needs it, so others pay for no columns.
var Completed = Derive(func(ctx context.Context, p *Profile) (*Profile, error) {
	all := Offered(p.Types)
	if len(all) == len(p.Types) {
		return p, nil
	}
	c := p.Clone()
	if p.Default < len(p.Types) {
		c.DefaultSampleType = p.Types[p.Default].Type // it is no longer the last
	}
	c.Types, c.Samples.Values = all, p.Complete(p.Samples.Values)
	return c, ctx.Err()
})

// Complete adds to columns of p's sample types those of the types that are [Offered] besides. A sample of one profile
// has no less than 0 of what was collected; in a difference it has what the figures say.
func (p *Profile) Complete(columns [][]int64) [][]int64 {
	all := slices.Clip(columns)
	for i := range Offered(p.Types)[len(p.Types):] {
		of, less := Terms(p.Types, len(p.Types)+i)
		least := int64(0)
		if p.Delta() || p.Subtracted(of) || p.Subtracted(less) {
			least = -math.MaxInt64
		}
		values := make([]int64, len(columns[of]))
		for k, v := range columns[of] {
			values[k] = max(least, units.Minus(v, columns[less][k]))
		}
		Saturate(values)
		all = append(all, values)
	}
	return all
}
