package desk

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/model/series"
)

// await runs posted functions until a condition holds: arrivals come by
// themselves.
func (r *rig) await(what string, done func(*screen.Snapshot) bool) *screen.Snapshot {
	r.t.Helper()
	for !done(r.Snapshot()) {
		r.queue.Next()
	}
	return r.settle()
}

// putProfile puts a profile into a folder as a load test does: whole, under another
// name first. at becomes its time of writing.
func putProfile(t testing.TB, dir, name string, at time.Time, stacks ...string) string {
	t.Helper()
	from := fixture.Write(t, "being-written", fixture.CpuTypes, stacks...)
	if err := os.Chtimes(from, at, at); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, name)
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	return to
}

// followed is a rig with a folder of three CPU profiles; the last is shown.
func followed(t testing.TB) (*rig, string) {
	dir := t.TempDir()
	for i, n := range []string{"10", "20", "30"} {
		putProfile(t, dir, "cpu-"+n+".pprof", fixture.Minute(i), "main.main,main.serve "+n, "main.main,main.log 5")
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{dir}})
	r.await("the newest", func(s *screen.Snapshot) bool {
		// The series counts a profile as soon as the watcher has read it, the list when the desk has heard of it.
		return desktest.Shows(s, "cpu-30.pprof") && s.Series.Count == 3 && s.Folders[0].Note == "3 files"
	})
	return r, dir
}

func TestAFolderShowsItsNewestProfile(t *testing.T) {
	r, dir := followed(t)
	s := r.shown
	if len(s.Folders) != 1 || s.Folders[0].Path != dir || len(s.Folders[0].Files) != 3 || s.Folders[0].Note != "3 files" {
		t.Fatalf("folders %+v", s.Folders[0])
	}
	if f := s.Folders[0].Files; f[0].Name != "cpu-30" || f[2].Name != "cpu-10" || f[2].Detail != "cpu · 30ns" {
		t.Errorf("files %+v, %+v", f[0], f[2])
	}
	if r.width() != 70 || s.Series.At != 2 || !s.Series.Following || s.Series.Kinds[0] != "cpu" {
		t.Errorf("%d of %+v", r.width(), s.Series)
	}
	// The same folder again is the same document.
	if s = r.do(screen.Open{Paths: []string{dir}}); len(s.Documents) != 1 {
		t.Errorf("documents %+v", s.Documents)
	}
}

// New profiles are shown at the same place: filter, zoom and selection stay.
func TestFollowingKeepsThePlace(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.Refine{Name: "focus", Text: "serve"}, screen.Select{Selection: ask.Selection{Node: "main.serve"}},
		screen.Zoom{Path: []string{"main.main", "main.serve"}})
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main,main.serve 40", "main.other 7")
	s := r.await("the next", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-40.pprof") })
	if r.width() != 80 || s.Answer.Details == nil || s.Answer.Details.Name != "main.serve" || s.Answer.Details.Cum != 80 {
		t.Errorf("%d, selected %+v", r.width(), s.Answer.Details)
	}
	if z := s.Answer.Chart.Zoomed; len(s.Place.Zoom) != 2 || z.W() != 80 {
		t.Errorf("zoomed to %+v, %v", s.Place.Zoom, z)
	}
}

