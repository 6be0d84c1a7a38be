package command

import (
	"context"
	"io"
	"regexp"

	"profstation/desk/report"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/model"
	"profstation/scene"
)

// graph prepares a call graph: as text for graphviz, as a table of its edges,
// or laid out as a picture.
func (e *exporting) graph(ctx context.Context, f *loader.File, r *model.Result) (func(io.Writer) error, error) {
	o := graph.Options{EdgeFraction: r.Query.EdgeFraction, CallTree: e.callTree}
	if e.beside {
		return e.graphsBeside(ctx, f, r, o)
	}
	o.ByWeight = e.pair != nil && (e.format == "svg" || e.format == "png") // files of text are pprof's
	g, err := graph.New(ctx, r, o)
	if err != nil {
		return nil, err
	}
	switch e.format {
	case "dot":
		return g.WriteDOT, nil
	case "csv":
		return g.WriteCSV, nil
	}
	c, err := chartOf(ctx, g)
	if err != nil {
		return nil, err
	}
	p := &graph.Picture{Head: scene.Heading{Title: title(f)}, Chart: c, Style: graph.Style{Theme: e.colours()}}
	if p.Quiet, err = e.quiet(r); err != nil {
		return nil, err
	}
	if e.search != "" {
		p.Match = r.Matches(regexp.MustCompile(e.search))
	}
	return e.picture(p, p.Head.Title)
}

// chartOf lays a graph out as well as can be. Where graphviz gives up, the
// quick layout is the picture.
func chartOf(ctx context.Context, g *graph.Graph) (*graph.Chart, error) {
	var helper layout.Helper
	defer helper.Close()
	return report.LayOut(ctx, &helper, g)
}
