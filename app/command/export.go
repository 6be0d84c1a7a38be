package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"profstation/desk/export"
	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/scene"
	"profstation/timeline/figures"
)

// exporting is one call of the export command.
type exporting struct {
	queryFlags
	baseFlags
	tableFlags
	trendFlags
	view, out, format string

	width, height, scale   float64
	theme, color           string
	root, siblings         string
	search, pivot          string
	generics, noRecursions bool
	callTree               bool

	from, to  time.Duration // of a trace
	lanes     string
	fromTrace string
}

// writing is what writes an export.
type writing = func(io.Writer) error

// exportView is one thing that can be exported: the formats it can be written
// in, and how it is made, of a profile or of an execution trace.
type exportView struct {
	name    string
	formats []string
	profile func(*exporting, context.Context, *loader.File, *model.Result) (writing, error)
	trace   func(*exporting, context.Context, *loader.File) (writing, error)
	series  func(*exporting, *cobra.Command, model.Query, []string) (writing, error) // of files and folders
}

// exportViews are all views that can be exported, in the order of the help.
var exportViews = withSheets([]exportView{
	{name: "diff", formats: []string{"svg", "png", "csv", "json"}, profile: (*exporting).diff},
	{name: "durations", formats: drawn, trace: (*exporting).durations},
	{name: "flame", formats: []string{"svg", "png", "csv", "json"}, profile: (*exporting).flame},
	{name: "graph", formats: []string{"svg", "png", "csv", "dot"}, profile: (*exporting).graph},
	{name: "growth", formats: drawn, series: (*exporting).growth},
	{name: "labels", formats: withText, profile: (*exporting).labels},
	{name: "list", formats: withText, profile: (*exporting).list},
	{name: "peek", formats: withText, profile: (*exporting).peek},
	{name: "pivot", formats: withText[:4], profile: (*exporting).pivotTable},
	{name: "profile", formats: []string{"pprof"}, profile: (*exporting).filtered},
	{name: "summary", formats: []string{"md"}, profile: (*exporting).summary},
	{name: "timeline", formats: drawn, trace: (*exporting).timeline},
	{name: "top", formats: []string{"svg", "png", "csv", "json"}, profile: (*exporting).top},
	{name: "traces", formats: withText, profile: (*exporting).traces},
	{name: "trend", formats: drawn, series: (*exporting).trend},
	{name: "tree", formats: withText, profile: (*exporting).tree},
})

// withSheets puts the sheets of figures of a trace among views, each before the
// first one with a later name.
func withSheets(views []exportView) []exportView {
	for _, k := range figures.Sheets {
		at := slices.IndexFunc(views, func(v exportView) bool { return v.name > k.Name })
		views = slices.Insert(views, at, exportView{name: k.Name, formats: drawn, trace: (*exporting).figures})
	}
	return views
}

// drawn are the formats of what is a picture or a table of exact figures.
var drawn = []string{"svg", "png", "csv"}

// formats are those of all views.
var formats = []string{"svg", "png", "csv", "json", "dot", "md", "txt", "pprof"}

// viewNamed finds a view; the zero value has no name.
func viewNamed(name string) exportView {
	for _, v := range exportViews {
		if v.name == name {
			return v
		}
	}
	return exportView{}
}

// viewNames are the names of the views that keep is true of.
func viewNames(keep func(exportView) bool) []string {
	var names []string
	for _, v := range exportViews {
		if keep(v) {
			names = append(names, v.name)
		}
	}
	return names
}

// The views of profiles and of traces, and all of them.
func ofProfiles(v exportView) bool { return v.profile != nil }
func ofTraces(v exportView) bool   { return v.trace != nil }
func anyView(exportView) bool      { return true }

