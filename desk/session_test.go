package desk

import (
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline"
)

// A limit in the preferences refuses a file, and says so, wherever the file is from.
func TestLimits(t *testing.T) {
	r := newRecordRig(t)
	r.Say("The font x is not used.")
	if r.Prefer(session.Preferences{FileLimit: 10}, false); r.shown.Notice != "" {
		t.Errorf("other preferences leave the notice %q", r.shown.Notice)
	}
	file := fixture.WriteCPU(t)
	s := r.do(screen.Open{Paths: []string{file}})
	if d := s.Documents[0]; d.State != screen.Failed || !strings.Contains(d.Detail, "File limits") {
		t.Errorf("%v: %s", d.State, d.Detail)
	}
	r.Do(screen.WatchFolder{Path: filepath.Dir(file)})
	s = r.await("its file", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && len(s.Folders[0].Files) == 1 && s.Folders[0].Files[0].State == screen.Broken
	})
	if f := s.Folders[0].Files[0]; !strings.Contains(f.Detail, "File limits") {
		t.Errorf("followed: %s", f.Detail)
	}
	r.Do(screen.StartRecording{
		Server: screen.Server{Address: serving(t, nil)}, Kinds: []screen.RecordKind{{Kind: "heap"}}, Folder: t.TempDir(),
	})
	r.await("its end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if !strings.Contains(r.Desk.Notice, "larger than the limit of 10B") || !strings.Contains(r.Desk.Notice, "File limits") {
		t.Errorf("recorded: %s", r.Desk.Notice)
	}
}

// A file that was beyond a limit is read again when the limits are others.
func TestLimitsRaised(t *testing.T) {
	r := newRig(t)
	r.Prefer(session.Preferences{FileLimit: 10}, false)
	s := r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), filepath.Join(t.TempDir(), "none.pprof")}})
	if s.Documents[0].State != screen.Failed {
		t.Fatalf("%+v", s.Documents[0])
	}
	r.Prefer(session.Preferences{}, false)
	s = r.settle()
	if s.Documents[0].State != screen.Ready || s.Documents[1].State != screen.Failed {
		t.Errorf("%+v", s.Documents)
	}
}

// The key that boxes are coloured by is kept: without it the next start would choose one of its own.
func TestColorLabelIsKept(t *testing.T) {
	for _, numeric := range []bool{false, true} {
		r := newRig(t)
		key := model.LabelAxis{Key: "tenant", Numeric: numeric}
		r.do(screen.Show{Change: func(d *ask.Display) { d.Coloring, d.ColorLabel = flame.ByLabel, key }})
		if d := r.restart().Display; d.Coloring != flame.ByLabel || d.ColorLabel != key {
			t.Errorf("%+v becomes %s by %+v", key, d.Coloring, d.ColorLabel)
		}
	}
}

// restart is the desk of the next start, with what the last one kept.
func (r *rig) restart() *rig {
	r.t.Helper()
	store := &session.Store{Path: filepath.Join(r.t.TempDir(), "session.json")}
	saver := session.NewSaver(store, time.Minute, func(err error) { r.t.Error(err) })
	saver.Set(r.State())
	saver.Close()
	state, notice := store.Load()
	if notice != "" {
		r.t.Fatal(notice)
	}
	n := newRig(r.t)
	n.Restore(state)
	n.Reopen(session.Opened{Documents: state.Documents, Active: state.Active})
	n.Publish()
	return n
}

// until runs posted functions until a condition holds.
func (r *rig) until(so func() bool) {
	for !so() {
		r.queue.Next()
	}
}

// names returns the documents in the sidebar.
func (r *rig) names() (all []string) {
	for _, d := range r.shown.Documents {
		all = append(all, d.Name)
	}
	return all
}

