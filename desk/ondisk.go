package desk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/disk"
	"profstation/loader"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
)

// LookAtFiles finds out in the background which open files have changed on the disk or are gone. It reads none:
// the user decides when a file is read again. Files in followed folders are left out, because these are watched; a
// bundle counts as a file.
func LookAtFiles(d *Desk) {
	s := &d.docs
	if s.looking.Running() {
		return
	}
	type known struct {
		doc  *document
		file fileRead
		now  screen.OnDisk
	}
	var all []known
	for _, doc := range s.all {
		if f := doc.file(); f.path != "" && (doc.state == screen.Ready || doc.state == screen.Waiting) {
			all = append(all, known{doc: doc, file: f})
		}
	}
	if len(all) == 0 {
		return
	}
	job.Start(&d.jobs, job.Options{Kind: job.Look, Slot: &s.looking}, func(ctx context.Context, _ *job.Job) ([]known, error) {
		for i := range all {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			all[i].now = all[i].file.onDisk()
		}
		return all, nil
	}, func(all []known, err error) error {
		changed := false
		for _, x := range all {
			if x.doc.file() == x.file && x.doc.disk != x.now { // otherwise it was read again meanwhile
				x.doc.disk, changed = x.now, true
				if f := x.doc.following(); f != nil {
					f.disk = x.now
					f.relist()
				}
			}
		}
		if changed {
			d.Publish()
		}
		return err
	})
}

// fileRead describes a file when it was read; zero: none was.
type fileRead struct {
	path origin.Ref
	size int64
	at   time.Time // when it was modified
}

// file returns what a document was read from: a file, or the bundle whose files it shows.
func (doc *document) file() (r fileRead) {
	switch o := doc.origin.(type) {
	case *watched:
		if b := o.Bundle; b != nil {
			r = fileRead{origin.Ref(b.Path), b.Size, b.ModTime}
		}
	case *fileOrigin:
		var f *loader.File
		switch c := doc.content.(type) {
		case *profileContent:
			f = c.file
		case *traceContent:
			f = c.file
		}
		if f != nil && !f.Packed {
			r = fileRead{origin.Ref(f.Path), f.Size, f.ModTime}
		}
	}
	if !r.path.OnDisk() || r.at.IsZero() {
		return fileRead{}
	}
	return r
}

// onDisk says what happened to a file since it was read. A file that cannot be looked at, for example because its
// drive is away for a while, counts as unchanged.
func (r fileRead) onDisk() screen.OnDisk {
	info, err := os.Stat(string(r.path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return screen.Deleted
	case err != nil:
		return screen.Unchanged
	case info.Size() != r.size || !info.ModTime().Equal(r.at):
		return screen.Changed
	}
	return screen.Unchanged
}

// diskLine says in the list what happened to a file, before what was read from it.
func diskLine(x screen.OnDisk, read string) string {
	switch x {
	case screen.Changed:
		return lang.L("changed on disk") + " · " + read
	case screen.Deleted:
		return lang.L("deleted") + " · " + read
	}
	return read
}

// MakeFolder makes a folder if it is missing, and finds out whether files can be written there. If not, it says why
// in a sentence.
func MakeFolder(path string) (refusal string) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok && isFile(at.Path) {
			return lang.L("{{.Name}} is a file, not a folder.", lang.With{"Name": safe.Text(at.Path)})
		}
		return lang.L("The folder {{.Name}} cannot be created: {{.Error}}.", lang.With{"Name": safe.Text(path), "Error": cause(err)})
	}
	if err := disk.Try(path); err != nil {
		return lang.L("No file can be written to {{.Name}}: {{.Error}}.", lang.With{"Name": safe.Text(path), "Error": cause(err)})
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// cause returns an error without the path, which the sentence around it has.
func cause(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*disk.Error](err); ok {
		err = e.Err
	}
	return safe.Text(err.Error())
}
