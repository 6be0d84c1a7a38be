package desk

import (
	"slices"

	"profstation/desk/screen"
)

// Snapshot is the present state. It only reads: everything in it was made before.
func (d *Desk) Snapshot() *screen.Snapshot {
	s := &screen.Snapshot{
		Tabs: d.Kind().Tabs(), Tab: d.Tab(), Display: d.Display,
		Errors: d.errors, Notice: d.Notice, Stale: d.preparing.Running(),
		Jobs: d.jobs.Shown(), Layout: d.layouts.running(),
		Series: d.folders.series(), Record: d.recorder.shown, Notes: d.notebook.on(d.docs.active),
	}
	d.walk.show(s)
	for _, doc := range d.docs.all {
		l := doc.line()
		l.Marked, l.Baseline = slices.Contains(d.docs.marked, doc.id), doc.id == d.docs.baseline
		s.Documents = append(s.Documents, l)
		if f := doc.following(); f != nil {
			s.Folders = append(s.Folders, f.listed)
		}
	}
	doc := d.docs.active
	if doc == nil {
		return s
	}
	s.Active = doc.id
	if c := doc.comparison(); c != nil {
		s.Comparing = c.comparing()
	}
	if doc.content != nil {
		doc.content.show(d, s)
	}
	return s
}
