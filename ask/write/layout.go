package write

import (
	"context"
	"errors"
	"profstation/graph"
	"profstation/graph/layout"
)

// LayOut lays a graph out as well as it can: if graphviz gives up, in the quick layout.
func LayOut(ctx context.Context, helper *layout.Helper, g *graph.Graph) (*graph.Chart, error) {
	figure := graph.NewFigure(g)
	var best *layout.Positions
	err := helper.Compute(ctx, figure.Sizes(), func(p *layout.Positions, _ layout.Stage) { best = p })
	var failed *layout.Failure
	if err != nil && !(errors.As(err, &failed) && best != nil) {
		return nil, err
	}
	return graph.NewChart(figure, best)
}
