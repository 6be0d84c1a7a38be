package figures

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/trace"
	"profstation/model/units"
)

// connections is a trace of four connections: one that took two requests, of handlers that block, and others of which
// one is known to have answered nothing.
const connections = `
end 100
g1 net/http.(*conn).serve  0 running p0 m0  10 waiting:select @main.pause;net/http.(*conn).serve  90 ended
g2 net/http.(*conn).serve  0 running p1 m1  20 waiting:select @main.pause;net/http.(*conn).serve  80 ended
g3 net/http.(*conn).serve  5 running p2 m2  60 ended
g4 main.main  0 running p3 m3  100 ended
`

func ranTrace(t *testing.T) *Source {
	tr := typed.Trace(t, connections)
	id := func(name string) model.StringID { // any name that is there will do
		i := slices.IndexFunc(tr.Frames, func(f trace.Frame) bool { return tr.Strings.Raw(f.Func) == name })
		return tr.Frames[i].Func
	}
	tr.Ran = [][]model.StringID{{id("main.pause"), id("net/http.(*conn).serve")}}
	tr.Goroutines[0].Ran, tr.Goroutines[1].Ran = 1, 1
	return NewSource(tr)
}

// A group whose goroutines ran several functions opens by function, and each of those by goroutine. Every level adds
// up to the one above.
func TestGroupOpensByFunction(t *testing.T) {
	s := ranTrace(t)
	v := View{}
	open := func(name string) {
		p := s.make(t, "goroutines", v).Panel("goroutines")
		for i := range p.Table.Rows {
			if strings.Contains(p.Table.Cell(i, 0), name) {
				v.Choice = p.Row(i).Toggle(v.Choice)
				return
			}
		}
		t.Fatalf("%q is not listed", name)
	}
	open("conn")
	open("pause")
	open("not known")
	p := s.make(t, "goroutines", v).Panel("goroutines")
	var rows []string
	sums := map[string]int{}
	record := make([]units.Cell, len(p.Table.Fields))
	for i := range p.Table.Rows {
		rows = append(rows, strings.TrimSpace(p.Table.Cell(i, 0)))
		p.Table.Record(i, record)
		fields := map[string]string{}
		for k, f := range p.Table.Fields {
			fields[f] = record[k].Text
		}
		level := "group"
		switch {
		case fields["goroutine"] != "":
			level = "goroutine"
		case strings.HasPrefix(p.Table.Cell(i, 0), " "):
			level = "part"
		}
		if strings.HasSuffix(fields["start_function"], "serve") {
			sums[level] += must.Have(strconv.Atoi(fields["total_ns"]))
		}
	}
	want := []string{"▼ http.(*conn).serve", "▼ main.pause, http.(*conn).serve", "g1", "g2", "▼ what they ran is not known", "g3", "► main.main"}
	if !slices.Equal(rows, want) {
		t.Errorf("the rows are %q, want %q", rows, want)
	}
	if sums["group"] != 90+80+55 || sums["part"] != sums["group"] || sums["goroutine"] != sums["group"] {
		t.Errorf("the levels add up to %v", sums)
	}
	part := p.Row(1)
	if len(part.Goroutines) != 2 || len(part.Scope.Goroutines) != 2 || part.Scope.Funcs != nil {
		t.Errorf("the part covers %+v", part.Scope)
	}
	v.Choice = part.Pick(v.Choice)
	sheet := s.make(t, "goroutines", v)
	if p := sheet.Panel("goroutines"); p.Selected != 1 || len(sheet.Scope.Goroutines) != 2 {
		t.Errorf("row %d is selected, the profiles cover %v", p.Selected, sheet.Scope)
	}
	if got := exact(t, sheet.Panel("breakdown"), "total", "sum_ns"); got != 170 {
		t.Errorf("the part existed for %d", got)
	}
	for filter, want := range map[string]int{"main.pause": 2, "^main": 3, "main.main": 1, "nobody": 0} { // in stacks, too
		v.Choice.Goroutines.Filter = filter
		if p := s.make(t, "goroutines", v).Panel("goroutines"); p.Table.Rows != want {
			t.Errorf("the filter %q leaves %d rows, want %d", filter, p.Table.Rows, want)
		}
	}
}
