package desk

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/http/pprof"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/measure/stores"
	"profstation/model/compare"
)

// hour is a choice of the hour that the stores of tests have.
func hour() screen.StoreChoice {
	return screen.StoreChoice{From: "2026-11-24T12:00:00Z", Until: "2026-11-24T13:00:00Z"}
}

// asked is a desk whose dialog shows what a store has in that hour.
func asked(t *testing.T, at screen.Server) (*rig, *screen.Store) {
	r := storeRig(t, "")
	r.do(screen.OpenStore{}, screen.AskStore{Server: at, Choice: hour()})
	return r, r.shown.Store
}

// total are the sums of the curves, by name.
func total(s *screen.Store) map[string]int64 {
	all := map[string]int64{}
	if s.Curve == nil {
		return all
	}
	for _, l := range s.Curve.Lines.Lines {
		for _, v := range l.Values {
			all[l.Name] += v
		}
	}
	return all
}

// The dialog lists what a store has, of both kinds, in people's words, and draws what was measured.
func TestStoreLists(t *testing.T) {
	for engine, at := range map[string]string{"Pyroscope": stores.Pyroscope(t), "Parca": stores.Parca(t)} {
		r, s := asked(t, screen.Server{Address: at})
		if s.Engine != engine || s.Error != "" || s.Asking || s.Drawing || !slices.Contains(r.calls, "store") {
			t.Fatalf("%s: %+v", engine, s)
		}
		if !slices.ContainsFunc(s.Types, func(x screen.StoreType) bool { return x.Title == "CPU time" && x.ID == s.Choice.Type }) {
			t.Errorf("%s has %+v, chosen is %s", engine, s.Types, s.Choice.Type)
		}
		if !slices.Contains(s.Labels, "pod") || s.Curve == nil || s.Step != 15*time.Second {
			t.Errorf("%s: %q, a curve is %v, in steps of %v", engine, s.Labels, s.Curve != nil, s.Step)
		}
		r.do(screen.AskLabel{Name: "pod"}, screen.AskLabel{Name: "nothing"})
		s = r.shown.Store
		if !slices.Contains(s.Values["pod"], "shop-2") || len(s.Values) != 1 {
			t.Errorf("%s: the values are %q", engine, s.Values)
		}
		if found := s.Complete(`pod="shop-2`, 8); len(found) != 1 || found[0].Text != `pod="shop-2"` {
			t.Errorf("%s: it proposes %+v", engine, found)
		}
	}
}

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

// What of an answer nobody understands stands in the dialog.
func TestStoreNote(t *testing.T) {
	to := must.Have(url.Parse(stores.Parca(t)))
	s := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			data, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			r.Body = io.NopCloser(strings.NewReader(`{"partial":true,` + strings.TrimPrefix(string(data), "{")))
			r.Header.Del("Content-Length")
			r.ContentLength = -1
			return nil
		},
	})
	t.Cleanup(s.Close)
	_, shown := asked(t, screen.Server{Address: s.URL})
	if !strings.Contains(shown.Note, "partial: true") || shown.Error != "" {
		t.Errorf("%q, %q", shown.Note, shown.Error)
	}
}

