package paint

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"profstation/internal/typed"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/timelinetest"
)

const frameWidth, frameHeight = 1600, 900

// largeTrace is what benchmarks use: the recording that PROFSTATION_TRACE
// names (`record -busy FILE` makes one), or a made-up one of 200,000 goroutines.
var largeTrace = sync.OnceValue(func() *trace.Trace {
	if file := os.Getenv("PROFSTATION_TRACE"); file != "" {
		f, err := loader.Open(context.Background(), file, loader.Options{})
		if err != nil {
			panic(err)
		}
		return f.Trace
	}
	return typed.RandomTrace(rand.New(rand.NewPCG(1, 1)), 200_000, 3_000_000, 50_000)
})

// journey is a path of views: into several places and out again, with panning
// and scrolling in between.
func journey(l *timeline.Lanes, n int) []timeline.View {
	area := scene.Rect{X1: frameWidth, Y1: frameHeight}
	v := timeline.View{Window: l.Timeline.Whole(), Area: area, Label: LabelWidth}.Clamp(l)
	var path []timeline.View
	for i := range n {
		switch phase := i % 100; {
		case phase < 35:
			v = v.ZoomAt(l, 400+float64(i), 1.25)
		case phase < 55:
			v = v.Pan(l, 37*math.Sin(float64(i)), 0)
		case phase < 65:
			v = v.Pan(l, 11, 60)
		case phase == 99:
			v.Top = 0
			v = v.Fit(l, 0, l.Timeline.Trace.End)
		default:
			v = v.ZoomAt(l, 900, 1/1.25)
		}
		path = append(path, v)
	}
	return path
}

// BenchmarkJourney paints 500 steps of panning and zooming through the lanes
// that are shown at first, through those of goroutines, and through threads.
func BenchmarkJourney(b *testing.B) {
	t := timelinetest.Prepared(largeTrace())
	noCounters := timelinetest.Sections(timeline.CollectorSection, timeline.CounterSection, timeline.ProcSection)
	for _, c := range []struct {
		name string
		q    timeline.Query
	}{
		{"groups", timeline.Query{}},
		{"goroutines", timeline.Query{Flat: true, Sort: timeline.ByRunning, Hidden: noCounters}},
		{"threads", timeline.Query{Toggled: timelinetest.Sections(timeline.ThreadSection)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := timelinetest.Lanes(t, c.q)
			p := NewPainter(l, Style{Theme: &scene.Light}, nil)
			cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, frameWidth, frameHeight)), 1)
			path := journey(l, 500)
			took := make([]time.Duration, len(path))
			for b.Loop() {
				// The quickest of three walks: other programs take their turns.
				for walk := range 3 {
					for i, v := range path {
						start := time.Now()
						p.Paint(cv, v, Marks{Selected: trace.NoSpan})
						if d := time.Since(start); walk == 0 || d < took[i] {
							took[i] = d
						}
					}
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2])/1e6, "ms-median")
			b.ReportMetric(float64(took[len(took)-1])/1e6, "ms-worst")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkNew prepares a trace, and tells the memory of that.
func BenchmarkNew(b *testing.B) {
	tr := largeTrace()
	b.ReportMetric(float64(tr.Spans.Len())/1e6, "Mspans")
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		t := timelinetest.Prepared(tr)
		b.ReportMetric(float64(time.Since(start))/1e6, "ms")
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		b.ReportMetric(float64(before.HeapAlloc)/1e6, "MB-model")
		runtime.KeepAlive(t)
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFilter lists the lanes that a regular expression keeps.
func BenchmarkFilter(b *testing.B) {
	t := timelinetest.Prepared(largeTrace())
	filters := []string{"serve", "^g1.*a$", "main", "g77|g88", "nothing"}
	timelinetest.Lanes(t, timeline.Query{Flat: true})
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		q := timeline.Query{Flat: true, Filter: filters[i%len(filters)], Sort: timeline.Orders[i%len(timeline.Orders)]}
		timelinetest.Lanes(t, q)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "ms-median")
	b.ReportMetric(float64(took[len(took)-1])/1e6, "ms-worst")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkInspect is a click: the hit and all that is known of the span.
func BenchmarkInspect(b *testing.B) {
	t := timelinetest.Prepared(largeTrace())
	l := timelinetest.Lanes(t, timeline.Query{})
	path := journey(l, 500)
	i := 0
	for b.Loop() {
		v := path[i%len(path)]
		h := l.At(v, scene.Point{X: 300 + float64(i%1200), Y: 30 + float64(i*7%860)})
		if h.Span != trace.NoSpan {
			describe.Inspect(t, h.Span)
		}
		describe.Hit(l, h)
		i++
	}
}
