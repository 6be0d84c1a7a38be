package table_test

import (
	"bytes"
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
	grown, err := s.Growth(series.Question{})
	if err != nil {
		t.Fatal(err)
	}
	g := table.Growth(series.Functions, "bytes", grown)
	if g.Rows != 3 || g.Cell(0, 6) != "main.leak" || g.Cell(0, 5) != "grows" || g.Cell(0, 4) != "1.00" || !strings.HasPrefix(g.Cell(0, 0), "+") {
		t.Errorf("the first row is %q %q %q %q", g.Cell(0, 0), g.Cell(0, 4), g.Cell(0, 5), g.Cell(0, 6))
	}
	for row := range g.Rows {
		for col := range g.Columns {
			if text := g.Cell(row, col); strings.ContainsAny(text, "\n\x1b") {
				t.Errorf("cell %d %d is %q", row, col, text)
			}
		}
	}
	var out bytes.Buffer
	if err := g.WriteCSV(&out); err != nil || !strings.Contains(out.String(), "main.leak,grows,7.86432e+06,") {
		t.Errorf("%v\n%s", err, out.String())
	}
	// Too few profiles tell nothing, and say so with empty figures.
	few, err := seriesOf(t, [3]int{1, 2, 3}, [3]int{2, 2, 3}).Growth(series.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if g := table.Growth(series.Functions, "bytes", few); g.Cell(0, 5) != "too few profiles" || g.Cell(0, 1) != "" {
		t.Errorf("%q %q", g.Cell(0, 5), g.Cell(0, 1))
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
