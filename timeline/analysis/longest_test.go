package analysis

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/model/trace"
)

// The fast search finds the same longest spans as sorting all of them, and so does a
// merge of two parts.
func TestLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{0, 1, 3, 50} {
		for _, n := range []int{0, 1, 2, 49, 500} {
			var all []timed[int]
			parts := [2]longest[int]{{max: most}, {max: most}}
			for i := range n {
				x := timed[int]{trace.Time(r.IntN(20)), i}
				all = append(all, x)
				parts[r.IntN(2)].add(x.length, x.item)
			}
			slices.SortFunc(all, func(a, b timed[int]) int {
				return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.item, b.item))
			})
			var want []int
			for _, x := range all[:min(most, n)] {
				want = append(want, x.item)
			}
			parts[0].join(&parts[1])
			if got := parts[0].sorted(); !slices.Equal(got, want) {
				t.Errorf("%d of %d: %v, want %v", most, n, got, want)
			}
		}
	}
}
