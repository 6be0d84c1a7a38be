package folder

import (
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/watch"
	"profstation/model"
)

// Arrivals handles the events that the watcher has noted since the last time, and returns the
// series that have changed. A list that changes is replaced: the old one may be on the screen.
func (f *Folder) Arrivals() (touched map[*Run]bool) {
	f.mu.Lock()
	events := f.pending
	f.pending, f.Posted = nil, false
	f.mu.Unlock()
	f.Files = slices.Clone(f.Files)
	touched = map[*Run]bool{}
	for i := range events {
		e := &events[i]
		for _, r := range e.touched {
			touched[r] = true
		}
		f.arrive(e)
	}
	for r := range touched {
		points := r.points()
		r.Changed++
		r.Ids, r.Times = r.Ids[:0], r.Times[:0]
		for _, p := range points {
			r.Ids, r.Times = append(r.Ids, p.ID), append(r.Times, p.Time)
		}
		if !slices.Contains(f.Order, r) {
			f.Order = append(f.Order, r)
		}
	}
	return touched
}

func (f *Folder) arrive(e *arrival) {
	switch e.Kind {
	case watch.Listed:
		for _, x := range e.Entries {
			if f.ByPath[x.Path] == nil {
				file := &screen.File{Path: x.Path, Name: f.shortName(x.Path), Size: x.Size, Time: x.ModTime,
					Detail: model.FormatSpaced(x.Size, "bytes", "auto")}
				f.ByPath[x.Path] = file
				f.Files = append(f.Files, file)
				f.Unread++
			}
		}
		slices.SortFunc(f.Files, byTime)
	case watch.Found, watch.Changed:
		f.RunOf[e.Path] = e.run
		f.put(&screen.File{Path: e.Path, State: screen.Whole, Detail: e.about, Size: e.Size, Time: e.ModTime})
	case watch.Writing:
		f.state(e, screen.Unfinished, lang.L("being written, {{.Size}}", lang.With{"Size": model.FormatSpaced(e.Size, "bytes", "auto")}))
	case watch.Broken:
		f.state(e, screen.Broken, loader.Brief(e.Err))
	case watch.Renamed:
		if old := f.ByPath[e.From]; old != nil {
			moved := *old
			moved.Path = e.Path
			f.drop(e.From)
			f.put(&moved)
			f.RunOf[e.Path] = e.run
		}
	case watch.Removed, watch.Ignored:
		f.drop(e.Path)
	case watch.FolderGone:
		f.Gone = e.Err
	case watch.FolderBack:
		f.Gone = nil
	case watch.Polling:
		f.Slow = e.Reason
	case watch.Ready:
		f.Ready = true
	}
}

// state notes the state of a file that was not read. An older reading of it stays on the screen.
func (f *Folder) state(e *arrival, s screen.FileState, detail string) {
	file := screen.File{Path: e.Path, Size: e.Size, Time: e.ModTime}
	if old := f.ByPath[e.Path]; old != nil {
		if old.State == screen.Whole && s == screen.Unfinished {
			return
		}
		file.Time = old.Time
	}
	file.State, file.Detail = s, detail
	f.put(&file)
}

func (f *Folder) put(file *screen.File) {
	file.Name = f.shortName(file.Path)
	f.remove(file.Path)
	f.ByPath[file.Path] = file
	if file.State == screen.Unread {
		f.Unread++
	} else {
		delete(f.Asked, file.Path)
	}
	i, _ := slices.BinarySearchFunc(f.Files, file, byTime)
	f.Files = slices.Insert(f.Files, i, file)
}

func (f *Folder) remove(path string) {
	old := f.ByPath[path]
	if old == nil {
		return
	}
	if old.State == screen.Unread {
		f.Unread--
	}
	delete(f.ByPath, path)
	if i, ok := slices.BinarySearchFunc(f.Files, old, byTime); ok {
		f.Files = slices.Delete(f.Files, i, i+1)
	}
}

func (f *Folder) drop(path string) {
	f.remove(path)
	delete(f.RunOf, path)
	delete(f.Asked, path)
}

// Ask has the newest files read that are still unread, at most that many.
func (f *Folder) Ask(most int) {
	var paths []string
	for _, file := range f.Files {
		if len(paths) == most || f.Unread == 0 {
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

// Want has a file read before all others.
func (f *Folder) Want(path string) {
	f.Asked[path] = true
	f.Watcher.Want(path)
}
