package desk

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/loader/live"
	"profstation/model"
	"profstation/timeline"
)

// document is one open file.
type document struct {
	id    int
	path  string
	state screen.State
	file  *loader.File
	err   error
	trace *traceDesk // nil unless it is an execution trace
	// derived is what a profile out of a trace is made of; nil for files.
	derived *derivation
	// parts are the files that this document is the sum of; nil: it is no sum.
	parts []part

	// binaries are the files that may be read for what the profile calls a binary.
	binaries map[string]string

	waiting  bool            // for the active document to be read first
	reopened bool            // it comes from the last session, or from a workspace
	kept     *session.Place  // where its user was then; nil: there already
	traced   *session.Traced // of that, what takes the whole trace; nil: it is done
	// folder is followed by this document, which shows its files one at a time;
	// path is then that of the file, "" before the first. nil: it is one file.
	folder             *watched
	recursive, polling bool // how a folder is followed

	described struct { // what about says, and of what
		of   any
		text string
	}

	comparison *comparison // nil unless it compares others
	wait       string      // what a comparison waits for; "": nothing

	Cancel      context.CancelFunc // ends loading; nil when it is over
	read, total atomic.Int64       // bytes
	told        atomic.Bool        // progress is posted and not yet shown
}

// docKind is what a document is, as far as views are concerned.
type docKind int

const (
	profileDoc docKind = iota
	traceDoc
	followedDoc // profiles of a folder
	ComparisonDoc
	ContrastDoc // of two traces
)

// tabs are those that documents of the kind can fill.
func (k docKind) tabs() []screen.Tab {
	switch k {
	case traceDoc:
		return screen.TraceTabs
	case followedDoc:
		return screen.SeriesTabs
	case ComparisonDoc:
		return screen.ComparisonTabs
	case ContrastDoc:
		return screen.ContrastTabs
	}
	return screen.ProfileTabs
}

func (doc *document) kind() docKind {
	switch {
	case doc.trace != nil:
		return traceDoc
	case doc.comparison != nil && doc.comparison.ofTraces():
		return ContrastDoc
	case doc.comparison != nil:
		return ComparisonDoc
	case doc.folder != nil:
		return followedDoc
	}
	return profileDoc
}

func (doc *document) name() string {
	switch {
	case doc.comparison != nil:
		return doc.comparison.name()
	case doc.derived != nil:
		return doc.derived.from.name() + ": " + doc.derived.name
	case doc.parts != nil:
		return sumName(doc.parts)
	case doc.path == "" && doc.folder != nil:
		return screen.BaseName(doc.folder.path)
	}
	return screen.BaseName(doc.path)
}

// where is what was opened: a file, or a folder.
func (doc *document) where() string {
	if doc.folder != nil {
		return doc.folder.path
	}
	return doc.path
}

// profile is what was read; nil of what is none, and until then.
func (doc *document) profile() *model.Profile {
	if doc.file == nil {
		return nil
	}
	return doc.file.Profile
}

// askable tells whether there is something that questions can be answered from.
func (doc *document) askable() bool {
	return doc.profile() != nil || doc.comparison != nil && doc.comparison.joined != nil && doc.comparison.joined.Pair != nil
}

// done is the share that was read, −1 where the size is not known.
func (doc *document) done() float64 {
	total := doc.total.Load()
	if total <= 0 {
		return -1
	}
	return min(1, float64(doc.read.Load())/float64(total))
}

// working is what goes on with a document that is not ready.
func (doc *document) working() string {
	if doc.comparison != nil {
		return lang.L("Comparing")
	}
	return lang.L("Reading ") + doc.name()
}

// line is the document's line in the sidebar.
func (doc *document) line() screen.Document {
	l := screen.Document{ID: doc.id, Name: doc.name(), Path: doc.path, State: doc.state, Done: doc.done(), Folder: doc.folder != nil}
	if doc.derived != nil {
		l.Name, l.Child = doc.derived.name, true
	}
	switch doc.state {
	case screen.Loading:
		switch {
		case doc.waiting:
			l.Detail = lang.L("waits to be read")
		case doc.comparison == nil:
			l.Detail = lang.L("reading …")
		case doc.wait != "":
			l.Detail = lang.L("waiting for ") + doc.wait
		default:
			l.Detail = lang.L("putting both together …")
		}
	case screen.Failed:
		switch {
		case doc.comparison != nil:
			l.Detail = model.Sanitise(doc.err.Error())
		case errors.Is(doc.err, fs.ErrNotExist):
			l.Detail = lang.L("missing: there is no such file; close it, or read it again when it is back")
		default:
			l.Detail = reason(doc.err)
		}
	case screen.Ready:
		l.Detail = doc.about()
	}
	return l
}

