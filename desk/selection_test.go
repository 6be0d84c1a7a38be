package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/desk/screen"
)

// Commands on a line that is one of several selected are about all of them: a group is pinned as the baseline, and
// groups are compared with it or with what is shown. A click on a line takes the selection back.
func TestCommandsAreAboutAllSelected(t *testing.T) {
	r := newRig(t)
	var paths []string
	for range 4 {
		paths = append(paths, writeFast(t))
	}
	r.do(screen.Open{Paths: paths})
	mark := func(all ...int) {
		t.Helper()
		r.do(screen.Activate{Document: all[0]})
		for _, id := range all[1:] {
			r.do(screen.MarkDocument{Document: id})
		}
		if n := len(r.shown.Marks); n != len(all) {
			t.Fatalf("%d of %d are selected", n, len(all))
		}
	}
	sizes := func() [2]int {
		c := r.docs.active.comparison()
		if c == nil {
			t.Fatalf("no comparison is shown: %s", r.shown.Notice)
		}
		return [2]int{len(c.sides[0]), len(c.sides[1])}
	}
	mark(1, 2, 3)
	if s := r.do(screen.CompareMarked{}); s.Comparing != nil || !strings.Contains(s.Notice, "baseline") {
		t.Errorf("three compared: %q", s.Notice)
	}
	s := r.do(screen.CompareShown{})
	if sizes() != [2]int{1, 2} || len(s.Marks) > 0 {
		t.Errorf("with the one shown: %v, selected %v", sizes(), s.Marks)
	}
	mark(1, 2)
	if s = r.do(screen.PinBaseline{Document: 2}); len(s.Baseline) != 2 || !s.Documents[0].Baseline || len(s.Marks) > 0 {
		t.Errorf("the baseline is %+v, selected %v", s.Baseline, s.Marks)
	}
	mark(2, 3, 4) // the shown one is in the baseline
	if s = r.do(screen.CompareBaseline{}); sizes() != [2]int{2, 2} || len(s.Documents) != 6 {
		t.Errorf("with the baseline: %v, %d documents", sizes(), len(s.Documents))
	}
	mark(1, 2)
	if r.do(screen.CompareBaseline{Document: 4}); sizes() != [2]int{2, 1} { // which is not selected
		t.Errorf("one with the baseline: %v", sizes())
	}
	mark(1, 2)
	if s = r.do(screen.CompareBaseline{}); s.Comparing != nil || !strings.Contains(s.Notice, "itself") {
		t.Errorf("the baseline with itself: %q", s.Notice)
	}
	mark(1, 4)
	if s = r.do(screen.Activate{Document: 1}); len(s.Marks) > 0 {
		t.Errorf("after a click on the one shown there are %v", s.Marks)
	}
	if s = r.do(screen.PinBaseline{Document: 1}); len(s.Baseline) > 0 {
		t.Errorf("taken back: %v", s.Baseline)
	}
}

// Files of a followed folder are selected as documents are: two are compared, several added up, and groups of
// them make the sides of a comparison.
func TestFilesOfAFolderAreMarked(t *testing.T) {
	r, dir := followed(t)
	folder := r.Snapshot().Active
	file := func(n string) screen.Mark {
		return screen.Mark{Document: folder, File: filepath.Join(dir, "cpu-"+n+".pprof")}
	}
	s := r.do(screen.MarkDocument(file("10")))
	if len(s.Marks) != 2 || s.Marks[0] != file("30") || s.Marks[1] != file("10") {
		t.Fatalf("with the shown one there are %+v", s.Marks)
	}
	if s = r.do(screen.MarkDocument(file("30"))); len(s.Marks) != 1 {
		t.Fatalf("taken back: %+v", s.Marks)
	}
	r.do(screen.MarkDocument(file("20")), screen.CompareMarked{})
	s = r.settle()
	if c := s.Comparing; c == nil || c.Base.Name != "cpu-10.pprof" || c.New.Name != "cpu-20.pprof" || len(s.Marks) > 0 {
		t.Fatalf("compared %+v, marks %+v, %s", c, s.Marks, s.Notice)
	}

	// A group on the new side: the two others.
	r.do(screen.MarkDocument(file("20")), screen.MarkDocument(file("30")))
	s = r.do(screen.ReplaceSide{})
	if !strings.Contains(s.Comparing.New.Name, "1 more") || len(s.Marks) > 0 {
		t.Errorf("the new side is %q, marks %+v, %s", s.Comparing.New.Name, s.Marks, s.Notice)
	}

	r.do(screen.Activate{Document: folder})
	if s = r.do(screen.MarkRange(file("10"))); len(s.Marks) != 3 {
		t.Fatalf("from the newest to the oldest are %+v", s.Marks)
	}
	r.do(screen.AddUpMarked{})
	if s = r.settle(); s.Answer == nil || r.width() != 150 {
		t.Errorf("the sum is %d, %s", r.width(), s.Notice)
	}
	r.do(screen.MarkDocument(file("10")), screen.Close{Document: folder})
	if s = r.settle(); len(s.Marks) > 1 {
		t.Errorf("marks of a closed folder: %+v", s.Marks)
	}
}
