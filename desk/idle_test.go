package desk

import (
	"path/filepath"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// An intent that has nothing to do says why, in a profile as in a trace, and an intent that has something to do
// takes the line away.
func TestSaysWhyNothingHappens(t *testing.T) {
	for _, c := range []struct {
		path    string
		no      map[string]screen.Intent
		does    screen.Intent
		leadsTo screen.Intent // says nothing once does is done
	}{
		{fixture.WriteCPU(t), map[string]screen.Intent{
			"There is no tab 9 here.":                 screen.NthTab{N: 9},
			"There is nothing to go back to.":         screen.Back{},
			"There is nothing to go forward to.":      screen.Forward{},
			"No filter is active.":                    screen.ClearFilters{},
			"Nothing is searched for: press / first.": screen.NextMatch{},
			"Nothing is selected.":                    screen.Copy{Text: screen.Selected},
			"This is not part of a series: follow a folder with “File › Watch a folder…”.": screen.Step{By: 1},
		}, screen.Refine{Name: "focus", Text: "main"}, screen.ClearFilters{}},
		{"../testdata/trace.trace", map[string]screen.Intent{
			"There is no tab 9 here.":                                            screen.NthTab{N: 9},
			"There is nothing to go back to.":                                    screen.Back{},
			"No filter is active.":                                               screen.ClearFilters{},
			"A trace has no search: filters show what they find.":                screen.NextMatch{},
			"A trace has filters of its own: they stand above what they filter.": screen.TogglePane{Name: "filters"},
			"Nothing is selected.":                                               screen.Copy{Text: screen.Selected},
		}, screen.SelectMoment{Moment: &ask.Moment{}}, screen.SelectMoment{}},
	} {
		r := newRig(t)
		r.do(screen.Open{Paths: []string{c.path}})
		for want, i := range c.no {
			if s := r.do(i); s.Notice != want {
				t.Errorf("%T says %q, want %q", i, s.Notice, want)
			}
		}
		if cleared := r.Snapshot().Cleared; cleared != 1 || r.do(screen.ClearFilters{}).Cleared != 2 {
			t.Errorf("filters were removed %d times, and once more %d", cleared, r.Snapshot().Cleared)
		}
		if s, want := r.do(screen.Open{Paths: []string{c.path}}), filepath.Base(c.path)+" is already open."; s.Notice != want {
			t.Errorf("opening the file again says %q, want %q", s.Notice, want)
		}
		if s := r.do(c.does, c.leadsTo); s.Notice != "" {
			t.Errorf("after %T, %T says %q", c.does, c.leadsTo, s.Notice)
		}
	}
}

// Copying the selection of a trace copies the span, not what is selected in profiles.
func TestCopiesSpan(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	tr := r.shown.Trace.Timeline.Trace
	s := r.do(screen.SelectMoment{Moment: &ask.Moment{Go: tr.GoOf(0), At: tr.Spans.Start(0)}}, screen.Copy{Text: screen.Selected})
	if s.Trace.SelectedSpan == nil || r.copied == "" || s.Notice != "Copied." {
		t.Errorf("%v: %q was copied, and %q said", s.Trace.SelectedSpan, r.copied, s.Notice)
	}
}
