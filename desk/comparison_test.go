package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/model/compare"
	"profstation/table"
)

// writeSlow writes the profile of writeCPU after a slowdown: Marshal takes twice
// as long, and a function is new.
func writeSlow(t testing.TB) string {
	return fixture.Write(t, "slow.pprof", fixture.CpuTypes,
		"main.main,main.serve,json.Marshal 900", "main.main,main.serve,json.Unmarshal 200", "main.main,main.log 200",
		"runtime.gc 100", "main.main,main.retry 150")
}

func writeFast(t testing.TB) string {
	return fixture.Write(t, "fast.pprof", fixture.CpuTypes,
		"main.main,main.serve,json.Marshal 500", "main.main,main.serve,json.Unmarshal 200", "main.main,main.log 200",
		"runtime.gc 100", "main.main,main.old 150")
}

func files(p ...string) screen.Picks { return screen.Picks{Paths: p} }

// compared is a rig with a comparison on the screen.
func compared(t testing.TB) *rig {
	r := newRig(t)
	r.do(screen.Compare{Base: files(writeFast(t)), New: files(writeSlow(t))})
	return r
}

// A dialog begins where the new side's file is, and where it is not on the disk at the base's.
func TestComparisonFolder(t *testing.T) {
	r := newRig(t)
	base, now := writeFast(t), writeSlow(t)
	if filepath.Dir(base) == filepath.Dir(now) {
		t.Fatal("both files are in one folder")
	}
	r.do(screen.Compare{Base: files(base), New: files(now)})
	if got := r.Folder(); got != filepath.Dir(now) {
		t.Errorf("the folder is %s, want %s", got, filepath.Dir(now))
	}
	c := r.docs.active.comparison()
	c.sides[ask.NewSide][0].path = "http://localhost/debug/pprof/profile"
	if got := r.Folder(); got != filepath.Dir(base) {
		t.Errorf("beside an address the folder is %s, want %s", got, filepath.Dir(base))
	}
}

func way(w ask.Way) screen.Intent { return screen.ShowWay{Way: w} }

func display(f func(*ask.CompareDisplay)) screen.Intent {
	return screen.Show{Change: func(d *ask.Display) { f(&d.Compare) }}
}

func TestCompareSideBySide(t *testing.T) {
	r := compared(t)
	s := r.shown
	if n := len(s.Documents); n != 3 {
		t.Fatalf("%d documents, want both files and the comparison", n)
	}
	if d := s.Documents[2]; d.Name != "fast.pprof → slow.pprof" || d.State != screen.Ready || s.Active != d.ID || d.Detail != "cpu · 2.3µs → 3.1µs" {
		t.Errorf("the comparison is shown as %+v", d)
	}
	a := s.Answer
	if a == nil || a.Compared == nil || a.Compared.Other == nil {
		t.Fatalf("errors %v, no picture of both sides: %+v", s.Errors, a)
	}
	if base, now := a.Compared.Other.Chart.Down.Abs[0], a.Chart.Down.Abs[0]; base != 2300 || now != 3100 {
		t.Errorf("the sides are %d and %d wide", base, now)
	}
	// Selection, zoom and filters hold for both sides.
	s = r.do(screen.Select{Selection: ask.Selection{Node: "json.Marshal", Path: []string{"main.main", "main.serve", "json.Marshal"}}},
		screen.Zoom{Path: []string{"main.main", "main.serve"}}, screen.Refine{Name: "ignore", Text: "Unmarshal"})
	a = s.Answer
	for _, side := range []*ask.Answer{a.Compared.Other, a} {
		if side.Details == nil || !side.Chart.Has(side.Details.Box) || side.Chart.Found != 2 {
			t.Errorf("a side has %+v, zoomed to %d of 2", side.Details, side.Chart.Found)
		}
	}
	c := a.Details.Change
	if c == nil || c.Flat.Base != 1000 || c.Flat.New != 1800 || c.Flat.Verdict.Outcome != compare.Real {
		t.Errorf("the selection changed by %+v", c)
	}
	if len(c.Callers) != 1 || c.Callers[0].Base != 1000 || c.Callers[0].New != 1800 {
		t.Errorf("its callers are %+v", c.Callers)
	}
	if s = r.do(screen.Search{Text: "main.old|retry"}); s.Answer.MatchText != "2 functions found, 300ns → 300ns" {
		t.Errorf("a search of what one side has tells %q", s.Answer.MatchText)
	}
	if s = r.do(screen.Back{}); len(s.Place.Filters) > 0 || len(s.Place.Zoom) != 2 {
		t.Errorf("back leads to %+v", s.Place)
	}
}

