package desk

import (
	"cmp"
	"context"
	"strings"

	"profstation/ask"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/origin"
	"profstation/origin/link"
)

// opener is where a document's content comes from: a file, several files added up, a trace, a
// folder, other documents. A new source of profiles is another implementation.
type opener interface {
	// name is a short name, for lists and titles.
	name() string
	// key identifies the origin: the absolute path of a file or folder, or words if
	// there is no file; "" for a comparison. Notes belong to it.
	key() origin.Ref
	// shown is the shown file's path, "" if there is none.
	shown() origin.Ref
	// folder is where a dialog about the document begins.
	folder() string
	// kind is the document's kind with a content; the content is nil before there is one.
	kind(content) ask.Kind
	// load reads the content in the background; the old content stays until then.
	// An origin that is read again in another way is a reloader.
	load(*Desk, *document)
	// side returns the document as a recording for a comparison.
	side(*document) (sideFile, error)
	// keep returns the document for the next start, at a place; false if it cannot be opened again then.
	keep(*document, link.Place) (session.Document, bool)
	// line adds to the document's line in the sidebar.
	line(*document, *screen.Document)
	// leave frees what the origin holds, because its document is closed.
	leave()
}

// reloader is an origin that reads its content again in another way than at first.
type reloader interface{ reload(*Desk, *document) }

// plain is embedded by origins that are read in one go and have nothing to add.
type plain struct{}

func (plain) kind(c content) ask.Kind          { return kindOf(c) }
func (plain) line(*document, *screen.Document) {}
func (plain) leave()                           {}

func (plain) keep(*document, link.Place) (session.Document, bool) {
	return session.Document{}, false
}

// fileOrigin is a file by its absolute path, or a folder to follow; "-" is standard input. The path
// may also be the public part of a server's address, in place of a file, as in somebody else's workspace.
// It waits until the user asks to record from it, because nothing is sent to a server unasked.
type fileOrigin struct {
	plain
	path origin.Ref
	// typed is a store's whole address, as the user gave it; it is kept in memory only. "": nobody has
	// asked yet, for example because a workspace names the store.
	typed origin.Ref
	way   folder.Way // how it is followed, if it is a folder
	watch bool       // it was a followed folder in the last session: it is followed even while it does not exist
	// before is how a folder, a bundle or a question was shown before it was read again, or in the last session;
	// nil: it was not.
	before *watched
}

func (o *fileOrigin) name() string      { return o.path.Title() }
func (o *fileOrigin) key() origin.Ref   { return o.path }
func (o *fileOrigin) shown() origin.Ref { return o.path }
func (o *fileOrigin) folder() string    { return o.path.Folder() }

func (o *fileOrigin) load(d *Desk, doc *document) {
	path, watch, asked, asking := o.path, o.watch, o.typed != "", d.remotes.remote(o.typed)
	d.docs.read(doc, func(ctx context.Context, j *job.Job, load loader.Options) (reading, error) {
		switch {
		case asked && path.Kind() == origin.Steps:
			return reading{folder: true}, nil
		case asked:
			load.Progress, load.Remote = j.Progress, asking
			return openFile(ctx, string(path), load)
		case path.Stored():
			return reading{}, errUnasked
		case path.Remote():
			return reading{}, errAddress
		case path.IsFolder() || watch && path.Missing():
			return reading{folder: true}, nil
		case path.IsBundle():
			return reading{folder: true, bundle: true}, nil
		}
		load.Progress, load.Partial = j.Progress, d.docs.firstGenerations(ctx, j, doc)
		return openFile(ctx, string(path), load)
	})
}

var errAddress = lang.Error("this is a server address, not a file; choose Reload in its menu to record from it")

// reload asks a store again, and opens the dialog for recording for another address.
func (o *fileOrigin) reload(d *Desk, doc *document) {
	switch {
	case o.path.Stored():
		o.typed = cmp.Or(o.typed, o.path)
	case o.path.Complete():
		d.recorder.open(string(o.path))
		return
	}
	o.load(d, doc)
}

func (o *fileOrigin) side(doc *document) (sideFile, error) {
	return sideFile{doc: doc.id, path: o.path, title: o.name()}, nil
}

// keep returns false for standard input, which cannot be read again.
func (o *fileOrigin) keep(doc *document, at link.Place) (session.Document, bool) {
	k := session.Document{Path: o.path, Place: at}
	if o.watch && doc.content == nil { // otherwise a file has taken the folder's place
		k.Kind, k.Recursive, k.Polling = session.Folder, o.way.Recursive, o.way.Polling
	}
	if o.before != nil {
		o.before.keepShown(&k)
	}
	return k, o.path.OnDisk() || o.path.Complete()
}

// kindOf returns a content's kind. Without a content it is that for profiles.
func kindOf(c content) ask.Kind {
	if c == nil {
		return ask.OfProfile
	}
	return c.kind()
}

// part is a file in a sum.
type part struct {
	path   origin.Ref
	format string
}

// sum is the origin for several files that are added up. It cannot be brought back yet.
type sum struct {
	plain
	parts []part
}

// key names the files, so that the same sum is one document.
func (s sum) key() origin.Ref   { return origin.Ref("sum of " + strings.Join(s.paths(), ", ")) }
func (s sum) shown() origin.Ref { return s.key() }
func (s sum) folder() string    { return s.parts[0].path.Folder() }

func (s sum) paths() []string {
	return lists.Map(s.parts, func(p part) string { return string(p.path) })
}

func (s sum) name() string {
	names := lists.Map(s.parts, func(p part) string { return p.path.Title() })
	const limit = 3
	if len(names) > limit {
		names = append(names[:limit], lang.N(len(s.parts)-limit, "1 more file", "{{.N}} more files", nil))
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
