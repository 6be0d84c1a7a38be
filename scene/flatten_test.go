package scene

import (
	"math"
	"slices"
	"testing"
)

// The pieces of a path are the lines of its figures, with the one that closes them, as long as they are asked for.
func TestPieces(t *testing.T) {
	var p Path
	p.MoveTo(0, 0)
	p.LineTo(4, 0)
	p.LineTo(4, 3)
	p.Close()
	p.MoveTo(10, 0)
	p.LineTo(11, 1)
	want := [][2]Point{{{0, 0}, {4, 0}}, {{4, 0}, {4, 3}}, {{4, 3}, {0, 0}}, {{10, 0}, {11, 1}}}
	for n := range len(want) + 1 {
		var got [][2]Point
		for a, b := range p.Pieces() {
			if len(got) == n {
				break
			}
			got = append(got, [2]Point{a, b})
		}
		if !slices.Equal(got, want[:n]) {
			t.Errorf("the first %d pieces are %v", n, got)
		}
	}
	a, b, c, d := Point{0, 0}, Point{0, 50}, Point{100, 50}, Point{100, 0}
	p.Reset()
	p.MoveTo(a.X, a.Y)
	p.CubicTo(b.X, b.Y, c.X, c.Y, d.X, d.Y)
	length, end := 0.0, a
	for from, to := range p.Pieces() {
		if from != end {
			t.Fatalf("a piece begins at %v, not at %v", from, end)
		}
		length, end = length+math.Hypot(to.X-from.X, to.Y-from.Y), to
	}
	slow := 0.0
	for i, from := 1, a; i <= 10_000; i++ {
		to := Cubic(a, b, c, d, float64(i)/10_000)
		slow, from = slow+math.Hypot(to.X-from.X, to.Y-from.Y), to
	}
	if end != d || math.Abs(length-slow) > 1 {
		t.Errorf("the curve is %v long, not %v, and ends at %v", length, slow, end)
	}
}
