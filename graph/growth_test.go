package graph_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// questionsOfSize are graphs of different ways to be large.
var questionsOfSize = map[string]func(q *query.Query, o *graph.Options){
	"default": func(*query.Query, *graph.Options) {},
	"all":     func(q *query.Query, o *graph.Options) { *q, o.EdgeFraction = q.Whole(), 0 },
	"tree":    func(_ *query.Query, o *graph.Options) { o.CallTree = true },
}

// TestStepsGrow holds that four times the stacks and functions take a graph no more than four times
// the steps, sorting aside, and that one that is stopped ends at once.
func TestStepsGrow(t *testing.T) {
	labelled := func(n int) *model.Profile {
		p := synthetic.Large(n, 40, n/4, 1)
		for i, s := range p.Sample {
			s.Label = map[string][]string{"user": {fmt.Sprint(i % 50)}}
		}
		file := filepath.Join(t.TempDir(), "large.pprof")
		writeProfile(t, file, p)
		return load(t, file)
	}
	small, big := labelled(5_000), labelled(20_000)
	for name, change := range questionsOfSize {
		draw := func(ctx *must.Asking, p *model.Profile) (int, error) {
			q, o := query.Default(), graph.DefaultOptions()
			change(&q, &o)
			r := must.Have(query.Evaluate(context.Background(), p, q))
			_, err := graph.New(ctx, r, o)
			return ctx.Asked(), err
		}
		one := must.Have(draw(must.Count(), small))
		four := must.Have(draw(must.Count(), big))
		if one < 10 || float64(four) > 5*float64(one) {
			t.Errorf("%s: %d looks at the context for 5,000 stacks, %d for 20,000", name, one, four)
		}
		for _, k := range []int{1, four / 3, four / 2, four - 1} {
			if late, err := draw(must.Ask(k), big); !errors.Is(err, context.Canceled) || late-k > 64 {
				t.Errorf("%s, stopped at look %d of %d: %v after %d more", name, k, four, err, late-k)
			}
		}
	}
}
