package desk

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/model/trace"
	"profstation/origin"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// madeRig has a file, a trace with two profiles that are made out of it, and another file. The first of the
// profiles is of a part of the trace and is shown, and the second one is of no goroutine.
func madeRig(t *testing.T) (r *rig, file string) {
	t.Helper()
	r, file = newRig(t), copied(t, someTrace, "load.trace")
	s := r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), file, fixture.WriteHeap(t)}}, screen.Activate{Document: 2})
	half := s.Trace.Timeline.Trace.Whole()
	half.To /= 2
	r.do(screen.Derive{Kind: analysis.SyncProfile, Scope: analysis.What{Waits: analysis.AllWaits, Interval: half}, Of: figures.Everyone})
	shown := r.shown.Active
	r.do(
		screen.Activate{Document: 2}, screen.Derive{Kind: analysis.NetProfile, Scope: analysis.What{Goroutines: []trace.GoIndex{}}, Of: "nobody"},
		screen.Activate{Document: shown},
	)
	if total := r.shown.Answer.Result.Total; len(r.shown.Documents) != 5 || total <= 0 {
		t.Fatalf("%q, the first profile has %d", r.names(), total)
	}
	return r, file
}

// Profiles that are made out of a trace are made again at the next start, at their places in the list, also the
// one that is shown before its trace is read.
func TestMadeProfileReturns(t *testing.T) {
	r, _ := madeRig(t)
	r.do(screen.PinBaseline{Document: r.shown.Active})
	want, total := r.names(), r.shown.Answer.Result.Total
	n := r.restart()
	free := n.holdLoads()
	if got := n.names(); !reflect.DeepEqual(got, want) || n.docs.active != n.docs.all[2] {
		t.Errorf("before anything is read there are %q, want %q; active is %s", got, want, n.docs.active.name())
	}
	if d := n.shown.Documents[2]; d.State != screen.Loading || d.Detail != "waiting for load.trace" || !d.Child || !d.Baseline {
		t.Errorf("before its trace is read it is %+v", d)
	}
	free()
	s := n.settle()
	if !reflect.DeepEqual(n.names(), want) || s.Answer == nil || s.Answer.Result == nil || s.Answer.Result.Total != total {
		t.Errorf("%q, made again is %+v, want a total of %d", n.names(), s.Answer, total)
	}
	for _, d := range s.Documents {
		if d.State != screen.Ready {
			t.Errorf("%s is %v: %s", d.Name, d.State, d.Detail)
		}
	}
	if !strings.HasPrefix(s.Documents[3].Empty, "No goroutine waited for the network") {
		t.Errorf("the profile of nobody has %+v", s.Documents[3])
	}
	// It can be closed and opened again, like any other.
	n.do(screen.Close{Document: s.Active}, screen.Unclose{})
	if !reflect.DeepEqual(n.names(), want) || n.shown.Answer.Result.Total != total {
		t.Errorf("closed and opened again: %q", n.names())
	}
}

// A workspace has the recipes, with the way to the trace from its own file.
func TestMadeProfileInWorkspace(t *testing.T) {
	r, file := madeRig(t)
	want, total := r.names(), r.shown.Answer.Result.Total
	workspace := filepath.Join(filepath.Dir(file), "w"+origin.Workspaces)
	r.Do(screen.SaveWorkspace{Path: workspace})
	r.until(func() bool { return strings.HasPrefix(r.Desk.Notice, "Saved: ") })
	if r.Desk.Notice != "Saved: "+workspace {
		t.Error(r.Desk.Notice)
	}
	if text, err := os.ReadFile(workspace); err != nil || !strings.Contains(string(text), `"path": "load.trace"`) {
		t.Errorf("%s (%v)", text, err)
	}
	n := newRig(t)
	n.Do(screen.Open{Paths: []string{workspace}})
	n.until(func() bool { return len(n.docs.all) == len(want) })
	if s := n.settle(); !reflect.DeepEqual(n.names(), want) || s.Answer.Result.Total != total {
		t.Errorf("%q, want %q", n.names(), want)
	}
}

// A profile whose trace is gone says so, and is made when the trace is back.
func TestMadeProfileWithoutTrace(t *testing.T) {
	r, file := madeRig(t)
	total := r.shown.Answer.Result.Total
	away := file + ".away"
	if err := os.Rename(file, away); err != nil {
		t.Fatal(err)
	}
	n := r.restart()
	s := n.settle()
	if d := s.Documents[2]; d.State != screen.Failed || !strings.HasPrefix(d.Detail, "missing: ") {
		t.Errorf("without its trace it is %v: %s", d.State, d.Detail)
	}
	n.do(screen.Close{Document: s.Documents[1].ID})
	if err := os.Rename(away, file); err != nil {
		t.Fatal(err)
	}
	if s = n.do(screen.Reload{Document: s.Active}); s.Answer == nil || s.Answer.Result.Total != total {
		t.Errorf("with the trace again: %+v", s.Documents)
	}
	// Closing the trace before it was read does not leave a profile waiting for ever.
	n = r.restart()
	free := n.holdLoads()
	n.Do(screen.Close{Document: n.shown.Documents[1].ID})
	free()
	if d := n.settle().Documents[1]; d.State != screen.Failed || !strings.Contains(d.Detail, "was closed before it was read") {
		t.Errorf("its trace was closed, and it is %v: %s", d.State, d.Detail)
	}
}

// A recipe of a newer program is left out, and its trace stays.
func TestUnknownRecipe(t *testing.T) {
	n := newRig(t)
	n.Reopen(session.Opened{Documents: []session.Document{
		{Path: someTrace}, {Kind: session.Made, Path: someTrace, Recipe: &origin.Recipe{Title: "later", Kind: "later", Waits: "all"}},
	}})
	if n.settle(); !reflect.DeepEqual(n.names(), []string{"trace.trace"}) {
		t.Errorf("%q", n.names())
	}
}

// A comparison of profiles that are made out of a trace comes back, also where they were closed.
func TestComparisonOfMadeReturns(t *testing.T) {
	for name, closed := range map[string]bool{"open": false, "closed": true} {
		t.Run(name, func(t *testing.T) {
			r, _ := madeRig(t)
			all := r.shown.Documents
			made := all[2].ID
			whole := screen.Derive{Kind: analysis.SyncProfile, Scope: analysis.What{Waits: analysis.AllWaits}, Of: figures.Everyone}
			s := r.do(screen.Activate{Document: 2}, whole)
			r.do(screen.Compare{Base: screen.Picks{Documents: []int{s.Active}}, New: screen.Picks{Documents: []int{made}}})
			if closed {
				r.do(screen.Close{Document: s.Active}, screen.Close{Document: made})
			}
			s = r.shown
			if s.Comparing == nil || s.Answer == nil || s.Answer.Compared == nil {
				t.Fatalf("no comparison: %q, errors %v", r.names(), s.Errors)
			}
			want, total := s.Comparing, s.Answer.Result.Total
			n := r.restart()
			s = n.settle()
			if s.Comparing == nil || s.Comparing.Base.Name != want.Base.Name || s.Comparing.New.Name != want.New.Name || s.Answer == nil || s.Answer.Result.Total != total {
				t.Errorf("it came back as %+v of %q, want %+v; errors %v", s.Comparing, n.names(), want, s.Errors)
			}
			if len(s.Documents) != 7 {
				t.Errorf("open are %q", n.names())
			}
		})
	}
}
