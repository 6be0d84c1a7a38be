package app

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"profstation/app/export"
	"profstation/flame"
	"profstation/model"
	"profstation/table"
	"profstation/views"
)

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
	a := d.answer
	if a == nil || d.active == nil || a.Document != d.active.id || (a.Chart == nil && a.Top == nil) {
		d.notice = "There is nothing to export here: open a profile and show its flame graph or its table."
		d.show()
		return
	}
	view := "flame"
	if d.tab == views.TopTab {
		view = "top"
	}
	base := strings.TrimSuffix(a.Name, filepath.Ext(a.Name))
	d.shell.ChooseExport(base+"-"+view+".svg", func(path string) { d.exportTo(path, a) })
}

// exportTo writes a picture or a table in the background. The format is the
// ending of the path.
func (d *Desk) exportTo(path string, a *answer) {
	write, err := a.writer(strings.ToLower(filepath.Ext(path)))
	if err != nil {
		d.notice = err.Error()
		d.show()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	job := &exportJob{path, cancel}
	d.export = job
	go func() {
		err := export.File(ctx, path, func(w io.Writer) error { return write(ctx, w) })
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

// writer prepares what the tab of an answer is written as. Files of figures
// have all of it, pictures what can be seen.
func (a *answer) writer(ending string) (func(context.Context, io.Writer) error, error) {
	picture := func(draw func() export.Drawing) (func(context.Context, io.Writer) error, error) {
		return func(_ context.Context, w io.Writer) error {
			p := draw()
			if ending == ".svg" {
				return p.SVG(w)
			}
			if err := p.Check(exportScale); err != nil {
				return err
			}
			return p.PNG(w, exportScale)
		}, nil
	}
	flat := func(write func(io.Writer) error) (func(context.Context, io.Writer) error, error) {
		return func(_ context.Context, w io.Writer) error { return write(w) }, nil
	}
	top := a.wish.tab == views.TopTab
	report := &table.TopReport{File: a.Name, Result: a.Result, Table: a.Result.Top()}
	switch {
	case ending == ".svg" || ending == ".png":
		if top {
			return picture(func() export.Drawing { return a.topPicture(report.Heading()) })
		}
		return picture(a.flamePicture)
	case ending == ".csv" && top:
		return flat(a.Top.WriteCSV)
	case ending == ".json" && top:
		return flat(report.WriteJSON)
	case ending == ".csv":
		return a.whole((*flame.Chart).WriteCSV), nil
	case ending == ".json":
		return a.whole((*flame.Chart).WriteJSON), nil
	}
	return nil, fmt.Errorf("%q is no format that is known: end the name with .svg, .png, .csv or .json", ending)
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
