package desk

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/hostile"
)

// openedBundle is a rig with a bundle of two CPU profiles, a trace, and files of other kinds.
func openedBundle(t *testing.T, profiles ...string) (*rig, string) {
	var pairs []any
	add := func(name, path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, name, data)
	}
	for _, path := range profiles {
		add("run/"+filepath.Base(path), path)
	}
	add("run/go.trace", "../testdata/trace.trace")
	pairs = append(pairs, "run/log", []byte("a\nb\nc\nd\n"), "version", []byte("go version go1.26\n"))
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	if err := os.WriteFile(path, hostile.Pack(hostile.Tar(pairs...)), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{path}})
	r.await("all entries", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && len(s.Folders[0].Files) == len(profiles)+1 && s.Series != nil && s.Series.Unread == 0 && s.Series.At >= 0
	})
	return r, path
}

// TestABundleIsAFolder shows a bundle as a folder, with a series, the trace's clock, and what stands beside them.
func TestABundleIsAFolder(t *testing.T) {
	r0, s := openTrace(t)
	wall := s.Trace.Timeline.Trace.Wall
	r0.Close()
	r, path := openedBundle(t,
		at(t, "../testdata/cpu.pprof", "cpu-1.pprof", wall.Add(time.Second), 500*time.Millisecond),
		at(t, "../testdata/cpu.pprof", "cpu-2.pprof", wall.Add(1600*time.Millisecond), 400*time.Millisecond),
		at(t, "../testdata/cpu.pprof", "old.pprof", wall.Add(-time.Hour), 400*time.Millisecond))
	f := r.Snapshot().Folders[0]
	if f.Name != "b.tar.gz" || !f.Bundle || f.Note != "4 files · left out: 2 other files" || f.Damage != "" || len(r.Snapshot().Documents) != 1 {
		t.Errorf("%+v", f)
	}
	r.do(screen.ShowFile{Document: f.Document, Path: filepath.Join(path, "run", "go.trace")})
	s = r.await("the trace", func(s *screen.Snapshot) bool { return s.Trace != nil })
	if len(s.Recorded) != 2 || s.Recorded[0].Name != "cpu-1.pprof" || s.Recorded[0].From != 1e9 || s.Recorded[1].To != 2e9 {
		t.Errorf("recorded %+v", s.Recorded)
	}
	s = r.do(screen.ShowTab{Tab: screen.OverviewTab})
	facts := s.Trace.Overview.Facts
	if n := len(facts); facts[n-2].Text != f.Note || facts[n-1].Name != "version" || facts[n-1].Text != "go version go1.26" {
		t.Errorf("the trace's overview says %v", facts)
	}
	r.do(screen.ShowFile{Document: f.Document, Path: filepath.Join(path, "run", "cpu-2.pprof")}, screen.ShowTab{Tab: screen.TrendTab})
	s = r.await("the trend", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-2.pprof") && s.Answer.Trend != nil })
	if s.Series.Count != 3 || s.Series.At != 2 || !s.Series.Fixed {
		t.Errorf("%+v", s.Series)
	}
	s = r.do(screen.ShowTab{Tab: screen.OverviewTab})
	facts = s.Answer.Overview.Facts
	if facts[len(facts)-1].Text != "go version go1.26" {
		t.Errorf("the profile's overview says %v", facts)
	}
	r.do(screen.Open{Paths: []string{filepath.Join(path, "run", "cpu-1.pprof")}})
	r.await("an entry by itself", func(s *screen.Snapshot) bool { return len(s.Documents) == 2 && desktest.Shows(s, "cpu-1.pprof") })
	LookAtFiles(r.Desk)
	if s := r.settle(); s.Documents[1].Disk != screen.Unchanged {
		t.Errorf("%+v", s.Documents[1])
	}
}

// TestABundleComesBack keeps a bundle for the next start as the file that it is, and reads it again.
func TestABundleComesBack(t *testing.T) {
	r, path := openedBundle(t, desktest.WriteCPU(t))
	kept := r.State().Documents
	if len(kept) != 1 || kept[0].Kind != session.File || string(kept[0].Path) != path {
		t.Fatalf("%+v", kept)
	}
	next := newRig(t)
	t.Cleanup(func() { next.Close() })
	next.Reopen(session.Opened{Documents: kept})
	next.await("it again", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && s.Folders[0].Bundle && s.Series != nil && s.Series.Unread == 0
	})
	if err := os.WriteFile(path, hostile.Zip("log", []byte("x\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	next.do(screen.Reload{Document: next.Snapshot().Folders[0].Document})
	next.await("another file", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && s.Folders[0].Note == "no profile and no trace · left out: 1 other file"
	})
}
