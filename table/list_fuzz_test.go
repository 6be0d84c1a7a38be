package table_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/table"
)

// FuzzList shows any numbers of lines beside any text: each line with a value is there once, with
// its figures, and there are no more rows than the text and those lines have.
func FuzzList(f *testing.F) {
	for _, text := range []string{"", "a", "a\nb\n\tc\n", strings.Repeat("\n", 40), "\xff\u202e\x00"} {
		f.Add(text, int64(0), int64(1), int64(2), int64(3))
		f.Add(text, int64(20), int64(math.MinInt64), int64(-1), int64(math.MaxInt64))
		f.Add(text, int64(math.MaxInt64), int64(math.MaxInt64-2), int64(2), int64(2))
		f.Add(text, int64(math.MinInt64), int64(math.MinInt64+2), int64(math.MinInt64+3), int64(7))
	}
	f.Fuzz(func(t *testing.T, text string, start, x, y, z int64) {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		fn := b.Function(model.Function{Name: b.String("main.f"), File: b.String("/src/m.go"), StartLine: start})
		numbers := map[int64]bool{}
		for i, n := range []int64{x, y, z} {
			numbers[n] = true
			b.Sample([]model.LocID{b.Location(model.NoMapping, uint64(i), []model.Line{{Func: fn, Line: n}})}, 0, []int64{1 << i})
		}
		r := must.Have(query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Default()))
		var code []string
		if text != "" {
			code = strings.Split(text, "\n")
		}
		whole := &table.Source{Listing: must.Have(r.ListFile(context.Background(), "/src/m.go")), Text: code}
		report := &table.ListReport{File: "x", Result: r}
		for _, l := range must.Have(r.List(context.Background(), regexp.MustCompile("."))) {
			report.Listings = append(report.Listings, table.Source{Listing: l, Text: code})
		}
		if len(report.Listings) != 1 || len(whole.Lines) != len(numbers) {
			t.Fatalf("%d listings, %d lines of %v", len(report.Listings), len(whole.Lines), numbers)
		}
		shown := func(what string, tab *table.Table, headings int) {
			if tab.Rows > headings+len(code)+len(numbers) {
				t.Errorf("%s: %d rows of %d lines, of which %d are counted", what, tab.Rows, len(code), len(numbers))
			}
			counted := 0
			for row := range tab.Rows {
				if flat := tab.Cell(row, 0); row >= headings && flat != "" {
					counted++
					if tab.Cell(row, 3) == "" {
						t.Errorf("%s: row %d has no number", what, row)
					}
				}
				if text := tab.Cell(row, 4); text != safe.Text(text) || strings.ContainsRune(text, '\n') {
					t.Errorf("%s: row %d is %q", what, row, text)
				}
				tab.Note(row)
			}
			if counted != len(numbers) {
				t.Errorf("%s: %d of %d lines have a value", what, counted, len(numbers))
			}
		}
		shown("a file", table.FileLines(r, whole), 0)
		shown("a function", report.Table(), 1)
		var out bytes.Buffer
		must.Do(report.WriteJSON(&out))
		var read struct {
			Functions []struct {
				Flat  int64
				Lines []struct{ Line, Flat int64 }
			}
		}
		must.Do(json.Unmarshal(out.Bytes(), &read))
		sum, last := int64(0), int64(math.MinInt64)
		for _, l := range read.Functions[0].Lines {
			if sum += l.Flat; l.Line < last || !numbers[l.Line] {
				t.Errorf("line %d after %d", l.Line, last)
			}
			last = l.Line
		}
		if sum != 7 || read.Functions[0].Flat != 7 {
			t.Errorf("the lines have %d, the function %d, not 7", sum, read.Functions[0].Flat)
		}
		out.Reset()
		must.Do(report.WriteText(&out))
		// A value stands in the first column of each line that is counted.
		lines := slices.DeleteFunc(strings.Split(out.String(), "\n"), func(l string) bool { return !strings.Contains(l, "ns") })
		if len(lines) < 2+len(numbers) {
			t.Errorf("%d lines have values:\n%s", len(lines), out.String())
		}
	})
}
