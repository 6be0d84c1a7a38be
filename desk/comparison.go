package desk

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline"
)

// comparison is an origin made from other documents. It keeps their data after they are closed.
type comparison struct {
	sides         [2][]sideFile // base, new
	left          [2]int        // steps of a store that had no profiles and were taken off each side
	normalisation compare.Normalisation
	initial       compare.Normalisation // the default until the user chooses
	mode          compare.Mode
	joining       job.Slot
	wait          string // the file the comparison waits for, "" if none
}

// sideFile is one recording on a side.
type sideFile struct {
	doc      int          // the document it was taken from, which may be closed
	path     origin.Ref   // "" if it is made from another document
	made     origin.Ref   // a description instead of a path; "" for a file
	parts    []part       // the files that were added up, nil if it is no sum
	out      *derivation  // how it is made from a trace; nil for others
	only     *labels.Part // what of it counts; nil: all
	title    string
	profile  *model.Profile     // nil before it is read, and for traces
	timeline *timeline.Timeline // nil before it is read, and for profiles
	note     string             // why this differs from what the document shows now
}

// noDocument stands for a document that meanwhile shows something else.
const noDocument = -1

func (c *comparison) names() (n [2]string) {
	if base, now := &c.sides[ask.BaseSide][0], &c.sides[ask.NewSide][0]; base.only != nil && now.only != nil && base.title == now.title {
		name := now.title
		if more := len(c.sides[ask.NewSide]) - 1; more > 0 {
			name = andMore(name, more)
		}
		return ask.PartNames(lang.L, base.only, now.only, name)
	}
	for i, files := range c.sides {
		n[i] = partOf(&files[0])
		if len(files) > 1 {
			n[i] = andMore(n[i], len(files)-1)
		}
	}
	if n[ask.BaseSide] != n[ask.NewSide] {
		return n
	}
	paths := []origin.Ref{c.sides[ask.BaseSide][0].from(), c.sides[ask.NewSide][0].from()}
	for i, name := range distinct(paths) {
		if paths[i].OnDisk() {
			n[i] = strings.Replace(n[i], paths[i].Title(), name, 1)
		}
	}
	return n
}

// partOf returns the name of a recording, or of what in it counts.
func partOf(f *sideFile) string { return ask.PartName(lang.L, f.only, f.title) }

// samePart reports whether the same counts on two sides.
func samePart(a, b *labels.Part) bool { return a == b || a != nil && b != nil && *a == *b }

// from returns the path that a recording was read from or made from. For a sum it is the first path.
func (f *sideFile) from() origin.Ref {
	switch {
	case f.out != nil:
		return f.out.path
	case len(f.parts) > 0:
		return f.parts[0].path
	}
	return f.path
}

// andMore returns a name that also stands for others.
func andMore(name string, others int) string {
	return lang.N(others, "{{.FileName}} and 1 more", "{{.FileName}} and {{.N}} more", lang.With{"FileName": name})
}

func (c *comparison) name() string {
	n := c.names()
	return n[ask.BaseSide] + " → " + n[ask.NewSide]
}

func (c *comparison) comparing() *screen.Comparing {
	names := c.names()
	side := func(i int) screen.Side {
		s := screen.Side{Name: names[i]}
		for _, f := range c.sides[i] {
			if f.note != "" {
				s.Notes = append(s.Notes, f.note)
			}
		}
		if c.left[i] > 0 {
			s.Notes = append(s.Notes, leftOut(i, c.left[i], c.left[i]+len(c.sides[i])))
		}
		return s
	}
	return &screen.Comparing{Base: side(ask.BaseSide), New: side(ask.NewSide), Normalisation: c.normalisation}
}