func TestPausedAFolderStays(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.Step{By: -1})
	s := r.await("a step back", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-20.pprof") })
	if s.Series.Following || s.Series.At != 1 {
		t.Errorf("%+v", s.Series)
	}
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main 40")
	s = r.await("a fourth", func(s *screen.Snapshot) bool { return s.Series.Count == 4 })
	if !desktest.Shows(s, "cpu-20.pprof") {
		t.Errorf("%s is shown", s.Answer.Name)
	}
	r.do(screen.Follow{})
	r.await("the newest again", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-40.pprof") && s.Series.Following })
	r.do(screen.StepTo{At: 0})
	r.await("the first", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-10.pprof") })
	r.do(screen.Step{By: -1}) // there is none before
	if s := r.settle(); !desktest.Shows(s, "cpu-10.pprof") || s.Series.At != 0 {
		t.Errorf("%s, %+v", s.Answer.Name, s.Series)
	}
}

// A half-written file is reported, and shown when it is whole.
func TestHalfAFileIsNotShown(t *testing.T) {
	r, dir := followed(t)
	whole, err := os.ReadFile(fixture.Write(t, "next", fixture.CpuTypes, "main.main,main.serve 50"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "cpu-50.pprof")
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	s := r.await("half a file", func(s *screen.Snapshot) bool {
		return len(s.Folders[0].Files) == 4 && s.Folders[0].Files[0].State == screen.Unfinished
	})
	if !strings.HasPrefix(s.Folders[0].Files[0].Detail, "being written, ") {
		t.Errorf("told as %q", s.Folders[0].Files[0].Detail)
	}
	r.Do(screen.ShowFile{Document: s.Active, Path: path})
	if !strings.Contains(r.shown.Notice, "when it is complete") || r.shown.Answer.Name != "cpu-30.pprof" {
		t.Errorf("%q, %s is shown", r.shown.Notice, r.shown.Answer.Name)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	r.await("the whole", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-50.pprof") })
	if r.width() != 100 {
		t.Errorf("%d", r.width())
	}
	if r.shown.Notice != "" {
		t.Errorf("after it is shown: %q", r.shown.Notice)
	}
}

func TestSeveralKindsInAFolder(t *testing.T) {
	r, dir := followed(t)
	heap := fixture.Write(t, filepath.Join(t.TempDir(), "heap"), []string{"inuse_space/bytes"}, "main.main 9")
	if err := os.Rename(heap, filepath.Join(dir, "heap.pprof")); err != nil {
		t.Fatal(err)
	}
	s := r.await("a second series", func(s *screen.Snapshot) bool { return len(s.Series.Kinds) == 2 })
	if !desktest.Shows(s, "cpu-30.pprof") || s.Series.Kind != 0 {
		t.Errorf("%s is shown, %+v", s.Answer.Name, s.Series)
	}
	r.do(screen.ChooseSeries{N: 1})
	s = r.await("the heap", func(s *screen.Snapshot) bool { return desktest.Shows(s, "heap.pprof") })
	if s.Series.Kinds[s.Series.Kind] != "heap" || s.Series.Count != 1 {
		t.Errorf("%+v", s.Series)
	}
	// A CPU profile that comes now does not belong to the chosen series.
	putProfile(t, dir, "cpu-60.pprof", fixture.Minute(6), "main.main 60")
	if s = r.await("another", func(s *screen.Snapshot) bool { return len(s.Folders[0].Files) == 5 }); !desktest.Shows(s, "heap.pprof") {
		t.Errorf("%s is shown", s.Answer.Name)
	}
}

func TestFilesGoAndComeBack(t *testing.T) {
	r, dir := followed(t)
	if err := os.Remove(filepath.Join(dir, "cpu-30.pprof")); err != nil {
		t.Fatal(err)
	}
	s := r.await("one less", func(s *screen.Snapshot) bool { return s.Series.Count == 2 })
	if !desktest.Shows(s, "cpu-30.pprof") || s.Series.At != -1 {
		t.Errorf("%s is shown, %+v", s.Answer.Name, s.Series)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s = r.await("no folder", func(s *screen.Snapshot) bool { return s.Folders[0].Bad })
	const deleted = "deleted, followed again when it comes back"
	if !desktest.Shows(s, "cpu-30.pprof") || s.Folders[0].Note != deleted {
		t.Errorf("%+v", s.Folders[0])
	}
	if !strings.Contains(s.Notice, "the folder does not exist") || !strings.HasSuffix(s.Notice, "cpu-30.pprof is still shown as it was read.") {
		t.Errorf("the notice is %q", s.Notice)
	}
	r.await("no files", func(s *screen.Snapshot) bool { return len(s.Folders[0].Files) == 0 && s.Series.Count == 0 })
	r.Say("something else") // the notice may be missed, and goes; the line of the folder stays
	if s = r.settle(); s.Folders[0].Note != deleted {
		t.Errorf("the line says %q", s.Folders[0].Note)
	}
	if !desktest.Shows(s, "cpu-30.pprof") || !s.Folders[0].Bad {
		t.Errorf("%s is shown, %+v", s.Answer.Name, s.Folders[0])
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	putProfile(t, dir, "cpu-70.pprof", fixture.Minute(7), "main.main 70")
	s = r.await("it is back", func(s *screen.Snapshot) bool { return !s.Folders[0].Bad && desktest.Shows(s, "cpu-70.pprof") })
	if s.Notice != "" || s.Folders[0].Note != "1 file" {
		t.Errorf("the notice is %q, the line of the folder says %q", s.Notice, s.Folders[0].Note)
	}
	if f := s.Folders[0].Files; len(f) != 1 || f[0].Name != "cpu-70" || s.Series.Count != 1 {
		t.Errorf("files %+v, series %+v", f, s.Series)
	}
	must.Do(os.RemoveAll(dir))
	r.await("no folder again", func(s *screen.Snapshot) bool { return s.Folders[0].Bad && s.Notice != "" })
	if s = r.do(screen.Close{Document: s.Folders[0].Document}); s.Notice != "" {
		t.Errorf("the notice about a closed folder stays: %q", s.Notice)
	}
}

// A click on a file that cannot be shown says why. The shown one stays, and newer ones still replace it.
func TestAPickThatCannotBeShown(t *testing.T) {
	dir := t.TempDir()
	broken, growing := filepath.Join(dir, "broken.pprof"), filepath.Join(dir, "growing.pprof")
	first := putProfile(t, dir, "cpu-10.pprof", fixture.Minute(0), "main.main 10")
	putProfile(t, dir, "cpu-30.pprof", fixture.Minute(2), "main.main 30")
	half := must.Have(os.ReadFile(first))
	half = half[:len(half)/2]
	must.Do(os.WriteFile(broken, half, 0o600))
	must.Do(os.Chtimes(broken, fixture.Minute(1), fixture.Minute(1))) // nobody is still writing it
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{dir}})
	r.await("the newest", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-30.pprof") && s.Series.Count == 2 })
	must.Do(os.WriteFile(growing, half, 0o600))
	state := func(s *screen.Snapshot, path string) screen.FileState {
		for _, f := range s.Folders[0].Files {
			if f.Path == path {
				return f.State
			}
		}
		return screen.Unread
	}
	s := r.await("two that cannot be read", func(s *screen.Snapshot) bool {
		return state(s, broken) == screen.Broken && state(s, growing) == screen.Unfinished
	})
	for path, says := range map[string]string{broken: "broken cannot be shown: ", growing: "growing is still being written"} {
		r.Do(screen.ShowFile{Document: s.Active, Path: path})
		if s := r.settle(); !strings.HasPrefix(s.Notice, says) || !desktest.Shows(s, "cpu-30.pprof") || !s.Series.Following {
			t.Errorf("%q, %s is shown, %+v", s.Notice, s.Answer.Name, s.Series)
		}
	}
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(4), "main.main 40")
	s = r.await("a newer one", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-40.pprof") })
	if !s.Series.Following {
		t.Errorf("%+v", s.Series)
	}
	// One that can be shown is where the folder stays.
	r.Do(screen.ShowFile{Document: s.Active, Path: first})
	if s = r.settle(); !desktest.Shows(s, "cpu-10.pprof") || s.Series.Following {
		t.Errorf("%s is shown, %+v", s.Answer.Name, s.Series)
	}
}

// A folder that comes back with profiles of another kind shows what it showed before. What is shown and what is followed
// is said, until there is one of that kind again.
func TestAFolderOfAnotherKindComesBack(t *testing.T) {
	for _, follows := range []bool{true, false} {
		r, dir := followed(t)
		want := "cpu-30.pprof is gone; its picture stays. Following " + filepath.Base(dir) + " for cpu."
		if !follows {
			r.do(screen.Follow{})
			want = "cpu-30.pprof is gone; its picture stays."
		}
		must.Do(os.RemoveAll(dir))
		r.await("no folder", func(s *screen.Snapshot) bool { return s.Folders[0].Bad && s.Series.Count == 0 })
		must.Do(os.Mkdir(dir, 0o700))
		heap := fixture.Write(t, filepath.Join(t.TempDir(), "heap"), []string{"inuse_space/bytes"}, "main.main 9")
		must.Do(os.Rename(heap, filepath.Join(dir, "heap.pprof")))
		s := r.await("a heap", func(s *screen.Snapshot) bool { return len(s.Series.Kinds) == 2 })
		if !desktest.Shows(s, "cpu-30.pprof") || s.Notice != want || s.Series.Kinds[s.Series.Kind] != "cpu" {
			t.Errorf("%s is shown, the notice is %q, want %q; %+v", s.Answer.Name, s.Notice, want, s.Series)
		}
		putProfile(t, dir, "cpu-70.pprof", fixture.Minute(7), "main.main 70")
		s = r.await("a profile again", func(s *screen.Snapshot) bool {
			return s.Series.Count == 1 && (desktest.Shows(s, "cpu-70.pprof") || !follows)
		})
		if follows {
			want = ""
		}
		if s.Notice != want {
			t.Errorf("the notice is %q, want %q", s.Notice, want)
		}
	}
}

// A shown file that is deleted while others of its kind remain stays on the screen, and a notice says so until it is back
// or another one is shown.
func TestTheShownFileIsDeleted(t *testing.T) {
	for _, follows := range []bool{true, false} {
		r, dir := followed(t)
		want := "cpu-30.pprof is gone; its picture stays. Following " + filepath.Base(dir) + " for cpu."
		if !follows {
			r.do(screen.Follow{})
			want = "cpu-30.pprof is gone; its picture stays."
		}
		shown := filepath.Join(dir, "cpu-30.pprof")
		gone := func(s *screen.Snapshot) bool { return len(s.Folders[0].Files) == 2 && s.Series.Count == 2 }
		must.Do(os.Remove(shown))
		if s := r.await("one file fewer", gone); !desktest.Shows(s, "cpu-30.pprof") || s.Notice != want || s.Series.At != -1 {
			t.Errorf("%s is shown, the notice is %q, want %q; %+v", s.Answer.Name, s.Notice, want, s.Series)
		}
		putProfile(t, dir, "cpu-30.pprof", fixture.Minute(2), "main.main,main.serve 30", "main.main,main.log 6")
		s := r.await("it is back", func(s *screen.Snapshot) bool { return s.Series.Count == 3 && s.Folders[0].Note == "3 files" })
		if s.Notice != "" || s.Series.At != 2 {
			t.Errorf("it is back, and the notice is %q; %+v", s.Notice, s.Series)
		}
		must.Do(os.Remove(shown))
		if s := r.await("one file fewer again", gone); s.Notice != want {
			t.Errorf("the notice is %q, want %q", s.Notice, want)
		}
		r.Do(screen.ShowFile{Document: s.Active, Path: filepath.Join(dir, "cpu-10.pprof")})
		if s := r.settle(); !desktest.Shows(s, "cpu-10.pprof") || s.Notice != "" {
			t.Errorf("%s is shown, the notice is %q", s.Answer.Name, s.Notice)
		}
		must.Do(os.Remove(filepath.Join(dir, "cpu-20.pprof"))) // another one than the shown
		if s := r.await("one left", func(s *screen.Snapshot) bool { return s.Series.Count == 1 && s.Folders[0].Note == "1 file" }); s.Notice != "" {
			t.Errorf("the shown file is there, and the notice is %q", s.Notice)
		}
	}
}

// A folder that comes back shows the newest that is in it then, also where that is older than what was shown before.
func TestAnOlderFolderComesBack(t *testing.T) {
	r, dir := followed(t)
	must.Do(os.RemoveAll(dir))
	r.await("no folder", func(s *screen.Snapshot) bool { return s.Folders[0].Bad })
	must.Do(os.Mkdir(dir, 0o700))
	putProfile(t, dir, "cpu-5.pprof", fixture.Minute(-5), "main.main 5")
	s := r.await("an older one", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-5.pprof") })
	if !s.Series.Following || s.Series.Count != 1 {
		t.Errorf("%+v", s.Series)
	}
	// An older file in the same folder is no reason to leave a newer one.
	putProfile(t, dir, "cpu-3.pprof", fixture.Minute(-7), "main.main 3")
	s = r.await("one more", func(s *screen.Snapshot) bool { return s.Series.Count == 2 })
	if !desktest.Shows(s, "cpu-5.pprof") {
		t.Errorf("%s is shown", s.Answer.Name)
	}
}

func TestAnEmptyFolderWaits(t *testing.T) {
	dir := t.TempDir()
	r := newRig(t)
	defer r.Close()
	r.do(screen.WatchFolder{Path: dir})
	s := r.await("a look", func(s *screen.Snapshot) bool { return s.Folders[0].Note == "no profiles yet" })
	if s.Documents[0].State != screen.Waiting || s.Answer != nil || len(s.Jobs) > 0 {
		t.Errorf("%+v", s.Documents[0])
	}
	for _, i := range append(everyIntent(), screen.Step{By: 1}, screen.Follow{}, screen.StepTo{At: 3}, screen.ChooseSeries{N: 2}, screen.ReadAll{}, screen.ShowTrend{}) {
		r.do(i)
	}
}

// A closed folder is not followed any more.
func TestCloseFolder(t *testing.T) {
	r, dir := followed(t)
	f := r.docs.active.following()
	s := r.do(screen.Close{})
	if len(s.Folders)+len(s.Documents) != 0 || s.Answer != nil || s.Series != nil {
		t.Errorf("%+v", s)
	}
	f.Watcher.Close()
	putProfile(t, dir, "cpu-80.pprof", fixture.Minute(8), "main.main 80")
	if f.Posted {
		t.Error("it is still told of")
	}
}

func TestFolderWithFoldersInIt(t *testing.T) {
	r, dir := followed(t)
	if err := os.Mkdir(filepath.Join(dir, "pod-2"), 0o700); err != nil {
		t.Fatal(err)
	}
	putProfile(t, filepath.Join(dir, "pod-2"), "cpu-1.pprof", fixture.Minute(9), "main.main 1")
	r.do(screen.WatchOptions{Document: r.docs.active.id, Recursive: true})
	s := r.await("both", func(s *screen.Snapshot) bool { return s.Series != nil && len(s.Series.Kinds) == 2 && s.Answer != nil })
	if f := s.Folders[0].Files; len(f) != 4 || f[0].Name != "pod-2/cpu-1" || !s.Folders[0].Recursive {
		t.Errorf("%+v", s.Folders[0])
	}
	for _, k := range s.Series.Kinds {
		if !strings.HasPrefix(k, "cpu · ") {
			t.Errorf("series %q", s.Series.Kinds)
		}
	}
}

// A folder that has profiles only in its subfolders says so, and follows them when asked to.
func TestProfilesOnlyBelow(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pod-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	putProfile(t, filepath.Join(dir, "pod-1"), "cpu-1.pprof", fixture.Minute(1), "main.main 1")
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{dir}})
	s := r.await("what is below", func(s *screen.Snapshot) bool { return len(s.Folders) == 1 && s.Folders[0].Below == 1 })
	r.do(screen.WatchOptions{Document: s.Active, Recursive: true})
	s = r.await("the profile", func(s *screen.Snapshot) bool { return s.Answer != nil && len(s.Folders[0].Files) == 1 })
	if s.Folders[0].Below != 0 {
		t.Errorf("%+v", s.Folders[0])
	}
}

func TestTrendOfAFolder(t *testing.T) {
	r, dir := followed(t)
	if a := r.do(screen.ShowTrend{}).Answer.Trend; a == nil || a.By != series.Functions {
		t.Errorf("of one package, the trend is by its functions: %+v", a)
	}
	s := r.do(byPackage)
	a := s.Answer.Trend
	if s.Tab != ask.TrendTab || a == nil || len(a.Trend.Lines.Points) != 3 || a.At != 2 || a.Trend.Lines.Lines[0].Values[2] != 70 {
		t.Fatalf("trend %+v", a)
	}
	if a.Growth == nil || a.Growth.Rows == 0 || a.AsOf == "" {
		t.Errorf("growth %+v", a.Growth)
	}
	// One function, from any view.
	s = r.do(screen.ShowTab{Tab: ask.TopTab}, screen.ShowTrend{Name: "main.log"})
	if l := s.Answer.Trend.Trend.Lines; s.Tab != ask.TrendTab || len(l.Lines) != 2 || l.Lines[0].Name != "cum" || l.Lines[1].Values[0] != 10 {
		t.Errorf("lines %+v", l.Lines)
	}
	// New profiles are drawn, also while another one is on the screen.
	r.do(screen.Step{By: -1})
	r.await("a step back", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-20.pprof") })
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main,main.log 40")
	s = r.await("a fourth point", func(s *screen.Snapshot) bool {
		return s.Answer.Trend != nil && len(s.Answer.Trend.Trend.Lines.Points) == 4
	})
	if s.Answer.Trend.At != 1 || s.Answer.Trend.Trend.Lines.Lines[0].Values[3] != 80 {
		t.Errorf("%+v", s.Answer.Trend)
	}
	// A point is a profile.
	r.do(screen.ShowFile{Document: s.Active, Path: s.Answer.Trend.Trend.Lines.Points[0].ID})
	r.await("the first", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-10.pprof") && s.Answer.Trend.At == 0 })

	r.export = filepath.Join(t.TempDir(), "trend.csv")
	r.do(screen.Export{})
	got, err := os.ReadFile(r.export)
	if err != nil || !strings.HasPrefix(string(got), "time,profile,run,cum,flat\n") || strings.Count(string(got), "\n") != 5 {
		t.Errorf("%v, written\n%s", err, got)
	}
}

// A profile that stands alone has no trend; the tab says how to get one.
func TestNoTrendOfOneFile(t *testing.T) {
	r := opened(t)
	if s := r.do(screen.ShowTrend{Name: "main.log"}); s.Tab != ask.FlameTab || !strings.Contains(s.Notice, "Watch a folder") {
		t.Errorf("tab %v, %q", s.Tab, s.Notice)
	}
}

// A folder comes back as a folder, and is followed with the same options.
func TestAFolderReturns(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.WatchOptions{Document: r.docs.active.id, Recursive: true})
	r.await("it again", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-30.pprof") })
	n := r.restart()
	t.Cleanup(func() { n.Close() })
	s := n.await("the newest", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-30.pprof") })
	if len(s.Folders) != 1 || s.Folders[0].Path != dir || !s.Folders[0].Recursive {
		t.Errorf("%+v", s.Folders)
	}
}

// The file that is shown in a folder comes back, and stays if the user went to it. It also does if the program
// ends before the folder was read, and if the folder is followed with other options.
func TestTheShownFileOfAFolderReturns(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.ShowFile{Document: r.shown.Active, Path: filepath.Join(dir, "cpu-10.pprof")})
	r.await("the first", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-10.pprof") })
	first := func(s *screen.Snapshot) bool {
		return desktest.Shows(s, "cpu-10.pprof") && s.Series.Count == 3 && s.Folders[0].Note == "3 files"
	}
	unread := r.restart()
	t.Cleanup(func() { unread.Close() })
	n := unread.restart()
	t.Cleanup(func() { n.Close() })
	if s := n.await("the first again", first); s.Series.Following || s.Series.At != 0 {
		t.Errorf("%+v", s.Series)
	}
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main 40")
	if s := n.await("another", func(s *screen.Snapshot) bool { return s.Series.Count == 4 }); !desktest.Shows(s, "cpu-10.pprof") {
		t.Errorf("%s is shown", s.Answer.Name)
	}
	n.do(screen.WatchOptions{Document: n.shown.Active, Recursive: true})
	s := n.await("with other options", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-10.pprof") && s.Series.Count == 4 })
	if s.Series.Following || !s.Folders[0].Recursive {
		t.Errorf("%+v", s.Series)
	}
	// Without that file, the newest is followed.
	if err := os.Remove(filepath.Join(dir, "cpu-10.pprof")); err != nil {
		t.Fatal(err)
	}
	last := n.restart()
	t.Cleanup(func() { last.Close() })
	if s := last.await("the newest", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-40.pprof") }); !s.Series.Following {
		t.Errorf("%+v", s.Series)
	}
}

// A folder that was deleted is still followed at the next start, and at the one after that: it is shown when it is made again.
func TestADeletedFolderIsFollowedAgain(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.WatchOptions{Document: r.shown.Active, Recursive: true})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	r.await("no folder", func(s *screen.Snapshot) bool { return s.Folders[0].Bad })
	unread := r.restart()
	t.Cleanup(func() { unread.Close() })
	n := unread.restart()
	t.Cleanup(func() { n.Close() })
	s := n.await("still no folder", func(s *screen.Snapshot) bool { return len(s.Folders) == 1 && s.Folders[0].Bad })
	if !strings.HasPrefix(s.Folders[0].Note, "the folder does not exist") { // who deleted it, and when, is not known
		t.Errorf("the line says %q", s.Folders[0].Note)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	putProfile(t, dir, "cpu-70.pprof", fixture.Minute(7), "main.main 70")
	s = n.await("it is back", func(s *screen.Snapshot) bool { return !s.Folders[0].Bad && desktest.Shows(s, "cpu-70.pprof") })
	if !s.Folders[0].Recursive || !s.Series.Following {
		t.Errorf("%+v", s.Folders[0])
	}
	// A file in its place is opened as one.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	n.await("no folder again", func(s *screen.Snapshot) bool { return s.Folders[0].Bad })
	fixture.Write(t, dir, fixture.CpuTypes, "main.main 5")
	last := n.restart()
	t.Cleanup(func() { last.Close() })
	if s := last.settle(); len(s.Folders) != 0 || s.Documents[0].State != screen.Ready || last.State().Documents[0].Kind != session.File {
		t.Errorf("%+v", s.Documents[0])
	}
}

// A folder that is followed comes back with the newest profile of the series that was shown.
func TestTheSeriesOfAFolderReturns(t *testing.T) {
	r, dir := followed(t)
	put := func(name string, minute int) {
		heap := fixture.Write(t, "being-written", []string{"inuse_space/bytes"}, "main.main 9")
		path := filepath.Join(dir, name)
		if err := errors.Join(os.Chtimes(heap, fixture.Minute(minute), fixture.Minute(minute)), os.Rename(heap, path)); err != nil {
			t.Fatal(err)
		}
	}
	put("heap-1.pprof", -2)
	r.await("a second series", func(s *screen.Snapshot) bool { return len(s.Series.Kinds) == 2 })
	r.do(screen.ChooseSeries{N: 1})
	r.await("the heap", func(s *screen.Snapshot) bool { return desktest.Shows(s, "heap-1.pprof") })
	n := r.restart()
	t.Cleanup(func() { n.Close() })
	put("heap-2.pprof", -1) // the new program has not looked yet
	s := n.await("the newest heap", func(s *screen.Snapshot) bool { return desktest.Shows(s, "heap-2.pprof") && s.Series.Count == 2 })
	if s.Series.Kinds[s.Series.Kind] != "heap" || !s.Series.Following {
		t.Errorf("%+v", s.Series)
	}
}

// A profile of a series is compared with the one before, the first or any other;
// the comparison stays the same while the folder goes on.
func TestCompareInASeries(t *testing.T) {
	r, dir := followed(t)
	folder := r.shown.Active
	for _, c := range []struct {
		i    screen.Intent
		name string
	}{
		{screen.CompareSeries{}, "cpu-20.pprof → cpu-30.pprof"},
		{screen.CompareSeries{First: true}, "cpu-10.pprof → cpu-30.pprof"},
		{screen.CompareFile{Path: filepath.Join(dir, "cpu-20.pprof")}, "cpu-20.pprof → cpu-30.pprof"},
	} {
		r.do(screen.Activate{Document: folder}, c.i)
		s := r.await("a comparison", func(s *screen.Snapshot) bool { return s.Comparing != nil && s.Answer != nil && !s.Stale })
		i := slices.IndexFunc(s.Documents, func(d screen.Document) bool { return d.ID == s.Active })
		if d := s.Documents[i]; d.Name != c.name || d.State != screen.Ready {
			t.Errorf("%+v, want %s", d, c.name)
		}
	}
	if n := len(r.shown.Documents); n != 3 {
		t.Errorf("%d documents: the same two were compared twice", n)
	}
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main 40")
	r.do(screen.Activate{Document: folder})
	r.await("the next", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-40.pprof") })
	if d := r.shown.Documents[1]; d.Name != "cpu-20.pprof → cpu-30.pprof" {
		t.Errorf("the comparison is %+v", d)
	}
	r.do(screen.StepTo{At: 0})
	r.await("the first", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-10.pprof") })
	if s := r.do(screen.CompareSeries{}); !strings.Contains(s.Notice, "first profile of its series") {
		t.Errorf("%q", s.Notice)
	}
}

// The trend of goroutines goes by stacks, and lists those whose number only grew.
func TestTrendOfGoroutines(t *testing.T) {
	dir := t.TempDir()
	for i, n := range []string{"2", "5", "9", "30"} {
		path := fixture.Write(t, filepath.Join(dir, "g"+n), []string{"goroutine/count"},
			"main.main,pool.wait,runtime.gopark "+n, "main.main,net.accept,runtime.gopark 7")
		if err := os.Chtimes(path, fixture.Minute(i), fixture.Minute(i)); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.Open{Paths: []string{dir}})
	r.await("all four", func(s *screen.Snapshot) bool { return s.Series.Count == 4 && desktest.Shows(s, "g30") })
	a := r.do(screen.ShowTrend{}).Answer.Trend
	if a.By != series.Stacks || len(a.Trend.Lines.Lines) != 2 || a.Trend.Label(0) != "pool.wait" {
		t.Errorf("by %q: %+v", a.By, a.Trend.Lines.Lines)
	}
	if a.Growth.Rows != 1 || !strings.HasPrefix(a.Growth.Cell(0, 4), "runtime.gopark ‹ pool.wait") || a.Growth.Cell(0, 2) != "30" {
		t.Errorf("%d rows, %q", a.Growth.Rows, a.Growth.Cell(0, 4))
	}
}

var byPackage = screen.Show{Change: func(d *ask.Display) { d.Trend.By = series.Packages }}

// With filters, the profiles of a trend are read again, also new ones and one
// that was written again.
func TestTrendWithFilters(t *testing.T) {
	r, dir := followed(t)
	r.do(screen.ShowTrend{}, byPackage)
	values := func(s *screen.Snapshot) (all []int64) {
		if s.Answer == nil || s.Answer.Trend == nil || s.Stale {
			return nil
		}
		for _, l := range s.Answer.Trend.Trend.Lines.Lines {
			return l.Values
		}
		return nil
	}
	want := func(what string, v ...int64) *screen.Snapshot {
		return r.await(what, func(s *screen.Snapshot) bool { return slices.Equal(values(s), v) })
	}
	want("all", 30, 50, 70)
	s := r.do(screen.Refine{Name: "focus", Text: "main.serve"})
	want("all of what is focused on", 20, 40, 60)
	if note := s.Answer.Trend.Note; note != "" {
		t.Errorf("all is read, and the note is %q", note)
	}
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main,main.serve 40", "main.main 5")
	want("a fourth", 20, 40, 60, 80)
	putProfile(t, dir, "cpu-40.pprof", fixture.Minute(3), "main.main,main.serve 7", "main.main 5")
	want("it is another one", 20, 40, 60, 14)
	s = r.do(screen.ClearFilters{})
	want("without filters", 30, 50, 70, 24)

	r.export = filepath.Join(t.TempDir(), "trend.svg")
	r.do(screen.Refine{Name: "ignore", Text: "nobody"}, screen.Export{})
	if got, err := os.ReadFile(r.export); err != nil || !strings.Contains(string(got), "no samples with a node that matches “nobody”") {
		t.Errorf("the picture does not tell its filters: %v", err)
	}
	if s.Answer == nil {
		t.Error("nothing is shown")
	}
}

// Profiles that come while a call graph is laid out wait for that layout. The
// last of them is laid out next, and none if nobody looks.
func TestLayoutsWhileFollowing(t *testing.T) {
	r, dir := followed(t)
	hold := make(chan struct{})
	var starts atomic.Int32
	r.layouts.helper.Command = func() (*exec.Cmd, error) {
		if starts.Add(1) == 1 { // before all others
			return nil, errors.New("not yet")
		}
		<-hold
		return exec.Command("false"), nil
	}
	r.Do(screen.ShowTab{Tab: ask.GraphTab})
	r.until(func() bool { return r.shown.Graph != nil && r.shown.Graph.Chart != nil }) // the quick one
	for i, n := range []string{"40", "50", "60"} {
		putProfile(t, dir, "cpu-"+n+".pprof", fixture.Minute(3+i), "main.main,main.serve "+n)
		r.until(func() bool { return desktest.Shows(r.shown, "cpu-"+n+".pprof") })
	}
	pane := &r.layouts.panes[ask.OnlyGraph]
	if !pane.slot.Running() || pane.next == nil || pane.figure == pane.next {
		t.Fatalf("three profiles came while the first is laid out: %+v", pane)
	}
	close(hold)
	r.settle()
	if g := r.shown.Graph.Chart.Graph; g.Result.Total != 120 {
		t.Errorf("laid out last is a profile of %d", g.Result.Total)
	}
	if n := starts.Load(); n > 4 { // ahead, of the first, of the last, and ahead again
		t.Errorf("%d layouts were begun", n)
	}
	before := pane.figure
	r.do(screen.ShowTab{Tab: ask.TopTab})
	putProfile(t, dir, "cpu-70.pprof", fixture.Minute(9), "main.main,main.serve 70")
	r.await("70", func(s *screen.Snapshot) bool { return desktest.Shows(s, "cpu-70.pprof") })
	if r.settle(); pane.figure != before {
		t.Error("a layout was begun that nobody sees")
	}
}

// The line about a file that could not be shown goes with the file.
func TestFailureGoesWithItsFile(t *testing.T) {
	dir := t.TempDir()
	path := putProfile(t, dir, "cpu-10.pprof", fixture.Minute(0), "main.main 10")
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.jobs.Fault = func(_ context.Context, k job.Kind) error {
		if k == job.Turn {
			return errors.New("the memory is full")
		}
		return nil
	}
	r.do(screen.Open{Paths: []string{dir}})
	failed := func(s *screen.Snapshot) bool { return len(s.Folders) == 1 && s.Folders[0].Failed.Name != "" }
	if s := r.await("a failure", failed); s.Folders[0].Failed.Why != "the memory is full" || !strings.Contains(s.Notice, "was not loaded") {
		t.Errorf("%+v, %q", s.Folders[0].Failed, s.Notice)
	}
	must.Do(os.Remove(path))
	if s := r.await("no failure", func(s *screen.Snapshot) bool { return !failed(s) }); s.Notice != "" || len(s.Folders[0].Files) != 0 {
		t.Errorf("%q is still said, of %d files", s.Notice, len(s.Folders[0].Files))
	}
}
