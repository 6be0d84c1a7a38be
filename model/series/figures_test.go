package series

import (
	"math"
	"slices"
	"testing"
)

// FuzzPack packs any rows and finds them again.
func FuzzPack(f *testing.F) {
	f.Add(uint32(1), int64(5), int64(7), uint32(9), int64(math.MinInt64), int64(math.MaxInt64))
	f.Add(uint32(0), int64(0), int64(0), uint32(math.MaxUint32), int64(-1), int64(1))
	f.Fuzz(func(t *testing.T, a uint32, af, ac int64, b uint32, bf, bc int64) {
		rows := []row{{min(a, b), af, ac}, {max(a, b), bf, bc}}
		g := group{by: Functions}
		x := figures{groups: []packed{{g, packRows(rows)}}}
		var got []row
		x.each(g, func(r row) { got = append(got, r) })
		if !slices.Equal(got, rows) {
			t.Errorf("%v became %v", rows, got)
		}
	})
}
