package app

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"profstation/app/export"
	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/table"
	"profstation/timeline"
	"profstation/views"
)

// Format is one way to write what a tab shows.
type Format struct {
	Ending string // of the file, with its dot
	Label  string // for menus
	write  func(context.Context, io.Writer) error
}

// exportJob is a picture being written.
type exportJob struct {
	path   string
	cancel context.CancelFunc
}

// exportWidth and exportScale are the size of exported pictures: as wide as a
// page shows well, and sharp in print.
const (
	exportWidth = 1400
	exportScale = 2
)

// chooseExport asks where to write what the visible tab shows.
func (d *Desk) chooseExport() {
	view, formats := d.formats()
	if len(formats) == 0 {
		d.notice = "There is nothing to export here: open a profile and show one of its pictures or its table."
		d.show()
		return
	}
	base := strings.TrimSuffix(d.active.name(), filepath.Ext(d.active.name()))
	if d.active.derived != nil {
		base = fileName(d.active.name())
	}
	d.shell.ChooseExport(base+"-"+view+formats[0].Ending, formats, func(path string) { d.exportTo(path, formats) })
}

// formats are the ways to write what the visible tab shows now, and its name;
// none where it shows nothing.
func (d *Desk) formats() (view string, formats []Format) {
	if d.kind() == traceDoc {
		return d.traceFormats()
	}
	a := d.answer
	if a == nil || d.active == nil || a.Document != d.active.id || a.wish.tab != d.tab() {
		return "", nil
	}
	if view, formats = d.profileFormats(a); view != "" {
		formats = append(formats, a.filteredProfile())
	}
	return view, formats
}

// profileFormats are the ways to write what the visible tab shows of a profile.
func (d *Desk) profileFormats(a *answer) (view string, formats []Format) {
	switch {
	case d.tab() == views.OverviewTab:
		return "filtered", []Format{}
	case d.tab() == views.LabelsTab && a.Labels != nil && a.Labels.At >= 0:
		return a.labelFormats()
	case d.tab() == views.PeekTab && a.Peek != nil:
		return a.peekFormats()
	case d.tab() == views.SourceTab && a.Source != nil && a.Source.Table != nil:
		return a.sourceFormats()
	case d.tab() == views.FlameTab && a.Chart != nil:
		return "flame", append(pictures(a.flamePicture),
			Format{".csv", "CSV, exact figures", a.whole((*flame.Chart).WriteCSV)},
			Format{".json", "JSON, exact figures", a.whole((*flame.Chart).WriteJSON)})
	case d.tab() == views.TopTab && a.Top != nil:
		report := &table.TopReport{File: a.Name, Result: a.Result, Table: a.Result.Top()}
		return "top", append(pictures(func() export.Drawing { return a.topPicture(report.Heading()) }),
			Format{".csv", "CSV, exact figures", plain(a.Top.WriteCSV)},
			Format{".json", "JSON, exact figures", plain(report.WriteJSON)})
	case d.tab() == views.GraphTab && d.callGraph() != nil && d.callGraph().Chart != nil:
		c := d.callGraph().Chart
		return "graph", append(pictures(func() export.Drawing { return a.graphPicture(c) }),
			Format{".dot", "DOT, for graphviz", plain(func(w io.Writer) error { return c.Graph.WriteDOT(w, graph.Look{}) })},
			Format{".csv", "CSV, the edges", plain(c.Graph.WriteCSV)})
	}
	return "", nil
}

// plain is a way to write that does not look at its context.
func plain(write func(io.Writer) error) func(context.Context, io.Writer) error {
	return func(_ context.Context, w io.Writer) error { return write(w) }
}

// pictures are the two formats of a drawing.
func pictures(draw func() export.Drawing) []Format {
	return []Format{
		{".svg", "SVG, a drawing with real text", plain(func(w io.Writer) error {
			p := draw()
			return p.SVG(w)
		})},
		{".png", "PNG, a picture in pixels", plain(func(w io.Writer) error {
			p := draw()
			if err := p.Check(exportScale); err != nil {
				return err
			}
			return p.PNG(w, exportScale)
		})},
	}
}

