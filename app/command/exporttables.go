package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/source"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// withText are the formats of tables that go tool pprof prints as text.
var withText = []string{"svg", "png", "csv", "json", "txt"}

// tableFlags are the options of the views that are tables.
type tableFlags struct {
	by                   []string // the keys of a pivot
	sourcePath, trimPath string   // where list looks for code
}

func (t *tableFlags) registerTables(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringSliceVar(&t.by, "by", nil, "the label `keys` of a pivot: two, or one for functions by its values; one for --color=label")
	s.StringVar(&t.sourcePath, "source_path", "", "`folders` that list reads code from, besides Go's own (default: the current one)")
	s.StringVar(&t.trimPath, "trim_path", "", "`beginnings` of paths that are not looked for in them")
	cmd.RegisterFlagCompletionFunc("by", completeKeys)
}

// checkTables finds what is wrong with the options before anything is read.
func (t *tableFlags) checkTables(view string) error {
	switch {
	case len(t.by) > 2 || view == "pivot" && len(t.by) == 0:
		return usagef("--by: found %s, expected two, or one for functions by its values", count(len(t.by), "label key"))
	case viewNamed(view).series != nil:
	case len(t.by) > 0 && view != "pivot" && view != "flame":
		return usagef("--by is for the view pivot, and for a flame graph with --color=label")
	}
	return nil
}

// viewOfFormat is what a format is enough to tell: a profile is written of any
// view of profiles, and without naming one.
func (e *exporting) viewOfFormat() {
	out := strings.ToLower(e.out)
	ending := e.format == "" && (strings.HasSuffix(out, ".pprof") || strings.HasSuffix(out, ".pb.gz"))
	if e.format != "pprof" && !ending {
		return
	}
	e.format = "pprof"
	if e.view == "" || viewNamed(e.view).profile != nil && !bothSides[e.view] {
		e.view = "profile"
	}
}

// pivotColumns is how many values of a key a picture has room for.
const pivotColumns = 12

// labels prepares the labels of a profile.
func (e *exporting) labels(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	t := table.Labels(f.Name, r)
	return e.report(f, t, t.Table(), "This profile has no labels, or the filters leave none.")
}

// pivotTable prepares two keys against each other, or functions by one.
func (e *exporting) pivotTable(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	var axes []model.LabelAxis
	for _, key := range e.by {
		a, ok := r.Profile.FindAxis(key)
		if !ok {
			return nil, unknownKey(r.Profile, key)
		}
		axes = append(axes, a)
	}
	var t *table.PivotReport
	if len(axes) == 2 {
		t = table.Pivot(f.Name, r, axes[0], axes[1])
	} else {
		t = table.PivotFunctions(f.Name, r, axes[0])
	}
	switch e.format {
	case "csv":
		return t.Cells().WriteCSV, nil
	case "json":
		return t.WriteJSON, nil
	}
	return e.tablePicture(f, t.Table(pivotColumns), t.Heading(), "No samples are left.")
}

// labelOf is the key that --by names, or the heaviest.
func (e *exporting) labelOf(r *model.Result) (model.LabelAxis, error) {
	keys := r.Labels()
	switch {
	case len(e.by) > 0:
		a, ok := r.Profile.FindAxis(e.by[0])
		if !ok {
			return a, unknownKey(r.Profile, e.by[0])
		}
		return a, nil
	case len(keys) == 0:
		return model.LabelAxis{}, nil
	}
	return keys[0].Axis, nil
}

func unknownKey(p *model.Profile, key string) error {
	var keys []string
	for _, a := range p.LabelAxes() {
		if s := model.Sanitise(a.Key); len(keys) == 0 || keys[len(keys)-1] != s {
			keys = append(keys, s)
		}
	}
	if len(keys) == 0 {
		return fmt.Errorf("--by=%s: the profile has no labels", model.Sanitise(key))
	}
	return fmt.Errorf("--by=%s: no label has this key, only %s", model.Sanitise(key), strings.Join(keys, ", "))
}

// peek prepares the nodes that --focus names, all without it, with their
// callers and callees.
func (e *exporting) peek(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	return e.around(f, table.Peek(f.Name, r, regexp.MustCompile(r.Query.Focus)))
}

// tree prepares the nodes that a graph would show, with their callers and
// callees.
func (e *exporting) tree(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	return e.around(f, table.Tree(f.Name, r))
}

func (e *exporting) around(f *loader.File, t *table.PeekReport) (writing, error) {
	return e.report(f, t, t.Table(), "No nodes are left.")
}

// filtered prepares the profile that the query leaves.
func (e *exporting) filtered(_ context.Context, _ *loader.File, r *model.Result) (writing, error) {
	return func(w io.Writer) error { return loader.Write(w, r) }, nil
}

// traces prepares all samples with their stacks.
func (e *exporting) traces(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	t := table.Traces(f.Name, r)
	return e.report(f, t, t.Table(), "No samples are left.")
}

// list prepares the code of the functions that --focus names, by their names
// or, if none has such a name, by their files; of all functions without it.
func (e *exporting) list(_ context.Context, f *loader.File, r *model.Result) (writing, error) {
	re := regexp.MustCompile(r.Query.Focus)
	listings := r.List(re)
	if len(listings) == 0 {
		for _, l := range r.List(regexp.MustCompile("")) {
			if re.MatchString(l.File) {
				listings = append(listings, l)
			}
		}
	}
	folders := filepath.SplitList(e.sourcePath)
	if len(folders) == 0 {
		folders = []string{"."}
	}
	finder := source.New(source.Options{Folders: folders, Trim: filepath.SplitList(e.trimPath)})
	t := &table.ListReport{File: f.Name, Result: r}
	for _, l := range listings {
		text := finder.Find(l.File, r.Profile.Time)
		t.Listings = append(t.Listings, table.Source{Listing: l, Text: text.Lines, Note: text.Note()})
	}
	return e.report(f, t, t.Figures(), "No lines are left.")
}

// report writes a table in the format asked for. figures is the table of a CSV
// file.
func (e *exporting) report(f *loader.File, t table.Report, figures *table.Table, empty string) (writing, error) {
	switch e.format {
	case "csv":
		return figures.WriteCSV, nil
	case "json":
		return t.WriteJSON, nil
	case "txt":
		return t.WriteText, nil
	}
	return e.tablePicture(f, t.Table(), t.Heading(), empty)
}

// tablePicture draws a table whose rows are in an order of their own.
func (e *exporting) tablePicture(f *loader.File, t *table.Table, heading []string, empty string) (writing, error) {
	p := &table.Picture{
		Head: scene.Heading{Title: title(f), Lines: heading}, Table: t, Theme: e.colours(), Empty: empty,
		Width: e.width, SortColumn: -1,
	}
	if e.search != "" {
		re, last := regexp.MustCompile(e.search), len(t.Columns)-1
		for i, c := range t.Columns {
			if c.Width == 0 {
				last = i
			}
		}
		p.Match = func(row int) bool { return re.MatchString(t.Cell(row, last)) }
	}
	return e.picture(p, p.Head.Title)
}
