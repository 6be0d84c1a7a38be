package desk

import (
	"context"
	"path/filepath"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
)

// origin is where the content of a document comes from: a file, several files
// added up, a trace, a folder, other documents. A new source of profiles is
// another implementation.
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
	// kind is the kind of document that a content makes; the content is nil
	// before there is one.
	kind(content) screen.Kind
	// load reads the content in the background, or begins to follow it.
	load(*Desk, *document)
	// reload reads it again; the old content stays until then.
	reload(*Desk, *document)
	// side returns the document as a recording of a comparison.
	side(*document) (sideFile, error)
	// keep returns the document for the next start, at a place; false if it
	// cannot be brought back.
	keep(*document, session.Place) (session.Document, bool)
	// line adds to the document's line in the sidebar.
	line(*document, *screen.Document)
	// leave frees what the origin holds, because its document is closed.
	leave()
}

// fileOrigin is one file by its absolute path; "-" is standard input. A path that
// turns out to be a folder is followed.
type fileOrigin struct {
	path string
	// How it is followed, if it is a folder.
	recursive, polling bool
}

func (o *fileOrigin) name() string                         { return screen.BaseName(o.path) }
func (o *fileOrigin) key() string                          { return o.path }
func (o *fileOrigin) shown() string                        { return o.path }
func (o *fileOrigin) kind(c content) screen.Kind           { return kindOf(c) }
func (o *fileOrigin) line(_ *document, l *screen.Document) { l.Path = o.path }
func (o *fileOrigin) leave()                               {}

func (o *fileOrigin) folder() string {
	if o.path == "-" {
		return ""
	}
	return filepath.Dir(o.path)
}

func (o *fileOrigin) load(d *Desk, doc *document) {
	d.docs.read(doc, func(ctx context.Context, j *job.Job, limits loader.Limits) (reading, error) {
		if isFolder(o.path) {
			return reading{folder: true}, nil
		}
		return openFile(ctx, o.path, loader.Options{Progress: j.Progress, Limits: limits, Partial: d.docs.firstGenerations(ctx, j, doc)})
	})
}

func (o *fileOrigin) reload(d *Desk, doc *document) {
	o.load(d, doc)
	d.Publish()
}

func (o *fileOrigin) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, path: o.path, title: o.name()}, nil
}

// keep returns false for standard input, which cannot be read again.
func (o *fileOrigin) keep(_ *document, at session.Place) (session.Document, bool) {
	return session.Document{Path: session.Path(o.path), Place: at}, filepath.IsAbs(o.path)
}

// kindOf is the kind of a content on its own. Without content it is the kind of
// profiles.
func kindOf(c content) screen.Kind {
	if c == nil {
		return screen.OfProfile
	}
	return c.kind()
}
