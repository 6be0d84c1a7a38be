package views

import (
	"fmt"
	"testing"

	"profstation/desk/screen"
)

// manyFiles is a snapshot with a document, a folder of n files, the third of which is on the screen,
// a closed folder and another document.
func manyFiles(n int) *screen.Snapshot {
	open := &screen.Folder{Document: 2, Path: "/run", Shown: "/run/2"}
	for i := range n {
		open.Files = append(open.Files, &screen.File{Path: fmt.Sprint("/run/", i)})
	}
	closed := &screen.Folder{Document: 3, Path: "/old", Closed: true, Files: open.Files}
	return &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Path: "a"}, {ID: 2, Folder: true}, {ID: 3, Folder: true}, {ID: 4, Path: "b"}},
		Folders:   []*screen.Folder{closed, open}, Active: 2,
	}
}

func TestSideLines(t *testing.T) {
	lines, at := linesOf(manyFiles(5))
	var keys []string
	for i := range lines.n {
		l := lines.at(i)
		keys = append(keys, l.key())
		if l.active != (i == at) {
			t.Errorf("line %d, %s, is on the screen: %v", i, l.key(), l.active)
		}
	}
	if got, want := fmt.Sprint(keys), "[DOCUMENTS a /run /run/0 /run/1 /run/2 /run/3 /run/4 /old b]"; got != want {
		t.Errorf("the lines are %s, want %s", got, want)
	}
	if at != 5 {
		t.Errorf("line %d is on the screen", at)
	}
}

// Each snapshot makes the list anew: that takes no more memory for 100,000 files than for ten.
func TestSideLinesGrow(t *testing.T) {
	of := func(n int) float64 {
		s := manyFiles(n)
		return testing.AllocsPerRun(10, func() { linesOf(s) })
	}
	if few, many := of(10), of(100_000); many > few {
		t.Errorf("%v allocations for 10 files, %v for 100,000", few, many)
	}
}
