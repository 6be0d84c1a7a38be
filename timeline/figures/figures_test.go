package figures

import (
	"context"
	"encoding/csv"
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/loader"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
	"profstation/timeline/wording"
)

// recording is a trace of the project with tasks, cycles of the collector and
// all kinds of waits.
func recording(t *testing.T) *Source {
	t.Helper()
	f, err := loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return NewSource(f.Trace)
}

// allSheets are the names of all kinds of sheets.
var allSheets = func() (names []string) {
	for _, k := range Sheets {
		names = append(names, k.Name)
	}
	return names
}()

// make makes a sheet that can be made.
func (s *Source) make(t *testing.T, name string, v View) *Sheet {
	t.Helper()
	sheet, err := s.Sheet(t.Context(), name, v)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

// look does to a panel all that a window and a file do.
func look(t *testing.T, p *Panel) {
	t.Helper()
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 500, 300)), 1)
	area := scene.Rect{X1: 500, Y1: 300}
	if p.Plot != nil {
		p.Plot.Paint(cv, area, &scene.Dark)
		for x := 0.0; x <= 500; x += 50 {
			p.Plot.Tip(area, scene.Point{X: x, Y: 150})
			if p.At != nil {
				p.At(area, scene.Point{X: x, Y: 150})
			}
			if p.Drag != nil {
				p.Drag(area, x, 250)
			}
		}
		return
	}
	for _, c := range p.Table.Columns {
		if c.Title != "" && c.Help == "" {
			t.Errorf("%s: nothing explains the column %q", p.Name, c.Title)
		}
	}
	p.Table.Paint(cv, table.View{Area: area, Theme: &scene.Light, Selected: p.Selected, Hover: -1, SortColumn: -1})
	for row := range min(p.Table.Rows, 20) {
		for c := range p.Table.Columns {
			if text := p.Table.Cell(row, c); strings.ContainsAny(text, "\n\x00") {
				t.Errorf("%s: cell %q", p.Name, text)
			}
		}
		if p.Table.Note != nil {
			p.Table.Note(row)
		}
		if p.Row != nil {
			p.Row(row)
		}
	}
	var out strings.Builder
	if err := p.Table.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(records) != p.Table.Rows+1 {
		t.Errorf("%s: %d records of %d rows, %v", p.Name, len(records), p.Table.Rows, err)
	}
	if p.Table.Rows == 0 && p.Empty == "" {
		t.Errorf("%s: an empty table says nothing", p.Name)
	}
}

// picks are all choices that a sheet leads to: by its rows, headings and
// controls.
func picks(s *Sheet) []Change {
	var all []Change
	add := func(c Change) {
		if c != nil {
			all = append(all, c)
		}
	}
	for _, c := range s.Controls {
		for at := range max(2, len(c.Options)) {
			add(c.Set(at, "a"))
		}
	}
	for _, p := range s.Panels() {
		if p.Table == nil {
			if p.At != nil {
				add(p.At(scene.Rect{X1: 500, Y1: 300}, scene.Point{X: 200, Y: 150}).Pick)
			}
			continue
		}
		for c := range p.Table.Columns {
			add(p.Sort(c))
		}
		for row := range min(p.Table.Rows, 3) {
			if p.Row != nil {
				add(p.Row(row).Pick)
				add(p.Row(row).Toggle)
			}
		}
	}
	return all
}

// Whatever is chosen, of whatever part of the trace, there is a sheet that can
// be shown and written.
func TestEveryChoice(t *testing.T) {
	s := recording(t)
	end := s.Trace.End
	for _, iv := range []trace.Interval{{}, {From: end / 3, To: end / 2}, {From: end / 2, To: end / 2}} {
		for _, f := range allSheets {
			v := View{Interval: iv, Kept: []Kept{{"A", trace.Interval{To: end / 4}}}, HasSelected: true, Selected: 1000}
			first := s.make(t, f, v)
			for _, p := range first.Panels() {
				look(t, p)
			}
			if iv != (trace.Interval{From: end / 3, To: end / 2}) {
				continue // one is enough for all choices
			}
			for _, pick := range picks(first) {
				v := v
				v.Choice = pick(v.Choice)
				second := s.make(t, f, v)
				for _, p := range second.Panels() {
					look(t, p)
				}
				for i, again := range picks(second) {
					if i%29 == 0 {
						v.Choice = again(v.Choice)
						s.make(t, f, v)
					}
				}
			}
		}
	}
}

