package desk

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/httpclient"
	"profstation/loader/profilestore"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/table"
)

// remotes holds what the desk knows about stores: the dialog's state, and the credentials.
type remotes struct {
	desk                     *Desk
	shown                    *screen.Store // nil before the dialog is opened
	asking, drawing, valuing job.Slot
	requesting               job.Slot
	asked                    *access                           // the store that answered last; nil: none has
	now                      time.Time                         // the curve's "now"
	who                      map[string]httpclient.Credentials // given in dialogs, by the base address they are for
	hidden                   map[string]string                 // addresses as typed, by what may be shown of them
	kept                     session.Stored                    // the last answers
}

func (s *remotes) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.OpenStore:
		s.open(i.Server)
	case screen.AskStore:
		s.ask(i.Server, i.Choice)
	case screen.AskLabel:
		s.askLabel(i.Name)
	case screen.AskRequests:
		s.askRequests()
	case screen.ChooseStored:
		s.choose(i.Choice)
	case screen.OpenStored:
		s.openStored(i)
	case screen.Beside:
		s.openBeside(i.Later)
	default:
		return false
	}
	return true
}

// open opens the dialog: for the store at an address, or with the question from the document in front, or else with
// what was there last. It asks at once what may be asked.
func (s *remotes) open(from screen.Server) {
	line, asks := screen.Store{Address: s.hide(from.Address), Language: language{}}, from.Address != ""
	if !asks {
		line, asks = s.inFront()
		from.Address = line.Address
	}
	if !asks && line.Address == "" && s.shown == nil {
		line.Address, line.Choice = s.last()
	}
	if line.Address != "" || s.shown == nil {
		if s.shown != nil {
			line.Asked, line.Opened = s.shown.Asked, s.shown.Opened
		}
		s.stop()
		s.asked = nil
		s.shown = &line
	}
	s.desk.shell.ShowStore()
	if asks {
		s.ask(from, s.shown.Choice)
		return
	}
	s.desk.Publish()
}

// last returns the answers from the last time.
func (s *remotes) last() (string, screen.StoreChoice) {
	q, _, err := profilestore.Parse(s.kept.Question)
	if s.kept.Question == "" || err != nil {
		return "", screen.StoreChoice{From: "now-1h", Until: "now"}
	}
	c := choiceOf(q)
	c.By = s.kept.By
	c.Labelled = q.By != "" && q.By == c.By
	at, _, _ := strings.Cut(q.String(), "?")
	return at, c
}

func choiceOf(q profilestore.Question) screen.StoreChoice {
	t := q.Texts()
	return screen.StoreChoice{Type: t.Type, Query: t.Query, Request: t.Request, From: t.From, Until: t.Until, Step: t.Step, Every: t.Every}
}

// ask asks a store what it has. If the address has a question, this sets the choice.
func (s *remotes) ask(from screen.Server, c screen.StoreChoice) {
	line := screen.Store{Address: s.hide(s.whole(from).Address), Language: language{}, Choice: c, Asked: 1}
	if old := s.shown; old != nil {
		if old.Address == line.Address {
			line = *old
		}
		line.Choice, line.Opened, line.Asked = c, old.Opened, old.Asked+1
	}
	s.stop()
	s.shown = &line
	a, err := s.access(from)
	if err != nil {
		s.fail(err)
		return
	}
	if s.asked == nil || s.asked.address != a.address {
		if at := origin.Ref(a.address); at.Stored() && strings.Contains(string(at.Public()), "?") { // it has a question
			line.Choice = choiceOf(a.question)
		}
	} else if a.question.Engine == profilestore.Unknown && a.question.Base == s.asked.question.Base {
		a.question.Engine = s.asked.question.Engine
	}
	s.asked = nil
	s.list(a)
}

// stop drops what is still being asked, because the answer is of no use any more.
func (s *remotes) stop() {
	s.asking.Empty()
	s.drawing.Empty()
	s.valuing.Empty()
	s.requesting.Empty()
}

