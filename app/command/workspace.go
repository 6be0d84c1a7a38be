package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/origin"
	"profstation/timeline/analysis"
)

// reported is one section on the page: a file, or two sides that are compared.
type reported struct {
	name       string
	bundle     *loader.Bundle // the bundle that it is in; nil: none
	recipe     *origin.Recipe // how to make it from the trace with that name; nil: it is the file itself
	kept       bool           // it comes from a workspace
	grouped    bool           // it is compared together with others
	notes      []origin.Note
	filters    []query.Refining // the filters with which it was looked at
	sampleType string
	dismissed  []string // findings that its user does not want to see

	// In a workspace's comparison: the base's recordings and the new side's.
	sides         [2][]string
	parts         [2][]*labels.Part     // what of each counts; nil: all
	normalisation compare.Normalisation // zero: the usual one
}

// source is the bundle that a section is of, "" for none.
func (r *reported) source() string {
	if r.bundle == nil {
		return ""
	}
	return r.bundle.Path
}

// options returns how a section's files are opened.
func (r *reported) options() loader.Options {
	if r.kept {
		return strange
	}
	return loader.Options{}
}

// expand replaces workspace files by their documents.
func expand(c *call, files []string) ([]reported, error) {
	var all []reported
	for _, name := range files {
		if !strings.HasSuffix(name, origin.Workspaces) {
			some, err := inBundle(c, reported{name: name})
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
			continue
		}
		w, err := session.LoadWorkspace(name)
		if err != nil {
			return nil, err
		}
		for i := range w.Documents {
			d := &w.Documents[i]
			switch d.Kind {
			case session.File, session.Comparison, session.Parts, session.Made:
			default:
				c.say("warning: %s: a report has files and comparisons, no %s: %s", name, d.Kind, d.Path)
				continue
			}
			r := reported{
				kept: true, name: string(d.Path), recipe: d.Recipe, notes: notesOf(&w, d),
				filters: d.Place.Filters, sampleType: d.Place.Options["sample_index"], dismissed: d.Dismissed,
			}
			if d.Compares() {
				base, after := append([]origin.Ref{d.Base}, d.MoreBase...), append([]origin.Ref{d.Path}, d.MoreNew...)
				r.sides = [2][]string{ask.BaseSide: words(base), ask.NewSide: words(after)}
				if len(d.Parts) > 0 {
					r.parts = [2][]*labels.Part{ask.BaseSide: d.Parts[:len(base)], ask.NewSide: d.Parts[len(base):]}
				}
				r.normalisation, _ = compare.Kept(d.Place.Options)
			} else if d.Kind == session.File {
				some, err := inBundle(c, r)
				if err != nil {
					return nil, err
				}
				all = append(all, some...)
				continue
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// inBundle replaces a bundle by its recordings.
func inBundle(c *call, r reported) ([]reported, error) {
	b, err := listBundle(c, r.name)
	if err != nil && c.ctx.Err() != nil {
		return nil, err
	}
	if b == nil || err != nil { // the page says why it cannot be opened
		return []reported{r}, nil
	}
	if left := b.SkippedEntries(); left != "" {
		c.say("%s: %s", b.Path, left)
	}
	if b.Damage != "" {
		c.say("warning: %s: %s", b.Path, b.Damage)
	}
	var all []reported
	for _, e := range entriesOf(b) {
		in := r
		in.name, in.bundle = e.Path, b
		all = append(all, in)
	}
	return all, nil
}

// notesOf returns a workspace's notes on a document, and on profiles that were made from it and are not in
// the workspace as documents.
func notesOf(w *session.Workspace, d *session.Document) []origin.Note {
	path := d.Path
	if d.Recipe != nil {
		path += origin.Ref(": " + d.Recipe.Title)
	}
	listed := func(title string) bool {
		return slices.ContainsFunc(w.Documents, func(x session.Document) bool {
			return x.Recipe != nil && x.Path == d.Path && x.Recipe.Title == title
		})
	}
	var all []origin.Note
	for _, of := range w.Notes {
		out, made := strings.CutPrefix(string(of.Path), string(path)+": ")
		made = made && d.Base == "" && of.Base == "" && !listed(out)
		if !made && (of.Path != path || of.Base != d.Base) {
			continue
		}
		for _, n := range of.Notes {
			if made {
				n.On = out + ": " + n.On
			}
			all = append(all, n)
		}
	}
	return all
}

// asked returns the options' query. Where it has no filters or no sample type, it gets the
// workspace's. Not every document in a workspace needs to have that sample type.
func (r *reported) asked(q query.Query, p *model.Profile) query.Query {
	if len(q.Filters()) == 0 {
		q = query.Refinement{Filters: r.filters}.Apply(q)
	}
	if q.SampleIndex != "" || p == nil {
		return q
	}
	if _, err := query.SampleIndex(p, r.sampleType); err == nil {
		q.SampleIndex = r.sampleType
	}
	return q
}

// made returns the profile for a recipe, from the trace that was read.
func (r *reported) made(ctx context.Context, f *loader.File) (*loader.File, error) {
	if f.Trace == nil {
		return nil, fmt.Errorf("%s: %s holds no execution trace any more", r.recipe.Title, f.Name)
	}
	what, err := r.recipe.What(f.Trace)
	if err != nil {
		return nil, err
	}
	p, err := analysis.New(f.Trace).Profile(ctx, what)
	if err != nil {
		return nil, err
	}
	out := *f
	out.Trace, out.Profile, out.Name = nil, p, report.Title(f.Name)+": "+r.recipe.Title
	return &out, nil
}
