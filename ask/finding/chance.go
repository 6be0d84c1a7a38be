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

func (a *amount) add(b amount) { a.value, a.variance = a.value+b.value, a.variance+b.variance }

// amounts are what the samples have of a sample type, and how much that varies by chance.
type amounts struct {
	values    []int64
	each      float64   // a value's variance, for each unit in it
	variances []float64 // nil: each says so
}

func (a *amounts) at(sample int) amount {
	if v := a.values[sample]; a.variances == nil {
		return amount{v, a.each * float64(v)}
	}
	return amount{a.values[sample], a.variances[sample]}
}

// amounts returns what each sample has of a sample type. A CPU profile draws samples. A heap profile knows with what chance it
// saw each object. Goroutines are drawn by choosing a moment. Nothing is known about others: they do not vary.
func (s *Subject) amounts(ctx context.Context, column int) (*amounts, error) {
	if a := s.ofColumn[column]; a != nil {
		return a, nil
	}
	p := s.Profile
	a := &amounts{values: p.Samples.Values[column]}
	m, err := p.Measurement(ctx, column)
	switch {
	case err != nil:
		return nil, err
	case m.Known() && m.Total > 0:
		a.each = compare.Assumed.Value * float64(units.Magnitudes(a.values)) / float64(m.Total)
	case p.Kind.OfGoroutines():
		a.each = 1
	case p.Period > 1 && p.PeriodType.Type == "space":
		for _, of := range []string{"alloc", "inuse"} {
			objects, space := p.ColumnOf(of+"_objects"), p.ColumnOf(of+"_space")
			if objects >= 0 && space >= 0 && (column == objects || column == space) {
				a.variances = variances(p.Samples.Values[objects], p.Samples.Values[space], float64(p.Period), column == objects)
			}
		}
	}
	if s.ofColumn == nil {
		s.ofColumn = map[int]*amounts{}
	}
	s.ofColumn[column] = a
	return a, nil
}

// variances returns how much the samples of a heap profile vary, in objects or in bytes. [model.Profile.InUse] explains it.
func variances(objects, space []int64, period float64, counts bool) []float64 {
	all := make([]float64, len(objects))
	work.InParallel(len(all), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			n, bytes := float64(objects[i]), float64(space[i])
			if n <= 0 || bytes <= 0 {
				continue
			}
			seen, each := -math.Expm1(-bytes/n/period), bytes/n
			if counts {
				each = 1
			}
			all[i] = each * each * n * (1 - seen) / seen
		}
	})
	return all
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
	for lo, hi := range work.StepsUntil(ctx).Pieces(len(amounts.values)) {
		for i := lo; i < hi; i++ {
			of := &rest
			if in(s.Profile.Samples.Stack[i]) {
				of = &part
			}
			of.add(amounts.at(i))
		}
	}
	return newMeasured(part, rest, s.Profile.Types[column].Unit), ctx.Err()
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
