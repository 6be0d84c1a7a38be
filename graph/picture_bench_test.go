package graph_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"profstation/graph"
	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/model/query"
	"profstation/scene"
)

// helperCommand builds the helper process.
func helperCommand(b *testing.B) func() (*exec.Cmd, error) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "helper.exe")
	if out, err := exec.Command("go", "build", "-o", path, "./layout/testdata/helper").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return func() (*exec.Cmd, error) { return exec.Command(path, layout.Subcommand), nil }
}

// paintOn draws the view that a chart opens with, as a window does.
func paintOn(b *testing.B, cv *scene.Raster, f *graph.Figure, p *layout.Positions) {
	b.Helper()
	c := must.Have(graph.NewChart(f, p))
	v := c.Opening(scene.Rect{X1: 1200, Y1: 800})
	graph.NewPainter(c, &scene.Light).Paint(cv, v, graph.NoMarks())
}

// BenchmarkPicture is what lies between a query to the Go compiler's own profile
// and the picture of its default graph, and how many times the time that is of
// the native dot on the same DOT, where that is installed: with a helper that
// is started for it, and with one that waits, as in a window.
func BenchmarkPicture(b *testing.B) {
	p := load(b, pproftool.Compiler(b))
	command := helperCommand(b)
	native := time.Duration(0)
	if path, err := exec.LookPath("dot"); err == nil {
		text := dot(b, newGraph(b, p, query.Default(), graph.DefaultOptions()))
		b.Run("native", func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command(path, "-Tjson0")
				cmd.Stdin = bytes.NewReader([]byte(text))
				must.Have(cmd.Output())
			}
			native = b.Elapsed() / time.Duration(b.N)
		})
	}
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
	for _, waiting := range []bool{false, true} {
		name := "started"
		if waiting {
			name = "waiting"
		}
		b.Run(name, func(b *testing.B) {
			h := &layout.Helper{Command: command}
			defer h.Close()
			for b.Loop() {
				if waiting {
					b.StopTimer()
					h.Warm()
					time.Sleep(300 * time.Millisecond) // until it has loaded graphviz
					b.StartTimer()
				}
				f := graph.NewFigure(newGraph(b, p, query.Default(), graph.DefaultOptions()))
				err := h.Compute(b.Context(), f.Sizes(), func(l *layout.Positions, _ layout.Stage) { paintOn(b, cv, f, l) })
				if err != nil {
					b.Fatal(err)
				}
			}
			if native > 0 {
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(native), "times-native")
			}
		})
	}
}

// BenchmarkHardPicture is the graph of 400 nodes and all edges between them: the
// time until there is something to look at, until there is the good layout, and
// what cancelling takes while graphviz is at work.
func BenchmarkHardPicture(b *testing.B) {
	p := load(b, pproftool.Compiler(b))
	h := &layout.Helper{Command: helperCommand(b)}
	defer h.Close()
	q, o := query.Default(), graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = 400, 0, 0
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
	var first, cancelling time.Duration
	for b.Loop() {
		begin := time.Now()
		f := graph.NewFigure(newGraph(b, p, q, o))
		err := h.Compute(b.Context(), f.Sizes(), func(l *layout.Positions, s layout.Stage) {
			paintOn(b, cv, f, l)
			if s == layout.First {
				first += time.Since(begin)
			}
		})
		if f := (*layout.Failure)(nil); errors.As(err, &f) && f.Reason == layout.TooLong {
			b.Log(err) // others use the cores as well: the first picture stays
		} else if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		cancelling += cancelled(b, h, f)
		b.StartTimer()
	}
	b.ReportMetric(first.Seconds()/float64(b.N), "s-to-first")
	b.ReportMetric(1000*cancelling.Seconds()/float64(b.N), "ms-to-cancel")
}

// cancelled is how long a layout goes on that is cancelled half a second after
// its first picture.
func cancelled(b *testing.B, h *layout.Helper, f *graph.Figure) time.Duration {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var asked time.Time
	err := h.Compute(ctx, f.Sizes(), func(*layout.Positions, layout.Stage) {
		time.AfterFunc(500*time.Millisecond, func() {
			asked = time.Now()
			cancel()
		})
	})
	if !errors.Is(err, context.Canceled) {
		b.Fatalf("a cancelled layout ended with %v", err)
	}
	return time.Since(asked)
}
