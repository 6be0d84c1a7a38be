package plot

import (
	"fmt"
	"math"
	"testing"
	"time"

	"profstation/measure/legible"
	"profstation/scene"
)

// The keyboard begins at the marked window, and a few steps go through a decade of lengths.
func TestWalkAlongWindows(t *testing.T) {
	u := mutators()
	x, step := u.Begin(area)
	if want := u.x(data, time.Millisecond); math.Abs(x-want) > 1e-6 {
		t.Errorf("it begins at %v, want %v", x, want)
	}
	if got := u.x(data, 10*time.Millisecond) - x; math.Abs(got-stepsPerDecade*step) > 1e-6 {
		t.Errorf("a decade is %v wide, and a step %v", got, step)
	}
	u.Window = 0
	if x, _ := u.Begin(area); !math.IsNaN(x) {
		t.Errorf("without a marked window it begins at %v", x)
	}
	if x, step := (&Utilization{}).Begin(area); !math.IsNaN(x) || step != 0 {
		t.Errorf("without points it begins at %v, in steps of %v", x, step)
	}
}

// However low a plot is, it has something to say at its foot.
func TestFoot(t *testing.T) {
	for height := top + bottom + 2; height < 300; height++ {
		low := scene.Rect{X1: 400, Y1: height}
		for name, p := range map[string]Plot{"heap": grown(), "utilization": mutators()} {
			if p.Tip(low, scene.Point{X: 200, Y: Foot(low)}) == "" {
				t.Fatalf("%s of %v pixels says nothing at %v", name, height, Foot(low))
			}
		}
	}
}

// In a narrow plot the title and the legend have room, each of its own.
func TestNarrowLegend(t *testing.T) { legible.InLanguages(t, testNarrowLegend) }

func testNarrowLegend(t *testing.T) {
	for _, width := range []float64{220, 300, 373, 400, 600} {
		u := mutators()
		u.Parts = []float64{0.01, 0.05}
		for i := range u.Points {
			u.Points[i].Quantiles = []float64{0.5, 0.9}
		}
		legible.Check(t, fmt.Sprint(width), width, 200, func(cv scene.Canvas) { u.Paint(cv, scene.Rect{X1: width, Y1: 200}, &scene.Light) })
	}
}
