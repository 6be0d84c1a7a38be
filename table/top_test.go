package table_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/model/statistics"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// lines are the cells of a table, row by row.
func lines(tab *table.Table) []string {
	var out []string
	for row := range tab.Rows {
		var cells []string
		for col := range tab.Columns {
			cells = append(cells, tab.Cell(row, col))
		}
		out = append(out, strings.Join(cells, " "))
	}
	return out
}

func TestTop(t *testing.T) {
	for _, c := range []struct {
		name  string
		unit  string
		query query.Query
		prof  []string
		want  []string
	}{
		{"one unit for all rows", "nanoseconds", query.Query{}, []string{"a,b 5000000", "a 20000000"}, []string{
			"20ms 80.00% 80.00% 25ms 100% a", "5ms 20.00% 100% 5ms 20.00% b"}},
		{"few digits", "nanoseconds", query.Query{}, []string{"a,b 121630", "a 11403490"}, []string{
			"11.40ms 98.94% 98.94% 11.53ms 100% a", "0.12ms 1.06% 100% 0.12ms 1.06% b"}},
		{"a unit that was chosen", "nanoseconds", query.Query{Unit: "us"}, []string{"a,b 121630", "a 11403490"}, []string{
			"11403.49µs 98.94% 98.94% 11525.12µs 100% a", "121.63µs 1.06% 100% 121.63µs 1.06% b"}},
		{"the best unit for each", "nanoseconds", query.Query{Unit: "auto"}, []string{"a,b 121630", "a 11403490"}, []string{
			"11.40ms 98.94% 98.94% 11.53ms 100% a", "121.63µs 1.06% 100% 121.63µs 1.06% b"}},
		{"recursion counts once", "count", query.Query{}, []string{"a,b,a 3", "a 1"}, []string{
			"4 100% 100% 4 100% a", "0 0% 100% 3 75.00% b"}},
		{"by cum", "count", query.Query{Sort: query.ByCum}, []string{"a,b,c 3", "a 1"}, []string{
			"1 25.00% 25.00% 4 100% a", "0 0% 25.00% 3 75.00% b", "3 75.00% 100% 3 75.00% c"}},
		{"less than nothing", "count", query.Query{}, []string{"a -6", "b 2"}, []string{
			"-6 75.00% 75.00% -6 75.00% a", "2 25.00% 50.00% 2 25.00% b"}},
		{"inlined always and sometimes", "count", query.Query{}, []string{"a,[b],[c] 4", "a,[b],c 2"}, []string{
			"6 100% 100% 6 100% c (partial-inline)", "0 0% 100% 6 100% a", "0 0% 100% 6 100% b (inline)"}},
		{"inlining is not known of files", "count", query.Query{Granularity: query.Files}, []string{"a,[b] 4"}, []string{
			"4 100% 100% 4 100% /src/b.go", "0 0% 100% 4 100% /src/a.go"}},
		{"nothing left", "count", query.Query{Focus: "x"}, []string{"a 4"}, nil},
		{"names are made safe", "count", query.Query{}, []string{"a\x01\xffb 4"}, []string{"4 100% 100% 4 100% a\\x01\\xffb"}},
	} {
		r := evaluate(t, profileOf(t, c.unit, c.prof...), c.query)
		if got := lines(table.Top(r, must.Have(r.Top(context.Background())).Rows, nil)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// The whole table is what go tool pprof prints, with nothing trimmed: pprof
// asks only the calls that trimming left whether they are inlined.
func TestTopAgainstPprof(t *testing.T) {
	for _, file := range pproftool.Recordings(t, "../testdata/*.pprof") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			q := query.Default().Whole()
			r := evaluate(t, load(t, file), q)
			text, _ := pproftool.Run(t, pproftool.Command(t, "-top", "-nodecount=0", "-nodefraction=0", "-edgefraction=0", file))
			_, body, ok := strings.Cut(text, "cum%\n")
			if !ok {
				t.Fatalf("pprof printed no table:\n%s", text)
			}
			want := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
			for i := range want {
				want[i] = strings.Join(strings.Fields(want[i]), " ")
			}
			rows := must.Have(r.Top(context.Background())).Rows
			q.Unit = r.TableUnit(rows) // pprof's, where the table would take a larger one
			got := lines(table.Top(evaluate(t, load(t, file), q), rows, nil))
			if len(got) != len(want) {
				t.Fatalf("%d rows, want %d", len(got), len(want))
			}
			for i := range got {
				if row := units.AsPprof(got[i]); row != want[i] {
					t.Errorf("row %d: %q, want %q", i, row, want[i])
				}
			}
		})
	}
}

func TestTopSort(t *testing.T) {
	p := profileOf(t, "count", "a,d -6", "b 2", "c,b 2", "a,e 2")
	for _, c := range []struct {
		column     int
		descending bool
		want       string
	}{
		{table.TopFlat, true, "d b e a c"},
		{table.TopFlat, false, "a c e b d"},
		{table.TopFlatPercent, true, "d b e a c"},
		{table.TopSumPercent, true, "d b e a c"},
		{table.TopCum, true, "d a b c e"},
		{table.TopCumPercent, false, "c e a b d"},
		{table.TopName, false, "a b c d e"},
		{table.TopName, true, "e d c b a"},
	} {
		r := evaluate(t, p, query.Query{})
		rows := must.Have(r.Top(context.Background())).Rows
		rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		table.TopSort(t.Context(), r, rows, nil, c.column, c.descending)
		var got []string
		for _, row := range rows {
			got = append(got, r.Nodes.Node(row.Node).Name)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("column %d, descending %v: %s, want %s", c.column, c.descending, s, c.want)
		}
	}
}

