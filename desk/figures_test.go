package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// openSheet opens the trace on a tab of figures.
func openSheet(t *testing.T, tab ask.Tab) (*rig, *figures.Sheet) {
	t.Helper()
	r, _ := openTrace(t)
	r.do(screen.ShowTab{Tab: tab})
	return r, r.sheet()
}

// sheet returns the shown sheet.
func (r *rig) sheet() *figures.Sheet {
	r.t.Helper()
	s := r.shown.Trace.Sheets[r.shown.Tab].Sheet
	if s == nil {
		r.t.Fatalf("no sheet is shown in %v", r.shown.Tab)
	}
	return s
}

// rowOf finds the first row of a panel with a text in its first cell.
func rowOf(t *testing.T, p *figures.Panel, text string) int {
	t.Helper()
	for row := range p.Table.Rows {
		if strings.Contains(p.Table.Cell(row, 0), text) {
			return row
		}
	}
	t.Fatalf("no row of %s has %q", p.Name, text)
	return -1
}

// Escape ends the filters of the sheet on the screen one by one, then what is selected and measured, and
// leaves alone what only another tab shows.
func TestEscapeInFigures(t *testing.T) {
	r, _ := openSheet(t, ask.TasksTab)
	tr := r.shown.Trace.Timeline.Trace
	half := timeline.Window{To: r.shown.Trace.Timeline.Whole().To / 2}
	r.do(screen.LookTime{Window: half}, screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "main" }},
		screen.Measure{Interval: &trace.Interval{To: tr.End}}, screen.SelectMoment{Moment: &ask.Moment{}},
		screen.Choose{Change: func(c figures.Choice) figures.Choice {
			c.Goroutines.Filter, c.Tasks.Search, c.Tasks.Range = "main", "order", analysis.Durations{To: trace.Time(1e9)}
			return c
		}})
	state := func() (in []string) {
		p := r.shown.Trace.Place
		for what, on := range map[string]bool{
			"goroutines": p.Choice.Goroutines.Filter != "", "logs": p.Choice.Tasks.Search != "", "range": p.Choice.Tasks.Range != (analysis.Durations{}),
			"moment": p.Selected != nil, "interval": p.Interval != nil, "lanes": p.Lanes.Filter != "", "window": p.Window == half,
		} {
			if on {
				in = append(in, what)
			}
		}
		slices.Sort(in)
		return in
	}
	all := state()
	for _, step := range []struct {
		tab  ask.Tab
		ends []string
	}{
		{ask.TasksTab, []string{"range", "logs", "moment", "interval", ""}},
		{ask.GoroutinesTab, []string{"goroutines", ""}}, {ask.TimelineTab, []string{"lanes", "window", ""}},
	} {
		r.do(screen.ShowTab{Tab: step.tab})
		for _, end := range step.ends {
			r.do(screen.Escape{})
			want := slices.DeleteFunc(slices.Clone(all), func(what string) bool { return what == end })
			if all = state(); !slices.Equal(all, want) {
				t.Errorf("%s: Escape ends %q and leaves %q, want %q", step.tab, end, all, want)
			}
		}
	}
	// Two in a row, before the first one is shown, are two steps.
	r.do(screen.ShowTab{Tab: ask.TasksTab}, screen.Choose{Change: func(c figures.Choice) figures.Choice {
		c.Tasks.Search, c.Tasks.Range = "order", analysis.Durations{To: trace.Time(1e9)}
		return c
	}})
	r.Do(screen.Escape{})
	r.Do(screen.Escape{})
	if r.settle(); len(state()) > 0 {
		t.Errorf("two in a row leave %q", state())
	}
}

// Figures count the measured interval, and follow the choice.
func TestFiguresFollowTheInterval(t *testing.T) {
	r, s := openSheet(t, ask.GoroutinesTab)
	tr := r.shown.Trace.Timeline.Trace
	whole := s.Panel("breakdown").Table.Cell(0, 3)
	if !strings.HasPrefix(s.About, "whole trace") || whole == "" {
		t.Fatalf("about %q, %q in all", s.About, whole)
	}
	r.do(screen.Measure{Interval: &trace.Interval{From: tr.End / 2, To: tr.End / 4}})
	if s = r.sheet(); s.Interval != (trace.Interval{From: tr.End / 4, To: tr.End / 2}) || s.Panel("breakdown").Table.Cell(0, 3) == whole {
		t.Errorf("sheet of %v", s.Interval)
	}
	// A change that does not concern it leaves the sheet as it is.
	r.do(screen.SelectMoment{Moment: &ask.Moment{Go: 0, At: 0}})
	if r.sheet() != s {
		t.Error("the sheet was made anew")
	}
	if r.do(screen.Back{}, screen.Back{}); !strings.HasPrefix(r.sheet().About, "whole trace") {
		t.Errorf("back at %q", r.sheet().About)
	}
}

