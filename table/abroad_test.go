package table_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model/lang"
	"profstation/model/series"
	"profstation/table"
)

// In another language what a series grows by is translated, and its files are those of English.
func TestSeriesAbroad(t *testing.T) {
	trend := stack(t, seriesOf(t, [3]int{1 << 20, 3 << 20, 4096}, [3]int{2 << 20, 3 << 20, 0}))
	growth := func() *table.Table {
		return table.Growth(series.Functions, "bytes", &series.Ranking{
			Measure: series.Rates, Per: time.Second, Since: begin, Judged: 20,
			Rows: []series.Growth{{Name: "main.slow", Verdict: series.Grows, First: 10, Last: 10, Slope: 1, Low: -5, High: 5, P: 1}},
		})
	}
	files := func() string {
		var b bytes.Buffer
		must.Do(trend.WriteCSV(&b))
		must.Do(growth().WriteCSV(&b))
		return b.String()
	}
	english := files()
	lang.Use(&lang.Catalogue{Else: func(english string) string { return "[" + english + "]" }})
	t.Cleanup(func() { lang.Use(nil) })
	if got := files(); got != english {
		t.Errorf("got\n%s\nin English\n%s", got, english)
	}
	g := growth()
	for _, c := range g.Columns {
		if !strings.HasPrefix(c.Title, "[") || !strings.HasPrefix(c.Help, "[") {
			t.Errorf("column %q, %q", c.Title, c.Help)
		}
	}
	if got, want := g.Note(0), "main.slow\n[its rate: [[grows] by +1B/s per hour, between -5B/s and +5B/s]]"; got != want {
		t.Errorf("note %q, not %q", got, want)
	}
	if got := trend.Label(2); got != "[(rest)]" {
		t.Errorf("the rest is %q", got)
	}
}
