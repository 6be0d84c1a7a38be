package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/ask/write"
	"profstation/flame"
	"profstation/loader"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/scene"
)

// reporting is one call of the report command.
type reporting struct {
	queryFlags
	baseFlags
	out, title string
	theme      *scene.Theme
	width      float64
	opened     []*loader.File // the bases, once they are read
	thresholds thresholds
	limits     ask.Limits        // what the thresholds say
	each       bool              // recordings that are compared have sections of their own
	shown      bool              // the bases have their sections
	several    bool              // the page is to have several sections
	empty      error             // why an address was skipped, nil if none was
	told       bool              // warnings about the recordings in both groups were given when these were compared
	questions  map[string]string // a store's question by each of its steps, and a folder by each of its files
	found      map[string]bool   // files of folders, which nobody named: they may be no profiles
	courses    []course          // in the order of their first profiles
}

// pageWidths is how wide a page's pictures may be.
var pageWidths = write.Range{Min: 300, Max: 10_000}

func newReport() *cobra.Command {
	p := &reporting{questions: map[string]string{}, found: map[string]bool{}}
	cmd := &cobra.Command{
		Use:   "report -o OUT.html FILE|WORKSPACE... [--base FILE]",
		Short: "Write an HTML report on files, for a browser or for printing",
		Long: "Write one HTML page without scripts and without links to the outside: of every profile its totals,\n" +
			"warnings, flame graph, call graph, functions and labels; of every trace the worst it shows and its\n" +
			"timeline. With --base, the page is about what changed, or which durations differ, and lists the recordings;\n" +
			"--each shows each of them by itself, too. Several files, and several bases with commas between them, are\n" +
			"compared as two groups of recordings. Of a folder or a bundle (zip, tar) all profiles and traces. Of a workspace's\n" +
			"file all documents and comparisons, with the filters they were looked at and the notes on them.",
		Example: "  profstation report -o load.html cpu.pprof heap.pprof\n" +
			"  profstation report -o change.html --base before.pprof after.pprof\n" +
			"  profstation report -o week.html week.profstation",
		Args: args(cobra.MinimumNArgs(1), "one or more files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.check(args); err != nil {
				return err
			}
			q, err := p.ask(cmd.Flags())
			if err != nil {
				return err
			}
			return p.run(callOf(cmd), args, q)
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVarP(&p.out, "output", "o", "", "`file` to write; - is standard output")
	s.StringVar(&p.title, "title", "", "`title` of the page (default: the names of the files, or of both sides)")
	p.registerQuery(cmd)
	p.registerBase(cmd)
	s.BoolVar(&p.each, "each", false, "also show each recording that is compared by itself")
	p.thresholds.register(s)
	chooseTheme(cmd, "colours of the page", &p.theme)
	s.Float64Var(&p.width, "width", write.Width, "width of pictures in logical `pixels`, "+pageWidths.String())
	readsFiles(cmd)
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
	limits, err := p.thresholds.limits()
	if err != nil {
		return err
	}
	p.limits = limits
	return p.checkBase("", p.out)
}

func (p *reporting) run(c *call, files []string, q query.Query) (err error) {
	o := report.Options{Width: p.width, Layout: chartOf, Style: flame.Style{Theme: p.theme, Coloring: flame.ByPackage}}
	if files, err = p.unfold(files); err != nil {
		return err
	}
	if files, err = p.listFolders(files); err != nil {
		return err
	}
	if p.steps, err = p.unfold(p.bases()); err != nil {
		return err
	}
	sections, err := expand(c, files)
	if err != nil {
		return err
	}
	now := alone(sections)
	if len(p.bases()) > 0 && len(now) == 0 {
		c.say("warning: the base is ignored: a workspace has its own comparisons")
	}
	sections = p.listed(p.group(sections, now))
	p.several = len(sections) > 1
	page := report.New(p.heading(files, now), p.theme)
	var result error
	said := func(err error) error {
		if errors.Is(err, errReported) {
			result, err = err, nil
		}
		return err
	}
	for len(sections) > 0 {
		n := together(sections)
		var err error
		switch r := &sections[0]; {
		case len(r.sides[ask.BaseSide]) > 0:
			err = said(p.addChange(c, page, r, q, o))
		case r.bundle != nil:
			of := map[string]*reported{}
			wanted := map[string]bool{}
			for i := range sections[:n] {
				of[sections[i].name], wanted[sections[i].name] = &sections[i], true
			}
			err = visit(c, r.bundle, wanted, func(name string, f *loader.File, err error) error {
				return said(p.add(c, page, of[name], f, err, q, o))
			})
		default:
			f, failed := openSum(c, []string{r.name}, r.options())
			err = said(p.add(c, page, r, f, failed, q, o))
		}
		if err != nil {
			return err
		}
		sections = sections[n:]
	}
	if len(page.Sections) == 0 && p.empty != nil {
		return p.empty
	}
	if err := p.addTrends(c, page, q, o); err != nil {
		return err
	}
	if err := output(c, p.out, page.Write); err != nil {
		return err
	}
	return result
}

// unfold replaces questions by their steps, and remembers where these come from.
func (p *reporting) unfold(names []string) (all []string, err error) {
	for _, name := range names {
		steps, err := asked([]string{name})
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			if len(steps) > 1 {
				p.questions[s] = name
			}
		}
		all = append(all, steps...)
	}
	return all, nil
}

