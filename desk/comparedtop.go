package desk

import (
	"context"
	"io"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/table"
)

// topsBeside makes the table of all functions of each side, in one order.
func (a *answer) topsBeside(ctx context.Context, before *answer, errs map[string]string) error {
	c := a.Compared.Comparison
	a.answerWith(c.New, before, errs)
	if before != nil && (before.Result != a.Result || before.Compared.Other == nil) {
		before = nil
	}
	if err := a.top(ctx, before); err != nil {
		return err
	}
	base := &answer{wish: a.wish}
	base.Result, base.Document, base.Name, base.Match = c.Base, a.Document, a.Compared.Names[SideBase], a.Match
	var old *answer
	if before != nil {
		old = &answer{Answer: *before.Compared.Other, sort: before.sort}
	}
	if err := base.top(ctx, old); err != nil {
		return err
	}
	a.Compared.Other = &base.Answer
	return nil
}

// twinTopFormats are the ways to write the tables of both sides. They have tables
// of their own: the window draws its own meanwhile.
func (a *answer) twinTopFormats() (view string, formats []Format) {
	other := a.Compared.Other
	tables := func() [2]*table.Table {
		return [2]*table.Table{SideBase: table.TopBeside(other.Result, other.TopRows), sideNew: table.TopBeside(a.Result, a.TopRows)}
	}
	picture := always(func(l ExportLook) export.Drawing {
		p := &table.SideBySide{
			Head: l.head(a.Compared.Comparison.Heading()...), Tables: tables(), Names: a.Compared.Names, Theme: l.Theme,
			Width: l.Width, SortColumn: a.sort.column, Descending: a.sort.descending,
		}
		if a.Match != nil {
			for i, rows := range [2][]model.Row{SideBase: other.TopRows, sideNew: a.TopRows} {
				p.Match[i] = func(row int) bool { return a.Match[rows[row].Node] }
			}
		}
		return l.drawing(p)
	})
	return "tops", append(pictures(picture), tableFile(".csv", lang.L("CSV, exact figures of both sides"), func(w io.Writer) error {
		t := tables()
		return table.WriteSidesCSV(w, t[SideBase], t[sideNew])
	}))
}

// way chooses how a comparison is looked at. The table of what changed stands in
// the tab Top, beside which the tables of both sides do; a difference is a picture.
func (d *Desk) way(w screen.Way) {
	if d.Kind() != ComparisonDoc {
		return
	}
	t, c := d.Tab(), &d.Display.Compare
	switch {
	case w == screen.AsTable:
		c.TopBeside = false
		d.showTab(screen.TopTab)
		return
	case w == screen.SideBySide && t == screen.TopTab:
		c.TopBeside = true
		d.prepare()
		return
	}
	c.Way = w
	if t != screen.FlameTab && t != screen.GraphTab {
		d.tabs[ComparisonDoc] = screen.FlameTab
	}
	d.prepare()
}
