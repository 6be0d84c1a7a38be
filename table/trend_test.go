package table_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

// The axis shows local times, and so does pprof, a process of its own that tests compare with.
func init() {
	time.Local = time.UTC
	os.Setenv("TZ", "UTC")
}

var begin = time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)

// seriesOf is a series of figures of three functions, one profile every 30 s.
func seriesOf(t *testing.T, rows ...[3]int) *series.Series {
	t.Helper()
	s := series.New(query.Query{})
	for i, r := range rows {
		p := profileOf(t, "bytes", fmt.Sprintf("main.leak %d", r[0]), fmt.Sprintf("net/http.(*conn).serve %d", r[1]), fmt.Sprintf("a,\"b %d", r[2]))
		if err := s.Add(context.Background(), fmt.Sprintf("heap-%d.pb.gz", i), p, begin.Add(time.Duration(i)*30*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func stack(t *testing.T, s *series.Series) *table.Trend {
	t.Helper()
	lines := must.Have(s.Stack(series.Question{}, 2))
	return &table.Trend{Lines: lines, Stacked: true}
}

func TestTrendCSV(t *testing.T) {
	var out bytes.Buffer
	must.Do(stack(t, seriesOf(t, [3]int{1 << 20, 3 << 20, 4096}, [3]int{2 << 20, 3 << 20, 0})).WriteCSV(&out))
	want := `time,profile,run,net/http.(*conn).serve,main.leak,(rest)
2026-11-20T15:04:05Z,heap-0.pb.gz,1,3145728,1048576,4096
2026-11-20T15:04:35Z,heap-1.pb.gz,1,3145728,2097152,0
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestTrendDrawing(t *testing.T) {
	tr := stack(t, seriesOf(t, [3]int{1 << 20, 3 << 20, 1 << 19}, [3]int{2 << 20, 3 << 20, 1 << 18}, [3]int{4 << 20, 2 << 20, 1 << 19}))
	rec := &scene.Recorder{Width: 700, Height: 300}
	p := &table.TrendPicture{Trend: tr, Theme: &scene.Light, Head: scene.Heading{Title: "run-3", Lines: []string{"heap"}}, Width: 900}
	p.Draw(rec)
	golden.Check(t, "trend.txt", rec.String())
	rec = &scene.Recorder{Width: 700, Height: 300}
	p.Trend = &table.Trend{Lines: tr.Lines}
	p.Draw(rec)
	golden.Check(t, "trend-lines.txt", rec.String())
}

// The chart names what is drawn at a point of the canvas.
func TestTrendAt(t *testing.T) {
	tr := stack(t, seriesOf(t, [3]int{100, 300, 50}, [3]int{200, 300, 20}, [3]int{400, 200, 50}))
	v := table.TrendView{Area: scene.Rect{X1: 700, Y1: 300}, Theme: &scene.Light, Point: -1, Line: -1}
	seen := map[[2]int]bool{}
	for x := 0.0; x < 700; x += 3 {
		for y := 0.0; y < 300; y += 3 {
			point, line := tr.At(v, scene.Point{X: x, Y: y})
			if point < -1 || point > 2 || line < -1 || line > 2 {
				t.Fatalf("%d %d at %v %v", point, line, x, y)
			}
			seen[[2]int{point, line}] = true
		}
	}
	for point := range 3 {
		for line := range 3 {
			if !seen[[2]int{point, line}] {
				t.Errorf("layer %d of profile %d is nowhere", line, point)
			}
		}
	}
	// The first layer begins at the bottom of the plot, in the first column.
	if point, line := tr.At(v, scene.Point{X: 73, Y: 240}); point != 0 || line != 0 {
		t.Errorf("%d %d at the lower left corner", point, line)
	}
}

// Whatever the figures and the size, it is drawn, in both themes.
func TestTrendExtremes(t *testing.T) {
	least := -1 << 62
	for _, s := range map[string]*series.Series{
		"one":      seriesOf(t, [3]int{1, 2, 3}),
		"zero":     seriesOf(t, [3]int{}, [3]int{}),
		"negative": seriesOf(t, [3]int{-5, 3, 1}, [3]int{5, -3, 0}),
		"huge":     seriesOf(t, [3]int{least, 1, 1}, [3]int{-least, 1, 1}),
	} {
		for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
			for _, size := range [][2]int{{700, 300}, {90, 40}, {1, 1}} {
				tr := stack(t, s)
				for _, tr.Stacked = range []bool{true, false} {
					cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, size[0], size[1])), 1)
					tr.Paint(cv, table.TrendView{Area: scene.Rect{X1: float64(size[0]), Y1: float64(size[1])}, Theme: theme, Point: 0, Line: 1})
				}
			}
		}
	}
	rec := &scene.Recorder{Width: 300, Height: 100}
	(&table.Trend{Lines: &series.Lines{Kind: model.Heap}}).Paint(rec, table.TrendView{Area: scene.Rect{X1: 300, Y1: 100}, Theme: &scene.Light})
	if !strings.Contains(rec.String(), "No profiles yet") {
		t.Errorf("an empty series says nothing:\n%s", rec)
	}
}

// Nothing is drawn where there was no profile, and a restart has a mark and a word; two at a time
// have one.
func TestTrendDrawingOfRestarts(t *testing.T) {
	var rows [][3]int
	for i := range 8 {
		rows = append(rows, [3]int{1<<20 + i<<18, 3 << 20, 1 << 19})
	}
	tr := stack(t, seriesOf(t, rows...))
	points := tr.Lines.Points
	for i := range points[4:] {
		points[4+i].Time = points[4+i].Time.Add(5 * time.Minute)
	}
	points[4].Restarted, points[4].AfterGap = true, true
	points[7].Restarted = true
	for name, stacked := range map[string]bool{"trend-restarts.txt": true, "trend-lines-restarts.txt": false} {
		rec := &scene.Recorder{Width: 700, Height: 300}
		p := &table.TrendPicture{Trend: &table.Trend{Lines: tr.Lines, Stacked: stacked}, Theme: &scene.Light, Head: scene.Heading{Title: "run-3", Lines: []string{"heap"}}, Width: 900}
		p.Draw(rec)
		golden.Check(t, name, rec.String())
	}
}

// A step that a store was asked for is drawn, and found, in all of its time, also where none follows it.
func TestTrendOfSteps(t *testing.T) {
	tr := stack(t, seriesOf(t, [3]int{1 << 20, 1, 1}, [3]int{1 << 20, 1, 1}, [3]int{1 << 20, 1, 1}))
	points := tr.Lines.Points
	for i, minute := range []int{0, 1, 4} {
		points[i].Time = begin.Add(time.Duration(minute) * time.Minute)
		points[i].Until = points[i].Time.Add(time.Minute)
	}
	points[2].AfterGap = true
	v := table.TrendView{Area: scene.Rect{X1: 700, Y1: 300}, Theme: &scene.Light, Point: -1, Line: -1}
	plot := tr.Plot(v)
	x := func(minute float64) float64 { return tr.X(v, begin.Add(time.Duration(minute*float64(time.Minute)))) }
	if x(0) != plot.X0 || x(5) != plot.X1 {
		t.Errorf("from %v to %v in %v", x(0), x(5), plot)
	}
	for minute, want := range map[float64]int{0.2: 0, 1.2: 1, 1.9: 1, 2.4: 1, 3.6: 2, 4.9: 2} {
		if got, _ := tr.At(v, scene.Point{X: x(minute), Y: plot.Y1 - 5}); got != want {
			t.Errorf("minute %v: profile %d, want %d", minute, got, want)
		}
	}
	picture := image.NewRGBA(image.Rect(0, 0, 700, 300))
	tr.Paint(scene.NewRaster(picture, 1), v)
	ground := picture.At(int(x(3)), int(plot.Y1)-20)
	for minute, filled := range map[float64]bool{0.5: true, 1.5: true, 2.5: false, 3.5: false, 4.1: true, 4.9: true} {
		if got := picture.At(int(x(minute)), int(plot.Y1)-20) != ground; got != filled {
			t.Errorf("minute %v is drawn: %v", minute, got)
		}
	}
}