// exact reads a whole number of a file by the names of its field and of its
// row.
func exact(t *testing.T, p *Panel, row, field string) int64 {
	t.Helper()
	record := make([]units.Cell, len(p.Table.Fields))
	at := slices.Index(p.Table.Fields, field)
	for i := range p.Table.Rows {
		if p.Table.Record(i, record); record[0].Text == row && at >= 0 {
			v, err := strconv.ParseInt(record[at].Text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("%s has no %s of %s: %v", p.Name, field, row, p.Table.Fields)
	return 0
}

// The parts of a row add up to its total, and groups to what is told below.
func TestGoroutineFiguresAddUp(t *testing.T) {
	s := recording(t)
	sheet := s.make(t, "goroutines", View{})
	main, below := sheet.Panel("goroutines"), sheet.Panel("breakdown")
	fields := main.Table.Fields
	record := make([]units.Cell, len(fields))
	var all int64
	for i := range main.Table.Rows {
		main.Table.Record(i, record)
		var total, sum int64
		for k, f := range fields {
			v, _ := strconv.ParseInt(record[k].Text, 10, 64)
			switch {
			case f == "total_ns":
				total = v
			case f == "gc_assist_ns", f == "gc_sweep_ns", f == "stopping_ns", f == "stopped_ns": // within the others
			case strings.HasSuffix(f, "_ns"):
				sum += v
			}
		}
		if total != sum {
			t.Errorf("%s: %d in all, its parts are %d", record[0].Text, total, sum)
		}
		all += total
	}
	if got := exact(t, below, "total", "sum_ns"); got != all || all == 0 {
		t.Errorf("all goroutines existed for %d, below it says %d", all, got)
	}
}

// A group that is opened shows its goroutines, and statistics are of them.
func TestStatistics(t *testing.T) {
	s := recording(t)
	open := View{}
	var most int64
	sheet := s.make(t, "goroutines", open)
	x := sheet.Panel("goroutines").Row(0)
	open.Choice = x.Toggle(open.Choice)
	sheet = s.make(t, "goroutines", open)
	p := sheet.Panel("goroutines")
	record := make([]units.Cell, len(p.Table.Fields))
	total := slices.Index(p.Table.Fields, "total_ns")
	n := 0
	for i := range p.Table.Rows {
		if p.Table.Record(i, record); record[1].Text != "" {
			v, _ := strconv.ParseInt(record[total].Text, 10, 64)
			most = max(most, v)
			n++
		}
	}
	if n != len(x.Goroutines) || n == 0 {
		t.Errorf("%d goroutines are listed of %d", n, len(x.Goroutines))
	}
	open.Choice.Goroutines.Statistic, open.Choice.Goroutines.Open = Max, nil
	p = s.make(t, "goroutines", open).Panel("goroutines")
	if got := exact(t, p, s.raw(x.Scope.Funcs[0]), "total_ns"); got != most {
		t.Errorf("the longest of them existed for %d, it says %d", most, got)
	}
}

// A range of the histogram leaves the instances that took that long, and one of
// them tells what happened in it.
func TestTaskInstances(t *testing.T) {
	s := recording(t)
	v := View{}
	sheet := s.make(t, "tasks", v)
	h := sheet.Panel("durations").Plot.(*plot.Histogram)
	bin := h.Bins[len(h.Bins)-1]
	v.Choice.Tasks.Range = analysis.Durations{From: bin.From, To: bin.To}
	p := s.make(t, "tasks", v).Panel("instances")
	if int64(p.Table.Rows) != bin.Count {
		t.Fatalf("%d instances of %d", p.Table.Rows, bin.Count)
	}
	v.Choice = p.Row(0).Pick(v.Choice)
	sheet = s.make(t, "tasks", v)
	if sheet.Panel("went").Table.Rows == 0 || sheet.Panel("events").Table.Rows == 0 || len(sheet.Scope.Tasks) != 1 {
		t.Errorf("nothing is told of %v", sheet.Scope)
	}
	if at := sheet.Panel("instances"); at.Selected < 0 || len(at.Row(at.Selected).Goroutines) == 0 {
		t.Errorf("row %d is selected", at.Selected)
	}
	// A message is found in the logs.
	v.Choice.Tasks.Search = "tenant"
	if logs := s.make(t, "tasks", v).Panel("logs"); logs == nil || logs.Table.Rows == 0 {
		t.Error("no message is found")
	}
}

// The worst windows are of the length that is chosen on the curve.
// A cycle says that it had no goal, and files have none then.
func TestCyclesWithoutGoal(t *testing.T) {
	s := recording(t)
	before := s.make(t, "gc", View{}).Panel("cycles").Table
	with := cellOf(t, before, 1, "goal")
	m := s.Trace.Metric(trace.HeapGoal)
	m.Value = make([]uint64, len(m.Value))
	s = NewSource(s.Trace)
	p := s.make(t, "gc", View{}).Panel("cycles").Table
	if got := cellOf(t, p, 1, "goal"); got != "no goal" || got == with {
		t.Errorf("the goal is %q, with one %q", got, with)
	}
	record := make([]units.Cell, len(p.Fields))
	p.Record(1, record)
	if got := record[slices.Index(p.Fields, "goal_bytes")]; got != units.Text("") {
		t.Errorf("a file has the goal %v", got)
	}
}

// What the collector cost is one line, of the interval that is shown; and what no sweep was traced of is blank.
func TestCyclesCost(t *testing.T) {
	s := recording(t)
	title := func(iv trace.Interval) string {
		return s.make(t, "gc", View{Interval: iv}).Answer
	}
	cost, err := s.Analysis.GCCost(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"GC workers and assists took " + wording.Duration(cost.Workers+cost.Assist) + ", ", "% of 2 Ps; the collector stopped the world for " + wording.Duration(cost.STW) + " in all, ",
		wording.Duration(cost.Longest) + " at the longest. Other stops of the world: " + wording.Duration(cost.Others[0].Time) + " to start the trace.",
	} {
		if got := title(trace.Interval{}); !strings.Contains(got, want) {
			t.Errorf("the title %q lacks %q", got, want)
		}
	}
	if got := title(trace.Interval{From: 200e6, To: 201e6}); got != "GC workers and assists took 0, 0.0% of 2 Ps." {
		t.Errorf("where it did nothing: %q", got)
	}
	cycles, err := s.Analysis.GC(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	var work, stopped trace.Time
	for _, c := range cycles {
		work, stopped = work+c.Assist+workersTime(c), stopped+c.STW
	}
	if work != cost.Workers+cost.Assist || stopped != cost.STW {
		t.Errorf("the cycles add up to %v and stop the world for %v; the cost is %+v", work, stopped, cost)
	}
	sheet := s.make(t, "gc", View{})
	if lines := (&Picture{Sheet: sheet, Width: 900}).Heading(); !slices.Contains(lines, sheet.Answer) {
		t.Errorf("a picture says %q", lines)
	}
	p := sheet.Panel("cycles")
	cells := 0
	for row := range p.Table.Rows {
		if cellOf(t, p.Table, row, "swept free") != "" {
			cells++
		}
	}
	s.Trace.Sweeps = nil
	s = NewSource(s.Trace)
	p = s.make(t, "gc", View{}).Panel("cycles")
	for row := range p.Table.Rows {
		if got := cellOf(t, p.Table, row, "swept free"); got != "" || cells == 0 {
			t.Errorf("without a sweep, and with %d, cycle %d gave back %q", cells, row, got)
		}
	}
}

func TestWorstWindows(t *testing.T) {
	s := recording(t)
	v := View{}
	curve := s.make(t, "gc", v).Panel("curve")
	v.Choice = curve.At(scene.Rect{X1: 500, Y1: 300}, scene.Point{X: 250, Y: 100}).Pick(v.Choice)
	sheet := s.make(t, "gc", v)
	worst := sheet.Panel("worst")
	if worst.Table.Rows == 0 {
		t.Fatal("there are none")
	}
	iv := worst.Row(0).Time
	if want := trace.Time(sheet.Panel("curve").Plot.(*plot.Utilization).Window); iv.Len() != want {
		t.Errorf("a window of %d, want %d", iv.Len(), want)
	}
}

// The wake-up chain is of the wait that is chosen, else of the selected span.
func TestChainOfWhat(t *testing.T) {
	s := recording(t)
	v := View{}
	v.Choice.Scheduling.Part = LongestWaits
	sheet := s.make(t, "sched", v)
	if p := sheet.Panel("chain"); p.Table.Rows != 0 || p.Empty != "Select a row above, or a span in the timeline." {
		t.Errorf("a chain of nothing, %q", p.Empty)
	}
	// Rows of the other tables are no single waits: there one is sent to the table that has them.
	for _, part := range []SchedulingPart{LatencyByFunction, LatencyByProc} {
		of := View{}
		of.Choice.Scheduling.Part = part
		if p := s.make(t, "sched", of).Panel("chain"); p.Table.Rows != 0 || !strings.Contains(p.Empty, schedulingParts[LongestWaits]) {
			t.Errorf("%s: %q", schedulingParts[part], p.Empty)
		}
	}
	row := sheet.Panel("longest").Row(2)
	v.Choice = row.Pick(v.Choice)
	if p := s.make(t, "sched", v).Panel("chain"); p.Table.Rows < 2 || p.Row(0).Go != row.Go {
		t.Errorf("%d links, the first of goroutine %d, want %d", p.Table.Rows, p.Row(0).Go, row.Go)
	} else {
		// What is cut in a cell stands in the tip.
		for row := range p.Table.Rows {
			for c := range p.Table.Columns {
				if cell := p.Table.Cell(row, c); !strings.Contains(p.Table.Note(row), cell) {
					t.Errorf("the tip of link %d is %q, without %q", row, p.Table.Note(row), cell)
				}
			}
		}
	}
	v = View{HasSelected: true, Selected: s.Trace.Goroutines[5].First}
	if p := s.make(t, "sched", v).Panel("chain"); p.Row(0).Go != 5 {
		t.Errorf("the chain is of goroutine %d", p.Row(0).Go)
	}
}

// Questions that were just answered are not answered anew; others are.
func TestMemory(t *testing.T) {
	var m memory
	asked := 0
	ask := func(q int) int {
		a, err := remember(t.Context(), &m, "twice", q, func(_ context.Context, q int) (int, error) { asked++; return 2 * q, nil })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for i, q := range []int{1, 1, 3, 1} {
		if a := ask(q); a != 2*q {
			t.Errorf("answer %d is %d", i, a)
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
	if _, err := remember(t.Context(), &m, "twice", 9, func(context.Context, int) (int, error) { return 0, context.Canceled }); err == nil || ask(1) != 2 || asked != 3 {
		t.Error("an error is remembered")
	}
}

// Names of profiles say what they are of.
func TestNameProfile(t *testing.T) {
	s := recording(t)
	if got := s.NameProfile(analysis.NetProfile, analysis.What{Interval: s.Trace.Whole()}, "main.work"); got != "Network waits (as go tool trace) of main.work" {
		t.Error(got)
	}
	if got := s.NameProfile(analysis.SchedProfile, analysis.What{Waits: analysis.AllWaits, Interval: trace.Interval{From: 1e6, To: 2e6}}, ""); got != "Scheduler latency, 1ms to 2ms" {
		t.Error(got)
	}
}

// The table of sheets names each once; a sheet has the name that it was asked by,
// and the panels of its picture.
func TestSheets(t *testing.T) {
	s := recording(t)
	seen := map[string]bool{}
	for _, k := range Sheets {
		sheet := s.make(t, k.Name, View{})
		if seen[k.Name] || sheet.Name != k.Name || sheet.Title != k.Title || sheet.Main() == nil {
			t.Errorf("%q is the sheet %q, %q", k.Name, sheet.Name, sheet.Title)
		}
		seen[k.Name] = true
		for _, name := range sheet.Brief {
			if sheet.Panel(name) == nil {
				t.Errorf("%s has no panel %s", k.Name, name)
			}
		}
	}
	if _, err := s.Sheet(t.Context(), "top", View{}); err == nil || !strings.Contains(err.Error(), "top") {
		t.Errorf("a sheet of another name: %v", err)
	}
}

// A sheet that nobody waits for any more is an error, not half a sheet.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range allSheets {
		if sheet, err := recording(t).Sheet(ctx, name, View{}); err == nil || sheet != nil {
			t.Errorf("%s: %v, %v", name, sheet, err)
		}
	}
}
