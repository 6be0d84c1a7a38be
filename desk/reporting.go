package desk

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/report"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
)

// reportSection is what a report tells of one document. What is in it does not
// change any more.
type reportSection struct {
	file       *loader.File
	joined     *answer.Pair // of comparisons
	names      [2]string
	normalised compare.Normalisation
	query      model.Query
	notes      []report.Note
}

// reportSections are those of the open documents, in their order, and the names of
// those that there is nothing of to tell yet.
func (d *Desk) reportSections() (all []reportSection, left []string) {
	q, usual := d.walk.place().Query, model.DefaultQuery()
	q.NodeCount, q.NodeFraction, q.EdgeFraction = usual.NodeCount, usual.NodeFraction, usual.EdgeFraction
	for _, doc := range d.docs.all {
		s := reportSection{query: q}
		for _, n := range d.notebook.on(doc) {
			s.notes = append(s.notes, report.Note{On: n.On, Text: n.Text, Goroutine: n.Goroutine, At: n.At})
		}
		var p *model.Profile
		switch c := doc.content.(type) {
		case *profileContent:
			s.file, p = c.file, c.file.Profile
		case *traceContent:
			s.file = c.file
		case *comparedProfiles:
			s.joined, s.names, s.normalised, p = c.pair, c.of.names(), c.of.normalisation, c.pair.Pair.New
		case *comparedTraces:
			s.joined, s.names = c.pair, c.of.names()
		}
		if s.file == nil && s.joined == nil {
			if doc.state != screen.Waiting { // a folder without a profile
				left = append(left, doc.name())
			}
			continue
		}
		if p != nil { // the sample type in force may be that of another document
			if _, err := p.SampleIndex(q.SampleIndex); err != nil {
				s.query.SampleIndex = ""
			}
		}
		all = append(all, s)
	}
	return all, left
}

// report asks where to write a page of what is open, with the filters in force and
// the notes, and writes it.
func (d *Desk) report(path string) {
	sections, left := d.reportSections()
	if len(sections) == 0 {
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
	o := report.Options{EdgeFraction: model.DefaultQuery().EdgeFraction, Width: ExportWidth, Style: d.Display.Style()}
	helper := layout.Helper{Command: d.layouts.helper.Command}
	o.Layout = func(ctx context.Context, g *graph.Graph) (*graph.Chart, error) { return report.LayOut(ctx, &helper, g) }
	d.exporting(path, func(ctx context.Context) error {
		defer helper.Close()
		page := report.New(title, o.Style.Theme)
		if err := writeSections(ctx, page, sections, o); err != nil {
			return err
		}
		return export.File(ctx, path, page.Write)
	}, func() string {
		if len(left) == 0 {
			return written(path)
		}
		return written(path) + lang.L(" · left out, as there is nothing of it to tell yet: ") + model.Sanitise(strings.Join(left, ", "))
	})
}

func writeSections(ctx context.Context, page *report.Page, sections []reportSection, o report.Options) error {
	for _, s := range sections {
		o.Query, o.Notes = s.query, s.notes
		if err := writeSection(ctx, page, &s, o); err != nil {
			return err
		}
	}
	return nil
}

func writeSection(ctx context.Context, page *report.Page, s *reportSection, o report.Options) error {
	base, name := s.names[screen.BaseSide], s.names[screen.NewSide]
	switch {
	case s.joined == nil:
		return page.File(ctx, s.file, o)
	case s.joined.Traces != nil:
		page.Contrast(base, name, s.joined.Traces, o)
		return nil
	}
	groups := s.joined.Groups
	c, g, err := s.joined.Pair.EvaluateGroups(groups[screen.BaseSide], groups[screen.NewSide], s.query, s.normalised)
	if err != nil { // as where values per second are wanted of what says no duration
		page.Uncompared(base, name, err)
		return nil
	}
	return page.Comparison(ctx, base, name, c, g, o)
}
