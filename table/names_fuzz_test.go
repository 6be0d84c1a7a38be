package table_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// FuzzNames writes tables with any name and value: the files are well formed,
// and what is exact in them is the name and the value.
func FuzzNames(f *testing.F) {
	for _, name := range []string{
		"main.main", `<&>"'`, "]]>", "\x00\x01\x7f", "a\r\nb\tc", "\xff\xfe", "\ufffe\uffff", "abc\u202edef",
		strings.Repeat("long", 2500), "=1+1", "a,b;\"\"", `\.`, "", "世界",
	} {
		f.Add(name, "nanoseconds", int64(1234567), true)
		f.Add("a", name, int64(-1<<63), false)
	}
	f.Fuzz(func(t *testing.T, name, unit string, value int64, byCum bool) {
		b := model.NewBuilder([]model.ValueType{{Type: name, Unit: unit}})
		for i, n := range []string{name, "other"} {
			fn := b.Function(model.Function{Name: b.String(n), File: b.String(name)})
			b.Sample([]model.LocID{b.Location(model.NoMapping, 1, []model.Line{{Func: fn}})}, 0, []int64{value >> i})
		}
		r := must.Have(query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Query{Unit: unit}))
		report := &table.TopReport{File: name, Result: r, Table: must.Have(r.Top(context.Background()))}
		rows := report.Table.Rows
		if byCum {
			table.TopSort(t.Context(), r, rows, nil, table.TopCum, false)
		}
		tab := table.Top(r, rows, nil)

		var out bytes.Buffer
		must.Do(tab.WriteCSV(&out))
		records, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(records) != 1+len(rows) {
			t.Fatalf("%d records of %d rows: %v", len(records), len(rows), err)
		}
		for i, row := range rows {
			// The reader takes \r\n for a line end.
			if want := strings.ReplaceAll(units.SafeCell(r.Nodes.Node(row.Node).String()), "\r\n", "\n"); records[i+1][5] != want {
				t.Errorf("the name %q became %q", want, records[i+1][5])
			}
		}

		out.Reset()
		must.Do(report.WriteJSON(&out))
		if !json.Valid(out.Bytes()) {
			t.Errorf("no JSON: %s", &out)
		}

		out.Reset()
		p := &table.Picture{Table: tab, Theme: &scene.Light, Head: scene.Heading{Title: name, Lines: report.Heading()}, Empty: unit, Width: 500}
		w, h := p.Size()
		cv := scene.NewSVG(&out, w, h, scene.Color{}, name, unit)
		p.Draw(cv)
		must.Do(cv.Close())
		d := xml.NewDecoder(&out)
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