// One scale: the smaller side does not fill its place, and a part of the picture
// is the same part of time on both sides.
func TestOneScale(t *testing.T) {
	r := compared(t)
	s := r.do(display(func(d *ask.CompareDisplay) { d.OneScale = true }))
	base, now := s.Answer.Compared.Other.Chart, s.Answer.Chart
	if base.Window.W() != 3100 || now.Window.W() != 3100 {
		t.Errorf("the sides show %v and %v, want 3100 of both", base.Window, now.Window)
	}
	if e := s.Answer.Compared.Extent; e != [2]float64{3100, 3100} {
		t.Errorf("at most %v are shown", e)
	}
	span := s.Answer.Chart.Options.Span
	span.From, span.To = 0.5, 0.75
	s = r.do(screen.Look{Span: span})
	base, now = s.Answer.Compared.Other.Chart, s.Answer.Chart
	if base.Window.From != now.Window.From || base.Window.W() != now.Window.W() {
		t.Errorf("the sides show %v and %v", base.Window, now.Window)
	}
	s = r.do(screen.Zoom{}, screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerUnit, Base: 100, New: 200, Unit: "request"}})
	// Per request the base is 23, the new one 15.5.
	base, now = s.Answer.Compared.Other.Chart, s.Answer.Chart
	if base.Window.W() != 2300 || now.Window.W() != 4600 {
		t.Errorf("per request the sides show %v and %v, want 2300 and 4600", base.Window, now.Window)
	}
}

// Ways, widths and switches change the picture, and lead back to the same one.
func TestCompareWays(t *testing.T) {
	r := compared(t)
	s := r.do(way(ask.AsDifference))
	if s.Answer.Compared.Other != nil || s.Answer.Chart.Diff == nil || r.width() != 3400 {
		t.Errorf("the larger of both is %d wide, want 3400", r.width())
	}
	first := s.Answer.Chart
	for w, want := range map[compare.Width]int64{compare.ByBase: 2300, compare.ByNew: 3100} {
		if r.do(display(func(d *ask.CompareDisplay) { d.Width = w })); r.width() != want {
			t.Errorf("by %s the picture is %d wide, want %d", w, r.width(), want)
		}
	}
	r.do(way(ask.SideBySide))
	if s = r.do(way(ask.AsDifference), display(func(d *ask.CompareDisplay) { d.Width = compare.ByLarger })); s.Answer.Chart != first {
		t.Error("a way that was seen before is laid out anew")
	}
	s = r.do(way(ask.AsTable))
	if s.Tab != ask.TopTab || s.Answer.Compared.Table.Rows != 8 {
		t.Errorf("the table is tab %d with %d rows", s.Tab, s.Answer.Compared.Table.Rows)
	}
	if got := s.Answer.Compared.Nodes[0]; got != "json.Marshal" {
		t.Errorf("the largest change is of %s", got)
	}
	s = r.do(display(func(d *ask.CompareDisplay) { d.SortColumn, d.Descending = table.DiffName, false }))
	if got := s.Answer.Compared.Nodes[0]; got != "json.Marshal" || s.Answer.Compared.Nodes[2] != "main.log" {
		t.Errorf("by name the rows are %q", s.Answer.Compared.Nodes)
	}
	s = r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = true }))
	if n := s.Answer.Compared.Table.Rows; n != 3 || !strings.Contains(s.Answer.Compared.Note, "5 rows that may be noise") {
		t.Errorf("without noise %d rows are left: %q", n, s.Answer.Compared.Nodes)
	}
	if s = r.do(screen.Select{Selection: ask.Selection{Node: "main.log"}}); !strings.Contains(s.Answer.Compared.Note, "5 rows that may be noise") {
		t.Errorf("with a row selected the note is %q", s.Answer.Compared.Note)
	}
	if own := r.answer.ChangesTable(); own == s.Answer.Compared.Table || own.Rows != 3 || own.Cell(2, table.DiffName) != s.Answer.Compared.Table.Cell(2, table.DiffName) {
		t.Error("what is written has another table, or that of the window")
	}
	// Another way of a picture leads from the table to the pictures.
	if s = r.do(way(ask.AsDifference)); s.Tab != ask.FlameTab {
		t.Errorf("the difference is tab %d", s.Tab)
	}
}

