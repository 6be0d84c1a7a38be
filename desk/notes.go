package desk

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/origin"
)

// noted identifies what notes belong to: a file, a folder, a profile from a trace, or,
// with a base, a comparison. Notes stay when their document is closed.
type noted struct{ path, base origin.Ref }

func (doc *document) noted() noted {
	c := doc.comparison()
	if c == nil {
		return noted{path: doc.origin.key()}
	}
	var paths [2]origin.Ref
	for i, files := range c.sides {
		paths[i] = origin.Ref(strings.Join(lists.Map(files, func(f sideFile) string { return string(cmp.Or(f.path, f.made)) }), "\n"))
	}
	return noted{path: paths[ask.NewSide], base: paths[ask.BaseSide]}
}

// notebook holds all notes, also those on documents that are closed.
type notebook struct {
	desk  *Desk
	notes map[noted][]origin.Note
}

func (n noted) kept() bool {
	return n.path.Lasts() && (n.base == "" || n.base.Lasts()) &&
		!strings.Contains(string(n.path), "\n") && !strings.Contains(string(n.base), "\n")
}

func (n *notebook) on(doc *document) []origin.Note {
	if doc == nil {
		return nil
	}
	return n.notes[doc.noted()]
}

func (n *notebook) do(i screen.Intent) bool {
	var carryOut func(*document)
	switch i := i.(type) {
	case screen.AskNote:
		carryOut = func(doc *document) { n.ask(doc, i.Note) }
	case screen.WriteNote:
		carryOut = func(doc *document) { n.write(doc, i.Note) }
	case screen.ShowNoted:
		carryOut = func(doc *document) {
			if doc.content != nil {
				doc.content.showNoted(n.desk, i.Note)
			}
		}
	default:
		return false
	}
	switch doc := n.desk.docs.active; {
	case doc == nil:
		n.desk.Say(lang.L("Notes belong to frames and spans: open a profile or a trace first."))
	case doc.kind() == ask.OfTracePair:
		n.desk.Say(lang.L("This note is on a span: open the trace itself."))
	default:
		carryOut(doc)
	}
	return true
}

// ask asks for a note's words. A note without a place belongs to the selection.
func (n *notebook) ask(doc *document, note origin.Note) {
	if note.On == "" && note.Goroutine == 0 && doc.content != nil {
		note = doc.content.noteOn(n.desk)
	}
	if note.On == "" {
		n.desk.Say(lang.L("Notes belong to frames and spans: select one first."))
		return
	}
	if at := slices.IndexFunc(n.on(doc), note.SamePlace); at >= 0 {
		note = n.on(doc)[at]
	}
	n.desk.shell.AskNote(note, func(text string) {
		note.Text = text
		n.write(doc, note)
	})
}

// write replaces the note at a place, or removes it if there are no words. Earlier snapshots do not change.
func (b *notebook) write(doc *document, n origin.Note) {
	n.Text = strings.TrimSpace(n.Text)
	key := doc.noted()
	all := slices.DeleteFunc(slices.Clone(b.notes[key]), n.SamePlace)
	if n.Text != "" {
		all = append(all, n)
		slices.SortStableFunc(all, func(a, b origin.Note) int { return cmp.Compare(a.At, b.At) })
	}
	notice := ""
	switch {
	case n.Text == "" && len(all) == len(b.notes[key]):
	case n.Text == "":
		notice = lang.L("Note removed.")
	case !key.kept():
		notice = lang.L("Noted until you quit: notes on {{.Name}} are not saved.", lang.With{"Name": doc.name()})
	default:
		notice = lang.L("Noted.")
	}
	if b.notes[key] = all; len(all) == 0 {
		delete(b.notes, key)
	}
	b.desk.Say(notice)
}

func (nav *navigation) showNoted(n origin.Note) {
	d := nav.desk
	if n.Goroutine != 0 {
		return
	}
	if tab := d.Tab(); tab == ask.OverviewTab || tab == ask.TrendTab || tab == ask.SummaryTab {
		d.showTab(ask.FlameTab)
	}
	d.Do(screen.Select{Selection: ask.Selection{Node: n.On}, Reveal: true})
}

func (b *notebook) keep(wanted func(noted) bool) []session.Noted {
	keys := slices.SortedFunc(maps.Keys(b.notes), func(a, b noted) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.base, b.base))
	})
	var all []session.Noted
	for _, key := range keys {
		if !key.kept() || !wanted(key) {
			continue
		}
		notes := b.notes[key]
		all = append(all, session.Noted{Path: key.path, Base: key.base, Notes: notes})
	}
	return all
}

// restore brings notes back. They replace those on the same frames and spans.
func (b *notebook) restore(all []session.Noted) {
	for _, k := range all {
		key := noted{k.Path, k.Base}
		notes := slices.Clone(b.notes[key])
		for _, n := range k.Notes {
			notes = append(slices.DeleteFunc(notes, n.SamePlace), n)
		}
		b.notes[key] = notes
	}
}
