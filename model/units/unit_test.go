package units_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"profstation/model/units"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		v        int64
		from, to string
		want     string
	}{
		{0, "ns", "auto", "0"},
		{1, "count", "auto", "1"},
		{1024, "bytes", "auto", "1kB"},
		{1536, "bytes", "auto", "1.50kB"},
		{-1536, "bytes", "auto", "-1.50kB"},
		{1650000000, "nanoseconds", "auto", "1.65s"},
		{20, "ms", "auto", "20ms"},
		{7200, "s", "auto", "2hrs"},
		{1, "bytes", "MB", "0"},
		{1500, "ns", "us", "1.50µs"},
		{1500, "μs", "auto", "1.50ms"},
		{5, "requests", "auto", "5"},
		{5, "requests", "requests", "5requests"},
		{math.MaxInt64, "ns", "auto", "2562047.79hrs"},
		{math.MinInt64, "ns", "auto", "-9223372036.85s"}, // as in pprof: it has no positive twin
	} {
		if got := units.Format(c.v, c.from, c.to); got != c.want {
			t.Errorf("Format(%d, %s, %s) = %s, want %s", c.v, c.from, c.to, got, c.want)
		}
		as := units.FormatPprof(c.v, c.from, c.to)
		if want := strings.Replace(c.want, "µ", "u", 1); as != want {
			t.Errorf("FormatPprof(%d, %s, %s) = %s, want %s", c.v, c.from, c.to, as, want)
		}
	}
}

// A line in pprof's form has pprof's letters in its figures, and names as they are.
func TestAsPprof(t *testing.T) {
	const line = "1.50µs (12µs of -3µs), 5ms: main.5µs µs"
	if got, want := units.AsPprof(line), "1.50us (12us of -3us), 5ms: main.5µs µs"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Sums and differences are those of whole numbers, cut at the largest that have an opposite.
func TestPlusMinus(t *testing.T) {
	most := big.NewInt(math.MaxInt64)
	cut := func(v *big.Int) int64 {
		if v.CmpAbs(most) > 0 {
			return int64(v.Sign()) * math.MaxInt64
		}
		return v.Int64()
	}
	ends := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 62, -1, 0, 1, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}
	for _, a := range ends {
		for _, b := range ends {
			x, y := big.NewInt(a), big.NewInt(b)
			if got, want := units.Plus(a, b), cut(new(big.Int).Add(x, y)); got != want {
				t.Errorf("%d + %d = %d, want %d", a, b, got, want)
			}
			if got, want := units.Minus(a, b), cut(new(big.Int).Sub(x, y)); got != want {
				t.Errorf("%d − %d = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		v, total int64
		want     string
	}{
		{1, 0, "0%"}, {0, 5, "0%"}, {99949, 100000, "99.95%"}, {9995, 10000, "100%"}, {10005, 10000, "100%"},
		{-5, 10, "50.00%"}, {5, -10, "50.00%"}, {1, 100, "1.00%"}, {1, 1000, "0.1%"}, {16502, 11167, "147.77%"},
		{3, 100000, "0.003%"}, {123, 100000, "0.12%"},
	} {
		if got := units.Percent(c.v, c.total); got != c.want {
			t.Errorf("Percent(%d, %d) = %s, want %s", c.v, c.total, got, c.want)
		}
	}
}

func TestReadableFigures(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{units.Count(0), "0"}, {units.Count(999), "999"}, {units.Count(2314), "2,314"}, {units.Count(-1234567), "-1,234,567"},
		{units.FormatShort(29600000000, "ns", "auto"), "29.6s"},
		{units.FormatShort(30000000000, "ns", "auto"), "30s"},
		{units.FormatShort(1530, "bytes", "auto"), "1.49kB"},
		{units.FormatShort(999960000, "ns", "auto"), "1,000ms"},
		{units.FormatShort(-2500, "requests", "auto"), "-2,500"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