func newExport() *cobra.Command {
	e := &exporting{}
	cmd := &cobra.Command{
		Use:   "export --view VIEW -o OUT FILE...",
		Short: "Draw or tabulate a view without a window",
		Long: "Draw or tabulate a view without a window.\n\n" +
			"The format is the ending of OUT: .svg and .png are pictures, .csv and .json exact figures,\n" +
			".txt is what go tool pprof prints, .pprof the profile that the filters leave (no --view needed).\n" +
			"The views peek and list show the functions that --focus names.\n" +
			"With -o - and --format the result goes to standard output; - as FILE is standard input.\n" +
			"Several profiles of one kind are added up. The views trend and growth show them over time instead;\n" +
			"they take folders too.",
		Example: "  profstation export --view flame -o cpu.svg --focus 'json\\.' cpu.pprof\n" +
			"  profstation export --view top -o - --format csv --cum heap.pprof\n" +
			"  profstation export --view flame --from_trace sync --from 1s --to 2s -o sync.svg app.trace\n" +
			"  profstation export --view pivot --by endpoint,tenant -o who.csv cpu.pprof\n" +
			"  profstation export --view trend --by functions -o trend.svg run-3/",
		Args: args(cobra.MinimumNArgs(1), "a file, or - for standard input; several profiles are added up"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVar(&e.view, "view", "", "what to export: "+either(viewNames(anyView)))
	s.StringVarP(&e.out, "output", "o", "", "`file` to write; - is standard output")
	s.StringVar(&e.format, "format", "", either(formats)+" (default: the ending of the output file)")
	e.register(cmd)
	e.registerBase(cmd)
	e.registerTables(cmd)
	e.registerTrend(cmd)
	s.BoolVar(&e.beside, "beside", false, "with a base: "+either(besides)+" of both sides beside each other, not of the difference")
	s.Float64Var(&e.width, "width", 1200, "width of a picture in logical `pixels`")
	s.Float64Var(&e.height, "height", 0, "height of a picture in logical `pixels`, 0: all rows")
	s.Float64Var(&e.scale, "scale", 1, "pixels of a .png for each logical pixel")
	s.StringVar(&e.theme, "theme", scene.Light.Name, "colours of a picture: light or dark")
	s.StringVar(&e.color, "color", string(flame.ByPackage), "what colours of a flame graph tell: "+either(words(flame.Colorings)))
	s.StringVar(&e.root, "root", "up", "where a flame graph has its root: up or down")
	s.StringVar(&e.siblings, "sort_siblings", "weight", "order in a flame graph: weight or name")
	s.StringVar(&e.search, "search", "", "mark nodes that match the `regexp` in a picture")
	s.StringVar(&e.pivot, "pivot", "", "a flame graph of the heaviest node that matches the `regexp`: callees below, callers above it")
	s.BoolVar(&e.generics, "generics", false, "type arguments of generic functions in full in a flame graph")
	s.BoolVar(&e.callTree, "call_tree", false, "a box for each way to a function in a graph")
	s.BoolVar(&e.noRecursions, "collapse_recursion", false, "draw a node that calls itself once in a flame graph")
	s.DurationVar(&e.from, "from", 0, "of a trace: the `time` since its beginning from which on it is shown")
	s.DurationVar(&e.to, "to", 0, "of a trace: the `time` up to which it is shown (default: its end)")
	s.StringVar(&e.lanes, "lanes", "", "of a timeline: only lanes that match the `regexp`, such as P3, g12 or main\\.work; else: only such goroutines")
	s.StringVar(&e.fromTrace, "from_trace", "", "any view of a profile that is made out of a trace: "+either(traceProfileNames()))
	complete(cmd, "from_trace", traceProfileNames())
	complete(cmd, "view", viewNames(anyView))
	complete(cmd, "format", formats)
	complete(cmd, "theme", []string{scene.Light.Name, scene.Dark.Name})
	complete(cmd, "color", words(flame.Colorings))
	complete(cmd, "root", []string{"up", "down"})
	complete(cmd, "sort_siblings", []string{"weight", "name"})
	return cmd
}

// check finds what is wrong with the options before anything is read.
func (e *exporting) check() error {
	e.viewOfFormat()
	if err := known("view", e.view, viewNames(anyView)); err != nil {
		return err
	}
	if e.out == "" {
		return usagef("no output was given: add -o FILE, or -o - --format %s", either(formats))
	}
	if e.format == "" {
		if e.out == "-" {
			return usagef("standard output has no ending that tells a format: add --format %s", either(formats))
		}
		e.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(e.out), "."))
		if e.format == "" {
			return usagef("%q has no ending that tells a format: name it .svg, .png, .csv or .json, or add --format", e.out)
		}
	}
	if err := known("format", e.format, formats); err != nil {
		return err
	}
	all, what := viewNamed(e.view).formats, "the view "+e.view
	if e.beside {
		all, what = drawn, "what stands beside each other"
	}
	if !slices.Contains(all, e.format) {
		return usagef("%s cannot be written as %s, only as %s", what, e.format, either(all))
	}
	for _, x := range []struct {
		name        string
		value       float64
		least, most float64
	}{
		{"width", e.width, 100, 100_000}, {"scale", e.scale, 0.1, 16}, {"height", e.height, 0, 10_000_000},
	} {
		if !(x.value >= x.least && x.value <= x.most) || math.IsNaN(x.value) {
			return usagef("--%s=%v: expected a number from %v to %v", x.name, x.value, x.least, x.most)
		}
	}
	for _, x := range []struct {
		name, value string
		all         []string
	}{
		{"theme", e.theme, []string{scene.Light.Name, scene.Dark.Name}},
		{"color", e.color, words(flame.Colorings)},
		{"root", e.root, []string{"up", "down"}},
		{"sort_siblings", e.siblings, []string{"weight", "name"}},
	} {
		if _, err := oneOf(x.name, x.value, x.all); err != nil {
			return err
		}
	}
	for _, x := range []struct{ name, text string }{{"search", e.search}, {"pivot", e.pivot}} {
		if _, err := compile(x.name, x.text); err != nil {
			return err
		}
	}
	if err := e.checkTrace(); err != nil {
		return err
	}
	if err := e.checkTables(e.view); err != nil {
		return err
	}
	if err := e.checkTrend(); err != nil {
		return err
	}
	return e.checkBase(e.view, e.out)
}

func known(what, word string, all []string) error {
	switch {
	case word == "":
		return usagef("no %s was given: add --%s %s", what, what, either(all))
	}
	_, err := oneOf(what, word, all)
	return err
}

