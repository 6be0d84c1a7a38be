package analysis

import (
	"context"
	"sort"

	"profstation/model"
	"profstation/model/trace"
)

// scope are the times of goroutines that a profile is of.
type scope struct {
	gos   map[trace.GoIndex]bool       // nil: all
	funcs map[model.StringID]bool      // nil: all
	parts map[trace.GoIndex][]Interval // nil: always
	t     *trace.Trace
}

func (a *Analysis) scope(ctx context.Context, w *What) (*scope, error) {
	s := &scope{t: a.t}
	if w.Goroutines != nil {
		s.gos = map[trace.GoIndex]bool{}
		for _, g := range w.Goroutines {
			s.gos[g] = true
		}
	}
	if w.Funcs != nil {
		s.funcs = map[model.StringID]bool{}
		for _, f := range w.Funcs {
			s.funcs[f] = true
		}
	}
	if w.Regions != nil {
		s.narrow(a.parts(a.regionTimes(w.Regions)))
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

func (a *Analysis) regionTimes(types []model.StringID) []goTime {
	want := map[model.StringID]bool{}
	for _, t := range types {
		want[t] = true
	}
	var all []goTime
	for i := range a.t.Regions {
		if r := &a.t.Regions[i]; want[r.Type] && r.Go != trace.NoGo {
			from, to := a.span(r.Start, r.End)
			all = append(all, goTime{r.Go, Interval{from, to}})
		}
	}
	return all
}

// narrow leaves only what lies in parts.
func (s *scope) narrow(parts []Part) {
	was := s.parts
	s.parts = make(map[trace.GoIndex][]Interval, len(parts))
	for _, p := range parts {
		at := p.At
		if was != nil {
			at = intersection(at, was[p.Go])
		}
		if len(at) > 0 {
			s.parts[p.Go] = at
		}
	}
}

// intersection is what lies in both of two rows of intervals without overlap.
func intersection(a, b []Interval) []Interval {
	var both []Interval
	for len(a) > 0 && len(b) > 0 {
		if from, to := a[0].clip(b[0].From, b[0].To); from < to {
			both = append(both, Interval{from, to})
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// all tells whether nothing is left out.
func (s *scope) all() bool { return s.gos == nil && s.funcs == nil && s.parts == nil }

// goroutine tells whether anything of a goroutine may be in.
func (s *scope) goroutine(g trace.GoIndex) bool {
	return (s.gos == nil || s.gos[g]) && (s.funcs == nil || s.funcs[s.t.Goroutines[g].Func]) && (s.parts == nil || s.parts[g] != nil)
}

// at tells whether a moment of a goroutine is in.
func (s *scope) at(g trace.GoIndex, at trace.Time) bool {
	if !s.goroutine(g) || s.parts == nil {
		return s.goroutine(g)
	}
	parts := s.parts[g]
	i := sort.Search(len(parts), func(i int) bool { return parts[i].To > at })
	return i < len(parts) && parts[i].From <= at
}

// overlap is how much of a span is in, and in the interval, of a goroutine that
// may be in and has these parts.
func (s *scope) overlap(parts []Interval, iv Interval, from, to trace.Time) (sum trace.Time) {
	from, to = iv.clip(from, to)
	if s.parts == nil {
		return to - from
	}
	for _, p := range parts[sort.Search(len(parts), func(i int) bool { return parts[i].To > from }):] {
		if p.From >= to {
			break
		}
		sum += p.overlap(from, to)
	}
	return sum
}
