package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/table"
)

// Side by side the tab Top has the tables of both sides, in one order. The table
// of changes comes back, and pictures are where they were.
func TestTopsBeside(t *testing.T) {
	r := compared(t)
	s := r.do(way(ask.AsTable), way(ask.SideBySide))
	if s.Tab != ask.TopTab || s.Answer.Top == nil || s.Answer.Compared.Other == nil || s.Answer.Compared.Other.Top == nil {
		t.Fatalf("tab %v, errors %v, answer %+v", s.Tab, s.Errors, s.Answer)
	}
	name := func(a *ask.Answer, row int) string { return a.Result.Nodes.Node(a.TopRows[row].Node).String() }
	if b, n := s.Answer.Compared.Other, s.Answer; name(b, 0) != "json.Marshal" || b.TopRows[0].Flat != 1000 || n.TopRows[0].Flat != 1800 {
		t.Errorf("the first of each are %s %+v and %+v", name(b, 0), b.TopRows[0], n.TopRows[0])
	}
	first := s.Answer.Top
	s = r.do(screen.Select{Selection: ask.Selection{Node: "main.log"}}, screen.Search{Text: "json"})
	if s.Answer.Top != first || s.Answer.Compared.Other.Details == nil || s.Answer.Compared.Other.Match == nil {
		t.Error("what is selected and found is not so on both sides, or the tables are made again")
	}
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.SortColumn, d.Descending = table.TopName, false }})
	if name(s.Answer, 0) != name(s.Answer.Compared.Other, 0) {
		t.Errorf("by name the first are %s and %s", name(s.Answer.Compared.Other, 0), name(s.Answer, 0))
	}
	r.look = func(l *ask.Look) { l.Width, l.Scale = 800, 1 }
	for ending, want := range map[string]string{".svg": "base: fast.pprof", ".png": "PNG", ".csv": "\nbase,1000,"} {
		r.export = filepath.Join(t.TempDir(), "x"+ending)
		s = r.do(screen.Export{})
		if data, err := os.ReadFile(r.export); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, %q", ending, err, s.Notice)
		}
	}
	if s = r.do(way(ask.AsTable)); s.Answer.Top != nil || s.Answer.Compared.Table == nil {
		t.Error("the table of what changed does not come back")
	}
	if s = r.do(way(ask.AsDifference)); s.Tab != ask.FlameTab {
		t.Errorf("a difference is tab %v", s.Tab)
	}
}

// Both tables are there again after another tab, in whatever order.
func TestTopsComeBack(t *testing.T) {
	r := compared(t)
	r.do(way(ask.AsTable), way(ask.SideBySide))
	r.do(screen.Show{Change: func(d *ask.Display) { d.SortColumn, d.Descending = table.TopFlat, false }})
	for _, tab := range []ask.Tab{ask.GraphTab, ask.FlameTab} {
		s := r.do(screen.ShowTab{Tab: tab}, screen.ShowTab{Tab: ask.TopTab})
		if base := s.Answer.Compared.Other; base == nil || base.Top == nil || len(base.TopRows) != len(s.Answer.TopRows) {
			t.Errorf("after %v the base is %+v", tab, base)
		}
	}
}
