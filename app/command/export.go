package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/disk"
	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/timeline/analysis"
)

// exporting is one call of the export command.
type exporting struct {
	queryFlags
	reportFlags
	baseFlags
	trendFlags
	traceFlags
	sourceFlags
	view, out, format string
	sized             bool // the picture's size was given

	look          ask.Look    // without a title
	display       ask.Display // for flame graphs and call graphs
	search, pivot string
	pivotal       *regexp.Regexp // pivot, compiled
	by            []string       // the label keys for a pivot table, or for what else is divided by labels
	binary        string         // the program that was given before the profile, as in pprof; "": none
	heap          string         // a heap profile of the same process; "": none
	comment       string         // added to the profile's own
	warnings      []string       // about the files that were read
}

func newExport() *cobra.Command {
	e := &exporting{look: ask.Look{Whole: true}}
	cmd := &cobra.Command{
		Use:   "export --view VIEW -o OUT FILE...",
		Short: "Export a view as a picture or a table, without a window",
		Long: "Export a view as a picture or a table, without a window.\n\n" +
			"The extension of OUT chooses the format: .svg and .png are pictures, .csv and .json exact figures,\n" +
			".txt is what go tool pprof prints. .pprof, .speedscope and .collapsed are the filtered profile (no --view needed).\n" +
			"The views peek, list, weblist and disasm show the functions that match --focus. The last two need the\n" +
			"program: give it before the profile, or its folder in PPROF_BINARY_PATH, if it is not where the profile says.\n" +
			"The report options of go tool pprof work, too: profstation export -top -cum cpu.pprof.\n" +
			"With -o - and --format the result goes to standard output; - as FILE is standard input.\n" +
			"An address such as http://host:6060/debug/pprof/heap is fetched, for --seconds.\n" +
			"Several profiles of one kind are added up. The views trend and growth show them over time instead;\n" +
			"they take folders too.\n\n" +
			"Views, their input and their formats:\n\n" + viewTable(),
		Example: "  profstation export --view flame -o cpu.svg --focus 'json\\.' cpu.pprof\n" +
			"  profstation export --view top -o - --format csv --cum heap.pprof\n" +
			"  profstation export --view flame --from_trace sync --from 1s --to 2s -o sync.svg app.trace\n" +
			"  profstation export --view pivot --by endpoint,tenant -o who.csv cpu.pprof\n" +
			"  profstation export --view trend --by functions -o trend.svg run-3/",
		Args: args(cobra.MinimumNArgs(1), "a file, or - for standard input; several profiles are merged"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := e.check(); err != nil {
				return err
			}
			q, err := e.ask(cmd.Flags())
			if err != nil {
				return err
			}
			if err := checkTLS(cmd.Flags(), append(e.bases(), args...)); err != nil {
				return err
			}
			e.sized = cmd.Flags().Changed("scale") || cmd.Flags().Changed("width")
			return e.run(callOf(cmd), args, q)
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVar(&e.view, "view", "", "what to export: "+either(viewNames(anyView)))
	s.StringVarP(&e.out, "output", "o", "", "`file` to write; - is standard output")
	s.StringVar(&e.format, "format", "", either(formatNames(ask.Formats))+" (default: the ending of the output file)")
	e.registerReports(cmd)
	e.registerQuery(cmd)
	e.registerBase(cmd)
	s.StringVar(&e.heap, "heap", "", "a heap profile of the same process, a `file`: --charge_gc goes by its bytes in use")
	s.StringSliceVar(&e.by, "by", nil,
		"the label `keys` of a pivot: two, or one for functions by its values; one for --color=label or the lanes of a flamechart")
	e.registerSources(s, "list and weblist read")
	cmd.RegisterFlagCompletionFunc("by", completeFrom(keysOf))
	e.registerTrend(cmd)
	s.StringVar(&e.comment, "add_comment", "", "a `text` that reports show above their rows, and written profiles keep")
	registerIdle(cmd)
	s.BoolVar(&e.look.Raw, "raw", false, "with a .csv: keep names as they are, even if a spreadsheet would run them as formulas; without a view: the same as --view=raw --format=txt -o -")
	s.BoolVar(&e.beside, "beside", false, "with a base: "+either(besides())+" of both sides beside each other, not of the difference")
	s.Float64Var(&e.look.Width, "width", write.Width, "width of a picture in logical `pixels`, "+write.Widths.String())
	s.Float64Var(&e.look.Height, "height", 0, "height of a picture in logical `pixels`, "+write.Heights.String()+"; 0: all rows")
	s.Float64Var(&e.look.Scale, "scale", write.Scale, "`pixels` of a .png for each logical pixel, "+write.Scales.String())
	d := &e.display
	chooseTheme(cmd, "colours of a picture", &e.look.Theme)
	choose(cmd, "color", "what colours of a flame graph show", words(flame.Colorings), func(word string) { d.Coloring = flame.Coloring(word) })
	choose(cmd, "root", "where a flame graph has its root", []string{"up", "down"}, func(word string) { d.RootDown = word == "down" })
	choose(cmd, "sort_siblings", "order in a flame graph", []string{"weight", "name"}, func(word string) { d.ByName = word == "name" })
	s.StringVar(&e.search, "search", "", "mark nodes that match the `regexp` in a picture")
	s.StringVar(&e.pivot, "pivot", "", "a flame graph of the heaviest node that matches the `regexp`: callees below, callers above it")
	s.BoolVar(&d.Generics, "generics", false, "type arguments of generic functions in full in a flame graph")
	s.BoolVar(&d.GraphTree, "call_tree", false, "one box per call path in a graph")
	s.BoolVar(&d.Recursion, "collapse_recursion", false, "merge direct recursion into one box in a flame graph")
	e.registerTrace(cmd)
	readsFiles(cmd)
	complete(cmd, "view", viewNames(anyView))
	complete(cmd, "lasting", lastings)
	complete(cmd, "format", formatNames(ask.Formats))
	return cmd
}

// check finds what is wrong with the options before anything is read.
func (e *exporting) check() error {
	if err := e.chooseReport(); err != nil {
		return err
	}
	e.viewOfFormat()
	if err := known("view", e.view, viewNames(anyView)); err != nil {
		return err
	}
	if e.out == "" {
		return usagef("no output was given: add -o FILE, or -o - --format %s", either(formatNames(ask.Formats)))
	}
	if err := isFile(e.out); err != nil {
		return err
	}
	if e.format == "" {
		if e.out == "-" {
			return usagef("standard output has no extension: add --format %s", either(formatNames(ask.Formats)))
		}
		e.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(e.out), "."))
		if e.format == "" {
			return usagef("%q has no extension of a format: use .svg, .png, .csv or .json, or add --format", e.out)
		}
	}
	if err := known("format", e.format, formatNames(ask.Formats)); err != nil {
		return err
	}
	if e.look.Raw && e.format != "csv" {
		return usagef("--raw is for .csv: names in .%s are not changed for a spreadsheet", e.format)
	}
	if v, what := e.shown(); v.Format("."+e.format) == nil {
		return usagef("%s cannot be written as %s, only as %s", what, e.format, either(formatNames(v.Formats())))
	}
	for _, x := range []struct {
		name  string
		value float64
		write.Range
	}{
		{"width", e.look.Width, write.Widths}, {"scale", e.look.Scale, write.Scales}, {"height", e.look.Height, write.Heights},
	} {
		if !x.Holds(x.value) {
			return usagef("--%s=%v: expected a number %s", x.name, x.value, x.Range)
		}
	}
	var err error
	if _, err = compile("search", e.search); err != nil {
		return err
	}
	if e.pivotal, err = compile("pivot", e.pivot); err != nil {
		return err
	}
	if e.lines, err = compile("line", e.line); err != nil {
		return err
	}
	switch {
	case e.heap == "":
	case !e.query.ChargeGC:
		return usagef("--heap says by what the collector is charged: add --charge_gc")
	case ofSeries(viewNamed(e.view)), e.base+e.diffBase != "" || e.split != "":
		return usagef("--heap is for one profile: comparisons and series are charged by CPU time in runtime.mallocgc")
	}
	return cmp.Or(e.checkTrace(), e.checkKeys(), e.checkTrend(), e.checkBase(e.view, e.out))
}

