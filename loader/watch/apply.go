package watch

import (
	"cmp"
	"errors"
	"hash/fnv"
	"io/fs"
	"profstation/loader"
	"slices"
	"time"
)

// scan looks at the folder and takes what it finds. A periodic scan that finds
// a change without an event makes that a suspect.
func (l *loop) scan(all, periodic bool) {
	begin := time.Now()
	now := l.o.now()
	l.callNext = false
	if all {
		l.fullAt = now
	}
	l.turn++
	s := scanner{root: l.root, recursive: l.o.Recursive, now: l.o.now, known: l.folders, look: l.lookAt(now)}
	if l.notes != nil {
		s.watch = l.watch
	}
	found := s.scan(l.ctx, all)
	if l.ctx.Err() != nil {
		return
	}
	l.apply(found, periodic && all && l.notes != nil && l.begun)
	l.scanTook = time.Since(begin)
	if !l.callNext { // taking it may have called for the next
		pause := l.t.rescan
		if l.notes == nil || l.hasLinks() {
			pause = l.t.poll
		}
		l.scanAt = l.o.now().Add(pause)
	}
	l.o.scanned(l.scanTook)
}

// lookAt says which files a scan that is not of all looks at: with events none
// but links, which it always looks at; when polling the files that changed
// lately, and few enough of the others to keep the idle watching of very many
// cheap.
func (l *loop) lookAt(now time.Time) func(string) bool {
	if l.notes != nil {
		return func(string) bool { return false }
	}
	parts := uint32(len(l.files)/sweep + 1)
	turn := uint32(l.turn)
	return func(path string) bool {
		f := l.files[path]
		if f == nil || f.state == waiting || f.state == inReading || now.Sub(f.since) < hot || parts == 1 {
			return true
		}
		h := fnv.New32a()
		h.Write([]byte(path))
		return h.Sum32()%parts == turn%parts
	}
}

func (l *loop) hasLinks() bool {
	for _, f := range l.folders {
		if f.links {
			return true
		}
	}
	return false
}

func (l *loop) apply(s *sighting, suspicious bool) {
	now := l.o.now()
	l.rewatch(s)
	if s.err != nil {
		if !l.gone {
			l.gone = true
			l.out.push(Event{Kind: FolderGone, Path: l.root, Err: reasonGone(l.root, s.err)})
		}
		return
	}
	if l.gone {
		l.gone = false
		l.out.push(Event{Kind: FolderBack, Path: l.root})
		if fs := l.o.network(s.place.real); fs != "" && l.notes != nil {
			l.poll(fs + " gives no events of what others write")
		}
	}
	l.take(s, now, suspicious)
	for path, f := range l.files {
		if _, there := s.present[path]; !there && f.gone.IsZero() {
			l.vanish(f, now)
		}
	}
}

// take compares the files of a scan with those that are known.
func (l *loop) take(s *sighting, now time.Time, suspicious bool) {
	var listed []*file
	for path, seen := range s.files {
		f := l.files[path]
		switch {
		case f == nil:
			f = l.add(path, now)
			f.sig, f.link = seen.sig, seen.link
			if !l.begun {
				listed = append(listed, f)
				continue
			}
		case f.sig == seen.sig && f.gone.IsZero() && f.link == seen.link:
			continue
		default:
			busy := f.state == waiting || f.state == inReading
			f.link = seen.link
			if f.sig == seen.sig && f.gone.IsZero() || busy && f.gone.IsZero() && l.notes != nil {
				continue // with events, one of them brought it here
			}
			f.sig = seen.sig
		}
		if suspicious && !f.link && now.Sub(f.event) > l.t.suspect {
			f.suspect = now
			l.wakeAt = now.Add(l.t.suspect)
		}
		l.changed(f, now)
	}
	if len(listed) > 0 {
		l.list(listed, now)
	}
}

// batch is how many entries a list has at most.
const batch = 1000

// list posts the files that are there at the start, newest first.
func (l *loop) list(files []*file, now time.Time) {
	slices.SortFunc(files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(b.sig.mtime, a.sig.mtime), cmp.Compare(a.path, b.path))
	})
	var entries []Entry
	flush := func() {
		if len(entries) > 0 {
			l.out.push(Event{Kind: Listed, Path: l.root, Entries: entries})
			entries = nil
		}
	}
	head := make([]byte, loader.SniffSize)
	for _, f := range files {
		if l.ctx.Err() != nil {
			return
		}
		// A file that was written long ago is steady, unless the clocks differ.
		if age := now.Sub(f.sig.modTime()); age > 5*time.Second {
			f.since = f.sig.modTime()
		}
		switch f.class = classOf(f.path, head); {
		case f.class == empty && promising(f.path):
			f.state = quiet
			l.writing(f, false)
		case f.class == foreign, f.class == empty:
			f.state = quiet
		default:
			f.listed = true
			entries = append(entries, Entry{f.path, f.sig.size, f.sig.modTime(), f.class == trace})
		}
		if len(entries) == batch {
			flush()
		}
	}
	flush()
	if l.o.Eager {
		for _, f := range slices.Backward(files) {
			if f.listed {
				f.state = waiting
				l.backlog = append(l.backlog, f)
			}
		}
	}
}

// watch asks for the events of a folder, again if it has them: another folder
// may have its name now.
func (l *loop) watch(real string) {
	if l.notes == nil {
		return
	}
	switch err := l.notes.Add(real); {
	case err == nil:
		l.watched[real] = true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
	default:
		l.poll("events cannot be had for all folders: " + err.Error())
	}
}

func (l *loop) unwatch(real string) {
	if l.watched[real] {
		delete(l.watched, real)
		if l.notes != nil {
			l.notes.Remove(real) // an error only says that it is dead already
		}
	}
}

// rewatch keeps events coming from the folders of a scan and from those in
// which something stands that the path leads through.
func (l *loop) rewatch(s *sighting) {
	l.anchors = s.place.anchors
	if s.err == nil {
		l.folders = s.folders
		clear(l.names)
		for real, f := range s.folders {
			l.names[real] = f.path
		}
	} else {
		clear(l.folders)
		clear(l.names)
	}
	if l.notes == nil {
		return
	}
	for real := range l.watched {
		if l.folders[real] == nil && l.anchors[real] == nil {
			l.unwatch(real)
		}
	}
	for real := range l.anchors {
		if l.folders[real] == nil && !l.watched[real] {
			l.watch(real)
			l.scanSoon() // it may have changed between the look and the watch
		}
	}
}

// suspects gives up on events when changes came without them.
func (l *loop) suspects(now time.Time) {
	for _, f := range l.files {
		if !f.suspect.IsZero() {
			f.suspect = time.Time{}
			if l.notes != nil {
				l.poll("files changed without an event of the file system")
			}
		}
	}
}
