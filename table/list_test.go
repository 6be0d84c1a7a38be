package table_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
)

// source is a file of the profile with a text that is given.
func source(t *testing.T, r *query.Result, file string, text []string) *table.Table {
	t.Helper()
	l := must.Have(r.ListFile(context.Background(), file))
	if l == nil {
		t.Fatalf("nothing is counted in %s", file)
	}
	return table.FileLines(r, &table.Source{Listing: l, Text: text})
}

// painted is what a window of some rows draws.
func painted(tab *table.Table, top float64) []string {
	r := &scene.Recorder{Width: 900, Height: 224}
	v := view(scene.Rect{X1: 900, Y1: 224})
	v.Top = top
	tab.Paint(r, v)
	return r.Lines()
}

// A line tells what it calls, inlined calls marked, and the heaviest lines have
// the longest bars.
func TestSourceLines(t *testing.T) {
	p := profileOf(t, "nanoseconds", "main.f,main.g 30", "main.f,[main.in] 20", "main.f,[main.in],main.h 6", "main.f 10")
	r := evaluate(t, p, query.Default())
	text := strings.Split(strings.Repeat("\n", 7)+"\tcall(a, b)\n\tin()", "\n")
	tab := source(t, r, "/src/main.f.go", text)
	if tab.Rows != 9 {
		t.Fatalf("%d rows", tab.Rows)
	}
	lines := strings.Join(painted(tab, 0), "\n")
	for _, want := range []string{"    call(a, b)", "→ main.g 30ns · main.in (inline) 26ns"} {
		if !strings.Contains(lines, want) {
			t.Errorf("%q is not drawn:\n%s", want, lines)
		}
	}
	if got, want := tab.Note(7), "call(a, b)\nflat 10ns, cum 66ns (100%)\ncalls main.g 30ns\ncalls main.in (inline) 26ns"; got != want {
		t.Errorf("pointed at, the line tells %q, want %q", got, want)
	}
	if tab.Note(0) != "" || tab.Bar(7, 1) != 1 || tab.Bar(7, 0) != 1 || tab.Bar(0, 0) != 0 {
		t.Errorf("note %q, bars %v %v", tab.Note(0), tab.Bar(7, 0), tab.Bar(7, 1))
	}
}

// A name that runs from right to left does not turn the figure behind it.
func TestSourceLinesFromRightToLeft(t *testing.T) {
	p := profileOf(t, "nanoseconds", "main.f,main.g 30", "main.f,מלאי.מחיר 20")
	tab := source(t, evaluate(t, p, query.Default()), "/src/main.f.go", make([]string, 8))
	var texts []string
	for _, line := range painted(tab, 0) {
		if words := strings.Split(line, `"`); len(words) == 3 && strings.Contains(words[0], "text ") {
			texts = append(texts, words[1])
		}
	}
	want := []string{"→ main.g 30ns · ", "מלאי.מחיר", " 20ns"}
	if i := slices.Index(texts, want[0]); i < 0 || !slices.Equal(texts[i:min(i+3, len(texts))], want) {
		t.Errorf("drawn are %q, without %q", texts, want)
	}
}

// A long file costs the rows that are seen, and a long line what is seen of it.
func TestSourceOfManyLines(t *testing.T) {
	p := profileOf(t, "nanoseconds", "main.f,main.g 30")
	r := evaluate(t, p, query.Default())
	text := make([]string, 100_000)
	for i := range text {
		text[i] = "x := 1"
	}
	text[7] = "f()" + strings.Repeat(" é", 1<<20)
	tab := source(t, r, "/src/main.f.go", text)
	if tab.Rows != len(text) {
		t.Fatalf("%d rows", tab.Rows)
	}
	asked := 0
	cell := tab.Cell
	tab.Cell = func(row, col int) string {
		asked++
		return cell(row, col)
	}
	for _, row := range []int{0, 50_000, len(text) - 10} {
		asked = 0
		size := 0
		for _, line := range painted(tab, float64(row)*table.RowHeight) {
			size += len(line)
		}
		if most := 11 * len(tab.Columns); asked == 0 || asked > most {
			t.Errorf("at row %d %d cells are asked for, at most %d are seen", row, asked, most)
		}
		if size > 20_000 {
			t.Errorf("at row %d %d bytes are drawn", row, size)
		}
	}
}

