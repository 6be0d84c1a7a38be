package model

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Frames before and after stacks give the same table as sorting all stacks that they make.
func TestFramedStacks(t *testing.T) {
	for name, stacks := range stackCases() {
		table, samples := newStacks(t, stacks)
		for roots := range 3 {
			for leaves := range 3 {
				rnd := rand.New(rand.NewPCG(uint64(roots), uint64(leaves)))
				list := func(n int) (l []LocID) {
					for range n {
						l = append(l, 5000+LocID(rnd.IntN(3)))
					}
					return l
				}
				var all []Around
				for range 12 { // some are equal, or equal on one side
					all = append(all, Around{list(roots), list(leaves)})
				}
				of := func(i int32) int32 { return i % 12 }
				var whole [][]LocID
				for i, s := range stacks {
					f := all[of(int32(i))]
					whole = append(whole, slices.Concat(f.Root, s, f.Leaf))
				}
				want, wantIDs := newStacks(t, whole)
				got, ids, err := table.Framed(t.Context(), samples, &Framing{roots, leaves, 5000, 3, all, of})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(ids, wantIDs) || !slices.Equal(got.common, want.common) || !slices.Equal(got.locs, want.locs) || !slices.Equal(got.start, want.start) {
					t.Errorf("%s, %d frames before and %d after: the tables differ", name, roots, leaves)
				}
			}
		}
	}
}
