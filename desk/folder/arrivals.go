package folder

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"profstation/desk/screen"
	"profstation/loader/input"
	"profstation/loader/watch"
	"profstation/model/lang"
	"profstation/model/units"
)

// Arrivals handles the events that the watcher has noted since the last call, and returns the
// series that have changed. It replaces a list that changes: the old one may be on the screen.
func (f *Folder) Arrivals() map[*Run]bool {
	f.mu.Lock()
	events := f.pending
	f.pending, f.Posted = nil, false
	f.mu.Unlock()
	f.touched = map[*Run]bool{}
	for i := range events {
		e := &events[i]
		for _, r := range e.touched {
			f.touched[r] = true
		}
		f.arrive(e)
	}
	f.nameCopies()
	f.files.apply()
	f.told.apply()
	for r := range f.touched {
		r.profiles.apply()
		r.Changed++
		if !slices.Contains(f.Order, r) {
			f.order(r)
		}
	}
	f.goOn()
	return f.touched
}

// order puts a series among the others, by its name.
func (f *Folder) order(r *Run) {
	at, _ := slices.BinarySearchFunc(f.Order, r, func(a, b *Run) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.dir, b.dir), strings.Compare(a.binary, b.binary))
	})
	f.Order = slices.Insert(slices.Clone(f.Order), at, r)
}

// Files returns the folder's files, newest first. The list does not change.
func (f *Folder) Files() []*screen.File { return f.files.All }

// Told returns those files that have more to say than a name, newest first. The list does not change.
func (f *Folder) Told() []*screen.File { return f.told.All }

// File returns the file at a path, nil if there is none.
func (f *Folder) File(path string) *screen.File { return f.files.of[path] }

// Index returns a path's place in the list of files, −1 if it is not in it.
func (f *Folder) Index(path string) int { return f.files.index(path) }

func (f *Folder) arrive(e *arrival) {
	switch e.Kind {
	case watch.Listed:
		for _, file := range e.listed {
			if f.File(file.Path) == nil {
				f.list(file)
				f.Unread++
			}
		}
	case watch.Same:
		if f.File(e.Path) != nil {
			f.drop(e.Path)
		}
		f.copied(e.Path, e.From)
	case watch.Found, watch.Changed:
		f.alone(e.Path)
		f.join(e.Path, e.run, e.at, e.span)
		f.put(&screen.File{Path: e.Path, Name: f.shortName(e.Path), State: screen.Whole, Detail: e.about, Size: e.Size,
			Time: e.at, Taken: taken(e.Path)})
	case watch.Writing:
		f.state(e, screen.Unfinished, lang.L("being written, {{.Size}} so far", lang.With{"Size": units.FormatShort(e.Size, "bytes", "auto")}))
	case watch.Broken:
		f.state(e, screen.Broken, input.Brief(e.Err))
	case watch.Renamed:
		if old := f.File(e.From); old != nil {
			moved := *old
			moved.Path, moved.Name, moved.Taken = e.Path, f.shortName(e.Path), taken(e.Path)
			if r := f.RunOf[e.From]; r != nil {
				old := r.profiles.of[e.From]
				f.join(e.Path, e.run, old.Time, old.Span)
			}
			f.drop(e.From)
			f.put(&moved)
			f.alone(e.Path)
			f.alone(e.From)
		}
	case watch.Ignored:
		if f.File(e.Path) != nil {
			f.Empty++
		}
		f.drop(e.Path)
	case watch.Removed:
		f.drop(e.Path)
	case watch.FolderGone:
		f.Gone = e.Err
	case watch.FolderBack:
		f.Gone = nil
	case watch.Polling:
		f.Slow = e.Reason
	case watch.Listing:
		f.Listed = e.Percent
	case watch.Opened:
		f.Bundle = e.Bundle
	case watch.Ready:
		f.Ready = true
	}
}

// state notes what is known about a file that could not be read now. If it was read before, that
// stays on the screen while it is being written.
func (f *Folder) state(e *arrival, s screen.FileState, detail string) {
	file := screen.File{Path: e.Path, Name: f.shortName(e.Path), Size: e.Size, Time: e.ModTime, Taken: taken(e.Path)}
	if old := f.File(e.Path); old != nil {
		if old.State == screen.Whole && s == screen.Unfinished {
			return
		}
		file.Time = old.Time
	}
	file.State, file.Detail = s, detail
	f.put(&file)
}

func (f *Folder) put(file *screen.File) {
	f.remove(file.Path)
	f.list(file)
	if file.Told() {
		f.told.put(file.Path, file)
	}
	if file.State == screen.Unread {
		f.Unread++
	} else {
		delete(f.Asked, file.Path)
	}
}

// list puts a file into the list.
func (f *Folder) list(file *screen.File) {
	f.files.put(file.Path, file)
	if !f.named {
		f.Common, f.named = file.Name, true
	}
	f.Common = common(f.Common, file.Name)
}

func (f *Folder) remove(path string) {
	old := f.File(path)
	if old == nil {
		return
	}
	if old.State == screen.Unread {
		f.Unread--
	}
	f.files.put(path, nil)
	if old.Told() {
		f.told.put(path, nil)
	}
}

func (f *Folder) drop(path string) {
	f.remove(path)
	f.copied(path, "")
	f.join(path, nil, time.Time{}, Span{})
	delete(f.Asked, path)
}

// join puts a path into a run at a time, and takes it out of the run that it was in; nil for no run.
func (f *Folder) join(path string, r *Run, at time.Time, span Span) {
	if old := f.RunOf[path]; old != nil {
		old.profiles.put(path, nil)
		f.touched[old] = true
		delete(f.RunOf, path)
	}
	if r != nil {
		r.profiles.put(path, &Profile{path, at, span})
		r.longest = max(r.longest, span.To.Sub(span.From))
		f.touched[r] = true
		f.RunOf[path] = r
	}
}

// Ask has the newest unread files read, at most that many.
func (f *Folder) Ask(limit int) {
	var paths []string
	for _, file := range f.files.All {
		if len(paths) == limit || f.Unread == 0 {
			break
		}
		if file.State == screen.Unread && !f.Asked[file.Path] {
			f.Asked[file.Path] = true
			paths = append(paths, file.Path)
		}
	}
	if len(paths) > 0 {
		f.Watcher.Want(paths...)
	}
}

// AskAll has all files read, the newest first.
func (f *Folder) AskAll() {
	f.all = true
	f.goOn()
}

// many is how many files are asked for at a time if all are to be read.
const many = 1000

// goOn asks for more files before those that were asked for are all read.
func (f *Folder) goOn() {
	if f.all && len(f.Asked) < many/2 {
		f.Ask(many)
		f.all = f.Unread > len(f.Asked)
	}
}

// Want has a file read before all others.
func (f *Folder) Want(path string) {
	f.Asked[path] = true
	f.Watcher.Want(path)
}
