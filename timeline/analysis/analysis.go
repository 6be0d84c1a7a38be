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
	times    lazy[*timeIndex]
	ranges   lazy[*rangeIndex]
	regions  lazy[*regionIndex]
	tasks    lazy[*taskIndex]
	creators lazy[*creatorIndex]
	mutator  [2 * PerGoroutine]lazy[[]series] // by the work that counts
}

// New makes an analysis of a trace, which must not change any more.
func New(t *trace.Trace) *Analysis {
	return &Analysis{t: t, kinds: t.WaitKinds()}
}

// lazy is a value that is made when somebody asks for it first, once, though several may ask at
// the same time. If that caller is cancelled, the next one starts again.
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

// Within is the interval as the tables take it: the whole trace for the zero value, and never
// beyond the trace's ends.
func (a *Analysis) Within(iv trace.Interval) trace.Interval {
	if iv == (trace.Interval{}) {
		return a.t.Whole()
	}
	iv.From = min(max(iv.From, 0), a.t.End)
	iv.To = max(min(iv.To, a.t.End), iv.From)
	return iv
}

// holds reports whether a moment belongs to the interval, which has the trace's end if it reaches it.
func (a *Analysis) holds(iv trace.Interval, at trace.Time) bool {
	return at >= iv.From && (at < iv.To || at == iv.To && at == a.t.End)
}

// touches reports whether a time is at least in part in the interval.
func (a *Analysis) touches(iv, at trace.Interval) bool {
	return iv.Meets(at) || a.holds(iv, at.From)
}

// life is the part of the interval in which a goroutine existed; ok is false if it did not.
func (a *Analysis) life(iv trace.Interval, g trace.GoIndex) (life trace.Interval, ok bool) {
	whole := a.t.Life(g)
	life = iv.Clip(whole)
	return life, !life.Empty() || whole.From == whole.To && a.holds(iv, whole.From)
}

// numbering gives keys numbers, in the order in which they first come. The caller makes the map.
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
