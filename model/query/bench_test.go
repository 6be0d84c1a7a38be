package query_test

import (
	"context"
	"fmt"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// onLarge runs a benchmark on each of the large profiles.
func onLarge(b *testing.B, f func(b *testing.B, p *model.Profile)) {
	for _, name := range []string{"service", "random"} {
		b.Run(name, func(b *testing.B) {
			p := typed.Builder(synthetic.Huge[name]()).Profile(model.Header{})
			reference.Evaluate(b, p, query.Default()) // makes the tables that queries share
			b.ResetTimer()
			b.ReportAllocs()
			f(b, p)
		})
	}
}

func BenchmarkEvaluateFocus(b *testing.B) {
	onLarge(b, func(b *testing.B, p *model.Profile) {
		for i := 0; b.Loop(); i++ {
			q := query.Default()
			q.Focus = fmt.Sprintf("(?i)F%d|encod|p%d/", i%10, i%7)
			reference.Evaluate(b, p, q)
		}
	})
}

func BenchmarkSums(b *testing.B) {
	onLarge(b, func(b *testing.B, p *model.Profile) {
		r := reference.Evaluate(b, p, query.Default())
		for b.Loop() {
			must.Have(r.SumsBy(context.Background(), nil, r.Nodes.Len()))
		}
	})
}

func BenchmarkCallTree(b *testing.B) {
	onLarge(b, func(b *testing.B, p *model.Profile) {
		r := reference.Evaluate(b, p, query.Default())
		for b.Loop() {
			must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode, Min: r.Total / 1600}))
		}
	})
}

// BenchmarkRefine is what happens when somebody types a focus: a new answer
// and the flame graph of it.
func BenchmarkRefine(b *testing.B) {
	onLarge(b, func(b *testing.B, p *model.Profile) {
		for i := 0; b.Loop(); i++ {
			q := query.Default()
			q.Focus = fmt.Sprintf("(?i)F%d|encod|p%d/", i%10, i%7)
			r := reference.Evaluate(b, p, q)
			must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode, Min: r.Total / 3200}))
		}
	})
}
