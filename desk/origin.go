package desk

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/loader/address"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// origin is where the content of a document comes from: a file, several files added up, a trace, a
// folder, other documents. A new source of profiles is another implementation.
type origin interface {
	// name is a short name, for lists and titles.
	name() string
	// key is different for every origin: the absolute path of a file or folder,
	// or words if there is no file. Notes belong to it.
	key() string
	// shown is the path of the shown file, "" without one.
	shown() string
	// folder is where a dialog about the document begins.
	folder() string
	// kind is the kind of document that a content makes; the content is nil before there is one.
	kind(content) screen.Kind
	// load reads the content in the background; the old content stays until then.
	// An origin that is read again in another way is a reloader.
	load(*Desk, *document)
	// side returns the document as a recording of a comparison.
	side(*document) (sideFile, error)
	// keep returns the document for the next start, at a place; false if it cannot be brought back.
	keep(*document, session.Place) (session.Document, bool)
	// line adds to the document's line in the sidebar.
	line(*document, *screen.Document)
	// leave frees what the origin holds, because its document is closed.
	leave()
}

// reloader is an origin that reads its content again in another way than at first.
type reloader interface{ reload(*Desk, *document) }

// plain is embedded by origins that are read in one go and have nothing to add.
type plain struct{}

func (plain) kind(c content) screen.Kind       { return kindOf(c) }
func (plain) line(*document, *screen.Document) {}
func (plain) leave()                           {}

func (plain) keep(*document, session.Place) (session.Document, bool) {
	return session.Document{}, false
}

// fileOrigin is a file by its absolute path, or a folder to follow; "-" is standard input. The public
// part of an address is one that stands where a file should, as in a workspace of somebody else: it
// waits until the user asks to record from it, for nothing is sent to a server unasked.
type fileOrigin struct {
	plain
	path string
	// How it is followed, if it is a folder.
	recursive, polling bool
}

func (o *fileOrigin) name() string  { return screen.BaseName(o.path) }
func (o *fileOrigin) key() string   { return o.path }
func (o *fileOrigin) shown() string { return o.path }

func (o *fileOrigin) folder() string {
	if o.path == "-" {
		return ""
	}
	return filepath.Dir(o.path)
}

func (o *fileOrigin) load(d *Desk, doc *document) {
	d.docs.read(doc, func(ctx context.Context, j *job.Job, load loader.Options) (reading, error) {
		switch {
		case address.Is(o.path):
			return reading{}, errAddress
		case isFolder(o.path):
			return reading{folder: true}, nil
		}
		load.Progress, load.Partial = j.Progress, d.docs.firstGenerations(ctx, j, doc)
		return openFile(ctx, o.path, load)
	})
}

var errAddress = errors.New("this is a server address, not a file; choose Reload in its menu to record from it")

// reload opens the dialog for recording for an address.
func (o *fileOrigin) reload(d *Desk, doc *document) {
	if address.Complete(o.path) {
		d.recorder.open(o.path)
		return
	}
	o.load(d, doc)
}

func (o *fileOrigin) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, path: o.path, title: o.name()}, nil
}

// keep returns false for standard input, which cannot be read again.
func (o *fileOrigin) keep(_ *document, at session.Place) (session.Document, bool) {
	return session.Document{Path: session.Path(o.path), Place: at}, filepath.IsAbs(o.path) || address.Complete(o.path)
}

// kindOf is the kind of a content, of profiles without one.
func kindOf(c content) screen.Kind {
	if c == nil {
		return screen.OfProfile
	}
	return c.kind()
}

// part is one of the files of a sum.
type part struct{ path, format string }

// sum is an origin of several files that are added up. It cannot be brought back yet.
type sum struct {
	plain
	parts []part
}

// key names the files, so that the same sum is one document.
func (s sum) key() string    { return "sum of " + strings.Join(s.paths(), ", ") }
func (s sum) shown() string  { return s.key() }
func (s sum) folder() string { return filepath.Dir(s.parts[0].path) }

func (s sum) paths() []string { return each(s.parts, func(p part) string { return p.path }) }

func (s sum) name() string {
	names := each(s.paths(), screen.BaseName)
	const most = 3
	if len(names) > most {
		names = append(names[:most], lang.N(len(s.parts)-most, "1 more", "{{.N}} more", nil))
	}
	return strings.Join(names, " + ")
}

