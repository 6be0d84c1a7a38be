package table_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/table"
)

// labelled types a profile of requests: two users, sizes in bytes, one sample
// without labels, a call that was inlined and a value below zero.
func labelled(t *testing.T) *query.Result {
	t.Helper()
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "milliseconds"}})
	line := func(name string, n int64) model.Line {
		return model.Line{Func: b.Function(model.Function{Name: b.String(name), File: b.String("/src/" + name + ".go"), StartLine: 3}), Line: n}
	}
	read, parse, serve := line("main.read", 5), line("main.parse", 9), line("main.serve", 12)
	inner, outer, root := b.Location(model.NoMapping, 1, []model.Line{read}), b.Location(model.NoMapping, 2, []model.Line{parse, serve}), b.Location(model.NoMapping, 3, []model.Line{serve})
	user := func(name string) model.Label { return model.Label{Key: b.String("user"), Str: b.String(name)} }
	size := func(n int64) model.Label {
		return model.Label{Key: b.String("bytes"), Num: n, IsNum: true, Unit: b.String("bytes")}
	}
	for _, s := range []struct {
		stack  []model.LocID
		labels []model.Label
		value  int64
	}{
		{[]model.LocID{inner, outer}, []model.Label{user("ann"), size(1024)}, 30},
		{[]model.LocID{inner, root}, []model.Label{user("ann"), size(4096)}, 10},
		{[]model.LocID{outer}, []model.Label{user("bob\x01")}, 55},
		{[]model.LocID{root}, nil, 7},
		{[]model.LocID{root}, []model.Label{user("bob\x01")}, -2},
	} {
		b.Sample(s.stack, b.LabelSet(s.labels), []int64{s.value})
	}
	q := query.Default()
	q.NodeFraction = 0
	return evaluate(t, b.Profile(model.Header{}), q)
}

// dump writes all that a table says: titles, cells with their bars, quiet rows,
// notes and its file.
func dump(t *testing.T, tab *table.Table) string {
	t.Helper()
	var out strings.Builder
	for _, c := range tab.Columns {
		fmt.Fprintf(&out, "%s: %s\n", c.Title, c.Help)
	}
	for row := range tab.Rows {
		var cells []string
		for col := range tab.Columns {
			s := tab.Cell(row, col)
			if tab.Bar != nil && tab.Bar(row, col) != 0 {
				s += fmt.Sprintf(" [%.3f]", tab.Bar(row, col))
			}
			cells = append(cells, s)
		}
		fmt.Fprintln(&out, strings.Join(cells, " | "))
		if tab.Quiet != nil && tab.Quiet(row) {
			fmt.Fprintln(&out, "\tquiet")
		}
		if tab.Note != nil {
			fmt.Fprintln(&out, "\t"+strings.ReplaceAll(tab.Note(row), "\n", "\n\t"))
		}
	}
	if tab.Record != nil {
		must.Do(tab.WriteCSV(&out))
	}
	return out.String()
}

