package figures

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline/analysis"
)

// A number filters one goroutine, with its own figures, and not the group that it is in.
func TestGoroutineByNumber(t *testing.T) {
	s := recording(t)
	whole := s.make(t, "goroutines", View{}).Panel("goroutines")
	funcs := map[string]int{}
	for i := range s.Trace.Goroutines {
		funcs[s.raw(s.Trace.Goroutines[i].Func)]++
	}
	var g trace.GoIndex
	for funcs[s.raw(s.Trace.Goroutines[g].Func)] < 20 {
		g++
	}
	id := "g" + strconv.FormatInt(s.Trace.Goroutines[g].ID, 10)
	of := func(filter string) *Panel {
		return s.make(t, "goroutines", View{Choice: Choice{Goroutines: GoroutinesChoice{Filter: filter}}}).Panel("goroutines")
	}
	p := of(id)
	if p.Table.Rows != 1 || p.Table.Cell(0, 0) != s.GoName(g) || p.Row(0).Go != g || !p.Row(0).Lane || len(p.Row(0).Goroutines) != 1 {
		t.Fatalf("%d rows, the first %q leads to %+v", p.Table.Rows, p.Table.Cell(0, 0), p.Row(0))
	}
	if cell := cellOf(t, p.Table, 0, "count"); cell != "" {
		t.Errorf("one goroutine is counted as %q", cell)
	}
	// Those of a group that a part of the number leaves stand for themselves, too.
	p = of("^" + id[:len(id)-1] + "[0-9] ")
	for row := range p.Table.Rows {
		if name := p.Table.Cell(row, 0); !strings.HasPrefix(name, id[:len(id)-1]) || !p.Row(row).Lane {
			t.Errorf("row %q", name)
		}
	}
	if p.Table.Rows == 0 {
		t.Error("no goroutine is left")
	}
	if p = of("."); p.Table.Rows != whole.Table.Rows {
		t.Errorf("what matches all leaves %d of %d rows", p.Table.Rows, whole.Table.Rows)
	}
}