// leftOut says how many steps on a side have no profiles.
func leftOut(side, n, all int) string {
	with := lang.With{"All": units.Count(int64(all))}
	if side == ask.BaseSide {
		return lang.N(n, "1 of {{.All}} steps of the base has no profiles", "{{.N}} of {{.All}} steps of the base have no profiles", with)
	}
	return lang.N(n, "1 of {{.All}} steps of the new side has no profiles", "{{.N}} of {{.All}} steps of the new side have no profiles", with)
}

// leaveOut removes recordings that turned out to have no profiles, if the side has others.
func (c *comparison) leaveOut(d *Desk) {
	for i, files := range c.sides {
		kept := slices.DeleteFunc(slices.Clone(files), func(f sideFile) bool {
			of := d.docs.numbered(f.doc)
			return f.doc != 0 && of != nil && f.profile == nil && of.empty()
		})
		if n := len(files) - len(kept); n > 0 && len(kept) > 0 {
			c.sides[i] = kept
			c.left[i] += n
		}
	}
}

// key is empty, because two comparisons with the same sides may both be open.
func (c *comparison) key() origin.Ref   { return "" }
func (c *comparison) shown() origin.Ref { return "" }
func (c *comparison) leave()            { c.joining.Empty() }

// folder returns the folder of the new side's file, or else of the base's.
func (c *comparison) folder() string {
	for _, side := range []int{ask.NewSide, ask.BaseSide} {
		if from := c.sides[side][0].from(); from != "" && from.Folder() != "" {
			return from.Folder()
		}
	}
	return "."
}

func (c *comparison) kind(content) ask.Kind {
	if c.sides[ask.BaseSide][0].timeline != nil && c.sides[ask.NewSide][0].timeline != nil {
		return ask.OfTracePair
	}
	return ask.OfComparison
}

func (c *comparison) line(doc *document, l *screen.Document) {
	l.Comparison = true
	switch {
	case doc.state == screen.Failed:
		l.Detail = safe.Text(doc.err.Error()) // the error has the name of its file
	case doc.state != screen.Loading:
	case c.wait != "":
		l.Detail = lang.L("waiting for {{.Name}}", lang.With{"Name": c.wait})
	default:
		l.Detail = lang.L("comparing…")
	}
}

// side fails, because a comparison cannot be compared.
func (c *comparison) side(*document) (sideFile, error) {
	return sideFile{}, lang.Error("{{.Document}} is a comparison already: compare the profiles themselves", lang.With{"Document": c.name()})
}

// load joins the two sides in the background, once both are read. Until then, the old pictures stay.
func (c *comparison) load(d *Desk, doc *document) {
	c.joining.Empty()
	doc.state, doc.err = screen.Loading, nil
	c.leaveOut(d)
	if c.wait, doc.err = c.missing(d); doc.err == nil && c.wait == "" {
		doc.err = c.check()
	}
	if doc.err != nil {
		doc.state = screen.Failed
	}
	if doc.err != nil || c.wait != "" {
		return
	}
	sides, names := c.recordings(), c.names()
	timelines := [2]*timeline.Timeline{c.sides[0][0].timeline, c.sides[1][0].timeline}
	before, _ := doc.content.(*comparedTraces)
	by := d.Display.Compare.Durations()
	o := job.Options{Kind: job.Join, Slot: &c.joining, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Comparing"), Done: -1}, true
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, _ *job.Job) (content, error) {
		p, err := ask.NewPair(ctx, sides, names)
		if err != nil {
			return nil, err
		}
		if p.Traces != nil {
			return newComparedTraces(ctx, c, p, timelines, by, before), ctx.Err()
		}
		return &comparedProfiles{of: c, pair: p, brief: aboutPair(p.Pair)}, nil
	}, func(x content, err error) error {
		c.joined(d, doc, x, err)
		return nil // the document shows it
	})
}

