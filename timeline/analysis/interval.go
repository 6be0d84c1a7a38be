package analysis

import "profstation/model/trace"

// Interval is a part of a trace, from From to before To; what happens at the
// trace's very end belongs to an interval that reaches it. The zero value is
// the whole trace.
type Interval struct {
	From, To trace.Time
}

// Len is how long it is.
func (iv Interval) Len() trace.Time { return max(iv.To-iv.From, 0) }

// clip is the part of a span of time that lies in the interval; from ≥ to
// where there is none.
func (iv Interval) clip(from, to trace.Time) (trace.Time, trace.Time) {
	return max(from, iv.From), min(to, iv.To)
}

// overlap is how much of a span of time lies in the interval.
func (iv Interval) overlap(from, to trace.Time) trace.Time {
	from, to = iv.clip(from, to)
	return max(to-from, 0)
}

// Whole is the interval of the whole trace.
func (a *Analysis) Whole() Interval { return Interval{0, a.t.End} }

// Within is the interval as the tables take it: the whole trace for the zero
// value, and never beyond the trace's ends.
func (a *Analysis) Within(iv Interval) Interval {
	if iv == (Interval{}) {
		return a.Whole()
	}
	iv.From = min(max(iv.From, 0), a.t.End)
	iv.To = max(min(iv.To, a.t.End), iv.From)
	return iv
}

// holds tells whether a moment belongs to the interval.
func (a *Analysis) holds(iv Interval, at trace.Time) bool {
	return at >= iv.From && (at < iv.To || at == iv.To && at == a.t.End)
}

// span is a time with a beginning and an end, either of which may be NoTime,
// as borders within the trace.
func (a *Analysis) span(start, end trace.Time) (from, to trace.Time) {
	if start == trace.NoTime {
		start = 0
	}
	if end == trace.NoTime {
		end = a.t.End
	}
	return start, end
}

// touches tells whether a time with a beginning and an end is at least in part
// in the interval.
func (a *Analysis) touches(iv Interval, start, end trace.Time) bool {
	from, to := a.span(start, end)
	return from < iv.To && to > iv.From || a.holds(iv, from)
}
