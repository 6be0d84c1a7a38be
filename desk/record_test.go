package desk

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/live"
)

// serving is a real server of profiles on the loopback interface, which profiles
// this very process.
func serving(t testing.TB, wrap func(http.Handler) http.Handler) string {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	var h http.Handler = mux
	if wrap != nil {
		h = wrap(mux)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// newRecordRig is a rig without credentials in its environment.
func newRecordRig(t testing.TB) *rig {
	r := newRig(t)
	r.recorder.getenv = func(string) string { return "" }
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRecordFromAServer(t *testing.T) {
	var collected atomic.Bool // before a heap profile
	url := serving(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/heap") && r.FormValue("gc") == "1" {
				collected.Store(true)
			}
			h.ServeHTTP(w, r)
		})
	})
	r := newRecordRig(t)
	r.do(screen.Open{Paths: []string{url + "/debug/pprof/"}})
	if len(r.calls) != 1 || r.calls[0] != "record" {
		t.Fatalf("an address opens %q", r.calls)
	}
	s := r.await("what it has", func(s *screen.Snapshot) bool { return len(s.Record.Offers) > 0 })
	kinds := map[string]screen.RecordOffer{}
	for _, o := range s.Record.Offers {
		kinds[o.Kind] = o
	}
	if !kinds["cpu"].Length || kinds["cpu"].Standard != 30 || !kinds["heap"].Delta || s.Record.Error != "" || s.Record.Folder == "" {
		t.Errorf("%+v", s.Record)
	}
	dir := filepath.Join(t.TempDir(), "captures")
	r.Do(screen.StartRecording{
		Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "heap"}, {Kind: "goroutine"}}, Folder: dir,
	})
	s = r.await("both on the screen", func(s *screen.Snapshot) bool {
		return s.Series != nil && len(s.Series.Kinds) == 2 && s.Answer != nil && len(s.Jobs) == 0
	})
	if !collected.Load() {
		t.Error("the heap is recorded as it was at the last collection")
	}
	if len(s.Folders) != 1 || s.Folders[0].Path != dir || len(s.Folders[0].Files) != 2 {
		t.Fatalf("%+v", s.Folders)
	}
	for _, f := range s.Folders[0].Files {
		if ok, _ := filepath.Match("20??-??-??T??-??-??_*.pb.gz", filepath.Base(f.Path)); !ok || f.State != screen.Whole {
			t.Errorf("file %+v", f)
		}
	}
	if !strings.HasPrefix(r.Desk.Notice, "Recorded: 20") || !strings.HasSuffix(r.Desk.Notice, " · beside the heap profile: memstats") {
		t.Errorf("it ends with %q", r.Desk.Notice)
	}
}

// The line of a repeated recording shows what is saved and when the next capture
// comes. The recording ends when it is stopped; the trend grows meanwhile.
func TestRecordAgainAndAgain(t *testing.T) {
	url := serving(t, nil)
	r := newRecordRig(t)
	r.Do(screen.StartRecording{
		Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "goroutine"}}, Folder: t.TempDir(), Every: 1e9,
	})
	r.do(screen.ShowTrend{})
	s := r.await("two points", func(s *screen.Snapshot) bool {
		return s.Answer != nil && s.Series != nil && s.Series.Count >= 2
	})
	if len(s.Jobs) != 1 || !strings.Contains(s.Jobs[0].Text, "Recording goroutine from 127.0.0.1") || !strings.Contains(s.Jobs[0].Text, " saved") {
		t.Errorf("%+v", s.Jobs)
	}
	if s.Series.At != s.Series.Count-1 {
		t.Errorf("the newest is not shown: %+v", s.Series)
	}
	r.Do(s.Jobs[0].Cancel)
	r.await("the end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if !strings.Contains(r.Desk.Notice, "stopped") {
		t.Errorf("%q", r.Desk.Notice)
	}
}

