package desk

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/timeline"
)

// What stands out in a profile leads to its functions, in one step, and its command to the figures.
func TestFoundInAProfile(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof"}}, screen.ShowTab{Tab: ask.OverviewTab})
	if s.Answer.Overview == nil || len(s.Answer.Overview.Found) < 3 {
		t.Fatalf("the overview is %+v", s.Answer.Overview)
	}
	f := s.Answer.Overview.Found[0]
	s = r.do(screen.ShowFound{Finding: f})
	if s.Tab != ask.TopTab || len(s.Place.Filters) == 0 || s.Place.Filters[0] != f.Place.Filters[0] {
		t.Errorf("it leads to %v with %v", s.Tab, s.Place.Filters)
	}
	if s = r.do(screen.Back{}); s.Tab != ask.OverviewTab || len(s.Place.Filters) > 0 {
		t.Errorf("back leads to %v with %v", s.Tab, s.Place.Filters)
	}
	r.do(screen.CopyCommand{Args: f.Pprof})
	if !strings.HasPrefix(r.copied, "go tool pprof -top ") || !strings.HasSuffix(r.copied, "calls.pprof") {
		t.Errorf("the command is %q", r.copied)
	}
}

// What stands out in a trace leads to its time, in one step.
func TestFoundInATrace(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}}, screen.ShowTab{Tab: ask.OverviewTab})
	if s.Trace.Overview == nil || len(s.Trace.Overview.Found) == 0 {
		t.Fatalf("the overview is %+v", s.Trace.Overview)
	}
	f := s.Trace.Overview.Found[0]
	if s = r.do(screen.ShowFound{Finding: f}); s.Tab != ask.TimelineTab || s.Trace.Reveal == nil || int64(s.Trace.Reveal.From) != f.Place.Begin {
		t.Errorf("it leads to %v, %+v", s.Tab, s.Trace.Reveal)
	}
	at := float64(f.Place.Begin)
	r.do(screen.LookTime{Window: timeline.Window{From: at, To: at + 1e6}, Brought: true})
	if s = r.do(screen.Back{}); s.Tab != ask.OverviewTab {
		t.Errorf("back leads to %v", s.Tab)
	}
	last := f
	last.Place.Tab, last.Place.Begin, last.Place.End = ask.GCTab.String(), 0, 0
	if s = r.do(screen.ShowFound{Finding: last}); s.Tab != ask.GCTab {
		t.Errorf("a tab is led to by %v", s.Tab)
	}
}

// What is dismissed stays so: in reports, after the document was closed, and in the next session, until it is restored.
func TestDismissed(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof"}}, screen.ShowTab{Tab: ask.OverviewTab})
	first, second := s.Answer.Overview.Found[0], s.Answer.Overview.Found[1]
	if s = r.do(screen.DismissFound{Key: first.Key()}, screen.DismissFound{Key: first.Key()}); !slices.Equal(s.Dismissed, []string{first.Key()}) || s.Notice == "" {
		t.Fatalf("dismissed is %q, notice %q", s.Dismissed, s.Notice)
	}
	heading := func(f ask.Finding) string { return "<h4>" + f.Text }
	page := r.reported()
	if strings.Contains(page, heading(first)) || !strings.Contains(page, heading(second)) || !strings.Contains(page, "Dismissed: 1") {
		t.Error("a report does not leave out what is dismissed, or does not say so")
	}
	if s = r.do(screen.Close{Document: s.Active}, screen.Unclose{}); !slices.Equal(s.Dismissed, []string{first.Key()}) {
		t.Errorf("opened again, dismissed is %q", s.Dismissed)
	}
	next := newRig(t)
	state := r.State()
	next.Reopen(session.Opened{Documents: state.Documents, Active: state.Active})
	if s = next.settle(); !slices.Equal(s.Dismissed, []string{first.Key()}) {
		t.Errorf("in the next session, dismissed is %q", s.Dismissed)
	}
	if s = next.do(screen.DismissFound{Key: first.Key(), Restore: true}); len(s.Dismissed) > 0 || !slices.Equal(r.shown.Dismissed, []string{first.Key()}) {
		t.Errorf("restored, dismissed is %q", s.Dismissed)
	}
}

