package desk

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
)

// meanwhile returns the times, on the clock of a trace, of the open profiles that
// were taken while it was recorded. Both must know their wall time.
func (s *documents) meanwhile(t *trace.Trace) []timeline.Recorded {
	if t.Wall.IsZero() {
		return nil
	}
	var all []timeline.Recorded
	for _, doc := range s.all {
		p := doc.profile()
		if _, derived := doc.origin.(*derivation); p == nil || derived || p.Time.IsZero() {
			continue
		}
		from := trace.Time(p.Time.Sub(t.Wall))
		to := from + trace.Time(p.Duration)
		if p.Kind != model.CPU {
			// A profile of a change is stamped with the time of its end
			// (net/http/pprof).
			from, to = from-trace.Time(p.Duration), from
		}
		if to >= 0 && from <= t.End {
			all = append(all, timeline.Recorded{Name: model.Sanitise(doc.name()), From: from, To: to})
		}
	}
	return all
}
