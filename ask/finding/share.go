package finding

import (
	"context"
	"math/bits"
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
		return found.judge(ctx, subject, subject.limited(r), bit)
	}
	shares = append(shares, &s)
	add(*r)
}

// shares are the rules about shares. A stack has a bit for each.
var shares []*share

const maxShares = 32

// judges reports whether rules may judge the profile, as one recording from a Go program, if they look at its kind.
func (s *Subject) judges(at looks) bool {
	p := s.Profile
	return p != nil && slices.Contains(at.kinds, p.Kind) && !p.Foreign && !p.Compared && len(p.Types) > 0 && names.OfGo(p)
}

// rulesOf has a bit for each rule about shares.
type rulesOf uint32

// those are the stacks for which a rule about shares looks; the zero value: every stack.
type those struct {
	stacks []rulesOf
	rule   rulesOf
}

func (t those) hold(s model.StackID) bool { return t.stacks == nil || t.stacks[s]&t.rule != 0 }

// parts says which stacks each rule about shares looks for.
type parts struct {
	p      *model.Profile
	stacks []rulesOf
	all    rulesOf // in any stack
	sums   map[int]*sums
}

// sums are what stacks have of a sample type: all of them, and those for which each rule looks.
type sums struct {
	all  amount
	part [maxShares]amount
}

// partsOf walks over the stacks once, for all rules.
func (s *Subject) partsOf(ctx context.Context) (*parts, error) {
	if s.parts != nil {
		return s.parts, nil
	}
	stacks, err := inStacks(ctx, s.Profile, locations(s.Profile))
	if err != nil {
		return nil, err
	}
	t := &parts{p: s.Profile, stacks: stacks, sums: map[int]*sums{}}
	for _, b := range stacks {
		t.all |= b
	}
	s.parts = t
	return t, nil
}

// inStacks says for each stack which rules look for it, by what its locations hold. Stacks share what they begin with.
func inStacks(ctx context.Context, p *model.Profile, at []holds) ([]rulesOf, error) {
	stacks := make([]rulesOf, p.Stacks.Len())
	work.InParallel(len(stacks), func(lo, hi int) {
		read, steps, sums := p.Stacks.Reader(), work.StepsUntil(ctx), []holds{{}} // sums[n] is of the first n locations
		for id := lo; id < hi; id++ {
			common := 0
			if id > lo {
				common = p.Stacks.Common(model.StackID(id))
			}
			entered := read.From(model.StackID(id), int32(common))
			if steps.Over(1 + len(entered)) {
				return
			}
			so := sums[common]
			sums = slices.Grow(sums[:common+1], len(entered))[:common+1+len(entered)]
			its := sums[common+1:]
			for i, l := range entered {
				more := at[l]
				so.of, so.not = so.of|more.of, so.not|more.not
				its[i] = so
			}
			stacks[id] = so.of &^ so.not
		}
	})
	return stacks, ctx.Err()
}

// holds says for which rules something holds a function that they look for.
type holds struct{ of, not rulesOf }

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
	work.InParallel(len(functions), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			name := p.Strings.Raw(p.Functions[i].Name)
			for _, x := range inPackage[packageOf(name)] {
				if x.symbol.holds(name) {
					functions[i].of |= x.of
					functions[i].not |= x.not
				}
			}
		}
	})
	all := make([]holds, len(p.Locations))
	for i := range p.Locations {
		for _, l := range p.Lines[p.Locations[i].FirstLine:p.Locations[i].EndLine] {
			all[i].of |= functions[l.Func].of
			all[i].not |= functions[l.Func].not
		}
	}
	return all
}

// sumsOf adds up a sample type once, for all rules.
func (t *parts) sumsOf(ctx context.Context, subject *Subject, column int) (*sums, error) {
	if s := t.sums[column]; s != nil {
		return s, nil
	}
	amounts, err := subject.amounts(ctx, column)
	if err != nil {
		return nil, err
	}
	samples := t.p.Samples.Stack
	each := make([]sums, work.PartsOf(len(samples)))
	work.InParts(len(samples), len(each), func(part, begin, end int) {
		s := &each[part]
		for lo, hi := range work.StepsUntil(ctx).Pieces(end - begin) {
			for i := begin + lo; i < begin+hi; i++ {
				more := amounts.at(i)
				s.all.add(more)
				for in := t.stacks[samples[i]]; in != 0; in &= in - 1 {
					s.part[bits.TrailingZeros32(uint32(in))].add(more)
				}
			}
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s := &each[0]
	for _, more := range each[1:] {
		s.all.add(more.all)
		for i, x := range more.part {
			s.part[i].add(x)
		}
	}
	t.sums[column] = s
	return s, nil
}

// measure is [Subject.measure] for the stacks that a rule looks for.
func (t *parts) measure(ctx context.Context, subject *Subject, column, bit int) (measured, error) {
	s, err := t.sumsOf(ctx, subject, column)
	if err != nil {
		return measured{}, err
	}
	part := s.part[bit]
	rest := amount{s.all.value - part.value, max(0, s.all.variance-part.variance)}
	return newMeasured(part, rest, t.p.Types[column].Unit), nil
}

// judge says whether the rule's share is beyond its threshold by more than chance.
func (t *parts) judge(ctx context.Context, subject *Subject, r *rule, at int) ([]Finding, error) {
	bit, p := rulesOf(1)<<at, t.p
	column := p.Default
	if r.share.column != "" {
		column = p.ColumnOf(r.share.column)
	}
	if t.all&bit == 0 || column < 0 {
		return nil, nil
	}
	x, err := t.measure(ctx, subject, column, at)
	if err != nil || x.low < r.limit.percent/100 || p.Subtracted(column) {
		return nil, err
	}
	f := r.finding(r.share.severity, lang.With{"Share": x.text()})
	f.measured(x)
	f.Figures = append(f.Figures, r.limit.cited()...)
	q := question{Type: p.Types[column].Type, Focus: pattern(r.share.of), Ignore: pattern(r.share.not)}
	f.Pprof, f.Place = q.pprof(p), q.place()
	if r.share.below == nil {
		return []Finding{f}, nil
	}
	by, err := subject.functions(ctx, column, r.share.below, those{t.stacks, bit})
	if err != nil || len(by) == 0 {
		return []Finding{f}, err
	}
	q.Hide = pattern(r.share.below)
	f.name(by, x.part, x.total)
	f.ByCaller, f.Place = q.pprof(p), q.place()
	return []Finding{f}, nil
}
