package compare

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"profstation/model"
)

// Pair is two profiles on common tables. Nothing in it changes after [Join].
//
// Base and New hold the same samples, each with its own values (0 where it has
// no such sample) and its own header: a stack, a label set, and, in answers to
// the same query, a node have the same number in both. They have the sample
// types that both profiles have, in the order of the new one.
type Pair struct {
	Base, New *model.Profile
	// Left lists the samples that could not be compared, a line each.
	Left []string

	joint   *model.Joint
	samples *samples

	mu     sync.Mutex
	widest map[Normalisation]*model.Profile
	noise  map[int]*evidence // per sample type
}

// Join puts two profiles of one kind together. Its errors say in one line why
// two profiles cannot be compared.
//
// It works on the tables of the two, which must not change afterwards.
func Join(base, now *model.Profile) (*Pair, error) {
	f, err := fitOf(base, now)
	if err != nil {
		return nil, err
	}
	p := &Pair{joint: model.Join(now, base), widest: map[Normalisation]*model.Profile{}, noise: map[int]*evidence{}}
	sides := [2]*model.Profile{sideNew: now, sideBase: base}
	p.samples = joinSamples(p.joint, sides, f)
	p.New = p.side(sideNew, now, f)
	p.Base = p.side(sideBase, base, f)
	if len(f.left) > 0 {
		for i, name := range f.left {
			f.left[i] = model.Sanitise(name)
		}
		p.Left = append(p.Left, "only one of the two has "+strings.Join(f.left, ", "))
	}
	for _, t := range f.types {
		for side, s := range sides {
			if was := s.Types[s.ColumnOf(t.Type)].Unit; was != t.Unit {
				p.Left = append(p.Left, fmt.Sprintf("%s of the %s was in %s", model.Sanitise(t.Type), sideName(side), model.Sanitise(was)))
			}
		}
	}
	return p, nil
}

func sideName(side int) string {
	if side == sideBase {
		return "base"
	}
	return "new profile"
}

// side is one side as a profile on the joint tables.
func (p *Pair) side(side int, of *model.Profile, f *fit) *model.Profile {
	s := p.profile(of.Header, f.types, p.samples.values[side])
	s.Kind = of.Kind
	s.DefaultSampleType = defaultType(of, f)
	s.Default = s.DefaultColumn()
	if s.Period != 0 {
		// Both are sampled by the same thing, perhaps in other units.
		if unit, ok := finer(p.unitOf(s.PeriodType.Type, f), s.PeriodType.Unit); ok && unit != s.PeriodType.Unit {
			x, _ := model.Scale(s.Period, s.PeriodType.Unit, unit)
			s.Period, s.PeriodType.Unit = int64(x), unit
		}
	}
	return s
}

// unitOf is the unit of a sample type of the pair, "" if it has none.
func (p *Pair) unitOf(name string, f *fit) string {
	for _, t := range f.types {
		if t.Type == name {
			return t.Unit
		}
	}
	return ""
}

// profile makes a profile of the joint samples.
func (p *Pair) profile(h model.Header, types []model.ValueType, values [][]int64) *model.Profile {
	j := p.joint
	return &model.Profile{
		Header: h, Types: types,
		Strings: j.Strings, Mappings: j.Mappings, Functions: j.Functions,
		Lines: j.Lines, Locations: j.Locations, Stacks: j.Stacks, Labels: j.Labels,
		Samples: model.Samples{Stack: p.samples.stack, Labels: p.samples.labels, Values: values},
	}
}

// defaultType is the sample type that a side prefers: its own, or the first
// where columns were left out and its own among them (pprof: profile/merge.go,
// compatibilizeSampleTypes).
func defaultType(of *model.Profile, f *fit) string {
	if slices.EqualFunc(f.types, of.Types, func(a, b model.ValueType) bool { return a.Type == b.Type }) {
		return of.DefaultSampleType
	}
	for _, t := range f.types {
		if t.Type == of.DefaultSampleType {
			return t.Type
		}
	}
	return f.types[0].Type
}
