package desk

import (
	"slices"
	"testing"

	"profstation/desk/screen"
)

// All documents are closed at once, or all but one; a comparison goes too.
func TestCloseAll(t *testing.T) {
	r := newRig(t)
	open := func() *screen.Snapshot {
		s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/cpu-slow.pprof"}})
		return r.do(screen.Compare{
			Base: screen.Picks{Documents: []int{s.Documents[0].ID}}, New: screen.Picks{Documents: []int{s.Documents[2].ID}},
		})
	}
	s := open()
	kept := s.Documents[1].ID
	if s = r.do(screen.CloseAll{But: kept}); len(s.Documents) != 1 || s.Active != kept || s.Answer == nil {
		t.Errorf("one stays: %+v, %d on the screen", s.Documents, s.Active)
	}
	open()
	if s = r.do(screen.CloseAll{}); len(s.Documents) != 0 || s.Active != 0 || s.Answer != nil {
		t.Errorf("all closed: %+v", s.Documents)
	}
	if s = open(); len(s.Documents) != 4 {
		t.Errorf("opened again: %+v", s.Documents)
	}
}

// A range is marked from the shown document to another, without comparisons.
func TestMarkRange(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/cpu-slow.pprof", "../testdata/mutex.pprof"}})
	marked := func() (out []bool) {
		for _, d := range r.Snapshot().Documents {
			out = append(out, slices.Contains(r.Snapshot().Marks, screen.Mark{Document: d.ID}))
		}
		return out
	}
	r.do(screen.Activate{Document: s.Documents[2].ID}, screen.MarkRange{Document: s.Documents[0].ID})
	if got := marked(); !got[0] || !got[1] || !got[2] || got[3] {
		t.Errorf("marked: %v", got)
	}
	r.do(screen.MarkRange{Document: s.Documents[3].ID})
	if got := marked(); got[0] || got[1] || !got[2] || !got[3] {
		t.Errorf("marked: %v", got)
	}
}