// A recording that is stopped says what it has missed, too.
func TestRecordStoppedWithMisses(t *testing.T) {
	var broken atomic.Bool
	url := serving(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if broken.Load() {
				http.Error(w, "gone", http.StatusNotFound)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	r := newRecordRig(t)
	r.Do(screen.StartRecording{
		Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "goroutine"}}, Folder: t.TempDir(), Every: 1e8,
	})
	r.await("the first", func(s *screen.Snapshot) bool { return len(s.Jobs) == 1 && strings.Contains(s.Jobs[0].Text, " saved") })
	broken.Store(true)
	s := r.await("a miss", func(s *screen.Snapshot) bool { return len(s.Jobs) == 1 && strings.Contains(s.Jobs[0].Text, " missed") })
	r.Do(s.Jobs[0].Cancel)
	r.await("the end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if ok, _ := regexp.MatchString(`^Recording from 127\.0\.0\.1:\d+ stopped: [1-9]\d* saved, [1-9]\d* missed\.$`, r.Desk.Notice); !ok {
		t.Errorf("%q", r.Desk.Notice)
	}
}

// Two recordings are listed, and each can be stopped by itself. Where both are stopped at once, the message is about both.
func TestTwoRecordings(t *testing.T) {
	r := newRecordRig(t)
	begin := func() {
		r.Do(screen.StartRecording{
			Server: screen.Server{Address: serving(t, nil)}, Kinds: []screen.RecordKind{{Kind: "goroutine"}}, Folder: t.TempDir(), Every: 1e9,
		})
	}
	begin()
	begin()
	s := r.await("both", func(s *screen.Snapshot) bool { return len(s.Recordings) == 2 })
	for _, l := range s.Recordings {
		if !strings.HasPrefix(l.Name, "goroutine from 127.0.0.1:") {
			t.Errorf("%+v", l)
		}
	}
	first, second := s.Recordings[0], s.Recordings[1]
	r.Do(screen.StopRecording{ID: second.ID})
	s = r.await("the end of one", func(s *screen.Snapshot) bool { return len(s.Recordings) == 1 })
	_, host, _ := strings.Cut(second.Name, " from ")
	if s.Recordings[0] != first || !strings.Contains(r.Desk.Notice, host) {
		t.Errorf("%+v, %q", s.Recordings, r.Desk.Notice)
	}
	begin()
	r.Do(screen.StopRecording{})
	r.await("the end of all", func(s *screen.Snapshot) bool { return len(s.Recordings) == 0 })
	if ok, _ := regexp.MatchString(`^2 recordings stopped: \d+ saved, \d+ missed\.$`, r.Desk.Notice); !ok {
		t.Errorf("%q", r.Desk.Notice)
	}
}

// The line of a capture shows how long it still takes, and cancels it.
func TestRecordIsCancelled(t *testing.T) {
	url := serving(t, nil)
	r := newRecordRig(t)
	dir := t.TempDir()
	r.Do(screen.StartRecording{Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "trace", Seconds: 60}}, Folder: dir})
	s := r.await("the time left", func(s *screen.Snapshot) bool {
		return len(s.Jobs) == 1 && strings.Contains(s.Jobs[0].Text, " left") && s.Jobs[0].Done >= 0
	})
	r.Do(s.Jobs[0].Cancel)
	r.await("the end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("left over: %v, %v", files, err)
	}
}