// fail shows an error in the dialog.
func (s *remotes) fail(err error) {
	line := *s.shown
	line.Asking, line.Drawing = false, false
	line.Wrong = s.wrong(line.Choice)
	line.Error = safe.Text(sentences(err))
	if line.Program = errors.Is(err, profilestore.ErrProgram); line.Program {
		line.Error = lang.L("This is a program that serves net/http/pprof, and no store of profiles. Record from it instead.")
	}
	line.Credentials, line.Certificate = wanted(err)
	s.shown = &line
	s.desk.Publish()
}

// wrong returns which text in a choice cannot be understood, if any. The store is not asked then.
func (s *remotes) wrong(c screen.StoreChoice) screen.WrongText {
	var q profilestore.Question
	if s.asked != nil {
		q.Engine = s.asked.question.Engine
	}
	sides := c.Sides
	for _, of := range []struct {
		text profilestore.Texts
		is   screen.WrongText
	}{
		{profilestore.Texts{Query: c.Query}, screen.WrongLabels},
		{profilestore.Texts{Request: c.Request}, screen.WrongRequest},
		{profilestore.Texts{From: c.From, Until: c.Until}, screen.WrongTime},
		{profilestore.Texts{From: sides[ask.NewSide].From, Until: sides[ask.NewSide].Until}, screen.WrongOpened},
		{profilestore.Texts{From: sides[ask.BaseSide].From, Until: sides[ask.BaseSide].Until}, screen.WrongCompared},
		{profilestore.Texts{Step: c.Step}, screen.WrongStep},
		{profilestore.Texts{Every: c.Every}, screen.WrongEvery},
	} {
		if _, err := q.Asking(of.text); err != nil {
			return of.is
		}
	}
	if _, err := questions(q, c); err != nil && c.Every != "" {
		return screen.WrongEvery // the time does not end now, or there are steps
	} else if err != nil && c.Step != "" {
		return screen.WrongStep // there are too many steps
	}
	return screen.NothingWrong
}

// listing is what a store has in a time span.
type listing struct {
	engine profilestore.Engine
	types  []profilestore.Type
	labels []string
	notes  []string
}

// list asks for the types and labels in the chosen time.
func (s *remotes) list(a access) {
	q, err := textsOf(&s.shown.Choice).of(a.question)
	if err != nil {
		s.fail(err)
		return
	}
	line := *s.shown
	line.Asking, line.Error, line.Wrong, line.Program = true, "", screen.NothingWrong, false
	s.shown = &line
	job.Start(&s.desk.jobs, job.Options{Kind: job.Ask, Slot: &s.asking}, func(ctx context.Context, _ *job.Job) (l listing, err error) {
		all := q
		all.Query, all.Step = "", 0
		if l.engine = all.Engine; l.engine == profilestore.Unknown {
			if l.engine, err = profilestore.Which(ctx, a.place, a.options); err != nil {
				return l, err
			}
			all.Engine = l.engine
		}
		client := profilestore.NewClient(all, a.place, a.options)
		defer client.Close()
		if l.types, err = client.Types(ctx, all); err == nil {
			l.labels, err = client.LabelNames(ctx, all)
		}
		l.notes = client.Notes()
		return l, err
	}, func(l listing, err error) error {
		s.listed(a, l, err)
		return nil // the dialog shows it
	})
	s.desk.Publish()
}

// questionTexts are a question's parameters for one time.
type questionTexts profilestore.Texts

func textsOf(c *screen.StoreChoice) questionTexts {
	return questionTexts{Type: c.Type, Query: c.Query, From: c.From, Until: c.Until}
}

func (t questionTexts) of(q profilestore.Question) (profilestore.Question, error) {
	return q.Asking(profilestore.Texts(t))
}

