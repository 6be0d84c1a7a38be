package desk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
)

// part is one of the files of a sum.
type part struct{ path, format string }

// sum is an origin of several files that are added up.
type sum []part

// key names the files, so that the same sum is one document.
func (s sum) key() string { return "sum of " + strings.Join(s.paths(), ", ") }

func (s sum) shown() string                        { return s.key() }
func (s sum) folder() string                       { return filepath.Dir(s[0].path) }
func (s sum) kind(c content) screen.Kind           { return kindOf(c) }
func (s sum) line(_ *document, l *screen.Document) { l.Path = s.key() }
func (s sum) leave()                               {}

func (s sum) paths() []string {
	var all []string
	for _, p := range s {
		all = append(all, p.path)
	}
	return all
}

func (s sum) name() string {
	var names []string
	for _, p := range s {
		names = append(names, screen.BaseName(p.path))
	}
	const most = 3
	if len(names) > most {
		names = append(names[:most], lang.L("{{.Count}} more", lang.With{"Count": len(s) - most}))
	}
	return strings.Join(names, " + ")
}

func (s sum) load(d *Desk, doc *document) {
	d.docs.read(doc, func(ctx context.Context, _ *job.Job, limits loader.Limits) (reading, error) {
		f, err := loader.Merge(ctx, s.paths(), loader.Options{Limits: limits})
		if err != nil {
			return reading{}, err
		}
		return reading{content: newProfileContent(f)}, nil
	})
}

func (s sum) reload(d *Desk, doc *document) {
	s.load(d, doc)
	d.Publish()
}

func (s sum) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, made: s.key(), parts: s, title: s.name()}, nil
}

// keep returns false: a sum cannot be brought back yet.
func (s sum) keep(*document, session.Place) (session.Document, bool) {
	return session.Document{}, false
}

// addUp opens the sum of the marked profiles as a document of its own.
func (s *documents) addUp() {
	var parts sum
	for _, doc := range s.markedOnes() {
		f, err := doc.origin.side(doc)
		if err != nil || doc.profile() == nil || !filepath.IsAbs(f.path) {
			s.desk.refuse(fmt.Errorf("%s cannot be added up: choose files of profiles", doc.name()))
			return
		}
		parts = append(parts, part{f.path, doc.profile().Format})
	}
	if len(parts) < 2 {
		s.desk.refuse(errors.New("select the profiles to add up: click on each with Ctrl"))
		return
	}
	s.marked = nil
	if old := s.keyed(parts.key()); old != nil {
		s.activate(old)
		return
	}
	doc := s.add(slices.Clip(parts))
	s.load(doc)
	s.activate(doc)
}