// missing has the first recording that is not read yet loaded, if it waits, and returns its
// name. It returns an error if that recording can never be read.
func (c *comparison) missing(d *Desk) (wait string, err error) {
	for _, f := range slices.Concat(c.sides[:]...) {
		if f.profile != nil || f.timeline != nil {
			continue
		}
		of := d.docs.numbered(f.doc)
		switch {
		case f.doc == 0 || of == nil:
			return "", lang.Error("{{.Document}} was closed before it was read", lang.With{"Document": f.title})
		case of.following() != nil:
			return "", lang.Error("{{.Document}} is a folder: compare its files", lang.With{"Document": f.title})
		case of.state == screen.Ready:
			return "", lang.Error("{{.Document}} is not a profile", lang.With{"Document": f.title})
		case of.state == screen.Failed:
			return "", lang.Error("{{.Document}} could not be read: {{.Cause}}", lang.With{"Document": f.title, "Cause": of.err})
		}
		if of.waiting {
			d.docs.load(of)
		}
		return f.title, nil
	}
	return "", nil
}

func (c *comparison) joined(d *Desk, doc *document, x content, err error) {
	doc.state, doc.content = screen.Ready, x
	if err != nil {
		doc.state, doc.err = screen.Failed, err
		if errors.Is(err, context.Canceled) {
			doc.err = lang.Error("stopped while comparing; choose Reload in its menu")
		}
	} else {
		if p, ok := x.(*comparedProfiles); ok {
			c.normalise(p.pair.Pair.Default())
		}
		d.keeper.returnTo(doc) // both files may have been closed
	}
	if doc == d.docs.active {
		d.prepare()
		return
	}
	d.Publish()
}

func (c *comparison) reload(d *Desk, _ *document) {
	for i, files := range c.sides {
		files = slices.Clone(files)
		for k := range files {
			f := &files[k]
			if of := d.docs.numbered(f.doc); f.doc != 0 && of != nil {
				d.docs.reload(of)
				continue
			}
			switch {
			case f.path != "":
				f.doc = d.docs.opened(f.path).id
			case f.out != nil:
				f.doc = d.docs.remade(f.out.path, f.out.recipe).id
			}
		}
		c.sides[i] = files
	}
}

func (c *comparison) recordings() (sides [2][]ask.Recording) {
	for i, files := range c.sides {
		sides[i] = lists.Map(files, func(f sideFile) ask.Recording {
			r := ask.Recording{Path: string(f.path), Part: f.only, Profile: f.profile}
			if f.timeline != nil {
				r.Trace = f.timeline.Trace
			}
			return r
		})
	}
	return sides
}

// normalise sets the default normalisation, and uses it unless the user chose another one. Whether recordings are pairs
// is a choice of its own.
func (c *comparison) normalise(initial compare.Normalisation) {
	pairs := c.normalisation.Pairs
	c.normalisation.Pairs = false
	if c.normalisation == c.initial {
		c.normalisation = initial
	}
	c.initial, c.normalisation.Pairs = initial, pairs
}

// byRecording returns the default normalisation as far as it is known before the sides are read.
func (c *comparison) byRecording() compare.Normalisation {
	return compare.PerRecording(len(c.sides[ask.BaseSide]), len(c.sides[ask.NewSide]))
}

// check returns why the sides cannot be compared. It can tell once all of them are read.
func (c *comparison) check() error {
	var first *sideFile
	for _, files := range c.sides {
		for i := range files {
			f := &files[i]
			switch {
			case f.timeline != nil && len(files) > 1:
				return lang.Error("traces are compared one to one, not in groups")
			case f.profile == nil && f.timeline == nil:
			case first == nil:
				first = f
			case (first.timeline == nil) != (f.timeline == nil):
				return lang.Error("{{.First}} and {{.Second}}: an execution trace cannot be compared with a profile; compare a profile that is made from the trace",
					lang.With{"First": first.title, "Second": f.title})
			case f.timeline != nil:
			default:
				if err := compare.Fit(first.profile, f.profile); err != nil {
					return lang.Error("{{.First}} and {{.Second}}: {{.Cause}}", lang.With{"First": first.title, "Second": f.title, "Cause": err})
				}
			}
		}
	}
	return nil
}

