package compare

import "testing"

// What scaling does counts as equal; the smallest change beyond it is shown.
func TestRounding(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct{ before, after, want float64 }{
		{third * 3e15, 1e15, 0}, {0.1 + 0.2, 0.3, 0}, {1e9, 1e9 + 1, 1}, {0, 1e-9, 1e-9}, {5, 0, -5}, {0, 0, 0},
	} {
		if got := difference(c.before, c.after); got != c.want {
			t.Errorf("%g → %g: %g, want %g", c.before, c.after, got, c.want)
		}
	}
	for samples, want := range map[int]int64{0: 0, 1: 1, 40: 40, 1 << 20: 1000} {
		if got := roundedBy(samples); got != want {
			t.Errorf("%d samples: %d, want %d", samples, got, want)
		}
	}
}
