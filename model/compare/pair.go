package compare

import (
	"context"
	"slices"
	"sync"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Pair holds two profiles on common tables. What it exports does not change after [Join].
//
// Base and New hold the same samples, each with its own values (0 where it has no such sample) and its own
// header. A stack, a label set and, in answers to the same query, a node have the same number in both. They
// have the sample types that both profiles have, in the new one's order.
type Pair struct {
	Base, New *model.Profile
	Left      []string // notes on what could not be compared, one per line
	Rest      bool     // a side is everything that the other one leaves: it is of another size, whatever changed
	Parts     bool     // both sides are parts of the same recordings
	Split     string   // the key of the label by whose values the sides were chosen; "": none

	Renamed    []Renamed // functions with different names on the two sides, which are one in all answers
	Allocators []string  // functions that count as runtime.mallocgc in all answers; nil: each is itself

	// Apart is the time between two snapshots of one process. Counters that began with the process then tell
	// what happened in that time. 0: the sides are not from one process.
	Apart time.Duration

	completed work.Lazy[*Pair] // see [Pair.Offering]

	joint   *model.Joint
	samples *samples
	runs    *runs // nil: each side is one recording

	mu     sync.Mutex
	widest map[Normalisation]*model.Profile
	noise  map[int]*evidence // per sample type
}

// Join puts two profiles of the same kind together. Their tables must not change afterwards. It returns the
// context's error, or an error that says in one line why the two cannot be compared.
func Join(ctx context.Context, base, now *model.Profile) (*Pair, error) {
	p, err := join(ctx, base, now)
	if err == nil {
		p.noteTwice([]*model.Profile{p.Base, p.New})
	}
	return p, err
}

func join(ctx context.Context, base, now *model.Profile) (*Pair, error) {
	f, err := fitOf(base, now)
	if err != nil {
		return nil, err
	}
	joint, err := model.Join(ctx, now, base)
	if err != nil {
		return nil, err
	}
	p := &Pair{joint: joint, widest: map[Normalisation]*model.Profile{}, noise: map[int]*evidence{}}
	if err := p.unify(ctx, base, now); err != nil {
		return nil, err
	}
	sides := [2]*model.Profile{sideNew: now, sideBase: base}
	if p.samples, err = joinSamples(ctx, p.joint, sides, f); err != nil {
		return nil, err
	}
	p.New = p.side(sideNew, now, f)
	p.Base = p.side(sideBase, base, f)
	if len(f.left) > 0 {
		for i, name := range f.left {
			f.left[i] = safe.Text(name)
		}
		p.Left = append(p.Left, lang.L("only one of the two has {{.SampleTypes}}", lang.With{"SampleTypes": lang.List(f.left...)}))
	}
	if f.note != "" {
		p.Left = append(p.Left, f.note)
	}
	for _, t := range f.types {
		for side, s := range sides {
			if was := s.Types[s.ColumnOf(t.Type)].Unit; was != t.Unit {
				p.Left = append(p.Left, wasIn(side, lang.With{"SampleType": safe.Text(t.Type), "Unit": safe.Text(was)}))
			}
		}
	}
	p.Apart = p.apart(base, now)
	return p, nil
}

func wasIn(side int, with lang.With) string {
	if side == sideBase {
		return lang.L("{{.SampleType}} of the base was in {{.Unit}}", with)
	}
	return lang.L("{{.SampleType}} of the new profile was in {{.Unit}}", with)
}

func (p *Pair) sides() [2]*model.Profile { return [2]*model.Profile{sideNew: p.New, sideBase: p.Base} }

func (p *Pair) side(side int, of *model.Profile, f *fit) *model.Profile {
	s := p.profile(of.Header, f.types, p.samples.values[side])
	s.Unmapped = len(of.Mappings) == 0
	s.Kind = of.Kind
	s.DefaultSampleType = defaultType(of, f)
	s.Default = s.DefaultColumn()
	p.alignPeriod(s)
	return s
}

// Offering returns the pair whose sides have a sample type in their columns, by the name or number that a user gave: p, or
// p with the columns that [model.Offered] adds. It returns the context's error or a *[query.Error].
func (p *Pair) Offering(ctx context.Context, sampleType string) (*Pair, error) {
	column, err := query.SampleIndex(p.New, sampleType)
	if err != nil || column < len(p.New.Types) {
		return p, err
	}
	return p.completed.Get(ctx, p.complete)
}

// complete returns the same pair with the columns for all types that are offered.
func (p *Pair) complete(ctx context.Context) (c *Pair, err error) {
	whole := func(of *model.Profile) (all *model.Profile) {
		if err == nil {
			all, err = model.Completed.Of(ctx, of)
		}
		return all
	}
	c = &Pair{
		Base: whole(p.Base), New: whole(p.New), Left: p.Left, Rest: p.Rest, Parts: p.Parts, Split: p.Split,
		Renamed: p.Renamed, Allocators: p.Allocators, Apart: p.Apart,
		joint: p.joint, widest: map[Normalisation]*model.Profile{}, noise: map[int]*evidence{},
	}
	if p.runs != nil {
		c.runs = &runs{before: p.runs.before, of: lists.Map(p.runs.of, whole)}
	}
	if err != nil {
		return nil, err
	}
	all := *p.samples
	for side, of := range c.sides() {
		all.values[side], all.raw[side] = of.Samples.Values, p.sides()[side].Complete(all.raw[side])
	}
	c.samples = &all
	return c, nil
}

// alignPeriod converts a side's period to the unit of its values. Both sides are sampled by the same thing,
// but perhaps in different units.
func (p *Pair) alignPeriod(s *model.Profile) {
	if s.Period == 0 {
		return
	}
	unit := ""
	if i := s.ColumnOf(s.PeriodType.Type); i >= 0 {
		unit = s.Types[i].Unit
	}
	if unit, ok := finer(unit, s.PeriodType.Unit); ok && unit != s.PeriodType.Unit {
		x, _ := units.Scale(s.Period, s.PeriodType.Unit, unit)
		s.Period, s.PeriodType.Unit = int64(x), unit
	}
}

func (p *Pair) profile(h model.Header, types []model.ValueType, values [][]int64) *model.Profile {
	return &model.Profile{
		Header: h, Tables: p.joint.Tables, Types: types,
		Samples: model.Samples{Stack: p.samples.stack, Labels: p.samples.labels, Values: values},
	}
}

// defaultType returns the sample type that a side prefers: its own, or the first if its own was left out
// (pprof: profile/merge.go, compatibilizeSampleTypes).
func defaultType(of *model.Profile, f *fit) string {
	if slices.EqualFunc(f.types, of.Types, func(a, b model.ValueType) bool { return a.Type == b.Type }) {
		return of.DefaultSampleType
	}
	if slices.ContainsFunc(f.types, func(t model.ValueType) bool { return t.Type == of.DefaultSampleType }) {
		return of.DefaultSampleType
	}
	return f.types[0].Type
}