func (s *remotes) listed(a access, l listing, err error) {
	if err != nil {
		line := *s.shown
		line.Engine, line.Types, line.Labels, line.Values, line.Curve = "", nil, nil, nil, nil
		s.shown = &line
		s.fail(err)
		return
	}
	a.question.Engine = l.engine
	s.asked = &a
	s.who[a.question.Base] = a.given
	line := *s.shown
	line.Asking, line.Credentials, line.Certificate, line.Engine = false, false, false, l.engine.Name()
	line.Types = titled(l.types)
	line.Labels = slices.DeleteFunc(l.labels, func(name string) bool { return strings.HasPrefix(name, "__") })
	line.Values, line.Requests = nil, nil // they may be others for this time
	line.Note = safe.Text(strings.Join(l.notes, "\n"))
	line.Choice.Type = chosenType(line.Choice.Type, l.types)
	s.shown = &line
	if len(line.Types) == 0 {
		line.Curve, line.Marks = nil, [2]screen.TimeSpan{}
		s.fail(lang.Error("the store has no profiles at this time; choose another time, and check the tenant if it has several"))
		return
	}
	s.draw()
}

// titled returns the types with their common titles, sorted by these. If several share one, it adds the type's ID.
func titled(types []profilestore.Type) []screen.StoreType {
	all := lists.Map(types, func(t profilestore.Type) screen.StoreType {
		return screen.StoreType{ID: t.ID, Title: safe.Text(t.Title())}
	})
	slices.SortFunc(all, func(a, b screen.StoreType) int {
		return cmp.Or(strings.Compare(a.Title, b.Title), strings.Compare(a.ID, b.ID))
	})
	named := map[string]int{}
	for _, t := range all {
		named[t.Title]++
	}
	for i := range all {
		if t := &all[i]; named[t.Title] > 1 {
			t.Title += " · " + safe.Text(t.ID)
		}
	}
	return all
}

// chosenType returns the ID of the type that was chosen, or that the given part of its name means, if the store has
// it. Otherwise it is CPU time, or else the first type.
func chosenType(id string, types []profilestore.Type) string {
	of := func(fits func(profilestore.Type) bool) string {
		if i := slices.IndexFunc(types, fits); i >= 0 {
			return types[i].ID
		}
		return ""
	}
	first := ""
	if len(types) > 0 {
		first = types[0].ID
	}
	return cmp.Or(
		of(func(t profilestore.Type) bool { return t.ID == id }),
		of(func(t profilestore.Type) bool {
			return id != "" && (t.SampleType == id || t.Name+":"+t.SampleType == id || t.Name == id)
		}),
		of(func(t profilestore.Type) bool { return t.SampleType == "cpu" }),
		of(func(t profilestore.Type) bool { return t.Name == "process_cpu" }),
		first)
}

// draw asks for the curve for the present choice.
func (s *remotes) draw() {
	s.drawing.Empty()
	a := s.asked
	line := *s.shown
	line.Error, line.Wrong, line.Requests = "", screen.NothingWrong, nil
	s.shown = &line
	q, err := textsOf(&line.Choice).of(a.question)
	if err != nil {
		s.fail(err)
		return
	}
	s.now = time.Now()
	q, by := q.ForCurve(s.now), line.Choice.By
	line.Drawing = true
	drawn := line.Choice.OfCurve()
	job.Start(&s.desk.jobs, job.Options{Kind: job.Ask, Slot: &s.drawing}, func(ctx context.Context, _ *job.Job) (*table.Trend, error) {
		client := profilestore.NewClient(q, a.place, a.options)
		defer client.Close()
		curves, err := client.Curves(ctx, q, by)
		if err != nil {
			return nil, err
		}
		return overTime(curves, q, by), nil
	}, func(t *table.Trend, err error) error {
		line := *s.shown
		line.Drawing, line.Curve, line.Drawn, line.Step = false, t, drawn, q.Step
		line.Marks = s.marks(line.Choice)
		s.shown = &line
		if err != nil {
			s.fail(err)
			return nil // the dialog shows it
		}
		s.desk.Publish()
		return nil
	})
	s.desk.Publish()
}

