package table_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"profstation/model/series"
	"profstation/table"
)

func TestGrowthTable(t *testing.T) {
	var rows [][3]int
	for i := range 12 {
		rows = append(rows, [3]int{1<<20 + i<<16, 3 << 20, 50000})
	}
	s := seriesOf(t, rows...)
	grown, err := s.Growth(context.Background(), series.Question{})
	if err != nil {
		t.Fatal(err)
	}
	g := table.Growth(series.Functions, "bytes", grown)
	if g.Rows != 3 || g.Cell(0, 5) != "main.leak" || g.Cell(0, 4) != "grows" || g.Cell(0, 1) == "" || !strings.HasPrefix(g.Cell(0, 0), "+") {
		t.Errorf("the first row is %q %q %q %q", g.Cell(0, 0), g.Cell(0, 1), g.Cell(0, 4), g.Cell(0, 5))
	}
	var out bytes.Buffer
	if err := g.WriteCSV(&out); err != nil || !strings.Contains(out.String(), "main.leak,grows,value,2026-11-20T15:04:05Z,7.86432") {
		t.Errorf("%v\n%s", err, out.String())
	}
	// Too few profiles tell nothing, and say so with empty figures.
	few, err := seriesOf(t, [3]int{1, 2, 3}, [3]int{2, 2, 3}).Growth(context.Background(), series.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if g := table.Growth(series.Functions, "bytes", few); g.Cell(0, 4) != "too few profiles" || g.Cell(0, 1) != "" {
		t.Errorf("%q %q", g.Cell(0, 4), g.Cell(0, 1))
	}
}

// Names come from files: none may break a line of a window, nor move others. A
// slope that is none leaves its cell of a file empty.
func TestGrowthOfHostileNames(t *testing.T) {
	const name = "a\n\x1b[31m\u202e"
	grown := &series.Ranking{Rows: []series.Growth{{Name: name, Verdict: series.TooFew, Slope: math.Inf(1), Low: math.NaN(), High: math.Inf(-1)}}}
	for what, g := range map[string]*table.Table{
		"functions": table.Growth(series.Functions, "bytes", grown), "packages": table.Growth(series.Packages, "bytes", grown),
		"stacks": table.OnlyGrowing([]series.OnlyGrows{{Stack: []string{"main.main", name}, PerHour: math.Inf(1)}}),
	} {
		texts := strings.Split(g.Note(0), "\n") // a line of its own for each function of a stack
		if what == "stacks" && (len(texts) != 2 || texts[0] != "main.main") {
			t.Errorf("the note is %q", texts)
		}
		for col := range g.Columns {
			texts = append(texts, g.Cell(0, col))
		}
		for i, text := range texts {
			if strings.ContainsAny(text, "\n\x1b\u202e") {
				t.Errorf("%s: text %d is %q", what, i, text)
			}
		}
		var out bytes.Buffer
		if err := g.WriteCSV(&out); err != nil || strings.Contains(out.String(), "Inf") || strings.Contains(out.String(), "NaN") {
			t.Errorf("%s: %v\n%s", what, err, out.String())
		}
	}
}

func TestOnlyGrowingTable(t *testing.T) {
	g := table.OnlyGrowing([]series.OnlyGrows{{Stack: []string{"main.main", "example.org/pool.(*Pool).wait"}, First: 3, Last: 40, Rises: 9, PerHour: 120}})
	if got := g.Cell(0, 4); got != "pool.(*Pool).wait ‹ main.main" {
		t.Errorf("stack %q", got)
	}
	var out bytes.Buffer
	if err := g.WriteCSV(&out); err != nil || !strings.Contains(out.String(), "main.main;example.org/pool.(*Pool).wait,3,40,9,120\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
