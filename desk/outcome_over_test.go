package desk

import (
	"context"
	"errors"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// What went wrong with something is said until it is well, whatever else is well meanwhile.
func TestFailureIsOver(t *testing.T) {
	r := newRig(t)
	work := errors.New("it is full")
	try := func(to string) *screen.Snapshot {
		r.exporter.exporting(to, func(context.Context) error { return work }, r.Publish)
		return r.settle()
	}
	if s := try("the clipboard"); s.Outcome == nil || s.Notice == "" {
		t.Fatalf("a failure is not said: %+v, %q", s.Outcome, s.Notice)
	}
	work = nil
	if s := try("elsewhere"); s.Outcome == nil {
		t.Error("the failure went with another success")
	}
	if s := try("the clipboard"); s.Outcome != nil || s.Notice != "" {
		t.Errorf("after it went well: %+v, %q", s.Outcome, s.Notice)
	}
	r.outcomes.warn("x", "x is gone")
	r.outcomes.over("y")
	if r.Notice != "x is gone" {
		t.Errorf("a warning went with another cause: %q", r.Notice)
	}
	r.Notice = "something else"
	if r.outcomes.over("x"); r.Notice != "something else" {
		t.Errorf("another notice went: %q", r.Notice)
	}
}

// A comparison says that a side is closed until that is open again, and then follows it.
func TestClosedSideIsOpenedAgain(t *testing.T) {
	fast, slow := writeFast(t), writeSlow(t)
	r := newRig(t)
	s := r.do(screen.Compare{Base: files(fast), New: files(slow)}, screen.Close{Document: 1})
	if len(s.Comparing.Base.Notes) != 1 {
		t.Fatalf("notes %q", s.Comparing.Base.Notes)
	}
	compared := s.Active
	if s = r.do(screen.Open{Paths: []string{fast}}, screen.Activate{Document: compared}); len(s.Comparing.Base.Notes) > 0 || s.Answer.Compared == nil {
		t.Errorf("after it was opened again: %q", s.Comparing.Base.Notes)
	}
	fixture.Write(t, fast, fixture.CpuTypes, "main.main 7")
	id := s.Documents[len(s.Documents)-1].ID
	if s = r.do(screen.Reload{Document: id}); s.Answer.Compared.Comparison.Base.Total != 14 {
		t.Errorf("after it was read again the base has %d", s.Answer.Compared.Comparison.Base.Total)
	}
}
