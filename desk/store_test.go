package desk

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/internal/secrets"
	"profstation/loader/httpclient"
	"profstation/measure/stores"
)

func TestMain(m *testing.M) {
	edited()
	time.Local = time.UTC // names and errors have local times
	code := m.Run()
	stores.Remove()
	os.Exit(code)
}

// storeRig is a desk whose environment has credentials.
func storeRig(t *testing.T, header string) *rig {
	r := newRig(t)
	r.recorder.getenv = func(name string) string {
		if name == httpclient.EnvHeader {
			return header
		}
		return ""
	}
	return r
}

// The question of a store is a document like a file: it is read, read again, compared, and kept
// without credentials. A next start asks nobody until the user says so.
func TestStoreDocument(t *testing.T) {
	at := stores.Pyroscope(t, "-token=t0ps3cret", "-tenant=s3cret-org")
	public := "pyroscope+" + at + `?type=cpu&query={pod="shop-1"}` + stores.Interval
	typed := strings.Replace(public, "://", "://ann:pas3cret@", 1) + "&key=s3cret"
	const header = "Authorization: Bearer t0ps3cret\nX-Scope-OrgID: s3cret-org"
	r := storeRig(t, header)
	s := r.do(screen.Open{Paths: []string{typed}})
	doc := r.docs.active
	if doc == nil || doc.profile() == nil || doc.state != screen.Ready {
		t.Fatalf("%+v", s.Documents)
	}
	if got := doc.name(); !strings.HasPrefix(got, `cpu {pod="shop-1"} 2026-11-24 12:00:00–13:00:00`) && !strings.HasPrefix(got, `cpu {pod="shop-1"} 2026-11-24`) {
		t.Errorf("it is called %s", got)
	}
	if r.width() != 5*9_640_000_000 {
		t.Errorf("it has %d", r.width())
	}
	r.do(screen.Reload{})
	if doc.profile() == nil || doc.err != nil {
		t.Error(doc.err)
	}
	other := strings.Replace(public, "shop-1", "shop-2", 1)
	r.do(screen.Compare{Base: screen.Picks{Documents: []int{doc.id}}, New: screen.Picks{Paths: []string{other}}})
	if c := r.docs.active.comparison(); c == nil || r.docs.active.state != screen.Ready {
		t.Fatalf("the comparison: %v", r.docs.active.err)
	}

	state := r.State()
	data := must.Have(json.Marshal(state))
	workspace := filepath.Join(t.TempDir(), "w.profstation")
	r.do(screen.SaveWorkspace{Path: workspace})
	data = append(data, must.Have(os.ReadFile(workspace))...)
	if strings.Contains(string(data), "s3cret") || strings.Count(string(data), "pyroscope+") < 6 {
		t.Errorf("kept is %s", data)
	}
	again := storeRig(t, header)
	again.Restore(state)
	again.Reopen(session.Opened{Documents: state.Documents, Active: 0})
	again.settle()
	if len(again.docs.all) != 3 || again.docs.all[0].err != errUnasked {
		t.Fatalf("%d documents, %v", len(again.docs.all), again.docs.all[0].err)
	}
	again.do(screen.Activate{Document: again.docs.all[0].id}, screen.Reload{})
	if again.docs.all[0].profile() == nil {
		t.Errorf("asked again: %v", again.docs.all[0].err)
	}

	refused := storeRig(t, "")
	refused.do(screen.Open{Paths: []string{typed}})
	if err := refused.docs.active.err; err == nil || !strings.Contains(err.Error(), "denies access (401)") || strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}

