package command

import (
	"context"
	"io"

	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// timeline prepares the lanes of a trace, as a picture or as a table of their
// spans. A filter opens what it leaves.
func (e *exporting) timeline(ctx context.Context, f *loader.File) (writing, error) {
	t, err := timeline.New(ctx, f.Trace)
	if err != nil {
		return nil, err
	}
	if e.baseTrace != nil {
		return e.timelines(ctx, f, t)
	}
	iv, err := e.interval(f.Trace)
	if err != nil {
		return nil, err
	}
	window := timeline.Window{From: float64(iv.From), To: float64(iv.To)}
	lanes, err := t.Lanes(ctx, timeline.Query{Filter: e.lanes, Flat: e.lanes != ""})
	if err != nil {
		return nil, err
	}
	if e.format == "csv" {
		return func(w io.Writer) error { return timeline.WriteCSV(ctx, w, lanes, window) }, nil
	}
	p := &timeline.Picture{
		Head: scene.Heading{Title: title(f)}, Lanes: lanes, Style: timeline.Style{Theme: e.colours()}, Window: window, Width: e.width,
		Marks: timeline.Marks{Selected: trace.NoSpan},
	}
	return e.picture(p, p.Head.Title)
}
