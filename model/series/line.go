package series

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// Question is a question to a series.
type Question struct {
	Type string // a sample type's name; "": the default one
	By   By     // "": Functions
	Key  string // the label key, for Labels
	Cum  bool   // cumulative figures instead of flat ones

	Lasting Lasting // of what grows: where lives are known, only names whose allocations surely live that long; "": all
}

func (q Question) group() group {
	if q.By == "" {
		q.By = Functions
	}
	return group{q.By, q.Key}
}

// Line is one figure over time, with a value for each of the series' points.
type Line struct {
	Name   string // as in the profile; "" for the total, for no package, and for the rest
	Rest   bool   // it is what the other layers leave
	Values []int64
	// Known marks the points at which the figure was kept. Elsewhere Values is 0, because the figure was
	// below a thousandth of the total or the series was over its limit. nil: it was kept at all points.
	Known []bool
}

// Lines holds lines over the same points.
type Lines struct {
	Question Question
	Kind     model.Kind
	Type     model.ValueType
	Points   []Point // ordered by time
	Lines    []Line
	Moments  bool      // each value is the sum of the states at several moments
	Counter  bool      // values count from the process's start
	bounds   []float64 // per point: figures that were not kept are less than this
}

// column finds a sample type in [model.Offered]. The series must be locked.
func (s *Series) column(name string) (int, error) {
	if len(s.types) == 0 {
		return 0, lang.Error("the series has no profiles")
	}
	if name == "" {
		return s.chosen, nil
	}
	all := model.Offered(s.types)
	if i := model.FindType(all, name); i >= 0 {
		return i, nil
	}
	return 0, lang.Error("no sample type {{.SampleType}} in this series, only {{.Others}}",
		lang.With{"SampleType": strconv.Quote(safe.Text(name)), "Others": model.TypeNames(all)})
}

// lines returns the figures for the names that choose returns, in their order, and the total for each point. choose is
// called while the series is locked.
func (s *Series) lines(q Question, choose func(g group, column int) []string) (out *Lines, totals []int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	column, err := s.column(q.Type)
	if err != nil {
		return nil, nil, err
	}
	g := q.group()
	typ := model.Offered(s.types)[column]
	q.Type, q.By = typ.Type, g.by
	out = &Lines{Question: q, Kind: s.kind, Type: typ, Moments: s.moments, Counter: !s.recordings && s.kind.Counts(q.Type)}
	s.mark()
	at := map[uint32]int{}
	for i, name := range choose(g, column) {
		out.Lines = append(out.Lines, Line{Name: name, Values: make([]int64, len(s.points)), Known: make([]bool, len(s.points))})
		if id, ok := s.names.ids[g][name]; ok {
			at[id] = i
		}
	}
	of, less := model.Terms(s.types, column)
	for i, p := range s.ordered() {
		out.Points, totals = append(out.Points, p.Point), append(totals, p.Totals[of])
		out.bounds = append(out.bounds, p.bound(g, of))
		p.figures[of].each(g, func(r row) {
			if k, ok := at[r.id]; ok {
				out.Lines[k].Values[i], out.Lines[k].Known[i] = r.pick(q.Cum), true
			}
		})
		if less >= 0 { // what was not kept there is less than a thousandth
			totals[i] -= p.Totals[less]
			p.figures[less].each(g, func(r row) {
				if k, ok := at[r.id]; ok && out.Lines[k].Known[i] {
					out.Lines[k].Values[i] -= r.pick(q.Cum)
				}
			})
		}
	}
	return out, totals, nil
}

// Total returns the total over time for a sample type, or for the default one.
func (s *Series) Total(sampleType string) (*Lines, error) {
	out, totals, err := s.lines(Question{Type: sampleType}, func(group, int) []string { return nil })
	if err != nil {
		return nil, err
	}
	out.Lines = []Line{{Values: totals}}
	return out, nil
}

// Names returns the names that have flat figures. Those with the largest sum of magnitudes over all points
// come first.
func (s *Series) Names(q Question) (names []string, err error) {
	_, _, err = s.lines(q, func(g group, c int) []string {
		names = s.heaviest(g, c, false)
		return nil
	})
	return names, err
}

// Lines returns the figures for names, in their order.
func (s *Series) Lines(q Question, names ...string) (*Lines, error) {
	out, _, err := s.lines(q, func(group, int) []string { return names })
	return out, err
}

func (r row) pick(cum bool) int64 {
	if cum {
		return r.cum
	}
	return r.flat
}

// Stack returns the total over time in layers: the heaviest names, at most that many, and the rest. Layers
// are flat figures, since cumulative ones overlap. A sample with two values for a label counts for both, so
// the rest may be negative.
func (s *Series) Stack(q Question, limit int) (*Lines, error) {
	q.Cum = false
	out, totals, err := s.lines(q, func(g group, c int) []string {
		names := s.heaviest(g, c, false)
		return names[:min(len(names), limit)]
	})
	if err != nil {
		return nil, err
	}
	rest, any := Line{Rest: true, Values: totals}, false
	for i := range totals {
		for _, l := range out.Lines {
			totals[i] -= l.Values[i]
		}
		any = any || totals[i] != 0
	}
	if any {
		out.Lines = append(out.Lines, rest)
	}
	return out, nil
}

// heaviest returns the names in a group. Those with the largest sum of magnitudes over all points come first.
// The series must be locked.
func (s *Series) heaviest(g group, column int, cum bool) []string {
	text := s.names.text[g]
	weight := make([]float64, len(text))
	of, less := model.Terms(s.types, column)
	for _, p := range s.ordered() {
		p.figures[of].each(g, func(r row) { weight[r.id] += float64(units.Magnitude(r.pick(cum))) })
		if less >= 0 {
			p.figures[less].each(g, func(r row) { weight[r.id] -= float64(units.Magnitude(r.pick(cum))) })
		}
	}
	var ids []int
	for id, w := range weight {
		if w > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), strings.Compare(text[a], text[b]))
	})
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = text[id]
	}
	return names
}

// Keys returns the keys of text labels that occur in some profile.
func (s *Series) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for g := range s.names.text {
		if g.by == Labels {
			keys = append(keys, g.key)
		}
	}
	slices.Sort(keys)
	return keys
}
