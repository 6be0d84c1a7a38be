package desk

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/hostile"
	"profstation/internal/must"
	"profstation/loader"
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

// refusing loads files until it has loaded so many.
type refusing struct{ left atomic.Int32 }

func (r *refusing) Load(ctx context.Context, name string, f *os.File, o loader.Options) (*loader.File, error) {
	if r.left.Add(-1) < 0 {
		return nil, &loader.Error{Name: name, Found: "the memory is full"}
	}
	o.Apart = nil
	return loader.ReadFile(ctx, name, f, o)
}

// A bundle of which nothing can be shown says what is wrong, be it that nothing in it can be read, or that what was
// listed cannot be read again. When a file is there, nothing is said of others.
func TestNothingOfABundleCanBeShown(t *testing.T) {
	recording := func(name string) []byte { return must.Have(os.ReadFile("../testdata/" + name)) }
	cut := recording("cpu.pprof")
	cut = cut[:len(cut)/2]
	for _, x := range []struct {
		pairs []any
		loads int32
		want  screen.Failure
	}{
		{[]any{"cpu.pprof", cut, "cpu-slow.pprof", cut}, 100, screen.Failure{Name: "cpu", Why: "cut off"}},
		{[]any{"go.trace", recording("trace.trace")}, 0, screen.Failure{Name: "go.trace", Why: "the memory is full"}},
		{[]any{"cpu.pprof", cut, "heap.pprof", recording("heap.pprof")}, 100, screen.Failure{}},
	} {
		path := filepath.Join(t.TempDir(), "b.zip")
		if err := os.WriteFile(path, hostile.Zip(x.pairs...), 0o600); err != nil {
			t.Fatal(err)
		}
		r := newRig(t)
		t.Cleanup(func() { r.Close() })
		loads := &refusing{}
		loads.left.Store(x.loads)
		r.LoadApart(loads)
		r.do(screen.Open{Paths: []string{path}})
		r.await("a word or a picture", func(s *screen.Snapshot) bool {
			return len(s.Folders) == 1 && (s.Folders[0].Failed.Name != "" || s.Folders[0].Shown != "")
		})
		if got := r.settle().Folders[0].Failed; got.Name != x.want.Name || !strings.Contains(got.Why, x.want.Why) || (got.Why == "") != (x.want.Why == "") {
			t.Errorf("%q: %+v", x.pairs[0], got)
		}
	}
}