// All settings of a user come back: the documents, the questions, and the part of
// the answer that was on the screen.
func TestSessionReturns(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), fixture.WriteHeap(t), "../testdata/trace.trace"}})
	trace := r.shown.Documents[2].ID
	r.do(
		screen.Refine{Name: "focus", Text: "json"}, screen.Refine{Name: "ignore", Text: "log"},
		screen.SampleType{Name: "samples"}, screen.Ask{Change: func(q *query.Query) { q.Granularity = query.Lines; q.NoInlines = true }},
		screen.Search{Text: "Marshal"}, screen.ShowTab{Tab: ask.TopTab},
		screen.Show{Change: func(d *ask.Display) { d.RootDown = true; d.GraphNodes = 30; d.SortColumn = 3 }},
		screen.Zoom{Path: []string{"main.main"}}, screen.SaveFilters{Name: "mine"},
		screen.Activate{Document: trace},
		screen.LookTime{Window: timeline.Window{From: 1000, To: 5000}, Leap: true},
		screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "main"; q.Sort = timeline.ByBlocked; q.Flat = true }},
		screen.Activate{Document: r.shown.Documents[1].ID},
	)
	want := *r.shown
	n := r.restart()
	if got := n.names(); !reflect.DeepEqual(got, []string{"cpu.pprof", "heap.pprof", "trace.trace"}) {
		t.Errorf("before anything was read the sidebar has %q", got)
	}
	got := *n.settle()
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"tab", got.Tab, want.Tab}, {"query", got.Place.Query, want.Place.Query}, {"filters", got.Place.Filters, want.Place.Filters},
		{"zoom", got.Place.Zoom, want.Place.Zoom}, {"search", got.Search, want.Search}, {"display", got.Display, want.Display},
		{"active document", got.Documents[1].ID == got.Active, true}, {"sets of filters", n.navigation.saved, r.navigation.saved},
		{"way back", got.CanBack, false}, {"errors", len(got.Errors), 0},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, c.got, c.want)
		}
	}
	place := n.do(screen.Activate{Document: got.Documents[2].ID}).Trace.Place
	if place.Window != (timeline.Window{From: 1000, To: 5000}) || place.Lanes.Filter != "main" || place.Lanes.Sort != timeline.ByBlocked || !place.Lanes.Flat {
		t.Errorf("the place in the trace is %+v", place)
	}
}

// The active document is read first and alone. A file that is gone is shown as
// missing, and tried again at every start.
func TestSessionReadsActiveFirst(t *testing.T) {
	r := newRig(t)
	heap := fixture.WriteHeap(t)
	gone := fixture.Write(t, "gone.pprof", fixture.CpuTypes, "a 1")
	r.do(screen.Open{Paths: []string{gone, heap, fixture.WriteCPU(t)}}, screen.Activate{Document: 2})
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	n := r.restart()
	for i, d := range n.shown.Documents {
		if loading := n.docs.all[i].loading.Running(); loading != (d.Name == "heap.pprof") {
			t.Errorf("%s is being read: %v", d.Name, loading)
		}
	}
	n.settle()
	states := []screen.State{screen.Failed, screen.Ready, screen.Ready}
	for i, d := range n.shown.Documents {
		if d.State != states[i] {
			t.Errorf("%s is %v, %s", d.Name, d.State, d.Detail)
		}
	}
	if d := n.shown.Documents[0].Detail; !strings.Contains(d, "missing") {
		t.Errorf("the missing file is shown as %q", d)
	}
	if docs := n.restart().docs.all; len(docs) != 3 {
		t.Errorf("a missing file was forgotten: %d documents", len(docs))
	}
}

// Closing or cancelling while documents wait leaves none of them waiting for
// ever.
func TestSessionStops(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteHeap(t), fixture.WriteCPU(t)}})
	for _, i := range []screen.Intent{screen.Cancel{}, screen.Close{}, screen.Activate{Document: 2}} {
		n := r.restart()
		n.do(i)
		if len(n.shown.Documents) == 0 {
			t.Errorf("after %T no document is left", i)
		}
		for _, d := range n.shown.Documents {
			if d.State == screen.Loading {
				t.Errorf("after %T %s is still being read", i, d.Name)
			}
		}
	}
}

// A workspace brings its documents and filters in place of the open ones.
func TestWorkspace(t *testing.T) {
	r := newRig(t)
	r.path = filepath.Join(t.TempDir(), "before and after")
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), fixture.WriteHeap(t)}}, screen.Refine{Name: "focus", Text: "json"})
	r.do(screen.SaveWorkspace{})
	r.until(func() bool { return len(r.keeper.recent.Workspaces) == 1 })
	file := r.path + origin.Workspaces
	if !strings.Contains(r.shown.Notice, file) {
		t.Fatalf("saving told %q", r.shown.Notice)
	}
	n := newRig(t)
	n.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}})
	n.Do(screen.Open{Paths: []string{file}})
	n.until(func() bool { return len(n.docs.all) == 2 })
	s := n.settle()
	if got := n.names(); !reflect.DeepEqual(got, []string{"cpu.pprof", "heap.pprof"}) || len(s.Place.Filters) != 1 {
		t.Errorf("the workspace has %q with %v", got, s.Place.Filters)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	n.Do(screen.Open{Paths: []string{file}})
	n.until(func() bool { return strings.Contains(n.shown.Notice, "damaged") })
	if s := n.settle(); len(s.Documents) != 2 {
		t.Errorf("a damaged workspace leaves %d documents", len(s.Documents))
	}
}

