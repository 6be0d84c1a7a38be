package desk

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/loader/profilestore"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/origin"
)

// A store's question may be about a time that ends now. If it has an interval, its store is asked again, and the
// document goes on with the clock.

// every is how often a document's store is asked again; 0: once.
func (doc *document) every() time.Duration {
	o, ok := doc.origin.(*fileOrigin)
	if !ok || o.typed == "" {
		return 0
	}
	q, _ := o.path.Question()
	return q.Every // 0 without one
}

// askAgain has a document's store asked again some time after each answer, and also after a failure.
func (s *documents) askAgain(doc *document) {
	doc.readings++
	n, every := doc.readings, doc.every()
	if every == 0 || doc.still {
		return
	}
	time.AfterFunc(every, func() {
		s.desk.jobs.Post(func() {
			if doc.readings == n && !doc.still && slices.Contains(s.all, doc) && !doc.loading.Running() {
				s.renew(doc)
				s.desk.Publish()
			}
		})
	})
}

// follow starts or stops asking the active document's store again and again. It reports whether its question has
// an interval.
func (s *documents) follow() bool {
	doc := s.active
	if doc == nil || doc.every() == 0 {
		return false
	}
	if doc.still = !doc.still; doc.still {
		s.desk.Say(lang.L("{{.Name}} is no longer asked for again.", lang.With{"Name": doc.name()}))
		return true
	}
	s.renew(doc)
	s.desk.Say(lang.L("{{.Name}} is asked for again every {{.Time}}.",
		lang.With{"Name": doc.name(), "Time": units.FormatShort(int64(doc.every()), "ns", "auto")}))
	return true
}

// questionOf returns the question for a document with one profile from a store, with the times that were asked for,
// and its typed address.
func (s *remotes) questionOf(doc *document) (q profilestore.Question, typed origin.Ref, ok bool) {
	if doc == nil {
		return q, "", false
	}
	o, is := doc.origin.(*fileOrigin)
	if !is || !o.path.Stored() {
		return q, "", false
	}
	at := o.path
	if c, read := doc.content.(*profileContent); read {
		at = origin.Ref(c.file.Path)
	}
	q, ok = at.Question()
	return q, cmp.Or(o.typed, o.path), ok && q.Step == 0
}

// about finds the document for a question with absolute times, nil if there is none.
func (s *remotes) about(q profilestore.Question) *document {
	for _, doc := range s.desk.docs.all {
		if of, _, ok := s.questionOf(doc); ok && of == q {
			return doc
		}
	}
	return nil
}

// steps returns the series of a document that follows a question's steps, nil for others.
func (s *remotes) steps(doc *document) *watched {
	if doc == nil {
		return nil
	}
	if f := doc.following(); f != nil && f.Path.Stored() {
		return f
	}
	return nil
}

// beside reports whether there is a time with the same length before a document's time, and after it. For a step,
// these are the steps in its series.
func (s *remotes) beside(doc *document) (earlier, later bool) {
	if f := s.steps(doc); f != nil {
		at := f.standing()
		return at > 0, at >= 0 && at < f.chosen.Len()-1
	}
	q, _, ok := s.questionOf(doc)
	now := time.Now()
	return ok, ok && q.Until.Time(now).Before(now)
}

// openBeside opens the time with the same length before or after the active document's, next to it in the list. For
// a step it goes to the one before or after.
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
		doc = docs.opened(origin.Ref(q.Typed(string(typed))))
		docs.move(doc, at)
	}
	docs.selection.all = nil
	docs.active = doc
	if was.empty() && !s.desk.comparisons.hold(was) {
		docs.drop(was)
	}
	docs.loadWaiting()
	s.desk.prepare()
}

// inFront returns the dialog with the question from the document in front, and whether its store may be asked:
// nothing is sent if the user has not asked yet. It is zero if the document is from no store, or equals the dialog's.
func (s *remotes) inFront() (line screen.Store, asks bool) {
	doc := s.desk.docs.active
	if doc == nil {
		return line, false
	}
	var path, typed origin.Ref
	switch o := doc.origin.(type) {
	case *fileOrigin:
		path, typed = o.path, o.typed
	case *watched:
		path, typed = o.Path, o.typed
	}
	if !path.Stored() || s.chosen() == path {
		return line, false
	}
	at := cmp.Or(typed, path)
	q, _, err := profilestore.Parse(string(at))
	if err != nil {
		return line, false
	}
	line.Address, line.Choice = s.hide(at.Store()), choiceOf(q)
	line.Choice.By, _, _ = strings.Cut(q.By, ",")
	line.Choice.Labelled = q.By != ""
	return line, typed != ""
}

// chosen returns the public address that the dialog would open, "" if the choice is not complete.
func (s *remotes) chosen() origin.Ref {
	if s.asked == nil {
		return ""
	}
	sides, err := questions(s.asked.question, s.shown.Choice)
	if err != nil {
		return ""
	}
	return origin.Ref(sides[ask.NewSide].Typed(s.asked.address)).Public()
}
