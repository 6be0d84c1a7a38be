package desk

import (
	"context"
	"io"
	"math"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// twinGraphFormats are the ways to write the call graphs of both sides.
func (d *Desk) twinGraphFormats(a shown) (view string, formats []Format) {
	now, base := d.layouts.shown(a.Answer)
	if now == nil || base == nil || now.Chart == nil || base.Chart == nil {
		return "", nil
	}
	compared := &a.Request.Display.Compare
	m := screen.ChangeMarks(a.Compared, compared)
	m.Match = a.Match
	picture := always(func(l ExportLook) export.Drawing {
		p := &graph.SideBySide{
			Head: l.head(a.Compared.Comparison.Heading()...), Charts: [2]*graph.Chart{screen.BaseSide: base.Chart, screen.NewSide: now.Chart},
			Names: a.Compared.Names, Style: graph.Style{Theme: l.Theme}, Marks: [2]graph.Marks{m, m},
		}
		return l.drawing(p)
	})
	return "graphs", append(pictures(picture), tableFile(".csv", lang.L("CSV, the edges of both sides"), func(w io.Writer) error {
		return graph.WriteSidesCSV(w, base.Chart.Graph, now.Chart.Graph)
	}))
}

// twinTopFormats are the ways to write the tables of both sides. They have tables
// of their own: the window draws its own meanwhile.
func (a shown) twinTopFormats() (view string, formats []Format) {
	other := a.Compared.Other
	tables := func() [2]*table.Table {
		return [2]*table.Table{screen.BaseSide: table.TopBeside(other.Result, other.TopRows), screen.NewSide: table.TopBeside(a.Result, a.TopRows)}
	}
	picture := always(func(l ExportLook) export.Drawing {
		p := &table.SideBySide{
			Head: l.head(a.Compared.Comparison.Heading()...), Tables: tables(), Names: a.Compared.Names, Theme: l.Theme,
			Width: l.Width, SortColumn: a.Sort.Column, Descending: a.Sort.Descending,
		}
		if a.Match != nil {
			for i, rows := range [2][]model.Row{screen.BaseSide: other.TopRows, screen.NewSide: a.TopRows} {
				p.Match[i] = func(row int) bool { return a.Match[rows[row].Node] }
			}
		}
		return l.drawing(p)
	})
	return "tops", append(pictures(picture), tableFile(".csv", lang.L("CSV, exact figures of both sides"), func(w io.Writer) error {
		t := tables()
		return table.WriteSidesCSV(w, t[screen.BaseSide], t[screen.NewSide])
	}))
}

// comparisonFormats are the ways to write what the visible tab shows of a
// comparison.
func (d *Desk) comparisonFormats(a shown) (view string, formats []Format) {
	switch tab := d.Tab(); {
	case tab == screen.FlameTab && a.Chart != nil && a.Compared.Other != nil:
		return "sides", append(pictures(a.twinPicture),
			Format{Ending: ".csv", Label: lang.L("CSV, all boxes with both sides"), Text: true, write: a.boxesOfBoth})
	case tab == screen.FlameTab && a.Chart != nil:
		return "difference", append(pictures(a.diffPicture),
			Format{Ending: ".csv", Label: lang.L("CSV, all boxes with both sides"), Text: true, write: a.boxesOfBoth})
	case tab == screen.GraphTab && a.Compared.Other != nil:
		return d.twinGraphFormats(a)
	case tab == screen.GraphTab:
		return d.profileFormats(a)
	case tab == screen.TopTab && a.Top != nil && a.Compared.Other != nil:
		return a.twinTopFormats()
	case tab == screen.TopTab && a.Compared.Table != nil:
		csv := tableFile(".csv", lang.L("CSV, exact figures"), a.Compared.Table.WriteCSV)
		formats = append(pictures(always(a.changesPicture)), csv)
		if a.Compared.Groups == nil {
			c := a.Compared.Comparison
			report := &table.DiffReport{Base: a.Compared.Names[screen.BaseSide], New: a.Compared.Names[screen.NewSide], Comparison: c, Rows: a.Kept.Rows}
			formats = append(formats, tableFile(".json", lang.L("JSON, exact figures"), report.WriteJSON))
		}
		return "changes", formats
	case tab == screen.LabelsTab && a.Compared.Table != nil:
		return "labels", append(pictures(always(a.changesPicture)),
			tableFile(".csv", lang.L("CSV, exact figures"), a.Compared.Table.WriteCSV))
	case tab == screen.SummaryTab && a.Compared.Summary != "":
		text := a.Compared.Summary
		return "summary", []Format{tableFile(".md", lang.L("Markdown, for a pull request"), func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})}
	}
	return "", nil
}

