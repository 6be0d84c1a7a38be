package watch

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/loader/input"
	"profstation/model/lang"
)

// Watcher watches one folder. Its methods may be called from any goroutine.
type Watcher struct {
	cancel  context.CancelFunc
	stopped chan struct{}
	wake    chan struct{} // has room for one

	mu     sync.Mutex
	wanted []string // wanted by the user and not known to the loop yet
}

// New begins to watch a folder, which may come into being later. post is called from one goroutine,
// in order, until ctx ends or the watcher is closed; it may take its time. The only errors are for
// a name that cannot be made absolute or leads to a file.
func New(ctx context.Context, dir string, o Options, post func(Event)) (*Watcher, error) {
	return begin(ctx, dir, o, defaults, post)
}

func begin(ctx context.Context, dir string, o Options, s surroundings, post func(Event)) (*Watcher, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, &input.Error{Name: dir, Found: lang.L("no folder: {{.Cause}}", lang.With{"Cause": err}), Err: err}
	}
	if isFile(root) {
		return nil, &input.Error{Name: dir, Found: lang.L("it is a file, not a folder"), Advice: lang.L("open it, or choose its folder")}
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{cancel: cancel, stopped: make(chan struct{}), wake: make(chan struct{}, 1)}
	l := &loop{
		ctx: ctx, root: root, Options: o, surroundings: s, out: newQueue(),
		watched: map[string]bool{}, files: map[string]*file{}, contents: newContents(),
		agenda: agenda{due: map[*file]struct{}{}}, results: make(chan *reading, readers),
	}
	go l.run(w)
	go func() {
		defer close(w.stopped)
		l.out.run(ctx, post)
	}()
	return w, nil
}

// Close ends the watching. post must not call it, and is not called after it returns.
func (w *Watcher) Close() {
	w.cancel()
	<-w.stopped
}

// Want reads the given listed paths before all other listed ones. It does not wait for the watcher,
// which may be busy with many files.
func (w *Watcher) Want(paths ...string) {
	w.mu.Lock()
	w.wanted = slices.Concat(paths, w.wanted)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Watcher) takeWanted() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	paths := w.wanted
	w.wanted = nil
	return paths
}

// loop is the watcher itself. All its fields belong to the goroutine running run.
type loop struct {
	Options
	surroundings
	ctx  context.Context
	root string
	out  *queue

	notes    *fsnotify.Watcher   // nil: polling
	watched  map[string]bool     // folders that give events
	folders  map[string]*folder  // by real path
	anchors  map[string][]string // see place
	files    map[string]*file
	contents contents
	agenda   agenda
	results  chan *reading
	begun    bool
	gone     bool // the folder cannot be read
	missing  bool // because it does not exist
	rounds   rounds
	wakeAt   time.Time // for suspect files
}

func (l *loop) run(w *Watcher) {
	l.begin()
	defer l.deafen()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for l.ctx.Err() == nil {
		var events <-chan fsnotify.Event
		var errs <-chan error
		if l.notes != nil {
			events, errs = l.notes.Events, l.notes.Errors
		}
		timer.Reset(time.Until(sooner(sooner(l.rounds.next, l.wakeAt), l.agenda.soonest)))
		select {
		case <-l.ctx.Done():
			return
		case e, ok := <-events:
			if ok {
				l.event(e)
				l.drain(events)
			}
		case err, ok := <-errs:
			if ok {
				l.failure(err)
			}
		case <-w.wake:
			l.want(w.takeWanted())
		case r := <-l.results:
			l.agenda.reading--
			l.done(r)
			l.tried(r.path)
		case <-l.out.files:
			l.agenda.loaded--
		case <-timer.C:
		}
		l.work()
	}
}

// drain takes the events that are already there, for one pass of work.
func (l *loop) drain(events <-chan fsnotify.Event) {
	for range 4096 {
		select {
		case e, ok := <-events:
			if !ok {
				return
			}
			l.event(e)
		default:
			return
		}
	}
}

// unheard says why a network folder is polled.
func unheard(system string) string {
	return lang.L("{{.FileSystem}} does not report changes made by others", lang.With{"FileSystem": system})
}

func (l *loop) begin() {
	switch system := l.network(l.root); {
	case l.Poll:
		l.poll(lang.L("as asked for"))
	case system != "":
		l.poll(unheard(system))
	default:
		var err error
		if l.notes, err = l.notifier(); err != nil {
			l.poll(lang.L("file system events are not available: {{.Cause}}", lang.With{"Cause": err}))
		}
	}
	l.scan(true, false)
	l.begun = true
	l.out.push(Event{Kind: Ready, Path: l.root})
}

// poll stops using events.
func (l *loop) poll(reason string) {
	l.deafen()
	l.out.push(Event{Kind: Polling, Path: l.root, Reason: reason})
	l.scanSoon()
}

func (l *loop) deafen() {
	if l.notes != nil {
		l.notes.Close()
		l.notes = nil
		clear(l.watched)
	}
}

func (l *loop) work() {
	now := time.Now()
	if !l.rounds.next.After(now) {
		called := l.rounds.called
		l.scan(called || now.Sub(l.rounds.full) >= l.timing.rescan, !called)
	}
	if !l.wakeAt.IsZero() && !l.wakeAt.After(now) {
		l.wakeAt = time.Time{}
		l.suspects()
	}
	if gone := l.agenda.collect(now); len(gone) > 0 {
		more := l.agenda.expects()
		for _, f := range gone {
			l.removed(f, more)
		}
	}
	for l.agenda.reading < readers && l.agenda.loaded+l.agenda.reading < undelivered {
		f := l.agenda.pick()
		if f == nil {
			return
		}
		l.start(f)
	}
}

func (l *loop) start(f *file) {
	r := &reading{path: f.path, load: l.load(), steady: time.Since(f.since) >= l.timing.steady}
	if f.shown && f.wrote < 0 {
		r.known = f.sum
	}
	f.state, f.again, f.first = inReading, false, time.Time{}
	l.agenda.reading++
	go func() {
		r.read(l.ctx)
		l.results <- r // has room for all readers
	}()
}

// want reads listed files before the others.
func (l *loop) want(paths []string) {
	for _, path := range slices.Backward(paths) {
		if f := l.files[path]; f != nil && (f.state == unread || f.state == waiting) {
			f.state = waiting
			l.agenda.backlog = append(l.agenda.backlog, f) // it may be further down already; pick takes it once
		}
	}
}
