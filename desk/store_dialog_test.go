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
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/measure/stores"
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
