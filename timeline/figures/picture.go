package figures

import (
	"slices"

	"profstation/scene"
	"profstation/table"
)

// Picture is a sheet, or some of its panels, with a heading that says what it
// shows, for a report.
type Picture struct {
	Sheet  *Sheet
	Panels []string // by their names; nil: all
	Theme  *scene.Theme
	Title  string  // usually the name of the file
	Least  float64 // the width that is asked for
	Bare   bool    // without title and heading
}

const (
	plotHeight  = 220.0
	titleHeight = 22.0
	panelGap    = 14.0
	// mostRows is how many rows of a table are drawn beside other panels: a
	// file of figures has all.
	mostRows = 40
)

// Main is the table that stands for the sheet in a file of figures; nil where it
// has none.
func (s *Sheet) Main() *Panel {
	for _, name := range []string{"cycles", "mmu"} {
		if p := s.Panel(name); p != nil && p.Table != nil {
			return p
		}
	}
	for _, p := range s.Panels() {
		if p.Table != nil {
			return p
		}
	}
	return nil
}

// Heading is the lines above the panels.
func (p *Picture) Heading() []string { return []string{p.Sheet.Title + " · " + p.Sheet.About} }

func (p *Picture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.Heading(), Bare: p.Bare}
}

// rows are the panels that are drawn.
func (p *Picture) rows() [][]*Panel {
	var rows [][]*Panel
	for _, r := range p.Sheet.Rows {
		var row []*Panel
		for _, x := range r.Panels {
			if p.Panels == nil || slices.Contains(p.Panels, x.Name) {
				row = append(row, x)
			}
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Width is what was asked for, or more where the columns of a table need it.
func (p *Picture) Width() float64 {
	w := p.Least
	for _, row := range p.rows() {
		if len(row) == 1 && row[0].Table != nil {
			w = max(w, row[0].Table.Width()+2*scene.PictureMargin)
		}
	}
	return w
}

// Height is what the picture needs.
func (p *Picture) Height() float64 {
	h := p.heading()
	sum := h.Height() + scene.PictureMargin
	rows := p.rows()
	for _, row := range rows {
		sum += rowHeight(row, len(rows) == 1) + panelGap
	}
	return sum
}

func rowHeight(row []*Panel, alone bool) (most float64) {
	for _, x := range row {
		h := plotHeight
		if x.Table != nil {
			h = table.HeaderHeight + float64(drawnRows(x, alone && len(row) == 1))*table.RowHeight
			if x.Title != "" {
				h += titleHeight
			}
			if x.Table.Rows == 0 {
				h += 2 * table.RowHeight
			}
		}
		most = max(most, h)
	}
	return most
}

func drawnRows(x *Panel, alone bool) int {
	if alone {
		return x.Table.Rows
	}
	return min(x.Table.Rows, mostRows)
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts panels off.
func (p *Picture) Draw(cv scene.Canvas) {
	heading := p.heading()
	area := heading.Draw(cv, p.Theme)
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
		cv.Text(scene.Point{X: area.X0 + 8, Y: area.Y0 + table.RowHeight}, scene.Fit(x.Empty, scene.NoteFont, area.W()-16), scene.NoteFont, p.Theme.Muted)
		return
	}
	x.Table.Paint(cv, table.View{
		Area: area, Theme: p.Theme, Selected: -1, Hover: -1,
		SortColumn: x.Order.Column(x.Table), Descending: !x.Order.Ascending,
	})
}
