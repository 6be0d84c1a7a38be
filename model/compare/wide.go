package compare

import (
	"context"
	"math"

	"profstation/model"
	"profstation/model/query"
)

// Width says what a box's width means in one picture for both sides.
type Width string

// The widths.
const (
	ByNew    Width = "new"
	ByBase   Width = "base"
	ByLarger Width = "larger" // the larger side for each stack: what vanished stands beside what appeared
)

// Widths lists them in menu order.
var Widths = []Width{ByNew, ByBase, ByLarger}

// Wide returns the answer whose values are widths. Its nodes and stacks have the same numbers as on both
// sides. It returns the context's error, or an error that the widths cannot be computed.
func (c *Comparison) Wide(ctx context.Context, w Width) (*query.Result, error) {
	switch w {
	case ByBase:
		return c.Base, nil
	case ByLarger:
		return c.larger.Get(ctx, c.evaluateLarger)
	}
	return c.New, nil
}

func (c *Comparison) evaluateLarger(ctx context.Context) (*query.Result, error) {
	p, err := c.Pair.larger(c.Normalisation)
	if err != nil {
		return nil, err
	}
	r, err := query.Evaluate(ctx, p, c.Query)
	if err == nil {
		c.Normalise(r, p)
	}
	return r, err
}

// larger returns the profile in which each sample has the larger value of the two sides, scaled as in a
// [Pair.Difference]. It works on stacks, not on boxes, so what is inside a box fits into it at every zoom.
func (p *Pair) larger(n Normalisation) (*model.Profile, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if have := p.widest[n]; have != nil {
		return have, nil
	}
	ratios, err := p.ratios(n)
	if err != nil {
		return nil, err
	}
	values := make([][]int64, len(p.New.Types))
	for c := range values {
		base, now := p.samples.values[sideBase][c], p.samples.values[sideNew][c]
		values[c] = p.samples.apportioned(func(i int32) float64 {
			return max(math.Abs(float64(base[i]))*ratios[sideBase][c], math.Abs(float64(now[i]))*ratios[sideNew][c])
		})
	}
	w := p.profile(p.New.Header, p.New.Types, values)
	w.Kind, w.Default, w.Compared = p.New.Kind, p.New.Default, true
	p.widest[n] = w
	return w, nil
}