func TestCompareTabs(t *testing.T) {
	r := compared(t)
	for _, tab := range ask.OfComparison.Tabs() {
		s := r.do(screen.ShowTab{Tab: tab})
		if s.Tab != tab || s.Answer == nil || s.Answer.Compared == nil || len(s.Errors) > 0 {
			t.Errorf("%v: errors %v", tab, s.Errors)
		}
	}
	s := r.do(screen.ShowTab{Tab: ask.GraphTab}, way(ask.AsDifference))
	if s.Tab != ask.GraphTab || s.BaseGraph != nil || s.Graph == nil || s.Graph.Chart == nil || s.Answer.Compared.Quiet == nil {
		t.Fatal("no call graph of the difference")
	}
	if total := s.Graph.Chart.Graph.Total; total != 2300 {
		t.Errorf("shares in the graph are of %d, want the base's 2300", total)
	}
	s = r.do(screen.ShowTab{Tab: ask.SummaryTab})
	if !strings.Contains(s.Answer.Compared.Summary, "json.Marshal") {
		t.Errorf("the summary is %q", s.Answer.Compared.Summary)
	}
	r.do(screen.CopySummary{})
	if r.copied != s.Answer.Compared.Summary {
		t.Errorf("copied %q", r.copied)
	}
}

// Documents that cannot be compared are refused with the reason, whether they are
// open already or not.
func TestCompareRefused(t *testing.T) {
	r := opened(t)
	heap := fixture.WriteHeap(t)
	r.do(screen.Open{Paths: []string{heap}})
	n := len(r.docs.all)
	s := r.do(screen.Compare{Base: screen.Picks{Documents: []int{1}}, New: screen.Picks{Documents: []int{2}}})
	if len(s.Documents) != n || !strings.Contains(s.Notice, "cannot be compared with") || !strings.Contains(s.Notice, "heap.pprof") {
		t.Errorf("%d documents, notice %q", len(s.Documents), s.Notice)
	}
	r = newRig(t)
	s = r.do(screen.Compare{Base: files(fixture.WriteCPU(t)), New: files(heap)})
	if d := s.Documents[2]; d.State != screen.Failed || !strings.Contains(d.Detail, "cannot be compared") {
		t.Errorf("the comparison is %+v", d)
	}
	r = newRig(t)
	s = r.do(screen.Compare{Base: files(fixture.WriteCPU(t)), New: files("../testdata/nothing.pprof")})
	if d := s.Documents[2]; d.State != screen.Failed || !strings.Contains(d.Detail, "nothing.pprof could not be read") {
		t.Errorf("the comparison is %+v", d)
	}
	// With another file in its place there can be a comparison.
	s = r.do(screen.ReplaceSide{With: files(writeSlow(t))})
	if d := s.Documents[2]; d.State != screen.Ready || s.Answer == nil {
		t.Errorf("the comparison is %+v", d)
	}
}

// Two documents are marked and compared; one is pinned, and others are compared
// with it.
func TestMarkAndPin(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{writeFast(t), writeSlow(t)}})
	s := r.do(screen.CompareMarked{})
	if !strings.Contains(s.Notice, "select two documents") {
		t.Errorf("without marks: %q", s.Notice)
	}
	s = r.do(screen.MarkDocument{Document: 2}) // the shown document is the first one
	if len(s.Marks) != 2 {
		t.Errorf("marked: %+v", s.Documents)
	}
	s = r.do(screen.CompareMarked{})
	if s.Comparing == nil || s.Comparing.Base.Name != "fast.pprof" || len(s.Marks) > 0 {
		t.Errorf("compared: %+v", s.Comparing)
	}
	s = r.do(screen.SwapSides{})
	if s.Comparing.Base.Name != "slow.pprof" || s.Answer.Compared.Comparison.Base.Total != 3100 {
		t.Errorf("turned round: %+v", s.Comparing)
	}
	r.do(screen.Activate{Document: 1}, screen.CompareBaseline{Document: 2})
	if !strings.Contains(r.shown.Notice, "No baseline is pinned yet") {
		t.Errorf("without a baseline: %q", r.shown.Notice)
	}
	r.do(screen.PinBaseline{Document: 1}, screen.CompareBaseline{Document: 2})
	if s = r.shown; !s.Documents[0].Baseline || s.Comparing == nil || s.Comparing.New.Name != "slow.pprof" || len(s.Documents) != 4 || len(s.Marks) > 0 {
		t.Errorf("with the baseline: %+v of %+v", s.Comparing, s.Documents)
	}
	// The same two again are the same comparison; the other way round they are the one that was turned round.
	r.do(screen.Activate{Document: 1})
	if s = r.do(screen.CompareBaseline{Document: 2}); len(s.Documents) != 4 || s.Comparing == nil || !strings.Contains(s.Notice, "already open") {
		t.Errorf("compared again: %+v, %q", s.Documents, s.Notice)
	}
	if s = r.do(screen.PinBaseline{Document: 2}, screen.CompareBaseline{Document: 1}); len(s.Documents) != 4 || s.Active != 3 {
		t.Errorf("compared the other way round: %+v", s.Documents)
	}
	r.do(screen.PinBaseline{Document: 1}, screen.Close{Document: 1})
	if len(r.docs.selection.baseline) > 0 {
		t.Error("a closed document is still the baseline")
	}
}