// The address of a server in a workspace stays there, without what may be secret. Nothing is sent to
// the server until the user asks to read it again: that opens the dialog for recording. What cannot
// be kept is named when the workspace is saved.
func TestWorkspaceWithAnAddress(t *testing.T) {
	var asked atomic.Bool
	url := serving(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Store(true)
			next.ServeHTTP(w, r)
		})
	})
	r := newRecordRig(t)
	dir := t.TempDir()
	file, cpu := filepath.Join(dir, "w"+origin.Workspaces), fixture.WriteCPU(t)
	secret := strings.Replace(url, "http://", "http://ann:s3cret@", 1) + "/debug/pprof/heap?seconds=5&token=s3cret"
	text := `{"profstation_workspace":1,"documents":[{"path":"` + secret + `"},{"path":"` + filepath.ToSlash(cpu) + `"}],"active":1}`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r.Do(screen.Open{Paths: []string{file}})
	s := r.await("both", func(s *screen.Snapshot) bool {
		return len(s.Documents) == 2 && s.Documents[0].State == screen.Failed && s.Documents[1].State == screen.Ready && len(s.Jobs) == 0
	})
	if d := s.Documents[0]; !strings.Contains(d.Detail, "a server address") || strings.Contains(d.Name+d.Detail+d.Path, "s3cret") {
		t.Errorf("%+v", d)
	}
	if asked.Load() {
		t.Error("the server was asked before the user did")
	}
	again := filepath.Join(dir, "again"+origin.Workspaces)
	r.docs.add(&fileOrigin{path: "-"})
	r.Do(screen.SaveWorkspace{Path: again})
	r.until(func() bool { return strings.HasPrefix(r.Desk.Notice, "Saved: ") })
	if want := "Saved: " + again + " · left out for lack of a file: standard input"; r.Desk.Notice != want {
		t.Errorf("%q, want %q", r.Desk.Notice, want)
	}
	data, err := os.ReadFile(again)
	if err != nil || !strings.Contains(string(data), url+"/debug/pprof/heap?seconds=5\"") || strings.Contains(string(data), "s3cret") {
		t.Errorf("%s (%v)", data, err)
	}
	r.Do(screen.Reload{Document: s.Documents[0].ID})
	s = r.await("the offer", func(s *screen.Snapshot) bool { return s.Record != nil && !s.Record.Asking })
	if len(r.calls) != 1 || r.calls[0] != "record" || s.Record.Kind != "heap" || s.Record.Seconds != 5 || len(s.Record.Offers) == 0 || !asked.Load() {
		t.Errorf("%q: %+v", r.calls, s.Record)
	}
}

// What a workspace takes the place of can be opened again.
func TestWorkspaceReplaces(t *testing.T) {
	r := newRig(t)
	cpu, slow := fixture.WriteCPU(t), writeSlow(t)
	r.do(screen.Open{Paths: []string{cpu}})
	file := filepath.Join(t.TempDir(), "w"+origin.Workspaces)
	r.Do(screen.SaveWorkspace{Path: file})
	r.until(func() bool { return r.keeper.workspace == file })
	r.do(screen.CloseAll{}, screen.Open{Paths: []string{slow}}, screen.Open{Paths: []string{file}})
	s := r.shown
	if len(s.Documents) != 1 || s.Documents[0].Path != cpu || !s.Closed || !strings.Contains(s.Notice, "Reopen closed") {
		t.Fatalf("%d documents, %q", len(s.Documents), s.Notice)
	}
	if s = r.do(screen.Unclose{}); len(s.Documents) != 2 || !slices.ContainsFunc(s.Documents, func(d screen.Document) bool { return d.Path == slow }) {
		t.Errorf("opened again: %+v", s.Documents)
	}
}

// A filter in a workspace that is no expression is left out.
func TestWorkspaceWithBadFilters(t *testing.T) {
	r := newRig(t)
	file := filepath.Join(t.TempDir(), "w"+origin.Workspaces)
	must.Do(session.SaveWorkspace(file, session.Workspace{Documents: []session.Document{{
		Path: origin.Ref(fixture.WriteCPU(t)),
		Place: link.Place{Filters: []query.Refining{
			{Name: "focus", Text: "(("}, {Name: "ignore", Text: "log"},
		}},
	}}}))
	s := r.do(screen.Open{Paths: []string{file}})
	var names []string
	for _, f := range s.Place.Filters {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"ignore"}) || len(s.Errors) > 0 || s.Answer.Result == nil {
		t.Errorf("filters %q, errors %v", names, s.Errors)
	}
}
