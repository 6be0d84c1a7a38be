package desk

import (
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/measure/stores"
	"profstation/model/compare"
)

// One request is chosen by the ID of its span or its trace: what the store has of it is proposed, and opened alone.
func TestStoreRequest(t *testing.T) {
	const span, trace = "9a517183f26a0891", "4bf92f3577b34da6a3ce929d0e0e4731"
	at := screen.Server{Address: stores.Pyroscope(t)}
	r, _ := asked(t, at)
	s := r.do(screen.AskRequests{}).Store
	if found := s.CompleteRequest("", 8); len(found) != 5 || found[0].Text != trace {
		t.Errorf("it proposes %+v", found)
	}
	c := s.Choice
	c.Query = `pod="shop-2"`
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Requests != nil {
		t.Errorf("of other labels it proposes %+v", s.Requests)
	}
	before := len(r.do(screen.AskRequests{}).Store.Requests)
	c.Query, c.Request = "", span
	shot := r.do(screen.ChooseStored{Choice: c}, screen.OpenStored{Server: at, Choice: c})
	if shot.Store.Error != "" || before != 5 || shot.Store.Curve == nil {
		t.Fatalf("%d requests, %+v", before, shot.Store)
	}
	whole := total(shot.Store)[""]
	if shot.Answer == nil || shot.Answer.Result.Total <= 0 || shot.Answer.Result.Total >= whole {
		t.Fatalf("of a span there is %+v, of all %d", shot.Answer, whole)
	}
	if title := shot.Documents[0].Name; !strings.Contains(title, "span "+span) {
		t.Errorf("it is called %s", title)
	}
	if s = r.do(screen.OpenStore{}).Store; s.Choice.Request != span {
		t.Errorf("the dialog begins with %+v", s.Choice)
	}
	if kept := r.remotes.kept.Question; strings.Contains(kept, span) {
		t.Errorf("kept is %s", kept)
	}
	r, _ = asked(t, screen.Server{Address: stores.Parca(t)})
	if s = r.do(screen.AskRequests{}).Store; s.Requests == nil || len(s.Requests) != 0 {
		t.Errorf("Parca has %+v", s.Requests)
	}
	c = s.Choice
	c.Request = trace
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Wrong != screen.WrongRequest || !strings.Contains(s.Error, "Parca does not know") {
		t.Errorf("%d is wrong: %q", s.Wrong, s.Error)
	}
}

// What is chosen becomes a document, a series or a comparison, and is kept for the next time.
func TestStoreOpens(t *testing.T) {
	at := screen.Server{Address: stores.Pyroscope(t)}
	r, s := asked(t, at)
	c := s.Choice
	c.Query = `service_name="shop"`
	c.Sides[ask.NewSide] = screen.TimeTexts{From: "2026-11-24T12:00:00Z", Until: "2026-11-24T12:03:00Z"}
	s = r.do(screen.ChooseStored{Choice: c}).Store
	if m := s.Marks[ask.NewSide]; !m.From.Equal(stores.Hour) || m.Until.Sub(m.From) != 3*time.Minute || s.Marks[ask.BaseSide] != (screen.TimeSpan{}) {
		t.Errorf("marked is %+v", s.Marks)
	}
	r.do(screen.OpenStored{Server: at, Choice: c})
	if r.shown.Store.Opened != 1 || len(r.docs.all) != 1 || r.width() != 3*9_640_000_000 {
		t.Fatalf("opened %d, %q", r.shown.Store.Opened, r.shown.Store.Error)
	}
	c.Sides[ask.BaseSide] = screen.TimeTexts{From: "2026-11-24T12:20:00Z", Until: "2026-11-24T12:21:00Z"}
	r.do(screen.OpenStored{Server: at, Choice: c})
	if of := r.docs.active.comparison(); of == nil || r.docs.active.state != screen.Ready || len(r.docs.all) != 3 ||
		of.sides[ask.NewSide][0].doc != r.docs.all[0].id {
		t.Fatalf("%d documents: %v", len(r.docs.all), r.docs.active.err)
	}
	c.Step = "1s"
	c.Sides[ask.BaseSide].From = "2026-11-24T12:10:00Z"
	if s = r.do(screen.OpenStored{Server: at, Choice: c}).Store; s.Opened != 2 || !strings.HasPrefix(s.Error, "660 steps on one side, of which at most 200 are compared") {
		t.Errorf("opened %d, %q", s.Opened, s.Error)
	}
	c.Step, c.Sides = "10m", [2]screen.TimeTexts{}
	r.do(screen.OpenStored{Server: at, Choice: c})
	f := r.followed()
	if f == nil {
		t.Fatalf("it is no series: %v", r.docs.active.err)
	}
	defer f.Close()
	c.Step = "1h"
	c.Sides[ask.NewSide].From = "tomorrow"
	if s = r.do(screen.OpenStored{Server: at, Choice: c}).Store; s.Opened != 3 || !strings.HasPrefix(s.Error, "“tomorrow” is not a time") {
		t.Errorf("opened %d, %q", s.Opened, s.Error)
	}

	again := newRig(t)
	again.Restore(r.State())
	s = again.do(screen.OpenStore{}).Store
	if s.Address != "pyroscope+"+at.Address || s.Choice.Query != `service_name="shop"` || s.Choice.Until != "2026-11-24T13:00:00Z" || s.Choice.Step != "10m" || s.Asking || s.Asked != 0 {
		t.Errorf("the next time it begins with %+v", s)
	}
}

