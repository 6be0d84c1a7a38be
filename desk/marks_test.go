package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/desk/screen"
)

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