// A comparison keeps its profiles when a side is closed or gone from the disk,
// and says so. Read again, it uses the new file.
func TestSidesGo(t *testing.T) {
	fast, slow := writeFast(t), writeSlow(t)
	r := newRig(t)
	r.do(screen.Compare{Base: files(fast), New: files(slow)}, screen.Close{Document: 1})
	s := r.do(screen.Refine{Name: "focus", Text: "json"})
	if notes := s.Comparing.Base.Notes; len(notes) != 1 || !strings.Contains(notes[0], "closed") {
		t.Errorf("notes %q", notes)
	}
	if base := s.Answer.Compared.Other.Chart.Down.Abs[0]; base != 1400 {
		t.Errorf("of the base %d are left", base)
	}
	if err := os.Remove(slow); err != nil {
		t.Fatal(err)
	}
	s = r.do(screen.Refine{Name: "focus"})
	if m := s.Answer.Compared.Missing; len(m) != 1 || !strings.Contains(m[0], "slow.pprof is no longer on disk") {
		t.Errorf("missing: %q", m)
	}
	// A new file of the same name.
	if err := os.Rename(fixture.WriteCPU(t), fast); err != nil {
		t.Fatal(err)
	}
	s = r.do(screen.Reload{})
	if s.Answer.Compared.Comparison.Base.Total != 200 || len(s.Comparing.Base.Notes) != 0 {
		t.Errorf("read again the base is %d, notes %q", s.Answer.Compared.Comparison.Base.Total, s.Comparing.Base.Notes)
	}
	if s.Answer.Compared.Comparison.New.Total != 3100 {
		t.Error("what is no longer there is not kept")
	}
}

// recordings writes recordings of one side, in which json.Marshal has the given values.
func recordings(t *testing.T, name string, marshal ...string) (p screen.Picks) {
	for i, m := range marshal {
		p.Paths = append(p.Paths, fixture.Write(t, name+string(rune('a'+i))+".pprof", fixture.CpuTypes, "main.main,json.Marshal "+m, "main.main,main.log 1000"))
	}
	return p
}

// Several recordings on each side are judged by the spread among them.
func TestCompareGroupsOfFiles(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Compare{Base: recordings(t, "b", "500", "520", "480", "510"), New: recordings(t, "n", "800", "820", "790", "815", "805")},
		screen.ShowTab{Tab: ask.TopTab})
	if s.Comparing == nil || s.Comparing.Base.Name != "ba.pprof and 3 more" || s.Comparing.Normalisation.Unit != "recording" {
		t.Fatalf("%+v, errors %v", s.Comparing, s.Errors)
	}
	if base, now := s.Answer.Compared.Comparison.Pair.Recordings(); base != 4 || now != 5 || !strings.Contains(s.Answer.Compared.Table.Note(0), "more than noise") {
		t.Errorf("%d and %d recordings, %q", base, now, s.Answer.Compared.Table.Note(0))
	}
	if s = r.do(screen.ShowTab{Tab: ask.FlameTab}); s.Answer.Compared.Other.Chart.Down.Abs[0] != 2*(2010+4000) {
		t.Errorf("the base of 4 recordings is %d wide", s.Answer.Compared.Other.Chart.Down.Abs[0])
	}
}

