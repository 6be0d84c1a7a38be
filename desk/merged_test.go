package desk

import (
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// Marked profiles are added up in a document of their own. Profiles that do not
// fit together are refused with a reason.
func TestAddUp(t *testing.T) {
	r := newRig(t)
	cpu, heap := fixture.WriteCPU(t), fixture.WriteHeap(t)
	other := fixture.Write(t, "other.pprof", fixture.CpuTypes, "main.main,main.serve,json.Marshal 1000")
	s := r.do(screen.Open{Paths: []string{cpu, other, heap}})
	ids := map[string]int{}
	for _, d := range s.Documents {
		ids[d.Name] = d.ID
	}
	s = r.do(screen.MarkDocument{Document: ids["other.pprof"]}, screen.AddUpMarked{})
	if len(s.Documents) != 4 || s.Documents[3].Name != "cpu.pprof + other.pprof" || s.Active != s.Documents[3].ID {
		t.Fatalf("documents: %+v", s.Documents)
	}
	if r.width() != 2200 {
		t.Errorf("the sum is %d", r.width())
	}
	if s = r.do(screen.Reload{}); s.Documents[3].State != screen.Ready {
		t.Errorf("read again: %+v", s.Documents[3])
	}
	s = r.do(screen.Activate{Document: ids["cpu.pprof"]}, screen.MarkDocument{Document: ids["other.pprof"]}, screen.AddUpMarked{})
	if len(s.Documents) != 4 {
		t.Errorf("the same sum is opened twice: %+v", s.Documents)
	}
	s = r.do(screen.Activate{Document: ids["cpu.pprof"]}, screen.MarkDocument{Document: ids["heap.pprof"]}, screen.AddUpMarked{})
	if last := s.Documents[len(s.Documents)-1]; last.State != screen.Failed || !strings.Contains(last.Detail, "does not match") {
		t.Errorf("two kinds: %+v", last)
	}
	if s = r.do(screen.AddUpMarked{}); !strings.Contains(s.Notice, "Ctrl") {
		t.Errorf("without a selection: %q", s.Notice)
	}
}
