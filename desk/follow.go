package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/model"
)

// firstFiles is how many of the newest files are read when a folder is opened;
// moreFiles is how many more are read when the user steps back past them.
const (
	firstFiles = 200
	moreFiles  = 200
)

// isFolder reports whether a path is a folder. It waits for the file system.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (f *watched) key() string { return f.path }

// name is the name of the shown file, or of the folder before there is one.
func (f *watched) name() string {
	if f.file == "" {
		return screen.BaseName(f.path)
	}
	return screen.BaseName(f.file)
}

func (f *watched) shown() string  { return f.file }
func (f *watched) folder() string { return filepath.Dir(f.file) }

// The kind of several profiles is a series.
func (f *watched) kind(c content) screen.Kind {
	if k := kindOf(c); k != screen.OfProfile {
		return k
	}
	return screen.OfSeries
}

func (f *watched) line(_ *document, l *screen.Document) { l.Path, l.Folder = f.file, true }

// load does nothing: the folder is followed already.
func (f *watched) load(*Desk, *document) {}

// reload reads the shown file again.
func (f *watched) reload(d *Desk, doc *document) {
	if f.file != "" {
		f.cache.Drop(f.file)
		f.turn(d, doc, f.file)
		d.Publish()
	}
}

// side is the shown file, because the folder goes on to others.
func (f *watched) side(doc *document) (sideFile, error) {
	if doc.profile() == nil {
		return sideFile{}, fmt.Errorf("%s is a folder without a profile that is shown: compare its files", f.name())
	}
	return sideFile{doc: noDocument, path: f.file, title: f.name()}, nil
}

func (f *watched) keep(_ *document, at session.Place) (session.Document, bool) {
	return session.Document{Kind: session.Folder, Path: session.Path(f.path), Recursive: f.recursive, Polling: f.polling, Place: at}, true
}

// leave ends the watching. Closing waits for the event that is being handled.
func (f *watched) leave() {
	f.turning.Empty()
	go f.watcher.Close()
}

// arrived shows what the watcher has noted.
func (f *watched) arrived(d *Desk, doc *document) {
	if doc.origin != origin(f) || !d.docs.holds(doc) {
		return // closed meanwhile
	}
	first := !f.ready
	shown := f.byPath[f.file]
	touched := f.arrivals()
	if first && f.ready {
		f.ask(firstFiles)
	}
	if f.chosen == nil {
		f.choose()
	}
	switch newest := f.chosen.newest(); {
	case f.wanted != "":
		f.turn(d, doc, f.wanted)
	case f.file != "" && f.byPath[f.file] != nil && f.byPath[f.file] != shown && f.byPath[f.file].State == screen.Whole:
		f.turn(d, doc, f.file) // it was written again
	case f.following && newest != "" && newest != f.file && !f.older(newest):
		f.turn(d, doc, newest)
	case doc == d.docs.active && touched[f.chosen] && d.Tab() == screen.TrendTab:
		d.renew()
		return
	}
	d.Publish()
}

// older reports whether a file of the chosen series is older than the shown file,
// which may be gone.
func (f *watched) older(path string) bool {
	i := slices.Index(f.chosen.ids, path)
	return i >= 0 && f.chosen.times[i].Before(f.since)
}

// choose picks the first series: the one of the newest file that can be read.
func (f *watched) choose() {
	for _, file := range f.files {
		switch file.State {
		case screen.Whole:
			f.chosen = f.runOf[file.Path]
			return
		case screen.Unread:
			return // this file is being read
		}
	}
}

// turn shows a file of the folder, as soon as it is read. One file is read at a
// time, so that fast steps show some of the files on the way.
func (f *watched) turn(d *Desk, doc *document, path string) {
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
		d.Notice = lang.L("{{.Name}} is {{.State}}: it is shown when it is whole.", lang.With{"Name": file.Name, "State": file.Detail})
		f.wanted = path
		return
	case screen.Broken:
		d.Notice = lang.L("{{.Name}} cannot be shown: {{.Reason}}", lang.With{"Name": file.Name, "Reason": file.Detail})
		return
	}
	f.wanted = path
	if f.turning.Running() {
		return
	}
	isTrace := f.runOf[path].series == nil
	job.Start(&d.jobs, job.Options{Kind: job.Turn, Slot: &f.turning}, func(ctx context.Context, _ *job.Job) (content, error) {
		return f.read(ctx, file, isTrace)
	}, func(c content, err error) error {
		f.turned(d, doc, path, c, err)
		return nil // the notice says which file was not read
	})
}

// read returns the content of a file that is to be shown, from the kept ones if
// it is there.
func (f *watched) read(ctx context.Context, file *screen.File, isTrace bool) (content, error) {
	if !isTrace {
		p, err := f.cache.Get(ctx, file.Path)
		if err != nil {
			return nil, err
		}
		return newProfileContent(&loader.File{Name: file.Path, Path: file.Path, Size: file.Size, ModTime: file.Time, Profile: p}), nil
	}
	r, err := openFile(ctx, file.Path, loader.Options{})
	if _, ok := r.content.(*traceContent); err == nil && !ok {
		err = errors.New("it is no trace any more")
	}
	return r.content, err
}

// turned shows a file that was read. The place stays, because it is kept by
// names.
func (f *watched) turned(d *Desk, doc *document, path string, c content, err error) {
	next := f.wanted
	if next == path {
		f.wanted, next = "", ""
	}
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		d.Notice = lang.L("{{.Name}} was not read: {{.Reason}}", lang.With{"Name": model.Sanitise(screen.BaseName(path)), "Reason": reason(err)})
	default:
		f.file, doc.state, doc.err, doc.content = path, screen.Ready, nil, nil
		doc.fill(c)
		if r := f.runOf[path]; r != nil {
			if i := slices.Index(r.ids, path); i >= 0 {
				f.since = r.times[i]
			}
			f.chosen = r
		}
		f.relist()
	}
	if next != "" {
		f.turn(d, doc, next)
	}
	if doc == d.docs.active && err == nil {
		d.renew()
		return
	}
	d.Publish()
}

// standing is the position of the shown file, or of the one that will be shown,
// in its series; −1 if it has none.
func (f *watched) standing() int {
	if f.chosen == nil {
		return -1
	}
	path := f.file
	if f.wanted != "" && f.runOf[f.wanted] == f.chosen {
		path = f.wanted
	}
	return slices.Index(f.chosen.ids, path)
}
