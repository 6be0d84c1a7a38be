package desk

import (
	"path/filepath"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
)

// Snapshot is the present state.
func (d *Desk) Snapshot() *screen.Snapshot {
	s := &screen.Snapshot{
		Tabs: d.Kind().tabs(), Tab: d.Tab(), Place: d.place(), Display: d.Display, Search: d.search,
		CanBack: d.history.canBack(), CanForward: d.history.canForward(),
		Saved: d.saved, Errors: d.errors, Notice: d.Notice, Stale: d.Working,
	}
	for _, doc := range d.Docs {
		l := doc.line()
		l.Marked, l.Baseline, l.Comparison = slices.Contains(d.marked, doc.id), doc.id == d.baseline, doc.comparison != nil
		s.Documents = append(s.Documents, l)
		if doc.folder != nil {
			s.Folders = append(s.Folders, doc.folder.view(doc))
		}
		if doc.state == screen.Loading && !doc.waiting {
			s.Jobs = append(s.Jobs, screen.Job{Text: doc.working(), Done: doc.done()})
		}
	}
	s.Series, s.Record = d.series(), d.recorder.shown
	if d.Export != nil {
		s.Jobs = append(s.Jobs, screen.Job{Text: lang.L("Writing ") + filepath.Base(d.Export.path), Done: -1})
	}
	if d.layingOut() {
		s.Layout = true
		if s.Tab == screen.GraphTab {
			s.Jobs = append(s.Jobs, screen.Job{Text: lang.L("Laying out"), Done: -1})
		}
	}
	if d.Working && d.slow {
		text := lang.L("Preparing")
		if s.Tab == screen.SourceTab && d.Display.Assembly {
			text = lang.L("Waiting for go tool objdump") // which Go builds when it is first asked for
		}
		s.Jobs = append(s.Jobs, screen.Job{Text: text, Done: -1})
	}
	for _, r := range d.recorder.recordings {
		s.Jobs = append(s.Jobs, r.job())
	}
	s.Notes = d.notesOf(d.active)
	if d.active != nil && d.active.trace != nil {
		s.Active = d.active.id
		s.CanBack, s.CanForward = d.active.trace.history.canBack(), d.active.trace.history.canForward()
		s.Trace = d.active.trace.answer
		s.Recorded = d.meanwhile(d.active.trace.timeline.Trace)
	} else if d.active != nil {
		s.Active = d.active.id
		if c := d.active.comparison; c != nil {
			s.Comparing = c.state()
			s.Contrast = c.contrastTable(d.Display.Compare)
			if p := d.pair(); p != nil {
				s.CanBack, s.CanForward = p.history.canBack(), p.history.canForward()
				if s.Traces = p.view(); s.Traces != nil {
					s.Trace = p.sides[p.focus].answer
				}
			}
		}
		if d.answer != nil && d.answer.Document == d.active.id && d.active.askable() {
			s.Answer = &d.answer.Answer
			s.Graph, s.BaseGraph = d.callGraphs()
		}
	}
	return s
}
