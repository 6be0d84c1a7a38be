package desk

import (
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline"
)

type documents struct {
	desk      *Desk
	all       []*document
	byKey     map[origin.Ref]*document // those whose origins have keys
	last      int                      // the newest document's number
	named     shownNames
	active    *document
	looking   job.Slot // checks whether the open files changed on the disk
	finding   job.Slot // looks for what stands out in all of them
	selection selection
	loads     chan struct{} // one token for each load that may run at the same time
	loading   loading
	finder    finder
	spare     *time.Timer // fires when memory is given back; nil before the first time
}

const parallelLoads = 2 // files that are read at the same time

// tabs returns the tabs for the active document.
func (s *documents) tabs() []ask.Tab {
	k := s.desk.Kind()
	if s.active != nil {
		if p := s.active.profile(); p != nil && (p.Samples.Times != nil || p.Timeless != "") {
			k |= ask.Timed
		}
	}
	return k.Tabs()
}

// bareTabs returns those among a document's tabs that have nothing to show, whatever is filtered; nil has none.
func bareTabs(doc *document) (all []ask.Tab) {
	if doc == nil {
		return nil
	}
	if c, ok := doc.content.(*profileContent); ok {
		if c.file.Profile.Samples.Labels == nil {
			all = append(all, ask.LabelsTab)
		}
		if c.sourceless {
			all = append(all, ask.SourceTab)
		}
	}
	if t, ok := doc.content.(*traceContent); ok {
		tr := t.timeline.Trace
		if len(tr.Tasks) == 0 && len(tr.Regions) == 0 && len(tr.Logs) == 0 {
			all = append(all, ask.TasksTab)
		}
		if len(tr.Marks) == 0 && len(tr.Stops) == 0 && len(tr.Assists) == 0 && len(tr.Sweeps) == 0 && len(tr.Metrics) == 0 {
			all = append(all, ask.GCTab)
		}
	}
	return all
}

func (s *documents) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.Open:
		if len(i.Paths) == 0 {
			s.desk.shell.ChooseFiles(lang.L(OpenTitle), s.open)
		} else {
			s.open(i.Paths)
		}
	case screen.Activate:
		s.selection.all = nil
		s.desk.Publish()
		s.activate(s.numbered(i.Document))
	case screen.Close:
		s.close(s.numbered(i.Document))
	case screen.CloseAll:
		s.closeAll(i.But)
	case screen.Reload:
		s.reload(s.numbered(i.Document))
	case screen.DismissFound:
		s.finder.dismiss(i)
	case screen.FindAll:
		lookEverywhere(s.desk)
	case screen.StopFinding:
		s.finding.Cancel()
	default:
		return false
	}
	return true
}

// OpenTitle is the title for the dialog that opens files.
const OpenTitle = "Open files"

// open opens files, or goes to those that are open already.
func (s *documents) open(paths []string) {
	for i, typed := range paths {
		to, err := link.Parse(typed)
		if err != nil {
			s.desk.Notice = lang.L("{{.Name}} is not shown as in the link: {{.Error}}", lang.With{"Name": to.Ref.Title(), "Error": err.Error()})
		}
		switch to.Ref.Kind() {
		case origin.Server:
			s.desk.recorder.open(string(to.Ref))
			continue
		case origin.Workspace:
			s.desk.keeper.openWorkspace(string(to.Ref))
			continue
		}
		doc := s.opened(to.Ref)
		if to.Place.String() != "" {
			doc.link = &to.Place
			s.desk.keeper.lead(doc)
		}
		if doc == s.active && doc.content != nil && len(paths) == 1 && string(to.Ref) == typed {
			s.desk.Say(lang.L("{{.Name}} is already open.", lang.With{"Name": doc.name()}))
		}
		if i == 0 {
			s.active = doc
		}
	}
	s.loadWaiting()
	s.desk.prepare()
}

// opened returns a file's document. If it was not read yet, it waits for that.
func (s *documents) opened(ref origin.Ref) *document {
	path, typed := origin.Parse(string(ref)).Public(), origin.Ref("")
	if ref.Stored() {
		typed = ref
	}
	doc := s.keyed(path)
	switch {
	case doc == nil:
		doc = s.add(&fileOrigin{path: path, typed: typed})
		doc.state, doc.waiting = screen.Loading, true
	case typed != "" && doc.asks(typed):
		s.renew(doc)
	case doc.state == screen.Failed, doc.waiting:
		s.load(doc) // the file may be whole by now
	}
	return doc
}

// openedInGroup is like opened, for a document that is compared in a group.
func (s *documents) openedInGroup(path origin.Ref) *document {
	last := s.last
	doc := s.opened(path)
	doc.grouped = doc.grouped || doc.id > last
	return doc
}