// listFolders replaces folders by their files. The report leaves out those files that are no profiles.
func (p *reporting) listFolders(names []string) (all []string, err error) {
	for _, name := range names {
		files, err := inFolders([]string{name})
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if all = append(all, f.path); !f.named {
				p.found[f.path], p.questions[f.path] = true, name
			}
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("there are no profiles in %s", safe.Text(name))
		}
	}
	return all, nil
}

// together counts the sections at the beginning that come from the same bundle, and so are read in one pass.
func together(sections []reported) int {
	n := 1
	for n < len(sections) && sections[0].bundle != nil && sections[n].bundle == sections[0].bundle &&
		len(sections[n].sides[ask.BaseSide]) == 0 {
		n++
	}
	return n
}

// alone returns the files that do not come from a workspace: the base is for these.
func alone(sections []reported) (names []string) {
	for i := range sections {
		if r := &sections[i]; !r.kept {
			names = append(names, r.name)
		}
	}
	return names
}

// heading returns the page's title. now has the files that the base is for.
func (p *reporting) heading(files, now []string) string {
	switch bases := p.bases(); {
	case p.title != "":
		return p.title
	case len(bases) > 0 && len(now) == len(files):
		return report.Change(sideName(bases), sideName(now))
	}
	return sideName(files)
}

// group puts a comparison in the place of two groups of recordings, if both sides have several: what each
// recording says alone does not answer a question about groups. Each has a section only if that was asked for.
func (p *reporting) group(sections []reported, now []string) []reported {
	bases := p.bases()
	if len(bases) < 2 || len(now) < 2 {
		return sections
	}
	for i := range sections {
		sections[i].grouped = !sections[i].kept
	}
	all := []reported{{grouped: true, sides: [2][]string{ask.BaseSide: bases, ask.NewSide: now}}}
	if !p.each {
		return append(all, slices.DeleteFunc(sections, func(r reported) bool { return r.grouped })...)
	}
	for _, name := range bases {
		all = append(all, reported{name: name, grouped: true})
	}
	return append(all, sections...)
}

// listed leaves out the recordings in a workspace that its comparisons list, unless they have notes or each was asked for.
func (p *reporting) listed(sections []reported) []reported {
	compared := report.Listed[string]{}
	for i := range sections {
		if r := &sections[i]; r.kept {
			for side, names := range r.sides {
				for k, name := range names {
					var part *labels.Part
					if k < len(r.parts[side]) {
						part = r.parts[side][k]
					}
					compared.Add(name, part)
				}
			}
		}
	}
	return slices.DeleteFunc(sections, func(r reported) bool {
		return r.kept && len(r.sides[ask.BaseSide]) == 0 && r.recipe == nil && compared.Needless(r.name, r.notes, p.each)
	})
}

