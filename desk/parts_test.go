package desk

import (
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/compare"
	"profstation/model/labels"
)

// Two values of a label are compared, and the comparison is there again at the next start and in a workspace.
func TestCompareValues(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	whole := r.shown.Answer.Result.Total
	s := r.do(screen.ShowTab{Tab: ask.LabelsTab})
	l := s.Answer.Labels
	if len(l.Parts) != len(l.Selecting) {
		t.Fatalf("%d parts of %d values", len(l.Parts), len(l.Selecting))
	}
	if s = r.do(screen.MarkValues{In: l, Parts: l.Parts[:2]}); len(s.Values) != 2 {
		t.Fatalf("selected: %v", s.Values)
	}
	names := [2]string{l.Parts[0].String(), l.Parts[1].String() + " of cpu.pprof"}
	figures := [2]int64{l.Keys[l.At].Values[0].Net, l.Keys[l.At].Values[1].Net}
	check := func(what string, s *screen.Snapshot) {
		t.Helper()
		if s.Comparing == nil || s.Answer == nil || s.Answer.Compared == nil {
			t.Fatalf("%s shows no comparison: %s", what, s.Notice)
		}
		c := s.Answer.Compared.Comparison
		if got := [2]string{s.Comparing.Base.Name, s.Comparing.New.Name}; got != names {
			t.Errorf("%s: the sides are %v, want %v", what, got, names)
		}
		if got := [2]int64{c.Base.Total, c.New.Total}; got != figures {
			t.Errorf("%s: the sides have %v, want %v", what, got, figures)
		}
	}
	check("the comparison", r.do(screen.CompareMarked{}))
	if s = r.do(screen.CopyCommand{}); !strings.Contains(s.Notice, "no command for") {
		t.Errorf("the command for parts: %q", s.Notice)
	}
	if len(r.shown.Values) > 0 {
		t.Error("values are selected where none are shown")
	}
	if r.do(screen.Activate{Document: 1}, screen.CompareValues(l.Parts[:2])); !strings.Contains(r.shown.Notice, "already open") || len(r.shown.Documents) != 2 {
		t.Errorf("compared again: %d documents, %s", len(r.shown.Documents), r.shown.Notice)
	}
	w := r.again(check)
	names = [2]string{l.Parts[1].String(), l.Parts[0].String() + " of cpu.pprof"}
	figures[0], figures[1] = figures[1], figures[0]
	check("turned round", w.do(screen.SwapSides{}))
	// A value with all others, which are more: their shares are compared.
	w.do(screen.Activate{Document: 1}, screen.CompareValues(l.Parts[:1]))
	names, figures = [2]string{l.Parts[0].Others().String(), l.Parts[0].String() + " of cpu.pprof"}, [2]int64{whole - figures[1], figures[1]}
	check("with the rest", w.shown)
	if by := w.shown.Comparing.Normalisation.By; by != compare.PerTotal {
		t.Errorf("the rest is compared %s", by)
	}
}

// A comparison from the command line waits for its file, and says what is wrong with the label.
func TestComparePartsOfAFile(t *testing.T) {
	r := newRig(t)
	c := screen.CompareValues([]labels.Part{{Key: "user", Value: "a"}})
	c.Base, c.New = files("../testdata/cpu.pprof"), files("../testdata/cpu.pprof")
	s := r.do(c)
	if d := s.Documents[1]; d.State != screen.Failed || !strings.Contains(d.Detail, "no sample has the label user") {
		t.Errorf("the comparison is %+v", d)
	}
	r.do(screen.Activate{Document: 1}, screen.ShowTab{Tab: ask.LabelsTab})
	if s = r.do(screen.CompareMarked{}); !strings.Contains(s.Notice, "select two documents") {
		t.Errorf("with no value selected: %q", s.Notice)
	}
}
