package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline/pair"
	"profstation/timeline/wording"
)

// Durations is a table of the differences between two traces.
type Durations struct {
	By      RowsKey
	Table   *table.Table
	Rows    []pair.Row // the rows in Table
	Heading string
	Explain []string

	found string // the thresholds by which what stands out was looked for; "": it was not
}

// Row returns the index of the row with this label, or −1.
func (c *Durations) Row(label string) int {
	return slices.IndexFunc(c.Rows, func(r pair.Row) bool { return r.Label() == label })
}

// NewDurations sorts and picks the rows that compare two traces. Once the context has ended,
// their order means nothing.
func NewDurations(ctx context.Context, x *pair.Pair, by RowsKey) *Durations {
	rows := pair.Loud(x.Rows)
	heading := strings.Join([]string{
		lang.L("traces: base {{.Base}} → new {{.New}}", lang.With{"Base": length(x.Base), "New": length(x.New)}),
		lang.N(len(x.Rows), "1 duration", "{{.N}} durations", nil),
		exceeding(len(rows)),
	}, " · ")
	if !by.HideNoise {
		rows = slices.Clone(x.Rows)
	}
	if by.Column >= 0 {
		pair.Sort(ctx, rows, by.Column, by.Descending)
	}
	return &Durations{By: by, Table: pair.Table(rows), Rows: rows, Heading: heading, Explain: pair.Explain()}
}

func exceeding(rows int) string {
	if rows == 0 {
		return lang.L("no difference exceeds noise")
	}
	return lang.N(rows, "1 difference exceeds noise", "{{.N}} differences exceed noise", nil)
}

func length(t *trace.Trace) string {
	long := lang.N(len(t.Goroutines), "{{.Time}}, 1 goroutine", "{{.Time}}, {{.N}} goroutines", lang.With{"Time": wording.Duration(t.End)})
	if lost := t.Lost().Generations; lost > 0 {
		return lang.List(long, lang.N(len(t.Generations), "{{.Lost}} of 1 generation lost", "{{.Lost}} of {{.N}} generations lost",
			lang.With{"Lost": units.Count(int64(lost))}))
	}
	return long
}

func needDurations(ctx context.Context, a *Answer) error {
	d := NewDurations(ctx, a.Request.Compared.Traces, a.Request.Display.Compare.Durations())
	found, err := a.Request.Compared.Found(ctx, a.Request.Limits)
	d.standOut(found)
	d.found = fmt.Sprint(a.Request.Limits)
	a.Durations = d
	return err
}

// Answers reports whether the table is sorted so, leaves out so much, and says what stands out by these thresholds.
func (d *Durations) Answers(by RowsKey, limits Limits) bool {
	return d.By == by && d.found == fmt.Sprint(limits)
}

// standOut begins the heading with what stands out on one side alone, or how much that is, and the explanation with all of it.
func (d *Durations) standOut(found []Shifted) {
	if len(found) == 0 {
		return
	}
	lines := lists.Map(found, func(f Shifted) string { return f.Line() })
	text := lang.N(len(found), "1 thing stands out on one side", "{{.N}} things stand out on one side", nil)
	if len(found) <= 2 {
		text = strings.Join(lines, " · ")
	}
	d.Heading = text + " · " + d.Heading
	d.Explain = slices.Concat(lines, []string{""}, d.Explain)
}

func durationsPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	d := a.Durations
	return &table.Picture{
		Head: l.head(d.Heading), Table: durationsTable(a), Theme: l.Theme,
		Empty: lang.L("Nothing differs."), Width: l.Width, SortColumn: d.By.Column, Descending: d.By.Descending,
	}, nil
}

// durationsTable makes another copy of the table, because the window draws the answer's.
func durationsTable(a *Answer) *table.Table { return pair.Table(a.Durations.Rows) }

// Durations returns how the table that compares two traces is sorted and what it leaves out.
func (d CompareDisplay) Durations() RowsKey {
	return RowsKey{Column: d.DurationsColumn, Descending: d.DurationsDescending, HideNoise: d.HideNoise}
}
