// Package report makes one HTML page about what profiles and traces say: facts, warnings, flame
// graph, call graph, functions, labels, and what changed against a base. The page has no scripts
// and no links to the outside, so it reads the same in ten years, and can be printed.
//
//	page := report.New("Load test 3", theme)
//	err := page.Add(ctx, report.Document{File: file, Query: query}, options)
//	…
//	err = page.Write(w)
package report

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/ask/finding"
	"profstation/ask/page"
	"profstation/flame"
	"profstation/graph"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/origin"
	"profstation/timeline"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
)

// Document is what a section is about: a file, which may belong to a series, or two sides that are compared.
type Document struct {
	File *loader.File // nil for a comparison

	// For a comparison: its sides, and how they are scaled.
	Pair          *ask.Pair
	Normalisation compare.Normalisation

	// For a series: all its profiles, and the path that they come from. File is the profile that is shown.
	Series *series.Series
	Of     string

	Query     query.Query
	Notes     []origin.Note
	Dismissed []string // findings that the user does not want to see, by their keys
	Limits    ask.Limits
}

// Options say how the sections of a page are made.
type Options struct {
	Width float64     // the pictures' width, in logical pixels
	Style flame.Style // for flame graphs; all pictures have its theme
	// Layout lays a call graph out.
	Layout func(context.Context, *graph.Graph) (*graph.Chart, error)
}

// Add adds a section about a document. It fails if the query is wrong, if the sides cannot be
// compared, or when the context ends.
func (p Report) Add(ctx context.Context, d Document, o Options) error {
	switch {
	case d.Pair != nil && d.Pair.Traces != nil:
		return p.durations(ctx, d)
	case d.Pair != nil:
		return p.comparison(ctx, d, o)
	case d.File.Trace != nil:
		return p.trace(ctx, d, o)
	}
	if d.Series != nil {
		if err := p.Trend(ctx, d, o); err != nil {
			return err
		}
	}
	return p.profile(ctx, d, o)
}

func (d *Document) request(q query.Query, o Options) ask.Request {
	r := ask.Script(q, o.Style.Theme)
	r.Display.Coloring, r.Display.Generics, r.Display.RootDown = o.Style.Coloring, o.Style.Generics, o.Style.RootDown
	r.Compared, r.Normalisation, r.Layout = d.Pair, d.Normalisation, o.Layout
	if d.File != nil {
		r.Name, r.Profile = d.File.Name, d.File.Profile
	}
	return r
}

const topRows = 40 // how many functions a page has, unless the query says it

func limited(q query.Query) query.Query {
	if q.NodeCount < 0 {
		q.NodeCount = topRows
	}
	return q
}

// Title returns a file's name as a heading.
func Title(name string) string { return safe.Text(origin.Ref(name).Title()) }

// Change names the two sides of a comparison in a heading.
func Change(base, name string) string { return safe.Text(base + " → " + name) }

func (p Report) trace(ctx context.Context, d Document, o Options) error {
	t := d.File.Trace
	s := p.Section(Title(d.File.Name))
	s.About = lang.L("{{.Statement}}.", lang.With{"Statement": lang.L("Execution trace")})
	caveats, err := finding.Lines(ctx, finding.Subject{Trace: t})
	if err != nil {
		return err
	}
	worst, err := ask.WorstOf(ctx, figures.NewSource(t))
	if err != nil {
		return err
	}
	for _, w := range worst {
		s.Facts = append(s.Facts, model.Fact{Name: w.Name, Text: w.Text})
	}
	s.Warnings = slices.Concat(t.Warnings, caveats)
	if err := note(ctx, s, d.Notes, nil); err != nil {
		return err
	}
	if err := d.standing(ctx, s); err != nil {
		return err
	}
	all, err := timeline.New(ctx, t)
	if err != nil {
		return err
	}
	view := ask.Find(ask.OfTrace, "timeline")
	a, _, err := ask.Compute(ctx, ask.Request{Script: true, View: view, Timeline: all, Display: ask.Display{Theme: o.Style.Theme}}, nil)
	if err != nil {
		return err
	}
	if err := draw(ctx, s, lang.L("Timeline"), []string{t.Headline()}, view, a, o); err != nil {
		return err
	}
	s.Fold(lang.L("How this was recorded"), []string{lang.L("Execution trace: what every goroutine did and what it waited for.")}, t.Facts())
	return nil
}

// standing adds what stands out in the document's file, the worst first, each with its proof and the calls of go tool
// pprof that print its figures, if the file is on the disk. Its only error is the context's.
func (d *Document) standing(ctx context.Context, s *page.Section) error {
	all, err := ask.Standing(ctx, d.File.Profile, d.File.Trace, d.Limits)
	if err != nil || len(all) == 0 {
		return err
	}
	part := page.Part{Title: lang.L("What stands out")}
	if len(d.Query.Filters()) > 0 {
		part.Lines = []string{lang.L("The filters are not applied here.")}
	}
	kept, dismissed := ask.Divided(all, d.Dismissed)
	for _, f := range kept {
		of := page.Found{Text: f.Text, Proof: ask.Proof(f)}
		for _, args := range [][]string{f.Pprof, f.ByCaller} {
			if args != nil && !d.File.Packed && origin.Ref(d.File.Path).OnDisk() {
				of.Commands = append(of.Commands, query.PprofLine(args, query.Sources{Files: []string{filepath.Base(d.File.Path)}}))
			}
		}
		part.Found = append(part.Found, of)
	}
	if len(dismissed) > 0 {
		part.Lines = append(part.Lines, ask.Dismissed(len(dismissed)))
	}
	s.Parts = append(s.Parts, part)
	return nil
}

// note adds notes to the section. r has the figures for frames; nil: they are not known. Its only
// error is the context's.
func note(ctx context.Context, s *page.Section, notes []origin.Note, r *query.Result) error {
	for _, n := range notes {
		noted := page.Noted{On: safe.Text(n.On)}
		switch {
		case n.Goroutine != 0:
			noted.About = lang.L("at {{.Time}}", lang.With{"Time": wording.Instant(n.At)})
		case r != nil:
			var err error
			if noted.About, err = sums(ctx, r, n.On); err != nil {
				return err
			}
		}
		for line := range strings.Lines(n.Text) {
			noted.Lines = append(noted.Lines, safe.Text(strings.TrimSpace(line)))
		}
		s.Notes = append(s.Notes, noted)
	}
	return nil
}

func sums(ctx context.Context, r *query.Result, name string) (string, error) {
	all, err := r.Sums(ctx)
	if err != nil {
		return "", err
	}
	for i := range query.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(i).String() == name {
			return lang.L("flat {{.Flat}}, cum {{.Cum}}", lang.With{"Flat": r.WithShare(all.Flat[i]), "Cum": r.WithShare(all.Cum[i])}), nil
		}
	}
	return "", nil
}