// A text that cannot be understood is known by where it stands, and forgotten once it is mended. The curve says what it
// is of meanwhile.
func TestStoreBlames(t *testing.T) {
	at := screen.Server{Address: stores.Pyroscope(t)}
	r, s := asked(t, at)
	good := s.Choice
	if s.Wrong != screen.NothingWrong || s.Drawn != good.OfCurve() {
		t.Fatalf("it begins with %+v", s)
	}
	for wrong, change := range map[screen.WrongText]func(*screen.StoreChoice){
		screen.WrongRequest:  func(c *screen.StoreChoice) { c.Request = "9a517183" },
		screen.WrongLabels:   func(c *screen.StoreChoice) { c.Query = "pod=" },
		screen.WrongTime:     func(c *screen.StoreChoice) { c.From = "noon" },
		screen.WrongOpened:   func(c *screen.StoreChoice) { c.Sides[ask.NewSide].From = "noon" },
		screen.WrongEvery:    func(c *screen.StoreChoice) { c.Every = "soon" },
		screen.WrongCompared: func(c *screen.StoreChoice) { c.Sides[ask.BaseSide].Until = "noon" },
		screen.WrongStep:     func(c *screen.StoreChoice) { c.Step = "often" },
	} {
		c := good
		change(&c)
		for _, i := range []screen.Intent{screen.ChooseStored{Choice: c}, screen.OpenStored{Server: at, Choice: c}} {
			if s = r.do(i).Store; s.Wrong != wrong || s.Error == "" || s.Opened > 0 {
				t.Errorf("%T: %d is wrong, want %d: %q", i, s.Wrong, wrong, s.Error)
			}
		}
		if s.Curve != nil && s.Drawn != good.OfCurve() {
			t.Errorf("%d: the old curve is of %+v", wrong, s.Drawn)
		}
		if s = r.do(screen.ChooseStored{Choice: good}).Store; s.Wrong != screen.NothingWrong || s.Error != "" || s.Drawn != good.OfCurve() {
			t.Errorf("%d: it still says %q", wrong, s.Error)
		}
	}
}

// The curve is of what is chosen: by a label, of some labels, of another type, of another time.
func TestStoreCurve(t *testing.T) {
	r, s := asked(t, screen.Server{Address: stores.Pyroscope(t)})
	all := total(s)[""]
	c := s.Choice
	c.By = "pod"
	s = r.do(screen.ChooseStored{Choice: c}).Store
	by := total(s)
	if len(by) != 3 || by["shop-1"]+by["shop-2"]+by["pricing-1"] != all || by["shop-1"] <= by["shop-2"] {
		t.Errorf("by pod it is %v of %d", by, all)
	}
	c.Query = `pod="shop-2"`
	if got := total(r.do(screen.ChooseStored{Choice: c}).Store); len(got) != 1 || got["shop-2"] != by["shop-2"] {
		t.Errorf("of one pod it is %v", got)
	}
	c.Query = `pod=`
	if s = r.do(screen.ChooseStored{Choice: c}).Store; !strings.Contains(s.Error, "is no selector of labels") {
		t.Errorf("half a selector: %q", s.Error)
	}
	c.Query, c.Until = "", "2026-11-24T12:04:00Z"
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Error != "" || len(total(s)) != 1 {
		t.Errorf("of four minutes: %q, %v", s.Error, total(s))
	}
	c.From, c.Until = "2026-11-24T11:00:00Z", "2026-11-24T11:30:00Z"
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Curve != nil || !strings.HasPrefix(s.Error, "The store has no profiles at this time") {
		t.Errorf("of a time without profiles: %q", s.Error)
	}
	c.From, c.Until = "noon", ""
	if s = r.do(screen.ChooseStored{Choice: c}).Store; !strings.HasPrefix(s.Error, "“noon” is not a time") {
		t.Errorf("of noon: %q", s.Error)
	}
}

// The curve is open in steps without profiles: there is no zero that nobody measured.
func TestStoreCurveGaps(t *testing.T) {
	for engine, of := range map[string]struct {
		at      string
		minutes []int
	}{
		"Pyroscope": {stores.Pyroscope(t), []int{0, 1, 2, 5, 10, 20, 40, 50}}, "Parca": {stores.Parca(t), []int{0, 5, 20}},
	} {
		_, s := asked(t, screen.Server{Address: of.at})
		var measured []int
		for i, p := range s.Curve.Lines.Points {
			if v := s.Curve.Lines.Lines[0].Values[i]; p.Missing != (v == 0) {
				t.Errorf("%s: at %v is %d, missing is %v", engine, p.Time, v, p.Missing)
			}
			if !p.Missing {
				measured = append(measured, int(p.Time.Sub(stores.Hour)/time.Minute))
			}
		}
		last := s.Curve.Lines.Points[len(s.Curve.Lines.Points)-1]
		if !slices.Equal(measured, of.minutes) || !last.Until.Equal(stores.Hour.Add(time.Hour)) {
			t.Errorf("%s: measured is in minutes %v, until %s", engine, measured, last.Until)
		}
	}
}

