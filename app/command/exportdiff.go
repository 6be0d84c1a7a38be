package command

import (
	"context"
	"math"
	"regexp"
	"slices"

	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/table"
)

// compared answers the query on both sides, and on their recordings where there
// are several.
func (e *exporting) compared(r *model.Result) (*compare.Comparison, *compare.Groups, error) {
	n, err := e.normalisationOf(e.groups)
	if err != nil {
		return nil, nil, err
	}
	return e.pair.EvaluateGroups(e.groups[sideBase], e.groups[sideNew], r.Query, n)
}

// quiet marks the nodes of a difference that changed by sampling noise only.
func (e *exporting) quiet(r *model.Result) ([]bool, error) {
	if e.pair == nil {
		return nil, nil
	}
	c, _, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	return c.NoiseIn(r.Nodes), nil
}

// diff is what changed: a table in files of figures, a flame graph in pictures.
func (e *exporting) diff(ctx context.Context, f *loader.File, r *model.Result) (writing, error) {
	c, g, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	switch {
	case g != nil && e.format == "csv":
		rows := loud(g.Rows, r.Query.NodeCount, e.noise, func(r *compare.GroupRow) (flat, cum *compare.Verdict) { return &r.Flat.Verdict, &r.Cum.Verdict })
		return table.Groups(g, rows).WriteCSV, nil
	case g != nil && e.format == "json":
		return nil, usagef("groups of recordings are written as .csv or as a picture, not as .json")
	case e.format == "csv" || e.format == "json":
		rows := loud(c.Rows(), r.Query.NodeCount, e.noise, func(r *compare.Row) (flat, cum *compare.Verdict) { return &r.Flat.Verdict, &r.Cum.Verdict })
		if e.format == "csv" {
			return table.Diff(c, rows).WriteCSV, nil
		}
		report := &table.DiffReport{Base: e.baseName, New: f.Name, Comparison: c, Rows: rows}
		return report.WriteJSON, nil
	}
	o, err := e.flameOptions(r)
	if err != nil {
		return nil, err
	}
	o.Columns = int(math.Ceil(e.width))
	chart, err := flame.NewDiff(ctx, c, compare.Width(e.widthBy), o)
	if err != nil {
		return nil, err
	}
	p := &flame.Picture{
		Head: scene.Heading{Title: e.twinTitle(f)}, Chart: chart, Width: e.width,
		Style: flame.Style{Theme: e.colours(), Generics: e.generics, RootDown: e.root == "down"},
	}
	if e.search != "" {
		p.Match = chart.Result.Matches(regexp.MustCompile(e.search))
	}
	return e.picture(p, p.Head.Title)
}

// summary is the largest changes in words, for a pull request.
func (e *exporting) summary(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	c, _, err := e.compared(r)
	if err != nil {
		return nil, err
	}
	n := e.sideNames(f)
	s := &compare.Summary{Comparison: c, Base: n[sideBase], New: n[sideNew]}
	return s.WriteMarkdown, nil
}

// loud are the first n of the rows, without those within noise unless they are
// wanted; all where n is not positive.
func loud[Row any](rows []Row, n int, noise bool, verdicts func(*Row) (flat, cum *compare.Verdict)) []Row {
	if !noise {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
			flat, cum := verdicts(&r)
			return flat.Noise() && cum.Noise()
		})
	}
	if n > 0 {
		rows = rows[:min(n, len(rows))]
	}
	return rows
}