// shown returns the view that is written, and what messages call it.
func (e *exporting) shown() (v *ask.View, what string) {
	if both := besideOf(ask.OfComparison, e.view); e.beside && both != nil {
		return both, "what stands beside each other"
	}
	return viewNamed(e.view), "the view " + e.view
}

func (e *exporting) checkKeys() error {
	switch {
	case len(e.by) > 2 || e.view == "pivot" && len(e.by) == 0:
		return usagef("--by: found %s, expected two, or one for functions by its values", units.Plural(len(e.by), "label key"))
	case ofSeries(viewNamed(e.view)):
	case e.view == "flamechart" && len(e.by) > 1:
		return usagef("--by: found %s, expected one for the lanes of a flame chart", units.Plural(len(e.by), "label key"))
	case len(e.by) > 0 && e.view != "pivot" && e.view != "flamechart" && (e.view != "flame" || e.display.Coloring != flame.ByLabel):
		return usagef("--by is for the views pivot and flamechart, and for a flame graph with --color=label")
	}
	return nil
}

// viewOfFormat chooses the view with the profile that the filters leave, if the format or the
// ending asks for a profile.
func (e *exporting) viewOfFormat() {
	formats := ask.Find(ask.OfProfile, ask.Filtered).Formats()
	asked := "." + e.format
	if e.format == "" {
		asked = e.out
	}
	f, _ := ask.FormatNamed(asked, formats)
	if f == nil {
		return
	}
	e.format = f.Name()
	if v := viewNamed(e.view); e.view == "" || v != nil && v.Of&ask.OfProfile != 0 && v.Pprof == nil {
		e.view = ask.Filtered
	}
}