// optionMode names a comparison's mode among its place's options.
const optionMode = "compare_mode"

// keep returns false unless all recordings can be read again: files, or profiles made from traces.
func (c *comparison) keep(_ *document, at link.Place) (session.Document, bool) {
	var paths [2][]origin.Ref
	var recipes []*origin.Recipe
	var parts []*labels.Part
	kind := session.Comparison
	for i := range c.sides {
		for _, f := range c.sides[i] {
			path, made := f.path, (*origin.Recipe)(nil)
			if f.out != nil {
				path, made = f.out.path, &f.out.recipe
			}
			if !path.Lasts() || made != nil && !made.Sound() {
				return session.Document{}, false
			}
			if f.only != nil {
				kind = session.Parts
			}
			paths[i], recipes, parts = append(paths[i], path), append(recipes, made), append(parts, f.only)
		}
	}
	if !slices.ContainsFunc(recipes, func(r *origin.Recipe) bool { return r != nil }) {
		recipes = nil
	}
	if kind == session.Comparison {
		parts = nil
	}
	options := map[string]string{}
	maps.Copy(options, at.Options)
	options[optionMode] = string(c.mode)
	usual := c.normalisation
	usual.Pairs = false
	c.normalisation.Keep(options, usual == c.initial)
	at.Options = options
	return session.Document{
		Kind: kind, Place: at, Recipes: recipes, Parts: parts,
		Path: paths[ask.NewSide][0], MoreNew: paths[ask.NewSide][1:], Base: paths[ask.BaseSide][0], MoreBase: paths[ask.BaseSide][1:],
	}, true
}

// reopen makes a comparison as it was kept. It first opens the files that are not open yet. It returns nil for
// a recipe from a newer program.
func (s comparisons) reopen(k session.Document) *document {
	d := s.desk
	c := &comparison{mode: compare.DiffBase}
	if compare.Mode(k.Place.Options[optionMode]) == compare.Base {
		c.mode = compare.Base
	}
	sides := [2][]origin.Ref{
		ask.BaseSide: append([]origin.Ref{k.Base}, k.MoreBase...), ask.NewSide: append([]origin.Ref{k.Path}, k.MoreNew...),
	}
	recipes, parts := k.Recipes, k.Parts
	for i, paths := range sides {
		for _, p := range paths {
			var r *origin.Recipe
			if len(recipes) > 0 {
				r, recipes = recipes[0], recipes[1:]
			}
			f, err := s.reopenSide(p, r)
			if err != nil {
				return nil
			}
			if len(parts) > 0 {
				f.only, parts = parts[0], parts[1:]
			}
			c.sides[i] = append(c.sides[i], f)
		}
	}
	c.initial = c.byRecording()
	n, chosen := compare.Kept(k.Place.Options)
	if chosen && n.Unit != compare.Recording { // older programs kept that, too
		c.normalisation, c.initial = n, compare.Normalisation{}
	} else {
		c.normalisation = c.initial
		c.normalisation.Pairs = n.Pairs
	}
	doc := d.docs.addWaiting(c)
	doc.kept = &k.Place
	return doc
}

// reopenSide opens a comparison's recording as it was kept, unless it is open: a file, or what the recipe makes
// from it.
func (s comparisons) reopenSide(path origin.Ref, made *origin.Recipe) (sideFile, error) {
	docs := &s.desk.docs
	if made != nil {
		if _, err := made.Counts(); err != nil {
			return sideFile{}, err
		}
		return sideOfOne(docs.remade(path, *made))
	}
	of := docs.keyed(path)
	if of == nil {
		of = docs.addWaiting(&fileOrigin{path: path})
	}
	return sideFile{doc: of.id, path: path, title: path.Title(), profile: of.profile(), timeline: of.wholeTimeline()}, nil
}
