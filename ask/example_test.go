package ask

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"profstation/model/query"
	"profstation/scene"
)

// What follows is the example of CONTRIBUTING.md: a view of how deep the stacks of a profile are.

// depths returns how many samples have a stack of each depth.
func depths(ctx context.Context, a *Answer) ([]int, error) {
	var samples []int
	p := a.Request.Profile
	for _, stack := range p.Samples.Stack {
		for len(samples) <= p.Stacks.Depth(stack) {
			samples = append(samples, 0)
		}
		samples[p.Stacks.Depth(stack)]++
	}
	return samples, ctx.Err()
}

func writeDepths(samples []int, w io.Writer) error {
	fmt.Fprintln(w, "depth,samples")
	for depth, n := range samples {
		if n > 0 {
			fmt.Fprintf(w, "%d,%d\n", depth, n)
		}
	}
	return nil
}

var depthsView = View{Name: "depths", Tab: NoTab, Of: ofProfiles, CSV: made(depths, writeDepths)}

// The end of the example.

// TestExampleView holds that a row of Views is all that a view needs.
func TestExampleView(t *testing.T) {
	before := Views
	defer func() { Views = before }()
	Views = append(Views[:len(Views):len(Views)], depthsView)
	view := Find(OfProfile, "depths")
	r := Script(query.Default(), &scene.Light)
	r.Profile, r.View = profile(t, "cpu.pprof"), view
	a, _, err := Compute(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	write, err := view.CSV(t.Context(), a, Look{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := write(&out); err != nil || strings.Count(out.String(), "\n") < 10 || !strings.HasPrefix(out.String(), "depth,samples\n") {
		t.Errorf("%v:\n%s", err, &out)
	}
}
