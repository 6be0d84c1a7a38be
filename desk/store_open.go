package desk

import (
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/profilestore"
	"profstation/model/complete"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/units"
	"profstation/origin"
)

// openStored opens the choice: a profile, a series, or a comparison between two times, or between the steps of both.
func (s *remotes) openStored(i screen.OpenStored) {
	d := s.desk
	if s.shown == nil {
		return
	}
	line := *s.shown
	line.Choice = i.Choice
	s.shown = &line
	a, err := s.access(i.Server)
	switch {
	case err != nil:
		s.fail(err)
		return
	case s.asked == nil || s.asked.question.Base != a.question.Base:
		s.fail(lang.Error("connect first to see what the store has"))
		return
	}
	a.question.Engine = s.asked.question.Engine
	sides, err := questions(a.question, i.Choice)
	if err != nil {
		s.fail(err)
		return
	}
	s.who[a.question.Base] = a.given
	s.keep(a.question, i.Choice)
	line.Opened++
	line.Error = ""
	var picked [2][]*document
	for side, q := range sides {
		if q == (profilestore.Question{}) {
			continue
		}
		if q.Step > 0 && sides[ask.BaseSide] != (profilestore.Question{}) {
			steps, _ := q.Steps(time.Now()) // questions has checked this already
			picked[side] = lists.Map(steps, func(q profilestore.Question) *document { return d.docs.openedInGroup(origin.Ref(q.Typed(a.address))) })
			continue
		}
		doc := d.docs.opened(origin.Ref(q.Typed(a.address)))
		if doc.profile() != nil && (q.From.Relative() || q.Until.Relative()) {
			d.docs.reload(doc) // its time has moved on
		}
		picked[side] = []*document{doc}
	}
	if picked[ask.BaseSide] != nil {
		d.comparisons.compare(picked[ask.BaseSide], picked[ask.NewSide], screen.Compare{})
		return
	}
	d.docs.selection.all = nil
	d.docs.active = picked[ask.NewSide][0]
	d.docs.loadWaiting()
	d.prepare()
}

// maxSteps is how many are compared on a side; all of them stay in memory.
const maxSteps = 200

// questions returns those for both sides. The base is zero if nothing is compared.
func questions(q profilestore.Question, c screen.StoreChoice) (all [2]profilestore.Question, err error) {
	if q.By = labelled(q, c); c.Labelled && !profilestore.IsLabel(q.By) {
		return all, lang.Error("samples cannot get the label {{.Label}}: its name may have only letters, digits and _", lang.With{"Label": q.By})
	}
	sides := c.Sides
	if sides[ask.NewSide] == (screen.TimeTexts{}) {
		sides[ask.NewSide] = screen.TimeTexts{From: c.From, Until: c.Until}
	}
	for side, texts := range sides {
		if texts == (screen.TimeTexts{}) {
			continue
		}
		t := profilestore.Texts{Type: c.Type, Query: c.Query, Request: c.Request, From: texts.From, Until: texts.Until, Step: c.Step}
		if side == ask.NewSide {
			t.Every = c.Every
		}
		if all[side], err = q.Asking(t); err != nil {
			return all, err
		}
		steps, err := all[side].Steps(time.Now())
		if err != nil {
			return all, err
		}
		if n := len(steps); n > maxSteps && sides[ask.BaseSide] != (screen.TimeTexts{}) {
			return all, lang.Error("{{.Steps}} steps on one side, of which at most {{.Most}} are compared: choose larger ones",
				lang.With{"Steps": units.Count(int64(n)), "Most": maxSteps})
		}
	}
	return all, nil
}

// labelled returns the labels that samples get: the chosen one, or those from the address.
func labelled(q profilestore.Question, c screen.StoreChoice) string {
	if c.Labelled {
		return c.By
	}
	return q.By
}

// keep remembers the answers for the next time, without credentials.
func (s *remotes) keep(q profilestore.Question, c screen.StoreChoice) {
	t := profilestore.Texts(textsOf(&c))
	t.Step, t.Every = c.Step, c.Every
	q.By = labelled(q, c)
	if q, err := q.Asking(t); err == nil {
		s.kept = session.Stored{Question: string(origin.Ref(q.String()).Public()), By: c.By}
	}
}

var errUnasked = lang.Error("a store is asked when you say so: choose Reload in its menu")

// language tells the dialog how stores are asked.
type language struct{}

func (language) Typing(selector string) string { return profilestore.Typing(selector) }

func (language) Selector(typed string, known screen.Proposals, limit int) []complete.Proposal {
	return profilestore.Complete(typed, known.Labels, known.Values, limit)
}

func (language) Request(typed, profileType string, known []screen.StoreRequest, limit int) []complete.Proposal {
	return profilestore.CompleteRequest(typed, profileType,
		lists.Map(known, func(r screen.StoreRequest) profilestore.Request { return profilestore.Request(r) }), limit)
}
