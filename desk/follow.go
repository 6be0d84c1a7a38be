package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/watch"
	"profstation/model"
	"profstation/timeline"
)

// firstFiles is how many of the files that are in a folder when it is opened are
// read at once, the newest; moreFiles is how many more are read when somebody
// steps back to their beginning.
const (
	firstFiles = 200
	moreFiles  = 200
)

// errFolder tells that what was to be opened is a folder.
var errFolder = errors.New("is a folder")

// isFolder finds folders. It waits for the file system.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// watchFolder follows a folder, or goes to the document that does.
func (d *Desk) watchFolder(path string) {
	if path == "" {
		d.shell.ChooseFolder(d.Folder(), func(path string) {
			if path != "" {
				d.watchFolder(path)
			}
		})
		return
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	doc := d.byPath(path)
	if doc == nil {
		d.nextDoc++
		doc = &document{id: d.nextDoc, path: path}
		d.Docs = append(d.Docs, doc)
		d.follow(doc)
		d.firstRead(doc)
	}
	d.active = doc
	d.prepare()
}

// follow makes a document one of the folder at its path.
func (d *Desk) follow(doc *document) {
	f := newWatched(doc.path, doc.recursive, doc.polling)
	w, err := watch.New(context.Background(), f.path, watch.Options{Recursive: f.recursive, Poll: f.polling}, func(e watch.Event) {
		if !f.tell(e) {
			d.Post(func() { d.arrived(doc, f) })
		}
	})
	if err != nil {
		doc.err, doc.state = err, screen.Failed
		return
	}
	f.watcher = w
	doc.folder, doc.path, doc.state = f, "", screen.Waiting
}

// unfollow ends the watching. Closing waits for what is being told.
func (f *watched) unfollow() {
	if f.stopped != nil {
		f.stopped()
	}
	go f.watcher.Close()
}

// watchOptions follows a folder in another way, from the beginning.
func (d *Desk) watchOptions(i screen.WatchOptions) {
	doc := d.document(i.Document)
	if doc == nil || doc.folder == nil {
		return
	}
	old := doc.folder
	old.unfollow()
	doc.path, doc.folder = old.path, nil
	doc.file = nil
	doc.setTrace(nil, nil)
	if d.answer != nil && d.answer.Document == doc.id {
		d.answer = nil
	}
	doc.recursive, doc.polling = i.Recursive, i.Polling
	d.follow(doc)
	d.prepare()
}

// arrived takes what was told of a folder.
func (d *Desk) arrived(doc *document, f *watched) {
	if doc.folder != f || !slices.Contains(d.Docs, doc) {
		return // closed meanwhile
	}
	first := !f.ready
	shown := f.byPath[doc.path]
	touched := f.arrivals()
	if first && f.ready {
		f.ask(firstFiles)
	}
	if f.chosen == nil {
		f.choose()
	}
	switch newest := f.chosen.newest(); {
	case f.wanted != "":
		d.turn(doc, f.wanted)
	case doc.path != "" && f.byPath[doc.path] != nil && f.byPath[doc.path] != shown && f.byPath[doc.path].State == screen.Whole:
		d.turn(doc, doc.path) // it was written anew
	case f.following && newest != "" && newest != doc.path && !f.older(newest):
		d.turn(doc, newest)
	case doc == d.active && touched[f.chosen] && d.Tab() == screen.TrendTab:
		d.renew()
		return
	}
	d.Publish()
}

// older tells that a file of the chosen series is older than the shown one, which
// may be gone.
func (f *watched) older(path string) bool {
	i := slices.Index(f.chosen.ids, path)
	return i >= 0 && f.chosen.times[i].Before(f.since)
}

// choose picks the series to begin with: that of the newest file that can be
// read.
func (f *watched) choose() {
	for _, file := range f.files {
		switch file.State {
		case screen.Whole:
			f.chosen = f.runOf[file.Path]
			return
		case screen.Unread:
			return // it is being read
		}
	}
}

// turn shows a file of a folder, as soon as it is read. One is read at a time:
// who steps fast sees what lies between.
func (d *Desk) turn(doc *document, path string) {
	f := doc.folder
	file := f.byPath[path]
	f.wanted = ""
	if file == nil {
		return
	}
	switch file.State {
	case screen.Unread:
		f.wanted = path
		f.asked[path] = true
		f.watcher.Want(path)
		return
	case screen.Unfinished:
		d.Notice = file.Name + lang.L(" is ") + file.Detail + lang.L(": it is shown when it is whole.")
		f.wanted = path
		return
	case screen.Broken:
		d.Notice = file.Name + lang.L(" cannot be shown: ") + file.Detail
		return
	}
	f.wanted = path
	if f.turning {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.turning, f.stopped = true, cancel
	trace := f.runOf[path].series == nil
	go func() {
		read, t, err := f.read(ctx, file, trace)
		d.Post(func() {
			cancel()
			d.turned(doc, f, path, read, t, err)
		})
	}()
}

// read reads a file that is to be shown, if it is not kept.
func (f *watched) read(ctx context.Context, file *screen.File, trace bool) (*loader.File, *timeline.Timeline, error) {
	if !trace {
		p, err := f.cache.Get(ctx, file.Path)
		return &loader.File{Name: file.Path, Path: file.Path, Size: file.Size, ModTime: file.Time, Profile: p}, nil, err
	}
	read, err := loader.Open(ctx, file.Path, loader.Options{})
	if err != nil {
		return nil, nil, err
	}
	if read.Trace == nil {
		return nil, nil, errors.New("it is no trace any more")
	}
	t, err := timeline.New(ctx, read.Trace)
	return read, t, err
}

// turned shows a file that was read. The place stays: it is one of names.
func (d *Desk) turned(doc *document, f *watched, path string, file *loader.File, t *timeline.Timeline, err error) {
	f.turning, f.stopped = false, nil
	if doc.folder != f || !slices.Contains(d.Docs, doc) {
		return
	}
	next := f.wanted
	if next == path {
		f.wanted, next = "", ""
	}
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		d.Notice = model.Sanitise(screen.BaseName(path)) + lang.L(" was not read: ") + reason(err)
	default:
		f.line = nil
		doc.path, doc.file, doc.state, doc.err = path, file, screen.Ready, nil
		doc.trace = nil
		doc.setTrace(t, nil)
		if r := f.runOf[path]; r != nil {
			if i := slices.Index(r.ids, path); i >= 0 {
				f.since = r.times[i]
			}
			f.chosen = r
		}
	}
	if next != "" {
		d.turn(doc, next)
	}
	if doc == d.active && err == nil {
		d.renew()
		return
	}
	d.Publish()
}

// renew prepares what has come by itself. It waits for work that goes on, so
// that profiles that come fast do not keep every picture from being finished.
func (d *Desk) renew() {
	if d.Working {
		d.late = true
		d.Publish()
		return
	}
	d.prepare()
}

// followed is the folder of the active document; nil: it has none.
func (d *Desk) followed() *watched {
	if d.active == nil {
		return nil
	}
	return d.active.folder
}

// standing is where the shown file, or the one that will be, stands in its
// series.
func (f *watched) standing(doc *document) int {
	if f.chosen == nil {
		return -1
	}
	path := doc.path
	if f.wanted != "" && f.runOf[f.wanted] == f.chosen {
		path = f.wanted
	}
	return slices.Index(f.chosen.ids, path)
}

// goTo shows a profile of the series by its number.
func (d *Desk) goTo(at int) {
	f := d.followed()
	if f == nil || f.chosen == nil || len(f.chosen.ids) == 0 {
		return
	}
	at = max(0, min(at, len(f.chosen.ids)-1))
	if at < moreFiles/10 {
		f.ask(moreFiles)
	}
	f.following = at == len(f.chosen.ids)-1 && f.following
	if path := f.chosen.ids[at]; path != d.active.path || f.wanted != "" {
		d.turn(d.active, path)
	}
	d.Publish()
}

// moveInFolder carries out the intents that have to do with a folder.
func (d *Desk) moveInFolder(i screen.Intent) {
	f := d.followed()
	switch i := i.(type) {
	case screen.WatchFolder:
		d.watchFolder(i.Path)
	case screen.WatchOptions:
		d.watchOptions(i)
	case screen.FoldFolder:
		if doc := d.document(i.Document); doc != nil && doc.folder != nil {
			doc.folder.closed, doc.folder.line = !doc.folder.closed, nil
			d.Publish()
		}
	case screen.ShowFile:
		d.showFile(i)
	case screen.Step:
		if f != nil {
			f.following = false
			if at := f.standing(d.active); at >= 0 {
				d.goTo(at + i.By)
			}
		}
	case screen.StepTo:
		if f != nil {
			f.following = false
		}
		d.goTo(i.At)
	case screen.ChooseSeries:
		if f != nil && i.N >= 0 && i.N < len(f.order) && f.order[i.N] != f.chosen {
			f.chosen = f.order[i.N]
			d.turn(d.active, f.chosen.newest())
			d.Publish()
		}
	case screen.Follow:
		if f == nil {
			return
		}
		f.following = !f.following
		if newest := f.chosen.newest(); f.following && newest != "" && newest != d.active.path {
			d.turn(d.active, newest)
		}
		d.Publish()
	case screen.ReadAll:
		if f != nil {
			f.ask(len(f.files))
			d.Publish()
		}
	}
}

// showFile shows a file of a folder that somebody picked. Following goes on
// only from the newest of its series.
func (d *Desk) showFile(i screen.ShowFile) {
	doc := d.document(i.Document)
	if doc == nil || doc.folder == nil {
		return
	}
	f := doc.folder
	d.active = doc
	if i.Path != doc.path || f.wanted != "" {
		f.following = f.following && f.runOf[i.Path].newest() == i.Path
		d.turn(doc, i.Path)
	}
	d.prepare()
}

// series is where the active document stands; nil: it is of no folder.
func (d *Desk) series() *screen.Series {
	f := d.followed()
	if f == nil {
		return nil
	}
	s := &screen.Series{
		Document: d.active.id, Kinds: f.kinds(), Kind: slices.Index(f.order, f.chosen), At: f.standing(d.active),
		Following: f.following, Unread: f.unread, Reading: len(f.asked) > 0,
	}
	if f.chosen != nil {
		s.Count = len(f.chosen.ids)
		if s.At >= 0 {
			s.Time = f.chosen.times[s.At]
		}
	}
	return s
}

// reason is an error in one line, without the name of what it is about where
// that is told apart.
func reason(err error) string {
	var e *loader.Error
	if !errors.As(err, &e) {
		return model.Sanitise(err.Error())
	}
	text := model.Sanitise(e.Found)
	if e.Advice != "" {
		text += "; " + model.Sanitise(e.Advice)
	}
	return text
}

// UnfollowAll ends the watching of all folders: the window closes.
func (d *Desk) UnfollowAll() {
	for _, doc := range d.Docs {
		if doc.folder != nil {
			doc.folder.unfollow()
		}
	}
}
