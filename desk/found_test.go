package desk

import (
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
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
