package main

import (
	"bufio"
	"context"
	"image"
	"io"
	"os"

	xtrace "golang.org/x/exp/trace"

	"profstation/ask/finding"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
)

const (
	openTrace  = "open a trace"
	readEvents = "golang.org/x/exp/trace: read all events"
	prepareAll = "prepare the timeline"
)

var traceWorks = []work{
	{name: openTrace, of: "trace", against: []string{readEvents}, prepare: opening},
	{name: readEvents, of: "trace", theirs: true, prepare: func(_ context.Context, in given) (task, error) {
		return func(context.Context) error { return readAll(in.files[0]) }, nil
	}},
	{name: prepareAll, of: "trace", prepare: ofTrace(func(ctx context.Context, t *trace.Trace) error {
		_, err := timeline.New(ctx, t)
		return err
	})},
	{name: "paint 100 frames of the timeline", of: "trace", prepare: func(ctx context.Context, in given) (task, error) {
		t, err := traceOf(ctx, in.files[0])
		if err != nil {
			return nil, err
		}
		prepared, err := timeline.New(ctx, t)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context) error { return journey(ctx, prepared) }, nil
	}},
	{name: "what stands out in a trace", of: "trace", against: []string{openTrace}, prepare: ofTrace(func(ctx context.Context, t *trace.Trace) error {
		_, err := finding.Standing(ctx, finding.Subject{Trace: t})
		return err
	})},
	{name: "table of goroutines", of: "trace", prepare: ofTrace(func(ctx context.Context, t *trace.Trace) error {
		_, err := analysis.New(t).Goroutines(ctx, trace.Interval{})
		return err
	})},
}

// readAll reads a trace's events and does nothing with them.
func readAll(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := xtrace.NewReader(bufio.NewReaderSize(f, 1<<20))
	for err == nil {
		_, err = r.ReadEvent()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

func traceOf(ctx context.Context, file string) (*trace.Trace, error) {
	f, err := loader.Open(ctx, file, loader.Options{})
	if err != nil {
		return nil, err
	}
	return f.Trace, nil
}

// ofTrace makes a work on an opened trace.
func ofTrace(do func(context.Context, *trace.Trace) error) func(context.Context, given) (task, error) {
	return func(ctx context.Context, in given) (task, error) {
		t, err := traceOf(ctx, in.files[0])
		return func(ctx context.Context) error { return do(ctx, t) }, err
	}
}

// journey zooms into the middle of a trace, looks around and goes back.
func journey(ctx context.Context, t *timeline.Timeline) error {
	const width, height = 1600, 900
	l, err := t.Lanes(ctx, timeline.Query{})
	if err != nil {
		return err
	}
	p := paint.NewPainter(l, paint.Style{Theme: &scene.Light}, nil)
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, width, height)), 1)
	v := timeline.View{Window: t.Whole(), Area: scene.Rect{X1: width, Y1: height}, Label: paint.LabelWidth}.Clamp(l)
	for i := range 100 {
		p.Paint(cv, v, paint.Marks{Selected: trace.NoSpan})
		switch {
		case i < 35:
			v = v.ZoomAt(l, width/2, 1.25)
		case i < 65:
			v = v.Pan(l, 30, 30)
		default:
			v = v.ZoomAt(l, width/2, 1/1.25)
		}
	}
	return ctx.Err()
}
