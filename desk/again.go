package desk

import (
	"slices"
	"time"

	"profstation/model/lang"
	"profstation/model/units"
	"profstation/origin"
)

// The time of a store's question may end now. If the question says how often, its store is asked again, and the document
// goes on with the clock.

// every is how often the store of a document is asked again; 0: once.
func (doc *document) every() time.Duration {
	o, ok := doc.origin.(*fileOrigin)
	if !ok || o.typed == "" {
		return 0
	}
	q, _ := origin.Ref(o.path).Question()
	return q.Every // 0 without one
}

// askAgain has the store of a document asked again some time after each answer, also after a failure.
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

// follow has the store of the active document asked again and again, or no more. It reports whether its question says
// how often.
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
	s.desk.Say(lang.L("{{.Name}} is asked for again every {{.Time}}.", lang.With{"Name": doc.name(), "Time": units.FormatShort(int64(doc.every()), "ns", "auto")}))
	return true
}
