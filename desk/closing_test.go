package desk

import (
	"slices"
	"testing"

	"profstation/desk/screen"
)

// What was closed last comes back, together if it was closed together, and where the user is now.
func TestReopenClosed(t *testing.T) {
	r := newRig(t)
	fast, slow := writeFast(t), writeSlow(t)
	r.do(screen.Compare{Base: files(fast), New: files(slow)}, screen.Close{Document: 1})
	if s := r.do(screen.Unclose{}); len(s.Documents) != 3 || s.Documents[2].Path != fast || s.Active != s.Documents[2].ID || s.Closed {
		t.Errorf("of one that was closed there is %q, shown %d", r.names(), s.Active)
	}
	r.do(screen.CloseAll{})
	if s := r.do(screen.Refine{Name: "focus", Text: "json"}); len(s.Documents) != 0 || !s.Closed {
		t.Errorf("closed: %q", r.names())
	}
	s := r.do(screen.Unclose{})
	if names := r.names(); len(names) != 3 || !slices.Contains(names, "fast.pprof → slow.pprof") || s.Place.Query.Focus != "json" {
		t.Errorf("of all there are %q, focus %q", names, s.Place.Query.Focus)
	}
	for _, d := range s.Documents {
		if d.State != screen.Ready {
			t.Errorf("%s is %v: %s", d.Name, d.State, d.Detail)
		}
	}
	if s = r.do(screen.Unclose{}); s.Notice == "" || len(s.Documents) != 3 {
		t.Errorf("nothing more was closed: %q", s.Notice)
	}
}

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
