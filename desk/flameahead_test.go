package desk

import (
	"testing"

	"profstation/desk/answer"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
)

// What the other way of looking shows is laid out before it is asked for, once for
// each question.
func TestLookAhead(t *testing.T) {
	r := compared(t)
	job := r.answer.Kept.Ahead[compare.ByLarger]
	if job == nil {
		t.Fatal("the difference is not laid out ahead")
	}
	s := r.do(way(screen.AsDifference))
	if <-job.Done; s.Answer.Chart != job.Chart {
		t.Error("what was laid out ahead is laid out again")
	}
	r.do(way(screen.SideBySide), screen.Select{Selection: screen.Selection{Node: "json.Marshal"}})
	if r.answer.Kept.Ahead[compare.ByLarger] != job {
		t.Error("the same question has it laid out twice")
	}
	// Another question ends what is of no use any more, and has its own.
	r.do(screen.Refine{Name: "focus", Text: "json"})
	next := r.answer.Kept.Ahead[compare.ByLarger]
	if next == nil || next == job {
		t.Fatal("another question has nothing laid out ahead")
	}
	if s = r.do(way(screen.AsDifference)); s.Answer.Chart.Down.Abs[0] != 2200 {
		t.Errorf("the difference is %d wide", s.Answer.Chart.Down.Abs[0])
	}
	// From the difference, both sides are laid out.
	r.do(screen.Refine{Name: "ignore", Text: "Unmarshal"})
	ahead := r.answer.Kept.Ahead
	if ahead[compare.ByBase] == nil || ahead[compare.ByNew] == nil {
		t.Fatal("the two sides are not laid out ahead")
	}
	if s = r.do(way(screen.SideBySide)); s.Answer.Chart != ahead[compare.ByNew].Chart || s.Answer.Compared.Other.Chart != ahead[compare.ByBase].Chart {
		t.Error("the two sides are laid out again")
	}
	// Where it could not be, it is laid out when it is asked for.
	broken := &answer.FlameAhead{Options: ahead[compare.ByNew].Options, Done: make(chan struct{})}
	close(broken.Done)
	a := *r.answer
	a.Kept.Flames, a.Kept.Ahead = map[compare.Width]answer.Flamed{}, map[compare.Width]*answer.FlameAhead{compare.ByNew: broken}
	if f, err := a.FlameOf(t.Context(), compare.ByNew, broken.Options, flame.Style{Theme: s.Display.Theme}); err != nil || f.Chart == nil {
		t.Errorf("no picture: %v", err)
	}
}

// Laying out ahead ends with its document, with all work, and where another
// comparison is shown, though it is asked the same.
func TestLookAheadEnds(t *testing.T) {
	turned := screen.Compare{Base: screen.Picks{Documents: []int{2}}, New: screen.Picks{Documents: []int{1}}}
	for _, i := range []screen.Intent{screen.Close{}, screen.Cancel{}, turned} {
		r := compared(t)
		ended, end := false, r.answer.Kept.EndAhead
		r.answer.Kept.EndAhead = func() { ended = true; end() }
		if r.do(i); !ended {
			t.Errorf("%T: what is laid out ahead goes on", i)
		}
	}
}
