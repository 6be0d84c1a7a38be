package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/measure/stores"
	"profstation/model/compare"
)

// reported is the page that a desk writes of what is open.
func (r *rig) reported() string {
	r.t.Helper()
	r.path = filepath.Join(r.t.TempDir(), "page.html")
	r.do(screen.Report{})
	page, err := os.ReadFile(r.path)
	if err != nil {
		r.t.Fatalf("%v, notice %q", err, r.shown.Notice)
	}
	return string(page)
}

func wantPage(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

// A sample type that was chosen for one document is not asked of those that have
// none of its name, comparisons among them.
func TestReportSampleTypes(t *testing.T) {
	r := compared(t)
	r.do(screen.Open{Paths: []string{fixture.WriteHeap(t)}}, screen.Activate{Document: 4}, screen.SampleType{Name: "inuse_space"})
	wantPage(t, r.reported(), "heap.pprof", "fast.pprof → slow.pprof", "Functions that changed")
}

// A page is named after what stands first on it, comparisons before their sides, and says what there is besides
// them.
func TestReportTitle(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteHeap(t)}})
	wantPage(t, r.reported(), "<h1>heap.pprof</h1>")
	r.do(screen.Compare{Base: files(writeFast(t)), New: files(writeSlow(t))})
	page := r.reported()
	wantPage(t, page, "<h1>fast.pprof → slow.pprof and 1 more</h1>")
	if first, heap := strings.Index(page, "<h2>fast.pprof → slow.pprof"), strings.Index(page, "<h2>heap.pprof"); first < 0 || heap < first {
		t.Errorf("the comparison is at %d, a profile at %d", first, heap)
	}
	if strings.Contains(page, "<h2>fast.pprof</h2>") {
		t.Error("a recording that the comparison lists stands by itself, too")
	}
	r.do(screen.Report{Path: r.path, Each: true})
	wantPage(t, string(must.Have(os.ReadFile(r.path))), "<h2>fast.pprof</h2>", "<h2>slow.pprof</h2>", "<h2>heap.pprof</h2>")
}

// A page about one document has nothing of the others, whichever it is.
func TestReportAlone(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteHeap(t)}})
	r.do(screen.Compare{Base: files(writeFast(t)), New: files(writeSlow(t))})
	r.path = filepath.Join(t.TempDir(), "page.html")
	for document, want := range map[int]string{r.shown.Active: "fast.pprof → slow.pprof", 1: "heap.pprof"} {
		r.do(screen.Activate{Document: document}, screen.Report{Path: r.path, Alone: true})
		page := string(must.Have(os.ReadFile(r.path)))
		if n := strings.Count(page, "<h2>"); n != 1 || !strings.Contains(page, "<h2>"+want+"</h2>") || !strings.Contains(page, "<h1>"+want+"</h1>") {
			t.Errorf("of %s there are %d sections", want, n)
		}
	}
}

// A page has all profiles of a series before the one that is shown.
func TestReportOfASeries(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run-3")
	begin := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for i := range 3 {
		path := at(t, "../testdata/cpu.pprof", fmt.Sprintf("cpu-%d.pprof", i), begin.Add(time.Duration(i)*time.Minute), time.Second)
		data := must.Have(os.ReadFile(path))
		if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, filepath.Base(path)), data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.WatchFolder{Path: dir}, screen.ReadAll{})
	r.await("all", func(s *screen.Snapshot) bool {
		return s.Series != nil && s.Series.Count == 3 && desktest.Shows(s, "cpu-2.pprof")
	})
	page := r.reported()
	wantPage(t, page, "<h1>run-3</h1>", "<h2>run-3</h2>", "3 profiles", "2026-11-24")
	if all, one := strings.Index(page, "<h2>run-3"), strings.Index(page, "<h2>cpu-2.pprof"); one < all {
		t.Errorf("the series is at %d, its newest profile at %d", all, one)
	}
	r.do(screen.ShowTab{Tab: ask.TrendTab})
	if title := r.ExportLook().Title; title != "run-3" {
		t.Errorf("a trend is called %q", title)
	}
	r.do(screen.ShowTab{Tab: ask.TopTab}, screen.Refine{Name: "focus", Text: "."})
	wantPage(t, r.reported(), "The filters are not applied here.")
}

// What of a series is not judged stands above what grows in it.
func TestReportOfSteps(t *testing.T) {
	r := storeRig(t, "")
	r.do(screen.Open{Paths: []string{"pyroscope+" + stores.Pyroscope(t) + "?type=" + stores.CPU + stores.Interval + "&step=20m"}})
	r.await("all steps", func(s *screen.Snapshot) bool {
		return s.Series != nil && s.Series.Count == 3 && s.Series.Unread == 0 && s.Answer != nil
	})
	wantPage(t, r.reported(), "<h3>Growth</h3>", "3 profiles are not judged: they may cover a part of their time only")
}

// A page has all that is open: groups are judged by their runs, as in the window, two
// traces by their durations; what cannot be compared says why, and what is not read
// yet is named.
func TestReportHasAll(t *testing.T) {
	const trace = "../testdata/trace.trace"
	r := unsteady(t)
	wantPage(t, r.reported(), "ba.pprof and 3 more → na.pprof and 4 more", "more than noise", "hardly ever differ as much among themselves")
	r = compared(t)
	r.do(screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerSecond}})
	r.do(screen.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))})
	wantPage(t, r.reported(), "fast.pprof → slow.pprof", "These could not be compared.", "need the duration",
		"trace.trace → other.trace", "Differences between two execution traces", "Mann and Whitney, 1947")
	free := r.holdLoads()
	r.Do(screen.Open{Paths: []string{fixture.WriteHeap(t)}})
	r.path = filepath.Join(t.TempDir(), "page.html")
	r.Do(screen.Report{})
	r.until(func() bool { return strings.HasPrefix(r.Notice, "Written") })
	if !strings.HasSuffix(r.Notice, "not read yet: heap.pprof") {
		t.Errorf("the notice is %q", r.Notice)
	}
	free()
	r.settle()
}
