package compare_test

import (
	"testing"

	fixture "profstation/internal/typed"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// Leaked goroutines are counted in full, so one more is a change that is real. A profile of them is none of all
// goroutines.
func TestLeaksCompared(t *testing.T) {
	of := func(kind, stacks string) *model.Profile {
		return fixture.ProfileOf(t, stacks, fixture.Types(kind+"/count"), model.Header{})
	}
	c := evaluated(t, pairOf(t, of("goroutineleak", "main.serve main.wait 3\nmain.old 2"), of("goroutineleak", "main.serve main.wait 4\nmain.old 2")),
		query.Query{}, compare.Normalisation{})
	rows, err := c.Rows(t.Context())
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		want := compare.Real
		if c.New.Nodes.Node(row.Node).Name == "main.old" {
			want = compare.Unchanged
		}
		if row.Cum.Verdict.Outcome != want {
			t.Errorf("%s: %v, want %v", c.New.Nodes.Node(row.Node).Name, row.Cum.Verdict.Outcome, want)
		}
	}
	if compare.Fit(of("goroutine", "main.serve 9"), of("goroutineleak", "main.serve 1")) == nil {
		t.Error("leaked goroutines are compared with all")
	}
}
