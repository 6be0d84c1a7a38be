package desk

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model/trace"
)

// noted is what notes belong to: a file, a folder, a profile out of a trace, or,
// with a base, a comparison. Notes outlive the closing of their document.
type noted struct{ path, base string }

// noted is what notes on what the document shows belong to.
func (doc *document) noted() noted {
	if c := doc.comparison; c != nil {
		var paths [2][]string
		for i, files := range c.sides {
			for _, f := range files {
				paths[i] = append(paths[i], cmp.Or(f.path, f.made))
			}
		}
		return noted{path: strings.Join(paths[screen.NewSide], "\n"), base: strings.Join(paths[screen.BaseSide], "\n")}
	}
	return noted{path: doc.where()}
}

// kept tells whether there is a next time that the notes are there for.
func (n noted) kept() bool {
	return filepath.IsAbs(n.path) && (n.base == "" || filepath.IsAbs(n.base)) && !strings.Contains(n.path, "\n") && !strings.Contains(n.base, "\n")
}

// notesOf are the notes on what a document shows.
func (d *Desk) notesOf(doc *document) []screen.Note {
	if doc == nil {
		return nil
	}
	return d.notes[doc.noted()]
}

// doNote carries out the intents that are about notes.
func (d *Desk) doNote(i screen.Intent) {
	doc := d.active
	if doc == nil {
		d.Notice = lang.L("A note stands on a frame or on a span: open a profile or a trace first.")
		d.Publish()
		return
	}
	if d.Kind() == ContrastDoc {
		d.Notice = lang.L("A note on a span stands in the trace itself: open that.")
		d.Publish()
		return
	}
	switch i := i.(type) {
	case screen.AskNote:
		n := i.Note
		if n.On == "" && n.Goroutine == 0 {
			n = d.noteOnSelection()
		}
		if n.On == "" {
			d.Notice = lang.L("A note stands on a frame or on a span: select one first.")
			d.Publish()
			return
		}
		if at := slices.IndexFunc(d.notesOf(doc), n.SamePlace); at >= 0 {
			n = d.notesOf(doc)[at]
		}
		d.shell.AskNote(n, func(text string) {
			n.Text = text
			d.writeNote(doc, n)
		})
	case screen.WriteNote:
		d.writeNote(doc, i.Note)
	case screen.ShowNoted:
		d.showNoted(i.Note)
	}
}

// noteOnSelection is a note on what is selected, as yet without words; the zero
// value where nothing is.
func (d *Desk) noteOnSelection() screen.Note {
	if t := d.active.trace; t != nil {
		if t.answer == nil || t.answer.Inspected == nil {
			return screen.Note{}
		}
		return screen.NoteOn(t.answer.Timeline, t.answer.Inspected)
	}
	return screen.Note{On: d.place().Selected.Node}
}

// writeNote puts a note in the place of what stood there; without words there is
// none. What snapshots have shown stays as it is.
func (d *Desk) writeNote(doc *document, n screen.Note) {
	n.Text = strings.TrimSpace(n.Text)
	key := doc.noted()
	all := slices.DeleteFunc(slices.Clone(d.notes[key]), n.SamePlace)
	if n.Text != "" {
		all = append(all, n)
		slices.SortStableFunc(all, func(a, b screen.Note) int { return cmp.Compare(a.At, b.At) })
	}
	switch d.Notice = ""; {
	case n.Text == "" && len(all) == len(d.notes[key]):
	case n.Text == "":
		d.Notice = lang.L("The note is removed.")
	case !key.kept():
		d.Notice = lang.L("Noted, until the program ends: what is noted on ") + doc.name() + lang.L(" is not kept.")
	default:
		d.Notice = lang.L("Noted.")
	}
	if d.notes[key] = all; len(all) == 0 {
		delete(d.notes, key)
	}
	d.Publish()
}

// showNoted goes to what a note is on.
func (d *Desk) showNoted(n screen.Note) {
	t := d.active.trace
	switch {
	case n.Goroutine == 0 && t != nil:
		d.Notice = lang.L("This note is on a frame: open a profile out of the trace.")
		d.Publish()
	case n.Goroutine == 0:
		if tab := d.Tab(); tab == screen.OverviewTab || tab == screen.TrendTab || tab == screen.SummaryTab {
			d.showTab(screen.FlameTab)
		}
		d.Do(screen.Select{Selection: screen.Selection{Node: n.On}})
	case t == nil:
	default:
		g, ok := t.timeline.Trace.GoByID(n.Goroutine)
		span := trace.NoSpan
		if ok {
			span, ok = t.timeline.Trace.SpanAt(g, n.At)
		}
		if !ok {
			d.Notice = lang.L("Goroutine and time of this note are not in the trace: the file is another one now.")
			d.Publish()
			return
		}
		d.tabs[traceDoc] = screen.TimelineTab
		i := t.timeline.Inspect(span)
		d.Do(screen.ShowSpan(g, i.Start, i.End))
	}
}

// belongs tells whether notes are of a document that is open.
func (d *Desk) belongs(key noted) bool {
	return slices.ContainsFunc(d.Docs, func(doc *document) bool { return doc.noted() == key })
}

// keepNotes are the notes that can be kept, of what is wanted.
func (d *Desk) keepNotes(wanted func(noted) bool) []session.Noted {
	keys := slices.SortedFunc(maps.Keys(d.notes), func(a, b noted) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.base, b.base))
	})
	var all []session.Noted
	for _, key := range keys {
		if !key.kept() || !wanted(key) {
			continue
		}
		k := session.Noted{Path: session.Path(key.path), Base: session.Path(key.base)}
		for _, n := range d.notes[key] {
			k.Notes = append(k.Notes, session.Note{On: n.On, Text: n.Text, Goroutine: n.Goroutine, At: int64(n.At)})
		}
		all = append(all, k)
	}
	return all
}

// restoreNotes brings notes back: those that stand where others are take their
// place.
func (d *Desk) restoreNotes(all []session.Noted) {
	for _, k := range all {
		key := noted{string(k.Path), string(k.Base)}
		notes := slices.Clone(d.notes[key])
		for _, n := range k.Notes {
			note := screen.Note{On: n.On, Text: n.Text, Goroutine: n.Goroutine, At: trace.Time(n.At)}
			notes = append(slices.DeleteFunc(notes, note.SamePlace), note)
		}
		d.notes[key] = notes
	}
}