// add adds what one file says, and what changed in it. The page says which files could not be
// opened. Store addresses that have nothing are skipped, unless none has anything.
func (p *reporting) add(c *call, page report.Report, r *reported, f *loader.File, err error, q query.Query, o report.Options) error {
	ctx := c.ctx
	if err == nil && r.recipe != nil {
		f, err = r.made(ctx, f)
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if (errors.Is(err, loader.ErrEmpty) && p.several || p.found[r.name]) && !r.kept {
			if !r.grouped || !p.told {
				c.say("warning: left out: %s", err)
			}
			p.empty = err
			return nil
		}
		c.say("%s", err)
		page.Failed(r.name, err)
		return errReported
	}
	if !r.grouped || !p.told {
		warn(c, f)
	}
	d := report.Document{File: f, Query: r.asked(q, f.Profile), Notes: r.notes, Dismissed: r.dismissed, Limits: p.limits}
	compared := false
	if !r.kept && !r.grouped && (len(p.bases()) > 0 || p.split != "" && f.Profile != nil) {
		if compared, err = p.addBase(c, page, d, o); err != nil {
			return err
		}
	}
	at := len(page.Sections)
	if !compared || p.each {
		if err := page.Add(ctx, d, o); err != nil {
			return err
		}
	}
	return p.follow(c, cmp.Or(r.source(), p.questions[r.name]), f, at)
}

// addBase adds what changed in a file, and, if it was asked for, the first time what the bases say alone. It reports
// whether the comparison stands for the file; parts of it do not.
func (p *reporting) addBase(c *call, page report.Report, d report.Document, o report.Options) (compared bool, err error) {
	if p.split != "" {
		pair, err := p.split.pair(c, d.File)
		if err != nil {
			return false, err
		}
		return false, p.addPair(c, page, d, pair, o)
	}
	if p.opened == nil {
		if p.opened, err = openAll(c, p.bases(), loader.Options{}); err != nil {
			return false, err
		}
	}
	base, f := p.opened, d.File
	if f.Trace != nil && base[0].Trace == nil {
		c.say("warning: %s: an execution trace is not compared with a profile, and the base is one: %s", f.Name, base[0].Name)
		return false, nil
	}
	files := [2][]*loader.File{ask.BaseSide: base, ask.NewSide: {f}}
	pair, err := pairUp(c, files, [2][]*labels.Part{}, [2]string{ask.BaseSide: sideName(p.bases()), ask.NewSide: report.Title(f.Name)})
	if err != nil {
		return false, err
	}
	if err := p.addPair(c, page, d, pair, o); err != nil || p.shown || !p.each {
		return true, err
	}
	p.shown = true
	for _, f := range base {
		if err := page.Add(c.ctx, report.Document{File: f, Query: d.Query, Limits: p.limits}, o); err != nil {
			return false, err
		}
	}
	return true, nil
}

// addPair adds what differs between two sides, one of which a document is about.
func (p *reporting) addPair(c *call, page report.Report, d report.Document, pair *ask.Pair, o report.Options) (err error) {
	change := report.Document{Pair: pair, Query: d.Query, Notes: d.Notes}
	if change.Normalisation, err = p.normalisationOf(pair); err != nil {
		return err
	}
	return page.Add(c.ctx, change, o)
}

// addChange adds a comparison from a workspace. The page says which sides cannot be compared.
func (p *reporting) addChange(c *call, page report.Report, r *reported, q query.Query, o report.Options) error {
	pair, err := openSides(c, r.sides, r.parts, r.options())
	if err == nil {
		p.told = p.told || r.grouped
		d := report.Document{Pair: pair, Query: q, Notes: r.notes, Normalisation: r.normalisation}
		if r.normalisation.By == "" { // the usual one
			d.Normalisation, err = p.normalisationOf(pair)
			d.Normalisation.Pairs = d.Normalisation.Pairs || r.normalisation.Pairs
			if err != nil {
				return err
			}
		}
		if pair.Pair != nil {
			d.Query = r.asked(q, pair.Pair.New)
		}
		err = page.Add(c.ctx, d, o)
	}
	switch {
	case err == nil:
		return nil
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	}
	base, name := sideName(r.sides[ask.BaseSide]), sideName(r.sides[ask.NewSide])
	c.say("%s → %s: %s", base, name, err)
	page.Uncompared(base, name, err)
	return errReported
}
