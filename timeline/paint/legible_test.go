package paint

import (
	"fmt"
	"testing"

	"profstation/internal/typed"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// Every text of a timeline can be read: of all rows, at any time and zoom, with all that can be marked.
func TestLegible(t *testing.T) { legible.InLanguages(t, testLegible) }

func testLegible(t *testing.T) {
	traces := map[string]*trace.Trace{"small": typed.Trace(t, typed.Small)}
	for _, file := range []string{"../../testdata/trace.trace", "../../loader/trace/testdata/quiet.trace"} {
		f, err := loader.Open(t.Context(), file, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		traces[file] = f.Trace
	}
	seen := 0
	for name, tr := range traces {
		tl := timelinetest.Prepared(tr)
		whole := tl.Whole()
		windows := []timeline.Window{whole}
		for _, share := range []float64{0, 0.3, 0.77} {
			for _, width := range []float64{0.3, 0.02, 1e-4, 1e-6} {
				from := share * whole.W()
				windows = append(windows, timeline.Window{From: from, To: from + max(width*whole.W(), timeline.MinWindow)})
			}
		}
		pinned := []timeline.Key{{Kind: timeline.GoroutineRow, Index: 1}, {Kind: timeline.ProcRow}}
		for rows, q := range map[string]timeline.Query{"first": {}, "all": timelinetest.OpenAll(tl), "pinned": {Pinned: pinned}} {
			l := timelinetest.Lanes(tl, q)
			legible.Each(func(size string, w, h float64, theme *scene.Theme) {
				p := NewPainter(l, Style{Theme: theme}, nil)
				for i, window := range windows {
					v := timeline.View{Window: window, Area: scene.Rect{X1: w, Y1: h}, Label: LabelWidth, Top: float64(i) * 300}
					v = v.Clamp(l)
					what := fmt.Sprintf("%s, %s rows at %s, %v, %v down", name, rows, size, window, v.Top)
					in := trace.Interval{From: trace.Time(window.From + window.W()/3), To: trace.Time(window.From + window.W()/2)}
					for _, m := range []Marks{{Selected: trace.NoSpan}, {Selected: trace.SpanIndex(3 * i), Interval: &in,
						Recorded: []Recorded{{"cpu.pprof", in.From, in.To}, {"heap.pprof", in.To, in.To}}}} {
						seen += legible.Check(t, what, w, h, func(cv scene.Canvas) { p.Paint(cv, v, m) })
					}
				}
			})
			for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
				for _, width := range []float64{400, 640, 1600} {
					p := &Picture{Head: scene.Heading{Title: name}, Sides: []Side{{Lanes: l, Marks: Marks{Selected: trace.NoSpan}, Height: 2000}}, Style: Style{Theme: theme}, Width: width}
					w, h := p.Size()
					seen += legible.Check(t, fmt.Sprintf("%s, picture of %s rows, %v wide, %s", name, rows, width, theme.Name), w, h, p.Draw)
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d texts are seen", seen)
	}
}

// So can every text of two timelines, one below the other, in a picture of any width.
func TestSidesLegible(t *testing.T) { legible.InLanguages(t, testSidesLegible) }

func testSidesLegible(t *testing.T) {
	l := timelinetest.Lanes(timelinetest.Prepared(typed.Trace(t, typed.Small)), timeline.Query{})
	side := Side{Name: "a trace of some length", Lanes: l, Marks: Marks{Selected: trace.NoSpan}}
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		for _, width := range []float64{400, 640, 1600} {
			p := &Picture{Head: scene.Heading{Title: "a comparison"}, Sides: []Side{side, side}, Width: width}
			p.Style = Style{Theme: theme, Quiet: timeline.SetOf(timeline.Running)}
			w, h := p.Size()
			if seen := legible.Check(t, fmt.Sprintf("%v wide, %s", width, theme.Name), w, h, p.Draw); seen < 20 {
				t.Errorf("only %d texts are seen", seen)
			}
		}
	}
}
