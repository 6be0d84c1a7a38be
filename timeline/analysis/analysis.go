package analysis

import (
	"context"
	"sync"

	"profstation/model/trace"
)

// Analysis answers questions about one trace. Use [New].
type Analysis struct {
	t     *trace.Trace
	kinds []trace.WaitKind // of each of the trace's conditions

	work     lazy[[]piece]
	blocks   lazy[[]blocked]
	times    lazy[*timeIndex]
	ranges   lazy[*rangeIndex]
	regions  lazy[*regionIndex]
	tasks    lazy[*taskIndex]
	creators lazy[*creatorIndex]

	mu      sync.Mutex
	mutator map[GCWork]*lazy[[]series]
}

// New makes an analysis of a trace, which must not change any more.
func New(t *trace.Trace) *Analysis {
	return &Analysis{t: t, kinds: t.WaitKinds(), mutator: map[GCWork]*lazy[[]series]{}}
}

// lazy is a value that is made once, when somebody asks for it first, also if
// several ask at the same time. A caller that is cancelled leaves it unmade: the
// next one starts again.
type lazy[T any] struct {
	mu    sync.Mutex
	ready bool
	value T
}

func (l *lazy[T]) get(ctx context.Context, build func(context.Context) (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ready {
		return l.value, nil
	}
	v, err := build(ctx)
	if err != nil {
		return v, err
	}
	l.value, l.ready = v, true
	return v, nil
}
