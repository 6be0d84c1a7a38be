package flame

import (
	"math"
	"testing"

	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/views/surface"
)

// widthsOf are the parts of its place that the root of either side is wide.
func widthsOf(v *Sides) (base, now float64) {
	of := func(v *View) float64 { return float64(v.chart.Down.Abs[0]) / v.Window.W() }
	return of(v.Two[0]), of(v.Two[1])
}

// With one scale a root is as wide as its share of the larger one, also after the scale was switched and the
// sides were swapped; without it each root fills its place.
func TestOneScaleOfBothSides(t *testing.T) {
	v, _, _ := shownSides(t, false)
	want := func(when string, base, now float64) {
		t.Helper()
		if b, n := widthsOf(v); math.Abs(b-base) > 1e-6 || math.Abs(n-now) > 1e-6 {
			t.Errorf("%s the sides are %g and %g wide, want %g and %g", when, b, n, base, now)
		}
	}
	c := viewtest.Comparison(t, viewtest.Small(), viewtest.Doubled())
	swapped := viewtest.Comparison(t, viewtest.Doubled(), viewtest.Small())
	v.Show(viewtest.Beside(t, c, false))
	want("at first", 1, 1)
	for range 2 {
		v.Show(viewtest.Beside(t, c, true))
		want("with one scale", 0.5, 1)
		v.Show(viewtest.Beside(t, swapped, true))
		want("swapped, with one scale,", 1, 0.5)
		v.Show(viewtest.Beside(t, swapped, false))
		want("with two scales again", 1, 1)
		v.Show(viewtest.Beside(t, swapped, true))
		want("with one scale again", 1, 0.5)
		v.Show(viewtest.Beside(t, c, true))
		want("swapped again", 0.5, 1)
		v.Show(viewtest.Beside(t, c, false))
		want("with two scales", 1, 1)
	}
}

// Also where somebody has moved to a part, the sides keep to what their scale says.
func TestOneScaleOfAPart(t *testing.T) {
	v, _, _ := shownSides(t, false)
	c := viewtest.Comparison(t, viewtest.Small(), viewtest.Doubled())
	swapped := viewtest.Comparison(t, viewtest.Doubled(), viewtest.Small())
	ratio := func(when string, want float64) {
		t.Helper()
		if base, now := widthsOf(v); math.Abs(base/now-want) > 1e-6 {
			t.Errorf("%s the roots are %g and %g wide, want the base to be %g of the new one", when, base, now, want)
		}
	}
	v.Show(viewtest.Beside(t, c, false))
	v.Two[0].Zoom(scene.Point{X: 100}, 4)
	v.Two[0].changed()
	ratio("with two scales", 1)
	part := v.Two[1].Window
	v.Show(viewtest.Beside(t, c, true))
	ratio("with one scale", 0.5)
	if got := v.Two[1].Window; got != part {
		t.Errorf("the new side moves from %v to %v", part, got)
	}
	v.Two[1].Drag(-30, 0, surface.Pointer{})
	ratio("with one scale, dragged,", 0.5)
	v.Show(viewtest.Beside(t, swapped, true))
	ratio("swapped", 2)
	v.Show(viewtest.Beside(t, swapped, false))
	ratio("with two scales again", 1)
}
