package analysis

import (
	"context"
	"sort"

	"profstation/model/lang"
	"profstation/model/trace"
)

// ErrTooMuch is returned if too many things happen at the same time in a trace. Only a trace that was made to provoke
// it is like that.
var ErrTooMuch = lang.Error("too much happens at the same time in this trace to count it")

// maxSteps limits an answer that is quick unless many things overlap.
const maxSteps = 1 << 29

// stepsPerLook is how many steps may pass between two checks of the context.
const stepsPerLook = 1 << 13

// steps counts an answer's work. It stops the work if the context ends or if there is too much.
type steps struct {
	ctx         context.Context
	taken, look int
}

// take counts n more steps. Callers take few at a time, or count them before they do the work.
func (s *steps) take(n int) error {
	s.taken += n
	if s.taken < s.look {
		return nil
	}
	s.look = s.taken + stepsPerLook
	if s.taken > maxSteps {
		return ErrTooMuch
	}
	return s.ctx.Err()
}

// overlapping finds which times may meet another time. They are sorted by start.
type overlapping struct {
	from, latest []trace.Time // for each time, its start, and the latest end up to it
}

func newOverlapping(n int, at func(i int) trace.Interval) overlapping {
	o := overlapping{make([]trace.Time, n), make([]trace.Time, n)}
	for i := range n {
		iv := at(i)
		o.from[i], o.latest[i] = iv.From, iv.To
		if i > 0 {
			o.latest[i] = max(o.latest[i], o.latest[i-1])
		}
	}
	return o
}

// meeting returns a range that includes all times that meet or touch the interval.
func (o *overlapping) meeting(iv trace.Interval) (lo, hi int) {
	hi = sort.Search(len(o.from), func(i int) bool { return o.from[i] > iv.To })
	return sort.Search(hi, func(i int) bool { return o.latest[i] >= iv.From }), hi
}
