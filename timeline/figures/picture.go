package figures

import (
	"slices"

	"profstation/scene"
	"profstation/table"
)

// Picture is a sheet, or some of its panels, with a heading, for a report: a [scene.Picture].
type Picture struct {
	Head   scene.Heading // if it has no lines: what the sheet shows
	Sheet  *Sheet
	Panels []string // names of panels; nil: all
	Theme  *scene.Theme
	Width  float64 // at least
}

const (
	plotHeight  = 220.0
	titleHeight = 22.0
	panelGap    = 14.0
	maxRows     = 40 // how many of a table's rows are drawn beside other panels; a file of figures has all
)

// Main returns the table that represents the sheet in a file of figures, or nil if there is none.
func (s *Sheet) Main() *Panel {
	tables := slices.DeleteFunc(s.Panels(), func(p *Panel) bool { return p.Table == nil })
	main := slices.IndexFunc(tables, func(p *Panel) bool { return p.Name == "cycles" || p.Name == "mmu" })
	if len(tables) == 0 {
		return nil
	}
	return tables[max(main, 0)]
}

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.head().Lines }

func (p *Picture) head() scene.Heading {
	return p.Head.Or(func() []string {
		lines := []string{p.Sheet.Title + " · " + p.Sheet.About}
		if p.Sheet.Damage != "" {
			lines = append(lines, p.Sheet.Damage)
		}
		if p.Sheet.Answer != "" {
			lines = append(lines, p.Sheet.Answer)
		}
		return lines
	})
}

func (p *Picture) rows() [][]*Panel {
	var rows [][]*Panel
	for _, r := range p.Sheet.Rows {
		row := slices.DeleteFunc(slices.Clone(r.Panels), func(x *Panel) bool {
			return p.Panels != nil && !slices.Contains(p.Panels, x.Name)
		})
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Size implements scene.Picture. The picture is as wide as was asked for, or as a table's columns need.
func (p *Picture) Size() (width, height float64) {
	width, height = p.Width, p.head().Height()+scene.PictureMargin
	rows := p.rows()
	for _, row := range rows {
		height += rowHeight(row, len(rows) == 1) + panelGap
		if len(row) == 1 && row[0].Table != nil {
			width = max(width, row[0].Table.Width(nil)+2*scene.PictureMargin)
		}
	}
	return width, height
}

func rowHeight(row []*Panel, alone bool) (largest float64) {
	for _, x := range row {
		h := plotHeight
		if x.Table != nil {
			rows := x.Table.Rows
			if !alone || len(row) > 1 {
				rows = min(rows, maxRows)
			}
			h = table.HeaderHeight + float64(rows)*table.RowHeight
			if x.Title != "" {
				h += titleHeight
			}
			if x.Table.Rows == 0 {
				h += 2 * table.RowHeight
			}
		}
		largest = max(largest, h)
	}
	return largest
}

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	area := p.head().Draw(cv, p.Theme)
	rows := p.rows()
	for _, row := range rows {
		h := rowHeight(row, len(rows) == 1)
		shares := 0.0
		for _, x := range row {
			shares += x.Share
		}
		left := area.X0
		for _, x := range row {
			w := (area.W() - panelGap*float64(len(row)-1)) * x.Share / shares
			p.panel(cv, x, scene.Rect{X0: left, Y0: area.Y0, X1: left + w, Y1: area.Y0 + h})
			left += w + panelGap
		}
		area.Y0 += h + panelGap
	}
}

func (p *Picture) panel(cv scene.Canvas, x *Panel, area scene.Rect) {
	if x.Plot != nil {
		cv.PushClip(area)
		x.Plot.Paint(cv, area, p.Theme)
		cv.PopClip()
		return
	}
	if x.Title != "" {
		f := scene.Font{Size: scene.TextSize, Bold: true}
		cv.Text(scene.Point{X: area.X0 + 8, Y: area.Y0 + 3 + scene.Ascent(f)}, scene.Fit(x.Title, f, area.W()-16), f, p.Theme.Text)
		area.Y0 += titleHeight
	}
	if x.Table.Rows == 0 {
		scene.Note(cv, scene.Point{X: area.X0 + 8, Y: area.Y0 + table.RowHeight}, x.Empty, area.W()-16, p.Theme.Muted)
		return
	}
	x.Table.Paint(cv, table.View{
		Area: area, Theme: p.Theme, Selected: -1, Hover: -1,
		SortColumn: x.Order.Column(x.Table), Descending: !x.Order.Ascending,
	})
}
