package compare

import (
	"cmp"
	"context"
	"math"
	"sync"

	"profstation/model"
)

// Comparison is the answer of both sides to one query. It is safe for use by several goroutines.
type Comparison struct {
	Pair          *Pair
	Query         model.Query
	Normalisation Normalisation
	Type          model.ValueType
	Method        Method
	Base, New     *model.Result // the answers of the two sides: a node has the same number in both

	column  int
	factors [2]float64 // what values of each side are multiplied by
	proof   *evidence  // nil: nothing is known
	spread  *spread    // of groups; nil: each side is one recording, or of few
	results []*model.Result
	totals  [2]float64 // counted samples of each side, what shares are of

	made   model.Lazy[*rows]
	larger model.Lazy[*model.Result] // the answer of ByLarger
}

// Evaluate answers a query on both sides: sums, whatever the query says of means, units and negative
// values. Its errors are the context's and of type *model.QueryError, or say why values cannot be
// normalised so.
func (p *Pair) Evaluate(ctx context.Context, q model.Query, n Normalisation) (*Comparison, error) {
	column, err := p.New.SampleIndex(q.SampleIndex)
	if err != nil {
		return nil, err
	}
	q.SampleIndex = indexed(column) // the sides may have other defaults
	q.Mean, q.DropNegative, q.DivideBy, q.Unit = false, false, 0, ""
	c := &Comparison{
		Pair: p, Query: q, Normalisation: n, Type: p.New.Types[column], column: column,
		Method: p.methodOf(column), proof: p.evidenceOf(column),
	}
	if c.factors, err = p.factors(n, column); err != nil {
		return nil, err
	}
	asked := []*model.Profile{sideNew: p.New, sideBase: p.Base}
	queries := []model.Query{q, q}
	if c.proof != nil && c.proof.period == 0 {
		for i := range c.proof.columns[0].Types {
			for side := range c.proof.columns {
				asked = append(asked, c.proof.columns[side])
				queries = append(queries, q)
				queries[len(queries)-1].SampleIndex = indexed(i)
			}
		}
	}
	c.results, err = atOnce(len(asked), func(i int) (*model.Result, error) { return asked[i].Evaluate(ctx, queries[i]) })
	if err != nil {
		return nil, err
	}
	c.New, c.Base = c.results[sideNew], c.results[sideBase]
	for side := range c.totals {
		switch {
		case c.Method != Shares:
		case c.proof.period > 0:
			c.totals[side] = float64(c.results[side].Total) / float64(c.proof.period)
		default:
			c.totals[side] = float64(c.results[2+side].Total)
		}
	}
	return c, nil
}

// atOnce makes n things at the same time, and returns the first error of any.
func atOnce[T any](n int, do func(i int) (T, error)) ([]T, error) {
	all, errs := make([]T, n), make([]error, n)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { all[i], errs[i] = do(i) })
	}
	wg.Wait()
	return all, cmp.Or(errs...)
}

// Factors are what the values of each side are multiplied by to stand beside each other.
func (c *Comparison) Factors() (base, now float64) {
	return c.factors[sideBase], c.factors[sideNew]
}

// Results are all answers that figures are made of: New, Base, and what the statistics need. Boxes
// of a [model.CallTree] that has them in TreeOptions.Also can be judged by [Comparison.Judge].
func (c *Comparison) Results() []*model.Result { return c.results }

// Change is one figure of both sides.
type Change struct {
	Base, New            int64   // as recorded, in units of the sample type
	Before, After, Delta float64 // the same, normalised, and After − Before
	Verdict              Verdict
}

// Percent is the change in per cent of the base: infinite where there was nothing.
func (c *Change) Percent() float64 {
	if c.Delta == 0 {
		return 0
	}
	return c.Delta / math.Abs(c.Before) * 100
}

// Part is the change in parts of the larger side, from −1, all gone, to 1, all new.
func (c *Change) Part() float64 {
	most := max(math.Abs(c.Before), math.Abs(c.After))
	if most == 0 {
		return 0
	}
	return max(-1, min(1, c.Delta/most))
}

// Judge compares the sums of some samples: sums are in the order of [Comparison.Results].
// Its verdict is not corrected for the number of figures shown: Q is P.
func (c *Comparison) Judge(sums []int64) Change {
	ch := c.change(sums[sideBase], sums[sideNew])
	switch c.Method {
	case Shares:
		ch.Verdict = c.judgeShares(sums)
	case Sampled:
		ch.Verdict = c.judgeSampled(&ch, sums)
	case Exact:
		ch.Verdict = unjudged(Certain)
	default:
		ch.Verdict = unjudged(NoError)
	}
	return ch
}

// change is a figure of both sides, of which nothing is found.
func (c *Comparison) change(base, now int64) Change {
	ch := Change{Base: base, New: now, Before: float64(base) * c.factors[sideBase], After: float64(now) * c.factors[sideNew]}
	ch.Delta = ch.After - ch.Before
	return ch
}

func (c *Comparison) judgeShares(sums []int64) Verdict {
	var k [2]float64
	for side := range k {
		if c.proof.period > 0 {
			k[side] = float64(sums[side]) / float64(c.proof.period)
		} else {
			k[side] = float64(sums[2+side])
		}
		if k[side] < 0 || c.totals[side] < k[side] {
			return unjudged(NoError) // a difference already
		}
	}
	n1, n2 := c.totals[sideBase], c.totals[sideNew]
	v := unjudged(TooFew)
	v.method, v.samples = Shares, k[0]+k[1]
	if v.samples < Fewest || n1 == 0 || n2 == 0 {
		return v
	}
	delta, sd, p := ShareTest(k[sideBase], n1, k[sideNew], n2, Dispersion)
	v.Low, v.High = (delta-z95*sd)*100, (delta+z95*sd)*100
	v.Detectable = Detectable((k[0]+k[1])/(n1+n2), n1, n2, Dispersion)
	return v.settle(p)
}

func (c *Comparison) judgeSampled(ch *Change, sums []int64) Verdict {
	v := unjudged(TooFew)
	v.method = Sampled
	var variance float64
	for side, f := range c.factors {
		v.samples += float64(sums[2+side])
		variance += f * f * float64(sums[4+side]) * c.proof.unit
	}
	if v.samples < Fewest {
		return v
	}
	sd := math.Sqrt(variance)
	v.Low, v.High = ch.Delta-z95*sd, ch.Delta+z95*sd
	if ch.Before != 0 {
		v.Detectable = (z95 + z80) * sd / math.Abs(ch.Before)
	}
	if ch.Delta == 0 {
		return v.settle(1)
	}
	return v.settle(twoSided(ch.Delta / sd)) // 0 where objects are so large that all were counted
}

func (v Verdict) settle(p float64) Verdict {
	v.P = p
	v.find(p, Within, More)
	return v
}
