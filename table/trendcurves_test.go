package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"profstation/model"
	"profstation/model/series"
	"profstation/scene"
)

// manyProfiles is a trend of n profiles and three lines.
func manyProfiles(n int) *Trend {
	rng := rand.New(rand.NewPCG(3, 4))
	l := &series.Lines{Type: model.ValueType{Type: "space", Unit: "bytes"}, Lines: make([]series.Line, 3)}
	for i := range n {
		l.Points = append(l.Points, series.Point{ID: fmt.Sprint(i), Time: time.Unix(int64(i), 0)})
		for k := range l.Lines {
			l.Lines[k].Values = append(l.Lines[k].Values, rng.Int64N(1000)-100)
		}
	}
	return &Trend{Lines: l}
}

// In each column of pixels, the curve of many points begins, ends, and reaches as far up and down as
// all of them do.
func TestCurveShowsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type reach struct{ first, last, low, high float64 }
	reaches := func(points []scene.Point) map[float64]reach {
		all := map[float64]reach{}
		for _, p := range points {
			r, ok := all[math.Floor(p.X)]
			if !ok {
				r = reach{p.Y, p.Y, p.Y, p.Y}
			}
			r.last, r.low, r.high = p.Y, min(r.low, p.Y), max(r.high, p.Y)
			all[math.Floor(p.X)] = r
		}
		return all
	}
	for _, n := range []int{1, 3, 30, 500, 5000} {
		var c curve
		var points []scene.Point
		for i := range n {
			p := scene.Point{X: 100 * float64(i) / float64(n), Y: math.Round(rng.Float64() * 50)}
			points = append(points, p)
			c.add(p)
		}
		want, got := reaches(points), reaches(c.points)
		for column, r := range want {
			if got[column] != r {
				t.Errorf("%d points, column %v: %+v, want %+v", n, column, got[column], r)
			}
		}
		if n <= 30 && len(c.points) != n || len(c.points) > 400 {
			t.Errorf("%d points of %d stay", len(c.points), n)
		}
		for i := range c.points[1:] {
			if c.points[i].X > c.points[i+1].X {
				t.Errorf("%d points: point %d goes back", n, i+1)
			}
		}
	}
}

// The profile that is found at a place is the first of the nearest.
func TestTrendAtIsTheNearest(t *testing.T) {
	tr := manyProfiles(40)
	for _, i := range []int{3, 4, 5, 20, 39} {
		tr.Lines.Points[i].Time = tr.Lines.Points[i-1].Time
	}
	v := TrendView{Area: scene.Rect{X1: 500, Y1: 300}}
	plot := tr.plot(v.Area)
	s := tr.scale(plot)
	for x := plot.X0; x < plot.X1; x += 0.5 {
		want, best := -1, math.Inf(1)
		for i, p := range tr.Lines.Points {
			if d := math.Abs(s.x(p.Time) - x); d < best {
				want, best = i, d
			}
		}
		if got, _ := tr.At(v, scene.Point{X: x, Y: plot.Y0 + 20}); got != want {
			t.Errorf("at %v is profile %d, want %d", x, got, want)
		}
	}
}

// What is drawn does not grow with the number of profiles, and drawing it again makes nothing anew.
func TestTrendPaintGrows(t *testing.T) {
	v := TrendView{Area: scene.Rect{X1: 800, Y1: 400}, Theme: &scene.Light, Point: 5, Line: 1}
	for _, stacked := range []bool{false, true} {
		drawn := func(n int) (curves, allocations float64) {
			tr := manyProfiles(n)
			tr.Stacked = stacked
			c := tr.curves(tr.plot(v.Area))
			for i := range c.to {
				for k := range c.to[i] {
					curves += float64(len(c.to[i][k]) + len(c.from[i][k]))
				}
			}
			var cv scene.Recorder
			return curves, testing.AllocsPerRun(1, func() { tr.Paint(&cv, v) })
		}
		few, once := drawn(10_000)
		many, again := drawn(40_000)
		if many > 1.1*few || again > 1.5*once+100 {
			t.Errorf("stacked %v: %v points and %v allocations for 10,000 profiles, %v and %v for 40,000", stacked, few, once, many, again)
		}
	}
}
