package app

import (
	"context"
	"io"
	"regexp"
	"strings"

	"profstation/app/export"
	"profstation/loader"
	"profstation/model"
	"profstation/table"
	"profstation/views"
)

// labelFormats are the ways to write the Labels tab: all keys with their values,
// or the table of two.
func (a *answer) labelFormats() (view string, formats []Format) {
	if p := a.Labels.Pivot; p != nil {
		return "pivot", append(a.tablePictures(p.Heading(), func() *table.Table { return p.Table(views.MostPivotColumns) }),
			Format{".csv", "CSV, exact figures", plain(p.Cells().WriteCSV)},
			Format{".json", "JSON, exact figures", plain(p.WriteJSON)})
	}
	report := table.Labels(a.Name, a.Result)
	return "labels", a.reportFormats(report, report.Table())
}

// peekFormats are the ways to write who calls the selected node, and whom it
// calls.
func (a *answer) peekFormats() (view string, formats []Format) {
	node := a.Result.Nodes.Node(a.Peek.Node)
	report := table.Peek(a.Name, a.Result, regexp.MustCompile(exactly(node)))
	return "peek", a.reportFormats(report, report.Table())
}

// sourceFormats are the ways to write the file, or the instructions, of the
// Source tab.
func (a *answer) sourceFormats() (view string, formats []Format) {
	s := a.Source
	if s.Source.Listing == nil {
		return "assembly", []Format{{".csv", "CSV, exact figures", plain(s.Table.WriteCSV)}}
	}
	report := &table.ListReport{File: a.Name, Result: a.Result, Listings: []table.Source{s.Source}}
	return "list", a.reportFormats(report, report.Figures())
}

// reportFormats are the ways to write a report. figures is the table of a CSV
// file.
func (a *answer) reportFormats(r table.Report, figures *table.Table) []Format {
	return append(a.tablePictures(r.Heading(), r.Table),
		Format{".csv", "CSV, exact figures", plain(figures.WriteCSV)},
		Format{".json", "JSON, exact figures", plain(r.WriteJSON)},
		Format{".txt", "Text, as pprof prints it", plain(r.WriteText)})
}

// filteredProfile is what the filters leave, as a profile that go tool pprof
// reads.
func (a *answer) filteredProfile() Format {
	return Format{".pprof", "Profile, what the filters leave", func(ctx context.Context, w io.Writer) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return loader.Write(w, a.Result)
	}}
}

// tablePictures are the pictures of a table whose rows are in an order of their
// own. The table is made for each picture: that of the window is drawn meanwhile.
func (a *answer) tablePictures(heading []string, of func() *table.Table) []Format {
	return pictures(func() export.Drawing {
		p := &table.Picture{
			Table: of(), Theme: a.wish.display.Theme, Title: a.Name, Heading: heading,
			Empty: "No rows are left.", Width: exportWidth, SortColumn: -1,
		}
		return export.Drawing{
			Width: p.Width, Height: p.Height(), Title: model.Sanitise(p.Title),
			Desc: strings.Join(p.Heading, "\n"), Draw: p.Draw,
		}
	})
}