func (e *exporting) run(cmd *cobra.Command, files []string) error {
	if err := e.check(); err != nil {
		return err
	}
	q, err := e.ask(cmd)
	if err != nil {
		return err
	}
	if e.view == "flame" && !e.beside {
		q = q.Whole() // small boxes are merged, not left out
	}
	for _, file := range files {
		if e.out != "-" && same(e.out, file) {
			return usagef("the output would replace the profile %s: choose another name", file)
		}
	}
	write, err := e.prepared(cmd, files, q)
	if err != nil {
		return err
	}
	if e.out == "-" {
		if err := export.Stream(cmd.Context(), cmd.OutOrStdout(), write); err != nil {
			return export.Failed("standard output", err)
		}
		return nil
	}
	return export.File(cmd.Context(), e.out, write)
}

// prepared reads what is to be written.
func (e *exporting) prepared(cmd *cobra.Command, files []string, q model.Query) (writing, error) {
	if v := viewNamed(e.view); v.series != nil {
		return v.series(e, cmd, q, files)
	}
	if e.showsBoth(e.view) && len(files)+len(e.bases()) > 2 {
		return e.ofGroups(cmd, files, q)
	}
	f, err := openSum(cmd, files)
	if err != nil {
		return nil, err
	}
	return e.writer(cmd, f, q)
}

// ofGroups is prepared for groups of recordings, which are added up and judged by
// how they differ.
func (e *exporting) ofGroups(cmd *cobra.Command, files []string, q model.Query) (writing, error) {
	paths := [2][]string{sideBase: e.bases(), sideNew: files}
	sides, err := openSides(cmd, paths)
	if err != nil {
		return nil, err
	}
	f := &loader.File{Name: sideName(files), Profile: sides.pair.New}
	if viewNamed(e.view).profile == nil {
		return nil, e.notOfProfiles(f)
	}
	e.pair, e.groups, e.baseName = sides.pair, sides.groups, sideName(paths[sideBase])
	warnLeft(cmd, e.pair)
	return e.answered(cmd, f, f.Profile, q)
}

func (e *exporting) notOfProfiles(f *loader.File) error {
	return fmt.Errorf("%s is a profile: the view %s is of execution traces, of profiles there is %s", f.Name, e.view, either(viewNames(ofProfiles)))
}

// writer prepares what is to be written.
func (e *exporting) writer(cmd *cobra.Command, f *loader.File, q model.Query) (writing, error) {
	v := viewNamed(e.view)
	if f.Trace != nil {
		if v.trace == nil && e.fromTrace == "" {
			return nil, fmt.Errorf("%s is an execution trace: the view %s is of profiles, of traces there is %s; --from_trace makes a profile out of it",
				f.Name, e.view, either(viewNames(ofTraces)))
		}
		warnAny(cmd, f)
		if v.trace != nil {
			if err := e.readBaseTrace(cmd, f); err != nil {
				return nil, err
			}
			return v.trace(e, cmd.Context(), f)
		}
		var err error
		if f, err = e.derive(cmd.Context(), f); err != nil {
			return nil, err
		}
	} else if e.fromTrace != "" {
		return nil, fmt.Errorf("%s is a profile: --from_trace makes one out of an execution trace", f.Name)
	}
	if v.profile == nil {
		return nil, e.notOfProfiles(f)
	}
	p, err := e.subtract(cmd, e.view, f)
	if err != nil {
		return nil, err
	}
	warn(cmd, f)
	return e.answered(cmd, f, p, q)
}

// answered asks a profile, and prepares the view of the answer.
func (e *exporting) answered(cmd *cobra.Command, f *loader.File, p *model.Profile, q model.Query) (writing, error) {
	r, err := p.Evaluate(q)
	if err != nil {
		return nil, err
	}
	for _, name := range r.Unused {
		tell(cmd, "warning: %s: --%s matches nothing in this profile", f.Name, name)
	}
	return viewNamed(e.view).profile(e, cmd.Context(), f, r)
}

// picture writes a drawing in the format asked for.
func (e *exporting) picture(p scene.Picture, title string) (func(io.Writer) error, error) {
	d := export.Of(p, title)
	if e.height > 0 {
		d.Height = e.height
	}
	if e.format == "svg" {
		return d.SVG, nil
	}
	if err := d.Check(e.scale); err != nil {
		return nil, usagef("%v", err)
	}
	return func(w io.Writer) error { return d.PNG(w, e.scale) }, nil
}

func (e *exporting) colours() *scene.Theme {
	if e.theme == scene.Dark.Name {
		return &scene.Dark
	}
	return &scene.Light
}

// title is the name of a file above its picture.
func title(f *loader.File) string {
	if f.Name == "-" {
		return "standard input"
	}
	return model.Sanitise(filepath.Base(f.Name))
}

// same tells whether two names are the same existing file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// noMatch is what a search that has to find something found nothing for.
func noMatch(option, text string) error {
	return fmt.Errorf("--%s=%s: no node that is left matches", option, model.Sanitise(text))
}
