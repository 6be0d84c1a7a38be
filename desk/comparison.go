package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/timeline"
)

// way chooses how a comparison is looked at. The table of what changed stands in
// the tab Top, beside which the tables of both sides do; a difference is a picture.
func (d *Desk) way(w screen.Way) {
	if d.Kind() != ComparisonDoc {
		return
	}
	t, c := d.Tab(), &d.Display.Compare
	switch {
	case w == screen.AsTable:
		c.TopBeside = false
		d.showTab(screen.TopTab)
		return
	case w == screen.SideBySide && t == screen.TopTab:
		c.TopBeside = true
		d.prepare()
		return
	}
	c.Way = w
	if t != screen.FlameTab && t != screen.GraphTab {
		d.tabs[ComparisonDoc] = screen.FlameTab
	}
	d.prepare()
}

// comparison is the part of a document that compares others. It keeps the
// profiles that it was made of, whatever becomes of their documents.
type comparison struct {
	sides         [2][]sideFile // base, new
	normalisation compare.Normalisation
	mode          compare.Mode
	joined        *answer.Pair // nil until both sides were read
	sorted        sortedRows   // of two traces
	traces        *tracePair   // the timelines of two traces; nil until both were read
	round         int          // counts joins: an older one is dropped
}

// sideFile is one recording of a side.
type sideFile struct {
	doc     int    // the document that it was taken from; it may be closed
	path    string // "": it is made of another document
	made    string // of what is no file: what it is made of
	parts   []part // that it is the sum of; nil: it is no sum
	title   string
	profile *model.Profile // nil until it was read, and of traces
	trace   *trace.Trace   // nil until it was read, and of profiles
	// timeline is that of the trace.
	timeline *timeline.Timeline
	note     string // why this is not what the document shows now
}

// noDocument is the document of what was taken from one that shows something else
// by now.
const noDocument = -1

func (f *sideFile) name() string { return f.title }

// names are those of the two sides.
func (c *comparison) names() (n [2]string) {
	for i, files := range c.sides {
		n[i] = files[0].name()
		if len(files) > 1 {
			n[i] += fmt.Sprintf(lang.L(" and %d more"), len(files)-1)
		}
	}
	if n[screen.BaseSide] == n[screen.NewSide] { // told apart by their folders
		for i, files := range c.sides {
			n[i] = folderName(files[0].path) + n[i]
		}
	}
	return n
}

