package desk

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/measure/hostile"
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

// TestADamagedBundle is marked as damaged in the list, with what could be read of it.
func TestADamagedBundle(t *testing.T) {
	profile := must.Have(os.ReadFile("../testdata/cpu.pprof"))
	whole := hostile.Zip("a.pprof", profile, "b.pprof", profile)
	path := filepath.Join(t.TempDir(), "cut.zip")
	if err := os.WriteFile(path, whole[:len(whole)-10], 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{path}})
	s := r.await("both entries", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && len(s.Folders[0].Files) == 2 && s.Series != nil && s.Series.Unread == 0
	})
	if f := s.Folders[0]; !f.Bad || f.Note != "2 files · damaged" || f.Damage != "its end is missing, 2 entries could be read" {
		t.Errorf("%+v", f)
	}
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
	if f.Name != "b.tar.gz" || !f.Bundle || f.Note != "4 files · left out: 1 other file" || f.Common != "run/" || f.Damage != "" || len(r.Snapshot().Documents) != 1 {
		t.Errorf("%+v", f)
	}
	r.do(screen.ShowFile{Document: f.Document, Path: filepath.Join(path, "run", "go.trace")})
	s = r.await("the trace", func(s *screen.Snapshot) bool { return s.Trace != nil })
	if !s.Series.Time.Equal(wall) {
		t.Errorf("the trace is of %s, not %s", s.Series.Time, wall)
	}
	if len(s.Recorded) != 2 || s.Recorded[0].Name != "cpu-1.pprof" || s.Recorded[0].From != 1e9 || s.Recorded[1].To != 2e9 {
		t.Errorf("recorded %+v", s.Recorded)
	}
	s = r.do(screen.ShowTab{Tab: ask.OverviewTab})
	facts := s.Trace.Overview.Beside
	if n := len(facts); n != 3 || facts[0].Text != filepath.Join(path, "run", "go.trace") || facts[1].Text != f.Note || facts[2].Name != "version" || facts[n-1].Text != "go version go1.26" {
		t.Errorf("the trace's overview says %v", facts)
	}
	r.do(screen.ShowFile{Document: f.Document, Path: filepath.Join(path, "run", "cpu-2.pprof")}, screen.ShowTab{Tab: ask.TrendTab})
	s = r.await("the trend", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-2.pprof") && s.Answer.Trend != nil })
	if s.Series.Count != 3 || s.Series.At != 2 || !s.Series.Fixed {
		t.Errorf("%+v", s.Series)
	}
	s = r.do(screen.ShowTab{Tab: ask.OverviewTab})
	facts = s.Answer.Overview.Beside
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
	r, path := openedBundle(t, fixture.WriteCPU(t))
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
	if err := os.WriteFile(path, hostile.Zip("log", []byte("a\nb\nc\nd\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	next.do(screen.Reload{Document: next.Snapshot().Folders[0].Document})
	const nothing = "no profile and no trace · left out: 1 other file"
	next.await("another file", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && s.Folders[0].Note == nothing
	})
	if err := os.WriteFile(path, hostile.Zip("other", []byte("a\nb\nc\nd\ne\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	LookAtFiles(next.Desk)
	if s := next.settle(); s.Documents[0].Disk != screen.Changed || s.Folders[0].Note != "changed on disk · "+nothing {
		t.Errorf("%+v", s.Folders[0])
	}
}

// TestABundleIsReplaced says that a bundle is another file by now. It shows the same file again when it is reloaded.
func TestABundleIsReplaced(t *testing.T) {
	r, path := openedBundle(t, fixture.WriteCPU(t))
	f := r.Snapshot().Folders[0]
	shown := filepath.Join(path, "run", "go.trace")
	r.do(screen.ShowFile{Document: f.Document, Path: shown}, screen.FoldFolder{Document: f.Document})
	r.await("the trace", func(s *screen.Snapshot) bool { return s.Trace != nil })
	looks := func(want screen.OnDisk, note string) {
		t.Helper()
		LookAtFiles(r.Desk)
		if s := r.settle(); s.Documents[0].Disk != want || !strings.HasPrefix(s.Folders[0].Note, note) {
			t.Errorf("%v, want %v; %q", s.Documents[0].Disk, want, s.Folders[0].Note)
		}
	}
	looks(screen.Unchanged, "2 files")
	recording := func(name string) []byte { return must.Have(os.ReadFile("../testdata/" + name)) }
	another := hostile.Zip("run/heap.pprof", recording("heap.pprof"), "run/go.trace", recording("trace.trace"), "cpu.pprof", recording("cpu.pprof"))
	if err := os.WriteFile(path, another, 0o600); err != nil {
		t.Fatal(err)
	}
	looks(screen.Changed, "changed on disk · 2 files")
	r.do(screen.Reload{})
	r.await("the same file of the other bundle", func(s *screen.Snapshot) bool {
		return s.Trace != nil && len(s.Folders) == 1 && len(s.Folders[0].Files) == 3 && s.Series != nil && s.Series.Unread == 0
	})
	if s := r.settle(); s.Folders[0].Shown != shown || !s.Folders[0].Closed || s.Documents[0].Disk != screen.Unchanged || s.Folders[0].Common != "" {
		t.Errorf("%+v", s.Folders[0])
	}
	if err := os.WriteFile(path, hostile.Zip("run/heap.pprof", recording("heap.pprof")), 0o600); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Reload{})
	s := r.await("another file, as that one is gone", func(s *screen.Snapshot) bool { return desktest.Shows(s, "heap.pprof") })
	if s.Notice != "go.trace is no longer in b.tar.gz." {
		t.Errorf("the notice is %q", s.Notice)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	looks(screen.Deleted, "deleted · 1 file")
}

// TestSidesOfABundle compares two files of one name in a bundle: all names of the comparison tell them apart.
func TestSidesOfABundle(t *testing.T) {
	cpu := must.Have(os.ReadFile(fixture.WriteCPU(t)))
	path := filepath.Join(t.TempDir(), "b.zip")
	if err := os.WriteFile(path, hostile.Zip("sup/n1/profiles/cpu.pprof", cpu, "sup/n2/profiles/cpu.pprof", cpu), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{path}})
	s := r.await("both", func(s *screen.Snapshot) bool {
		return len(s.Folders) == 1 && s.Series != nil && s.Series.Unread == 0 && s.Folders[0].Shown != ""
	})
	if name := s.Documents[0].Name; name != "n2/profiles/cpu.pprof" {
		t.Errorf("the bundle's document is called %q", name)
	}
	f := s.Folders[0]
	if a, b := f.NameOf(f.Files[0]), f.NameOf(f.Files[1]); a != "n2/profiles/cpu" || b != "n1/profiles/cpu" {
		t.Errorf("they are called %q and %q", a, b)
	}
	mark := func(name string) screen.Mark {
		return screen.Mark{Document: f.Document, File: filepath.Join(path, "sup", name, "profiles", "cpu.pprof")}
	}
	r.do(screen.PinBaseline(mark("n1")), screen.CompareBaseline(mark("n2")))
	s = r.await("the comparison", func(s *screen.Snapshot) bool { return s.Answer != nil && s.Answer.Compared != nil })
	if got := s.Answer.Compared.Names; got != [2]string{ask.BaseSide: "n1/profiles/cpu.pprof", ask.NewSide: "n2/profiles/cpu.pprof"} {
		t.Errorf("the sides are called %q", got)
	}
	if got := s.Documents[1].Name; got != "n1/profiles/cpu.pprof → n2/profiles/cpu.pprof" {
		t.Errorf("the comparison is called %q", got)
	}
}

// refusing loads files until it has loaded so many.
type refusing struct{ left atomic.Int32 }

func (r *refusing) Load(ctx context.Context, name string, f *os.File, o loader.Options) (*loader.File, error) {
	if r.left.Add(-1) < 0 {
		return nil, &input.Error{Name: name, Found: "the memory is full"}
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