// With steps, two times are two groups of profiles. Steps without profiles are on no side and in no list, which is
// said once.
func TestStoreGroups(t *testing.T) {
	at := screen.Server{Address: stores.Pyroscope(t)}
	r, s := asked(t, at)
	c := s.Choice
	c.Query, c.Step = "pod=shop-1", "1m"
	c.Sides = [2]screen.TimeTexts{
		ask.BaseSide: {From: "2026-11-24T12:00:00Z", Until: "2026-11-24T12:05:00Z"}, // 0, 1, 2 have some
		ask.NewSide:  {From: "2026-11-24T12:19:00Z", Until: "2026-11-24T12:41:00Z"}, // 20, 40
	}
	s2 := r.do(screen.OpenStored{Server: at, Choice: c})
	of := r.docs.active.comparison()
	if of == nil || r.docs.active.state != screen.Ready {
		t.Fatalf("%q, %v", s2.Store.Error, r.docs.active.err)
	}
	if base, now := of.sides[ask.BaseSide], of.sides[ask.NewSide]; len(base) != 3 || len(now) != 2 || len(r.docs.all) != 6 {
		t.Errorf("%d and %d, of %d documents", len(base), len(now), len(r.docs.all))
	}
	if of.normalisation.By != compare.PerTotal { // no minute is covered whole
		t.Errorf("it begins %s", of.normalisation.By)
	}
	said := strings.Join(append(s2.Comparing.Base.Notes, s2.Comparing.New.Notes...), "\n")
	if said != "2 of 5 steps of the base have no profiles\n20 of 22 steps of the new side have no profiles" {
		t.Error(said)
	}
	p := r.docs.active.content.(*comparedProfiles).pair.Pair
	if base, now := p.Recordings(); base != 3 || now != 2 {
		t.Errorf("%d and %d recordings", base, now)
	}
	r.do(screen.Normalise{Normalisation: compare.Normalisation{By: compare.AsRecorded}})
	if r.do(screen.SwapSides{}); of.normalisation.By != compare.AsRecorded {
		t.Errorf("what was chosen has become %s", of.normalisation.By)
	}
	if s2 = r.shown; !strings.HasPrefix(strings.Join(s2.Comparing.Base.Notes, ""), "20 of 22 steps of the base") {
		t.Errorf("%q", s2.Comparing.Base.Notes)
	}
	r.do(screen.CloseAll{})
	c.Sides[ask.NewSide] = screen.TimeTexts{From: "2026-11-24T12:50:00Z", Until: "2026-11-24T12:53:00Z"}
	r.do(screen.OpenStored{Server: at, Choice: c})
	if err := r.docs.active.err; err == nil || !strings.Contains(err.Error(), "there are no profiles for") {
		t.Errorf("nothing on a side: %v", err)
	}
}

// The label of the curves can become one of the samples, and is one the next time, too.
func TestStoreLabels(t *testing.T) {
	at := screen.Server{Address: stores.Pyroscope(t)}
	r, s := asked(t, at)
	c := s.Choice
	c.Type, c.By, c.Labelled = "cpu", "pod", true
	r.do(screen.OpenStored{Server: at, Choice: c})
	shown := r.do(screen.ShowTab{Tab: ask.LabelsTab})
	if shown.Answer == nil || shown.Answer.Labels == nil {
		t.Fatalf("no labels: %v, %q", r.docs.active.err, r.shown.Store.Error)
	}
	values := map[string]bool{}
	for _, axis := range shown.Answer.Labels.Keys {
		for _, v := range axis.Values {
			if axis.Axis.Key == "pod" {
				values[v.Value.Text] = true
			}
		}
	}
	if len(values) != 3 || !values["shop-1"] {
		t.Errorf("pods of samples: %v", values)
	}
	other := c
	other.By = "service.name"
	if got := r.do(screen.OpenStored{Server: at, Choice: other}).Store; got.Opened != 1 || !strings.HasPrefix(got.Error, "Samples cannot get the label service.name") {
		t.Errorf("a name that cannot be asked for: opened %d, %q", got.Opened, got.Error)
	}
	again := newRig(t)
	again.Restore(r.State())
	if c := again.do(screen.OpenStore{}).Store.Choice; !c.Labelled || c.By != "pod" {
		t.Errorf("the next time it begins with %+v", c)
	}
}
