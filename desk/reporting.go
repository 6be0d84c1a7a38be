package desk

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/report"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/model"
)

// reported are the open documents, in their order. Their contents do not change any
// more. left names the documents of which nothing is known yet.
func (e *exporter) reported() (all []report.Document, left []string) {
	d := e.desk
	q, usual := d.walk.place().Query, model.DefaultQuery()
	q.NodeCount, q.NodeFraction, q.EdgeFraction = usual.NodeCount, usual.NodeFraction, usual.EdgeFraction
	for _, doc := range d.docs.all {
		s := report.Document{Query: q, Notes: d.notebook.on(doc)}
		var p *model.Profile
		switch c := doc.content.(type) {
		case *profileContent:
			s.File, p = c.file, c.file.Profile
		case *traceContent:
			s.File = c.file
		case *comparedProfiles:
			s.Pair, s.Normalisation, p = c.pair, c.of.normalisation, c.pair.Pair.New
		case *comparedTraces:
			s.Pair = c.pair
		}
		if s.File == nil && s.Pair == nil {
			if doc.state != screen.Waiting { // a folder without a profile
				left = append(left, doc.name())
			}
			continue
		}
		if p != nil { // the sample type in force may be that of another document
			if _, err := p.SampleIndex(q.SampleIndex); err != nil {
				s.Query.SampleIndex = ""
			}
		}
		all = append(all, s)
	}
	return all, left
}

// report asks where to write a page of what is open, with the filters in force and
// the notes, and writes it.
func (e *exporter) report(path string) {
	d := e.desk
	documents, left := e.reported()
	if len(documents) == 0 {
		d.Notice = lang.L("A report tells of what is open: open a profile or a trace first.")
		d.Publish()
		return
	}
	title := model.Sanitise(d.docs.all[0].name())
	if d.keeper.workspace != "" {
		title = strings.TrimSuffix(filepath.Base(d.keeper.workspace), filepath.Ext(d.keeper.workspace))
	}
	if path == "" {
		begin := filepath.Join(cmp.Or(string(d.keeper.exported.Folder), d.Folder()), fileName(title)+".html")
		d.shell.ChoosePath(lang.L("Write a report"), begin, func(path string) { d.Do(screen.Report{Path: path}) })
		return
	}
	if filepath.Ext(path) == "" {
		path += ".html"
	}
	o := report.Options{Width: export.Width, Style: d.Display.Style()}
	helper := layout.Helper{Command: d.layouts.helper.Command}
	o.Layout = func(ctx context.Context, g *graph.Graph) (*graph.Chart, error) { return export.LayOut(ctx, &helper, g) }
	e.exporting(path, func(ctx context.Context) error {
		defer helper.Close()
		page := report.New(title, o.Style.Theme)
		for _, s := range documents {
			err := page.Add(ctx, s, o)
			if err != nil && s.Pair != nil && ctx.Err() == nil { // as where values per second are wanted of what says no duration
				page.Uncompared(s.Pair.Names[screen.BaseSide], s.Pair.Names[screen.NewSide], err)
			} else if err != nil {
				return err
			}
		}
		return export.File(ctx, path, page.Write)
	}, func() string {
		if len(left) == 0 {
			return written(path)
		}
		return lang.L("{{.Written}} · left out, as there is nothing of it to tell yet: {{.Names}}",
			lang.With{"Written": written(path), "Names": model.Sanitise(strings.Join(left, ", "))})
	})
}
