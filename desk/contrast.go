package desk

import (
	"fmt"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/trace"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// sortedRows is the table of a comparison of two traces, as it was made last.
type sortedRows struct {
	of    *answer.Pair
	by    answer.RowsKey
	rows  []pair.Row
	table *table.Table
	loud  int // how many of all rows are more than noise
}

// wholeTrace is the execution trace that was read; nil of what is none, and until
// all of it was.
func (doc *document) wholeTrace() *trace.Trace {
	if doc.file == nil {
		return nil
	}
	return doc.file.Trace
}

// wholeTimeline is that of the trace that was read.
func (doc *document) wholeTimeline() *timeline.Timeline {
	if doc.wholeTrace() == nil || doc.trace == nil {
		return nil
	}
	return doc.trace.timeline
}

// ofTraces tells whether a comparison is one of traces, as far as is known.
func (c *comparison) ofTraces() bool {
	return c.sides[screen.BaseSide][0].trace != nil && c.sides[screen.NewSide][0].trace != nil
}

// contrastTable is what two traces differ in; nil of other comparisons, and until
// it is known.
func (c *comparison) contrastTable(d screen.CompareDisplay) *screen.Contrast {
	if c.joined == nil || c.joined.Traces == nil {
		return nil
	}
	x := c.joined.Traces
	by := answer.RowsKey{Column: d.DurationsColumn, Descending: d.DurationsDescending, HideNoise: d.HideNoise}
	if s := &c.sorted; s.table == nil || s.of != c.joined || s.by != by {
		rows := pair.Loud(x.Rows)
		loud := len(rows)
		if !d.HideNoise {
			rows = append(rows[:0:0], x.Rows...)
		}
		if by.Column >= 0 {
			pair.Sort(rows, by.Column, by.Descending)
		}
		*s = sortedRows{c.joined, by, rows, pair.Table(rows), loud}
	}
	return &screen.Contrast{Table: c.sorted.table, Rows: c.sorted.rows, Heading: c.contrastHeading(), Explain: pair.Explain()}
}

// contrastHeading says what is compared and what came of it.
func (c *comparison) contrastHeading() string {
	return fmt.Sprintf(lang.L("traces: %s · %s durations: %s more than noise"), c.lengths(), model.Count(int64(len(c.joined.Traces.Rows))), model.Count(int64(c.sorted.loud)))
}

// lengths says how long both traces are: their totals depend on that.
func (c *comparison) lengths() string {
	x := c.joined.Traces
	long := func(t *trace.Trace) string {
		return timeline.Duration(t.End) + ", " + model.Count(int64(len(t.Goroutines))) + lang.L(" goroutines")
	}
	return lang.L("base ") + long(x.Base) + lang.L(" → new ") + long(x.New)
}

// contrastFormats are the ways to write what two traces differ in.
func (d *Desk) contrastFormats() (view string, formats []Format) {
	c := d.active.comparison
	if p := d.pair(); p != nil {
		return p.twinTimelineFormats(c.names())
	}
	if c.contrastTable(d.Display.Compare) == nil {
		return "", nil
	}
	rows, by, heading := c.sorted.rows, c.sorted.by, c.contrastHeading()
	picture := always(func(l ExportLook) export.Drawing {
		p := &table.Picture{
			Head: l.head(heading), Table: pair.Table(rows), Theme: l.Theme, Empty: lang.L("Nothing differs."),
			Width: l.Width, SortColumn: by.Column, Descending: by.Descending,
		}
		return l.drawing(p)
	})
	return "durations", append(pictures(picture), tableFile(".csv", lang.L("CSV, exact figures"), pair.Table(rows).WriteCSV))
}
