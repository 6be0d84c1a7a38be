package table

import (
	"slices"
	"testing"
	"time"

	"profstation/model/series"
	"profstation/scene"
)

// A curve is open where nothing was measured, for as long as one sees it.
func TestMissingPointsAreGaps(t *testing.T) {
	l := &series.Lines{Lines: []series.Line{{}}}
	for i, v := range []int64{0, 3, 4, 0, 5, 0, 0, 6, 7, 0} {
		l.Points = append(l.Points, series.Point{Time: time.Unix(int64(i), 0), Missing: v == 0})
		l.Lines[0].Values = append(l.Lines[0].Values, v)
	}
	for _, stacked := range []bool{true, false} {
		tr := &Trend{Lines: l, Stacked: stacked}
		c := tr.curves(scene.Rect{X1: 900, Y1: 100})
		var lengths []int
		for _, p := range c.to[0] {
			lengths = append(lengths, len(p))
			for _, at := range p {
				if at.Y > 90 {
					t.Errorf("stacked %v: a point lies at %v", stacked, at)
				}
			}
		}
		if len(lengths) != 3 || lengths[0] != 2 || lengths[1] != 1 || lengths[2] != 2 || c.to[0][0][0].X != 100 {
			t.Errorf("stacked %v: pieces of %v points, from %v on", stacked, lengths, c.to[0][0][0])
		}
		if narrow := tr.curves(scene.Rect{X1: 7, Y1: 100}); len(narrow.to[0]) != 2 {
			t.Errorf("stacked %v: in few pixels there are %d pieces", stacked, len(narrow.to[0]))
		}
	}
	none := &series.Lines{Points: []series.Point{{Missing: true}, {Time: time.Unix(9, 0), Missing: true}}, Lines: []series.Line{{Values: []int64{0, 0}}}}
	for _, stacked := range []bool{true, false} {
		(&Trend{Lines: none, Stacked: stacked}).Paint(&scene.Recorder{Width: 300, Height: 100}, TrendView{Area: scene.Rect{X1: 300, Y1: 100}, Theme: &scene.Light})
	}
}

// A counter cannot fall, so where it was too small to be kept its line has a gap. What is no counter is nearly 0 there.
func TestCountersDoNotFall(t *testing.T) {
	l := &series.Lines{Lines: []series.Line{{}}}
	for i, v := range []int64{3, 4, 0, 5, 6, 0} {
		l.Points = append(l.Points, series.Point{Time: time.Unix(int64(i), 0)})
		l.Lines[0].Values, l.Lines[0].Known = append(l.Lines[0].Values, v), append(l.Lines[0].Known, v > 0)
	}
	for counter, want := range map[bool][]int{true: {2, 2}, false: {6}} {
		l.Counter = counter
		var got []int
		for _, p := range (&Trend{Lines: l}).curves(scene.Rect{X1: 900, Y1: 100}).to[0] {
			got = append(got, len(p))
		}
		if !slices.Equal(got, want) {
			t.Errorf("counter %v: pieces of %v points, want %v", counter, got, want)
		}
	}
}
