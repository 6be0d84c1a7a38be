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
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/origin"
)

// selection holds what is marked in the list, in order: documents, and files in folders. The
// baseline stays marked until the user changes it.
type selection struct {
	desk     *Desk
	all      []screen.Mark
	baseline []screen.Mark
	pins     int // how often the baseline was chosen or removed
	values   screen.MarkValues
}

func (sel *selection) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.MarkDocument:
		sel.toggle(sel.of(sel.desk.docs.numbered(i.Document), i.File))
	case screen.MarkRange:
		sel.through(sel.desk.docs.numbered(i.Document), i.File)
	case screen.MarkValues:
		sel.values = i
		sel.desk.Publish()
	case screen.AddUpMarked:
		sel.addUp()
	case screen.PinBaseline:
		sel.pin(sel.meant(screen.Mark(i)))
	case screen.CompareBaseline:
		sel.compareBaseline(sel.meant(screen.Mark(i)))
	case screen.CompareShown:
		sel.compareShown()
	default:
		return false
	}
	return true
}

// of returns the mark for a document, or for a file in a folder; "" means the shown file. The mark has no
// document if there is nothing to mark.
func (sel *selection) of(doc *document, file string) screen.Mark {
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

// meant returns what a command on a line, or on the screen, is about. That is everything selected, if the line
// is selected or none is given.
func (sel *selection) meant(of screen.Mark) []screen.Mark {
	x := sel.of(sel.desk.docs.numbered(of.Document), of.File)
	switch {
	case len(sel.all) > 1 && (of.Document == 0 || slices.Contains(sel.all, x)):
		return sel.all
	case x.Document == 0:
		return nil
	}
	return []screen.Mark{x}
}

// pin makes documents and files the baseline, or takes them out if they are in it.
func (sel *selection) pin(all []screen.Mark) {
	for _, x := range all {
		if doc := sel.desk.docs.numbered(x.Document); doc.comparison() != nil {
			sel.desk.refuse(lang.Error("{{.Document}} is a comparison: pin a profile", lang.With{"Document": doc.name()}))
			return
		}
	}
	switch {
	case len(all) == 0:
		return
	case !slices.ContainsFunc(all, func(x screen.Mark) bool { return !slices.Contains(sel.baseline, x) }):
		sel.baseline = nil
	default:
		sel.baseline = all
	}
	sel.all = nil
	sel.pins++
	if len(sel.baseline) > 1 {
		sel.desk.Notice = lang.L("The selection is the baseline now: select others and compare them with it.")
	}
	sel.desk.Publish()
}

// compareBaseline compares documents and files with the baseline.
func (sel *selection) compareBaseline(now []screen.Mark) {
	if len(sel.baseline) == 0 {
		sel.desk.Say(lang.L("No baseline is pinned yet: right-click a document and choose “Pin as baseline”."))
		return
	}
	if len(now) == 0 {
		return
	}
	others := except(now, sel.baseline)
	if len(others) == 0 {
		sel.desk.refuse(lang.Error("{{.Document}} is the baseline itself: choose another document", lang.With{"Document": sel.name(now[0])}))
		return
	}
	sel.compareGroups(sel.baseline, others)
}

// compareShown compares everything marked with the document on the screen.
func (sel *selection) compareShown() {
	shown := []screen.Mark{sel.of(sel.desk.docs.active, "")}
	if now := except(sel.all, shown); shown[0].Document != 0 && len(now) > 0 {
		sel.compareGroups(shown, now)
	}
}

func except(all, left []screen.Mark) []screen.Mark {
	return slices.DeleteFunc(slices.Clone(all), func(x screen.Mark) bool { return slices.Contains(left, x) })
}

func (sel *selection) compareGroups(base, now []screen.Mark) {
	sel.taken(slices.Concat(base, now), func(files []sideFile) error {
		return sel.desk.comparisons.compareSides([2][]sideFile{ask.BaseSide: files[:len(base):len(base)], ask.NewSide: files[len(base):]}, "", false)
	})
}

// name returns the short name for a mark.
func (sel *selection) name(x screen.Mark) string {
	if x.File != "" {
		return origin.Ref(x.File).Title()
	}
	return sel.desk.docs.numbered(x.Document).name()
}

func (sel *selection) toggle(x screen.Mark) {
	if x.Document == 0 {
		return
	}
	if i := slices.Index(sel.all, x); i >= 0 {
		sel.all = slices.Delete(slices.Clone(sel.all), i, i+1)
	} else {
		// The shown document is marked, too: people mean to compare the first one with it.
		if active := sel.desk.docs.active; len(sel.all) == 0 && active != nil && active.comparison() == nil {
			if shown := sel.of(active, ""); shown.Document != 0 && shown != x {
				sel.all = []screen.Mark{shown}
			}
		}
		sel.all = append(slices.Clip(sel.all), x)
	}
	sel.desk.Publish()
}

// through marks everything from the shown document to another, or to another file with the same kind in the
// folder that is shown, and nothing else.
func (sel *selection) through(to *document, file string) {
	docs := &sel.desk.docs
	if to == nil || docs.active == nil {
		return
	}
	if f := to.following(); f != nil && file != "" {
		sel.all = sel.filesThrough(f, file)
		sel.desk.Publish()
		return
	}
	from, end := slices.Index(docs.all, docs.active), slices.Index(docs.all, to)
	sel.all = nil
	for _, doc := range docs.all[min(from, end) : max(from, end)+1] {
		if x := sel.of(doc, ""); x.Document != 0 && doc.comparison() == nil {
			sel.all = append(sel.all, x)
		}
	}
	sel.desk.Publish()
}

// filesThrough returns the files from the shown one to another that are in the latter's series: a folder with
// recordings from a server has a file for each kind and moment. If no file is shown, it returns that file alone.
func (sel *selection) filesThrough(f *watched, file string) (all []screen.Mark) {
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

// forget removes a closed document's marks.
func (sel *selection) forget(doc *document) {
	for _, list := range []*[]screen.Mark{&sel.all, &sel.baseline} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(x screen.Mark) bool { return x.Document == doc.id })
	}
}

