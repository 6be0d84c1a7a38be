package work

import (
	"math/rand/v2"
	"testing"
)

// FuzzPairs holds the table of pairs against a map.
func FuzzPairs(f *testing.F) {
	f.Add(uint64(1), uint16(5000), uint16(89))
	f.Add(uint64(2), uint16(3000), uint16(2))
	f.Add(uint64(3), uint16(1), uint16(0))
	f.Fuzz(func(t *testing.T, seed uint64, n, largest uint16) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var table Pairs
		known := map[[2]int32]int32{}
		for range n {
			k := [2]int32{rnd.Int32N(int32(largest) + 1), rnd.Int32N(int32(largest) + 1)}
			want, ok := known[k]
			if !ok {
				want = int32(len(known))
				known[k] = want
			}
			if got := table.Number(k[0], k[1]); got != want {
				t.Fatalf("%v is %d, want %d", k, got, want)
			}
			if a, b := table.At(want); a != k[0] || b != k[1] {
				t.Fatalf("%d is %d %d, want %v", want, a, b, k)
			}
		}
	})
}
