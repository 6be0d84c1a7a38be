package table

import (
	"slices"
	"strconv"
	"testing"
)

// A part of a table has the rows of the whole, from its first on.
func TestPart(t *testing.T) {
	whole := &Table{
		Rows: 10, Least: 60, Signed: true, Columns: []Column{{Title: "n"}}, Fields: []string{"n"},
		Cell:   func(row, col int) string { return strconv.Itoa(row) },
		Note:   func(row int) string { return "note " + strconv.Itoa(row) },
		Bar:    func(row, col int) float64 { return float64(row) },
		Quiet:  func(row int) bool { return row == 4 },
		Record: func(row int, f []string) { f[0] = strconv.Itoa(row) },
	}
	p := whole.Part(3, 6)
	record := []string{""}
	p.Record(2, record)
	if p.Rows != 3 || p.Cell(0, 0) != "3" || p.Note(2) != "note 5" || p.Bar(1, 0) != 4 || !p.Quiet(1) || !slices.Equal(record, []string{"5"}) || p.Draw != nil {
		t.Errorf("%d rows from %s, %s, %v", p.Rows, p.Cell(0, 0), p.Note(2), record)
	}
	if p.Least != 60 || !p.Signed || p.Width() != whole.Width() {
		t.Errorf("it is %v wide of %v", p.Width(), whole.Width())
	}
	for _, c := range [][3]int{{-5, 2, 2}, {8, 20, 2}, {7, 3, 0}, {30, 40, 0}} {
		if got := whole.Part(c[0], c[1]).Rows; got != c[2] {
			t.Errorf("from %d to %d are %d rows, want %d", c[0], c[1], got, c[2])
		}
	}
}
