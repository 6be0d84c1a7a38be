package desk

import (
	"context"
	"slices"
	"strings"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// derivation is an origin in an execution trace. It keeps the limits of its
// profile by names: the trace may be another one after it was read again.
type derivation struct {
	plain
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

// The line stands below the line of the trace.
func (n *derivation) line(_ *document, l *screen.Document) {
	l.Name, l.Child = n.title, true
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

func (n *derivation) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: n.key(), title: n.name()}, nil
}

// derive opens a profile made out of a trace, or goes to it.
func (s *documents) derive(from *document, i screen.Derive) {
	n := newDerivation(from, i)
	at := slices.Index(s.all, from) + 1
	for at < len(s.all) {
		if other, ok := s.all[at].origin.(*derivation); !ok || other.from != from {
			break
		}
		at++
	}
	s.goTo(n, at)
}

func newDerivation(from *document, i screen.Derive) *derivation {
	f := from.trace().figures
	t := f.Trace
	return &derivation{
		from: from, times: i.Kind, interval: i.Scope.Interval, title: f.NameProfile(i.Kind, i.Scope, i.Of),
		funcs: each(i.Scope.Funcs, t.Strings.Raw), regions: each(i.Scope.Regions, t.Strings.Raw),
		goroutines: each(i.Scope.Goroutines, func(g trace.GoIndex) int64 { return t.Goroutines[g].ID }),
		tasks:      each(i.Scope.Tasks, func(k trace.TaskIndex) uint64 { return t.Tasks[k].ID }),
	}
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
