package analysis

import (
	"context"
	"sort"

	"profstation/model/lang"
	"profstation/model/trace"
)

// ErrTooMuch is the error of an answer for which a trace has too many things at the same time, as
// only a trace has that was made for it.
var ErrTooMuch = lang.Error("too much happens at the same time in this trace to count it")

// maxSteps is how many steps an answer may take for what is quick unless much overlaps.
const maxSteps = 1 << 29

// stepsPerLook is how many steps may pass between two looks at the context.
const stepsPerLook = 1 << 13

// steps counts the work of an answer, which ends with its context, or when it comes to too much.
type steps struct {
	ctx         context.Context
	taken, look int
}

// take counts n more steps. They are few, or counted before they are taken.
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

// overlapping finds, among times that are sorted by their beginning, those that may meet another.
type overlapping struct {
	from, latest []trace.Time // of each, its beginning, and the latest end of those up to it
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

// meeting is a range outside of which none meets or touches an interval.
func (o *overlapping) meeting(iv trace.Interval) (lo, hi int) {
	hi = sort.Search(len(o.from), func(i int) bool { return o.from[i] > iv.To })
	return sort.Search(hi, func(i int) bool { return o.latest[i] >= iv.From }), hi
}