func known(what, word string, all []string) error {
	if word == "" {
		return usagef("no %s was given: add --%s %s", what, what, either(all))
	}
	_, err := oneOf(what, word, all)
	return err
}

func (e *exporting) run(c *call, files []string, q query.Query) (err error) {
	if e.view == "flame" && !e.beside {
		q = q.Whole() // small boxes are merged, not skipped
	}
	if err := spare("profile", files, e.out); err != nil {
		return err
	}
	if files, err = asked(files); err != nil {
		return err
	}
	files = e.takeBinary(files)
	if err := e.unfoldBases(); err != nil {
		return err
	}
	write, err := e.make(c, files, q)
	switch {
	case err != nil && len(e.warnings) > 0 && !errors.As(err, new(*usageError)):
		return fmt.Errorf("%w; %s", err, strings.Join(e.warnings, "; ")) // on one line
	case err != nil:
		return err
	}
	for _, w := range e.warnings {
		c.say("%s", w)
	}
	return output(c, e.out, write)
}

// make reads the files and prepares what is written.
func (e *exporting) make(c *call, files []string, q query.Query) (ask.Write, error) {
	t, err := e.read(c, files, q)
	if err != nil {
		return nil, err
	}
	return e.prepare(c, t)
}

// warn keeps what was lost or repaired while a file was read until it is known whether the file can be shown. It
// also keeps which letters will be boxes in a PNG; a viewer for other formats has its own fonts.
func (e *exporting) warn(f *loader.File) {
	var boxes []string
	if e.format == "png" {
		boxes = ask.WithoutFont(textsOf(f))
	}
	if w := warningOf(f, boxes...); w != "" {
		e.warnings = append(e.warnings, w)
	}
}

func textsOf(f *loader.File) *model.Strings {
	if f.Trace != nil {
		return f.Trace.Strings
	}
	return f.Profile.Strings
}

// output writes a file, or standard output for "-".
func output(c *call, name string, do ask.Write) error {
	if name != "-" {
		return disk.Write(c.ctx, name, 0o666, write.ForDevice(name, do))
	}
	return disk.Stream(c.ctx, "standard output", c.out, do)
}

// task is what is to be written, and its title.
type task struct {
	title  string
	view   *ask.View
	answer *ask.Answer
}

func (e *exporting) prepare(c *call, t *task) (ask.Write, error) {
	f := t.view.Format("." + e.format)
	if f == nil {
		return nil, usagef("two timelines are a picture: choose .svg or .png, or the view durations for figures")
	}
	e.look.Title = t.title
	out, err := write.Prepare(c.ctx, *f, t.answer, e.look)
	var large *write.SizeError
	switch {
	case errors.As(err, &large) && (e.sized):
		return nil, usagef("%v", err)
	case errors.As(err, &large), errors.Is(err, analysis.ErrTooMuch):
		// How much there is depends on the file.
		return nil, fmt.Errorf("%s: %w", safe.Text(t.title), err)
	}
	return out, err
}

func chartOf(ctx context.Context, g *graph.Graph) (*graph.Chart, error) {
	var helper layout.Helper
	defer helper.Close()
	return write.LayOut(ctx, &helper, g)
}

// isFile refuses an output that is an address: nothing is sent anywhere.
func isFile(out string) error {
	if at := origin.Ref(out); at.Remote() {
		return usagef("the output %s is a server address: name a file", at.Public())
	}
	return nil
}

// spare refuses an output that would replace a file that is read.
func spare(what string, files []string, out string) error {
	for _, file := range files {
		if out != "-" && same(out, file) {
			return usagef("the output would replace the %s %s: choose another name", what, file)
		}
	}
	return nil
}

// same reports whether two names are the same existing file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(loader.OnDisk(b)) // an entry goes with its bundle
	return err == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// compile compiles an option's regular expression; it returns nil if the text is empty.
func compile(option, text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, usagef("--%s: %v", option, err)
	}
	return re, nil
}
