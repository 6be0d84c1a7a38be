package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/model/work"
)

func TestRangeMinimum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 40; n++ {
		v := make([]int32, n)
		for i := range v {
			v[i] = rnd.Int32N(50)
		}
		r := newRangeMinimum(work.StepsUntil(t.Context()), v)
		for lo := range v {
			for hi := lo; hi < n; hi++ {
				if got, want := r.of(lo, hi), slices.Min(v[lo:hi+1]); got != want {
					t.Fatalf("%v[%d:%d]: %d, want %d", v, lo, hi+1, got, want)
				}
			}
		}
	}
}
