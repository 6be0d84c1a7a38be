package compare

import (
	"cmp"
	"context"
	"math"
	"sync"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/work"
)

// Comparison holds both sides' answers to one query. It is safe for use by several goroutines.
type Comparison struct {
	Pair          *Pair
	Query         query.Query
	Normalisation Normalisation
	Type          model.ValueType
	Base, New     *query.Result // the two sides' answers: a node has the same number in both

	column  int
	factors [2]float64 // the factor for each side's values
	results []*query.Result
	judge   *judge

	made   work.Lazy[*rows]
	where  work.Lazy[Where]
	larger work.Lazy[*query.Result] // the answer for ByLarger
}

// Evaluate answers a query on both sides. It always compares sums: the query's settings for means, negative
// values, division and unit are ignored. It returns the context's error, a *query.Error, or an error that
// says why values cannot be normalised that way.
func (p *Pair) Evaluate(ctx context.Context, q query.Query, n Normalisation) (*Comparison, error) {
	p, err := p.Offering(ctx, q.SampleIndex)
	if err != nil {
		return nil, err
	}
	column, err := query.SampleIndex(p.New, q.SampleIndex)
	if err != nil {
		return nil, err
	}
	q.SampleIndex = indexed(column) // the sides may have different defaults
	q.Mean, q.DropNegative, q.DivideBy, q.Unit = false, false, 0, ""
	c := &Comparison{Pair: p, Query: q, Normalisation: n, Type: p.New.Types[column], column: column}
	if c.factors, err = p.factors(n, column); err != nil {
		return nil, err
	}
	if before, after := p.Recordings(); n.Pairs && !p.CanPair() {
		return nil, lang.Error("pairs need as many recordings on each side, at least 2: found {{.Base}} in the base and {{.New}} on the new side",
			lang.With{"Base": before, "New": after})
	}
	asked := []*model.Profile{sideNew: p.New, sideBase: p.Base}
	queries := []query.Query{q, q}
	if e := p.evidenceOf(ctx, column); len(e.columns) > 0 {
		all := e.profile(p)
		for i := range e.columns {
			q.SampleIndex = indexed(i)
			asked, queries = append(asked, all), append(queries, q)
		}
	}
	c.results, err = atOnce(len(asked), func(i int) (*query.Result, error) { return query.Evaluate(ctx, asked[i], queries[i]) })
	if err != nil {
		return nil, err
	}
	c.New, c.Base = c.results[sideNew], c.results[sideBase]
	c.Normalise(c.New, p.New)
	c.Normalise(c.Base, p.Base)
	c.judge = c.newJudge()
	return c, nil
}

// atOnce makes n things concurrently. It returns the first error by number.
func atOnce[T any](n int, do func(i int) (T, error)) ([]T, error) {
	all, errs := make([]T, n), make([]error, n)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { all[i], errs[i] = do(i) })
	}
	wg.Wait()
	return all, cmp.Or(errs...)
}

// Factors returns the factors that make the values on the two sides comparable.
func (c *Comparison) Factors() (base, now float64) {
	return c.factors[sideBase], c.factors[sideNew]
}

// Normalise makes an answer's texts show the values that all other parts of the comparison show. The answer
// is one side's, or that of a [Pair.Difference].
func (c *Comparison) Normalise(r *query.Result, of *model.Profile) {
	if of != c.Pair.New && of != c.Pair.Base {
		neglect(r, c.Normalisation)
	}
	factor := c.factor(of)
	if factor != 1 || c.Normalisation.Suffix() != "" {
		r.ShownAs(factor, texts(c))
	}
}

// ShowDifference makes the texts in an answer to a [Pair.Difference] show the values that a comparison shows.
// It returns the same errors as [Pair.Evaluate].
func (p *Pair) ShowDifference(r *query.Result, n Normalisation) error {
	f, err := p.factors(n, r.Column)
	if err != nil || n.By == PerTotal || n.By == AsRecorded || n.By == "" {
		return err
	}
	neglect(r, n)
	factor := f[sideBase]
	if n.recordings() {
		factor = 1
	}
	unit := r.Query.Unit
	if unit == "" || unit == "minimum" {
		unit = "auto"
	}
	factor *= r.Ratio()
	r.ShownAs(factor, func(v float64, in string) string {
		if unit != "auto" {
			in = unit
		}
		return formatIn(v, r.Type.Unit, in) + n.Suffix()
	})
	return nil
}

// factor returns the factor by which an answer's values are multiplied to be shown. Differences are already
// scaled to the base, or refer to one recording.
func (c *Comparison) factor(of *model.Profile) float64 {
	switch {
	case of == c.Pair.New:
		return c.factors[sideNew]
	case of == c.Pair.Base || !c.Normalisation.recordings():
		return c.factors[sideBase]
	}
	return 1
}

// Results returns all answers from which figures are made: New, Base, and what the statistics need.
// [Comparison.Judge] can judge boxes in a [query.CallTree] that has these results in TreeOptions.Also.
func (c *Comparison) Results() []*query.Result { return c.results }

// Change is one figure on both sides.
type Change struct {
	Base, New            int64   // as recorded, in the sample type's unit
	Before, After, Delta float64 // the same, normalised, and After − Before
	Verdict              Verdict
}

// Percent returns the change as a percentage of the base. It is infinite if the base is 0.
func (c *Change) Percent() float64 {
	if c.Delta == 0 {
		return 0
	}
	return c.Delta / math.Abs(c.Before) * 100
}

// Part returns the change as a fraction of the larger side, from −1, all gone, to 1, all new.
func (c *Change) Part() float64 {
	largest := max(math.Abs(c.Before), math.Abs(c.After))
	if largest == 0 {
		return 0
	}
	return max(-1, min(1, c.Delta/largest))
}

// Judge compares sums over some samples, given in the order of [Comparison.Results]. It is as strict as for
// the rows' cum figures: a difference needs the same evidence as a row to be called real. Sums that are a row's cum
// figure are judged as that is, others by what functions vary, which is more.
func (c *Comparison) Judge(sums []int64) Change {
	r := c.rows()
	j := r.judges[0]
	if r.cums[keyOf(sums)] {
		j = r.judges[1]
	}
	ch := j.change(c, sums)
	ch.Verdict.settle(r.bar[1])
	return ch
}

// change returns a figure on both sides without a verdict.
func (c *Comparison) change(base, now int64) Change {
	ch := Change{Base: base, New: now, Before: float64(base) * c.factors[sideBase], After: float64(now) * c.factors[sideNew]}
	ch.Delta = difference(ch.Before, ch.After)
	return ch
}
