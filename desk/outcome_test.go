package desk

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// An export that fails stays on the screen, names the path that was asked for, and is done once more with
// the same answers.
func TestFailedExportStays(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	folder := filepath.Join(t.TempDir(), "not there")
	r.export = filepath.Join(folder, "x.svg")
	s := r.do(screen.Export{})
	if o := s.Outcome; o == nil || !o.Failed || !strings.Contains(o.Text, r.export) {
		t.Fatalf("the outcome is %+v", o)
	}
	// The dialog learns in one line why there is no file, and gets no text once the file is written, or somebody stopped it.
	ended := "nothing"
	end := func(wrong string) { ended = wrong }
	if r.writing.Then(end); ended != s.Outcome.Text || strings.Contains(ended, "\n") {
		t.Errorf("the dialog says %q", ended)
	}
	if s = r.do(screen.ShowTab{Tab: ask.TopTab}, screen.ShowTab{Tab: ask.FlameTab}); s.Outcome == nil {
		t.Error("it goes by itself")
	}
	r.do(screen.ShowOutcome{})
	if n := len(r.calls); n == 0 || !strings.Contains(r.calls[n-1], "not there") {
		t.Errorf("in full it shows %q", r.calls)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s = r.do(screen.Again{})
	if s.Outcome == nil || s.Outcome.Failed || s.Outcome.Folder != folder || !strings.Contains(s.Notice, r.export) {
		t.Errorf("done again: %+v, %q", s.Outcome, s.Notice)
	}
	if _, err := os.Stat(r.export); err != nil {
		t.Error(err)
	}
	r.do(screen.OpenFolder{Path: folder})
	if r.calls[len(r.calls)-1] != folder {
		t.Errorf("calls %q", r.calls)
	}
	if s = r.do(screen.ShowTab{Tab: ask.TopTab}); s.Outcome != nil {
		t.Error("a success stays")
	}
	r.export = filepath.Join(folder, "x", "y.csv")
	if s = r.do(screen.Export{}); s.Outcome == nil {
		t.Fatal("the second failure is not said")
	}
	if s = r.do(screen.Dismiss{}); s.Outcome != nil {
		t.Error("it cannot be taken away")
	}
}

// An export that is stopped leaves no file, and tells its dialog nothing; neither does one that succeeds.
func TestStoppedExport(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	folder := t.TempDir()
	for _, stop := range []bool{true, false} {
		r.export = filepath.Join(folder, "x.svg")
		r.jobs.Fault = func(ctx context.Context, k job.Kind) error {
			if stop && k == job.Export {
				<-ctx.Done()
			}
			return ctx.Err()
		}
		r.Do(screen.Export{})
		ended := "nothing"
		r.writing.Then(func(wrong string) { ended = wrong })
		if stop {
			r.writing.Stop()
		}
		r.settle()
		if _, err := os.Stat(r.export); ended != "" || (err != nil) != stop {
			t.Errorf("stopped %v: the dialog says %q, the file %v", stop, ended, err)
		}
	}
}

// So are the dialogs of reports and of workspaces told.
func TestFailedReportAndWorkspace(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	for ending, i := range map[string]screen.Intent{".html": screen.Report{}, ".profstation": screen.SaveWorkspace{}} {
		for _, folder := range []string{filepath.Join(t.TempDir(), "not there"), t.TempDir()} {
			r.path = filepath.Join(folder, "x"+ending)
			r.do(i)
			ended := "nothing"
			r.writing.Then(func(wrong string) { ended = wrong })
			if _, err := os.Stat(r.path); (err != nil) != strings.Contains(ended, r.path) || err == nil && ended != "" {
				t.Errorf("%s: the dialog says %q, the file %v", r.path, ended, err)
			}
		}
	}
}
