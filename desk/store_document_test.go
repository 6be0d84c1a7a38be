package desk

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/measure/stores"
)

// The dialog begins with the question of the document in front, and asks if the user has asked before. What it shows
// already stays, such as the curve that the time was chosen from. A key in the address is sent, and not shown.
func TestStoreOfDocumentInFront(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t)
	const question = `type=cpu&query={pod="shop-1"}&by=version&from=2026-11-24T12:20:00Z&until=2026-11-24T12:40:00Z`
	r := storeRig(t, "")
	r.do(screen.Open{Paths: []string{at + "?key=s3cret&" + question}})
	s := r.do(screen.OpenStore{}).Store
	want := screen.StoreChoice{Type: stores.CPU, Query: `pod="shop-1"`, From: "2026-11-24T12:20:00Z", Until: "2026-11-24T12:40:00Z", By: "version", Labelled: true}
	if s.Address != at || s.Choice != want || s.Engine != "Pyroscope" || s.Curve == nil {
		t.Fatalf("it begins with %+v", s)
	}
	c := s.Choice
	c.From, c.Labelled, c.By = "2026-11-24T12:00:00Z", false, ""
	c.Sides[ask.NewSide] = screen.TimeTexts{From: "2026-11-24T12:20:00Z", Until: "2026-11-24T12:21:00Z"}
	r.do(screen.ChooseStored{Choice: c}, screen.OpenStored{Server: screen.Server{Address: s.Address}, Choice: c})
	before := r.shown.Store
	if got := string(r.docs.all[1].origin.(*fileOrigin).typed); !strings.Contains(got, "key=s3cret") {
		t.Errorf("the store is asked for %s", got)
	}
	if s = r.do(screen.OpenStore{}).Store; len(r.docs.all) != 2 || s.Choice != c || s.Asked != before.Asked || s.Curve == nil {
		t.Errorf("again it begins with %+v", s)
	}
	r.do(screen.Activate{Document: r.docs.all[0].id})
	if s = r.do(screen.OpenStore{}).Store; s.Choice != want || s.Address != at {
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
