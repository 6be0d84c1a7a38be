package command

import (
	"cmp"
	"context"
	"io"
	"regexp"

	"profstation/loader"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// top prepares the table of nodes.
func (e *exporting) top(_ context.Context, f *loader.File, r *model.Result) (func(io.Writer) error, error) {
	if e.beside {
		return e.topsBeside(f, r)
	}
	report := &table.TopReport{File: f.Name, Result: r, Table: r.Top()}
	rows := report.Table.Rows
	t := table.TopIn(r, rows, cmp.Or(r.Query.Unit, "minimum"))
	switch e.format {
	case "csv":
		return t.WriteCSV, nil
	case "json":
		return report.WriteJSON, nil
	}
	p := &table.Picture{
		Head: scene.Heading{Title: title(f), Lines: report.Heading()}, Table: t, Theme: e.colours(),
		Empty: "No rows are left: remove a filter, choose another sample type or lower --nodefraction.",
		Width: e.width, SortColumn: table.TopFlat, Descending: true,
	}
	if r.Query.Sort == model.ByCum {
		p.SortColumn = table.TopCum
	}
	if e.search != "" {
		match := r.Matches(regexp.MustCompile(e.search))
		p.Match = func(row int) bool { return match[rows[row].Node] }
		p.Head.Lines = append(p.Head.Lines, searchLine(r, e.search, match))
	}
	return e.picture(p, p.Head.Title)
}

// searchLine says how much the samples account for in which a match stands.
func searchLine(r *model.Result, text string, match []bool) string {
	net, _ := r.MatchTotal(match)
	return "search=" + model.Sanitise(text) + " is in " +
		model.Format(net, r.Type.Unit, "auto") + " (" + model.Percent(net, r.Total) + ")"
}