// What is dismissed in a followed folder is dismissed in its next profiles.
func TestDismissedInAFolder(t *testing.T) {
	dir := t.TempDir()
	data := must.Have(os.ReadFile("../testdata/wasteful/calls.pprof"))
	for _, name := range []string{"a.pprof", "b.pprof"} {
		must.Do(os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	r := newRig(t)
	t.Cleanup(func() { r.Close() })
	r.do(screen.WatchFolder{Path: dir})
	shows := func(name string) {
		t.Helper()
		r.await(name, func(s *screen.Snapshot) bool { return desktest.Shows(s, name) && s.Answer != nil })
	}
	shows("b.pprof")
	id := r.shown.Active
	r.docs.finder.find()
	if s := r.settle(); s.Documents[0].Worth == "" {
		t.Error("a file of a folder has no mark")
	}
	r.do(screen.DismissFound{Key: "regexp"}, screen.ShowFile{Document: id, Path: filepath.Join(dir, "a.pprof")})
	shows("a.pprof")
	if r.shown.Documents[0].Worth != "" {
		t.Errorf("the mark of another file stays: %q", r.shown.Documents[0].Worth)
	}
	if !slices.Equal(r.shown.Dismissed, []string{"regexp"}) {
		t.Errorf("dismissed is %q", r.shown.Dismissed)
	}
}

// A threshold that the user sets holds at once in Overview, of profiles and of traces.
func TestFoundByThresholds(t *testing.T) {
	for file, rule := range map[string]string{"../testdata/wasteful/calls.pprof": "regexp", "../testdata/trace.trace": "pauses"} {
		r := newRig(t)
		r.do(screen.Open{Paths: []string{file}}, screen.ShowTab{Tab: ask.OverviewTab})
		speaks := func() bool {
			t.Helper()
			var o *ask.Overview
			if s := r.settle(); s.Trace != nil {
				o = s.Trace.Overview
			} else {
				o = s.Answer.Overview
			}
			return slices.ContainsFunc(o.Found, func(f ask.Finding) bool { return f.Rule == rule })
		}
		before := speaks()
		r.Prefer(session.Preferences{Thresholds: map[string]float64{rule: 0}}, false)
		if !before || speaks() {
			t.Errorf("%s: of %s it speaks at first: %t, and still does: %t", file, rule, before, speaks())
		}
		if page := r.reported(); strings.Contains(page, "the world was stopped") || strings.Contains(page, "compiling regular") {
			t.Errorf("%s: a report speaks of %s", file, rule)
		}
		if r.Prefer(session.Preferences{}, false); !speaks() {
			t.Errorf("%s: with the usual threshold it does not speak of %s again", file, rule)
		}
	}
}

// Once the picture is there, a document is marked with what is worth a look in it, until that is dismissed or another file
// is shown.
func TestWorthMark(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof"}})
	mark := func(document int) string {
		t.Helper()
		i := slices.IndexFunc(s.Documents, func(d screen.Document) bool { return d.ID == document })
		return s.Documents[i].Worth
	}
	calls := s.Active
	find := func() {
		r.docs.finder.find()
		s = r.settle()
	}
	if mark(calls) != "" {
		t.Errorf("before it was looked for, the mark says %q", mark(calls))
	}
	find()
	lines := strings.Split(mark(calls), "\n")
	if len(lines) != 1+mostWorth && len(lines) != 2+mostWorth || !strings.HasSuffix(lines[0], " things worth a look:") {
		t.Fatalf("the mark says %q", mark(calls))
	}
	shown := r.shows
	if find(); r.shows != shown {
		t.Error("what is known is looked for again")
	}
	s = r.do(screen.ShowTab{Tab: ask.OverviewTab})
	for _, f := range s.Answer.Overview.Found {
		s = r.do(screen.DismissFound{Key: f.Key()})
	}
	if mark(calls) != "" {
		t.Errorf("all is dismissed, and the mark says %q", mark(calls))
	}
	s = r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	find()
	if got := mark(s.Active); !strings.HasPrefix(got, "1 thing worth a look:\nthe world was stopped") {
		t.Errorf("the mark of a trace says %q", got)
	}
	r.Prefer(session.Preferences{Thresholds: map[string]float64{"pauses": 0}}, false)
	s = r.settle()
	if find(); mark(s.Active) != "" {
		t.Errorf("with its rule off, the mark says %q", mark(s.Active))
	}
}

// What is looked for makes way for what the user asks for, and its result is dropped.
func TestWorthMarkStops(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof"}})
	r.Fault(func(ctx context.Context, k job.Kind) error {
		if k == job.Find {
			<-ctx.Done()
		}
		return ctx.Err()
	})
	if r.docs.finder.find(); !r.docs.finder.slot.Running() {
		t.Fatal("nothing is looked for")
	}
	r.Do(screen.ShowTab{Tab: ask.TopTab})
	if s := r.settle(); s.Documents[0].Worth != "" || r.docs.finder.slot.Running() {
		t.Errorf("the mark says %q", s.Documents[0].Worth)
	}
	r.Do(screen.ShowTab{Tab: ask.FlameTab})
	if r.docs.finder.find(); r.docs.finder.slot.Running() {
		t.Error("it is looked for while an answer is prepared")
	}
}

// What stands out and is not the same on both sides of a comparison is in its summary, and leads to its functions.
func TestFoundInAComparison(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Compare{Base: screen.Picks{Paths: []string{"../testdata/cpu.pprof"}}, New: screen.Picks{Paths: []string{"../testdata/wasteful/calls.pprof"}}},
		screen.ShowTab{Tab: ask.SummaryTab})
	if s.Answer == nil || s.Answer.Compared == nil || len(s.Answer.Compared.Found) == 0 {
		t.Fatalf("the answer is %+v", s.Answer)
	}
	f := s.Answer.Compared.Found[0]
	if !strings.Contains(s.Answer.Compared.Summary, "\n- "+f.Line()+"\n") || strings.Contains(s.Answer.Compared.Plain, f.Line()) {
		t.Errorf("%q is not in the summary, or twice on the screen:\n%s", f.Line(), s.Answer.Compared.Summary)
	}
	r.do(screen.CopySummary{})
	if r.copied != s.Answer.Compared.Summary {
		t.Errorf("copied: %s", r.copied)
	}
	s = r.do(screen.DismissFound{Key: f.Key()})
	if r.do(screen.CopySummary{}); strings.Contains(r.copied, f.Line()) || strings.Contains(s.Answer.Compared.Summary, f.Line()) {
		t.Errorf("what is dismissed is copied: %s", r.copied)
	}
	s = r.do(screen.DismissFound{Key: f.Key(), Restore: true})
	if !strings.Contains(s.Answer.Compared.Summary, f.Line()) {
		t.Errorf("what is restored is not in the summary: %s", s.Answer.Compared.Summary)
	}
	if s = r.do(screen.ShowFound{Finding: f.Finding}); s.Tab != ask.TopTab || len(s.Place.Filters) == 0 {
		t.Errorf("it leads to %v with %v", s.Tab, s.Place.Filters)
	}
}
