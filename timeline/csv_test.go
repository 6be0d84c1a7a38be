package timeline

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"profstation/internal/golden"
	"profstation/internal/typed"
)

func TestWriteCSV(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	l := lanesFor(t, tl, Query{Filter: "^main.worker$|^P1$"})
	var out bytes.Buffer
	if err := WriteCSV(t.Context(), &out, l, Window{152, 310}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "spans.csv", out.String())
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) < 2 || !slices.Equal(rows[0], csvHeader) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
