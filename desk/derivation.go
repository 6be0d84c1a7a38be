package desk

import (
	"context"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// derivation is the origin for a profile made from an execution trace. Its recipe stores the profile's limits
// by name, because the trace may be another one when it is read again.
type derivation struct {
	plain
	from   *document
	path   origin.Ref      // the trace's path: a folder may show another one by now
	source *figures.Source // nil before the trace is read
	recipe origin.Recipe   // its title names what it shows: "network waits of main.worker"
	counts analysis.What   // what the recipe says without the trace
}

func (n *derivation) name() string      { return n.path.Title() + ": " + n.recipe.Title }
func (n *derivation) key() origin.Ref   { return n.path + origin.Ref(": "+n.recipe.Title) }
func (n *derivation) shown() origin.Ref { return n.key() }
func (n *derivation) folder() string    { return n.from.origin.folder() }

// line puts the profile below its trace.
func (n *derivation) line(doc *document, l *screen.Document) {
	l.Name, l.Child = safe.Text(n.recipe.Title), true
	switch p := doc.profile(); {
	case doc.state == screen.Loading && n.source == nil && !doc.waiting:
		l.Detail = lang.L("waiting for {{.Name}}", lang.With{"Name": safe.Text(n.from.name())})
	case p != nil && p.Samples.Len() == 0:
		l.Empty = strings.Join(lists.Map(n.counts.Nothing(), func(text string) string { return lang.L(text) }), "\n")
	}
}

// load makes the profile from the trace's latest reading; the trace may be closed by now. A profile from
// the last session waits until the whole trace is read.
func (n *derivation) load(d *Desk, doc *document) {
	if t := n.from.trace(); t != nil && n.from.origin.shown() == n.path && (n.source != nil || t.file != nil) {
		n.source = t.figures
	}
	source := n.source
	if source == nil {
		n.await(d, doc)
		return
	}
	d.docs.read(doc, func(ctx context.Context, _ *job.Job, _ loader.Options) (reading, error) {
		what, err := n.recipe.What(source.Trace)
		if err != nil {
			return reading{}, err
		}
		p, err := source.Analysis.Profile(ctx, what)
		if err != nil {
			return reading{}, err
		}
		return reading{content: newProfileContent(&loader.File{Name: n.name(), Profile: p})}, nil
	})
}

// await has the trace read, or fails if that will never succeed. Once it is read, remake goes on.
func (n *derivation) await(d *Desk, doc *document) {
	name := n.path.Title()
	switch of := n.from; {
	case !slices.Contains(d.docs.all, of):
		doc.err = lang.Error("{{.Trace}} was closed before it was read; choose Reload in the menu of this line to open it again",
			lang.With{"Trace": name})
	case of.state == screen.Failed:
		doc.err = lang.Error("{{.Document}} could not be read: {{.Cause}}", lang.With{"Document": name, "Cause": of.err})
	case of.state == screen.Ready:
		doc.err = lang.Error("{{.File}} no longer holds an execution trace", lang.With{"File": name})
	default:
		doc.state, doc.err = screen.Loading, nil
		if of.waiting {
			d.docs.load(of)
		}
		return
	}
	doc.state = screen.Failed
	d.comparisons.renew(doc)
}

// reload reads the trace again if it was closed or could not be read before the profile was made.
func (n *derivation) reload(d *Desk, doc *document) {
	switch {
	case n.source != nil:
	case !slices.Contains(d.docs.all, n.from):
		n.from = d.docs.opened(n.path)
	case n.from.state == screen.Failed:
		d.docs.load(n.from)
	}
	d.docs.load(doc)
}

// remake makes the profiles that wait for a trace. It is called when the trace was read, failed or was closed.
func (s *documents) remake(from *document) {
	for _, doc := range s.all {
		if n, ok := doc.origin.(*derivation); ok && n.from == from && n.source == nil && !doc.waiting {
			s.load(doc)
		}
	}
}

func (n *derivation) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: n.key(), out: n, title: n.name()}, nil
}

// keep returns false if the trace cannot be read again, or if the limits are too long to keep.
func (n *derivation) keep(_ *document, at link.Place) (session.Document, bool) {
	return session.Document{Kind: session.Made, Path: n.path, Recipe: &n.recipe, Place: at},
		n.path.OnDisk() && n.recipe.Sound()
}

// derive makes a profile from a trace and opens it as a flame graph.
func (s *documents) derive(from *document, i screen.Derive) {
	f, what := from.trace().figures, i.Scope
	what.Kind = i.Kind
	n := &derivation{
		from: from, path: from.origin.shown(), source: f, counts: what,
		recipe: origin.RecipeOf(f.Trace, &what, f.NameProfile(i.Kind, i.Scope, i.Of)),
	}
	if s.keyed(n.key()) == nil {
		s.desk.tabs[ask.OfProfile] = ask.FlameTab // the last one may show a choice in another profile
	}
	s.goTo(n, s.below(from))
}

// below returns the position in the list after a trace and everything made from it.
func (s *documents) below(from *document) int {
	at := slices.Index(s.all, from) + 1
	for at < len(s.all) {
		if other, ok := s.all[at].origin.(*derivation); !ok || other.from != from {
			break
		}
		at++
	}
	return at
}

// reopenMade opens a profile from a trace as it was kept. It returns nil for a recipe from a newer program.
func (s *documents) reopenMade(k session.Document) *document {
	if _, err := k.Recipe.Counts(); err != nil {
		return nil
	}
	doc := s.remade(k.Path, *k.Recipe)
	if doc.waiting && doc.kept == nil { // it is new, or was just opened for a comparison
		doc.kept = &k.Place
	}
	return doc
}

// remade returns the profile that a recipe makes from a trace. If it is not open, it is added and waits to be made;
// the trace is opened above it, unless that is open. The caller has checked that this program knows the recipe.
func (s *documents) remade(path origin.Ref, r origin.Recipe) *document {
	counts, _ := r.Counts()
	n := &derivation{path: path, recipe: r, counts: counts}
	if doc := s.keyed(n.key()); doc != nil {
		return doc
	}
	if n.from = s.keyed(path); n.from == nil {
		n.from = s.addWaiting(&fileOrigin{path: path})
	}
	doc := s.insert(s.below(n.from), n)
	doc.state, doc.waiting, doc.reopened = screen.Loading, true, true
	return doc
}
