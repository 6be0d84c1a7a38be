package report

import (
	"context"
	"time"

	"profstation/desk/export"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// mostTimeline is how high the picture of a timeline gets, in logical pixels:
// what lies below is cut off and said so.
const mostTimeline = 2400.0

func (p *Page) trace(ctx context.Context, f *loader.File, o Options) error {
	t := f.Trace
	s := p.section(title(f.Name))
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
	s.note(o.Notes, nil)
	all, err := timeline.New(ctx, t)
	if err != nil {
		return err
	}
	lanes, err := all.Lanes(ctx, timeline.Query{})
	if err != nil {
		return err
	}
	pic := &timeline.Picture{
		Head: scene.Heading{Title: s.Title}, Lanes: lanes, Style: timeline.Style{Theme: o.Style.Theme}, Width: o.Width,
		Marks: timeline.Marks{Selected: trace.NoSpan},
	}
	d := export.Of(pic, "Timeline of "+s.Title)
	var lines []string
	if d.Height > mostTimeline {
		d.Height = mostTimeline
		lines = append(lines, "The lower lanes are cut off; profstation export --view timeline draws all.")
	}
	return s.draw("Timeline", lines, d)
}
