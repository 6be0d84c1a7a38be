package flame_test

import (
	"bytes"
	"context"
	"image"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	pprof "github.com/google/pprof/profile"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
	"profstation/testdata/record/synthetic"
)

// The benchmarks below measure the two journeys that users wait for, on a
// profile of 200,000 stacks: a file becomes the first frame, and a filter
// becomes the next one. The result is reported as a multiple of the time that the pprof library needs to parse the same bytes: both are
// measured in turn, so that a busy machine slows both.

const frameWidth, frameHeight = 1600, 900

// largeFile is the bytes of the profile.
var largeFile = sync.OnceValue(func() []byte {
	var file bytes.Buffer
	if err := synthetic.Large(200_000, 40, 5_000, 1).Write(&file); err != nil {
		panic(err) // a buffer takes all
	}
	return file.Bytes()
})

// frame evaluates a query and paints the first frame of the answer.
func frame(b *testing.B, p *model.Profile, q query.Query, cv scene.Canvas) {
	b.Helper()
	r := must.Have(query.Evaluate(context.Background(), p, q))
	c := chartOf(b, r, flame.Options{Pivot: query.NoNode, Columns: 4000})
	flame.NewPainter(c, light, nil, nil).Paint(cv, flame.View{
		Window: c.Window, Area: scene.Rect{X1: frameWidth, Y1: frameHeight}, Mark: query.NoNode})
}

// againstParse measures work and profile.Parse in turn, at least five times
// each, and reports the medians and their ratio.
func againstParse(b *testing.B, data []byte, work func()) {
	b.Helper()
	var ours, theirs []time.Duration
	timed := func(f func()) time.Duration {
		runtime.GC()
		start := time.Now()
		f()
		return time.Since(start)
	}
	for b.Loop() {
		for range 5 {
			theirs = append(theirs, timed(func() {
				must.Have(pprof.ParseData(data))
			}))
			ours = append(ours, timed(work))
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	mine, parse := ours[len(ours)/2], theirs[len(theirs)/2]
	b.ReportMetric(float64(mine)/float64(parse), "×parse")
	b.ReportMetric(float64(mine)/1e6, "ms")
	b.ReportMetric(float64(parse)/1e6, "parse-ms")
	b.ReportMetric(0, "ns/op")
}

func canvasOfFrame() *scene.Raster {
	return scene.NewRaster(image.NewRGBA(image.Rect(0, 0, frameWidth, frameHeight)), 1)
}

// BenchmarkOpenToFrame is from the bytes of a file to the first frame.
func BenchmarkOpenToFrame(b *testing.B) {
	data, cv := largeFile(), canvasOfFrame()
	againstParse(b, data, func() {
		f := must.Have(loader.Decode(context.Background(), "large", data, loader.Options{}))
		frame(b, f.Profile, query.Default().Whole(), cv)
	})
}

// BenchmarkFocusToFrame is from a new focus to its first frame.
func BenchmarkFocusToFrame(b *testing.B) {
	data, cv := largeFile(), canvasOfFrame()
	f := must.Have(loader.Decode(context.Background(), "large", data, loader.Options{}))
	frame(b, f.Profile, query.Default().Whole(), cv)
	focus := []string{"serve", "json|http", "[Rr]ead", "e", "runtime"}
	i := 0
	againstParse(b, data, func() {
		q := query.Default().Whole()
		q.Focus = focus[i%len(focus)]
		i++
		frame(b, f.Profile, q, cv)
	})
}

// BenchmarkPaintPan is one frame while panning by pixels.
func BenchmarkPaintPan(b *testing.B) {
	f := must.Have(loader.Decode(context.Background(), "large", largeFile(), loader.Options{}))
	c := chartOf(b, evaluate(b, f.Profile), flame.Options{Pivot: query.NoNode, Columns: 4000})
	took := pan(b, c)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "ms/frame")
}

// pan paints frames of a chart while it is panned by pixels, and returns how long they took, the shortest first.
func pan(b *testing.B, c *flame.Chart) []time.Duration {
	b.Helper()
	cv, p := canvasOfFrame(), flame.NewPainter(c, light, nil, nil)
	pixel := c.Window.W() / frameWidth
	paint := func(i int) {
		shift := float64(i%64) * pixel
		p.Paint(cv, flame.View{
			Window: flame.Window{From: c.Window.From + shift, To: c.Window.To + shift},
			Area:   scene.Rect{X1: frameWidth, Y1: frameHeight}, Mark: query.NoNode})
	}
	for i := range 64 {
		paint(i)
	}
	var took []time.Duration
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		paint(i)
		took = append(took, time.Since(start))
		i++
	}
	slices.Sort(took)
	return took
}
