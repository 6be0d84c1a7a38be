package analysis

import (
	"errors"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/measure/hostile"
	"profstation/timeline/parallel"
)

// TestQuestionsGrow asks everything of traces of n and 4n of what they have many of, which may take
// four times the steps, and five times with what is sorted, and a few more.
func TestQuestionsGrow(t *testing.T) {
	crowds := []string{
		"goroutines that only wait", "a start function for each goroutine", "yields each tick", "creators in a chain", "tasks",
		"tasks below one", "nested regions", "regions that are left within others", "logs", "heap metrics each tick", "assists", "stops of the world", "all times equal",
		"stops and as many goroutines that are ready all the time", "types of tasks over 78 hours",
	}
	// Which worker has which part is chance, and so is how much is left to sort.
	defer func(workers func() int) { parallel.Workers = workers }(parallel.Workers)
	parallel.Workers = func() int { return 1 }
	seen := 0
	for _, x := range hostile.Traces {
		if !slices.Contains(crowds, x.Name) {
			continue
		}
		seen++
		small, big := hostileTrace(t, x, 10_000), hostileTrace(t, x, 40_000)
		for name, ask := range questions {
			looks := func(of *must.Asking, err error) (n int, ok bool) {
				if err != nil && !errors.Is(err, ErrTooMuch) {
					t.Fatalf("%s, %s: %v", x.Name, name, err)
				}
				return of.Asked(), err == nil
			}
			few, many := must.Count(), must.Count()
			one, _ := looks(few, ask(few, New(small)))
			four, ok := looks(many, ask(many, New(big)))
			if ok && float64(four) > 5*float64(one)+20 {
				t.Errorf("%s, %s: %d looks at the context, %d for four times as much", x.Name, name, one, four)
			}
		}
	}
	if seen != len(crowds) {
		t.Errorf("only %d traces are there", seen)
	}
}
