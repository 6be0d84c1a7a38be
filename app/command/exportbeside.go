package command

import (
	"context"
	"io"
	"math"
	"regexp"

	"profstation/flame"
	"profstation/graph"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/table"
)

// flamesBeside prepares the flame graph of each side, in the colours of what
// changed. Files of figures have all boxes with both sides.
func (e *exporting) flamesBeside(ctx context.Context, f *loader.File, r *model.Result) (writing, error) {
	c, _, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	o, err := e.flameOptions(r)
	if err != nil {
		return nil, err
	}
	if e.format == "csv" {
		both, err := flame.NewDiff(ctx, c, compare.ByLarger, o)
		if err != nil {
			return nil, err
		}
		return both.WriteCSV, nil
	}
	o.Columns = int(math.Ceil(e.width / 2))
	var charts [2]*flame.Chart
	var match [2][]bool
	for i, width := range [2]compare.Width{sideBase: compare.ByBase, sideNew: compare.ByNew} {
		if charts[i], err = flame.NewDiff(ctx, c, width, o); err != nil {
			return nil, err
		}
		if e.search != "" {
			match[i] = charts[i].Result.Matches(regexp.MustCompile(e.search))
		}
	}
	p := &flame.SideBySide{
		Head: scene.Heading{Title: e.twinTitle(f), Lines: c.Heading()}, Charts: charts, Names: e.sideNames(f),
		Style: flame.Style{Theme: e.colours(), Generics: e.generics, RootDown: e.root == "down", Beside: true, Fade: !e.noise},
		Width: e.width, Match: match,
	}
	return e.picture(p, p.Head.Title)
}

// graphsBeside prepares the call graph of each side, in the colours of what
// changed, or the edges of both.
func (e *exporting) graphsBeside(ctx context.Context, f *loader.File, r *model.Result, o graph.Options) (writing, error) {
	var graphs [2]*graph.Graph
	for i, p := range [2]*model.Profile{sideBase: e.pair.Base, sideNew: e.pair.New} {
		side, err := p.Evaluate(r.Query)
		if err != nil {
			return nil, err
		}
		if graphs[i], err = graph.New(ctx, side, o); err != nil {
			return nil, err
		}
	}
	if e.format == "csv" {
		return func(w io.Writer) error { return graph.WriteSidesCSV(w, graphs[sideBase], graphs[sideNew]) }, nil
	}
	c, _, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	var charts [2]*graph.Chart
	for i, g := range graphs {
		if charts[i], err = chartOf(ctx, g); err != nil {
			return nil, err
		}
	}
	m := graph.NoMarks()
	m.Quiet, m.Fade = c.NoiseIn(c.New.Nodes), !e.noise
	m.Changes = c.Parts(m.Quiet)
	if e.search != "" {
		m.Match = c.New.Matches(regexp.MustCompile(e.search))
	}
	p := &graph.SideBySide{
		Head: scene.Heading{Title: e.twinTitle(f), Lines: c.Heading()}, Charts: charts, Names: e.sideNames(f),
		Style: graph.Style{Theme: e.colours()}, Marks: [2]graph.Marks{m, m},
	}
	return e.picture(p, p.Head.Title)
}

// topsBeside prepares the table of nodes of each side.
func (e *exporting) topsBeside(f *loader.File, r *model.Result) (writing, error) {
	c, _, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	p := &table.SideBySide{
		Head: scene.Heading{Title: e.twinTitle(f), Lines: c.Heading()}, Names: e.sideNames(f), Theme: e.colours(),
		Width: e.width, SortColumn: table.TopFlat, Descending: true,
	}
	if r.Query.Sort == model.ByCum {
		p.SortColumn = table.TopCum
	}
	for i, side := range [2]*model.Result{sideBase: c.Base, sideNew: c.New} {
		rows := side.Top().Rows
		p.Tables[i] = table.TopBeside(side, rows)
		if e.search != "" {
			match := side.Matches(regexp.MustCompile(e.search))
			p.Match[i] = func(row int) bool { return match[rows[row].Node] }
		}
	}
	if e.format == "csv" {
		return func(w io.Writer) error { return table.WriteSidesCSV(w, p.Tables[sideBase], p.Tables[sideNew]) }, nil
	}
	return e.picture(p, p.Head.Title)
}
