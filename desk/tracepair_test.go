package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/timeline"
)

// copied returns a copy of a file under another name.
func copied(t testing.TB, path, name string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// Two traces stand on one time scale: they move together, and each keeps its
// lanes and its selection. Back leads both to where they were.
func TestTracesBeside(t *testing.T) {
	const trace = "../testdata/trace.trace"
	r := newRig(t)
	s := r.do(screen.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))})
	if s.Traces == nil || s.Traces.Base.Painter == nil || s.Traces.New.Painter == nil || s.Trace != s.Traces.New {
		t.Fatalf("the timelines are %+v, errors %v", s.Traces, s.Errors)
	}
	if end := float64(s.Traces.New.Timeline.Trace.End); s.Traces.Extent != end {
		t.Errorf("both go up to %v, want %v", s.Traces.Extent, end)
	}
	base := func(i screen.Intent) screen.Intent { return screen.OnSide{Base: true, Intent: i} }
	w := timeline.Window{From: 1e6, To: 5e6}
	s = r.do(base(screen.LookTime{Window: w, Top: 40, Leap: true}))
	if s.Traces.Base.Place.Window != w || s.Traces.New.Place.Window != w || s.Traces.Base.Place.Top != 40 || s.Traces.New.Place.Top != 0 {
		t.Errorf("the sides show %+v and %+v", s.Traces.Base.Place, s.Traces.New.Place)
	}
	if s.Trace != s.Traces.Base {
		t.Error("the side that was used last is not told")
	}
	m := &ask.Moment{Go: 1, At: s.Traces.Base.Timeline.Trace.End / 2}
	s = r.do(base(screen.SelectMoment{Moment: m}))
	if s.Traces.Base.Place.Selected != m || s.Traces.New.Place.Selected != nil {
		t.Error("a selection is of both sides")
	}
	// The bar asks for lanes on both sides, a menu on one.
	all := s.Traces.New.Lanes.Goroutines
	s = r.do(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "main" }})
	if b, n := s.Traces.Base.Lanes.Goroutines, s.Traces.New.Lanes.Goroutines; b != n || n >= all {
		t.Errorf("%d and %d of %d goroutines are left", b, n, all)
	}
	s = r.do(base(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "" }}))
	if b, n := s.Traces.Base.Lanes.Goroutines, s.Traces.New.Lanes.Goroutines; b != all || n >= all {
		t.Errorf("%d and %d of %d goroutines are left", b, n, all)
	}
	r.look = func(l *ask.Look) { l.Width, l.Scale = 600, 1 }
	for ending, want := range map[string]string{".svg": "base: trace.trace", ".png": "PNG"} {
		r.export = filepath.Join(t.TempDir(), "x"+ending)
		s = r.do(screen.Export{})
		if data, err := os.ReadFile(r.export); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, %q", ending, err, s.Notice)
		}
	}
	if !r.offer.Part {
		t.Error("a part of the timelines is no part of the picture")
	}
	if s = r.do(screen.Escape{}); s.Traces.Base.Place.Selected != nil {
		t.Error("Escape leaves the selection")
	}
	s = r.do(screen.Zoom{})
	if s.Traces.Base.Place.Window != (timeline.Window{}) || s.Traces.New.Place.Window != (timeline.Window{}) {
		t.Errorf("the whole is %+v and %+v", s.Traces.Base.Place.Window, s.Traces.New.Place.Window)
	}
	moved := s.Traces.New.Moved
	if s = r.do(screen.Back{}); s.Traces.New.Place.Window != w || s.Traces.New.Moved == moved {
		t.Errorf("back leads to %+v", s.Traces.New.Place)
	}
	// Intents about no place are carried out as everywhere.
	if s = r.do(base(screen.Legend{Kind: timeline.Running})); !s.Display.Quiet.Has(timeline.Running) {
		t.Error("a kind of time is not put aside")
	}
	s = r.do(base(screen.AskNote{}))
	if !strings.Contains(s.Notice, "open the trace itself") {
		t.Errorf("a note tells %q", s.Notice)
	}
	place := s.Traces.Base.Place
	if s = r.do(screen.SwapSides{}); s.Traces == nil || s.Traces.New.Place.Top != place.Top || s.Traces.Base.Name != "other.trace" {
		t.Errorf("turned round: %+v", s.Traces)
	}
	// The comparison keeps its sides when they are closed.
	r.do(screen.Close{Document: s.Documents[0].ID})
	if s = r.do(screen.Zoom{}); s.Traces == nil || s.Traces.Base.Lanes == nil {
		t.Error("a side that is closed is not kept")
	}
}
