package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model"
	"profstation/model/lang"
	"profstation/origin"
)

// marks are what is selected in the list, in the order in which it was: documents, and files of folders. The
// baseline is marked for longer.
type marks struct {
	desk     *Desk
	all      []screen.Mark
	baseline []screen.Mark
	pins     int // how often the baseline was chosen or removed
}

func (m *marks) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.MarkDocument:
		m.toggle(m.of(m.desk.docs.numbered(i.Document), i.File))
	case screen.MarkRange:
		m.through(m.desk.docs.numbered(i.Document), i.File)
	case screen.AddUpMarked:
		m.addUp()
	case screen.PinBaseline:
		m.pin(m.meant(screen.Mark(i)))
	case screen.CompareBaseline:
		m.compareBaseline(m.meant(screen.Mark(i)))
	case screen.CompareShown:
		m.compareShown()
	default:
		return false
	}
	return true
}

// of is the mark of a document, or of a file of a folder: of the shown one if no other is named. It has no
// document if there is nothing to mark.
func (m *marks) of(doc *document, file string) screen.Mark {
	switch {
	case doc == nil:
		return screen.Mark{}
	case doc.following() == nil:
		return screen.Mark{Document: doc.id}
	case file == "":
		file = doc.following().file
	}
	if doc.following().File(file) == nil {
		return screen.Mark{}
	}
	return screen.Mark{Document: doc.id, File: file}
}

// meant is what a command on a line, or on what is on the screen, is about: all that are selected if it is one
// of them, and if it names none of them.
func (m *marks) meant(of screen.Mark) []screen.Mark {
	x := m.of(m.desk.docs.numbered(of.Document), of.File)
	switch {
	case len(m.all) > 1 && (of.Document == 0 || slices.Contains(m.all, x)):
		return m.all
	case x.Document == 0:
		return nil
	}
	return []screen.Mark{x}
}

// pin makes documents and files the baseline, or removes the baseline if they are in it.
func (m *marks) pin(all []screen.Mark) {
	for _, x := range all {
		if doc := m.desk.docs.numbered(x.Document); doc.comparison() != nil {
			m.desk.refuse(lang.Error("{{.Document}} is a comparison: pin a profile", lang.With{"Document": doc.name()}))
			return
		}
	}
	switch {
	case len(all) == 0:
		return
	case !slices.ContainsFunc(all, func(x screen.Mark) bool { return !slices.Contains(m.baseline, x) }):
		m.baseline = nil
	default:
		m.baseline = all
	}
	m.all = nil
	m.pins++
	if len(m.baseline) > 1 {
		m.desk.Notice = lang.L("The selection is the baseline now: select others and compare them with it.")
	}
	m.desk.Publish()
}

// compareBaseline compares documents and files with the baseline.
func (m *marks) compareBaseline(now []screen.Mark) {
	if len(m.baseline) == 0 {
		m.desk.Say(lang.L("No baseline is pinned yet: right-click a document and choose “Pin as baseline”."))
		return
	}
	if len(now) == 0 {
		return
	}
	others := except(now, m.baseline)
	if len(others) == 0 {
		m.desk.refuse(lang.Error("{{.Document}} is the baseline itself: choose another document", lang.With{"Document": m.name(now[0])}))
		return
	}
	m.compareGroups(m.baseline, others)
}

// compareShown compares all that are marked, but what is on the screen, with that.
func (m *marks) compareShown() {
	shown := []screen.Mark{m.of(m.desk.docs.active, "")}
	if now := except(m.all, shown); shown[0].Document != 0 && len(now) > 0 {
		m.compareGroups(shown, now)
	}
}

func except(all, left []screen.Mark) []screen.Mark {
	return slices.DeleteFunc(slices.Clone(all), func(x screen.Mark) bool { return slices.Contains(left, x) })
}

func (m *marks) compareGroups(base, now []screen.Mark) {
	m.taken(slices.Concat(base, now), func(files []sideFile) error {
		return m.desk.comparisons.compareSides([2][]sideFile{ask.BaseSide: files[:len(base):len(base)], ask.NewSide: files[len(base):]}, "")
	})
}

// name is the short name of what a mark stands for.
func (m *marks) name(x screen.Mark) string {
	if x.File != "" {
		return origin.Ref(x.File).Title()
	}
	return m.desk.docs.numbered(x.Document).name()
}

func (m *marks) toggle(x screen.Mark) {
	if x.Document == 0 {
		return
	}
	if i := slices.Index(m.all, x); i >= 0 {
		m.all = slices.Delete(slices.Clone(m.all), i, i+1)
	} else {
		// The first one is marked beside what is on the screen, which is what people mean to compare it with.
		if active := m.desk.docs.active; len(m.all) == 0 && active != nil && active.comparison() == nil {
			if shown := m.of(active, ""); shown.Document != 0 && shown != x {
				m.all = []screen.Mark{shown}
			}
		}
		m.all = append(slices.Clip(m.all), x)
	}
	m.desk.Publish()
}

