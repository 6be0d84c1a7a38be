package desk

import (
	"cmp"
	"slices"
	"time"

	"profstation/loader/store"
	"profstation/origin"
)

// questionOf is the question of a document with one profile of a store, with the times that were asked for, and its
// typed address.
func (s *remotes) questionOf(doc *document) (q store.Question, typed string, ok bool) {
	if doc == nil {
		return q, "", false
	}
	o, is := doc.origin.(*fileOrigin)
	if !is || !origin.Ref(o.path).Stored() {
		return q, "", false
	}
	at := o.path
	if c, read := doc.content.(*profileContent); read {
		at = c.file.Path
	}
	q, ok = origin.Ref(at).Question()
	return q, cmp.Or(o.typed, o.path), ok && q.Step == 0
}

// about finds the document of a question with absolute times; nil if there is none.
func (s *remotes) about(q store.Question) *document {
	for _, doc := range s.desk.docs.all {
		if of, _, ok := s.questionOf(doc); ok && of == q {
			return doc
		}
	}
	return nil
}

// steps is the series of a document that follows the steps of a question; nil for others.
func (s *remotes) steps(doc *document) *watched {
	if doc == nil {
		return nil
	}
	if f := doc.following(); f != nil && origin.Ref(f.Path).Stored() {
		return f
	}
	return nil
}

// beside reports whether there is a time of the same length before that of a document, and after it. Of a step they
// are those of its series.
func (s *remotes) beside(doc *document) (earlier, later bool) {
	if f := s.steps(doc); f != nil {
		at := f.standing()
		return at > 0, at >= 0 && at < f.chosen.Len()-1
	}
	q, _, ok := s.questionOf(doc)
	now := time.Now()
	return ok, ok && q.Until.Time(now).Before(now)
}

// openBeside opens the time of the same length before or after that of the active document, beside it, or goes to the
// step before or after.
func (s *remotes) openBeside(later bool) {
	docs := &s.desk.docs
	if s.steps(docs.active) != nil {
		s.desk.folders.step(map[bool]int{false: -1, true: 1}[later])
		return
	}
	q, typed, ok := s.questionOf(docs.active)
	if !ok {
		return
	}
	from, until := q.Interval(time.Now())
	length := until.Sub(from)
	at := slices.Index(docs.all, docs.active)
	if later {
		q, at = q.Between(until, until.Add(length)), at+1
	} else {
		q = q.Between(from.Add(-length), from)
	}
	was, doc := docs.active, s.about(q)
	if doc == nil {
		doc = docs.opened(q.Typed(typed))
		docs.move(doc, at)
	}
	docs.marks.all = nil
	docs.active = doc
	if was.empty() && !s.desk.comparisons.hold(was) {
		docs.drop(was)
	}
	docs.loadWaiting()
	s.desk.prepare()
}