// Pairs are a choice that stays when the way to normalise changes, and with which a comparison can be asked for.
func TestCompareInPairs(t *testing.T) {
	r := newRig(t)
	base, now := recordings(t, "b", "500", "700", "300", "510"), recordings(t, "n", "600", "840", "360", "612")
	s := r.do(screen.Compare{Base: base, New: now, Pairs: true}, screen.ShowTab{Tab: ask.TopTab})
	n := s.Comparing.Normalisation
	if !n.Pairs || n.Unit != "recording" || !strings.Contains(s.Answer.Compared.Table.Note(0), "more than noise") {
		t.Errorf("%+v, %q", n, s.Answer.Compared.Table.Note(0))
	}
	n.Pairs = false
	s = r.do(screen.Normalise{Normalisation: n})
	if strings.Contains(s.Answer.Compared.Table.Note(0), "more than noise") {
		t.Errorf("as groups: %q", s.Answer.Compared.Table.Note(0))
	}
	if s = r.do(screen.Compare{Base: base, New: now, Pairs: true}); len(s.Documents) != 9 || !s.Comparing.Normalisation.Pairs {
		t.Errorf("%d documents, %+v", len(s.Documents), s.Comparing.Normalisation)
	}
}

// Comparisons of sides without samples, without common functions, and of
// differences.
func TestCompareOddSides(t *testing.T) {
	none := func(name string) string { return fixture.Write(t, name, fixture.CpuTypes) }
	for name, sides := range map[string][2]string{
		"no base":  {none("a.pprof"), fixture.WriteCPU(t)},
		"no new":   {fixture.WriteCPU(t), none("b.pprof")},
		"neither":  {none("c.pprof"), none("d.pprof")},
		"disjoint": {fixture.Write(t, "e.pprof", fixture.CpuTypes, "a,b 50"), fixture.Write(t, "f.pprof", fixture.CpuTypes, "c,d 70")},
		"delta":    {"../testdata/delta-heap.pprof", "../testdata/heap.pprof"},
	} {
		r := newRig(t)
		r.do(screen.Compare{Base: files(sides[0]), New: files(sides[1])})
		for _, by := range []compare.By{compare.AsRecorded, compare.PerTotal} {
			r.do(screen.Normalise{Normalisation: compare.Normalisation{By: by}})
			for _, w := range ask.Ways {
				r.do(way(w))
			}
			for _, on := range []bool{true, false} {
				r.do(way(ask.SideBySide), display(func(d *ask.CompareDisplay) { d.OneScale = on }))
			}
			for _, tab := range ask.OfComparison.Tabs() {
				if s := r.do(screen.ShowTab{Tab: tab}); s.Answer == nil || s.Answer.Compared == nil || len(s.Errors) > 0 {
					t.Errorf("%s, %s, %v: errors %v", name, by, tab, s.Errors)
				}
			}
		}
	}
	// Values per second need the length of both recordings.
	r := compared(t)
	before := r.shown.Answer
	s := r.do(screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerSecond}})
	if !strings.Contains(s.Errors["compare"], "duration") || s.Answer != before {
		t.Errorf("errors %v", s.Errors)
	}
}

// Each tab is exported in each of its formats, and a summary can be pasted.
func TestCompareExports(t *testing.T) {
	r := compared(t)
	dir := t.TempDir()
	r.look = func(l *ask.Look) { l.Width, l.Scale = 600, 1 } // large ones take long
	export := func(ending string) string {
		t.Helper()
		r.export = filepath.Join(dir, "x"+ending)
		s := r.do(screen.Export{})
		data, err := os.ReadFile(r.export)
		if err != nil || len(data) == 0 {
			t.Errorf("%v, %v: %v, %q", s.Tab, ending, err, s.Notice)
		}
		return string(data)
	}
	for _, c := range []struct {
		do      screen.Intent
		endings []string
		in      string // every text has it
	}{
		{way(ask.SideBySide), []string{".svg", ".png", ".csv"}, "json.Marshal"},
		{way(ask.AsDifference), []string{".svg", ".png", ".csv"}, "main.retry"},
		{way(ask.AsTable), []string{".svg", ".png", ".csv", ".json"}, "main.old"},
		{screen.ShowTab{Tab: ask.LabelsTab}, []string{".svg", ".png"}, ""},
		{screen.ShowTab{Tab: ask.GraphTab}, []string{".svg", ".png", ".csv", ".dot"}, "Marshal"},
		{screen.ShowTab{Tab: ask.SummaryTab}, []string{".md"}, "`json.Marshal`"},
	} {
		r.do(c.do)
		for _, ending := range c.endings {
			if text := export(ending); ending != ".png" && !strings.Contains(text, c.in) {
				t.Errorf("%v, %s has no %s: %.200q", r.shown.Tab, ending, c.in, text)
			}
		}
	}
	r.do(way(ask.SideBySide))
	csv := export(".csv")
	for _, want := range []string{
		"id,parent,depth,base,new,delta,finding,name\n0,-1,0,2300,3100,800,", ",1000,1800,800,real,json.Marshal\n",
		",300,0,-300,real,main.old\n",
	} {
		if !strings.Contains(csv, want) {
			t.Errorf("the boxes have no %q: %s", want, csv)
		}
	}
	if call := r.calls[0]; call != "export fast.pprof-slow.pprof-sides.svg" {
		t.Errorf("the file is to be called %q", call)
	}
}

