package report

import (
	"context"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/timeline"
)

// trace adds a section about an execution trace.
func (p *Page) trace(ctx context.Context, d Document, o Options) error {
	t := d.File.Trace
	s := p.section(Title(d.File.Name))
	s.About = "Execution trace: what every goroutine did, and what it waited for."
	s.Facts, s.Warnings = t.Facts(), t.Warnings
	s.note(d.Notes, nil)
	all, err := timeline.New(ctx, t)
	if err != nil {
		return err
	}
	a, err := answer.ComputeTrace(ctx, answer.TraceRequest{Timeline: all, Tab: screen.TimelineTab, Display: screen.Display{Theme: o.Style.Theme}}, nil)
	if err != nil {
		return err
	}
	view := export.Find(export.OfTrace, "timeline")
	return s.draw(ctx, "Timeline", nil, view, &export.Subject{Trace: &export.Trace{TraceAnswer: a}}, o)
}
