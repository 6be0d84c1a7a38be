package flame_test

import (
	"context"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// TestPivotIsOneWalk holds that a chart of a node's callees and callers, zoomed, looks for the node in
// the stacks once, and that its steps grow with them.
func TestPivotIsOneWalk(t *testing.T) {
	looks := func(n int) (walk, chart int) {
		p := convert(t, synthetic.Large(n, 40, 2000, 1))
		r := must.Have(query.Evaluate(context.Background(), p, query.Default()))
		ctx := must.Count()
		sums := must.Have(r.Sums(ctx))
		walk = ctx.Asked()
		pivot := query.NodeID(0)
		for n, cum := range sums.Cum {
			if cum > sums.Cum[pivot] && cum < r.Total/3 {
				pivot = query.NodeID(n)
			}
		}
		ctx = must.Count()
		must.Have(flame.New(ctx, r, flame.Options{Pivot: pivot, Columns: 1000, ZoomCallers: true}))
		return walk, ctx.Asked()
	}
	walk, chart := looks(20_000)
	if float64(chart) > 1.3*float64(walk)+4 {
		t.Errorf("a walk looks %d times at its context, a chart of a pivot %d times", walk, chart)
	}
	if _, four := looks(80_000); float64(four) > 4.5*float64(chart) {
		t.Errorf("a chart looks %d times at its context for 20,000 stacks, %d times for 80,000", chart, four)
	}
}
