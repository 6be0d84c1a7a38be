package pair

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline/analysis"
)

func load(t testing.TB) *trace.Trace {
	t.Helper()
	f, err := loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f.Trace
}

// slower is a trace whose regions take twice as long.
func slower(t *trace.Trace) *trace.Trace {
	s := *t
	s.Regions = slices.Clone(t.Regions)
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Start != trace.NoTime && r.End != trace.NoTime {
			r.End += r.End - r.Start
		}
	}
	return &s
}

// A trace beside itself differs in nothing.
func TestSame(t *testing.T) {
	m := load(t)
	c, err := New(t.Context(), m, m)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Kind]int{}
	for i := range c.Rows {
		r := &c.Rows[i]
		seen[r.Kind]++
		if r.Delta() != 0 || r.Outcome == compare.Real || r.Base != r.New {
			t.Errorf("%s: %s", r.Label(), r.Words())
		}
	}
	for _, k := range []Kind{Tasks, Regions, Stops, Goroutines} {
		if seen[k] == 0 {
			t.Errorf("no row is of kind %s: %v", k, seen)
		}
	}
	if len(Loud(c.Rows)) != 0 {
		t.Errorf("%d rows are loud", len(Loud(c.Rows)))
	}
}

// Every region that is there often enough is found to take longer, nothing else,
// with the figures of its durations.
func TestSlower(t *testing.T) {
	m := load(t)
	c, err := New(t.Context(), m, slower(m))
	if err != nil {
		t.Fatal(err)
	}
	durations := map[string][]int64{}
	for _, r := range m.Regions {
		if r.Start != trace.NoTime && r.End != trace.NoTime {
			durations[m.Strings.Raw(r.Type)] = append(durations[m.Strings.Raw(r.Type)], int64(r.End-r.Start))
		}
	}
	found := 0
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Kind != Regions {
			if r.Outcome == compare.Real {
				t.Errorf("%s: %s", r.Label(), r.Words())
			}
			continue
		}
		d := slices.Sorted(slices.Values(durations[r.Name]))
		if r.Base.N != len(d) || r.Base.P50 != compare.Quantile(d, 0.5) || r.New.P50 != 2*r.Base.P50 || r.New.Max != 2*d[len(d)-1] {
			t.Errorf("%s: %+v", r.Label(), r.Distribution)
		}
		if r.Outcome == compare.Real {
			found++
		}
	}
	if found == 0 {
		t.Error("no region is found to take longer")
	}
	if r := c.Rows[0]; r.Kind != Regions {
		t.Errorf("the largest change is of %s", r.Label())
	}
}

// What is only noise stands behind what is more, even if it is larger.
func TestRealFirst(t *testing.T) {
	m := load(t)
	s := slower(m)
	s.Tasks = slices.Clone(m.Tasks)
	i := slices.IndexFunc(s.Tasks, func(x trace.Task) bool { return x.Start != trace.NoTime && x.End != trace.NoTime })
	s.Tasks[i].End += 1000 * m.End // one of many, or of few
	c := must.Have(New(t.Context(), m, s))
	var sizes [2][]float64
	for i := range c.Rows {
		r := &c.Rows[i]
		k := 0
		if r.Outcome.Noise() {
			k = 1
		} else if len(sizes[1]) > 0 {
			t.Errorf("%s stands behind noise", r.Label())
		}
		sizes[k] = append(sizes[k], -math.Abs(r.Delta()))
	}
	if !slices.IsSorted(sizes[0]) || !slices.IsSorted(sizes[1]) {
		t.Errorf("rows are not sorted by their differences: %v", sizes)
	}
	if len(sizes[0]) == 0 || sizes[1][0] >= sizes[0][0] {
		t.Errorf("no noise is larger than a change: %v", sizes)
	}
}

// Goroutines that were there before the trace, or still are at its end, as those of servers, are compared by what they did
// in a second. What all of them did is what the table of goroutines says.
func TestLasting(t *testing.T) {
	m := load(t)
	c := must.Have(New(t.Context(), m, m))
	all := must.Have(analysis.New(m).Goroutines(t.Context(), trace.Interval{}))
	seconds := time.Duration(m.End).Seconds()
	rows := 0
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Kind != Lasting {
			continue
		}
		part, ok := strings.CutSuffix(r.Part, PerSecond)
		column := slices.IndexFunc(all.Columns, func(c analysis.Column) bool { return c.Name == part })
		if !ok || column < 0 {
			t.Fatalf("%s has the part %q", r.Name, r.Part)
		}
		var want float64
		n := 0
		for row, g := range all.Go {
			is := &m.Goroutines[g]
			if m.Strings.Raw(is.Func) == r.Name && (!is.Created || m.Spans.State(is.End-1) != trace.GoNotExist) {
				want, n = want+float64(all.Row(row).Times[column])/seconds, n+1
			}
		}
		if r.New.N != n || math.Abs(r.New.Total-want) > float64(n) || r.Delta() != 0 {
			t.Errorf("%s %s: %d goroutines with %v, want %d with %v", r.Name, r.Part, r.New.N, r.New.Total, n, want)
		}
		rows++
	}
	if rows == 0 {
		t.Error("no goroutine lasts")
	}
}

