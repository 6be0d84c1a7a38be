package desk

import (
	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/table"
	"profstation/timeline/pair"
)

// contrastFormats are the ways to write what two traces differ in.
func (d *Desk) contrastFormats() (view string, formats []Format) {
	c, ok := d.docs.active.content.(*comparedTraces)
	if !ok {
		return "", nil
	}
	if c.beside(d) {
		return c.twinTimelineFormats(c.of.names())
	}
	rows, by, heading := c.durations.Rows, c.by, c.durations.Heading
	picture := always(func(l ExportLook) export.Drawing {
		p := &table.Picture{
			Head: l.head(heading), Table: pair.Table(rows), Theme: l.Theme, Empty: lang.L("Nothing differs."),
			Width: l.Width, SortColumn: by.Column, Descending: by.Descending,
		}
		return l.drawing(p)
	})
	return "durations", append(pictures(picture), tableFile(".csv", lang.L("CSV, exact figures"), pair.Table(rows).WriteCSV))
}
