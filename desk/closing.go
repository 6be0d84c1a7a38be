package desk

import (
	"slices"

	"profstation/desk/session"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/origin/link"
)

func (s *documents) close(doc *document) {
	if doc == nil {
		return
	}
	s.desk.keeper.closing([]*document{doc})
	s.drop(doc)
	s.closed()
}

// closeAll closes all documents except the one with the number but; 0 closes all.
func (s *documents) closeAll(but int) {
	if kept := s.numbered(but); but != 0 && kept != nil {
		s.active = kept
	}
	if text := s.clear(but); text != "" {
		s.desk.Say(text)
	}
	s.closed()
}

// clear takes all documents off the list except one, and says how many went; "" for none.
func (s *documents) clear(but int) string {
	before := len(s.all)
	kept := s.desk.keeper.closing(slices.DeleteFunc(slices.Clone(s.all), func(doc *document) bool { return doc.id == but }))
	for _, doc := range slices.Backward(slices.Clone(s.all)) {
		if doc.id != but && slices.Contains(s.all, doc) { // a comparison may have gone with its sides
			s.drop(doc)
		}
	}
	if n := before - len(s.all); n > 0 {
		return closedText(n, kept)
	}
	return ""
}

// closedText says how many documents were closed at once, and how many can come back. The list may not show it,
// because a search can hide some of them.
func closedText(n, kept int) string {
	text := lang.N(n, "{{.N}} document was closed.", "{{.N}} documents were closed.", nil)
	switch {
	case kept >= n:
		text = lang.Sentences(text, lang.N(n, "“File › Reopen closed” opens it again.", "“File › Reopen closed” opens them again.", nil))
	case kept > 0:
		text = lang.Sentences(text, lang.L("“File › Reopen closed” opens {{.N}} of them again.", lang.With{"N": units.Count(int64(kept))}))
	}
	return text
}

// closed loads and shows what is next after documents were closed.
func (s *documents) closed() {
	if s.active != nil && s.active.waiting {
		s.load(s.active)
	}
	s.loadWaiting() // documents may have waited for the closed ones
	s.desk.prepare()
}

// drop removes a document; the one after it becomes active.
func (s *documents) drop(doc *document) {
	doc.loading.Empty()
	doc.origin.leave()
	s.tidy(doc.size)
	i := slices.Index(s.all, doc)
	s.all = slices.Delete(s.all, i, i+1)
	if key := doc.origin.key(); s.byKey[key] == doc {
		delete(s.byKey, key)
	}
	for _, about := range []any{doc, doc.origin, doc.origin.key()} {
		s.desk.outcomes.over(about)
	}
	s.desk.comparisons.closed(doc)
	s.remake(doc)
	s.selection.forget(doc)
	s.desk.forget(doc)
	if s.active == doc {
		s.active = nil
		if len(s.all) > 0 {
			s.active = s.all[min(i, len(s.all)-1)]
		}
	}
}

// closed is a document that was closed. If it shares the place of all profiles, it comes back to where the
// user is by then.
type closed struct {
	document session.Document
	shares   bool
	at       int // its place in the list
	pins     int // the selection's pins when it was closed
}

const maxClosed = 20 // commands that can be taken back

// closing remembers documents that are about to be closed, in order, and returns how many can be opened again.
func (k *keeper) closing(docs []*document) int {
	var all []closed
	for _, doc := range docs {
		c := closed{
			shares: doc.content == nil || doc.content.shares(),
			at:     slices.Index(k.desk.docs.all, doc), pins: k.desk.docs.selection.pins,
		}
		at := link.Place{}
		if !c.shares {
			at = doc.content.place(k.desk)
		}
		var ok bool
		if c.document, ok = doc.origin.keep(doc, at); ok {
			c.document.Dismissed = doc.dismissed
			k.desk.docs.selection.keep(doc, &c.document)
			all = append(all, c)
		}
	}
	if len(all) > 0 {
		k.closed = append(k.closed[max(0, len(k.closed)+1-maxClosed):len(k.closed):len(k.closed)], all)
	}
	return len(all)
}

// unclose opens again what was closed last, in the same positions. It becomes the baseline again, or part of it,
// unless another one was chosen since.
func (k *keeper) unclose() {
	d := k.desk
	if len(k.closed) == 0 {
		d.Say(lang.L("There is nothing to reopen."))
		return
	}
	last := k.closed[len(k.closed)-1]
	k.closed = k.closed[:len(k.closed)-1]
	var active *document
	for _, c := range last {
		if c.pins != d.docs.selection.pins {
			c.document.Baseline, c.document.BaselineFiles = false, nil
		}
		doc := d.docs.reopen(c.document)
		if doc == nil {
			continue
		}
		if doc.reopened { // and not opened by hand since
			d.docs.move(doc, c.at)
		}
		if c.shares {
			doc.kept = nil
		}
		if active == nil {
			active = doc
		}
	}
	k.begin(active)
}
