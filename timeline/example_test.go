package timeline_test

import (
	"context"
	"fmt"
	"log"

	"profstation/loader"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// open prepares a recording of the project.
func open(ctx context.Context) *timeline.Timeline {
	f, err := loader.Open(ctx, "../testdata/trace.trace", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	t, err := timeline.New(ctx, f.Trace)
	if err != nil {
		log.Fatal(err)
	}
	return t
}

// The rows that a filter leaves.
func ExampleTimeline_Lanes() {
	ctx := context.Background()
	t := open(ctx)
	lanes, err := t.Lanes(ctx, timeline.Query{Filter: "^P0$|^g1 "})
	if err != nil {
		log.Fatal(err)
	}
	for i := range lanes.Rows {
		fmt.Println(t.Label(&lanes.Rows[i]))
	}
	// Output:
	// Processors
	// P0
	// Goroutines
	// g1 main.main
}

// A text leads to goroutines, Ps and threads by their numbers, and to functions and
// types of tasks by parts of their names.
func ExampleTimeline_Search() {
	t := open(context.Background())
	for _, text := range []string{"g1", "p0", "main.main"} {
		for _, place := range t.Search(text, 1) {
			fmt.Println(place.Text, wording.Duration(place.From))
		}
	}
	// Output:
	// g1 main.main 0
	// P0 0
	// g1 main.main 0
}