// A start function opens to its goroutines, one of them leads to its lane.
func TestGoroutinesLeadToLanes(t *testing.T) {
	r, s := openSheet(t, ask.GoroutinesTab)
	main := s.Panel("goroutines")
	row := rowOf(t, main, "main.main")
	rows := main.Table.Rows
	r.do(screen.Choose{Change: main.Row(row).Toggle})
	main = r.sheet().Panel("goroutines")
	if main.Table.Rows != rows+1 || !main.Row(row).Open {
		t.Fatalf("%d rows after opening one of %d", main.Table.Rows, rows)
	}
	one := main.Row(row + 1)
	if !one.Lane || r.shown.Trace.Timeline.Trace.Goroutines[one.Go].ID != 1 {
		t.Errorf("target %+v", one)
	}
	r.do(screen.Choose{Change: one.Pick})
	if s = r.sheet(); s.Panel("goroutines").Selected != row+1 || s.Of != "g1 main.main" {
		t.Errorf("picked row %d, profiles of %q", s.Panel("goroutines").Selected, s.Of)
	}
	key := timeline.Key{Kind: timeline.GoroutineRow, Index: int32(one.Go)}
	// Limits of lanes do not hide the goroutine.
	r.do(screen.AskLanes{Change: func(q *timeline.Query) { q.IDs, q.Filter = []int64{999}, "nothing" }})
	shown := r.do(screen.GoTo{Reveal: ask.Reveal{Key: key}})
	if shown.Tab != ask.TimelineTab || shown.Trace.Lanes.Find(key) < 0 {
		t.Errorf("in tab %v its lane is row %d", shown.Tab, shown.Trace.Lanes.Find(key))
	}
}

func TestGoroutinesFilter(t *testing.T) {
	r, s := openSheet(t, ask.GoroutinesTab)
	input := s.Controls[slices.IndexFunc(s.Controls, func(c figures.Control) bool { return c.Kind == figures.Input })]
	r.do(screen.Choose{Change: input.Set(0, "main.main$")})
	if main := r.sheet().Panel("goroutines"); main.Table.Rows != 1 {
		t.Errorf("%d rows are left", main.Table.Rows)
	}
	// It counts as a filter, and goes with all others.
	if p := r.shown.Trace.Place; !p.Filters() {
		t.Error("nothing is said to be left out")
	}
	if p := r.do(screen.ClearFilters{}).Trace.Place; p.Filters() || r.sheet().Panel("goroutines").Table.Rows < 2 {
		t.Errorf("after all filters were removed: %+v", p.Choice.Goroutines)
	}
	r.do(screen.Choose{Change: input.Set(0, "(")})
	s = r.sheet()
	if s.Panel("goroutines").Table.Rows < 2 || !slices.ContainsFunc(s.Controls, func(c figures.Control) bool { return c.Text == "(" }) {
		t.Error("a wrong expression is hidden, or filters")
	}
}

// Intervals are kept by letters, come back and are compared.
func TestKeptIntervals(t *testing.T) {
	r, _ := openSheet(t, ask.GoroutinesTab)
	end := r.shown.Trace.Timeline.Trace.End
	measure := func(from, to trace.Time) {
		r.do(screen.Measure{Interval: &trace.Interval{From: from, To: to}}, screen.Keep{})
	}
	measure(0, end/2)
	measure(end/2, end)
	r.do(screen.Keep{}) // it is kept already
	if kept := r.shown.Trace.Place.Kept; len(kept) != 2 || kept[0].Name != "A" || kept[1].Name != "B" || kept[1].To != end {
		t.Fatalf("kept %v", kept)
	}
	r.do(screen.Choose{Change: func(c figures.Choice) figures.Choice { c.Goroutines.Part = figures.ByInterval; return c }})
	if tb := r.sheet().Panel("compared").Table; len(tb.Columns) != 1+2*3 || tb.Rows < 3 {
		t.Errorf("%d columns, %d rows", len(tb.Columns), tb.Rows)
	}
	if r.do(screen.Forget{Name: "A"}); len(r.shown.Trace.Place.Kept) != 1 {
		t.Errorf("kept %v", r.shown.Trace.Place.Kept)
	}
	measure(0, end/3)
	if kept := r.shown.Trace.Place.Kept; kept[1].Name != "A" {
		t.Errorf("kept %v", kept)
	}
}

// An empty profile out of a trace says why it is empty.
func TestEmptyDerivedProfile(t *testing.T) {
	r, _ := openSheet(t, ask.GoroutinesTab)
	nobody := analysis.What{Goroutines: []trace.GoIndex{}}
	line := func(k analysis.ProfileKind, of analysis.What) string {
		shown := r.do(screen.Activate{Document: 1}, screen.Derive{Kind: k, Scope: of, Of: "nobody"})
		return shown.Documents[slices.IndexFunc(shown.Documents, func(d screen.Document) bool { return d.ID == shown.Active })].Empty
	}
	if got := line(analysis.CPUProfile, nobody); got != "The CPU profiler took no sample in this part of the trace." {
		t.Errorf("CPU samples: %q", got)
	}
	if got := line(analysis.NetProfile, nobody); !strings.HasPrefix(got, "No goroutine waited for the network in this part of the trace.\nWaits that ") {
		t.Errorf("network: %q", got)
	}
	if got := line(analysis.SyncProfile, analysis.What{}); got != "" {
		t.Errorf("a profile with samples says %q", got)
	}
}

