package desk

import (
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader/watch"
	"profstation/model"
)

// arrivals handles the events that the watcher has noted since the last time. A
// list that changes is replaced: the old one may be on the screen.
func (f *watched) arrivals() (touched map[*run]bool) {
	f.mu.Lock()
	events := f.pending
	f.pending, f.posted = nil, false
	f.mu.Unlock()
	f.files = slices.Clone(f.files)
	touched = map[*run]bool{}
	for i := range events {
		e := &events[i]
		for _, r := range e.touched {
			touched[r] = true
		}
		f.arrive(e)
	}
	for r := range touched {
		points := r.points()
		r.changed++
		r.ids, r.times = r.ids[:0], r.times[:0]
		for _, p := range points {
			r.ids, r.times = append(r.ids, p.ID), append(r.times, p.Time)
		}
		if !slices.Contains(f.order, r) {
			f.order = append(f.order, r)
		}
	}
	f.relist()
	return touched
}

// arrive handles one event.
func (f *watched) arrive(e *arrival) {
	switch e.Kind {
	case watch.Listed:
		for _, x := range e.Entries {
			if f.byPath[x.Path] == nil {
				file := &screen.File{Path: x.Path, Name: f.shortName(x.Path), Size: x.Size, Time: x.ModTime,
					Detail: model.FormatSpaced(x.Size, "bytes", "auto")}
				f.byPath[x.Path] = file
				f.files = append(f.files, file)
				f.unread++
			}
		}
		slices.SortFunc(f.files, byTime)
	case watch.Found, watch.Changed:
		f.runOf[e.Path] = e.run
		f.put(&screen.File{Path: e.Path, State: screen.Whole, Detail: e.about, Size: e.Size, Time: e.ModTime})
	case watch.Writing:
		f.state(e, screen.Unfinished, lang.L("being written, {{.Size}}", lang.With{"Size": model.FormatSpaced(e.Size, "bytes", "auto")}))
	case watch.Broken:
		f.state(e, screen.Broken, reason(e.Err))
	case watch.Renamed:
		if old := f.byPath[e.From]; old != nil {
			moved := *old
			moved.Path = e.Path
			f.drop(e.From)
			f.put(&moved)
			f.runOf[e.Path] = e.run
		}
	case watch.Removed, watch.Ignored:
		f.drop(e.Path)
	case watch.FolderGone:
		f.gone = e.Err
	case watch.FolderBack:
		f.gone = nil
	case watch.Polling:
		f.slow = e.Reason
	case watch.Ready:
		f.ready = true
	}
}

// state notes the state of a file that was not read. An older reading of it stays
// on the screen.
func (f *watched) state(e *arrival, s screen.FileState, detail string) {
	file := screen.File{Path: e.Path, Size: e.Size, Time: e.ModTime}
	if old := f.byPath[e.Path]; old != nil {
		if old.State == screen.Whole && s == screen.Unfinished {
			return
		}
		file.Time = old.Time
	}
	file.State, file.Detail = s, detail
	f.put(&file)
}

// put sets the line of a file.
func (f *watched) put(file *screen.File) {
	file.Name = f.shortName(file.Path)
	f.remove(file.Path)
	f.byPath[file.Path] = file
	if file.State == screen.Unread {
		f.unread++
	} else {
		delete(f.asked, file.Path)
	}
	i, _ := slices.BinarySearchFunc(f.files, file, byTime)
	f.files = slices.Insert(f.files, i, file)
}

// remove removes the line of a file.
func (f *watched) remove(path string) {
	old := f.byPath[path]
	if old == nil {
		return
	}
	if old.State == screen.Unread {
		f.unread--
	}
	delete(f.byPath, path)
	if i, ok := slices.BinarySearchFunc(f.files, old, byTime); ok {
		f.files = slices.Delete(f.files, i, i+1)
	}
}

// drop forgets a file.
func (f *watched) drop(path string) {
	f.remove(path)
	delete(f.runOf, path)
	delete(f.asked, path)
}

// ask has the newest files read that are still unread, at most that many.
func (f *watched) ask(most int) {
	var paths []string
	for _, file := range f.files {
		if len(paths) == most || f.unread == 0 {
			break
		}
		if file.State == screen.Unread && !f.asked[file.Path] {
			f.asked[file.Path] = true
			paths = append(paths, file.Path)
		}
	}
	if len(paths) > 0 {
		f.watcher.Want(paths...)
	}
}
