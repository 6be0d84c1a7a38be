package desk

import (
	"os"
	"path/filepath"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/model/explain"
)

// Where the filters leave nothing, every tab knows it, of a profile and of a comparison, and no other cause.
func TestFiltersLeaveNothing(t *testing.T) {
	for name, r := range map[string]*rig{"profile": opened(t), "comparison": compared(t)} {
		for _, tab := range r.shown.Tabs {
			s := r.do(screen.ShowTab{Tab: tab}, screen.Refine{Name: "focus", Text: "no such function"})
			if s.Answer == nil || !s.Answer.FilteredOut {
				t.Errorf("%s, %v: errors %v, it is not known that nothing is left", name, tab, s.Errors)
			}
			if s = r.do(screen.ClearFilters{}); s.Answer == nil || s.Answer.FilteredOut {
				t.Errorf("%s, %v: without filters nothing is left", name, tab)
			}
		}
	}
	// A search, or a profile of zeros, is no filter.
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.Write(t, "zero.pprof", fixture.CpuTypes, "main.main 0")}})
	if s := r.do(screen.Search{Text: "nobody"}); s.Answer.FilteredOut || s.Answer.Instead != "" {
		t.Errorf("without filters: %+v", s.Answer)
	}
}

// Goroutines that are blocked for ever are named until a filter leaves only these.
func TestLeaked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "goroutines.txt")
	text := "goroutine 1 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\n" +
		"goroutine 2 [chan send (leaked), 5 minutes, locked to thread]:\nmain.g()\n\t/m.go:2 +0x1\n\n" +
		"goroutine 3 [select (no cases) (leaked)]:\nmain.h()\n\t/m.go:3 +0x1\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	if s := r.do(screen.Open{Paths: []string{path}}); s.Answer == nil || s.Answer.Leaked != 2 {
		t.Fatalf("%+v, not 2 leaked goroutines", s.Answer)
	}
	s := r.do(screen.Refine{Name: "tagfocus", Text: explain.LeakedFilter})
	if s.Answer.Leaked != 0 || s.Answer.FilteredOut || s.Answer.Result.Passed() != 2 {
		t.Errorf("with the filter %d are named, and %d are left", s.Answer.Leaked, s.Answer.Result.Passed())
	}
	// What the overview leads to leaves those of one function.
	r = newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/go1.27/goroutineleak.debug2.txt"}})
	s = r.do(screen.ShowTab{Tab: ask.OverviewTab})
	if o := s.Answer.Overview; o == nil || len(o.Leaked) != 1 {
		t.Fatalf("the overview is %+v", o)
	}
	if s = r.do(screen.Narrow{To: s.Answer.Overview.Leaked[0].Only}); s.Answer.Leaked != 0 || s.Answer.Result.Passed() != 4 {
		t.Errorf("%d leaked ones are named, and %d goroutines are left", s.Answer.Leaked, s.Answer.Result.Passed())
	}
}

// Of a comparison in which nothing is known to have changed, hiding noise hides all, which is said.
func TestOnlyNoise(t *testing.T) {
	r := newRig(t)
	r.do(screen.Compare{
		Base: group(t, "b", [2]string{"500", "100"}, [2]string{"510", "900"}, [2]string{"490", "200"}, [2]string{"505", "700"}),
		New:  group(t, "n", [2]string{"501", "120"}, [2]string{"509", "880"}, [2]string{"492", "210"}, [2]string{"504", "690"}),
	}, way(ask.AsDifference))
	if r.shown.Answer.Compared.OnlyNoise {
		t.Error("noise is shown, and nothing else is said")
	}
	s := r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = true }))
	if !s.Answer.Compared.OnlyNoise {
		t.Error("it is not said that all is hidden")
	}
	r = unsteady(t)
	if s = r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = true })); s.Answer.Compared.OnlyNoise {
		t.Error("json.Marshal became slower, and only noise is found")
	}
}
