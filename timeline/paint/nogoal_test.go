package paint

import (
	"strconv"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/timelinetest"
)

// While the collector has no goal, its line has a gap, the tip says so, and the others keep their scale.
func TestNoGoal(t *testing.T) {
	for _, none := range []string{"0", "18446744073709551615"} {
		tl := timelinetest.Prepared(typed.Trace(t, `
	end 1000
	g1 main.main 0 running p0 m0
	heap 0=1000 300=3000
	goal 0=4000 200=`+none+` 600=2000`))
		l := timelinetest.Lanes(tl, timeline.Query{})
		v := timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 1100, Y1: 2000}, Label: 100}
		rec := &scene.Recorder{Width: 1100, Height: 2000}
		theme := &scene.Light
		NewPainter(l, Style{Theme: theme}, nil).Paint(rec, v, Marks{Selected: trace.NoSpan})
		var lines [][4]float64
		for _, r := range filledWith(rec, theme.Warning) {
			if r.X0 < v.Label {
				continue
			}
			if r.H() > 2 {
				t.Errorf("the goal is drawn as %v: it falls or rises through the lane", r)
			}
			lines = append(lines, [4]float64{r.X0, r.X1})
		}
		if len(lines) != 2 || lines[0] != [4]float64{100, 300} || lines[1] != [4]float64{700, 1100} {
			t.Errorf("the goal is drawn in %v", lines)
		}
		i := l.Find(timeline.Key{Kind: timeline.HeapRow, Index: 0})
		tip := func(x float64) string {
			return describe.Hit(l, l.At(v, scene.Point{X: x, Y: timeline.AxisHeight + l.Top(i) + 5}))
		}
		if text := tip(500); text != "heap  2.93kB\nno goal" {
			t.Errorf("the tip says %q", text)
		}
		if text := tip(800); !strings.HasSuffix(text, "goal  1.95kB") {
			t.Errorf("the tip says %q", text)
		}
	}
	for goal, want := range map[string]string{"goal 0=0": "≤ 2.93kB, no goal", "goal 0=0 5=2000": "≤ 2.93kB, goal ≤ 1.95kB", "maxprocs 0=2": "≤ 2.93kB"} {
		tl := timelinetest.Prepared(typed.Trace(t, "end 1000\ng1 main.main 0 running p0 m0\nheap 0=3000\n"+goal))
		x := texts{t: tl}
		if got := x.note(&timeline.Row{Key: timeline.Key{Kind: timeline.HeapRow, Index: 0}}); got != want {
			t.Errorf("%s: %q, want %q", goal, got, want)
		}
	}
}

// filledWith are the rectangles that are filled with a colour.
func filledWith(rec *scene.Recorder, c scene.Color) (all []scene.Rect) {
	cv := &scene.Recorder{}
	cv.Fill(scene.Rect{}, c)
	words := strings.Fields(cv.Lines()[0])
	for _, line := range rec.Lines() {
		w := strings.Fields(line)
		if len(w) == len(words) && w[0] == "fill" && w[5] == words[5] {
			all = append(all, scene.Rect{X0: number(w[1]), Y0: number(w[2]), X1: number(w[3]), Y1: number(w[4])})
		}
	}
	return all
}

func number(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}
