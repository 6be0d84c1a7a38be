package desk

import (
	"path/filepath"
	"strings"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model"
)

// openWorkspace opens the documents of a workspace's file, in place of those that
// are open.
func (d *Desk) openWorkspace(path string) {
	go func() {
		w, err := session.LoadWorkspace(path)
		d.Post(func() {
			if err != nil {
				d.Notice = model.Sanitise(err.Error())
				d.Publish()
				return
			}
			for _, doc := range append([]*document{}, d.Docs...) {
				d.drop(doc)
			}
			d.workspace = path
			if abs, err := filepath.Abs(path); err == nil {
				d.workspace = abs
				d.Recent.AddWorkspace(abs)
			}
			d.restoreSets(w.Filters)
			d.restoreNotes(w.Notes)
			d.Notice = lang.L("Workspace ") + model.Sanitise(w.Name)
			d.Reopen(session.Opened{Documents: w.Documents, Active: w.Active})
		})
	}()
}

// saveWorkspace writes the open documents, with where their user is in them.
func (d *Desk) saveWorkspace(path string) {
	if path == "" {
		begin := d.workspace
		if begin == "" {
			begin = filepath.Join(d.Folder(), "workspace"+session.Ending)
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
		d.Post(func() {
			d.Notice = lang.L("Saved: ") + model.Sanitise(path)
			if err != nil {
				d.Notice = model.Sanitise(err.Error())
			} else if abs, err := filepath.Abs(path); err == nil {
				d.workspace = abs
				d.Recent.AddWorkspace(abs)
			}
			d.Publish()
		})
	}()
}

// openLast opens the documents of the session before this one, beside those that
// are open.
func (d *Desk) openLast() {
	last := d.Last
	d.Last = session.Opened{Active: -1}
	if len(last.Documents) == 0 {
		d.Notice = lang.L("There is no session before this one.")
		d.Publish()
		return
	}
	d.Reopen(last)
}
