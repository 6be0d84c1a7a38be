package model

import (
	"sync"
	"sync/atomic"
)

// lazy is a value that is made when it is first asked for.
type lazy[T any] struct {
	once sync.Once
	made atomic.Pointer[T]
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() {
		v := make()
		l.made.Store(&v)
	})
	return *l.made.Load()
}

// derived holds results that are computed from a profile on demand and kept, so that
// queries which differ only in their filters share it.
type derived struct {
	mu     sync.Mutex
	tables map[tableKey]*Nodes
	tag    taggedProfile

	code  lazy[[]CodeKind] // per function
	axes  lazy[[]LabelAxis]
	units lazy[map[string]string]
	hints lazy[[]string]
}

type tableKey struct {
	granularity Granularity
	columns     bool
}

// taggedProfile is the last profile that was made with frames of labels. Only
// one is kept: each holds all stacks again.
type taggedProfile struct {
	frames  tagFrames
	profile *Profile
	unused  []string
}

type tagFrames struct{ root, leaf, unit string }

func (p *Profile) nodes(g Granularity, columns bool) *Nodes {
	d := &p.derived
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tables == nil {
		d.tables = map[tableKey]*Nodes{}
	}
	k := tableKey{g, columns}
	if d.tables[k] == nil {
		d.tables[k] = nodeTable(p, g, columns)
	}
	return d.tables[k]
}
