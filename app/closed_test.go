package app

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
)

// TestClosedIsGivenBack shows every tab of documents, closes them, and holds that no view keeps what they had read.
func TestClosedIsGivenBack(t *testing.T) {
	const cpu, run = "../testdata/cpu.pprof", "../testdata/trace.trace"
	picks := func(path string) screen.Picks { return screen.Picks{Paths: []string{path}} }
	for name, c := range map[string]struct {
		open screen.Intent
		tabs []ask.Tab
	}{
		"profile":    {screen.Open{Paths: []string{cpu}}, ask.OfProfile.Tabs()},
		"trace":      {screen.Open{Paths: []string{run}}, ask.OfTrace.Tabs()},
		"comparison": {screen.Compare{Base: picks(cpu), New: picks(cpu)}, ask.OfComparison.Tabs()},
		"two traces": {screen.Compare{Base: picks(run), New: picks(run)}, ask.OfTracePair.Tabs()},
	} {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			var kept atomic.Int32
			s := r.do(c.open)
			for _, tab := range c.tabs {
				s = r.do(screen.ShowTab{Tab: tab})
				for s.Layout {
					r.queue.Next()
					s = r.settle()
				}
				watch(s, &kept)
			}
			if kept.Load() == 0 {
				t.Fatal("nothing is watched")
			}
			for len(s.Documents) > 0 {
				s = r.do(screen.Close{Document: s.Documents[0].ID})
			}
			s = nil
			// What works in the background still refers to an answer until it has stopped: on a busy machine that takes long.
			for began := time.Now(); kept.Load() > 0 && time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
				runtime.GC()
			}
			if n := kept.Load(); n > 0 {
				t.Errorf("%d answers are kept", n)
			}
			runtime.KeepAlive(r)
		})
	}
}

// watch counts what a snapshot has for as long as something refers to it.
func watch(s *screen.Snapshot, kept *atomic.Int32) {
	gone := func(n *atomic.Int32) { n.Add(-1) }
	if s.Answer != nil {
		kept.Add(1)
		runtime.AddCleanup(s.Answer, gone, kept)
	}
	if s.Trace != nil {
		kept.Add(1)
		runtime.AddCleanup(s.Trace.Timeline, gone, kept)
	}
	if s.Graph != nil {
		kept.Add(1)
		runtime.AddCleanup(s.Graph, gone, kept)
	}
}

// TestBareTabs holds that a tab without anything to show says so in its title.
func TestBareTabs(t *testing.T) {
	r := newWindowRig(t)
	title := func(tab ask.Tab) string {
		return r.row.tabs.Items[slices.Index(r.row.shown, tab)].Text
	}
	for file, want := range map[string]string{"../testdata/mutex.pprof": "Labels (none)", "../testdata/cpu.pprof": "Labels"} {
		r.do(screen.Open{Paths: []string{file}})
		if got := title(ask.LabelsTab); got != want {
			t.Errorf("%s: the tab is called %q, want %q", file, got, want)
		}
	}
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	if got := title(ask.TasksTab); got != "Tasks" {
		t.Errorf("the tab of tasks is called %q", got)
	}
}
