package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/model/lang"
)

func (l *loop) event(e fsnotify.Event) {
	if l.watched[e.Name] {
		// A watched folder itself was removed or moved: its watch is dead or follows a new name.
		if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
			l.unwatch(e.Name)
		}
		l.scanSoon()
		return
	}
	dir, name := filepath.Split(e.Name)
	dir = filepath.Clean(dir)
	if slices.Contains(l.anchors[dir], name) {
		l.scanSoon()
	}
	in := l.folders[dir]
	if in == nil {
		return
	}
	if ignored(name) {
		// Nothing shown has changed, but links may lead through it.
		if in.links {
			l.scanSoon()
		}
		return
	}
	now, path := time.Now(), filepath.Join(in.path, name)
	switch f := l.files[path]; {
	case f == nil:
		l.meet(path, now)
	case f.link:
		l.scanSoon()
	default:
		f.event, f.suspect = now, false
		if (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) && !exists(path) {
			l.vanish(f, now)
		} else {
			l.changed(f, now)
		}
	}
}

func (l *loop) meet(path string, now time.Time) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
	case info.Mode().IsRegular():
		f := l.add(path, now)
		f.event = now
		l.changed(f, now)
	case info.IsDir() && l.Recursive, info.Mode()&fs.ModeSymlink != 0:
		l.scanSoon()
	}
}

func (l *loop) add(path string, now time.Time) *file {
	f := &file{path: path, since: now, wrote: -1}
	l.files[path] = f
	return f
}

// changed makes sure that a file is tried soon, because something happened to it.
func (l *loop) changed(f *file, now time.Time) {
	f.gone, f.since = time.Time{}, now
	if f.state == inReading {
		f.again = true
		return
	}
	if f.first.IsZero() {
		f.first = now
	}
	f.state = waiting
	delay := min(l.timing.max<<min(f.failures, 4), max(maxDelay, l.timing.max))
	l.agenda.await(f, sooner(now.Add(l.timing.quiet), f.first.Add(delay)))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// vanish lets a missing path linger: it may come back, or its content may appear under another name.
func (l *loop) vanish(f *file, now time.Time) {
	if f.gone.IsZero() {
		f.gone = now
	}
	l.agenda.await(f, now.Add(l.timing.linger))
}

// removed is called when a path has been gone for long enough. more reports whether new files are
// still to be read; one of them may have its content.
func (l *loop) removed(f *file, more bool) {
	if l.gone && !l.missing {
		return // nobody can know: the scan when the folder can be read again decides
	}
	if exists(f.path) {
		l.changed(f, time.Now())
		return
	}
	now := time.Now()
	unscanned := l.rounds.called && !l.rounds.full.After(f.gone) // the scan that is due may find it elsewhere
	if unscanned || more && f.shown && now.Sub(f.gone) < l.timing.lingers {
		l.agenda.await(f, now.Add(l.timing.linger))
		return
	}
	delete(l.files, f.path)
	l.contents.disown(f)
	if f.shown {
		if heir := l.contents.heir(f.sum); heir != nil {
			l.renamed(f, heir)
			return
		}
	}
	if f.shown || f.listed || f.copied || f.wrote >= 0 {
		l.out.push(Event{Kind: Removed, Path: f.path})
	}
}

// same posts that f has the content of a file that is shown.
func (l *loop) same(f, shown *file) {
	f.state, f.listed, f.copied, f.wrote = twin, false, true, -1
	l.post(f, Event{Kind: Same, From: shown.path})
}

// others posts which files have the same content as f, which is shown now.
func (l *loop) others(f *file) {
	if l.contents.shown[f.sum] != f {
		return
	}
	for o := range l.contents.copies[f.sum] {
		if o.state == twin {
			l.same(o, f)
		}
	}
}

// renamed posts that to has the content that from had.
func (l *loop) renamed(from, to *file) {
	l.contents.disown(from)
	l.contents.disown(to)
	to.state, to.sum, to.shown, to.copied, to.wrote = quiet, from.sum, true, false, -1
	l.contents.own(to)
	from.shown, from.listed, from.wrote = false, false, -1
	l.post(to, Event{Kind: Renamed, From: from.path})
	l.others(to)
}

func (l *loop) failure(err error) {
	if errors.Is(err, fsnotify.ErrEventOverflow) {
		l.scanSoon()
		return
	}
	l.poll(lang.L("file system events failed: {{.Cause}}", lang.With{"Cause": err}))
}