// about is what was read, in a few words. It is told with every snapshot.
func (doc *document) about() string {
	of := any(doc.file)
	if doc.comparison != nil {
		of = doc.comparison.joined
	}
	if doc.described.of != of {
		doc.described.of, doc.described.text = of, doc.describe()
	}
	return doc.described.text
}

func (doc *document) describe() string {
	switch {
	case doc.comparison != nil:
		return doc.comparison.about()
	case doc.trace != nil:
		return aboutTrace(doc.file.Trace)
	}
	return aboutProfile(doc.file.Profile)
}

// aboutProfile is a profile in a few words: its kind and how much there is of its
// default sample type.
func aboutProfile(p *model.Profile) string {
	text := string(p.Kind)
	if len(p.Types) == 0 {
		return text
	}
	var sum int64
	for _, v := range p.Samples.Values[p.Default] {
		sum += v
	}
	return text + " · " + model.FormatSpaced(sum, p.Types[p.Default].Unit, "auto")
}

// open opens files, or goes to those that are open already.
func (d *Desk) open(paths []string) {
	for i, path := range paths {
		if strings.HasSuffix(path, session.Ending) {
			d.openWorkspace(path)
			continue
		}
		if live.IsAddress(path) {
			d.openRecord(path)
			continue
		}
		doc := d.opened(path)
		if i == 0 {
			d.active = doc
		}
	}
	d.prepare()
}

// opened is the document of a file, which is read unless it is already.
func (d *Desk) opened(path string) *document {
	full := path
	if abs, err := filepath.Abs(path); err == nil && path != "-" {
		full = abs
	}
	doc := d.byPath(full)
	switch {
	case doc == nil:
		d.nextDoc++
		doc = &document{id: d.nextDoc, path: full}
		d.Docs = append(d.Docs, doc)
		d.load(doc)
	case doc.state == screen.Failed, doc.waiting:
		d.load(doc) // it may be whole by now
	}
	return doc
}

func (d *Desk) byPath(path string) *document {
	for _, doc := range d.Docs {
		if doc.where() == path {
			return doc
		}
	}
	return nil
}

// document finds a document; 0 is the active one. nil: there is none, or it
// was closed.
func (d *Desk) document(id int) *document {
	if id == 0 {
		return d.active
	}
	for _, doc := range d.Docs {
		if doc.id == id {
			return doc
		}
	}
	return nil
}

// load reads a document's file in the background.
func (d *Desk) load(doc *document) {
	ctx, cancel := context.WithCancel(context.Background())
	doc.Cancel, doc.state, doc.waiting = cancel, screen.Loading, false
	if doc.derived != nil {
		doc.derived.renew()
	}
	progress := func(done, total int64) {
		doc.read.Store(done)
		doc.total.Store(total)
		if doc.told.CompareAndSwap(false, true) {
			d.Post(func() {
				doc.told.Store(false)
				d.Publish()
			})
		}
	}
	limits := d.Limits()
	go func() {
		f, t, err := d.read(ctx, doc, limits, progress)
		d.Post(func() { d.loaded(doc, f, t, err) })
	}()
}

