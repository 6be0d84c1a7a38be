package units

import (
	"testing"
)

// A time that is rounded up to the next unit is written in that.
func TestTick(t *testing.T) {
	for _, x := range []struct {
		ns, step int64
		want     string
	}{
		{0, 1, "0"}, {1500, 1e6, "2µs"}, {1_500_000, 1e5, "1.5ms"}, {999_999_600, 1e6, "1.000s"}, {999_499_600, 1e6, "999ms"},
		{999_999, 1e5, "1.0ms"}, {-999_999_600, 1e6, "-1.000s"}, {90e9, 1e9, "1m30s"}, {3723e9, 1e9, "1h02m03s"}, {90e9, 1e8, "90.0s"},
	} {
		if got := Tick(x.ns, x.step); got != x.want {
			t.Errorf("%d in steps of %d is %q, want %q", x.ns, x.step, got, x.want)
		}
	}
}
