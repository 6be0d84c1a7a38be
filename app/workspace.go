package app

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/lang"

	"profstation/app/session"
	"profstation/desk/screen"
	"profstation/model"
)

// openWorkspace opens the documents of a workspace's file, in place of those that
// are open.
func (d *Desk) openWorkspace(path string) {
	go func() {
		w, err := session.LoadWorkspace(path)
		d.post(func() {
			if err != nil {
				d.notice = model.Sanitise(err.Error())
				d.show()
				return
			}
			for _, doc := range append([]*document{}, d.docs...) {
				d.drop(doc)
			}
			d.workspace = path
			if abs, err := filepath.Abs(path); err == nil {
				d.workspace = abs
				d.recent.AddWorkspace(abs)
			}
			d.restoreSets(w.Filters)
			d.restoreNotes(w.Notes)
			d.notice = lang.L("Workspace ") + model.Sanitise(w.Name)
			d.reopen(session.Opened{Documents: w.Documents, Active: w.Active})
		})
	}()
}

// saveWorkspace writes the open documents, with where their user is in them.
func (d *Desk) saveWorkspace(path string) {
	if path == "" {
		begin := d.workspace
		if begin == "" {
			begin = filepath.Join(d.folder(), "workspace"+session.Ending)
		}
		d.shell.ChoosePath(lang.L("Save the workspace"), begin, func(path string) { d.Do(screen.SaveWorkspace{Path: path}) })
		return
	}
	if !strings.HasSuffix(path, session.Ending) {
		path += session.Ending
	}
	w := session.Workspace{Name: strings.TrimSuffix(filepath.Base(path), session.Ending), Filters: d.keepSets()}
	w.Documents, w.Active = d.keepDocuments()
	w.Notes = d.keepNotes(d.belongs)
	go func() {
		err := session.SaveWorkspace(path, w)
		d.post(func() {
			d.notice = lang.L("Saved: ") + model.Sanitise(path)
			if err != nil {
				d.notice = model.Sanitise(err.Error())
			} else if abs, err := filepath.Abs(path); err == nil {
				d.workspace = abs
				d.recent.AddWorkspace(abs)
			}
			d.show()
		})
	}()
}

// openLast opens the documents of the session before this one, beside those that
// are open.
func (d *Desk) openLast() {
	last := d.last
	d.last = session.Opened{Active: -1}
	if len(last.Documents) == 0 {
		d.notice = lang.L("There is no session before this one.")
		d.show()
		return
	}
	d.reopen(last)
}
