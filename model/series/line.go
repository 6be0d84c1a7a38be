package series

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"profstation/model"
)

// Question is what is to be shown of a series.
type Question struct {
	Type string // name of a sample type; "": the default one
	By   By     // "": Functions
	Key  string // the label key, for Labels
	Cum  bool   // cumulative figures instead of flat ones
}

func (q Question) group() group {
	if q.By == "" {
		q.By = Functions
	}
	return group{q.By, q.Key}
}

// Line is one figure over time, a value for each of the series' points.
type Line struct {
	Name   string // as in the profile; "" for all, for no package, and for what is left
	Rest   bool   // it is what the other layers leave
	Values []int64
	// Known marks the points at which the figure was kept. Elsewhere it was below a
	// thousandth of the total, or the series was over its bound, and Values is 0.
	// nil: at all.
	Known []bool
}

// Lines are lines over the same points.
type Lines struct {
	Question Question
	Kind     model.Kind
	Type     model.ValueType
	Points   []Point // in order of time
	Lines    []Line
}

// column finds a sample type. The series is locked.
func (s *Series) column(name string) (int, error) {
	if len(s.types) == 0 {
		return 0, fmt.Errorf("the series has no profiles")
	}
	if name == "" {
		return s.chosen, nil
	}
	for i, t := range s.types {
		if t.Type == name || t.Type == strings.TrimPrefix(name, "inuse_") {
			return i, nil
		}
	}
	var all []string
	for _, t := range s.types {
		all = append(all, model.Sanitise(t.Type))
	}
	return 0, fmt.Errorf("no sample type %q in this series, only %s", model.Sanitise(name), strings.Join(all, ", "))
}

// begin prepares an answer. The series is locked.
func (s *Series) begin(q Question) (*Lines, int, error) {
	c, err := s.column(q.Type)
	if err != nil {
		return nil, 0, err
	}
	q.Type = s.types[c].Type
	q.By = q.group().by
	out := &Lines{Question: q, Kind: s.kind, Type: s.types[c], Points: make([]Point, len(s.points))}
	for i, p := range s.points {
		out.Points[i] = p.Point
	}
	return out, c, nil
}

// Total is the total over time, of a sample type or the default one.
func (s *Series) Total(sampleType string) (*Lines, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out, c, err := s.begin(Question{Type: sampleType})
	if err != nil {
		return nil, err
	}
	l := Line{Values: make([]int64, len(s.points))}
	for i, p := range s.points {
		l.Values[i] = p.Totals[c]
	}
	out.Lines = []Line{l}
	return out, nil
}

// Lines are the figures of names, in their order.
func (s *Series) Lines(q Question, names ...string) (*Lines, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out, c, err := s.begin(q)
	if err != nil {
		return nil, err
	}
	g := q.group()
	at := map[uint32]int{}
	for i, name := range names {
		out.Lines = append(out.Lines, s.emptyLine(name))
		if id, ok := s.names.ids[g][name]; ok {
			at[id] = i
		}
	}
	s.fill(out.Lines, at, q, c)
	return out, nil
}

func (s *Series) emptyLine(name string) Line {
	return Line{Name: name, Values: make([]int64, len(s.points)), Known: make([]bool, len(s.points))}
}

// fill writes the figures of names, by id, into their lines.
func (s *Series) fill(lines []Line, at map[uint32]int, q Question, column int) {
	g := q.group()
	for i, p := range s.points {
		p.figures[column].each(g, func(r row) {
			if k, ok := at[r.id]; ok {
				lines[k].Values[i], lines[k].Known[i] = r.pick(q.Cum), true
			}
		})
	}
}

func (r row) pick(cum bool) int64 {
	if cum {
		return r.cum
	}
	return r.flat
}

// Stack is the total over time in layers: the names with the most, at most that
// many, and what they leave, if anything. Layers are flat figures, whatever the
// question says, since cumulative ones overlap. A sample with two values of a
// label counts for both, and what is left may then be less than nothing.
func (s *Series) Stack(q Question, most int) (*Lines, error) {
	q.Cum = false
	s.mu.RLock()
	defer s.mu.RUnlock()
	out, c, err := s.begin(q)
	if err != nil {
		return nil, err
	}
	g := q.group()
	at := map[uint32]int{}
	for i, r := range s.heaviest(g, c, false) {
		if i == most {
			break
		}
		at[r] = i
		out.Lines = append(out.Lines, s.emptyLine(s.names.text[g][r]))
	}
	s.fill(out.Lines, at, q, c)
	rest, any := Line{Rest: true, Values: make([]int64, len(s.points))}, false
	for i, p := range s.points {
		left := p.Totals[c]
		for _, l := range out.Lines {
			left -= l.Values[i]
		}
		rest.Values[i] = left
		any = any || left != 0
	}
	if any {
		out.Lines = append(out.Lines, rest)
	}
	return out, nil
}

// heaviest are the ids of a group, those with the most over all points first.
func (s *Series) heaviest(g group, column int, cum bool) []uint32 {
	weight := make([]float64, len(s.names.text[g]))
	for _, p := range s.points {
		p.figures[column].each(g, func(r row) { weight[r.id] += float64(model.Magnitude(r.pick(cum))) })
	}
	var ids []uint32
	for id, w := range weight {
		if w > 0 {
			ids = append(ids, uint32(id))
		}
	}
	slices.SortFunc(ids, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), strings.Compare(s.names.text[g][a], s.names.text[g][b]))
	})
	return ids
}

// Keys are the label keys of text that some profile has.
func (s *Series) Keys() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var keys []string
	for g := range s.names.text {
		if g.by == Labels {
			keys = append(keys, g.key)
		}
	}
	slices.Sort(keys)
	return keys
}