// folderName is the last folder of a path, with a slash.
func folderName(path string) string {
	parts := strings.Split(strings.ReplaceAll(path, `\`, "/"), "/")
	if len(parts) < 2 {
		return ""
	}
	return parts[len(parts)-2] + "/"
}

func (c *comparison) name() string {
	n := c.names()
	return n[screen.BaseSide] + " → " + n[screen.NewSide]
}

// state is what is told of a comparison before anything is prepared.
func (c *comparison) state() *screen.Comparing {
	names := c.names()
	side := func(i int) screen.Side {
		s := screen.Side{Name: names[i]}
		for _, f := range c.sides[i] {
			if f.note != "" {
				s.Notes = append(s.Notes, f.name()+" "+f.note)
			}
		}
		return s
	}
	return &screen.Comparing{Base: side(screen.BaseSide), New: side(screen.NewSide), Normalisation: c.normalisation}
}

// about is a comparison in a few words: its kind and how the default sample type
// changed.
func (c *comparison) about() string {
	if x := c.joined.Traces; x != nil {
		return lang.L("traces · ") + model.FormatSpaced(int64(x.Base.End), "nanoseconds", "auto") + " → " + model.FormatSpaced(int64(x.New.End), "nanoseconds", "auto")
	}
	p := c.joined.Pair
	text := string(p.New.Kind)
	if len(p.New.Types) == 0 {
		return text
	}
	unit := p.New.Types[p.New.Default].Unit
	var sums [2]int64
	for i, side := range []*model.Profile{p.Base, p.New} {
		for _, v := range side.Samples.Values[p.New.Default] {
			sums[i] += v
		}
	}
	return text + " · " + model.FormatSpaced(sums[screen.BaseSide], unit, "auto") + " → " + model.FormatSpaced(sums[screen.NewSide], unit, "auto")
}

// picked finds the documents of picks, opening files that are none yet.
func (d *Desk) picked(p screen.Picks) []*document {
	var docs []*document
	for _, id := range p.Documents {
		if doc := d.document(id); doc != nil {
			docs = append(docs, doc)
		}
	}
	for _, path := range p.Paths {
		docs = append(docs, d.opened(path))
	}
	return docs
}

// sideOf takes documents for a side of a comparison. One that is a comparison
// itself cannot be compared.
func sideOf(docs []*document) ([]sideFile, error) {
	var files []sideFile
	for _, doc := range docs {
		if doc.comparison != nil {
			return nil, fmt.Errorf("%s is a comparison already: compare the profiles themselves", doc.name())
		}
		f := sideFile{doc: doc.id, path: doc.path, title: doc.name(), profile: doc.profile(), trace: doc.wholeTrace(), timeline: doc.wholeTimeline(), parts: doc.parts}
		switch {
		case doc.derived != nil || doc.parts != nil:
			f.path, f.made = "", doc.path // there is no such file
		case doc.folder != nil && f.profile == nil:
			return nil, fmt.Errorf("%s is a folder without a profile that is shown: compare its files", f.title)
		case doc.folder != nil:
			f.doc = noDocument // it goes on to other files
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, errors.New("a comparison needs a document on each side")
	}
	return files, nil
}

// compare makes a comparison, or says why there can be none.
func (d *Desk) compare(base, now []*document, mode compare.Mode) {
	var sides [2][]sideFile
	var err error
	for i, docs := range [2][]*document{screen.BaseSide: base, screen.NewSide: now} {
		if sides[i], err = sideOf(docs); err != nil {
			d.refuse(err)
			return
		}
	}
	d.compareSides(sides, mode)
}

// compareSides makes a comparison of what was taken from documents.
func (d *Desk) compareSides(sides [2][]sideFile, mode compare.Mode) {
	c := &comparison{sides: sides, mode: mode}
	if mode == "" {
		c.mode = compare.DiffBase
	}
	if err := c.check(); err != nil {
		d.refuse(err)
		return
	}
	c.normalisation = c.usual()
	d.nextDoc++
	doc := &document{id: d.nextDoc, comparison: c}
	d.Docs = append(d.Docs, doc)
	d.active = doc
	d.marked = nil
	d.join(doc)
	d.prepare()
}

// usual is the normalisation that a comparison begins with.
func (c *comparison) usual() compare.Normalisation {
	return compare.PerRecording(len(c.sides[screen.BaseSide]), len(c.sides[screen.NewSide]))
}

// check tells early, where all is read, why profiles cannot be compared.
func (c *comparison) check() error {
	var first *sideFile
	for _, files := range c.sides {
		for i := range files {
			f := &files[i]
			switch {
			case f.trace != nil && len(files) > 1:
				return errors.New("traces are compared one with one, not in groups")
			case f.profile == nil && f.trace == nil:
			case first == nil:
				first = f
			case (first.trace == nil) != (f.trace == nil):
				return fmt.Errorf("%s and %s: an execution trace cannot be compared with a profile; compare a profile that is made out of the trace", first.name(), f.name())
			case f.trace != nil:
			default:
				if err := compare.Fit(first.profile, f.profile); err != nil {
					return fmt.Errorf("%s and %s: %w", first.name(), f.name(), err)
				}
			}
		}
	}
	return nil
}

func (d *Desk) refuse(err error) {
	d.Notice = model.Sanitise(err.Error())
	d.Publish()
}

// doCompare carries out the intents that are about comparisons.
func (d *Desk) doCompare(i screen.Intent) {
	switch i := i.(type) {
	case screen.Compare:
		base := d.picked(i.Base) // in their order, also where both are opened
		d.compare(base, d.picked(i.New), i.Mode)
	case screen.CompareMarked:
		marked := d.markedDocuments()
		if len(marked) != 2 {
			d.refuse(errors.New("mark two documents for a comparison: click on the second with Ctrl"))
			return
		}
		d.compare(marked[:1], marked[1:], "")
	case screen.AddUpMarked:
		d.addUp()
	case screen.CompareBaseline:
		base, now := d.document(d.baseline), d.document(i.Document)
		if d.baseline == 0 || base == nil {
			d.refuse(errors.New("there is no baseline: pin one from the menu of a document"))
			return
		}
		if now == base {
			d.refuse(fmt.Errorf("%s is the baseline itself: choose another document", base.name()))
			return
		}
		if now == nil {
			return
		}
		d.compare([]*document{base}, []*document{now}, "")
	case screen.MarkDocument:
		d.mark(d.document(i.Document))
	case screen.PinBaseline:
		d.pin(d.document(i.Document))
	case screen.ReplaceSide:
		d.replaceSide(i)
	case screen.SwapSides:
		d.swap()
	case screen.Normalise:
		if doc := d.active; doc != nil && doc.comparison != nil {
			doc.comparison.normalisation = i.Normalisation
			d.prepare()
		}
	case screen.ShowWay:
		d.way(i.Way)
	case screen.CopySummary:
		d.copySummary()
	}
}

// mark marks a document for a comparison, or no longer. The one that is shown is
// the first of two.
func (d *Desk) mark(doc *document) {
	if doc == nil {
		return
	}
	switch i := slices.Index(d.marked, doc.id); {
	case i >= 0:
		d.marked = slices.Delete(slices.Clone(d.marked), i, i+1)
	case len(d.marked) == 0 && d.active != nil && d.active != doc && d.active.comparison == nil:
		d.marked = []int{d.active.id, doc.id}
	default:
		d.marked = append(slices.Clip(d.marked), doc.id)
	}
	d.Publish()
}

// markedDocuments are those that are marked, in the order of marking.
func (d *Desk) markedDocuments() []*document {
	var docs []*document
	for _, id := range d.marked {
		if doc := d.document(id); doc != nil {
			docs = append(docs, doc)
		}
	}
	return docs
}

func (d *Desk) pin(doc *document) {
	switch {
	case doc == nil:
		return
	case doc.comparison != nil:
		d.refuse(fmt.Errorf("%s is a comparison: pin a profile", doc.name()))
		return
	case d.baseline == doc.id:
		d.baseline = 0
	default:
		d.baseline = doc.id
	}
	d.Publish()
}

// replaceSide puts others in the place of a side of the comparison that is shown.
func (d *Desk) replaceSide(i screen.ReplaceSide) {
	doc := d.active
	if doc == nil || doc.comparison == nil {
		return
	}
	if i.With.Empty() {
		i.With.Documents = slices.Clone(d.marked)
	}
	files, err := sideOf(d.picked(i.With))
	if err != nil {
		d.refuse(errors.New("mark the documents that belong to this side: click on them with Ctrl"))
		return
	}
	c := *doc.comparison // until it is known to be allowed
	at := screen.NewSide
	if i.Base {
		at = screen.BaseSide
	}
	if i.Add {
		files = append(slices.Clip(c.sides[at]), files...)
	}
	c.sides[at] = files
	if err := c.check(); err != nil {
		d.refuse(err)
		return
	}
	if c.normalisation == doc.comparison.usual() {
		c.normalisation = c.usual()
	}
	*doc.comparison, d.marked = c, nil
	d.join(doc)
	d.prepare()
}

// swap turns the comparison that is shown round.
func (d *Desk) swap() {
	doc := d.active
	if doc == nil || doc.comparison == nil {
		return
	}
	c := doc.comparison
	c.sides[screen.BaseSide], c.sides[screen.NewSide] = c.sides[screen.NewSide], c.sides[screen.BaseSide]
	n := &c.normalisation
	n.Base, n.New = n.New, n.Base
	d.join(doc)
	d.prepare()
}

// copySummary puts the summary on the clipboard.
func (d *Desk) copySummary() {
	a := d.answer
	if a == nil || a.Compared == nil || d.active == nil || a.Document != d.active.id {
		d.refuse(errors.New("there is no comparison to sum up: show one first"))
		return
	}
	text, err := a.Markdown()
	if err != nil {
		d.refuse(err)
		return
	}
	d.shell.Copy(text)
	d.Notice = lang.L("Copied: the summary, as Markdown.")
	d.Publish()
}
