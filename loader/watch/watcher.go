package watch

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/loader"
)

// Watcher watches one folder. Its methods may be called from any goroutine.
type Watcher struct {
	cancel  context.CancelFunc
	stopped chan struct{}
	wanted  chan []string
}

// New begins to watch a folder, which may come into being later. post is called
// from one goroutine, in order, until ctx ends or the watcher is closed; it may
// take its time. The only errors are of a name that cannot be made absolute or
// leads to a file.
func New(ctx context.Context, dir string, o Options, post func(Event)) (*Watcher, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, &loader.Error{Name: dir, Found: "no folder: " + err.Error(), Err: err}
	}
	if isFile(root) {
		return nil, &loader.Error{Name: dir, Found: "it is a file, not a folder", Advice: "open it, or name the folder that it is in"}
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{cancel: cancel, stopped: make(chan struct{}), wanted: make(chan []string)}
	l := newLoop(ctx, root, o.orDefault())
	go l.run(w.wanted)
	go func() {
		defer close(w.stopped)
		l.out.run(ctx, post)
	}()
	return w, nil
}

// Close ends the watching. When it returns, post is not called any more; Close
// must not be called from within post.
func (w *Watcher) Close() {
	w.cancel()
	<-w.stopped
}

// Want reads listed paths before all other listed ones.
func (w *Watcher) Want(paths ...string) {
	select {
	case w.wanted <- paths:
	case <-w.stopped:
	}
}

// loop is the watcher itself. All its fields belong to the goroutine of run.
type loop struct {
	ctx  context.Context
	root string
	o    Options
	t    *timing
	out  *queue

	notes    notifier // nil: polling
	watched  map[string]bool
	folders  map[string]*folder  // by real path
	anchors  map[string][]string // see place
	names    map[string]string   // real path of a folder to the one that the user sees
	files    map[string]*file
	bySum    map[digest]*file
	due      map[*file]struct{} // those that are waiting or gone
	soonest  time.Time          // no due is earlier; zero: none is due
	urgent   []*file            // to be read, the new ones
	backlog  []*file            // to be read, those that were listed; the next is the last
	results  chan *reading
	reading  int // files that readers have
	loaded   int // events with a file that were not taken yet
	begun    bool
	gone     bool // the folder is
	scanAt   time.Time
	callNext bool // the next scan was called for, not periodic
	scanTook time.Duration
	fullAt   time.Time // when the last scan of all was
	turn     int       // of the sweep over files when polling
	wakeAt   time.Time // for suspect files
}

func newLoop(ctx context.Context, root string, o Options) *loop {
	return &loop{
		ctx: ctx, root: root, o: o, t: o.timing, out: newQueue(),
		watched: map[string]bool{}, folders: map[string]*folder{}, anchors: map[string][]string{},
		names: map[string]string{}, files: map[string]*file{}, bySum: map[digest]*file{},
		due: map[*file]struct{}{}, results: make(chan *reading, readers),
	}
}

func (l *loop) run(wanted <-chan []string) {
	l.begin()
	defer func() {
		if l.notes != nil {
			l.notes.Close()
		}
	}()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for l.ctx.Err() == nil {
		var events <-chan fsnotify.Event
		var errs <-chan error
		if l.notes != nil {
			events, errs = l.notes.Events(), l.notes.Errors()
		}
		timer.Reset(l.next().Sub(l.o.now()))
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
		case paths := <-wanted:
			l.want(paths)
		case r := <-l.results:
			l.reading--
			l.done(r)
			l.o.tried(r.path)
		case <-l.out.files:
			l.loaded--
		case <-timer.C:
		}
		l.work()
	}
}

// drain takes the events that are there already: one pass of work for all.
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

func (l *loop) begin() {
	switch reason := l.o.network(l.root); {
	case l.o.Poll:
		l.poll("as asked for")
	case reason != "":
		l.poll(reason + " gives no events of what others write")
	default:
		n, err := l.o.notifier()
		if err != nil {
			l.poll("events of the file system cannot be had: " + err.Error())
		} else {
			l.notes = n
		}
	}
	l.scan(true, false)
	l.begun = true
	l.out.push(Event{Kind: Ready, Path: l.root})
}

// poll ends the use of events.
func (l *loop) poll(reason string) {
	if l.notes != nil {
		l.notes.Close()
		l.notes, l.watched = nil, map[string]bool{}
	}
	l.out.push(Event{Kind: Polling, Path: l.root, Reason: reason})
	l.scanSoon()
}

// next is when there is something to do without an event.
func (l *loop) next() time.Time {
	return sooner(sooner(l.scanAt, l.wakeAt), l.soonest)
}

// sooner is the earlier of two times, of which the zero one is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// await puts a file on the list of those that are due some time.
func (l *loop) await(f *file) {
	l.due[f] = struct{}{}
	l.soonest = sooner(l.soonest, f.due)
}

// work does all that is due.
func (l *loop) work() {
	now := l.o.now()
	if !l.scanAt.After(now) {
		called := l.callNext
		l.scan(called || now.Sub(l.fullAt) >= l.t.rescan, !called)
	}
	if !l.wakeAt.IsZero() && !l.wakeAt.After(now) {
		l.wakeAt = time.Time{}
		l.suspects(now)
	}
	if !l.soonest.IsZero() && !l.soonest.After(now) {
		l.collect(now)
	}
	for l.reading < readers && l.loaded+l.reading < undelivered {
		f := l.pick()
		if f == nil {
			return
		}
		l.start(f)
	}
}

// collect takes the files that are due.
func (l *loop) collect(now time.Time) {
	l.soonest = time.Time{}
	for f := range l.due {
		if f.due.After(now) {
			l.soonest = sooner(l.soonest, f.due)
			continue
		}
		delete(l.due, f)
		f.due = time.Time{}
		if !f.gone.IsZero() {
			l.removed(f)
		} else {
			l.urgent = append(l.urgent, f)
		}
	}
}

// pick takes the file to be read next, new ones first.
func (l *loop) pick() *file {
	for len(l.urgent)+len(l.backlog) > 0 {
		var f *file
		if len(l.urgent) > 0 {
			f, l.urgent = l.urgent[0], l.urgent[1:]
		} else {
			last := len(l.backlog) - 1
			f, l.backlog = l.backlog[last], l.backlog[:last]
		}
		if f.state == waiting && f.due.IsZero() && f.gone.IsZero() {
			return f
		}
	}
	l.urgent, l.backlog = nil, nil
	return nil
}

func (l *loop) start(f *file) {
	now := l.o.now()
	r := &reading{path: f.path, steady: now.Sub(f.since) >= l.t.steady}
	if f.shown && f.wrote < 0 {
		r.known = f.sum
	}
	f.state, f.again, f.first = inReading, false, time.Time{}
	l.reading++
	go func() {
		r.read(l.ctx, l.o.Limits)
		l.results <- r // has room for all readers
	}()
}

// want reads listed files before the others.
func (l *loop) want(paths []string) {
	for i := len(paths) - 1; i >= 0; i-- {
		f := l.files[paths[i]]
		if f == nil {
			continue
		}
		switch f.state {
		case unread:
			f.state = waiting
			l.backlog = append(l.backlog, f)
		case waiting:
			l.backlog = append(l.backlog, f) // it may stand below; pick takes it once
		}
	}
}
