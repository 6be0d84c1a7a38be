package paint

import (
	"math"
	"testing"
	"time"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// lineTexts notes the texts of one line.
type lineTexts struct {
	scene.Canvas
	y     float64
	noted []notedText
}

type notedText struct {
	text     string
	from, to float64
}

func (c *lineTexts) Text(at scene.Point, s string, f scene.Font, color scene.Color) {
	if at.Y == c.y {
		c.noted = append(c.noted, notedText{s, at.X, at.X + scene.Measure(s, f)})
	}
	c.Canvas.Text(at, s, f, color)
}

// Wherever a view begins and ends, no label of its axis is cut off, and none that fits is left out.
func TestAxisCutsNoLabel(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, `
	end 3000000000
	g1 main.main 0 running p0 m0`))
	l := timelinetest.Lanes(tl, timeline.Query{})
	const step = 1e6 // nanoseconds a pixel
	left := 0
	for from := 0.0; from < 210; from++ {
		v := timeline.View{Area: scene.Rect{X0: 10, Y0: 5, X1: 510, Y1: 105}, Label: 100}
		v.Window = timeline.Window{From: from * step, To: (from + 400) * step}
		cv := &lineTexts{Canvas: &scene.Recorder{Width: 520, Height: 110}, y: v.Area.Y0 + 15}
		NewPainter(l, Style{Theme: &scene.Light}, nil).Paint(cv, v, Marks{Selected: trace.NoSpan})
		plot := v.Plot()
		fit := 0
		ticks := newTicks(trace.Time(v.Window.From), step)
		for at := int64(math.Ceil(v.Window.From/float64(ticks.step))) * ticks.step; float64(at) <= v.Window.To; at += ticks.step {
			if x := v.X(trace.Time(at)) + 3; x+scene.Measure(ticks.label(trace.Time(at)), font) <= plot.X1 {
				fit++
			} else {
				left++
			}
		}
		for _, x := range cv.noted {
			switch {
			case x.to <= plot.X0: // the corner
			case x.from < plot.X0 || x.to > plot.X1:
				t.Fatalf("from %g ms: %q stands from %.1f to %.1f, the axis from %g to %g", from, x.text, x.from, x.to, plot.X0, plot.X1)
			default:
				fit--
			}
		}
		if fit != 0 {
			t.Fatalf("from %g ms: %d labels that fit are left out: %v", from, fit, cv.noted)
		}
	}
	if left == 0 {
		t.Error("every label fits: the test looks at nothing")
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		from trace.Time
		step float64 // ns a pixel
		at   trace.Time
		want string
	}{
		{0, 0.01, 3, "3ns"}, {0, 12, 2000, "2µs"}, {0, 2600, 1_500_000, "1.5ms"}, {0, 1e6, 2_400_000_000, "2.4s"},
		{0, 1e6, 0, "0"}, {0, 1e8, 90e9, "1m30s"}, {0, 1e10, 3 * 3600e9, "3h00m00s"},
		{12_345_678_901, 0.1, 12_345_678_910, "+8.91µs"}, {1_000_000_050, 12, 1_000_004_000, "+4µs"},
	} {
		ticks := newTicks(c.from, c.step)
		if float64(ticks.step) < c.step*tickRoom {
			t.Errorf("step %v for %v ns a pixel: labels overlap", time.Duration(ticks.step), c.step)
		}
		if got := ticks.label(c.at); got != c.want {
			t.Errorf("%v from %v at %v ns a pixel is %q, expected %q", c.at, c.from, c.step, got, c.want)
		}
	}
}