// exportTo writes a picture or a table in the background. The format is the
// ending of the path.
func (d *Desk) exportTo(path string, formats []Format) {
	ending := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range formats {
		if f.Ending == ending {
			d.write(path, f)
			return
		}
		known = append(known, f.Ending)
	}
	d.notice = fmt.Sprintf("%q is no format of this view: end the name with %s", model.Sanitise(ending), strings.Join(known, ", "))
	d.show()
}

func (d *Desk) write(path string, f Format) {
	ctx, cancel := context.WithCancel(context.Background())
	job := &exportJob{path, cancel}
	d.export = job
	go func() {
		err := export.File(ctx, path, func(w io.Writer) error { return f.write(ctx, w) })
		d.post(func() {
			cancel()
			if d.export == job {
				d.export = nil
			}
			d.notice = "Written: " + model.Sanitise(path)
			if err != nil {
				d.notice = model.Sanitise(err.Error())
			}
			d.show()
		})
	}()
	d.show()
}

// traceFormats are the ways to write the visible part of a timeline.
func (d *Desk) traceFormats() (view string, formats []Format) {
	a := d.active.trace.answer
	if a == nil || a.Lanes == nil || d.tab() != views.TimelineTab {
		return "", nil
	}
	window := a.Place.Window
	if window == (timeline.Window{}) {
		window = a.Timeline.Whole()
	}
	picture := func() export.Drawing {
		p := &timeline.Picture{
			Lanes: a.Lanes, Style: a.Style, Title: a.Name, Window: window, Width: exportWidth,
			Marks: timeline.Marks{Selected: model.NoSpan, Interval: a.Place.Interval},
		}
		return export.Drawing{Width: p.Width, Height: p.Height(), Title: p.Title, Desc: strings.Join(p.Heading(), "\n"), Draw: p.Draw}
	}
	return "timeline", append(pictures(picture), Format{".csv", "CSV, the spans in sight", func(ctx context.Context, w io.Writer) error {
		return timeline.WriteCSV(ctx, w, a.Lanes, window)
	}})
}

// graphPicture is a call graph at its natural size.
func (a *answer) graphPicture(c *graph.Chart) export.Drawing {
	p := &graph.Picture{Chart: c, Style: graph.Style{Theme: a.wish.display.Theme}, Title: a.Name, Match: a.Match}
	return export.Drawing{
		Width: p.Width(), Height: p.Height(), Title: p.Title,
		Desc: strings.Join(p.Heading(), "\n"), Draw: p.Draw,
	}
}

// whole lays the flame graph out anew, with all its boxes.
func (a *answer) whole(write func(*flame.Chart, io.Writer) error) func(context.Context, io.Writer) error {
	o := a.Chart.Options
	o.Columns, o.Zoom, o.Span = 0, nil, flame.Span{}
	return func(ctx context.Context, w io.Writer) error {
		c, err := flame.New(ctx, a.Result, o)
		if err != nil {
			return err
		}
		return write(c, w)
	}
}

func (a *answer) flamePicture() export.Drawing {
	p := &flame.Picture{Chart: a.Chart, Style: a.wish.display.Style(), Title: a.Name, Width: exportWidth, Match: a.Match}
	return export.Drawing{
		Width: p.Width, Height: p.Height(), Title: p.Title,
		Desc: strings.Join(p.Heading(), "\n"), Draw: p.Draw,
	}
}

// topPicture has a table of its own: the one of the answer is drawn by the
// window meanwhile.
func (a *answer) topPicture(heading []string) export.Drawing {
	p := &table.Picture{
		Table: table.Top(a.Result, a.TopRows), Theme: a.wish.display.Theme, Title: a.Name, Heading: heading,
		Empty: "No rows are left.", Width: exportWidth,
		SortColumn: a.sort.column, Descending: a.sort.descending,
	}
	if a.Match != nil {
		p.Match = func(row int) bool { return a.Match[a.TopRows[row].Node] }
	}
	return export.Drawing{
		Width: p.Width, Height: p.Height(), Title: p.Title,
		Desc: strings.Join(p.Heading, "\n"), Draw: p.Draw,
	}
}
