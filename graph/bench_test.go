package graph_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// service is a profile of 200,000 stacks, up to 40 deep, shaped like those of a
// service.
var service = sync.OnceValues(func() ([]byte, error) {
	var b bytes.Buffer
	err := synthetic.Large(200_000, 40, 5000, 1).Write(&b)
	return b.Bytes(), err
})

// BenchmarkParse is what reading the large profile costs, for comparing.
func BenchmarkParse(b *testing.B) {
	data := must.Have(service())
	for b.Loop() {
		must.Have(profile.ParseData(data))
	}
}

// BenchmarkNew is a new query and its graph.
func BenchmarkNew(b *testing.B) {
	data := must.Have(service())
	large := filepath.Join(b.TempDir(), "service.pprof")
	must.Do(os.WriteFile(large, data, 0o600))
	for _, c := range []struct {
		name, file string
		tree       bool
		change     func(q *query.Query)
	}{
		{"service", large, false, func(*query.Query) {}},
		{"service/tree", large, true, func(*query.Query) {}},
		{"service/400", large, false, func(q *query.Query) { q.NodeCount = 400 }},
		{"compiler", pproftool.Compiler(b), false, func(*query.Query) {}},
		{"compiler/tree", pproftool.Compiler(b), true, func(*query.Query) {}},
		{"compiler/400", pproftool.Compiler(b), false, func(q *query.Query) { q.NodeCount, q.NodeFraction = 400, 0 }},
		{"compiler/all", pproftool.Compiler(b), false, func(q *query.Query) { q.NodeCount, q.NodeFraction = 0, 0 }},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := load(b, c.file)
			q := query.Default()
			c.change(&q)
			b.ReportAllocs()
			for b.Loop() {
				r := must.Have(query.Evaluate(context.Background(), p, q))
				g := must.Have(graph.New(context.Background(), r, graph.Options{EdgeFraction: 0.001, CallTree: c.tree}))
				must.Do(g.WriteDOT(io.Discard))
			}
		})
	}
}
