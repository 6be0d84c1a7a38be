package work

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
)

// TestSortSteps holds that a sort ends with the context, without one comparison more, that all values
// are there still, and that a panic of a comparison is none of its own.
func TestSortSteps(t *testing.T) {
	for _, stable := range []bool{false, true} {
		values := rand.New(rand.NewPCG(1, 2)).Perm(100_000)
		compared := 0
		compare := func(a, b int) int { compared++; return cmp.Compare(a, b) }
		steps := StepsUntil(must.Ask(20))
		SortSteps(steps, stable, values, compare)
		if !steps.Over(0) || compared == 0 || compared > 20*stepsPerLook {
			t.Errorf("stable %v: over %v after %d comparisons", stable, steps.Over(0), compared)
		}
		SortSteps(StepsUntil(t.Context()), stable, values, compare)
		if !slices.IsSorted(values) || values[0] != 0 || values[len(values)-1] != len(values)-1 {
			t.Errorf("stable %v: a value is lost", stable)
		}
		func() {
			defer func() {
				if r := recover(); r != "broken" {
					t.Errorf("stable %v: %v", stable, r)
				}
			}()
			SortSteps(StepsUntil(t.Context()), stable, values, func(int, int) int { panic("broken") })
		}()
	}
}

// TestPieces holds that pieces are consecutive, cover everything, and end with the context.
func TestPieces(t *testing.T) {
	for _, n := range []int{0, 1, stepsPerLook, stepsPerLook + 1, 10*stepsPerLook + 3} {
		at := 0
		for lo, hi := range StepsUntil(t.Context()).Pieces(n) {
			if lo != at || hi <= lo || hi-lo > stepsPerLook {
				t.Fatalf("of %d: from %d up to %d, after %d", n, lo, hi, at)
			}
			at = hi
		}
		if at != n {
			t.Errorf("of %d they cover %d", n, at)
		}
	}
	steps, pieces := StepsUntil(must.Ask(20)), 0
	for range steps.Pieces(1 << 30) {
		pieces++
	}
	if pieces == 0 || pieces > 20 || !steps.Over(0) {
		t.Errorf("%d pieces of a call that is over", pieces)
	}
}
