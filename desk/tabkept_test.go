package desk

import (
	"path/filepath"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// The next start, and a workspace, show the tab and the sample type that were shown, whatever the kind of document.
func TestTabReturns(t *testing.T) {
	cpu, slow := fixture.WriteCPU(t), writeSlow(t)
	for name, c := range map[string]struct {
		intents []screen.Intent
		tab     ask.Tab
	}{
		"profile":    {[]screen.Intent{screen.Open{Paths: []string{cpu}}, screen.SampleType{Name: "samples"}, screen.ShowTab{Tab: ask.TopTab}}, ask.TopTab},
		"comparison": {[]screen.Intent{screen.Compare{Base: files(cpu), New: files(slow)}, screen.SampleType{Name: "samples"}, screen.ShowTab{Tab: ask.SummaryTab}}, ask.SummaryTab},
		"another":    {[]screen.Intent{screen.Open{Paths: []string{cpu, slow}}, screen.Activate{Document: 2}, screen.SampleType{Name: "samples"}, screen.ShowTab{Tab: ask.LabelsTab}}, ask.LabelsTab},
		"trace":      {[]screen.Intent{screen.Open{Paths: []string{cpu, "../loader/trace/testdata/quiet.trace"}}, screen.SampleType{Name: "samples"}, screen.Activate{Document: 2}, screen.ShowTab{Tab: ask.GCTab}}, ask.GCTab},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			check := func(what string, s *screen.Snapshot) {
				t.Helper()
				if typ := s.Place.Query.SampleIndex; s.Tab != c.tab || typ != "samples" {
					t.Errorf("%s shows %s of %q", what, s.Tab, typ)
				}
			}
			check("the window", r.do(c.intents...))
			r.again(check)
		})
	}
	t.Run("folder", func(t *testing.T) {
		r, _ := followed(t)
		r.do(screen.ShowTab{Tab: ask.TrendTab}, screen.SampleType{Name: "samples"})
		check := func(what string, n *rig) {
			t.Helper()
			t.Cleanup(func() { n.Close() })
			n.await(what, func(s *screen.Snapshot) bool { return s.Series != nil && s.Answer != nil })
			if s := n.settle(); s.Tab != ask.TrendTab || s.Place.Query.SampleIndex != "samples" {
				t.Errorf("%s shows %s of %q", what, s.Tab, s.Place.Query.SampleIndex)
			}
		}
		file := filepath.Join(t.TempDir(), "mine.profstation")
		r.Do(screen.SaveWorkspace{Path: file})
		r.until(func() bool { return r.keeper.workspace == file })
		check("the next start", r.restart())
		w := newRig(t)
		w.Do(screen.Open{Paths: []string{file}})
		w.until(func() bool { return len(w.docs.all) > 0 })
		check("the workspace", w)
	})
}

// again saves what is open as a workspace, and checks what the next start shows, and the workspace in a window of its
// own, which it returns.
func (r *rig) again(check func(what string, s *screen.Snapshot)) *rig {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "mine.profstation")
	r.Do(screen.SaveWorkspace{Path: file})
	r.until(func() bool { return r.keeper.workspace == file })
	n := r.restart()
	r.t.Cleanup(func() { n.Close() })
	check("the next start", n.settle())
	w := newRig(r.t)
	r.t.Cleanup(func() { w.Close() })
	w.Do(screen.Open{Paths: []string{file}})
	w.until(func() bool { return len(w.docs.all) > 0 })
	check("the workspace", w.settle())
	return w
}
