package finding

import (
	"math"
	"testing"

	"profstation/internal/must"
	"profstation/model"
)

// TestInterval holds what is said of a share: of CPU samples by their number, of memory by how surely objects were seen, of
// too few nothing.
func TestInterval(t *testing.T) {
	of := func(p *model.Profile, column string) (low, high float64) {
		at := p.ColumnOf(column)
		c := must.Have((&Subject{Profile: p}).amounts(t.Context(), at))
		var part, rest amount
		for i := range c.values {
			to := &rest
			if p.Strings.Raw(p.Functions[p.Lines[p.Locations[p.Stacks.Leaf(p.Samples.Stack[i])].FirstLine].Func].Name) == "main.a" {
				to = &part
			}
			to.add(c.at(i))
		}
		return interval(part, rest)
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.001 }
	cpu := func(a, b int) *model.Profile { return ofStacks(t, model.CPU, a, b) }
	if low, high := of(cpu(130, 1170), "cpu"); !near(low, 0.083) || !near(high, 0.120) { // 100 of 1,000 draws
		t.Errorf("130 of 1,300 samples: %.3f to %.3f", low, high)
	}
	if low, high := of(cpu(12, 8), "cpu"); low != 0 || high != 0 {
		t.Errorf("12 samples: %.3f to %.3f", low, high)
	}
	// Objects of a megabyte in steps of half of one are seen in 86 of 100 cases.
	if low, high := of(ofStacks(t, model.Heap, 100, 900), "inuse_space"); !near(low, 0.093) || !near(high, 0.108) {
		t.Errorf("100 of 1,000 objects: %.3f to %.3f", low, high)
	}
	if low, high := of(ofStacks(t, model.Goroutine, 50, 50), "goroutine"); !near(low, 0.404) || !near(high, 0.596) {
		t.Errorf("50 of 100 goroutines: %.3f to %.3f", low, high)
	}
}

func ofStacks(t testing.TB, kind model.Kind, a, b int) *model.Profile {
	return of(t, kind, map[string]int{"main.main main.a": a, "main.main main.b": b})
}
