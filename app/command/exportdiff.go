package command

import (
	"context"
	"math"
	"path/filepath"
	"regexp"
	"slices"

	"profstation/app/export"
	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// compared answers the query on both sides.
func (e *exporting) compared(r *model.Result) (*compare.Comparison, error) {
	n, err := e.normalisation()
	if err != nil {
		return nil, err
	}
	return e.pair.Evaluate(r.Query, n)
}

// quiet marks the nodes of a difference that changed by sampling noise only.
func (e *exporting) quiet(r *model.Result) ([]bool, error) {
	if e.pair == nil {
		return nil, nil
	}
	c, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	return c.NoiseIn(r.Nodes), nil
}

// diff is what changed: a table in files of figures, a flame graph in pictures.
func (e *exporting) diff(ctx context.Context, f *loader.File, r *model.Result) (writing, error) {
	c, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	if e.format == "csv" || e.format == "json" {
		rows := c.Rows()
		if !e.noise {
			rows = slices.DeleteFunc(rows, func(r compare.Row) bool {
				return r.Flat.Verdict.Noise() && r.Cum.Verdict.Noise()
			})
		}
		if n := c.Query.NodeCount; n > 0 && n < len(rows) {
			rows = rows[:n]
		}
		if e.format == "csv" {
			return table.Diff(c, rows).WriteCSV, nil
		}
		report := &table.DiffReport{Base: e.baseName, New: f.Name, Comparison: c, Rows: rows}
		return report.WriteJSON, nil
	}
	o := flame.Options{
		Pivot: model.NoNode, Recursion: e.noRecursions, ByName: e.siblings == "name",
		Columns: int(math.Ceil(e.width)),
	}
	if e.pivot != "" {
		n, ok := heaviest(r, regexp.MustCompile(e.pivot))
		if !ok {
			return nil, noMatch("pivot", e.pivot)
		}
		o.Pivot = n
	}
	chart, err := flame.NewDiff(ctx, c, compare.Width(e.widthBy), o)
	if err != nil {
		return nil, err
	}
	p := &flame.Picture{
		Chart: chart, Width: e.width,
		Title: model.Sanitise(filepath.Base(e.baseName)) + " → " + title(f),
		Style: flame.Style{Theme: e.colours(), Generics: e.generics, RootDown: e.root == "down"},
	}
	if e.search != "" {
		p.Match = chart.Result.Matches(regexp.MustCompile(e.search))
	}
	return e.picture(export.Drawing{
		Width: e.width, Height: p.Height(),
		Title: p.Title, Desc: description(p.Heading()), Draw: p.Draw,
	})
}

// summary is the largest changes in words, for a pull request.
func (e *exporting) summary(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	c, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	s := &compare.Summary{Comparison: c, Base: filepath.Base(e.baseName), New: title(f)}
	return s.WriteMarkdown, nil
}
