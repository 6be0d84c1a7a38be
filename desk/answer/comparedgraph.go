package answer

import (
	"context"
	"errors"
	"math"
	"sync"

	"profstation/desk/screen"
	"profstation/model"
)

// difference is the result of the difference of both sides, for call graphs.
type difference struct {
	profile *model.Profile
	result  *model.Result
	quiet   []bool // per node: it changed by noise only
}

// marks are how the nodes of both sides changed, see [screen.Compared].
type marks struct {
	quiet []bool
	parts []float32
}

// showGraphs prepares the call graph of the difference, in pprof's colours, or
// one of each side.
func showGraphs(ctx context.Context, a *Answer) error {
	if a.Request.Display.Compare.Way != screen.AsDifference {
		return showGraphsBeside(ctx, a)
	}
	c := a.Compared.Comparison
	err := a.difference.renew(c, func() (d difference, err error) {
		if d.profile, err = a.Request.Compared.Difference(a.Request.Mode, a.Request.Normalisation); err != nil {
			return d, err
		}
		if d.result, err = d.profile.Evaluate(a.Query); err != nil {
			return d, err
		}
		d.quiet = c.NoiseIn(d.result.Nodes)
		return d, nil
	})
	if err != nil {
		return err
	}
	d := &a.difference.v
	a.Compared.Quiet = d.quiet
	if err := a.about(d.result); err != nil {
		return err
	}
	key := a.graphKey()
	key.byWeight = true
	return a.measure(ctx, OnlyGraph, d.profile, key)
}

// showGraphsBeside prepares a call graph of each side. A node is coloured by how
// it changed, on both sides alike.
func showGraphsBeside(ctx context.Context, a *Answer) error {
	c, pair := a.Compared.Comparison, a.Request.Compared.Pair
	if err := a.about(c.New); err != nil {
		return err
	}
	keys := a.graphScales()
	var failed [3]error
	var wg sync.WaitGroup
	for i, p := range [2]*model.Profile{screen.BaseSide: pair.Base, screen.NewSide: pair.New} {
		wg.Go(func() { failed[i] = a.measure(ctx, SideGraphs[i], p, keys[i]) })
	}
	failed[2] = a.marks.renew(c, func() (marks, error) {
		quiet := c.NoiseIn(c.New.Nodes)
		return marks{quiet, c.Parts(quiet)}, nil
	})
	wg.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return err
	}
	a.Compared.Quiet, a.Compared.Parts = a.marks.v.quiet, a.marks.v.parts
	other := a.other()
	other.Compared = &screen.Compared{Names: a.Compared.Names, Comparison: c, Quiet: a.Compared.Quiet, Parts: a.Compared.Parts}
	a.Compared.Other = other
	return nil
}

// graphScales are what is wanted of the graphs of both sides. With one scale the
// same size is the same value on both.
func (a *Answer) graphScales() (keys [2]graphKey) {
	keys = [2]graphKey{a.graphKey(), a.graphKey()}
	if !a.Request.Display.Compare.OneScale {
		return keys
	}
	c := a.Compared.Comparison
	var factors, totals, most [2]float64
	factors[screen.BaseSide], factors[screen.NewSide] = c.Factors()
	for i, r := range [2]*model.Result{screen.BaseSide: c.Base, screen.NewSide: c.New} {
		totals[i] = math.Abs(float64(r.Total))
		for _, v := range r.Sums().Flat {
			most[i] = max(most[i], math.Abs(float64(v)))
		}
	}
	larger := func(of [2]float64, f float64) int64 {
		return int64(min(max(of[0]*factors[0], of[1]*factors[1])/f, math.MaxInt64/2))
	}
	for i, f := range factors {
		if f > 0 {
			keys[i].scale, keys[i].largest = larger(totals, f), larger(most, f)
		}
	}
	return keys
}