// keep notes for the next start what in a document is the baseline.
func (sel *selection) keep(doc *document, to *session.Document) {
	for _, x := range sel.baseline {
		switch {
		case x.Document != doc.id:
		case x.File == "":
			to.Baseline = true
		default:
			to.BaselineFiles = append(to.BaselineFiles, origin.Ref(x.File))
		}
	}
}

// reopen restores the baseline in a document.
func (sel *selection) reopen(doc *document, from session.Document) {
	add := func(file string) {
		if x := (screen.Mark{Document: doc.id, File: file}); !slices.Contains(sel.baseline, x) {
			sel.baseline = append(slices.Clip(sel.baseline), x)
		}
	}
	if from.Baseline {
		add("")
	}
	for _, path := range from.BaselineFiles {
		add(string(path))
	}
}

// taken calls then with the marked recordings, once the files among them are read.
func (sel *selection) taken(all []screen.Mark, then func([]sideFile) error) {
	d := sel.desk
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
		return nil // it was shown already
	})
}

// valuesShown returns the selected values of a label, if they are on the screen.
func (sel *selection) valuesShown() []labels.Part {
	if a := sel.desk.current(); a != nil && sel.desk.Tab() == ask.LabelsTab && a.Labels == sel.values.In {
		return sel.values.Parts
	}
	return nil
}

// compare compares the two marked ones, with the first as the base.
func (sel *selection) compare() {
	if values := sel.valuesShown(); len(sel.all) < 2 && len(values) > 0 {
		sel.desk.comparisons.do(screen.CompareValues(values))
		return
	}
	switch n := len(sel.all); {
	case n > 2:
		sel.desk.Say(lang.L("Two groups are compared by the menus of selected rows: pin one group as the baseline, then select the other and compare it with the baseline."))
	case n < 2:
		sel.desk.refuse(lang.Error("select two documents to compare: Ctrl+click the second one"))
	default:
		sel.compareGroups(sel.all[:1], sel.all[1:])
	}
}

// addUp opens the sum of everything marked.
func (sel *selection) addUp() {
	if len(sel.all) < 2 {
		sel.desk.refuse(lang.Error("select the profiles to add up: Ctrl+click each of them"))
		return
	}
	sel.taken(sel.all, func(files []sideFile) error {
		var parts []part
		for _, f := range files {
			if f.profile == nil || !f.path.OnDisk() {
				return lang.Error("{{.Document}} cannot be added up: choose files of profiles", lang.With{"Document": f.title})
			}
			parts = append(parts, part{f.path, f.profile.Format})
		}
		sel.all = nil
		docs := &sel.desk.docs
		docs.goTo(sum{parts: slices.Clip(parts)}, len(docs.all))
		return nil
	})
}
