package scene

import (
	"math"
	"testing"
)

func TestRect(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		a, b  Rect
		want  Rect
		empty bool
	}{
		{"overlap", Rect{0, 0, 10, 10}, Rect{5, 6, 20, 20}, Rect{5, 6, 10, 10}, false},
		{"inside", Rect{0, 0, 10, 10}, Rect{2, 3, 4, 5}, Rect{2, 3, 4, 5}, false},
		{"edge shared", Rect{0, 0, 10, 10}, Rect{10, 0, 20, 10}, Rect{}, true},
		{"apart", Rect{0, 0, 10, 10}, Rect{30, 0, 20, 10}, Rect{}, true},
		{"NaN", Rect{0, 0, 10, 10}, Rect{nan, 0, 20, 10}, Rect{}, true},
		{"infinite", Rect{0, 0, 10, 10}, Rect{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}, Rect{0, 0, 10, 10}, false},
	} {
		for _, got := range []Rect{c.a.Intersect(c.b), c.b.Intersect(c.a)} {
			if got != c.want || got.Empty() != c.empty {
				t.Errorf("%s: %v, empty %v; want %v, %v", c.name, got, got.Empty(), c.want, c.empty)
			}
		}
	}
	r := Rect{1, 2, 5, 8}
	if r.W() != 4 || r.H() != 6 || r.Inset(1) != (Rect{2, 3, 4, 7}) || !r.Inset(2).Empty() {
		t.Errorf("%v: W %v, H %v, Inset(1) %v", r, r.W(), r.H(), r.Inset(1))
	}
	for p, want := range map[Point]bool{{1, 2}: true, {5, 2}: false, {1, 8}: false, {4.99, 7.99}: true, {nan, 3}: false} {
		if r.Contains(p) != want {
			t.Errorf("%v contains %v: %v", r, p, !want)
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -0.001: "0", 0.005: "0.01", 1.5: "1.5", -1.25: "-1.25", 100: "100", 1.999: "2", -0.5: "-0.5", 0.07: "0.07",
		math.Inf(1): "536870912", 1e300: "536870912",
	} {
		if got := numbers(v); got != want {
			t.Errorf("numbers(%v) = %s, want %s", v, got, want)
		}
	}
	if got := numbers(math.NaN()); got != "0" {
		t.Errorf("numbers(NaN) = %s, want 0", got)
	}
}