// Each report is drawn, written as CSV and as JSON.
func TestReports(t *testing.T) {
	r := labelled(t)
	re := regexp.MustCompile("parse|read")
	listings := must.Have(r.List(context.Background(), re))
	list := &table.ListReport{File: "x.pprof", Result: r}
	for _, l := range listings {
		list.Listings = append(list.Listings, table.Source{Listing: l, Text: []string{"package main", "", "func a() {", "\tx()", "\tread()", "}"}, Note: "older"})
	}
	list.Listings[0].Text = nil
	user, size := model.LabelAxis{Key: "user"}, model.LabelAxis{Key: "bytes", Numeric: true}
	for name, report := range map[string]table.Report{
		"peek": must.Have(table.Peek(context.Background(), "x.pprof", r, must.Have(r.Peek(context.Background(), re)))), "tree": must.Have(table.Tree(context.Background(), "x.pprof", r)), "labels": must.Have(table.Labels(context.Background(), "x.pprof", r)),
		"traces": must.Have(table.Traces(context.Background(), "x.pprof", r)), "list": list,
	} {
		var json bytes.Buffer
		must.Do(report.WriteJSON(&json))
		golden.Check(t, name+".txt", strings.Join(report.Heading(), "\n")+"\n"+dump(t, report.Table())+json.String())
	}
	golden.Check(t, "list-figures.txt", dump(t, list.Figures()))
	for name, p := range map[string]*table.PivotReport{
		"pivot": must.Have(table.Pivot(context.Background(), "x.pprof", r, user, size)), "pivot-functions": must.Have(table.PivotFunctions(context.Background(), "x.pprof", r, user)),
	} {
		var json bytes.Buffer
		must.Do(p.WriteJSON(&json))
		golden.Check(t, name+".txt", strings.Join(p.Heading(), "\n")+"\n"+dump(t, p.Table(0))+"\n"+dump(t, p.Table(1))+"\n"+dump(t, p.Cells())+json.String())
	}
	for name, tab := range map[string]*table.Table{
		"label-keys":   table.LabelKeys(r, must.Have(labels.Of(context.Background(), r))),
		"label-values": table.LabelValues(r, must.Have(labels.Of(context.Background(), r))[0]),
		"label-ranges": table.LabelRanges(r, must.Have(labels.Of(context.Background(), r))[1], []labels.Range{{Lo: 1024, Hi: 2048, Net: 30, Values: 1, Records: 1, Samples: 1}, {Lo: 4096, Hi: 4096, Net: 10, Values: 1, Records: 1, Samples: 2}}),
		"packages":     table.Packages(r, []table.Named{{"b", 5, 9}, {"", -70, 80}, {"a", 5, 7}, {"c", 1, 1}}, 3),
		"instructions": table.Instructions(r, []table.Instruction{{0x401000, "main.go:5", "MOVQ\tAX, BX", 40, 50}, {0x401004, "", "RET", 0, 0}}),
	} {
		golden.Check(t, name+".txt", dump(t, tab))
	}
}

// PeekAt lists only the nodes given, and marks an inlined call.
func TestPeekAt(t *testing.T) {
	r := labelled(t)
	for n := range query.NodeID(r.Nodes.Len()) {
		name := r.Nodes.Node(n).Name
		tab := must.Have(table.Peek(context.Background(), "", r, must.Have(r.PeekAt(context.Background(), n)))).Table()
		nodes := 0
		for row := range tab.Rows {
			cell := tab.Cell(row, 5)
			if !strings.HasPrefix(cell, " ") {
				nodes++
				if cell != name {
					t.Errorf("%s is asked for, %s is a node", name, cell)
				}
			}
			if strings.HasSuffix(cell, "(inline)") != (name == "main.parse" && strings.Contains(cell, "serve") || name == "main.serve" && strings.Contains(cell, "parse")) {
				t.Errorf("%s has %q", name, cell)
			}
		}
		if nodes != 1 {
			t.Errorf("%s has %d nodes", name, nodes)
		}
	}
}

func compared(t *testing.T, q query.Query) *compare.Comparison {
	t.Helper()
	base := profileOf(t, "milliseconds", "a,b 400", "a,c 300", "a,gone 200", "a,same 100")
	now := profileOf(t, "milliseconds", "a,b 900", "a,c 290", "a,new 150", "a,same 100")
	pair := must.Have(compare.Join(context.Background(), base, now))
	c := must.Have(pair.Evaluate(context.Background(), q, compare.Normalisation{}))
	return c
}

func TestDiffTable(t *testing.T) {
	for _, by := range []query.Sort{query.ByFlat, query.ByCum} {
		q := query.Default()
		q.Sort = by
		c := compared(t, q)
		var json bytes.Buffer
		report := &table.DiffReport{Base: "a.pprof", New: "b.pprof", Comparison: c, Rows: must.Have(c.Rows(context.Background()))}
		must.Do(report.WriteJSON(&json))
		golden.Check(t, "diff-"+string(by)+".txt", dump(t, table.Diff(c, must.Have(c.Rows(context.Background()))))+json.String())
	}
}

