package desk

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model"
)

// graphsOfTwo prepares the call graph of the difference, in pprof's colours, or
// one of each side.
func (a *answer) graphsOfTwo(ctx context.Context, before *answer, errs map[string]string) error {
	if a.wish.display.Compare.Way != screen.AsDifference {
		return a.graphsBeside(ctx, before, errs)
	}
	p, err := a.wish.compared.difference(a.wish.mode, a.wish.normalisation)
	if err != nil {
		return err
	}
	if a.kept.result == nil {
		if a.kept.result, err = p.Evaluate(a.query); err != nil {
			return err
		}
		a.kept.quiet = a.Compared.Comparison.NoiseIn(a.kept.result.Nodes)
	}
	a.Compared.Quiet = a.kept.quiet
	a.answerWith(a.kept.result, before, errs)
	key := a.graphKey()
	key.byWeight = true
	a.graphs[onlyGraph], err = a.measure(ctx, p, key, a.graphs[onlyGraph])
	return err
}

// graphsBeside prepares a call graph of each side. A node is coloured by how it
// changed, on both sides alike.
func (a *answer) graphsBeside(ctx context.Context, before *answer, errs map[string]string) error {
	c, pair := a.Compared.Comparison, a.wish.compared.pair
	a.answerWith(c.New, before, errs)
	keys := a.graphScales()
	var failed [2]error
	var wg sync.WaitGroup
	for i, p := range [2]*model.Profile{SideBase: pair.Base, sideNew: pair.New} {
		at := [2]graphPane{SideBase: baseGraph, sideNew: newGraph}[i]
		wg.Go(func() { a.graphs[at], failed[i] = a.measure(ctx, p, keys[i], a.graphs[at]) })
	}
	if a.kept.parts == nil {
		a.kept.quietSides = c.NoiseIn(c.New.Nodes)
		a.kept.parts = c.Parts(a.kept.quietSides)
	}
	wg.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return err
	}
	a.Compared.Quiet, a.Compared.Parts = a.kept.quietSides, a.kept.parts
	a.Compared.Other = &screen.Answer{
		Document: a.Document, Name: a.Compared.Names[SideBase], Result: c.Base, Zoomed: a.Zoomed, Match: a.Match,
		Compared: &screen.Compared{Names: a.Compared.Names, Comparison: c, Quiet: a.Compared.Quiet, Parts: a.Compared.Parts},
	}
	return nil
}

// graphScales are what is wanted of the graphs of both sides. With one scale the
// same size is the same value on both.
func (a *answer) graphScales() (keys [2]graphKey) {
	keys = [2]graphKey{a.graphKey(), a.graphKey()}
	if !a.wish.display.Compare.OneScale {
		return keys
	}
	c := a.Compared.Comparison
	var factors, totals, most [2]float64
	factors[SideBase], factors[sideNew] = c.Factors()
	for i, r := range [2]*model.Result{SideBase: c.Base, sideNew: c.New} {
		totals[i] = math.Abs(float64(r.Total))
		for _, v := range r.Sums().Flat {
			most[i] = max(most[i], math.Abs(float64(v)))
		}
	}
	for i, f := range factors {
		if f > 0 {
			larger := func(of [2]float64) int64 {
				return int64(min(max(of[SideBase]*factors[SideBase], of[sideNew]*factors[sideNew])/f, math.MaxInt64/2))
			}
			keys[i].scale, keys[i].largest = larger(totals), larger(most)
		}
	}
	return keys
}

// twinGraphFormats are the ways to write the call graphs of both sides.
func (d *Desk) twinGraphFormats(a *answer) (view string, formats []Format) {
	now, base := d.callGraphs()
	if now == nil || base == nil || now.Chart == nil || base.Chart == nil {
		return "", nil
	}
	compared := &a.wish.display.Compare
	m := screen.ChangeMarks(a.Compared, compared)
	m.Match = a.Match
	picture := always(func(l ExportLook) export.Drawing {
		p := &graph.SideBySide{
			Head: l.head(a.Compared.Comparison.Heading()...), Charts: [2]*graph.Chart{SideBase: base.Chart, sideNew: now.Chart},
			Names: a.Compared.Names, Style: graph.Style{Theme: l.Theme}, Marks: [2]graph.Marks{m, m},
		}
		return l.drawing(p)
	})
	return "graphs", append(pictures(picture), tableFile(".csv", lang.L("CSV, the edges of both sides"), func(w io.Writer) error {
		return graph.WriteSidesCSV(w, base.Chart.Graph, now.Chart.Graph)
	}))
}