// Figures of lines that the text cannot have stand behind it, not beside other code.
func TestForeignLines(t *testing.T) {
	r := evaluate(t, profileOf(t, "nanoseconds", "a 5"), query.Default())
	sum := func(line, flat int64) query.LineSum {
		return query.LineSum{Line: line, Row: query.Row{Flat: flat, Cum: flat}}
	}
	s := &table.Source{
		Listing: &query.Listing{File: "a.go", Lines: []query.LineSum{sum(1, 1), sum(2, 3), sum(9, 1)}},
		Text:    []string{"one", "// two", "three"}, Foreign: map[int64]bool{2: true},
	}
	x := table.FileLines(r, s)
	var got []string
	for row := range x.Rows {
		got = append(got, x.Cell(row, 3)+" "+x.Cell(row, 0)+" "+x.Cell(row, 4))
	}
	want := []string{"1 1ns one", "2  // two", "3  three", "2 3ns (of another version of the file)", "9 1ns "}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var csv strings.Builder
	if err := (&table.ListReport{Result: r, Listings: []table.Source{*s}}).Figures().WriteCSV(&csv); err != nil || strings.Contains(csv.String(), "two") {
		t.Errorf("a file has code beside a foreign line: %v\n%s", err, csv.String())
	}
}

// What the compiler says of a line stands beside it, in full in its note, and in a file.
func TestReasons(t *testing.T) {
	r := evaluate(t, profileOf(t, "bytes", "a 5"), query.Default())
	s := &table.Source{
		Listing: &query.Listing{Name: "f", File: "a.go", Lines: []query.LineSum{{Line: 1, Row: query.Row{Flat: 5, Cum: 5}}, {Line: 3, Row: query.Row{Flat: 1, Cum: 1}}}},
		Text:    []string{"one", "two", "three"}, Foreign: map[int64]bool{3: true},
		Reasons: map[int64][]table.Reason{1: {{Text: "x escapes to heap", Flow: []string{"flow: {heap} ← &x:"}}, {Text: "y escapes to heap"}}, 2: {{Text: "z escapes to heap"}}, 3: {{Text: "other"}}},
	}
	x := table.FileLines(r, s)
	for row, want := range []struct{ beside, note string }{
		{"x escapes to heap, and 1 more", "\nx escapes to heap\n    flow: {heap} <- &x:\ny escapes to heap"},
		{"z escapes to heap", "z escapes to heap"},
		{"other", "other"},
		{"", ""}, // a figure from another version
	} {
		drawn := &scene.Recorder{}
		x.Draw(drawn, &scene.Light, row, len(x.Columns)-1, scene.Rect{X1: 1000, Y1: 20})
		if text := drawn.String(); (want.beside == "") != (strings.Count(text, "text ") == 1) || !strings.Contains(text, want.beside) || !strings.HasSuffix(x.Note(row), want.note) {
			t.Errorf("row %d: %s\nnote %q", row, text, x.Note(row))
		}
	}
	var out strings.Builder
	if err := (&table.ListReport{Result: r, Listings: []table.Source{*s}}).WriteJSON(&out); err != nil || strings.Count(out.String(), `"reasons"`) != 1 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// A line with flat of which the compiler says nothing says so, and no other line does.
func TestSilent(t *testing.T) {
	r := evaluate(t, profileOf(t, "bytes", "a 5"), query.Default())
	s := &table.Source{
		Listing: &query.Listing{Name: "f", File: "a.go", Lines: []query.LineSum{{Line: 1, Row: query.Row{Flat: 5, Cum: 5}}, {Line: 2, Row: query.Row{Cum: 5}}, {Line: 3, Row: query.Row{Flat: 1, Cum: 1}}}},
		Text:    []string{"one", "two", "three", "four"}, Silent: "no reason is given",
		Reasons: map[int64][]table.Reason{3: {{Text: "x escapes to heap"}}},
	}
	x := table.FileLines(r, s)
	for row, want := range []bool{true, false, false, false} {
		if got := strings.HasSuffix(x.Note(row), s.Silent); got != want {
			t.Errorf("row %d: note %q", row, x.Note(row))
		}
	}
}