// through marks all from what is on the screen to another document, or to another file of the same kind in the
// folder that is shown, and nothing else.
func (m *marks) through(to *document, file string) {
	docs := &m.desk.docs
	if to == nil || docs.active == nil {
		return
	}
	if f := to.following(); f != nil && file != "" {
		m.all = m.filesThrough(f, file)
		m.desk.Publish()
		return
	}
	from, end := slices.Index(docs.all, docs.active), slices.Index(docs.all, to)
	m.all = nil
	for _, doc := range docs.all[min(from, end) : max(from, end)+1] {
		if x := m.of(doc, ""); x.Document != 0 && doc.comparison() == nil {
			m.all = append(m.all, x)
		}
	}
	m.desk.Publish()
}

// filesThrough are the files from the shown one to another, of the kind of that: a folder that a server is
// recorded into has a file of each kind for each moment. Without a shown one it is that file alone.
func (m *marks) filesThrough(f *watched, file string) (all []screen.Mark) {
	to, from := f.Index(file), f.Index(f.file)
	if to < 0 {
		return nil
	}
	if from < 0 {
		from = to
	}
	for _, x := range f.Files()[min(from, to) : max(from, to)+1] {
		if f.RunOf[x.Path] == f.RunOf[file] {
			all = append(all, screen.Mark{Document: f.document, File: x.Path})
		}
	}
	return all
}

// forget takes the marks off a document that is closed.
func (m *marks) forget(doc *document) {
	for _, list := range []*[]screen.Mark{&m.all, &m.baseline} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(x screen.Mark) bool { return x.Document == doc.id })
	}
}

// keep notes in a document for the next start what of it is the baseline.
func (m *marks) keep(doc *document, to *session.Document) {
	for _, x := range m.baseline {
		switch {
		case x.Document != doc.id:
		case x.File == "":
			to.Baseline = true
		default:
			to.BaselineFiles = append(to.BaselineFiles, origin.Ref(x.File))
		}
	}
}

// reopen makes the baseline again of what was it in a document.
func (m *marks) reopen(doc *document, from session.Document) {
	add := func(file string) {
		if x := (screen.Mark{Document: doc.id, File: file}); !slices.Contains(m.baseline, x) {
			m.baseline = append(slices.Clip(m.baseline), x)
		}
	}
	if from.Baseline {
		add("")
	}
	for _, path := range from.BaselineFiles {
		add(string(path))
	}
}

// taken calls then with marked recordings, once the files among them are read.
func (m *marks) taken(all []screen.Mark, then func([]sideFile) error) {
	d := m.desk
	var sides []sideFile
	var read []func(context.Context) (*model.Profile, error) // nil: it is there, or its document is being read
	for _, x := range all {
		doc := d.docs.numbered(x.Document)
		if x.File == "" {
			side, err := sideOf([]*document{doc})
			if err != nil {
				d.refuse(err)
				return
			}
			sides, read = append(sides, side...), append(read, nil)
			continue
		}
		f := doc.following()
		if f == nil {
			d.refuse(lang.Error("{{.File}} is not read yet: wait for its folder", lang.With{"File": origin.Ref(x.File).Title()}))
			return
		}
		if r := f.RunOf[x.File]; r != nil && r.Series == nil {
			d.refuse(lang.Error("{{.File}} is an execution trace: open it separately to compare it", lang.With{"File": origin.Ref(x.File).Title()}))
			return
		}
		sides = append(sides, sideFile{doc: noDocument, path: origin.Ref(x.File), title: origin.Ref(x.File).Title()})
		read = append(read, func(ctx context.Context) (*model.Profile, error) { return f.Cache.Get(ctx, x.File) })
	}
	o := job.Options{Kind: job.Load, Patient: true, Show: func(j *job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Reading the selected files"), Done: j.Done()}, true
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, j *job.Job) ([]sideFile, error) {
		for i, get := range read {
			if get == nil {
				continue
			}
			p, err := get(ctx)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", sides[i].title, err)
			}
			sides[i].profile = p
			j.Progress(int64(i+1), int64(len(read)))
		}
		return sides, ctx.Err()
	}, func(sides []sideFile, err error) error {
		if err == nil {
			err = then(sides)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			d.refuse(err)
		}
		return nil // it was said
	})
}

// compare compares the two that are marked, the first of them as the base.
func (m *marks) compare() {
	switch n := len(m.all); {
	case n > 2:
		m.desk.Say(lang.L("Two groups are compared by the menus of selected rows: pin one group as the baseline, then select the other and compare it with the baseline."))
	case n < 2:
		m.desk.refuse(lang.Error("select two documents to compare: Ctrl+click the second one"))
	default:
		m.compareGroups(m.all[:1], m.all[1:])
	}
}

// addUp opens the sum of what is marked.
func (m *marks) addUp() {
	if len(m.all) < 2 {
		m.desk.refuse(lang.Error("select the profiles to add up: Ctrl+click each of them"))
		return
	}
	m.taken(m.all, func(files []sideFile) error {
		var parts []part
		for _, f := range files {
			if f.profile == nil || !f.path.OnDisk() {
				return lang.Error("{{.Document}} cannot be added up: choose files of profiles", lang.With{"Document": f.title})
			}
			parts = append(parts, part{f.path, f.profile.Format})
		}
		m.all = nil
		docs := &m.desk.docs
		docs.goTo(sum{parts: slices.Clip(parts)}, len(docs.all))
		return nil
	})
}
