package finding

import (
	"context"
	"slices"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/work"
)

// share is what a rule looks for in stacks: those that hold a function in field of, and none in not. Each stack counts
// once, however many it holds.
type share struct {
	of, not  []symbol
	severity Severity
	column   string // the sample type that counts; "": the default
	// below are passed over on the way from the leaf to the caller who asked for it; nil: nobody is named.
	below []symbol
	only  func(p *model.Profile) bool // what must hold besides; nil: nothing
}

// ofRuntime is below most callers. Go 1.27 calls closures in the runtime _.goready.func1 and the like.
var ofRuntime = symbols("runtime.*", "internal/runtime/*", "internal/abi.*", "gcWriteBarrier", "_.*")

// addShare makes a rule about a share known.
func addShare(name string, at looks, s share, limit threshold, w words) {
	if len(shares) == maxShares {
		panic("a stack has no bit for one more rule")
	}
	r := &rule{name: name, words: w, looks: at, limit: limit, share: &s}
	bit := len(shares)
	r.find = func(ctx context.Context, subject *Subject) ([]Finding, error) {
		if !subject.judges(at) || s.only != nil && !s.only(subject.Profile) {
			return nil, nil
		}
		found, err := subject.partsOf(ctx)
		if err != nil {
			return nil, err
		}
		return found.judge(ctx, subject.limited(r), bit)
	}
	shares = append(shares, &s)
	add(*r)
}

// shares are the rules about shares. A stack has a bit for each.
var shares []*share

const maxShares = 64

// judges reports whether rules may judge the profile, as one recording from a Go program, if they look at its kind.
func (s *Subject) judges(at looks) bool {
	p := s.Profile
	return p != nil && slices.Contains(at.kinds, p.Kind) && !p.Foreign && !p.Compared && len(p.Types) > 0 && names.OfGo(p)
}

// bits has one for each rule about shares.
type bits uint64

// parts says which stacks each rule about shares looks for.
type parts struct {
	p      *model.Profile
	stacks []bits
	all    bits // in any stack
}

// partsOf walks over the stacks once, for all rules.
func (s *Subject) partsOf(ctx context.Context) (*parts, error) {
	if s.parts != nil {
		return s.parts, nil
	}
	p := s.Profile
	at, t := locations(p), &parts{p: p, stacks: make([]bits, p.Stacks.Len())}
	walk(ctx, p, holds{}, func(before holds, l model.LocID) holds {
		return holds{before.of | at[l].of, before.not | at[l].not}
	}, func(s model.StackID, h holds) { t.stacks[s] = h.of &^ h.not })
	for _, b := range t.stacks {
		t.all |= b
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s.parts = t
	return t, nil
}

// walk adds up each stack from the root to the leaf: what comes before a location and the location. Stacks share what they
// begin with. Several goroutines call done. It ends early with the context.
func walk[T any](ctx context.Context, p *model.Profile, begin T, enter func(before T, l model.LocID) T, done func(model.StackID, T)) {
	work.InParallel(p.Stacks.Len(), func(lo, hi int) {
		read, steps, upTo := p.Stacks.Reader(), work.StepsUntil(ctx), []T{begin}
		for id := model.StackID(lo); id < model.StackID(hi); id++ {
			common := 0
			if int(id) > lo {
				common = p.Stacks.Common(id)
			}
			entered := read.From(id, int32(common))
			if steps.Over(1 + len(entered)) {
				return
			}
			upTo = upTo[:common+1]
			for _, l := range entered {
				upTo = append(upTo, enter(upTo[len(upTo)-1], l))
			}
			done(id, upTo[len(upTo)-1])
		}
	})
}

// holds says for which rules something holds a function that they look for.
type holds struct{ of, not bits }

// locations returns what each location holds, with what was inlined there.
func locations(p *model.Profile) []holds {
	type one struct {
		symbol
		holds
	}
	inPackage := map[string][]one{}
	for i, s := range shares {
		for _, x := range s.of {
			inPackage[packageOf(x.name)] = append(inPackage[packageOf(x.name)], one{x, holds{of: 1 << i}})
		}
		for _, x := range s.not {
			inPackage[packageOf(x.name)] = append(inPackage[packageOf(x.name)], one{x, holds{not: 1 << i}})
		}
	}
	functions := make([]holds, len(p.Functions))
	for i := range p.Functions {
		name := p.Strings.Raw(p.Functions[i].Name)
		for _, x := range inPackage[packageOf(name)] {
			if x.symbol.holds(name) {
				functions[i].of |= x.of
				functions[i].not |= x.not
			}
		}
	}
	all := make([]holds, len(p.Locations))
	for i := range p.Locations {
		for _, l := range p.Lines[p.Locations[i].FirstLine:p.Locations[i].EndLine] {
			all[i].of |= functions[l.Func].of
			all[i].not |= functions[l.Func].not
		}
	}
	return all
}

// judge says whether the rule's share is beyond its threshold by more than chance.
func (t *parts) judge(ctx context.Context, r *rule, at int) ([]Finding, error) {
	bit, p := bits(1)<<at, t.p
	column := p.Default
	if r.share.column != "" {
		column = p.ColumnOf(r.share.column)
	}
	if t.all&bit == 0 || column < 0 || p.Subtracted(column) {
		return nil, nil
	}
	in := func(s model.StackID) bool { return t.stacks[s]&bit != 0 }
	x, err := measure(ctx, p, column, in)
	if err != nil || x.low < r.limit.percent/100 {
		return nil, err
	}
	f := r.finding(r.share.severity, lang.With{"Share": x.text()})
	f.measured(x)
	f.Figures = append(f.Figures, r.limit.cited()...)
	q := question{Type: p.Types[column].Type, Focus: pattern(r.share.of)}
	if len(r.share.not) > 0 {
		q.Ignore = pattern(r.share.not)
	}
	f.Pprof, f.Place = q.pprof(p), q.place()
	if r.share.below == nil {
		return []Finding{f}, nil
	}
	by, err := functions(ctx, p, p.Samples.Values[column], r.share.below, in)
	if err != nil || len(by) == 0 {
		return []Finding{f}, err
	}
	q.Hide = pattern(r.share.below)
	f.name(by, x.part, x.total)
	f.ByCaller, f.Place = q.pprof(p), q.place()
	return []Finding{f}, nil
}
