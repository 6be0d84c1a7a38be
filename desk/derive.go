package desk

import (
	"context"
	"slices"
	"strings"

	"profstation/desk/screen"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// derivation is what a profile out of a trace is made of. What it is limited to
// is kept by names: the trace may be another one when it was read again.
type derivation struct {
	from   *document
	source *figures.Source
	name   string // what it shows: "network wait of main.worker"

	kind       analysis.ProfileKind
	interval   trace.Interval
	funcs      []string
	goroutines []int64
	regions    []string
	tasks      []uint64
}

// derive opens a profile that is made out of the active trace, or goes to it.
func (d *Desk) derive(i screen.Derive) {
	from := d.active
	doc := &document{derived: newDerivation(from, i)}
	doc.path = from.path + ": " + doc.derived.name
	if old := d.byPath(doc.path); old != nil {
		d.activate(old)
		return
	}
	d.nextDoc++
	doc.id = d.nextDoc
	at := slices.Index(d.Docs, from) + 1
	for at < len(d.Docs) && d.Docs[at].derived != nil && d.Docs[at].derived.from == from {
		at++
	}
	d.Docs = slices.Insert(d.Docs, at, doc)
	d.load(doc)
	d.activate(doc)
}

func newDerivation(from *document, i screen.Derive) *derivation {
	t := from.trace.figures.Trace
	n := &derivation{from: from, kind: i.Kind, interval: i.Scope.Interval}
	n.name = from.trace.figures.NameProfile(i.Kind, i.Scope, i.Of)
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

// renew takes the trace as it was last read. It stays what it was where that
// document is closed.
func (n *derivation) renew() {
	if n.from.trace != nil {
		n.source = n.from.trace.figures
	}
}

// what finds in the trace what the profile is limited to.
func (n *derivation) what() analysis.What {
	t := n.source.Trace
	w := analysis.What{Kind: n.kind, Interval: n.interval}
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

// found are those of some names that are there; nil only for nil.
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

// read makes the profile.
func (n *derivation) read(ctx context.Context) (*loader.File, error) {
	p, err := n.source.Analysis.Profile(ctx, n.what())
	if err != nil {
		return nil, err
	}
	return &loader.File{Name: n.from.name() + ": " + n.name, Profile: p}, nil
}

// fileName is a name as a part of a file's name.
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
