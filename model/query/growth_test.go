package query_test

import (
	"context"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
)

// TestStepsGrow holds that four times the stacks, functions and samples take each call no more than
// four times the steps, and a few looks at the context more for goroutines and sorting.
func TestStepsGrow(t *testing.T) {
	small, big := large(8_000), large(32_000)
	looks := func(p *model.Profile, name string) int {
		fresh := func() *query.Result { return must.Have(query.Evaluate(context.Background(), p, query.Query{})) }
		return steps(t, func(ctx context.Context) error { return calls(ctx, fresh())[name]() })
	}
	for name := range calls(context.Background(), must.Have(query.Evaluate(context.Background(), small, query.Query{}))) {
		if one, four := looks(small, name), looks(big, name); float64(four) > 4.5*float64(one)+4 {
			t.Errorf("%s looks at its context %d times for 8,000 stacks, %d times for 32,000", name, one, four)
		}
	}
}

// TestRootIsFound holds that a chart without a zoom does not look at the stacks to find where its root is.
func TestRootIsFound(t *testing.T) {
	looks := func(p *model.Profile) int {
		r := must.Have(query.Evaluate(context.Background(), p, query.Query{}))
		return steps(t, func(ctx context.Context) error {
			_, _, _, err := r.Locate(ctx, query.TreeOptions{Pivot: query.NoNode}, nil)
			return err
		})
	}
	if one, four := looks(large(8_000)), looks(large(32_000)); one != four {
		t.Errorf("%d looks at the context for 8,000 stacks, %d for 32,000", one, four)
	}
}
