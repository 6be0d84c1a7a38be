package analysis

import (
	"context"
	"sync"

	"profstation/model/trace"
)

// Analysis answers questions about one trace. Use [New].
type Analysis struct {
	t     *trace.Trace
	kinds []trace.WaitKind // one for each condition in the trace

	work     lazy[[]piece]
	times    lazy[*timeIndex]
	ranges   lazy[*rangeIndex]
	regions  lazy[*regionIndex]
	tasks    lazy[*taskIndex]
	creators lazy[*creatorIndex]
	lineages lazy[*lineages]
	mutator  [2 * PerGoroutine]lazy[[]series] // indexed by the work that counts
}

// New makes an analysis for a trace, which must not change any more.
func New(t *trace.Trace) *Analysis {
	return &Analysis{t: t, kinds: t.WaitKinds()}
}

// lazy is a value that is made once, when it is first asked for, even if several callers ask at the same time. If the
// caller that makes it is cancelled, the next one starts again.
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

// Within returns the interval as the tables use it: the whole trace for the zero value, and never beyond the trace's
// ends.
func (a *Analysis) Within(iv trace.Interval) trace.Interval {
	if iv == (trace.Interval{}) {
		return a.t.Whole()
	}
	iv.From = min(max(iv.From, 0), a.t.End)
	iv.To = max(min(iv.To, a.t.End), iv.From)
	return iv
}

// holds reports whether a moment belongs to the interval. The trace's end belongs to an interval that reaches it.
func (a *Analysis) holds(iv trace.Interval, at trace.Time) bool {
	return at >= iv.From && (at < iv.To || at == iv.To && at == a.t.End)
}

// touches reports whether a time lies at least partly in the interval.
func (a *Analysis) touches(iv, at trace.Interval) bool {
	return iv.Meets(at) || a.holds(iv, at.From)
}

// life returns the part of the interval in which a goroutine existed. ok is false if it did not.
func (a *Analysis) life(iv trace.Interval, g trace.GoIndex) (life trace.Interval, ok bool) {
	whole := a.t.Life(g)
	life = iv.Clip(whole)
	return life, !life.Empty() || whole.From == whole.To && a.holds(iv, whole.From)
}

// numbering numbers keys in the order in which they are first seen. The caller makes the map.
type numbering[K comparable] struct {
	of   map[K]int
	keys []K
}

func (n *numbering[K]) number(k K) int {
	i, ok := n.of[k]
	if !ok {
		i = len(n.keys)
		n.of[k], n.keys = i, append(n.keys, k)
	}
	return i
}

func setOf[K comparable](list []K) map[K]bool {
	if list == nil {
		return nil
	}
	set := make(map[K]bool, len(list))
	for _, k := range list {
		set[k] = true
	}
	return set
}
