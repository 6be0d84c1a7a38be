package command

import (
	"io"
	"regexp"

	"profstation/loader"
	"profstation/model"
	"profstation/table"
)

// top prepares the table of nodes.
func (e *exporting) top(f *loader.File, r *model.Result) (func(io.Writer) error, error) {
	report := &table.TopReport{File: f.Name, Result: r, Table: r.Top()}
	rows := report.Table.Rows
	t := table.TopIn(r, rows, e.unit)
	switch e.format {
	case "csv":
		return t.WriteCSV, nil
	case "json":
		return report.WriteJSON, nil
	}
	p := &table.Picture{
		Table: t, Theme: e.colours(), Title: title(f), Heading: report.Heading(),
		Empty: "No rows are left: remove a filter, choose another sample type or lower --nodefraction.",
		Width: e.width, SortColumn: table.TopFlat, Descending: true,
	}
	if r.Query.Sort == model.ByCum {
		p.SortColumn = table.TopCum
	}
	if e.search != "" {
		match := r.Matches(regexp.MustCompile(e.search))
		p.Match = func(row int) bool { return match[rows[row].Node] }
	}
	return e.picture(drawing{
		width: e.width, height: p.Height(), theme: e.colours(),
		title: p.Title, desc: description(p.Heading),
		draw: p.Draw,
	})
}