// The dialog begins with the question of the document in front, and asks if the user has asked before. What it shows
// already stays, such as the curve that the time was chosen from.
func TestStoreOfDocumentInFront(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t)
	const question = `type=cpu&query={pod="shop-1"}&by=version&from=2026-11-24T12:20:00Z&until=2026-11-24T12:40:00Z`
	r := storeRig(t, "")
	r.do(screen.Open{Paths: []string{at + "?key=s3cret&" + question}})
	s := r.do(screen.OpenStore{}).Store
	want := screen.StoreChoice{Type: stores.CPU, Query: `pod="shop-1"`, From: "2026-11-24T12:20:00Z", Until: "2026-11-24T12:40:00Z", By: "version", Labelled: true}
	if s.Address != at+"?key=s3cret" || s.Choice != want || s.Engine != "Pyroscope" || s.Curve == nil {
		t.Fatalf("it begins with %+v", s)
	}
	c := s.Choice
	c.From, c.Labelled, c.By = "2026-11-24T12:00:00Z", false, ""
	c.Sides[ask.NewSide] = screen.TimeTexts{From: "2026-11-24T12:20:00Z", Until: "2026-11-24T12:21:00Z"}
	r.do(screen.ChooseStored{Choice: c}, screen.OpenStored{Server: screen.Server{Address: s.Address}, Choice: c})
	before := r.shown.Store
	if s = r.do(screen.OpenStore{}).Store; len(r.docs.all) != 2 || s.Choice != c || s.Asked != before.Asked || s.Curve == nil {
		t.Errorf("again it begins with %+v", s)
	}
	r.do(screen.Activate{Document: r.docs.all[0].id})
	if s = r.do(screen.OpenStore{}).Store; s.Choice != want || s.Address != at+"?key=s3cret" {
		t.Errorf("of the first document it begins with %+v", s)
	}
	r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}})
	if s = r.do(screen.OpenStore{}).Store; s.Choice != want {
		t.Errorf("of a file it begins with %+v", s)
	}
	// What comes back with a session is not asked for unasked.
	again, state := storeRig(t, ""), r.State()
	again.Restore(state)
	again.Reopen(session.Opened{Documents: state.Documents, Active: 0})
	again.settle()
	again.do(screen.Activate{Document: again.docs.all[0].id})
	want.Type = "cpu"
	if s = again.do(screen.OpenStore{}).Store; s.Choice != want || s.Address != at || s.Asked != 0 || s.Asking {
		t.Errorf("after a restart it begins with %+v", s)
	}
}