// read waits for its turn and reads a document's file; of an execution trace it
// prepares the lanes as well, and shows the first generations meanwhile.
func (d *Desk) read(ctx context.Context, doc *document, limits loader.Limits, progress func(done, total int64)) (*loader.File, *timeline.Timeline, error) {
	select {
	case d.Loads <- struct{}{}:
		defer func() { <-d.Loads }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if doc.derived != nil {
		f, err := doc.derived.read(ctx)
		return f, nil, err
	}
	if doc.parts != nil {
		f, err := loader.Merge(ctx, pathsOf(doc.parts), loader.Options{Limits: limits})
		return f, nil, err
	}
	if isFolder(doc.path) {
		return nil, nil, errFolder
	}
	first := d.firstGenerations(ctx, doc)
	f, err := loader.Open(ctx, doc.path, loader.Options{Progress: progress, Limits: limits, Partial: first})
	var t *timeline.Timeline
	if err == nil && f.Trace != nil {
		t, err = timeline.New(ctx, f.Trace)
	}
	if err == nil && f.Size > largeFile {
		debug.FreeOSMemory() // what decoding needed besides the tables
	}
	return f, t, err
}

const (
	// largeFile is from which size on memory is given back after a file was read.
	largeFile = 1 << 20
	// tidyDelay leaves the processors to the first picture.
	tidyDelay = 500 * time.Millisecond
)

// tidy gives back soon what the first picture of a file of that size needed: the
// window stays open all day.
func (d *Desk) tidy(size int64) {
	switch {
	case size <= largeFile:
	case d.spare == nil:
		d.spare = time.AfterFunc(tidyDelay, debug.FreeOSMemory)
	default:
		d.spare.Reset(tidyDelay)
	}
}

func (d *Desk) loaded(doc *document, f *loader.File, t *timeline.Timeline, err error) {
	doc.Cancel()
	doc.Cancel = nil
	if !slices.Contains(d.Docs, doc) {
		return // closed meanwhile
	}
	if errors.Is(err, errFolder) {
		d.follow(doc)
		d.firstRead(doc)
		d.joinAgain(doc)
		d.loadWaiting()
		d.prepare()
		return
	}
	if err != nil && doc.file != nil { // while it was read again: what was read before stands
		if !errors.Is(err, context.Canceled) {
			d.Notice = doc.name() + lang.L(" was not read again: ") + model.Sanitise(err.Error())
		}
		f, err = doc.file, nil
		if doc.trace != nil {
			t = doc.trace.timeline
		}
	}
	if err == nil {
		d.tidy(f.Size)
	}
	first := doc.file == nil
	doc.setTrace(t, err)
	doc.file, doc.err, doc.state = f, err, screen.Ready
	if err != nil {
		doc.state = screen.Failed
		if errors.Is(err, context.Canceled) {
			doc.err = errors.New("stopped while it was read; read it again from its menu")
		}
	} else if first {
		d.firstRead(doc)
	}
	if t := doc.trace; err == nil && t != nil && doc.traced != nil {
		t.history.amend(restoreTraced(t.history.current(), doc.traced, t.timeline))
		doc.traced = nil
	}
	d.joinAgain(doc)
	d.loadWaiting()
	if doc == d.active {
		d.prepare()
		return
	}
	d.Publish()
}

func (d *Desk) activate(doc *document) {
	if doc == nil || doc == d.active {
		return
	}
	d.active = doc
	if doc.waiting {
		d.load(doc)
	}
	d.prepare()
}

// reload reads a file again. What is shown of it stays until then.
func (d *Desk) reload(doc *document) {
	if doc == nil || doc.Cancel != nil {
		return
	}
	if f := doc.folder; f != nil {
		if doc.path != "" {
			f.cache.Drop(doc.path)
			d.turn(doc, doc.path)
			d.Publish()
		}
		return
	}
	if doc.comparison != nil {
		d.reloadSides(doc)
		return
	}
	d.load(doc)
	d.Publish()
}

func (d *Desk) close(doc *document) {
	if doc == nil {
		return
	}
	d.drop(doc)
	if d.active != nil && d.active.waiting {
		d.load(d.active)
	}
	d.prepare()
}

// drop takes a document away; the one after it is the active one.
func (d *Desk) drop(doc *document) {
	if doc.Cancel != nil {
		doc.Cancel()
	}
	if doc.folder != nil {
		doc.folder.unfollow()
	}
	i := slices.Index(d.Docs, doc)
	d.Docs = slices.Delete(d.Docs, i, i+1)
	d.leaveSides(doc)
	d.marked = slices.DeleteFunc(slices.Clone(d.marked), func(id int) bool { return id == doc.id })
	if d.baseline == doc.id {
		d.baseline = 0
	}
	if d.answer != nil && d.answer.Document == doc.id {
		d.answer.StopAhead()
		d.answer = nil // lets the profile go
	}
	d.dropLayouts(doc)
	if d.active == doc {
		d.active = nil
		if len(d.Docs) > 0 {
			d.active = d.Docs[min(i, len(d.Docs)-1)]
		}
	}
}

// Folder is where the active document stands.
func (d *Desk) Folder() string {
	if d.active == nil || d.active.path == "-" {
		return ""
	}
	if d.active.derived != nil {
		return filepath.Dir(d.active.derived.from.path)
	}
	if d.active.parts != nil {
		return filepath.Dir(d.active.parts[0].path)
	}
	return filepath.Dir(d.active.path)
}