func (s sum) load(d *Desk, doc *document) {
	d.docs.read(doc, func(ctx context.Context, _ *job.Job, load loader.Options) (reading, error) {
		f, err := loader.Merge(ctx, s.paths(), load)
		if err != nil {
			return reading{}, err
		}
		return reading{content: newProfileContent(f)}, nil
	})
}

func (s sum) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: s.key(), parts: s.parts, title: s.name()}, nil
}

// derivation is an origin in an execution trace. It keeps the limits of its
// profile by names: the trace may be another one after it was read again.
type derivation struct {
	plain
	from   *document
	source *figures.Source
	title  string // what it shows: "network wait of main.worker"

	times      analysis.ProfileKind
	waits      analysis.Waits
	interval   trace.Interval
	funcs      []string
	goroutines []int64
	regions    []string
	tasks      []uint64
}

func (n *derivation) name() string   { return n.from.name() + ": " + n.title }
func (n *derivation) key() string    { return n.from.origin.key() + ": " + n.title }
func (n *derivation) shown() string  { return n.key() }
func (n *derivation) folder() string { return n.from.origin.folder() }

// The line stands below the line of the trace.
func (n *derivation) line(doc *document, l *screen.Document) {
	l.Name, l.Child = n.title, true
	if p := doc.profile(); p != nil && p.Samples.Len() == 0 {
		why := (&analysis.What{Kind: n.times, Waits: n.waits}).Nothing()
		l.Empty = strings.Join(each(why, func(text string) string { return lang.L(text) }), "\n")
	}
}

// load makes the profile from the latest reading of the trace, which may be closed by now.
func (n *derivation) load(d *Desk, doc *document) {
	if t := n.from.trace(); t != nil {
		n.source = t.figures
	}
	source := n.source
	d.docs.read(doc, func(ctx context.Context, _ *job.Job, _ loader.Options) (reading, error) {
		p, err := source.Analysis.Profile(ctx, n.what(source.Trace))
		if err != nil {
			return reading{}, err
		}
		return reading{content: newProfileContent(&loader.File{Name: n.name(), Profile: p})}, nil
	})
}

func (n *derivation) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: n.key(), title: n.name()}, nil
}

func (s *documents) derive(from *document, i screen.Derive) {
	f := from.trace().figures
	t := f.Trace
	n := &derivation{
		from: from, times: i.Kind, waits: i.Scope.Waits, interval: i.Scope.Interval, title: f.NameProfile(i.Kind, i.Scope, i.Of),
		funcs: each(i.Scope.Funcs, t.Strings.Raw), regions: each(i.Scope.Regions, t.Strings.Raw),
		goroutines: each(i.Scope.Goroutines, func(g trace.GoIndex) int64 { return t.Goroutines[g].ID }),
		tasks:      each(i.Scope.Tasks, func(k trace.TaskIndex) uint64 { return t.Tasks[k].ID }),
	}
	at := slices.Index(s.all, from) + 1
	for at < len(s.all) {
		if other, ok := s.all[at].origin.(*derivation); !ok || other.from != from {
			break
		}
		at++
	}
	s.goTo(n, at)
}

// what finds the limits of the profile in the trace.
func (n *derivation) what(t *trace.Trace) analysis.What {
	w := analysis.What{Kind: n.times, Waits: n.waits, Interval: n.interval}
	if n.funcs != nil || n.regions != nil {
		ids := map[string]model.StringID{}
		for id := range model.StringID(t.Strings.Len()) {
			ids[t.Strings.Raw(id)] = id
		}
		w.Funcs, w.Regions = found(n.funcs, ids), found(n.regions, ids)
	}
	if n.goroutines != nil {
		w.Goroutines = []trace.GoIndex{}
		for _, id := range n.goroutines {
			if g, ok := t.GoByID(id); ok {
				w.Goroutines = append(w.Goroutines, g)
			}
		}
	}
	if n.tasks != nil {
		ids := map[uint64]trace.TaskIndex{}
		for i := range t.Tasks {
			ids[t.Tasks[i].ID] = trace.TaskIndex(i)
		}
		w.Tasks = found(n.tasks, ids)
	}
	return w
}

// found returns the indices of the names that exist. It returns nil only for nil.
func found[N comparable, I any](names []N, ids map[N]I) []I {
	if names == nil {
		return nil
	}
	out := []I{}
	for _, n := range names {
		if id, ok := ids[n]; ok {
			out = append(out, id)
		}
	}
	return out
}
