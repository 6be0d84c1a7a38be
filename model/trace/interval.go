package trace

import (
	"cmp"
	"slices"
)

// Interval is a part of a trace, from From up to, but not including, To. It is empty if To is not after From.
type Interval struct{ From, To Time }

// Len returns how long the interval is; 0 if it is empty.
func (iv Interval) Len() Time { return max(iv.To-iv.From, 0) }

// Empty reports whether the interval is empty.
func (iv Interval) Empty() bool { return iv.From >= iv.To }

// Ordered returns the interval with the earlier end first.
func (iv Interval) Ordered() Interval { return Interval{min(iv.From, iv.To), max(iv.From, iv.To)} }

// Clip returns the part of another interval that lies in this one. It may be empty.
func (iv Interval) Clip(o Interval) Interval {
	return Interval{max(o.From, iv.From), min(o.To, iv.To)}
}

// Overlap returns how much of another interval lies in this one.
func (iv Interval) Overlap(o Interval) Time { return iv.Clip(o).Len() }

// Meets reports whether two intervals have a part in common.
func (iv Interval) Meets(o Interval) bool { return o.From < iv.To && o.To > iv.From }

// Union sorts intervals by time, in place, and joins those that touch or overlap.
func Union(all []Interval) []Interval {
	slices.SortFunc(all, func(a, b Interval) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	n := 0
	for _, iv := range all {
		if n > 0 && iv.From <= all[n-1].To {
			all[n-1].To = max(all[n-1].To, iv.To)
			continue
		}
		all[n] = iv
		n++
	}
	return all[:n]
}

// Intersection returns what lies in both lists. Each must be sorted as [Union] sorts them.
func Intersection(a, b []Interval) []Interval {
	var both []Interval
	for len(a) > 0 && len(b) > 0 {
		if iv := a[0].Clip(b[0]); !iv.Empty() {
			both = append(both, iv)
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// Whole returns the interval that covers the whole trace.
func (t *Trace) Whole() Interval { return Interval{0, t.End} }

// Between returns the time between two points, within the trace. Either may be [NoTime]: the trace began
// later, or ended earlier.
func (t *Trace) Between(start, end Time) Interval {
	if start == NoTime {
		start = 0
	}
	if end == NoTime {
		end = t.End
	}
	return Interval{start, end}
}

// SpanTime returns the time that a goroutine's span takes.
func (t *Trace) SpanTime(g GoIndex, i SpanIndex) Interval {
	return Interval{t.Spans.Start(i), t.SpanEnd(g, i)}
}

// Life returns the time in which a goroutine existed, within the trace.
func (t *Trace) Life(g GoIndex) Interval {
	r := &t.Goroutines[g]
	life := Interval{t.Spans.Start(r.First), t.End}
	if last := r.End - 1; t.Spans.State(last) == GoNotExist {
		life.To = t.Spans.Start(last)
	}
	return life
}