// A table sorted by the window's columns is the one that the query sorts.
func TestTopSortAsPprof(t *testing.T) {
	p := load(t, "../testdata/cpu.pprof")
	for column, by := range map[int]query.Sort{table.TopFlat: query.ByFlat, table.TopCum: query.ByCum} {
		r := evaluate(t, p, query.Query{Sort: by})
		want := must.Have(r.Top(context.Background())).Rows
		rows := slices.Clone(want)
		table.TopSort(t.Context(), r, rows, nil, column, true)
		if len(rows) < 100 {
			t.Fatalf("%d rows", len(rows))
		}
		for i := range rows {
			got, want := rows[i], want[i]
			if got.Flat != want.Flat && by == query.ByFlat || got.Cum != want.Cum && by == query.ByCum {
				t.Fatalf("by %s, row %d: %+v, want %+v", by, i, got, want)
			}
		}
	}
}

func TestTopBars(t *testing.T) {
	r := evaluate(t, profileOf(t, "count", "a,b 3", "c -1"), query.Query{})
	tab := table.Top(r, must.Have(r.Top(context.Background())).Rows, nil)
	for _, c := range []struct {
		row, col int
		want     float64
	}{{0, table.TopFlatPercent, 0.75}, {0, table.TopCumPercent, 0.75}, {1, table.TopFlatPercent, -0.25}, {0, table.TopFlat, 0}} {
		if got := tab.Bar(c.row, c.col); got != c.want {
			t.Errorf("row %d, column %d: bar of %v, want %v", c.row, c.col, got, c.want)
		}
	}
}

// Figures in a file are exact where those on the screen are rounded.
func TestTopCSV(t *testing.T) {
	p := profileOf(t, "nanoseconds", "a,b 1234567891", "a,q\"u;o,\n\xff<&> 2", "c -1")
	r := evaluate(t, p, query.Query{})
	var b bytes.Buffer
	must.Do(table.Top(r, must.Have(r.Top(context.Background())).Rows, nil).WriteCSV(&b))
	golden.Check(t, "top.csv", b.String())
	records := must.Have(csv.NewReader(&b).ReadAll())
	names := []string{}
	for _, r := range records {
		names = append(names, r[5])
	}
	if want := []string{"name", "b", "'\n\ufffd<&>", "c", "a", "q\"u;o"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
}

func TestTopJSON(t *testing.T) {
	p := profileOf(t, "nanoseconds", "a,[b] 1234567891", "a,q\"u\xff<&> 2", "c -1")
	q := query.Default()
	q.Ignore = "^x$"
	r := evaluate(t, p, q)
	var b bytes.Buffer
	report := &table.TopReport{File: "some.pprof", Result: r, Table: must.Have(r.Top(context.Background()))}
	must.Do(report.WriteJSON(&b))
	golden.Check(t, "top-ignore.json", b.String())
	var parsed struct{ Rows []map[string]any }
	must.Do(json.Unmarshal(b.Bytes(), &parsed))
	if len(parsed.Rows) != len(report.Table.Rows) {
		t.Errorf("%d rows, want %d", len(parsed.Rows), len(report.Table.Rows))
	}
	golden.Check(t, "top-ignore-heading.txt", strings.Join(report.Heading(), "\n")+"\n")
}

func TestPicture(t *testing.T) {
	for _, c := range []struct {
		name  string
		focus string
	}{{"picture", ""}, {"picture-empty", "nothing"}} {
		r := evaluate(t, profileOf(t, "nanoseconds", "a,b 5000000", "a 20000000"), query.Query{Focus: c.focus})
		rows := must.Have(r.Top(context.Background())).Rows
		p := &table.Picture{
			Table: table.Top(r, rows, nil), Theme: &scene.Dark, Head: scene.Heading{Title: "cpu.pprof", Lines: []string{"one", "two"}},
			Empty: "no rows", Width: 600, SortColumn: table.TopFlat, Descending: true,
		}
		w, h := p.Size()
		cv := &scene.Recorder{Width: w, Height: h}
		p.Draw(cv)
		golden.Check(t, c.name+".txt", fmt.Sprintf("%v × %v\n%s", cv.Width, cv.Height, cv))
	}
}

// With lives, the last column says them, and rows sort by them; a file has the interval.
func TestTopLives(t *testing.T) {
	r := evaluate(t, profileOf(t, "bytes", "a,b 3", "a,c 2", "d 1"), query.Query{})
	lives := &series.Lives{Covers: time.Minute, Of: map[string]*series.Life{
		"b": {Life: statistics.Life{Mean: 2, Low: 1, High: 3}},
		"d": {Life: statistics.Life{Mean: math.Inf(1), Low: 90, High: math.Inf(1)}, Lasting: series.LongLived},
	}}
	rows := must.Have(r.Top(t.Context())).Rows
	for _, descending := range []bool{true, false} {
		table.TopSort(t.Context(), r, rows, lives, table.TopLife, descending)
		tab := table.Top(r, rows, lives)
		var got []string
		for row := range tab.Rows {
			got = append(got, tab.Cell(row, table.TopName)+" "+tab.Cell(row, table.TopLife))
		}
		want := []string{"d longer than the recording", "b 2s", "a ", "c "}
		if !descending {
			want = []string{"a ", "c ", "b 2s", "d longer than the recording"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("descending %v: %q, want %q", descending, got, want)
		}
		if descending && !strings.Contains(tab.Note(1), "mean life 2s, between 1s and 3s") {
			t.Errorf("the tip is %q", tab.Note(1))
		}
		var b bytes.Buffer
		must.Do(tab.WriteCSV(&b))
		if want := ",b,2,1,3,\n"; !strings.Contains(b.String(), want) {
			t.Errorf("%s\nhas no %q", b.String(), want)
		}
	}
}
