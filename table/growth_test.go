package table_test

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model/series"
	"profstation/model/statistics"
	"profstation/scene"
	"profstation/table"
)

func TestGrowthTable(t *testing.T) {
	var rows [][3]int
	for i := range 12 {
		rows = append(rows, [3]int{1<<20 + i<<16, 3 << 20, 50000})
	}
	s := seriesOf(t, rows...)
	grown := must.Have(s.Growth(context.Background(), series.Question{}))
	g := table.Growth(series.Functions, "bytes", grown)
	if g.Rows != 3 || g.Cell(0, 5) != "main.leak" || g.Cell(0, 4) != "grows" || g.Cell(0, 1) == "" || !strings.HasPrefix(g.Cell(0, 0), "+") {
		t.Errorf("the first row is %q %q %q %q", g.Cell(0, 0), g.Cell(0, 1), g.Cell(0, 4), g.Cell(0, 5))
	}
	var out bytes.Buffer
	if err := g.WriteCSV(&out); err != nil || !strings.Contains(out.String(), "main.leak,grows,value,2026-11-20T15:04:05Z,7.86432") {
		t.Errorf("%v\n%s", err, out.String())
	}
	// Too few profiles tell nothing, and say so with empty figures.
	few := must.Have(seriesOf(t, [3]int{1, 2, 3}, [3]int{2, 2, 3}).Growth(context.Background(), series.Question{}))
	if g := table.Growth(series.Functions, "bytes", few); g.Cell(0, 4) != "too few profiles" || g.Cell(0, 1) != "" {
		t.Errorf("%q %q", g.Cell(0, 4), g.Cell(0, 1))
	}
}

// In a narrow window the names stay in sight: first the figures at the start go, then the intervals.
func TestGrowthInANarrowWindow(t *testing.T) {
	grown := must.Have(seriesOf(t, [3]int{1, 2, 3}, [3]int{2, 2, 3}).Growth(context.Background(), series.Question{}))
	g := table.Growth(series.Functions, "bytes", grown)
	for _, width := range []float64{g.Needs(nil), g.Width(nil)} {
		rec := &scene.Recorder{Width: width, Height: 60}
		g.Paint(rec, table.View{Area: scene.Rect{X1: width, Y1: 60}, Theme: &scene.Light, Selected: -1, Hover: -1, SortColumn: -1})
		all := width == g.Width(nil)
		if got := rec.String(); !strings.Contains(got, `"name`) || !strings.Contains(got, `"main.`) || strings.Contains(got, `"at the start`) != all {
			t.Errorf("in %v pixels:\n%s", width, got)
		}
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

// A step has its size and its time, in words, in figures of a file and in the note of its row.
func TestGrowthTableOfSteps(t *testing.T) {
	at := begin.Add(3 * time.Minute)
	r := &series.Ranking{Measure: series.Rates, Per: time.Second, Since: begin, Judged: 20, Rows: []series.Growth{
		{Name: "main.burst", Verdict: series.StepUp, First: 1000, Last: 3000, Slope: 5, Low: -5, High: 15, P: 1e-9,
			Step: series.Step{Size: 2000, Low: 1500, High: 2500, Time: at, From: begin.Add(2 * time.Minute), To: at.Add(26 * time.Hour)}},
		{Name: "main.slow", Verdict: series.Unsure, First: 10, Last: 10, Slope: 0, Low: -5, High: 5, P: 1},
	}}
	g := table.Growth(series.Functions, "bytes", r)
	var titles, first, second []string
	for col, c := range g.Columns {
		titles, first, second = append(titles, c.Title), append(first, g.Cell(0, col)), append(second, g.Cell(1, col))
	}
	for _, x := range []struct {
		got  []string
		want string
	}{
		{titles, "change of the rate, per hour|step|95% interval|at the start|now|verdict|name"},
		{first, "|+1.95kB/s|+1.46kB/s … +2.44kB/s|1,000B/s|2.93kB/s|step up at 15:07:05|main.burst"},
		{second, "0/s||-5B/s … +5B/s|10B/s|10B/s|not sure|main.slow"},
	} {
		if got := strings.Join(x.got, "|"); got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
	}
	if want := "main.burst\nits rate: step up by +1.95kB/s at 15:07:05, between +1.46kB/s and +2.44kB/s\nThe step is somewhere from 15:06:05 to 2026-11-21 17:07"; g.Note(0) != want {
		t.Errorf("note %q", g.Note(0))
	}
	var out bytes.Buffer
	if err := g.WriteCSV(&out); err != nil || !strings.Contains(out.String(), "main.burst,step up,rate_per_second,2026-11-20T15:04:05Z,5,-5,15,2000,1500,2500,2026-11-20T15:07:05Z,") {
		t.Errorf("%v\n%s", err, out.String())
	}
	r.Per = time.Hour
	if g := table.Growth(series.Functions, "count", r); g.Cell(1, 3) != "10/h" {
		t.Errorf("per hour it is %q", g.Cell(1, 3))
	}
}

// A mean life stands in a column where it is known, as a bound where nothing ended or nothing was ever seen in use.
func TestGrowthHasLives(t *testing.T) {
	life := func(mean, low, high float64, lasting series.Lasting) *series.Life {
		return &series.Life{Life: statistics.Life{Mean: mean, Low: low, High: high}, Lasting: lasting}
	}
	r := &series.Ranking{Lives: true, Covers: 10 * time.Second, Rows: []series.Growth{
		{Name: "main.some", Life: life(2.5, 2, 3, "")},
		{Name: "main.leak", Life: life(math.Inf(1), 90, math.Inf(1), series.LongLived)},
		{Name: "main.drop", Life: life(0, 0, 0.25, series.Churn)},
		{Name: "main.few", Life: life(math.Inf(1), 5, math.Inf(1), "")},
		{Name: "main.none"},
	}}
	g := table.Growth(series.Functions, "bytes", r)
	at := slices.IndexFunc(g.Columns, func(c table.Column) bool { return c.Title == "mean life" })
	if at < 0 {
		t.Fatal("there is no column for lives")
	}
	for row, want := range []struct{ cell, note string }{
		{"2.5s", "mean life 2.5s, between 2s and 3s"}, {"longer than the recording", "mean life longer than the recording of 10s: long-lived"},
		{"until collected", "nothing stayed beyond a collection: mean life shorter than 250ms: churn"}, {"> 5s", "mean life longer than 5s"}, {"", ""},
	} {
		if got := g.Cell(row, at); got != want.cell || !strings.HasSuffix(g.Note(row), want.note) {
			t.Errorf("%q, want %q\n%s", got, want.cell, g.Note(row))
		}
	}
	var csv strings.Builder
	if err := g.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(), ",2.5,2,3,\n") || !strings.Contains(csv.String(), ",,90,,long-lived\n") {
		t.Errorf("%v\n%s", err, csv.String())
	}
	r.Lives = false
	if g := table.Growth(series.Functions, "bytes", r); slices.ContainsFunc(g.Columns, func(c table.Column) bool { return c.Title == "mean life" }) {
		t.Error("a column is empty")
	}
}