// A question with steps is a series, as a folder's files are.
func TestStoreSeries(t *testing.T) {
	r := storeRig(t, "")
	address := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={service_name="shop"}` + stores.Interval + "&step=10m"
	r.do(screen.Open{Paths: []string{address}})
	f := r.followed()
	if f == nil {
		t.Fatalf("it is no series: %v", r.docs.active.err)
	}
	defer f.Close()
	s := r.await("the steps that have something", func(s *screen.Snapshot) bool {
		return s.Series != nil && s.Series.Count == 4 && len(f.Files()) == 4 && r.docs.active.profile() != nil
	})
	if s.Series == nil || s.Series.Count != 4 || r.Kind() != ask.OfSeries {
		t.Fatalf("%+v", s.Series)
	}
	if name := f.Files()[0].Name; !strings.Contains(name, "–") {
		t.Errorf("a step is called %s", name)
	}
	if line := s.Folders[0]; !line.Steps || line.Note != "4 profiles, 2 of 6 steps have no profiles" {
		t.Errorf("its line says %q", line.Note)
	}
	before := f.file
	r.do(screen.Step{By: -1})
	if f.file == before || !strings.Contains(f.file, "&from=2026-11-24T12:40:00Z") {
		t.Errorf("a step back leads to %s", f.file)
	}
	if s = r.do(screen.Beside{}); !strings.Contains(f.file, "&from=2026-11-24T12:20:00Z") || !s.CanEarlier || !s.CanLater {
		t.Errorf("the time before is %s", f.file)
	}
	if s = r.do(screen.Beside{Later: true}, screen.Beside{Later: true}); f.file != before || s.CanLater || len(r.docs.all) != 1 {
		t.Errorf("the time after is %s", f.file)
	}
	if r.do(screen.Beside{Later: true}); r.Desk.Notice != "This is the last profile of the series." {
		t.Errorf("after the last: %q", r.Desk.Notice)
	}
	r.do(screen.Step{By: -1}, screen.ShowTab{Tab: ask.TrendTab})
	if a := r.shown.Answer; a == nil || a.Trend == nil {
		t.Fatal("there is no trend")
	}
	r.do(screen.CompareSeries{})
	if r.docs.active.comparison() == nil || r.docs.active.state != screen.Ready {
		t.Errorf("compared with the step before: %v", r.docs.active.err)
	}
	kept := must.Have(json.Marshal(r.State().Documents))
	if !strings.Contains(string(kept), "step=10m") {
		t.Errorf("kept is %s", kept)
	}
}

// Where what was in use is added up, every caption says so.
func TestStoreMoments(t *testing.T) {
	r := storeRig(t, "")
	address := "pyroscope+" + stores.Pyroscope(t) + `?type=memory:inuse_space` + stores.Interval
	s := r.do(screen.Open{Paths: []string{address}})
	if got := s.Documents[0].Detail; !strings.HasSuffix(got, "MB added up") {
		t.Errorf("its line says %q", got)
	}
	exported := func(tab ask.Tab) string {
		r.do(screen.ShowTab{Tab: tab})
		r.export = filepath.Join(t.TempDir(), "view.svg")
		r.do(screen.Export{})
		return string(must.Have(os.ReadFile(r.export)))
	}
	for _, tab := range []ask.Tab{ask.FlameTab, ask.GraphTab, ask.TopTab} {
		if got := exported(tab); !strings.Contains(got, "added up over all profiles of that time") {
			t.Errorf("tab %d does not say it: %.600s", tab, got)
		}
	}
	r.do(screen.Open{Paths: []string{address + "&step=30m"}})
	f := r.followed()
	if f == nil {
		t.Fatalf("it is no series: %v", r.docs.active.err)
	}
	defer f.Close()
	s = r.await("the steps", func(s *screen.Snapshot) bool { return s.Series != nil && s.Series.Count == 2 })
	if kinds := strings.Join(s.Series.Kinds, " "); strings.Contains(kinds, "changes") {
		t.Errorf("the series is called %s", kinds)
	}
	if got := exported(ask.TrendTab); !strings.Contains(got, "each figure is added up over all profiles of its time") {
		t.Errorf("the trend does not say it: %.600s", got)
	}
}

// What a window keeps, writes and shows has no credentials in it: a search of the home folder, in which all of that
// is written, finds none. That is so where the store takes them, and where it refuses them.
func TestStoreLeavesNoSecret(t *testing.T) {
	public := "pyroscope+" + stores.Pyroscope(t, "-token=t0ps3cret-token", "-tenant=s3cret-tenant") + "?type=cpu" + stores.Interval
	home := secrets.Home(t) // of the program alone: the store was built in another
	typed := strings.Replace(public, "://", "://ann:s3cret-password@", 1) + "&api=s3cret-key"
	for i, header := range []string{"Authorization: Bearer t0ps3cret-token\nX-Scope-OrgID: s3cret-tenant", "Authorization: Bearer t0ps3cret-token-of-another", "Authorization t0ps3cret-token"} {
		r := storeRig(t, header)
		folder := filepath.Join(home, strings.Repeat("x", i+1))
		must.Have(0, os.Mkdir(folder, 0o700))
		r.do(screen.Open{Paths: []string{typed, typed + "&by=pod,version", typed + `&query={pod="nobody"}`}})
		var ids []int
		works := 0
		for _, d := range r.docs.all {
			ids = append(ids, d.id)
			if d.profile() != nil {
				works++
			}
		}
		if want := []int{2, 0, 0}[i]; works != want {
			t.Errorf("header %d: %d documents, expected %d", i, works, want)
		}
		r.do(screen.Compare{Base: screen.Picks{Documents: ids[:1]}, New: screen.Picks{Documents: ids[1:2]}})
		r.do(screen.Open{Paths: []string{typed + "&step=20m"}})
		if f := r.followed(); i == 0 {
			if f == nil {
				t.Fatalf("it is no series: %v", r.docs.active.err)
			}
			r.await("the steps", func(s *screen.Snapshot) bool { return s.Series != nil && s.Series.Count == 3 })
		}
		if f := r.followed(); f != nil {
			defer f.Close()
		}
		for _, tab := range []ask.Tab{ask.FlameTab, ask.TrendTab, ask.OverviewTab} {
			r.do(screen.ShowTab{Tab: tab})
			r.export = filepath.Join(folder, fmt.Sprintf("view-%d.svg", tab))
			r.do(screen.Export{})
		}
		r.path = filepath.Join(folder, "page.html")
		r.do(screen.Report{})
		r.do(screen.SaveWorkspace{Path: filepath.Join(folder, "w.profstation")})
		saver := session.NewSaver(session.Default(), 0, func(err error) { t.Error(err) })
		saver.Set(r.State())
		saver.Close()
		shown := must.Have(json.Marshal([]any{r.shown.Documents, r.shown.Folders, r.shown.Jobs, r.shown.Notice, r.copied, r.calls, r.offer.Name}))
		must.Have(0, os.WriteFile(filepath.Join(folder, "shown.json"), shown, 0o600))
	}
	secrets.NoneIn(t, home, 11, "t0ps3cret-token", "s3cret-tenant", "s3cret-password", "s3cret-key")
}
