package analysis_test

import (
	"context"
	"fmt"
	"log"

	"profstation/loader"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// recorded reads a recording of the project.
func recorded(ctx context.Context) *trace.Trace {
	f, err := loader.Open(ctx, "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return f.Trace
}

// Where the time of goroutines went, by the function that they began with.
func ExampleAnalysis_Goroutines() {
	ctx := context.Background()
	t := recorded(ctx)
	table, err := analysis.New(t).Goroutines(ctx, trace.Interval{To: t.End / 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range table.Groups {
		if t.Strings.Raw(g.Func) != "main.main" {
			continue
		}
		fmt.Println(g.Len(), "goroutine, for all of the time:", g.Sum.Time(analysis.Total) == t.End/2)
		for i, d := range g.Sum.Times {
			if d > 0 && table.Columns[i].Kind == trace.RunningTime {
				fmt.Println(table.Columns[i].Name)
			}
		}
	}
	// Output:
	// 1 goroutine, for all of the time: true
	// execution
}

// A profile of the places where goroutines waited for each other.
func ExampleAnalysis_Profile() {
	ctx := context.Background()
	t := recorded(ctx)
	p, err := analysis.New(t).Profile(ctx, analysis.What{Kind: analysis.SyncProfile})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range p.Types {
		fmt.Println(s.Type + "/" + s.Unit)
	}
	// Output:
	// contentions/count
	// delay/nanoseconds
}