// A row that one side lacks says so, and is not tested. Goroutines that never
// waited in some way count as 0.
func TestOneSided(t *testing.T) {
	m := load(t)
	bare := *m
	bare.Regions, bare.Tasks, bare.Stops = nil, nil, nil
	c, err := New(t.Context(), &bare, m)
	if err != nil {
		t.Fatal(err)
	}
	lives := map[string]int{}
	for _, r := range c.Rows {
		if r.Part == lifetime {
			lives[r.Name] = r.New.N
		}
	}
	kinds := map[Kind]int{}
	for i := range c.Rows {
		r := &c.Rows[i]
		kinds[r.Kind]++
		switch r.Kind {
		case Regions, Tasks, Stops:
			if r.Base.N != 0 || r.New.N == 0 || r.Outcome != compare.TooFew || !math.IsNaN(r.Q) {
				t.Errorf("%s: %+v", r.Label(), r.Distribution)
			}
		case Goroutines:
			if r.New.N != lives[r.Name] || r.Base.N != r.New.N {
				t.Errorf("%s: %d and %d of %d goroutines", r.Label(), r.Base.N, r.New.N, lives[r.Name])
			}
		}
	}
	if len(kinds) != 6 {
		t.Errorf("rows of each kind: %v", kinds)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, m, m); err == nil {
		t.Error("a cancelled comparison goes on")
	}
}

// Durations are written as everywhere in the timeline, which has µs.
func TestMicroseconds(t *testing.T) {
	r := Row{Kind: Regions, Name: "r", Distribution: compare.Distributions([]int64{1500}, []int64{2500})}
	table := Table([]Row{r})
	for what, got := range map[string]string{"cell": table.Cell(0, Median), "note": table.Note(0), "words": r.Words()} {
		if !strings.Contains(got, "1.5µs") && !strings.Contains(got, "1.50µs") || strings.Contains(got, "us") {
			t.Errorf("the %s is %q", what, got)
		}
	}
}

// Rows are sorted by what stands in the column, of two figures by the larger one.
func TestSort(t *testing.T) {
	m := load(t)
	c, err := New(t.Context(), m, slower(m))
	if err != nil {
		t.Fatal(err)
	}
	for col := range Max + 1 {
		for _, down := range []bool{false, true} {
			Sort(t.Context(), c.Rows, col, down)
			texts, figures := sorted(t, c.Rows, col)
			if down {
				slices.Reverse(texts)
				slices.Reverse(figures)
			}
			if !slices.IsSorted(texts) || !slices.IsSorted(figures) || len(texts)+len(figures) != len(c.Rows) {
				t.Errorf("by column %d, downwards %v: %q %v", col, down, texts, figures)
			}
		}
	}
}

// sorted is what rows should be sorted by, as the file has it: texts or figures.
func sorted(t *testing.T, rows []Row, col int) (texts []string, figures []float64) {
	table := Table(rows)
	record := make([]units.Cell, len(table.Fields))
	number := func(field string) float64 {
		text := record[slices.Index(table.Fields, field)].Text
		if text == "" { // no q of what was not tested
			return 2
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	larger := func(field string) float64 { return max(number("base_"+field), number("new_"+field)) }
	for row := range table.Rows {
		table.Record(row, record)
		switch col {
		case What:
			texts = append(texts, rows[row].Label())
		case Verdict:
			figures = append(figures, 1-number("q"))
		case Delta:
			figures = append(figures, math.Abs(number("new_total_ns")-number("base_total_ns")))
		case Total:
			figures = append(figures, larger("total_ns"))
		case Count:
			figures = append(figures, larger("count"))
		case Mean:
			figures = append(figures, larger("mean_ns"))
		case P90:
			figures = append(figures, larger("p90_ns"))
		case Median:
			figures = append(figures, larger("p50_ns"))
		case P99:
			figures = append(figures, larger("p99_ns"))
		case Max:
			figures = append(figures, larger("max_ns"))
		}
	}
	return texts, figures
}

func TestTable(t *testing.T) {
	m := load(t)
	c, err := New(t.Context(), m, slower(m))
	if err != nil {
		t.Fatal(err)
	}
	Sort(t.Context(), c.Rows, Delta, true)
	table := Table(c.Rows)
	if got := table.Cell(0, Delta); !strings.HasPrefix(got, "+") {
		t.Errorf("the largest Δ is %q", got)
	}
	for row := range table.Rows {
		for col := range table.Columns {
			if s := table.Cell(row, col); s == "" {
				t.Errorf("row %d, column %d is empty", row, col)
			}
		}
		r := &c.Rows[row]
		part := strings.TrimSuffix(r.Part, PerSecond)
		if !strings.HasPrefix(table.Note(row), string(r.Kind)) || !strings.Contains(table.Note(row), r.Name) || !strings.Contains(table.Note(row), part) {
			t.Errorf("the note of row %d is %q", row, table.Note(row))
		}
		if cell := table.Cell(row, What); !strings.HasPrefix(cell, part) || strings.Contains(cell, "net/http.") {
			t.Errorf("row %d is called %q", row, cell)
		}
	}
	var out bytes.Buffer
	if err := table.WriteCSV(&out); err != nil || strings.Count(out.String(), "\n") <= table.Rows-1 {
		t.Errorf("%v, %.100q", err, out.String())
	}
}
