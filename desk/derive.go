package desk

import (
	"context"
	"slices"
	"strings"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// derivation is an origin in an execution trace. It keeps the limits of its
// profile by names: the trace may be another one after it was read again.
type derivation struct {
	from   *document
	source *figures.Source
	title  string // what it shows: "network wait of main.worker"

	times      analysis.ProfileKind
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
func (n *derivation) leave()         {}

func (n *derivation) kind(c content) screen.Kind { return kindOf(c) }

// The line stands below the line of the trace.
func (n *derivation) line(_ *document, l *screen.Document) {
	l.Name, l.Path, l.Child = n.title, n.key(), true
}

// load makes the profile from the latest reading of the trace. If the trace is
// closed, the old profile stays.
func (n *derivation) load(d *Desk, doc *document) {
	if t := n.from.trace(); t != nil {
		n.source = t.figures
	}
	source := n.source
	d.docs.read(doc, func(ctx context.Context, _ *job.Job, _ loader.Limits) (reading, error) {
		p, err := source.Analysis.Profile(ctx, n.what(source.Trace))
		if err != nil {
			return reading{}, err
		}
		return reading{content: newProfileContent(&loader.File{Name: n.name(), Profile: p})}, nil
	})
}

func (n *derivation) reload(d *Desk, doc *document) {
	n.load(d, doc)
	d.Publish()
}

func (n *derivation) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: n.key(), title: n.name()}, nil
}

// keep returns false: the profile is no file.
func (n *derivation) keep(*document, session.Place) (session.Document, bool) {
	return session.Document{}, false
}

// derive opens a profile made out of a trace, or goes to it.
func (s *documents) derive(from *document, i screen.Derive) {
	n := newDerivation(from, i)
	if old := s.keyed(n.key()); old != nil {
		s.activate(old)
		return
	}
	at := slices.Index(s.all, from) + 1
	for at < len(s.all) {
		if other, ok := s.all[at].origin.(*derivation); !ok || other.from != from {
			break
		}
		at++
	}
	doc := s.insert(at, n)
	s.load(doc)
	s.activate(doc)
}

func newDerivation(from *document, i screen.Derive) *derivation {
	f := from.trace().figures
	t := f.Trace
	n := &derivation{from: from, times: i.Kind, interval: i.Scope.Interval}
	n.title = f.NameProfile(i.Kind, i.Scope, i.Of)
	if i.Scope.Funcs != nil {
		n.funcs = named(i.Scope.Funcs, t.Strings.Raw)
	}
	if i.Scope.Regions != nil {
		n.regions = named(i.Scope.Regions, t.Strings.Raw)
	}
	if i.Scope.Goroutines != nil {
		n.goroutines = named(i.Scope.Goroutines, func(g trace.GoIndex) int64 { return t.Goroutines[g].ID })
	}
	if i.Scope.Tasks != nil {
		n.tasks = named(i.Scope.Tasks, func(k trace.TaskIndex) uint64 { return t.Tasks[k].ID })
	}
	return n
}

func named[I, N any](all []I, name func(I) N) []N {
	out := make([]N, len(all))
	for i, x := range all {
		out[i] = name(x)
	}
	return out
}

// what finds the limits of the profile in the trace.
func (n *derivation) what(t *trace.Trace) analysis.What {
	w := analysis.What{Kind: n.times, Interval: n.interval}
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

// fileName makes a name fit to be a part of a file's name.
func fileName(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		case strings.ContainsRune("()*[]", r):
			return -1
		}
		return '-'
	}, strings.ReplaceAll(name, ": ", "-")), "-.")
}