// marks returns the chosen times, as far as they can be understood yet.
func (s *remotes) marks(c screen.StoreChoice) (all [2]screen.TimeSpan) {
	for i, texts := range c.Sides {
		if texts == (screen.TimeTexts{}) {
			continue
		}
		if q, err := (profilestore.Question{}).Asking(profilestore.Texts{From: texts.From, Until: texts.Until}); err == nil {
			all[i].From, all[i].Until = q.Interval(s.now)
		}
	}
	return all
}

// askLabel asks for a label's values, unless they are known.
func (s *remotes) askLabel(name string) {
	if s.asked == nil || !slices.Contains(s.shown.Labels, name) || s.shown.Values[name] != nil {
		return
	}
	a := s.asked
	q, err := textsOf(&s.shown.Choice).of(a.question)
	if err != nil {
		return // draw shows this error
	}
	q.Query = ""
	job.Start(&s.desk.jobs, job.Options{Kind: job.Ask, Slot: &s.valuing}, func(ctx context.Context, _ *job.Job) ([]string, error) {
		client := profilestore.NewClient(q, a.place, a.options)
		defer client.Close()
		return client.LabelValues(ctx, q, name)
	}, func(values []string, err error) error {
		if err != nil {
			s.fail(err)
			return nil // the dialog shows it
		}
		line := *s.shown
		line.Values = maps.Clone(line.Values)
		if line.Values == nil {
			line.Values = map[string][]string{}
		}
		line.Values[name] = append([]string{}, values...)
		s.shown = &line
		s.desk.Publish()
		return nil
	})
}

// askRequests asks for spans and traces, unless they are known. A store without such lists proposes none.
func (s *remotes) askRequests() {
	if s.asked == nil || s.shown.Requests != nil {
		return
	}
	a := s.asked
	q, err := textsOf(&s.shown.Choice).of(a.question)
	if err != nil {
		return // draw shows this error
	}
	q = q.ForCurve(time.Now())
	of := s.shown.Choice.OfCurve()
	job.Start(&s.desk.jobs, job.Options{Kind: job.Ask, Slot: &s.requesting}, func(ctx context.Context, _ *job.Job) ([]profilestore.Request, error) {
		client := profilestore.NewClient(q, a.place, a.options)
		defer client.Close()
		found, _ := client.Requests(ctx, q)
		return found, ctx.Err()
	}, func(found []profilestore.Request, err error) error {
		if err != nil || s.shown.Choice.OfCurve() != of {
			return nil // the choice has changed meanwhile
		}
		line := *s.shown
		line.Requests = append([]screen.StoreRequest{},
			lists.Map(found, func(r profilestore.Request) screen.StoreRequest { return screen.StoreRequest(r) })...)
		s.shown = &line
		s.desk.Publish()
		return nil
	})
}

// choose changes the choice, and asks for what depends on it.
func (s *remotes) choose(c screen.StoreChoice) {
	if s.shown == nil {
		return
	}
	line := *s.shown
	old := line.Choice
	line.Choice, line.Marks = c, s.marks(c)
	s.shown = &line
	switch {
	case s.asked == nil:
		s.desk.Publish()
	case c.From != old.From || c.Until != old.Until:
		s.stop()
		s.list(*s.asked)
	case c.Type != old.Type || c.Query != old.Query || c.By != old.By:
		s.draw()
	default:
		s.check()
	}
}

// check shows what in the choice cannot be understood, and removes that message once it can.
func (s *remotes) check() {
	if _, err := questions(s.asked.question, s.shown.Choice); err != nil {
		s.fail(err)
		return
	}
	if line := *s.shown; line.Wrong != screen.NothingWrong {
		line.Error, line.Wrong = "", screen.NothingWrong
		s.shown = &line
	}
	s.desk.Publish()
}
