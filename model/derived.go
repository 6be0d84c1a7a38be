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

// quick returns the value where making it neither fails nor takes long.
func (l *Lazy[T]) quick(make func() T) T {
	v, _ := l.Get(context.Background(), func(context.Context) (T, error) { return make(), nil })
	return v
}

// derived holds results that are computed from a profile on demand and kept, so that
// queries which differ only in their filters share it.
type derived struct {
	mu     sync.Mutex
	tables map[tableKey]*Lazy[*Nodes]
	tag    *taggedProfile

	languages Lazy[[]Language] // per function
	code      Lazy[[]CodeKind] // per function
	axes      Lazy[[]LabelAxis]
	units     Lazy[*labelUnits]
	ofGo      Lazy[bool]
	hints     Lazy[[]string]
	leaked    Lazy[int64]

	measured Lazy[[]Measurement] // per sample type
}

type tableKey struct {
	granularity Granularity
	columns     bool
}

// taggedProfile is the last profile that was made with frames of labels. Only
// one is kept: each holds all stacks again.
type taggedProfile struct {
	frames tagFrames
	made   Lazy[tagged]
}

type tagged struct {
	profile *Profile
	unused  []string
}

type tagFrames struct{ root, leaf, unit string }

func (p *Profile) nodes(ctx context.Context, g Granularity, columns bool) (*Nodes, error) {
	d, k := &p.derived, tableKey{g, columns}
	d.mu.Lock()
	if d.tables == nil {
		d.tables = map[tableKey]*Lazy[*Nodes]{}
	}
	t := d.tables[k]
	if t == nil {
		t = &Lazy[*Nodes]{}
		d.tables[k] = t
	}
	d.mu.Unlock()
	return t.Get(ctx, func(ctx context.Context) (*Nodes, error) { return nodeTable(ctx, p, g, columns) })
}
