package report

import (
	"context"
	"time"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/timeline"
)

// trace adds a section about an execution trace.
func (p *Page) trace(ctx context.Context, d Document, o Options) error {
	t := d.File.Trace
	s := p.section(Title(d.File.Name))
	s.About = "Execution trace: what every goroutine did, and what it waited for."
	s.Warnings = append(s.Warnings, t.Warnings...)
	add := func(name, text string) { s.Facts = append(s.Facts, model.Fact{Name: name, Text: text}) }
	add("Format", model.Sanitise(t.Format))
	if !t.Wall.IsZero() {
		add("Time", t.Wall.Local().Format("2006-01-02 15:04:05 MST"))
	}
	add("Duration", time.Duration(t.End).String())
	for _, n := range []struct {
		name string
		n    int64
	}{
		{"Events", t.Events}, {"Goroutines", int64(len(t.Goroutines))}, {"Ps", int64(len(t.Procs))},
		{"Threads", int64(len(t.Threads))}, {"Tasks", int64(len(t.Tasks))}, {"Regions", int64(len(t.Regions))},
		{"Logs", int64(len(t.Logs))}, {"CPU samples", int64(len(t.Samples))},
	} {
		if n.n > 0 {
			add(n.name, model.Count(n.n))
		}
	}
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
