package finding

import (
	"context"
	"fmt"
	"math"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/statistics"
	"profstation/model/units"
	"profstation/model/work"
)

// amount is a sum over samples and its variance.
type amount struct {
	value    int64
	variance float64
}

// chance is how much samples vary by chance.
type chance struct {
	each           float64 // a value's variance, for each unit in it
	objects, space []int64 // in heap profiles: what each sample stands for
	period         float64
	counts         bool // values are objects, not bytes
}

func (a *amount) add(b amount) { a.value, a.variance = a.value+b.value, a.variance+b.variance }

// newChance returns how a sample type's values vary. A CPU profile draws samples. A heap profile knows with what chance it saw each
// object. Goroutines are drawn by choosing a moment. Nothing is known about others: they do not vary.
func newChance(ctx context.Context, p *model.Profile, column int) (c chance, err error) {
	m, err := p.Measurement(ctx, column)
	switch {
	case err != nil:
		return c, err
	case m.Known() && m.Total > 0:
		c.each = compare.Assumed.Value * float64(units.Magnitudes(p.Samples.Values[column])) / float64(m.Total)
	case p.Kind.OfGoroutines():
		c.each = 1
	case p.Period > 1 && p.PeriodType.Type == "space":
		for _, of := range []string{"alloc", "inuse"} {
			objects, space := p.ColumnOf(of+"_objects"), p.ColumnOf(of+"_space")
			if objects >= 0 && space >= 0 && (column == objects || column == space) {
				c.objects, c.space, c.counts = p.Samples.Values[objects], p.Samples.Values[space], column == objects
			}
		}
		c.period = float64(p.Period)
	}
	return c, nil
}

// variance returns that of a sample's value, for memory as [model.Profile.InUse] explains it.
func (c *chance) variance(sample int, v int64) float64 {
	if c.objects == nil {
		return c.each * float64(v)
	}
	n, bytes := float64(c.objects[sample]), float64(c.space[sample])
	if n <= 0 || bytes <= 0 {
		return 0
	}
	seen, each := -math.Expm1(-bytes/n/c.period), bytes/n
	if c.counts {
		each = 1
	}
	return each * each * n * (1 - seen) / seen
}

const (
	level  = 0.05 // the probability with which a share lies outside its interval
	fewest = 10   // how many fair draws a part must have before anything is said about it
)

// interval bounds the part's share, by how many fair draws would vary as much. It is 0 if the part has too few.
func interval(part, rest amount) (low, high float64) {
	total := float64(part.value) + float64(rest.value)
	if total <= 0 || part.value <= 0 {
		return 0, 0
	}
	share := float64(part.value) / total
	spread := (1-share)*(1-share)*part.variance + share*share*rest.variance
	draws := share * (1 - share) * total * total / spread
	if rest.value == 0 {
		draws = total * total / part.variance
	}
	if share*draws < fewest {
		return 0, 0
	}
	return statistics.Share(share, draws, level)
}

// amounts are what the stacks have of a sample type.
type amounts struct {
	values    []int64
	variances []float64 // nil: each for every unit of a value
	each      float64
}

func (a *amounts) at(stack int) amount {
	if v := a.values[stack]; a.variances == nil {
		return amount{v, a.each * float64(v)}
	}
	return amount{a.values[stack], a.variances[stack]}
}

// amounts returns what each stack has of a sample type.
func (s *Subject) amounts(ctx context.Context, column int) (*amounts, error) {
	if a := s.ofStacks[column]; a != nil {
		return a, nil
	}
	p, steps := s.Profile, work.StepsUntil(ctx)
	c, err := newChance(ctx, p, column)
	if err != nil {
		return nil, err
	}
	all := &amounts{values: make([]int64, p.Stacks.Len()), each: c.each}
	if c.objects != nil {
		all.variances = make([]float64, p.Stacks.Len())
	}
	for i, v := range p.Samples.Values[column] {
		if steps.Over(1) {
			return nil, ctx.Err()
		}
		stack := p.Samples.Stack[i]
		all.values[stack] += v
		if all.variances != nil {
			all.variances[stack] += c.variance(i, v)
		}
	}
	if s.ofStacks == nil {
		s.ofStacks = map[int]*amounts{}
	}
	s.ofStacks[column] = all
	return all, nil
}

// measured is how much of a sample type's values some stacks have. low and high bound the share; both are 0 if there is too
// little to say anything.
type measured struct {
	part, total int64
	unit        string
	low, high   float64
}

// measure measures the part that some stacks have. Its only error is the context's.
func (s *Subject) measure(ctx context.Context, column int, in func(model.StackID) bool) (x measured, err error) {
	amounts, err := s.amounts(ctx, column)
	if err != nil {
		return x, err
	}
	var part, rest amount
	steps := work.StepsUntil(ctx)
	for id := range amounts.values {
		if steps.Over(1) {
			return x, ctx.Err()
		}
		of := &rest
		if in(model.StackID(id)) {
			of = &part
		}
		of.add(amounts.at(id))
	}
	return newMeasured(part, rest, s.Profile.Types[column].Unit), nil
}

func newMeasured(part, rest amount, unit string) measured {
	x := measured{part: part.value, total: part.value + rest.value, unit: unit}
	x.low, x.high = interval(part, rest)
	return x
}

// text returns the share as pprof writes it.
func (x measured) text() string { return units.Percent(x.part, x.total) }

// amount returns the part and the whole.
func (x measured) amount() string {
	return lang.L("{{.Part}} of {{.Whole}}", lang.With{
		"Part": units.Format(x.part, x.unit, "auto"), "Whole": units.Format(x.total, x.unit, "auto")})
}

// measured adds the figures of a share.
func (f *Finding) measured(x measured) {
	f.Share = units.Share(x.part, x.total)
	f.Figures = []model.Fact{{Name: lang.L("share"), Text: x.text()}, {Name: lang.L("amount"), Text: x.amount()}}
	if x.low < x.high {
		f.Figures = append(f.Figures, model.Fact{Name: lang.L("95% interval"), Text: fmt.Sprintf("%.1f%% – %.1f%%", 100*x.low, 100*x.high)})
	}
}