// A program that serves net/http/pprof is no store, and the dialog leads to recording from it.
func TestStoreIsAProgram(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	program := httptest.NewServer(mux)
	t.Cleanup(program.Close)
	for _, at := range []string{program.URL, program.URL + "/debug/pprof"} {
		_, s := asked(t, screen.Server{Address: at})
		if !s.Program || !strings.HasPrefix(s.Error, "This is a program that serves net/http/pprof") {
			t.Errorf("%s: %+v", at, s)
		}
	}
	r, _ := asked(t, screen.Server{Address: program.URL})
	if s := r.do(screen.AskStore{Server: screen.Server{Address: stores.Pyroscope(t)}, Choice: hour()}).Store; s.Program || s.Engine == "" {
		t.Errorf("a store is said to be a program: %+v", s)
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

// Credentials are asked for, hold for what is opened and lie in no file.
func TestStoreCredentials(t *testing.T) {
	at := screen.Server{Address: stores.Pyroscope(t, "-token=t0ps3cret", "-tenant=s3cret-org")}
	r, s := asked(t, at)
	if !s.Credentials || !strings.Contains(s.Error, "denies access (401)") {
		t.Fatalf("without credentials: %+v", s)
	}
	at.Header = "Authorization: Bearer wr0ngs3cret"
	s = r.do(screen.AskStore{Server: at, Choice: hour()}).Store
	if !s.Credentials || strings.Contains(s.Error, "s3cret") || len(s.Types) > 0 {
		t.Fatalf("with wrong ones: %+v", s)
	}
	at.Header, at.Tenant = "Authorization: Bearer t0ps3cret", "s3cret-org"
	s = r.do(screen.AskStore{Server: at, Choice: hour()}).Store
	if s.Credentials || s.Error != "" || len(s.Types) == 0 {
		t.Fatalf("with the right ones: %+v", s)
	}
	r.do(screen.OpenStored{Server: at, Choice: s.Choice})
	if r.docs.active.profile() == nil {
		t.Fatal(r.docs.active.err)
	}
	// Who comes back to the dialog is known.
	if s = r.do(screen.OpenStore{Server: screen.Server{Address: at.Address}}).Store; s.Credentials || s.Engine == "" {
		t.Errorf("asked again: %q", s.Error)
	}
	if kept := string(must.Have(json.Marshal(r.State()))); strings.Contains(kept, "s3cret") || !strings.Contains(kept, `"stored":{"question":"pyroscope+`) {
		t.Errorf("kept is %s", kept)
	}
	if data := string(must.Have(json.Marshal(r.shown.Store.Choice))) + r.shown.Store.Error + r.docs.active.name(); strings.Contains(data, "s3cret") {
		t.Errorf("shown is %s", data)
	}
}

// An answer that comes after the next question is dropped, and one that is stopped says so.
func TestStoreSlowAnswers(t *testing.T) {
	at := must.Have(url.Parse(stores.Pyroscope(t)))
	waits, asks := make(chan struct{}), make(chan struct{}, 10)
	proxy := httputil.NewSingleHostReverseProxy(at)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asks <- struct{}{}
		select {
		case <-waits:
		case <-r.Context().Done():
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(slow.Close)
	r := storeRig(t, "")
	r.do(screen.OpenStore{})
	address := "pyroscope+" + slow.URL
	r.Do(screen.AskStore{Server: screen.Server{Address: address}, Choice: hour()})
	<-asks
	if !r.shown.Store.Asking {
		t.Error("it does not say that it asks")
	}
	s := r.do(screen.AskStore{Server: screen.Server{Address: at.String()}, Choice: hour()}).Store
	if s.Address != at.String() || s.Error != "" || s.Curve == nil {
		t.Fatalf("the second: %+v", s)
	}
	r.Do(screen.AskStore{Server: screen.Server{Address: address}, Choice: hour()})
	<-asks
	r.Do(screen.Cancel{})
	s = r.await("the end", func(s *screen.Snapshot) bool { return !s.Store.Asking }).Store
	if s.Error == "" || len(s.Types) > 0 {
		t.Errorf("stopped: %+v", s)
	}
	close(waits)
	if s = r.do(screen.AskStore{Server: screen.Server{Address: address}, Choice: hour()}).Store; s.Error != "" || s.Curve == nil {
		t.Errorf("asked again: %q", s.Error)
	}
}

// Beside the profile of a store are those of the same length, of the same store for the same user.
func TestStoreBeside(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu&from=2026-11-24T12:20:00Z&until=2026-11-24T12:40:00Z"
	r := storeRig(t, "")
	s := r.do(screen.Open{Paths: []string{at + "&key=s3cret"}})
	if !s.CanEarlier || !s.CanLater {
		t.Fatal("there is nothing beside it")
	}
	r.do(screen.Beside{})
	if doc := r.docs.active; r.docs.all[0] != doc || doc.profile() == nil || !strings.HasSuffix(doc.name(), "12:00:00–12:20:00") || !strings.HasSuffix(string(doc.origin.(*fileOrigin).typed), "&key=s3cret") {
		t.Errorf("before it is %s: %v", r.docs.active.name(), r.docs.active.err)
	}
	r.do(screen.Beside{Later: true})
	if len(r.docs.all) != 2 || r.docs.active != r.docs.all[1] {
		t.Errorf("back there are %d documents", len(r.docs.all))
	}
	r.do(screen.Beside{Later: true}, screen.Beside{Later: true})
	if doc := r.docs.active; doc != r.docs.all[3] || doc.err == nil || !strings.Contains(doc.name(), "13:00:00–13:20:00") {
		t.Errorf("after the last one is %s: %v", doc.name(), doc.err)
	}
	if s = r.do(screen.Beside{}); !s.CanEarlier || r.docs.active != r.docs.all[2] || len(r.docs.all) != 3 {
		t.Errorf("there is no way back from a time without profiles, or it stays: %d documents", len(r.docs.all))
	}
	if r.do(screen.Step{By: -1}); r.docs.active != r.docs.all[1] {
		t.Error("the key of a series does not lead to the time before")
	}
	r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}}, screen.Beside{})
	if !strings.HasPrefix(r.Desk.Notice, "This is not one profile of a store") {
		t.Errorf("beside a file: %q", r.Desk.Notice)
	}
}

