package desk

import (
	"context"
	"slices"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/origin"
)

type comparisons struct{ desk *Desk }

func (s comparisons) do(i screen.Intent) bool {
	d := s.desk
	switch i := i.(type) {
	case screen.Compare:
		base := s.picked(i.Base) // first, so that it also comes first in the list
		s.compare(base, s.picked(i.New), i)
	case screen.CompareMarked:
		d.docs.selection.compare()
	case screen.CompareSeries:
		s.compareSeries(i)
	case screen.CompareFile:
		s.compareFile(i.Path)
	case screen.ReplaceSide:
		s.replaceSide(i)
	case screen.SwapSides:
		s.swap()
	case screen.Normalise:
		if c := s.active(); c != nil {
			c.normalisation = i.Normalisation
			d.prepare()
		}
	case screen.ShowWay:
		s.way(i.Way)
	case screen.CopySummary:
		s.copySummary()
	default:
		return false
	}
	return true
}

func (s comparisons) active() *comparison {
	if doc := s.desk.docs.active; doc != nil {
		return doc.comparison()
	}
	return nil
}

// picked returns the picked documents, and opens files that are not open yet.
func (s comparisons) picked(p screen.Picks) []*document {
	var docs []*document
	for _, id := range p.Documents {
		if doc := s.desk.docs.numbered(id); doc != nil {
			docs = append(docs, doc)
		}
	}
	open := s.desk.docs.opened
	if len(p.Paths) > 1 {
		open = s.desk.docs.openedInGroup
	}
	for _, path := range p.Paths {
		docs = append(docs, open(origin.Ref(path)))
	}
	return docs
}

// hold reports whether a comparison has a document on a side.
func (s comparisons) hold(of *document) bool {
	return slices.ContainsFunc(s.desk.docs.all, func(doc *document) bool {
		c := doc.comparison()
		return c != nil && slices.ContainsFunc(slices.Concat(c.sides[:]...), func(f sideFile) bool { return f.doc == of.id })
	})
}

// sideOfOne returns a document as a recording on a side.
func sideOfOne(doc *document) (sideFile, error) {
	f, err := doc.origin.side(doc)
	f.profile, f.timeline = doc.profile(), doc.wholeTimeline()
	return f, err
}

func sideOf(docs []*document) ([]sideFile, error) {
	var files []sideFile
	for _, doc := range docs {
		f, err := sideOfOne(doc)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, lang.Error("a comparison needs a document on each side")
	}
	return files, nil
}

// compare compares documents as an intent says.
func (s comparisons) compare(base, now []*document, by screen.Compare) {
	var sides [2][]sideFile
	var err error
	for i, docs := range [2][]*document{ask.BaseSide: base, ask.NewSide: now} {
		if sides[i], err = sideOf(docs); err != nil {
			s.desk.refuse(err)
			return
		}
		for k := range sides[i] {
			sides[i][k].only = by.Parts[i]
		}
	}
	if err := s.compareSides(sides, by.Mode, by.Pairs); err != nil {
		s.desk.refuse(err)
	}
}

// compareSides opens a comparison. The error says why the sides cannot be compared.
func (s comparisons) compareSides(sides [2][]sideFile, mode compare.Mode, pairs bool) error {
	d := s.desk
	c := &comparison{sides: sides, mode: mode}
	if mode == "" {
		c.mode = compare.DiffBase
	}
	if err := c.check(); err != nil {
		return err
	}
	c.normalise(c.byRecording())
	c.normalisation.Pairs = pairs
	d.docs.selection.all = nil
	if same := s.same(c); same != nil {
		same.comparison().normalisation.Pairs = pairs
		d.docs.activate(same)
		d.Say(lang.L("This comparison is already open."))
		return nil
	}
	doc := d.docs.add(c)
	d.docs.active = doc
	d.docs.load(doc)
	d.prepare()
	return nil
}

// same returns the open comparison with the same recordings, nil if there is none.
func (s comparisons) same(c *comparison) *document {
	for _, doc := range s.desk.docs.all {
		of := doc.comparison()
		if of == nil || of.mode != c.mode {
			continue
		}
		same := true
		for i, files := range c.sides {
			same = same && slices.EqualFunc(files, of.sides[i], func(a, b sideFile) bool {
				return a.doc == b.doc && a.path == b.path && a.made == b.made && a.profile == b.profile && a.timeline == b.timeline && samePart(a.only, b.only)
			})
		}
		if same {
			return doc
		}
	}
	return nil
}

func (s comparisons) replaceSide(i screen.ReplaceSide) {
	put := func(files []sideFile) error { return s.putSide(i, files) }
	switch {
	case s.active() == nil:
	case len(i.With.Documents)+len(i.With.Paths) > 0:
		files, err := sideOf(s.picked(i.With))
		if err == nil {
			err = put(files)
		}
		if err != nil {
			s.desk.refuse(err)
		}
	case len(s.desk.docs.selection.all) == 0:
		s.desk.refuse(lang.Error("select what belongs to this side: Ctrl+click each of them"))
	default:
		s.desk.docs.selection.taken(s.desk.docs.selection.all, put)
	}
}

// putSide replaces a side in the shown comparison, or adds recordings to it.
func (s comparisons) putSide(i screen.ReplaceSide, files []sideFile) error {
	d, of := s.desk, s.active()
	if of == nil {
		return nil // another document is shown by now
	}
	c := comparison{sides: of.sides} // changed only if it is allowed
	at := ask.NewSide
	if i.Base {
		at = ask.BaseSide
	}
	if i.Add {
		files = append(slices.Clip(c.sides[at]), files...)
	}
	c.sides[at] = files
	left := of.left
	if !i.Add {
		left[at] = 0
	}
	if err := c.check(); err != nil {
		return err
	}
	of.sides, of.left, d.docs.selection.all = c.sides, left, nil
	d.docs.load(d.docs.active)
	d.prepare()
	return nil
}

