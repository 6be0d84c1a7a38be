package table

import (
	"encoding/csv"
	"io"
	"strings"

	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
)

// TwinPicture is the tables of both sides of a comparison beside each other, for a
// report.
type TwinPicture struct {
	Tables     [2]*Table // base, new, of the same columns
	Names      [2]string
	Theme      *scene.Theme
	Title      string
	Heading    []string
	Width      float64
	SortColumn int
	Descending bool
	Match      [2]func(row int) bool
	Bare       bool
}

func (p *TwinPicture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.Heading, Bare: p.Bare}
}

// Height is what the picture needs for all rows of both.
func (p *TwinPicture) Height() float64 {
	h := p.heading()
	return h.Height() + scene.TwinLine + max(p.Tables[0].Height(), p.Tables[1].Height()) + scene.PictureMargin
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *TwinPicture) Draw(cv scene.Canvas) {
	heading := p.heading()
	area := heading.Draw(cv, p.Theme)
	halves := scene.Halves(cv, p.Theme, area, compare.SideNames(p.Names))
	for i, t := range p.Tables {
		t.Paint(cv, View{
			Area: halves[i], Theme: p.Theme, Selected: -1, Hover: -1,
			SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match[i],
		})
	}
}

// WriteTwinCSV writes the rows of both sides, those of the base first. The first
// column tells the side, base or new.
func WriteTwinCSV(w io.Writer, base, now *Table) error {
	out := csv.NewWriter(w)
	out.Write(append([]string{"side"}, now.Fields...)) // errors stay until Flush
	for i, t := range []*Table{base, now} {
		record := make([]string, len(t.Fields))
		for row := range t.Rows {
			t.Record(row, record)
			out.Write(append([]string{compare.Sides[i]}, record...))
		}
	}
	out.Flush()
	return out.Error()
}

// TopBeside is [Top] for half of the room: narrower columns, and names without the
// paths of their packages, which the notes of the rows have. Files have them too.
func TopBeside(r *model.Result, rows []model.Row) *Table {
	t := Top(r, rows)
	for i, c := range t.Columns {
		if c.Width > 0 {
			t.Columns[i].Width = min(c.Width, slim)
		}
	}
	t.Least = slim
	whole := t.Cell
	t.Cell = func(row, col int) string {
		text := whole(row, col)
		if col != TopName {
			return text
		}
		name := r.Nodes.Node(rows[row].Node).Name
		return strings.Replace(text, model.Sanitise(name), model.Sanitise(model.ShortName(name, false)), 1)
	}
	return t
}

// slim is the width of a column of figures in half of the room.
const slim = 66.0