// A comparison of two files is there again at the next start.
func TestCompareReturns(t *testing.T) {
	r := compared(t)
	r.do(screen.Refine{Name: "focus", Text: "json"})
	n := r.restart()
	if got := n.names(); !slices.Equal(got, []string{"fast.pprof", "slow.pprof", "fast.pprof → slow.pprof"}) {
		t.Fatalf("documents %q", got)
	}
	s := n.settle()
	if s.Comparing == nil || s.Answer == nil || s.Answer.Chart.Down.Abs[0] != 2200 {
		t.Errorf("the comparison is %+v, errors %v", s.Documents, s.Errors)
	}
	// Any of the documents may have been the shown one.
	r.do(screen.Activate{Document: 1})
	s = r.restart().settle()
	if s.Documents[2].State != screen.Ready || s.Active != s.Documents[0].ID {
		t.Errorf("the documents are %+v", s.Documents)
	}
}

// Two traces are compared by their durations; a trace and a profile are refused.
func TestCompareTraces(t *testing.T) {
	data, err := os.ReadFile("../testdata/trace.trace")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.trace")
	if err := os.WriteFile(other, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	s := r.do(screen.Compare{Base: files("../testdata/trace.trace"), New: files(other)})
	if s.Durations == nil || s.Durations.Table.Rows == 0 || !slices.Equal(s.Tabs, ask.OfTracePair.Tabs()) || s.Tab != ask.TimelineTab {
		t.Fatalf("documents %+v, tabs %v", s.Documents, s.Tabs)
	}
	all := s.Durations.Table.Rows
	r.do(screen.Refine{Name: "focus", Text: "x"}, screen.Search{Text: "y"}, screen.Select{}, screen.Back{}, screen.NextMatch{}, screen.ClearFilters{}) // these mean nothing here
	r.do(screen.ShowTab{Tab: ask.DurationsTab})
	r.do(screen.Refine{Name: "focus", Text: "x"}, screen.Search{Text: "y"}, screen.Select{}, screen.Back{}, screen.NextMatch{}, screen.CopySummary{}, screen.ClearFilters{})
	s = r.do(display(func(d *ask.CompareDisplay) { d.DurationsColumn, d.DurationsDescending = 3, true }))
	if len(s.Durations.Rows) != all || s.Durations.Rows[0].Base.Total < s.Durations.Rows[all-1].Base.Total {
		t.Errorf("%d rows, want the %d of the table in its order", len(s.Durations.Rows), all)
	}
	if s = r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = true })); s.Durations.Table.Rows != 0 || all == 0 {
		t.Errorf("%d of %d rows are more than noise", s.Durations.Table.Rows, all)
	}
	r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = false }))
	for _, ending := range []string{".svg", ".csv"} {
		r.export = filepath.Join(t.TempDir(), "x"+ending)
		s = r.do(screen.Export{})
		if data, err := os.ReadFile(r.export); err != nil || !strings.Contains(string(data), "region") {
			t.Errorf("%v, %q", err, s.Notice)
		}
	}
	s = r.do(screen.SwapSides{})
	if s.Comparing.Base.Name != "other.trace" || s.Durations == nil {
		t.Errorf("turned round: %+v", s.Comparing)
	}
	n := len(s.Documents)
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu}})
	s = r.do(screen.Compare{Base: files(cpu), New: files(other)})
	if len(s.Documents) != n+1 || !strings.Contains(s.Notice, "cannot be compared with a profile") {
		t.Errorf("%d documents, notice %q", len(s.Documents), s.Notice)
	}
}
