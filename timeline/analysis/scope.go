package analysis

import (
	"context"
	"sort"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
)

// scope holds which times of which goroutines a profile covers.
type scope struct {
	gos   map[trace.GoIndex]bool             // nil: all
	funcs map[model.StringID]bool            // nil: all
	parts map[trace.GoIndex][]trace.Interval // nil: always
	t     *trace.Trace
}

func (a *Analysis) scope(ctx context.Context, w *What) (*scope, error) {
	s := &scope{t: a.t, gos: setOf(w.Goroutines), funcs: setOf(w.Funcs)}
	if w.Regions != nil {
		want := setOf(w.Regions)
		var all []goTime
		steps := work.StepsUntil(ctx)
		for _, r := range a.t.Regions {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			if want[r.Type] {
				all = addTime(all, r.Go, a.t.Between(r.Start, r.End))
			}
		}
		parts, err := parts(steps, a.t, all)
		if err != nil {
			return nil, err
		}
		s.narrow(parts)
	}
	if w.Tasks != nil {
		parts, err := a.taskParts(ctx, w.Tasks)
		if err != nil {
			return nil, err
		}
		s.narrow(parts)
	}
	return s, nil
}

// narrow keeps only what lies in parts.
func (s *scope) narrow(parts []Part) {
	was := s.parts
	s.parts = make(map[trace.GoIndex][]trace.Interval, len(parts))
	for _, p := range parts {
		at := p.At
		if was != nil {
			at = trace.Intersection(at, was[p.Go])
		}
		if len(at) > 0 {
			s.parts[p.Go] = at
		}
	}
}

func (s *scope) all() bool { return s.gos == nil && s.funcs == nil && s.parts == nil }

// goroutine reports whether any of a goroutine's time may be covered.
func (s *scope) goroutine(g trace.GoIndex) bool {
	return (s.gos == nil || s.gos[g]) && (s.funcs == nil || s.funcs[s.t.Goroutines[g].Func]) && (s.parts == nil || s.parts[g] != nil)
}

func (s *scope) at(g trace.GoIndex, at trace.Time) bool {
	if !s.goroutine(g) || s.parts == nil {
		return s.goroutine(g)
	}
	parts := s.parts[g]
	i := sort.Search(len(parts), func(i int) bool { return parts[i].To > at })
	return i < len(parts) && parts[i].From <= at
}

// overlap returns how much of a goroutine's time is covered, given its parts.
func (s *scope) overlap(parts []trace.Interval, at trace.Interval) (sum trace.Time) {
	if s.parts == nil {
		return at.To - at.From
	}
	for _, p := range parts[sort.Search(len(parts), func(i int) bool { return parts[i].To > at.From }):] {
		if p.From >= at.To {
			break
		}
		sum += p.Overlap(at)
	}
	return sum
}
