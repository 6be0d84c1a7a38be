package command

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"profstation/desk/export"
	"profstation/desk/report"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/scene"
)

// reporting is one call of the report command.
type reporting struct {
	queryFlags
	baseFlags
	out, title string
	theme      *scene.Theme
	width      float64
}

// pageWidths are those of the pictures of a page.
var pageWidths = export.Range{Least: 300, Most: 10_000}

func newReport() *cobra.Command {
	p := &reporting{}
	cmd := &cobra.Command{
		Use:   "report -o OUT.html FILE|WORKSPACE... [--base FILE]",
		Short: "Write an HTML report on files, for a browser or for printing",
		Long: "Write one HTML page without scripts and without links to the outside: of every profile its facts,\n" +
			"warnings, flame graph, call graph, functions and labels, and with --base what changed; of every\n" +
			"trace its facts and its timeline, and with --base the durations that differ. Several files and\n" +
			"several bases, with commas between, are compared as two groups of recordings. Of a workspace's\n" +
			"file all documents and comparisons, with the filters they were looked at and the notes on them.",
		Example: "  profstation report -o load.html cpu.pprof heap.pprof\n" +
			"  profstation report -o change.html --base before.pprof after.pprof\n" +
			"  profstation report -o week.html week.profstation",
		Args: args(cobra.MinimumNArgs(1), "one or more files"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.run(cmd, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVarP(&p.out, "output", "o", "", "`file` to write; - is standard output")
	s.StringVar(&p.title, "title", "", "`title` of the page (default: the names of the files)")
	p.registerQuery(cmd)
	p.registerBase(cmd)
	chooseTheme(cmd, "colours of the page", &p.theme)
	s.Float64Var(&p.width, "width", export.Width, "width of pictures in logical `pixels`, "+pageWidths.String())
	boundFiles(cmd)
	return cmd
}

func (p *reporting) check(files []string) error {
	if p.out == "" {
		return usagef("no output was given: add -o FILE.html, or -o -")
	}
	if err := isFile(p.out); err != nil {
		return err
	}
	if !pageWidths.Holds(p.width) {
		return usagef("--width=%v: expected a number %s", p.width, pageWidths)
	}
	if err := spare("file", files, p.out); err != nil {
		return err
	}
	return p.checkBase("", p.out)
}

func (p *reporting) run(cmd *cobra.Command, files []string) error {
	if err := p.check(files); err != nil {
		return err
	}
	q, err := p.ask(cmd)
	if err != nil {
		return err
	}
	o := report.Options{Width: p.width, Layout: chartOf, Style: flame.Style{Theme: p.theme, Coloring: flame.ByPackage}}
	sections, err := expand(cmd, files)
	if err != nil {
		return err
	}
	if p.base+p.diffBase != "" && !slices.ContainsFunc(sections, func(r reported) bool { return !r.kept }) {
		say(cmd, "warning: the base is ignored: a workspace has its own comparisons")
	}
	sections = p.group(sections)
	page := report.New(p.heading(files), p.theme)
	var result error
	for _, r := range sections {
		add := p.add
		if len(r.sides[screen.BaseSide]) > 0 {
			add = p.addChange
		}
		switch err := add(cmd, page, &r, q, o); {
		case errors.Is(err, errReported):
			result = err
		case err != nil:
			return err
		}
	}
	if err := output(cmd, p.out, page.Write); err != nil {
		return err
	}
	return result
}

func (p *reporting) heading(files []string) string {
	switch {
	case p.title != "":
		return p.title
	case len(files) == 1:
		return report.Title(files[0])
	}
	return model.Plural(len(files), "file") + ": " + report.Title(files[0]) + "…"
}

// group adds the comparison of two groups of recordings, where there are several on both sides: what
// each says alone of a group is not what one asks.
func (p *reporting) group(sections []reported) []reported {
	var now []string
	for i := range sections {
		if r := &sections[i]; !r.kept {
			now = append(now, r.name)
		}
	}
	if len(p.bases()) < 2 || len(now) < 2 {
		return sections
	}
	for i := range sections {
		sections[i].grouped = !sections[i].kept
	}
	return append(sections, reported{grouped: true, sides: [2][]string{screen.BaseSide: p.bases(), screen.NewSide: now}})
}

// add adds what one file says, and what changed in it. The page says which files cannot be opened.
func (p *reporting) add(cmd *cobra.Command, page *report.Page, r *reported, q model.Query, o report.Options) error {
	ctx := cmd.Context()
	f, err := openAny(cmd, r.name)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		say(cmd, "%s", err)
		page.Failed(r.name, err)
		return errReported
	}
	d := report.Document{File: f, Query: r.asked(q, f.Profile), Notes: r.notes}
	if err := page.Add(ctx, d, o); err != nil {
		return err
	}
	warn(cmd, f)
	if r.kept || r.grouped || len(p.bases()) == 0 {
		return nil
	}
	return p.addBase(cmd, page, d, o)
}

func (p *reporting) addBase(cmd *cobra.Command, page *report.Page, d report.Document, o report.Options) error {
	base, err := openAll(cmd, p.bases())
	if err != nil {
		return err
	}
	if d.File.Trace != nil && base[0].Trace == nil {
		say(cmd, "warning: %s: an execution trace is not compared with a profile, and the base is one: %s", d.File.Name, base[0].Name)
		return nil
	}
	files := [2][]*loader.File{screen.BaseSide: base, screen.NewSide: {d.File}}
	if d.Pair, err = pairUp(cmd, files, [2]string{screen.BaseSide: sideName(p.bases()), screen.NewSide: d.File.Name}); err != nil {
		return err
	}
	if d.Normalisation, err = p.normalisationOf(d.Pair); err != nil {
		return err
	}
	d.File = nil
	return page.Add(cmd.Context(), d, o)
}

// addChange adds a comparison of a workspace. The page says which sides cannot be compared.
func (p *reporting) addChange(cmd *cobra.Command, page *report.Page, r *reported, q model.Query, o report.Options) error {
	pair, err := openSides(cmd, r.sides)
	if err == nil {
		d := report.Document{Pair: pair, Query: q, Notes: r.notes, Normalisation: r.normalisation}
		if r.grouped {
			if d.Normalisation, err = p.normalisationOf(pair); err != nil {
				return err
			}
		}
		if pair.Pair != nil {
			d.Query = r.asked(q, pair.Pair.New)
		}
		err = page.Add(cmd.Context(), d, o)
	}
	switch {
	case err == nil:
		return nil
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	}
	base, name := sideName(r.sides[screen.BaseSide]), sideName(r.sides[screen.NewSide])
	say(cmd, "%s → %s: %s", base, name, err)
	page.Uncompared(base, name, err)
	return errReported
}
