package desk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
)

// marks are what is selected in the list, in the order in which it was: documents, and files of folders.
type marks struct {
	desk *Desk
	all  []screen.Mark
}

func (m *marks) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.MarkDocument:
		m.toggle(m.of(m.desk.docs.numbered(i.Document), i.File))
	case screen.MarkRange:
		m.through(m.desk.docs.numbered(i.Document), i.File)
	case screen.AddUpMarked:
		m.addUp()
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
	m.all = slices.DeleteFunc(slices.Clone(m.all), func(x screen.Mark) bool { return x.Document == doc.id })
}

// taken calls then with the marked recordings, once the files among them are read, and takes the marks off.
func (m *marks) taken(then func([]sideFile) error) {
	d := m.desk
	var sides []sideFile
	var read []func(context.Context) (*model.Profile, error) // nil: it is there, or its document is being read
	for _, x := range m.all {
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
		if r := f.RunOf[x.File]; r != nil && r.Series == nil {
			d.refuse(fmt.Errorf("%s is an execution trace: open it separately to compare it", screen.BaseName(x.File)))
			return
		}
		sides = append(sides, sideFile{doc: noDocument, path: x.File, title: screen.BaseName(x.File)})
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
	if len(m.all) != 2 {
		m.desk.refuse(errors.New("select two documents to compare: Ctrl+click the second one"))
		return
	}
	m.taken(func(files []sideFile) error {
		return m.desk.comparisons.compareSides([2][]sideFile{screen.BaseSide: files[:1], screen.NewSide: files[1:]}, "")
	})
}

// addUp opens the sum of what is marked.
func (m *marks) addUp() {
	if len(m.all) < 2 {
		m.desk.refuse(errors.New("select the profiles to add up: Ctrl+click each of them"))
		return
	}
	m.taken(func(files []sideFile) error {
		var parts []part
		for _, f := range files {
			if f.profile == nil || !filepath.IsAbs(f.path) {
				return fmt.Errorf("%s cannot be added up: choose files of profiles", f.title)
			}
			parts = append(parts, part{f.path, f.profile.Format})
		}
		m.all = nil
		docs := &m.desk.docs
		docs.goTo(sum{parts: slices.Clip(parts)}, len(docs.all))
		return nil
	})
}