// A profile made out of a trace is a document like any other, and can be made
// again.
func TestDerivedProfile(t *testing.T) {
	r, s := openSheet(t, ask.GoroutinesTab)
	main := s.Panel("goroutines")
	target := main.Row(rowOf(t, main, "main.main"))
	derive := screen.Derive{Kind: analysis.SyncProfile, Scope: target.Scope, Of: target.Of}
	r.tabs[ask.OfProfile] = ask.PeekTab // the last one used, which has nothing to show of a new profile
	shown := r.do(derive)
	if shown.Tab != ask.FlameTab {
		t.Errorf("it opens on %s", shown.Tab)
	}
	if len(shown.Documents) != 2 || shown.Trace != nil || shown.Answer == nil || shown.Answer.Result == nil {
		t.Fatalf("documents %+v", shown.Documents)
	}
	doc := shown.Documents[1]
	if !doc.Child || doc.Name != "Sync waits (as go tool trace) of main.main" || doc.State != screen.Ready || shown.Active != doc.ID {
		t.Errorf("document %+v", doc)
	}
	// Among the recent files is the trace only.
	if kept, active, left := r.keeper.documents(); len(left) != 0 || len(kept) != 2 || active != 1 || len(r.keeper.recent.Files) != 1 {
		t.Errorf("kept %+v, active %d, left %q, recent %v", kept, active, left, r.keeper.recent)
	}
	total := shown.Answer.Result.Total
	if total <= 0 {
		t.Errorf("%d in all", total)
	}
	if r.do(screen.ShowTab{Tab: ask.FlameTab}); r.shown.Answer.Chart == nil {
		t.Error("it has no flame graph")
	}
	// The trace is read again, and the profile is made again from the new trace.
	r.do(screen.Reload{Document: 1}, screen.Reload{Document: doc.ID})
	if got := r.shown.Answer.Result.Total; got != total || r.docs.all[1].origin.(*derivation).source != r.docs.all[0].trace().figures {
		t.Errorf("made anew it is of %d, before %d", got, total)
	}
	// Asking twice goes to the same document.
	r.do(screen.ShowTab{Tab: ask.TopTab}, screen.Activate{Document: 1}, derive)
	if len(r.shown.Documents) != 2 || r.shown.Active != doc.ID || r.shown.Tab != ask.TopTab {
		t.Errorf("documents %+v", r.shown.Documents)
	}
	// It outlives the trace.
	r.do(screen.Close{Document: 1}, screen.Reload{Document: doc.ID})
	if len(r.shown.Documents) != 1 || r.shown.Answer.Result.Total != total {
		t.Errorf("without the trace: %+v", r.shown.Documents)
	}
}

// Every tab of figures has a sheet, and the selection reaches the tab of
// scheduling.
func TestFigureTabs(t *testing.T) {
	r, _ := openTrace(t)
	for _, tab := range []ask.Tab{ask.GoroutinesTab, ask.TasksTab, ask.GCTab, ask.SchedulingTab} {
		r.do(screen.ShowTab{Tab: tab})
		if s := r.sheet(); len(s.Panels()) == 0 {
			t.Errorf("%v shows nothing", tab)
		}
	}
	tr := r.shown.Trace.Timeline.Trace
	span := tr.ProcLanes.Lane(0)[3]
	g := tr.GoOf(span)
	r.do(screen.ShowTab{Tab: ask.SchedulingTab}, screen.SelectMoment{Moment: &ask.Moment{Go: g, At: tr.Spans.Start(span)}})
	if p := r.sheet().Panel("chain"); p.Table.Rows == 0 || p.Row(0).Go != g {
		t.Errorf("%d links", p.Table.Rows)
	}
}

// A sheet is written as a picture or as figures, and so is one panel of it.
func TestSheetExports(t *testing.T) {
	r, _ := openSheet(t, ask.GCTab)
	write := func(name, panel string) string {
		r.export = filepath.Join(t.TempDir(), name)
		r.do(screen.Export{Panel: panel})
		data, err := os.ReadFile(r.export)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if svg := write("gc.svg", ""); !strings.Contains(svg, "Minimum mutator utilization") || !strings.Contains(svg, "Heap and goal") {
		t.Errorf("%.300s", svg)
	}
	if svg := write("heap.svg", "heap"); strings.Contains(svg, "Minimum mutator utilization") || !strings.Contains(svg, "Heap and goal") {
		t.Errorf("%.300s", svg)
	}
	if table := write("gc.csv", ""); !strings.HasPrefix(table, "cycle,") {
		t.Errorf("%.100s", table)
	}
	if table := write("worst.csv", "worst"); !strings.HasPrefix(table, "from_ns,to_ns,utilization\n") {
		t.Errorf("%.100s", table)
	}
}