// Rows stand by their figures, what is new or gone by an infinite change, and
// equal ones by name from A to Z in both directions.
func TestDiffSort(t *testing.T) {
	c := compared(t, query.Default())
	for _, x := range []struct {
		column     int
		descending bool
		want       string
	}{
		{table.DiffBase, true, "b c gone same a new"},
		{table.DiffNew, true, "b c new same a gone"},
		{table.DiffDelta, true, "b gone new c a same"},
		{table.DiffDelta, false, "a same c new gone b"},
		{table.DiffPercent, true, "new b gone c a same"},
		{table.DiffShare, true, "b gone new c a same"},
		{table.DiffName, false, "a b c gone new same"},
		{table.DiffName, true, "same new gone c b a"},
	} {
		rows := must.Have(c.Rows(context.Background()))
		table.DiffSort(t.Context(), c, rows, x.column, x.descending)
		var names []string
		for _, r := range rows {
			names = append(names, c.Name(r.Node))
		}
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("column %d, descending %v: %s, want %s", x.column, x.descending, got, x.want)
		}
	}
}

func TestLabelsDiff(t *testing.T) {
	pair := must.Have(compare.Join(context.Background(), labelled(t).Profile, labelled(t).Profile))
	c, err := pair.Evaluate(context.Background(), query.Default(), compare.Normalisation{By: compare.PerUnit, Base: 1, New: 2})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "labels-diff.txt", dump(t, table.LabelsDiff(c, must.Have(c.Labels(context.Background())))))
}

// Groups compare medians; their notes have the figures of all recordings.
func TestGroups(t *testing.T) {
	recording := func(values ...int) *model.Profile {
		var lines []string
		for i, v := range values {
			lines = append(lines, fmt.Sprintf("a,%c %d", 'b'+i, v))
		}
		return profileOf(t, "milliseconds", lines...)
	}
	base := []*model.Profile{recording(10, 50, 30), recording(11, 52, 31), recording(12, 49, 29), recording(10, 51, 30)}
	now := []*model.Profile{recording(90, 50, 0), recording(92, 51, 0), recording(95, 50, 0), recording(91, 52, 0)}
	c, err := must.Have(compare.JoinGroups(t.Context(), base, now)).Evaluate(t.Context(), query.Default(), compare.Normalisation{})
	if err != nil {
		t.Fatal(err)
	}
	rows := must.Have(c.Rows(t.Context()))
	golden.Check(t, "groups.txt", dump(t, table.Diff(c, rows)))
	names := func(column int, descending bool) string {
		table.DiffSort(t.Context(), c, rows, column, descending)
		var names []string
		for _, r := range rows {
			names = append(names, c.Name(r.Node))
		}
		return strings.Join(names, " ")
	}
	if got := names(table.DiffDelta, true); got != "b d c a" {
		t.Errorf("by change: %s", got)
	}
	if got := names(table.DiffName, true); got != "d c b a" {
		t.Errorf("by name: %s", got)
	}
	if got := names(table.DiffBase, false); got != "a b d c" {
		t.Errorf("by the base: %s", got)
	}
}

// TestMinutes lists how long goroutines wait in the order of numbers, which pprof, that has no minutes, does not.
func TestMinutes(t *testing.T) {
	text := ""
	for _, minutes := range []string{"100", "5", "12"} {
		text += "goroutine 1 [select, " + minutes + " minutes]:\nmain.f()\n\t/m.go:1 +0x1\n\n"
	}
	p := must.Have(loader.Decode(t.Context(), "x", []byte(text), loader.Options{})).Profile
	var out strings.Builder
	must.Do(must.Have(table.Labels(t.Context(), "x", evaluate(t, p, query.Default()))).WriteText(&out))
	_, waiting, _ := strings.Cut(out.String(), "waiting:")
	five, twelve, hundred := strings.Index(waiting, ": 5min"), strings.Index(waiting, ": 12min"), strings.Index(waiting, ": 100min")
	if five < 0 || five > twelve || twelve > hundred {
		t.Errorf("%s", out.String())
	}
}
