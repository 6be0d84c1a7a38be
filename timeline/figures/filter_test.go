package figures

import (
	"strconv"
	"strings"
	"testing"

	"profstation/model/trace"
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
