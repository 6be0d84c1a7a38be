package units

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// FuzzUnit writes any value in any unit: the opposite has the opposite text, a value is finite, and
// a share of a whole is never negative.
func FuzzUnit(f *testing.F) {
	for i, u := range []string{"nanoseconds", "ns", "bytes", "kB", "gcu", "count", "", "hrs", "μs", "Ss", "İs", "\xff"} {
		f.Add(int64(1)<<(5*i), int64(1000), u, "auto")
		f.Add(int64(math.MinInt64), int64(-1), u, "ms")
	}
	f.Fuzz(func(t *testing.T, v, total int64, from, to string) {
		x, unit := Scale(v, from, to)
		if math.IsNaN(x) || math.IsInf(x, 0) || x != 0 && (x < 0) != (v < 0) {
			t.Errorf("%d %q is %v %q in %q", v, from, x, unit, to)
		}
		if v > 0 {
			if y, same := Scale(-v, from, to); y != -x || same != unit {
				t.Errorf("%d %q is %v %q, its opposite %v %q", v, from, x, unit, y, same)
			}
		}
		if Format(v, from, to) == "" {
			t.Errorf("%d %q in %q is nothing", v, from, to)
		}
		number, ok := strings.CutSuffix(Percent(v, total), "%")
		if share, err := strconv.ParseFloat(number, 64); !ok || err != nil || share < 0 {
			t.Errorf("%d of %d is %q", v, total, Percent(v, total))
		}
	})
}
