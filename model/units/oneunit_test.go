package units_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/model/units"
)

// Figures of a column have one unit: pprof's, unless the largest would have more than four digits.
func TestInOneUnit(t *testing.T) {
	const us, ms, s = 1000, 1000 * 1000, 1000 * 1000 * 1000
	for _, c := range []struct {
		unit    string
		figures []int64
		want    string
	}{
		{"nanoseconds", []int64{1490 * ms, 160 * ms, 0}, "1490ms 160ms 0"},
		{"nanoseconds", []int64{11525120, 121630, 8213210}, "11.53ms 0.12ms 8.21ms"},
		{"nanoseconds", []int64{4787 * s, 40 * ms, -5 * s}, "4787s 0.04s -5s"},
		{"nanoseconds", []int64{7200 * s, 20 * us}, "7200s 20µs"}, // no false 0
		{"nanoseconds", []int64{36000 * s, 360 * s}, "10hrs 0.10hrs"},
		{"nanoseconds", []int64{0, 0}, "0 0"},
		{"nanoseconds", nil, ""},
		{"bytes", []int64{20 << 30, 512 << 20}, "20GB 0.50GB"},
		{"bytes", []int64{20 << 30, 512 << 10}, "20GB 512kB"},
		{"count", []int64{1000000, 3}, "1000000 3"},
		{"widgets", []int64{1000000, 3}, "1000000 3"},
	} {
		whole := func(v int64) int64 { return v }
		write := units.InOneUnit(slices.Values(c.figures), c.unit, whole, func(v int64, in string) string { return units.Format(v, c.unit, in) })
		var got []string
		for _, v := range c.figures {
			got = append(got, write(v))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", fmt.Sprint(c.figures, c.unit), text, c.want)
		}
	}
}