func (s comparisons) swap() {
	d, c := s.desk, s.active()
	if c == nil {
		return
	}
	c.sides[ask.BaseSide], c.sides[ask.NewSide] = c.sides[ask.NewSide], c.sides[ask.BaseSide]
	c.left[ask.BaseSide], c.left[ask.NewSide] = c.left[ask.NewSide], c.left[ask.BaseSide]
	for _, n := range []*compare.Normalisation{&c.normalisation, &c.initial} {
		n.Base, n.New = n.New, n.Base
	}
	d.docs.load(d.docs.active)
	d.prepare()
}

func (s comparisons) copySummary() {
	d, a := s.desk, s.desk.current()
	if a == nil || a.Compared == nil {
		d.refuse(lang.Error("there is no comparison to summarise: show one first"))
		return
	}
	var text string
	d.exporter.exporting(lang.L("the clipboard"), func(ctx context.Context) (err error) {
		text, err = a.Markdown(ctx)
		return err
	}, func() {
		d.shell.Copy(text)
		d.Say(lang.L("Copied: the summary, as Markdown."))
	})
}

// way chooses how a comparison is shown. The Top tab has the table of changes, and also the tables of
// both sides next to each other. A difference is a picture.
func (s comparisons) way(w ask.Way) {
	d := s.desk
	if d.Kind() != ask.OfComparison {
		return
	}
	t, c := d.Tab(), &d.Display.Compare
	switch {
	case w == ask.AsTable:
		c.TopBeside = false
		d.showTab(ask.TopTab)
		return
	case w == ask.SideBySide && t == ask.TopTab:
		c.TopBeside = true
		d.prepare()
		return
	}
	c.Way = w
	if t != ask.FlameTab && t != ask.GraphTab {
		d.tabs[ask.OfComparison] = ask.FlameTab
	}
	d.prepare()
}

// renew gives a document's new content to the comparisons that hold it.
func (s comparisons) renew(of *document) {
	s.change(of, func(f *sideFile) (fresh bool) {
		f.note = ""
		if p := of.profile(); p != nil && p != f.profile {
			f.profile, f.timeline, fresh = p, nil, true
		}
		if t := of.wholeTimeline(); t != nil && t != f.timeline {
			f.profile, f.timeline, fresh = nil, t, true
		}
		return fresh
	})
}

// closed notes in the comparisons that hold a document that it was closed. They keep its content.
func (s comparisons) closed(of *document) {
	s.change(of, func(f *sideFile) bool {
		f.note = lang.L("{{.Name}} is closed; the loaded data is kept", lang.With{"Name": f.title})
		return false
	})
}

// change calls side for each side that holds a document. It joins a comparison again if side
// reports new content, or if the comparison was waiting.
func (s comparisons) change(of *document, side func(*sideFile) (fresh bool)) {
	for _, doc := range s.desk.docs.all {
		c := doc.comparison()
		if c == nil {
			continue
		}
		holds, fresh := false, false
		for i, files := range c.sides {
			files = slices.Clone(files)
			for k := range files {
				if f := &files[k]; f.doc == of.id || s.reopened(f, of) {
					holds, f.doc = true, of.id
					fresh = side(&files[k]) || fresh
				}
			}
			c.sides[i] = files
		}
		if holds && (fresh || doc.content == nil) {
			s.desk.docs.load(doc)
		}
	}
}

// reopened reports whether a document shows again what a recording was taken from, whose document was closed.
func (s comparisons) reopened(f *sideFile, of *document) bool {
	return f.doc > 0 && f.path != "" && f.path == of.origin.key() && s.desk.docs.numbered(f.doc) == nil
}

func (s comparisons) compareSeries(i screen.CompareSeries) {
	d, f := s.desk, s.desk.followed()
	if f == nil || f.chosen == nil {
		d.refuse(lang.Error("there is nothing before this: comparing within a series needs a watched folder"))
		return
	}
	at := f.standing()
	if at < 1 {
		d.refuse(lang.Error("this is the first profile of its series: step to a later one"))
		return
	}
	base := at - 1
	if i.First {
		base = 0
	}
	s.compareFile(f.chosen.At(base).Path)
	if i.First && f.Unread > 0 {
		d.Say(lang.L("Compared with the first loaded profile. Load older files to go further back; not loaded: {{.Unread}}.",
			lang.With{"Unread": units.Count(int64(f.Unread))}))
	}
}

// compareFile compares a file from the shown folder, as the base, with the shown profile.
// The comparison keeps both, because the folder goes on.
func (s comparisons) compareFile(path string) {
	d := s.desk
	var f *watched
	for _, doc := range d.docs.all {
		if of := doc.following(); of != nil && of.File(path) != nil {
			f = of
		}
	}
	if f == nil || d.docs.active == nil {
		return
	}
	switch file := f.File(path); {
	case origin.Ref(path) == d.docs.active.origin.shown():
		d.refuse(lang.Error("this profile is already shown: choose another one"))
	case file.State != screen.Whole:
		d.refuse(lang.Error("{{.File}} is not loaded yet: open it first", lang.With{"File": file.Name}))
	default:
		m := &d.docs.selection
		m.compareGroups([]screen.Mark{{Document: f.document, File: path}}, []screen.Mark{m.of(d.docs.active, "")})
	}
}
