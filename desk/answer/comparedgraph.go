package answer

import (
	"context"
	"errors"
	"math"
	"sync"

	"profstation/desk/screen"
	"profstation/model"
)

// graphsOfTwo prepares the call graph of the difference, in pprof's colours, or
// one of each side.
func (a *Answer) graphsOfTwo(ctx context.Context, before *Answer, errs map[string]string) error {
	if a.Request.Display.Compare.Way != screen.AsDifference {
		return a.graphsBeside(ctx, before, errs)
	}
	p, err := a.Request.Compared.difference(a.Request.Mode, a.Request.Normalisation)
	if err != nil {
		return err
	}
	if a.Kept.result == nil {
		if a.Kept.result, err = p.Evaluate(a.Query); err != nil {
			return err
		}
		a.Kept.quiet = a.Compared.Comparison.NoiseIn(a.Kept.result.Nodes)
	}
	a.Compared.Quiet = a.Kept.quiet
	a.answerWith(a.Kept.result, before, errs)
	key := a.graphKey()
	key.byWeight = true
	a.Graphs[OnlyGraph], err = a.measure(ctx, p, key, a.Graphs[OnlyGraph])
	return err
}

// graphsBeside prepares a call graph of each side. A node is coloured by how it
// changed, on both sides alike.
func (a *Answer) graphsBeside(ctx context.Context, before *Answer, errs map[string]string) error {
	c, pair := a.Compared.Comparison, a.Request.Compared.Pair
	a.answerWith(c.New, before, errs)
	keys := a.graphScales()
	var failed [2]error
	var wg sync.WaitGroup
	for i, p := range [2]*model.Profile{screen.BaseSide: pair.Base, screen.NewSide: pair.New} {
		at := [2]Pane{screen.BaseSide: BaseGraph, screen.NewSide: NewGraph}[i]
		wg.Go(func() { a.Graphs[at], failed[i] = a.measure(ctx, p, keys[i], a.Graphs[at]) })
	}
	if a.Kept.parts == nil {
		a.Kept.quietSides = c.NoiseIn(c.New.Nodes)
		a.Kept.parts = c.Parts(a.Kept.quietSides)
	}
	wg.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return err
	}
	a.Compared.Quiet, a.Compared.Parts = a.Kept.quietSides, a.Kept.parts
	a.Compared.Other = &screen.Answer{
		Document: a.Document, Name: a.Compared.Names[screen.BaseSide], Result: c.Base, Zoomed: a.Zoomed, Match: a.Match,
		Compared: &screen.Compared{Names: a.Compared.Names, Comparison: c, Quiet: a.Compared.Quiet, Parts: a.Compared.Parts},
	}
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
	for i, f := range factors {
		if f > 0 {
			larger := func(of [2]float64) int64 {
				return int64(min(max(of[screen.BaseSide]*factors[screen.BaseSide], of[screen.NewSide]*factors[screen.NewSide])/f, math.MaxInt64/2))
			}
			keys[i].scale, keys[i].largest = larger(totals), larger(most)
		}
	}
	return keys
}
