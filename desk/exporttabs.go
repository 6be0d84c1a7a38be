package desk

import (
	"context"
	"io"
	"strings"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/report"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/model"
	"profstation/table"
)

// labelFormats are the ways to write the Labels tab: all keys with their values,
// or the table of two.
func (a shown) labelFormats() (view string, formats []Format) {
	if p := a.Labels.Pivot; p != nil {
		return "pivot", append(a.tablePictures(p.Heading(), func() *table.Table { return p.Table(screen.MostPivotColumns) }),
			tableFile(".csv", lang.L("CSV, exact figures"), p.Cells().WriteCSV),
			tableFile(".json", lang.L("JSON, exact figures"), p.WriteJSON))
	}
	report := table.Labels(a.Name, a.Result)
	return "labels", a.reportFormats(report, report.Table())
}

// peekFormats are the ways to write who calls the selected nodes, and whom they
// call.
func (a shown) peekFormats() (view string, formats []Format) {
	report := table.PeekAt(a.Name, a.Result, a.Peek.Nodes...)
	return "peek", a.reportFormats(report, report.Table())
}

// sourceFormats are the ways to write the file, or the instructions, of the
// Source tab.
func (a shown) sourceFormats() (view string, formats []Format) {
	s := a.Source
	if s.Source.Listing == nil {
		return "assembly", []Format{tableFile(".csv", lang.L("CSV, exact figures"), s.Table.WriteCSV)}
	}
	report := &table.ListReport{File: a.Name, Result: a.Result, Listings: []table.Source{s.Source}}
	return "list", a.reportFormats(report, report.Figures())
}

// reportFormats are the ways to write a report. figures is the table of a CSV
// file.
func (a shown) reportFormats(r table.Report, figures *table.Table) []Format {
	return append(a.tablePictures(r.Heading(), r.Table),
		tableFile(".csv", lang.L("CSV, exact figures"), figures.WriteCSV),
		tableFile(".json", lang.L("JSON, exact figures"), r.WriteJSON),
		tableFile(".txt", lang.L("Text, as pprof prints it"), r.WriteText))
}

// filteredProfile is what the filters leave, as a profile that go tool pprof
// reads.
func (a shown) filteredProfile() Format {
	return Format{Ending: ".pprof", Label: lang.L("Profile, what the filters leave"), write: func(ctx context.Context, w io.Writer, _ ExportLook) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return loader.Write(w, a.Result)
	}}
}

// tablePictures are the pictures of a table whose rows are in an order of their
// own. The table is made for each picture: that of the window is drawn meanwhile.
func (a shown) tablePictures(heading []string, of func() *table.Table) []Format {
	return pictures(always(func(l ExportLook) export.Drawing {
		p := &table.Picture{
			Head:  l.head(append([]string{a.about()}, heading...)...),
			Table: of(), Theme: l.Theme, Empty: lang.L("No rows are left."), Width: l.Width, SortColumn: -1,
		}
		return l.drawing(p)
	}))
}

// trendFormats are the ways to write a trend.
func (a shown) trendFormats() []Format {
	t := *a.Trend.Trend
	heading := []string{string(t.Lines.Kind) + " · " + model.Sanitise(t.Lines.Type.Type) + " · " + model.Count(int64(len(t.Lines.Points))) + lang.L(" profiles")}
	if name := a.TrendKey.Choice.Name; name != "" {
		heading = append(heading, model.Sanitise(strings.ReplaceAll(name, "\n", " › ")))
	}
	if asked := report.Asked(a.TrendKey.Query); asked != "" {
		heading = append(heading, asked)
	}
	draw := func(l ExportLook) export.Drawing {
		return l.drawing(&table.TrendPicture{Head: l.head(heading...), Trend: &t, Theme: l.Theme, Width: l.Width})
	}
	return append(pictures(always(draw)), tableFile(".csv", lang.L("CSV, exact figures"), t.WriteCSV))
}