// empty reports whether a document is a time in a store that turned out to have no profiles.
func (doc *document) empty() bool {
	return doc.state == screen.Failed && errors.Is(doc.err, loader.ErrEmpty)
}

// asks sets the typed address with which a document's store is asked. It reports whether the document must be read:
// nobody had asked before, or no step was answered.
func (doc *document) asks(typed origin.Ref) bool {
	switch o := doc.origin.(type) {
	case *fileOrigin:
		first := o.typed == ""
		o.typed = typed
		return first
	case *watched:
		o.typed = typed
		return o.unshown().Name != ""
	}
	return false
}

func (s *documents) add(o opener) *document { return s.insert(len(s.all), o) }

func (s *documents) insert(at int, o opener) *document {
	s.last++
	doc := &document{id: s.last, origin: o}
	s.all = slices.Insert(s.all, at, doc)
	if key := o.key(); key != "" {
		s.byKey[key] = doc
	}
	return doc
}

// move moves a document to another position in the list.
func (s *documents) move(doc *document, at int) {
	i := slices.Index(s.all, doc)
	s.all = slices.Delete(s.all, i, i+1)
	s.all = slices.Insert(s.all, min(at, len(s.all)), doc)
}

// goTo activates an origin's document. If there is none, it opens one at a position in the list.
func (s *documents) goTo(o opener, at int) {
	doc := s.keyed(o.key())
	if doc == nil {
		doc = s.insert(at, o)
		s.load(doc)
	}
	s.activate(doc)
}

// addWaiting adds a document from the last session, which is read after the active one.
func (s *documents) addWaiting(o opener) *document {
	doc := s.add(o)
	doc.state, doc.waiting, doc.reopened = screen.Loading, true, true
	return doc
}

// keyed finds a document by its key, nil if there is none.
func (s *documents) keyed(key origin.Ref) *document { return s.byKey[key] }

// numbered finds a document by its number, nil if there is none; 0 is the active one.
func (s *documents) numbered(id int) *document {
	if id == 0 {
		return s.active
	}
	for _, doc := range s.all {
		if doc.id == id {
			return doc
		}
	}
	return nil
}

func (s *documents) load(doc *document) {
	doc.state, doc.waiting = screen.Loading, false
	doc.origin.load(s.desk, doc)
}

// loadWaiting starts reading documents that wait, until as many are read as may be at the same time. Each
// document that is done calls it again.
func (s *documents) loadWaiting() {
	free := parallelLoads
	for _, doc := range s.all {
		if doc.loading.Running() {
			free--
		}
	}
	for _, doc := range s.all {
		if free <= 0 {
			return
		}
		if doc.waiting {
			s.load(doc)
			free--
		}
	}
}

// reading reports whether any document is being read.
func (s *documents) reading() bool {
	return slices.ContainsFunc(s.all, func(doc *document) bool { return doc.loading.Running() })
}

func (s *documents) stopWaiting() {
	for _, doc := range s.all {
		if doc.waiting {
			doc.waiting, doc.state, doc.err = false, screen.Failed, errStopped
		}
	}
}

var errStopped = lang.Error("stopped before it was loaded; choose Reload in its menu")

// read runs the work that reads a document's content, once a token is free.
func (s *documents) read(doc *document, work func(context.Context, *job.Job, loader.Options) (reading, error)) {
	doc.state, doc.waiting = screen.Loading, false
	load := s.loading.options()
	o := job.Options{Kind: job.Load, Slot: &doc.loading, Show: func(j *job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Reading {{.Name}}", lang.With{"Name": doc.name()}), Done: j.Done()}, true
	}}
	job.Start(&s.desk.jobs, o, func(ctx context.Context, j *job.Job) (reading, error) {
		select {
		case s.loads <- struct{}{}:
			defer func() { <-s.loads }()
		case <-ctx.Done():
			return reading{}, ctx.Err()
		}
		return work(ctx, j, load)
	}, func(r reading, err error) error {
		s.loaded(doc, r, err)
		return nil // the document shows it
	})
}