// comparedOptions are those of a flame graph for a picture.
func (a shown) comparedOptions(c *flame.Chart, l ExportLook, width float64) flame.Options {
	o := c.Options
	o.Columns = int(math.Ceil(width * max(1, l.Scale)))
	if l.Whole {
		whole := *a.Answer
		whole.Request.Place.Zoom, whole.Request.Place.ZoomCallers, whole.Request.Place.Span = nil, false, flame.Span{}
		o.Zoom, o.ZoomCallers, o.Span = nil, false, flame.Span{}
		if a.Compared.Other != nil {
			compared := *a.Compared
			whole.Compared = &compared
			spans := whole.Scales()
			o.Span = spans[screen.NewSide]
			if c == a.Compared.Other.Chart {
				o.Span = spans[screen.BaseSide]
			}
		}
	}
	return o
}

// comparedStyle is that of the window, in the colours of a picture.
func (a shown) comparedStyle(l ExportLook) flame.Style {
	style := a.Request.Display.Style()
	style.Theme, style.Fade = l.Theme, a.Request.Display.Compare.HideNoise
	return style
}

// diffPicture is one flame graph of both sides.
func (a shown) diffPicture(ctx context.Context, l ExportLook) (export.Drawing, error) {
	c, err := flame.NewDiff(ctx, a.Compared.Comparison, a.Chart.Diff.Width, a.comparedOptions(a.Chart, l, l.Width))
	if err != nil {
		return export.Drawing{}, err
	}
	p := &flame.Picture{Head: l.head(), Chart: c, Style: a.comparedStyle(l), Width: l.Width, Match: a.Match}
	return l.drawing(p), nil
}

// twinPicture is one flame graph of each side.
func (a shown) twinPicture(ctx context.Context, l ExportLook) (export.Drawing, error) {
	var charts [2]*flame.Chart
	for i, of := range [2]*flame.Chart{screen.BaseSide: a.Compared.Other.Chart, screen.NewSide: a.Chart} {
		var err error
		if charts[i], err = flame.NewDiff(ctx, a.Compared.Comparison, of.Diff.Width, a.comparedOptions(of, l, l.Width/2)); err != nil {
			return export.Drawing{}, err
		}
	}
	style := a.comparedStyle(l)
	style.Beside, style.Plain = true, a.Request.Display.Compare.Plain
	p := &flame.SideBySide{
		Head: l.head(a.Compared.Comparison.Heading()...), Charts: charts, Names: a.Compared.Names, Style: style, Width: l.Width,
		Match: [2][]bool{a.Compared.Other.Match, a.Match},
	}
	return l.drawing(p), nil
}

// boxesOfBoth writes all boxes of what is on either side.
func (a shown) boxesOfBoth(ctx context.Context, w io.Writer, _ ExportLook) error {
	o := flame.Options{Pivot: a.Chart.Options.Pivot, Recursion: a.Chart.Options.Recursion, ByName: a.Chart.Options.ByName}
	c, err := flame.NewDiff(ctx, a.Compared.Comparison, compare.ByLarger, o)
	if err != nil {
		return err
	}
	return c.WriteCSV(w)
}

// changesPicture is the table of changes. It has a table of its own: the one of
// the answer is drawn by the window meanwhile.
func (a shown) changesPicture(l ExportLook) export.Drawing {
	d := &a.Request.Display.Compare
	p := &table.Picture{
		Head:  l.head(a.Compared.Comparison.Heading()...),
		Table: a.Kept.Again(), Theme: l.Theme, Empty: lang.L("Nothing changed."), Width: l.Width, SortColumn: -1,
	}
	if a.Request.Tab == screen.TopTab {
		p.SortColumn, p.Descending = d.SortColumn, d.Descending
	}
	l.rows(p)
	return l.drawing(p)
}
