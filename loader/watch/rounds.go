package watch

import (
	"cmp"
	"errors"
	"hash/fnv"
	"io/fs"
	"slices"
	"time"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/lang"
)

// rounds says when the folder is scanned.
type rounds struct {
	next   time.Time
	called bool // the next scan was called for, not periodic
	took   time.Duration
	full   time.Time // when everything was last scanned
	turn   int       // for the sweep over files when polling
}

func (l *loop) scanSoon() {
	r := &l.rounds
	// A burst of calls must not become a burst of scans in a large folder.
	at := time.Now().Add(max(l.timing.gather, 4*r.took))
	if !r.called || at.Before(r.next) {
		r.next = at
	}
	r.called = true
}

// scan scans the folder. If a periodic scan finds a change without an event, the file becomes suspect.
func (l *loop) scan(all, periodic bool) {
	begin := time.Now()
	r := &l.rounds
	r.called = false
	if all {
		r.full = begin
	}
	r.turn++
	s := &scan{
		root: l.root, recursive: l.Recursive, all: all, known: l.folders, watch: l.watch, look: l.lookAt(all, begin),
		folders: map[string]*folder{}, files: map[string]found{}, present: map[string]struct{}{},
	}
	err := s.run(l.ctx)
	if l.ctx.Err() != nil {
		return
	}
	l.rewatch(s)
	if l.reached(s, err) {
		l.take(s, periodic && all && l.notes != nil)
	}
	r.took = time.Since(begin)
	if !r.called { // taking the result may have called for the next scan
		pause := l.timing.rescan
		if l.notes == nil || s.links {
			pause = l.timing.poll
		}
		r.next = time.Now().Add(pause)
	}
	l.scanned()
}

// lookAt says which files a scan examines, in addition to those to which links lead. That is all
// files or, with events, none. When polling, it is those changed lately and a few others, to keep
// idle watching cheap.
func (l *loop) lookAt(all bool, now time.Time) func(string) bool {
	parts := uint32(len(l.files)/sweep + 1)
	turn := uint32(l.rounds.turn)
	return func(path string) bool {
		if all || l.notes != nil {
			return all
		}
		f := l.files[path]
		if f == nil || f.state == waiting || f.state == inReading || now.Sub(f.since) < hot || parts == 1 {
			return true
		}
		h := fnv.New32a()
		h.Write([]byte(path))
		return h.Sum32()%parts == turn%parts
	}
}

// reached reports whether a scan could read the folder, and posts it if that has changed.
func (l *loop) reached(s *scan, err error) bool {
	was, missed := !l.gone, l.missing
	l.gone, l.missing = err != nil, errors.Is(err, fs.ErrNotExist)
	if l.missing && !missed {
		l.vanishBut(nil, time.Now()) // its files are gone with it
	}
	switch {
	case was && l.gone:
		l.out.push(Event{Kind: FolderGone, Path: l.root, Err: reasonGone(l.root, err)})
	case !was && !l.gone:
		l.out.push(Event{Kind: FolderBack, Path: l.root})
		if system := l.network(s.place.real); system != "" && l.notes != nil {
			l.poll(unheard(system))
		}
	}
	return !l.gone
}

// reasonGone says in plain words why a folder cannot be watched.
func reasonGone(root string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.Error("{{.Folder}}: the folder does not exist, or no longer: it is shown again when it comes back", lang.With{"Folder": root, "Cause": err})
	case errors.Is(err, fs.ErrPermission):
		return lang.Error("{{.Folder}}: you are not allowed to read the folder: change its permissions", lang.With{"Folder": root})
	}
	return lang.Error("{{.Folder}}: the folder cannot be read: {{.Cause}}", lang.With{"Folder": root, "Cause": input.Cause(err)})
}

func (l *loop) take(s *scan, suspicious bool) {
	now := time.Now()
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
		case f.sig == seen.sig && f.gone.IsZero():
			f.link = seen.link
			continue
		default:
			f.link = seen.link
			if busy := f.state == waiting || f.state == inReading; busy && f.gone.IsZero() && l.notes != nil {
				continue // with events, one of them brought it here
			}
			f.sig = seen.sig
		}
		if suspicious && !f.link && now.Sub(f.event) > l.timing.suspect {
			f.suspect = true
			l.wakeAt = now.Add(l.timing.suspect)
		}
		l.changed(f, now)
	}
	l.list(listed, now)
	l.vanishBut(s.present, now)
}

// vanishBut lets all paths linger that are not present, including those for which it could not be
// known earlier whether they are gone.
func (l *loop) vanishBut(present map[string]struct{}, now time.Time) {
	for path, f := range l.files {
		_, there := present[path]
		if _, waits := l.agenda.due[f]; !there && (f.gone.IsZero() || !waits) {
			l.vanish(f, now)
		}
	}
}

// list posts the files that exist at the start, newest first.
func (l *loop) list(files []*file, now time.Time) {
	slices.SortFunc(files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(b.sig.mtime, a.sig.mtime), cmp.Compare(a.path, b.path))
	})
	for part := range slices.Chunk(files, batch) {
		var entries []Entry
		head := make([]byte, loader.SniffSize)
		for _, f := range part {
			if l.ctx.Err() != nil {
				return
			}
			// A file that was written long ago is steady, unless the clocks differ.
			if age := now.Sub(f.sig.modTime()); age > 5*time.Second {
				f.since = f.sig.modTime()
			}
			switch class := classOf(f.path, head); {
			case class == empty && promising(f.path):
				f.state = quiet
				l.empty(f, now)
			case class == foreign, class == empty:
				f.state = quiet
			default:
				f.listed = true
				entries = append(entries, Entry{f.path, f.sig.size, f.sig.modTime()})
			}
		}
		if len(entries) > 0 {
			l.out.push(Event{Kind: Listed, Path: l.root, Entries: entries})
		}
	}
}

// watch asks for a folder's events, even if it did before: another folder may have its name now.
func (l *loop) watch(real string) {
	if l.notes == nil {
		return
	}
	switch err := l.notes.Add(real); {
	case err == nil:
		l.watched[real] = true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
	default:
		l.poll(lang.L("not all folders provide events: {{.Cause}}", lang.With{"Cause": err}))
	}
}

func (l *loop) unwatch(real string) {
	delete(l.watched, real)
	l.notes.Remove(real) // an error only says that it is dead already
}

// rewatch keeps events coming from a scan's folders, and from those through which its path leads.
func (l *loop) rewatch(s *scan) {
	l.anchors, l.folders = s.place.anchors, s.folders
	for real := range l.watched {
		if l.folders[real] == nil && l.anchors[real] == nil {
			l.unwatch(real)
		}
	}
	for real := range l.anchors {
		if l.notes != nil && l.folders[real] == nil && !l.watched[real] {
			l.watch(real)
			l.scanSoon() // it may have changed between the scan and the watch
		}
	}
}

// suspects gives up on events if changes came without them.
func (l *loop) suspects() {
	for _, f := range l.files {
		if f.suspect && l.notes != nil {
			l.poll(lang.L("files changed without an event of the file system"))
		}
		f.suspect = false
	}
}