// The table below is of what the filter leaves, as the profiles are, unless what is picked is left.
func TestBreakdownOfWhatIsLeft(t *testing.T) {
	s := recording(t)
	of := func(c GoroutinesChoice) *Sheet {
		return s.make(t, "goroutines", View{Choice: Choice{Goroutines: c}})
	}
	total := func(sheet *Sheet) trace.Time {
		p := sheet.Panel("breakdown")
		record := make([]units.Cell, len(p.Table.Fields))
		p.Table.Record(0, record)
		if p.Table.Cell(0, 0) != "total" {
			t.Fatalf("the first row is %q", p.Table.Cell(0, 0))
		}
		i, err := strconv.ParseInt(record[slices.Index(p.Table.Fields, "sum_ns")].Text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return trace.Time(i)
	}
	calls := func(g trace.GoIndex, re *regexp.Regexp) bool { // in any of its stacks
		is := &s.Trace.Goroutines[g]
		for span := is.First; span < is.End; span++ {
			for _, f := range s.Trace.Stacks.Stack(s.Trace.SelfStack(span)) {
				if re.MatchString(s.raw(s.Trace.Frames[f].Func)) {
					return true
				}
			}
		}
		return false
	}
	for _, filter := range []string{"conn", "^g[0-9]*7 ", "g98", ""} {
		sheet := of(GoroutinesChoice{Filter: filter})
		n, want := 0, trace.Time(0)
		re := regexp.MustCompile(filter)
		for g := range s.Trace.Goroutines {
			g := trace.GoIndex(g)
			if filter == "g98" && s.Trace.Goroutines[g].ID != 98 || !re.MatchString(s.GoName(g)) &&
				!re.MatchString(s.raw(s.Trace.Goroutines[g].Func)) && !re.MatchString(s.raw(s.Trace.Goroutines[g].Root)) && !calls(g, re) {
				continue
			}
			n++
			want += s.Trace.Life(g).Len()
		}
		if got := total(sheet); got != want || n == 0 {
			t.Errorf("%q leaves %d goroutines, %d ns, and the table below has %d", filter, n, want, got)
		}
		title := fmt.Sprintf("%d of %d goroutines", n, len(s.Trace.Goroutines))
		if got := sheet.Panel("breakdown").Title; strings.Contains(got, title) != (filter != "") {
			t.Errorf("%q: the title is %q", filter, got)
		}
		if filter == "" {
			if sheet.Limits != nil || sheet.Of != Everyone {
				t.Errorf("nothing is filtered, and %+v limits profiles of %q", sheet.Limits, sheet.Of)
			}
			continue
		}
		if len(sheet.Scope.Goroutines) != n || !strings.Contains(sheet.Of, filter) {
			t.Errorf("%q: profiles of %d goroutines, %q", filter, len(sheet.Scope.Goroutines), sheet.Of)
		}
		if len(sheet.Limits) != 1 || sheet.Limits[0].Text != filter {
			t.Fatalf("%q: limits %+v", filter, sheet.Limits)
		}
		if c := sheet.Limits[0].End(Choice{Goroutines: GoroutinesChoice{Filter: filter}}); c.Goroutines.Filter != "" {
			t.Errorf("the limit does not end: %+v", c)
		}
	}
	none := of(GoroutinesChoice{Filter: "no such function"})
	if p := none.Panel("breakdown"); p.Table.Rows != 0 || !strings.Contains(p.Title, "0 of 691 goroutines") || none.Scope.Goroutines == nil {
		t.Errorf("where none is left: %d rows, %q, profiles of %v", p.Table.Rows, p.Title, none.Scope.Goroutines)
	}
	// What is picked stays, as long as the filter leaves it.
	one, _ := s.Trace.GoByID(98)
	picked := GoroutinesChoice{Filter: "conn", Picked: true, Group: analysis.Key{Func: s.Trace.Goroutines[one].Func}, Go: one}
	if p := of(picked); !strings.Contains(p.Panel("breakdown").Title, s.GoName(one)) || p.Of != s.GoName(one) {
		t.Errorf("g98 is picked and left: %q, profiles of %q", p.Panel("breakdown").Title, p.Of)
	}
	picked.Filter = "g1"
	if p := of(picked); !strings.Contains(p.Panel("breakdown").Title, "1 of 691 goroutines") {
		t.Errorf("g98 is picked and filtered away: %q", p.Panel("breakdown").Title)
	}
	// The tables that have no filter have no limit either.
	for _, part := range []GoroutinesPart{ByCreator, ByInterval} {
		if p := of(GoroutinesChoice{Part: part, Filter: "conn"}); p.Limits != nil {
			t.Errorf("%s: limits %+v", goroutinesParts[part], p.Limits)
		}
	}
}

// A search in logs and a range of durations are limits, which end alone.
func TestTaskLimits(t *testing.T) {
	s := recording(t)
	types := s.make(t, "tasks", View{}).Panel("tasks")
	c := types.Row(0).Pick(Choice{})
	c.Tasks.Search, c.Tasks.Range = "acme", analysis.Durations{From: 1e6, To: 1e9}
	sheet := s.make(t, "tasks", View{Choice: c})
	if len(sheet.Limits) != 2 || sheet.Limits[0].Text != "acme" || sheet.Limits[1].Text != "1ms to 1s" {
		t.Fatalf("limits %+v", sheet.Limits)
	}
	if to := sheet.Limits[0].End(c).Tasks; to.Search != "" || to.Range != c.Tasks.Range {
		t.Errorf("without the search: %+v", to)
	}
	if to := sheet.Limits[1].End(c).Tasks; to.Search != "acme" || to.Range != (analysis.Durations{}) || to.Type != c.Tasks.Type {
		t.Errorf("without the range: %+v", to)
	}
	all, filters := c.Unfiltered()
	if _, still := all.Unfiltered(); !filters || still || s.make(t, "tasks", View{Choice: all}).Limits != nil || all.Tasks.Type != c.Tasks.Type {
		t.Errorf("unfiltered: %+v", all.Tasks)
	}
}
