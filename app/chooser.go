package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/views"
)

// newChooser makes a chooser that begins in a folder, and offers the recent ones.
func (d *dialogs) newChooser(folder string, folders bool, recent []origin.Ref) *views.Chooser {
	o := views.ChooserOptions{Folder: folder, Folders: folders}
	if home, err := os.UserHomeDir(); err == nil {
		o.Home, o.Places = home, []views.Place{{Name: lang.L("Home folder"), Path: home}}
		if !filepath.IsAbs(folder) {
			o.Folder = home
		}
	}
	for _, path := range recent[:min(maxPlaces, len(recent))] {
		o.Places = append(o.Places, views.Place{Name: filepath.Base(string(path)), Path: string(path)})
	}
	return views.NewChooser(d.inquiries.post, listFolder, o)
}

// maxPlaces is how many recent folders are offered.
const maxPlaces = 4

// choose opens a dialog with a chooser.
func (d *dialogs) choose(title, confirm string, c *views.Chooser, done func(paths []string)) {
	var closed func()
	c.Answer = func(paths []string) {
		closed()
		done(paths)
	}
	closed = d.ask(title, c.Object, 900, 620, cancelling(), answering(confirm, c.Enter))
	d.window.Canvas().Focus(c.Input)
}

// maxListed is how many folder entries are listed, and maxStated for how many the sizes and times are read:
// on a network drive each takes a separate request.
const (
	maxListed = 100_000
	maxStated = 5_000
)

// listFolder lists a folder. It waits for the file system.
func listFolder(folder string) (l views.Listing) {
	f, err := os.Open(folder)
	if err != nil {
		return views.Listing{Why: safe.Text(input.Cause(err))}
	}
	defer f.Close()
	entries, err := f.ReadDir(maxListed + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		l.Why = safe.Text(input.Cause(err))
	}
	l.More = len(entries) > maxListed
	entries = entries[:min(len(entries), maxListed)]
	for i, e := range entries {
		entry := views.Entry{Name: e.Name(), Folder: e.IsDir(), Size: -1}
		if i < maxStated {
			if info, err := os.Stat(filepath.Join(folder, e.Name())); err == nil { // a link is what it leads to
				entry.Folder, entry.Size, entry.Time = info.IsDir(), info.Size(), info.ModTime()
			}
		}
		l.Entries = append(l.Entries, entry)
	}
	return l
}
