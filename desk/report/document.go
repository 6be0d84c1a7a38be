package report

import (
	"context"

	"profstation/desk/answer"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/graph"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
)

// Document is what a section is about: a file, or two sides that are compared.
type Document struct {
	File *loader.File // nil of a comparison

	// Of a comparison: its sides, and how they are scaled.
	Pair          *answer.Pair
	Normalisation compare.Normalisation

	Query model.Query
	Notes []Note
}

// Options are how the sections of a page are made.
type Options struct {
	Width float64     // of pictures, in logical pixels
	Style flame.Style // of flame graphs; all pictures have its theme
	// Layout lays a call graph out.
	Layout func(context.Context, *graph.Graph) (*graph.Chart, error)
}

// Add adds a section about a document. It fails if the query is wrong, if the sides
// cannot be compared, and when the context ends.
func (p *Page) Add(ctx context.Context, d Document, o Options) error {
	switch {
	case d.Pair != nil && d.Pair.Traces != nil:
		p.durations(d)
		return nil
	case d.Pair != nil:
		return p.comparison(ctx, d, o)
	case d.File.Trace != nil:
		return p.trace(ctx, d, o)
	}
	return p.profile(ctx, d, o)
}

// request asks for a part of a section.
func (d *Document) request(q model.Query, o Options) answer.Request {
	r := answer.Script(q, o.Style.Theme)
	r.Display.Coloring, r.Display.Generics, r.Display.RootDown = o.Style.Coloring, o.Style.Generics, o.Style.RootDown
	r.Compared, r.Normalisation = d.Pair, d.Normalisation
	if d.File != nil {
		r.Name, r.Profile = d.File.Name, d.File.Profile
	}
	return r
}

// topRows is how many functions a page lists unless the query says it.
const topRows = 40

// limited is a query for a table on a page.
func limited(q model.Query) model.Query {
	if q.NodeCount < 0 {
		q.NodeCount = topRows
	}
	return q
}

// Title is the name of a file as a heading.
func Title(name string) string { return model.Sanitise(screen.BaseName(name)) }

// change is the heading of what changed.
func change(base, name string) string { return Title(base) + " → " + Title(name) }