// Mistakes of a server or a user are reported in plain words, with a way out.
// Credentials appear nowhere.
func TestRecordFaults(t *testing.T) {
	locked := serving(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "ann" || password != "s3cret" {
				w.Header().Set("WWW-Authenticate", "Basic")
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	secure := httptest.NewTLSServer(http.DefaultServeMux)
	defer secure.Close()
	r := newRecordRig(t)
	ask := func(s screen.Server) *screen.Record {
		r.Do(screen.AskServer{Server: s})
		return r.await("an answer", func(s *screen.Snapshot) bool { return !s.Record.Asking }).Record
	}
	if got := ask(screen.Server{Address: locked}); !got.Credentials || got.Error == "" || len(got.Offers) > 0 {
		t.Errorf("without a password: %+v", got)
	}
	got := ask(screen.Server{Address: locked, User: "ann", Password: "s3cret"})
	if len(got.Offers) == 0 || got.Error != "" {
		t.Errorf("with it: %+v", got)
	}
	if got := ask(screen.Server{Address: secure.URL}); !got.Certificate || got.Error == "" {
		t.Errorf("self-signed: %+v", got)
	}
	empty := httptest.NewServer(http.NotFoundHandler())
	defer empty.Close()
	for address, want := range map[string]string{
		"ftp://example.org":        "Addresses with ftp are not supported. Use http, https or unix.",
		"http://127.0.0.1:1":       "Nothing listens at 127.0.0.1:1. Does the program run, and does it serve net/http/pprof there?",
		"not a url at all":         "This is not an address of a server. Write it like http://host:6060.",
		empty.URL:                  "The server has no such page (404). Does it import net/http/pprof? Give the address where that is mounted.",
		"http://h/profile/p?a=b@c": "It is not clear which part is the host. Write %2F, %3F, %23 and %40 for / ? # @ in a user, a password or a query.",
	} {
		if got := ask(screen.Server{Address: address}); got.Error != want {
			t.Errorf("%s: %q, want %q", address, got.Error, want)
		}
	}
	for _, i := range []screen.StartRecording{
		{Server: screen.Server{Address: locked}, Folder: "x"},
		{Server: screen.Server{Address: locked}, Kinds: []screen.RecordKind{{Kind: "heap"}}},
		{Server: screen.Server{Address: "ftp://x"}, Kinds: []screen.RecordKind{{Kind: "heap"}}, Folder: "x"},
	} {
		if r.Do(i); r.shown.Record.Error == "" || len(r.shown.Jobs) > 0 {
			t.Errorf("%+v is not refused", i)
		}
	}
	// A failed capture is reported with its kind.
	r.Do(screen.StartRecording{Server: screen.Server{Address: locked}, Kinds: []screen.RecordKind{{Kind: "heap"}}, Folder: t.TempDir()})
	r.await("its end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if !strings.Contains(r.Desk.Notice, "heap: ") {
		t.Errorf("%q", r.Desk.Notice)
	}
}

// The address of one page asks for that page.
func TestRecordOnePage(t *testing.T) {
	url := serving(t, nil)
	r := newRecordRig(t)
	r.do(screen.Open{Paths: []string{url + "/debug/pprof/profile?seconds=5"}})
	s := r.await("an answer", func(s *screen.Snapshot) bool { return !s.Record.Asking })
	if s.Record.Kind != "cpu" || s.Record.Seconds != 5 {
		t.Errorf("%+v", s.Record)
	}
}

// The dialog begins with the answers of the last time, also after a start, and each server has a folder of
// its own. Credentials are not kept.
func TestRecordingIsRemembered(t *testing.T) {
	r := newRig(t)
	r.recorder.getenv = func(string) string { return "" }
	dir := t.TempDir()
	target, err := live.Parse("http://user:secret@localhost:1")
	if err != nil {
		t.Fatal(err)
	}
	r.recorder.keep(screen.StartRecording{
		Server: screen.Server{Address: "http://user:secret@localhost:1", Password: "secret"},
		Kinds:  []screen.RecordKind{{Kind: "heap"}, {Kind: "cpu", Seconds: 7}}, Every: time.Minute, Folder: dir,
	}, target, dir)
	state := r.State()
	if text := fmt.Sprintf("%+v", state); strings.Contains(text, "secret") {
		t.Errorf("the session keeps a password: %s", text)
	}
	next := newRig(t)
	next.Restore(state)
	s := next.do(screen.OpenRecord{})
	if x := s.Record; !strings.Contains(x.Address, "localhost:1") || x.Every != 60 || x.Chosen["cpu"] != 7 || len(x.Chosen) != 2 || x.Folder != dir {
		t.Errorf("the dialog begins with %+v", x)
	}
	// So it does after a recording of the same session, with what the server offers.
	next.recorder.shown = &screen.Record{Address: "localhost:1", Offers: []screen.RecordOffer{{Kind: "cpu"}}, Error: "gone", Chosen: map[string]int{"heap": 0}}
	if x := next.do(screen.OpenRecord{}).Record; x.Every != 60 || x.Chosen["cpu"] != 7 || x.Folder != dir || len(x.Offers) != 1 || x.Error != "" {
		t.Errorf("opened again it begins with %+v", x)
	}
	if got := next.recorder.folderOf(target); got != dir {
		t.Errorf("the server's folder is %q, want %q", got, dir)
	}
	other, err := live.Parse("http://localhost:2")
	if err != nil {
		t.Fatal(err)
	}
	if got := next.recorder.folderOf(other); got == dir || !strings.Contains(got, "localhost") {
		t.Errorf("another server's folder is %q", got)
	}
}

// A trace that breaks off is kept as far as it came: when the server dies, when it is stopped, and when the program
// ends. It opens with what is whole in it.
func TestBeginningOfATraceIsKept(t *testing.T) {
	whole, err := os.ReadFile("../testdata/trace.trace")
	if err != nil {
		t.Fatal(err)
	}
	cut := whole[:len(whole)*3/4]
	var dies atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(cut)
		w.(http.Flusher).Flush()
		if dies.Load() {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	r := newRecordRig(t)
	start := func(dir string) {
		r.Do(screen.StartRecording{Server: screen.Server{Address: server.URL}, Kinds: []screen.RecordKind{{Kind: "trace", Seconds: 60}}, Folder: dir})
	}
	arrived := func() {
		r.await("the beginning", func(*screen.Snapshot) bool {
			return r.recorder.recordings[0].state[live.Trace].Progress.Bytes == int64(len(cut))
		})
	}
	for _, x := range []struct {
		name, says string
		end        func()
	}{
		{"stopped", " stopped: 1 profile saved.", func() { r.Do(screen.StopRecording{}) }},
		{"dead", "trace: The answer was cut off after ", func() {}},
	} {
		dir := t.TempDir()
		if x.name == "dead" {
			dies.Store(true)
			start(dir)
		} else {
			start(dir)
			arrived()
		}
		x.end()
		s := r.await("a trace", func(s *screen.Snapshot) bool {
			return len(s.Jobs) == 0 && s.Trace != nil && strings.HasPrefix(s.Documents[len(s.Documents)-1].Path, dir)
		})
		if tr := s.Trace.Timeline.Trace; tr.Complete() || tr.Events == 0 {
			t.Errorf("%s: %d events, complete %v", x.name, tr.Events, tr.Complete())
		}
		if !strings.Contains(r.Desk.Notice, x.says) {
			t.Errorf("%s: it ends with %q", x.name, r.Desk.Notice)
		}
	}
	dies.Store(false)
	dir := t.TempDir()
	start(dir)
	arrived()
	EndRecordings(r.Desk)
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || !strings.HasSuffix(files[0].Name(), "_trace.trace") {
		t.Errorf("the end of the program leaves %v, %v", files, err)
	}
}

// The dialog that is opened again knows no longer how many records there are, and one for another server proposes a
// folder for that, also for another program behind the same gateway.
func TestRecordDialogOpenedAgain(t *testing.T) {
	url := serving(t, nil)
	r := newRecordRig(t)
	r.do(screen.OpenRecord{Address: url})
	s := r.await("what it has", func(s *screen.Snapshot) bool { return len(s.Record.Offers) > 0 })
	folder, opened := s.Record.Folder, s.Record.Opened
	r.Do(screen.StartRecording{Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "heap"}}, Folder: t.TempDir()})
	r.await("its end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 && len(s.Folders) > 0 })
	s = r.do(screen.OpenRecord{})
	if s.Record.Address != url || len(s.Record.Offers) == 0 || s.Record.Opened != opened+1 || s.Record.Folder == folder {
		t.Errorf("opened again: %+v", s.Record)
	}
	for _, o := range s.Record.Offers {
		if o.Count >= 0 || strings.Contains(o.Note, "empty") {
			t.Errorf("%s still has %d records, %q", o.Kind, o.Count, o.Note)
		}
	}
	r.Do(screen.OpenRecord{Address: "http://127.0.0.1:1/shop/debug/pprof/"})
	first := r.shown.Record
	if len(first.Offers) > 0 || !strings.HasSuffix(first.Folder, "127.0.0.1-1-shop") {
		t.Errorf("for another server: %+v", first)
	}
	r.Do(screen.OpenRecord{Address: "http://127.0.0.1:1/cart/debug/pprof/"})
	if got := r.shown.Record.Folder; got == first.Folder {
		t.Errorf("two programs record into %s", got)
	}
}

// What of an address is secret is in no snapshot once the desk has it, and is sent all the same: by what is shown of
// the address, unless other credentials are given.
func TestRecordHidesSecrets(t *testing.T) {
	url := serving(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "ann" || password != "s3cret" || r.FormValue("token") != "t0p" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	host := strings.TrimPrefix(url, "http://")
	for typed, shown := range map[string]string{
		"http://ann:s3cret@" + host + "/debug/pprof/?token=t0p": "http://" + host + "/debug/pprof/",
		"ann:s3cret@" + host + "?token=t0p":                     host,
	} {
		r := newRecordRig(t)
		hidden := func(when string, s *screen.Snapshot) {
			t.Helper()
			if text := fmt.Sprintf("%+v", *s.Record); s.Record.Address != shown || strings.Contains(text, "s3cret") || strings.Contains(text, "t0p") {
				t.Errorf("%s, %s: %s", typed, when, text)
			}
		}
		answered := func(s *screen.Snapshot) bool { return !s.Record.Asking }
		r.Do(screen.AskServer{Server: screen.Server{Address: typed}})
		hidden("asked", r.shown)
		if s := r.await("an answer", answered); len(s.Record.Offers) == 0 {
			t.Errorf("%s: %s", typed, s.Record.Error)
		}
		r.Do(screen.AskServer{Server: screen.Server{Address: shown}})
		if s := r.await("another", answered); len(s.Record.Offers) == 0 {
			t.Errorf("%s, as shown: %s", typed, s.Record.Error)
		}
		r.Do(screen.StartRecording{Server: screen.Server{Address: shown}, Kinds: []screen.RecordKind{{Kind: "heap"}}, Folder: t.TempDir()})
		r.await("its end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
		if !strings.HasPrefix(r.Desk.Notice, "Recorded: ") {
			t.Errorf("%s: %s", typed, r.Desk.Notice)
		}
		hidden("opened again", r.do(screen.OpenRecord{}))
		if text := fmt.Sprintf("%+v", r.State()); strings.Contains(text, "s3cret") || strings.Contains(text, "t0p") {
			t.Errorf("%s: the session keeps %s", typed, text)
		}
		r.Do(screen.AskServer{Server: screen.Server{Address: shown, User: "bob", Password: "other"}})
		if s := r.await("a refusal", answered); !s.Record.Credentials {
			t.Errorf("%s: the hidden password counts for somebody else: %+v", typed, s.Record)
		}
	}
	// An older program has kept an address with all that was typed.
	old := newRecordRig(t)
	old.Restore(session.State{Record: session.Record{Address: "ann:s3cret@" + host}})
	if s := old.do(screen.OpenRecord{}); s.Record.Address != host || strings.Contains(fmt.Sprintf("%+v", old.State()), "s3cret") {
		t.Errorf("it comes back as %s", s.Record.Address)
	}
	// What nobody can read stays, for its user to mend.
	r := newRecordRig(t)
	const odd = "http://ann:s3/cret@host"
	r.Do(screen.AskServer{Server: screen.Server{Address: odd}})
	if got := r.shown.Record; got.Address != odd || got.Error == "" {
		t.Errorf("%+v", got)
	}
}