func (s *documents) loaded(doc *document, r reading, err error) {
	switch {
	case err == nil && r.folder:
		if o, ok := doc.origin.(*fileOrigin); ok {
			o.way.Bundle = r.bundle
		}
		s.desk.follow(doc)
	case err == nil:
		doc.size = r.size
		s.tidy(doc.size)
		first := doc.content == nil || doc.state == screen.Loading && !doc.complete()
		s.fill(doc, r.content)
		doc.err, doc.state, doc.disk = nil, screen.Ready, screen.Unchanged
		s.desk.outcomes.over(doc)
		if first {
			s.desk.keeper.firstRead(doc)
		}
	case doc.complete(): // reading it again failed: the old content stays
		doc.state = screen.Ready
		if !errors.Is(err, context.Canceled) {
			s.desk.outcomes.warn(doc, lang.L("{{.Name}} was not reloaded: {{.Error}}", lang.With{"Name": doc.name(), "Error": safe.Text(err.Error())}))
		}
	default:
		doc.content, doc.err, doc.state = nil, err, screen.Failed
		if errors.Is(err, context.Canceled) {
			doc.err = lang.Error("stopped while it was loading; choose Reload in its menu")
		}
	}
	if r.folder {
		s.desk.keeper.firstRead(doc)
	}
	s.askAgain(doc)
	s.desk.comparisons.renew(doc)
	s.remake(doc)
	if doc.grouped && doc.empty() && doc != s.active && !s.desk.comparisons.hold(doc) {
		s.drop(doc)
	}
	s.loadWaiting()
	switch {
	case doc == s.active, s.desk.navigation.place().Query.ChargeGC: // a heap profile says more about the collector
		s.desk.prepare()
	case s.reading():
		s.desk.publishSoon()
	default:
		s.desk.Publish()
	}
}

func (doc *document) complete() bool {
	if t := doc.trace(); t != nil {
		return t.file != nil
	}
	return doc.content != nil
}

// fill puts content into a document. A trace that was read further keeps the user's place.
func (s *documents) fill(doc *document, c content) {
	if t, ok := c.(*traceContent); ok {
		if old := doc.trace(); old != nil {
			t.renew(old)
		} else if doc.kept != nil {
			t.returnTo(*doc.kept)
			s.desk.keeper.toTab(c.kind(), doc.kept.Tab)
			doc.kept = nil
		}
		if t.file != nil {
			t.finish()
		}
	}
	doc.content, doc.standing = c, standing{}
	if path := doc.origin.shown(); path.OnDisk() { // a profile often lies in the module that it is of
		s.desk.sources.finder.Offer(filepath.Dir(loader.OnDisk(string(path))))
	}
	s.desk.keeper.lead(doc)
}

// firstGenerations returns a function that shows a trace's first generations while the others
// are read. It prepares their lanes at once, because reading goes on meanwhile on other cores.
func (s *documents) firstGenerations(ctx context.Context, j *job.Job, doc *document) func(*trace.Trace) {
	return func(m *trace.Trace) {
		go func() {
			t, err := timeline.New(ctx, m)
			if err != nil {
				return // the error comes with the whole trace
			}
			j.Post(func() {
				if doc.complete() || doc.trace() != nil && doc.trace().timeline.Trace.End >= m.End {
					return // the whole trace is there by now, or a longer part
				}
				s.fill(doc, newTraceContent(nil, t))
				if doc == s.active {
					s.desk.prepare()
				}
			})
		}()
	}
}

// openFile reads a file. It also prepares the lanes for an execution trace.
func openFile(ctx context.Context, path string, o loader.Options) (reading, error) {
	f, err := loader.Open(ctx, path, o)
	if err != nil {
		return reading{}, err
	}
	r := reading{size: f.Size}
	if f.Trace == nil {
		r.content = newProfileContent(f)
	} else if t, failed := timeline.New(ctx, f.Trace); failed == nil {
		r.content = newTraceContent(f, t)
	} else {
		err = failed
	}
	if f.Size > largeFile && o.Apart == nil {
		debug.FreeOSMemory() // give back what only decoding needed
	}
	return r, err
}

const (
	largeFile = 1 << 20                // in bytes; after a larger one memory is given back
	tidyDelay = 500 * time.Millisecond // leaves the processors to the first picture
)

// tidy gives back the memory that loading a large file needed, or showing it until it was closed, because the
// window stays open all day.
func (s *documents) tidy(size int64) {
	switch {
	case size <= largeFile:
	case s.spare == nil:
		s.spare = time.AfterFunc(tidyDelay, debug.FreeOSMemory)
	default:
		s.spare.Reset(tidyDelay)
	}
}

func (s *documents) activate(doc *document) {
	if doc == nil || doc == s.active {
		return
	}
	s.active = doc
	if doc.waiting {
		s.load(doc)
	}
	s.desk.prepare()
}

// tryAgain reads the documents again that failed because they exceeded a limit.
func (s *documents) tryAgain() {
	for _, doc := range slices.Clone(s.all) {
		if e, ok := errors.AsType[*input.Error](doc.err); ok && e.Beyond && doc.state == screen.Failed {
			s.reload(doc)
		}
	}
}

// reload reads a document again. The old content stays until then.
func (s *documents) reload(doc *document) {
	if doc == nil || doc.loading.Running() {
		return
	}
	name := doc.name()
	s.renew(doc)
	s.desk.Say(lang.L("{{.Name}} was reloaded.", lang.With{"Name": name}))
}

// renew reads a document again.
func (s *documents) renew(doc *document) {
	if o, ok := doc.origin.(reloader); ok {
		o.reload(s.desk, doc)
	} else {
		doc.origin.load(s.desk, doc)
	}
}