// Steps of which none was answered are asked for again when their series is reloaded, or opened with other credentials.
func TestStoreSeriesComesBack(t *testing.T) {
	proxy := httputil.NewSingleHostReverseProxy(must.Have(url.Parse(stores.Pyroscope(t))))
	var denied atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if denied.Load() {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	at := "pyroscope+" + s.URL + "?type=" + stores.CPU + "&from=2026-11-24T12:00:00Z&until=2026-11-24T12:40:00Z&step=20m"
	for _, again := range []screen.Intent{screen.Reload{}, screen.Open{Paths: []string{at}}} {
		r := storeRig(t, "")
		denied.Store(true)
		r.do(screen.Open{Paths: []string{at}})
		r.await("a refusal", func(s *screen.Snapshot) bool { return len(s.Folders) == 1 && s.Folders[0].Failed.Name != "" })
		denied.Store(false)
		r.Do(again)
		r.await("the newest step", func(s *screen.Snapshot) bool {
			return len(s.Documents) == 1 && len(s.Folders) == 1 && s.Folders[0].Failed.Name == "" && s.Series != nil && s.Series.At == 1 && s.Answer != nil
		})
	}
}

// A time that ends now is asked for again as often as its question says, until the user ends that, also after a failure.
func TestStoreEvery(t *testing.T) {
	proxy := httputil.NewSingleHostReverseProxy(must.Have(url.Parse(stores.Pyroscope(t))))
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/SelectMergeProfile") && asked.Add(1) == 2 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	r := storeRig(t, "")
	r.do(screen.Open{Paths: []string{"pyroscope+" + s.URL + "?type=" + stores.CPU + "&from=2026-11-24T12:00:00Z&until=now&every=1s"}})
	shown := r.await("a profile", func(s *screen.Snapshot) bool { return s.Answer != nil })
	if !shown.CanAskAgain || !shown.AsksAgain {
		t.Fatal("it is not asked for again")
	}
	first := r.docs.active.profile()
	r.until(func() bool { return asked.Load() >= 3 && r.docs.active.profile() != first })
	if len(r.docs.all) != 1 {
		t.Errorf("there are %d documents", len(r.docs.all))
	}
	if shown = r.do(screen.Follow{}); shown.AsksAgain || !strings.HasSuffix(shown.Notice, " is no longer asked for again.") {
		t.Errorf("it goes on: %q", shown.Notice)
	}
	if shown = r.do(screen.Follow{}); !shown.AsksAgain || !strings.HasSuffix(shown.Notice, " is asked for again every 1s.") {
		t.Errorf("it does not go on: %q", shown.Notice)
	}
}

// A server that is recorded from and turns out to be a store says so, and is opened from.
func TestRecordFromAStore(t *testing.T) {
	at := stores.Pyroscope(t)
	r := storeRig(t, "")
	s := r.do(screen.Open{Paths: []string{at}})
	if s.Record.Store != "Pyroscope" || s.Record.Error != "This is Pyroscope, a store of profiles. Open profiles from it instead." {
		t.Fatalf("%+v", s.Record)
	}
	s = r.do(screen.OpenStore{Server: screen.Server{Address: at}})
	if s.Store.Engine != "Pyroscope" || !slices.Contains(r.calls, "store") {
		t.Errorf("%+v", s.Store)
	}
	if none := (session.Stored{}); r.State().Stored != none {
		t.Errorf("nothing was answered, and kept is %+v", r.State().Stored)
	}
}
