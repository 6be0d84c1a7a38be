package views

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/table"
)

// Grid shows a table and tells what is done to it. What its rows are, knows who
// owns it.
type Grid struct {
	*surface

	// Pick is told of a row that is chosen by a click or by keys, Open of one
	// that is clicked twice or on which Enter is pressed, Sort of a heading
	// that is clicked, Menu makes the context menu of a row, Escape is told of
	// the key. Each may be nil.
	Pick, Open, Sort func(int)
	Menu             func(row int) *fyne.Menu
	Escape           func()
	// Over is told of the row that the pointer is on, −1 of none.
	Over func(row int)
	// Keys is asked for keys the grid has no use for; Cell is told of a click
	// on a cell, after Pick.
	Keys func(row int, key fyne.KeyName) bool
	Cell func(row, col int)

	// Sideways lets a table be wider than the grid: the wheel with Shift moves
	// along its columns.
	Sideways bool

	state GridState
	top   float64
	left  float64
	hover int
	tip   *tip
}

// GridState is what a grid shows.
type GridState struct {
	Table      *table.Table // nil: Empty is said
	Theme      *scene.Theme
	Empty      string // what is said where there are no rows
	Selected   int    // row; −1: none
	SortColumn int    // −1: none
	Descending bool
	Match      func(row int) bool // what a search found; nil: no search
}

// NewGrid makes an empty grid.
func NewGrid() *Grid {
	g := &Grid{hover: -1, tip: newTip(), state: GridState{Theme: &scene.Light, Selected: -1, SortColumn: -1}}
	g.surface = newSurface(g, g.tip.box)
	return g
}

// Set shows a state. A newly selected row comes into sight.
func (g *Grid) Set(s GridState) {
	before := g.state
	g.state = s
	if s.Selected >= 0 && (s.Selected != before.Selected || before.Table != s.Table) {
		g.reveal()
	}
	if g.hover >= g.rows() {
		g.hover = -1
	}
	g.clamp()
	g.tip.recolor(s.Theme)
	g.repaint()
}

// Center scrolls until a row is in the middle.
func (g *Grid) Center(row int) {
	g.top = (float64(row)+0.5)*table.RowHeight - (g.area().H()-table.HeaderHeight)/2
	g.clamp()
	g.repaint()
}

// Rewind shows the first rows.
func (g *Grid) Rewind() { g.top = 0 }

func (g *Grid) rows() int {
	if g.state.Table == nil {
		return 0
	}
	return g.state.Table.Rows
}

func (g *Grid) view() table.View {
	s := &g.state
	area := g.area()
	if room := g.width(); room > area.W() {
		area.X0, area.X1 = -g.left, room-g.left
	}
	return table.View{
		Area: area, Top: g.top, Theme: s.Theme, Selected: s.Selected, Hover: g.hover,
		SortColumn: s.SortColumn, Descending: s.Descending, Match: s.Match,
	}
}

// paint implements picture.
func (g *Grid) paint(cv scene.Canvas) {
	if g.rows() == 0 {
		paintEmpty(cv, g.state.Theme, g.state.Empty)
		return
	}
	g.state.Table.Paint(cv, g.view())
	rows := g.area()
	rows.Y0 += table.HeaderHeight
	paintThumb(cv, g.state.Theme, rows, g.top, g.state.Table.Height()-table.HeaderHeight)
	paintThumbBelow(cv, g.state.Theme, rows, g.left, g.width())
}

// width is how wide the table is drawn.
func (g *Grid) width() float64 {
	w := g.area().W()
	if g.Sideways && g.state.Table != nil {
		w = max(w, g.state.Table.Width())
	}
	return w
}

func (g *Grid) clamp() {
	g.left = math.Max(0, math.Min(g.left, g.width()-g.area().W()))
	if g.rows() == 0 {
		g.top = 0
		return
	}
	g.top = math.Max(0, math.Min(g.top, g.state.Table.Height()-g.area().H()))
}

// reveal scrolls until the selected row is in sight.
func (g *Grid) reveal() {
	y := float64(g.state.Selected) * table.RowHeight
	room := g.area().H() - table.HeaderHeight
	g.top = math.Min(g.top, y)
	if y+table.RowHeight > g.top+room {
		g.top = y + table.RowHeight - room
	}
}

// resized implements picture.
func (g *Grid) resized() { g.clamp() }

// over implements picture: headings and rows say what they mean.
func (g *Grid) over(at scene.Point) {
	if g.rows() == 0 {
		return
	}
	t, view := g.state.Table, g.view()
	row, text := t.RowAt(view, at), ""
	if c := t.ColumnAt(view, at); c >= 0 {
		text = help(t.Columns[c].Help)
	} else if row >= 0 && t.Note != nil {
		text = t.Note(row)
	}
	g.tip.show(text, at, g.Size(), g.state.Theme)
	if row != g.hover {
		g.hover = row
		g.repaint()
		tell(g.Over, row)
	}
}

// out implements picture.
func (g *Grid) out() {
	g.tip.hide()
	if g.hover >= 0 {
		g.hover = -1
		g.repaint()
		tell(g.Over, -1)
	}
}

// Light shows a row as if the pointer were on it; −1: none.
func (g *Grid) Light(row int) {
	if row != g.hover {
		g.hover = row
		g.repaint()
	}
}

// clicked implements picture.
func (g *Grid) clicked(p pointer) {
	if g.rows() == 0 {
		return
	}
	t, view := g.state.Table, g.view()
	if c := t.ColumnAt(view, p.at); c >= 0 {
		tell(g.Sort, c)
		return
	}
	row := t.RowAt(view, p.at)
	if row < 0 {
		return
	}
	if p.count == 2 {
		tell(g.Open, row)
		return
	}
	tell(g.Pick, row)
	if g.Cell != nil && p.button == desktop.MouseButtonPrimary {
		heading := p.at
		heading.Y = view.Area.Y0 + 1
		g.Cell(row, t.ColumnAt(view, heading))
	}
	if p.button == desktop.MouseButtonSecondary && g.Menu != nil {
		if m := g.Menu(row); m != nil {
			g.popUp(m, p.abs)
		}
	}
}

// tell calls a function that may be missing.
func tell(f func(int), i int) {
	if f != nil {
		f(i)
	}
}

// dragged implements picture.
func (g *Grid) dragged(dx, dy float64, _ pointer) { g.scroll(dx, dy) }

// scrolled implements picture.
func (g *Grid) scrolled(dx, dy float64, p pointer) {
	if p.mods&fyne.KeyModifierShift != 0 && dx == 0 {
		dx, dy = dy, 0
	}
	g.scroll(dx*2, dy*2)
}

func (g *Grid) scroll(dx, dy float64) {
	g.top -= dy
	g.left -= dx
	g.out()
	g.clamp()
	g.repaint()
}

// key implements picture.
func (g *Grid) key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	rows := g.rows()
	if name == fyne.KeyEscape && g.Escape != nil {
		g.Escape()
		return true
	}
	if rows == 0 {
		return false
	}
	page := max(1, int(g.area().H()/table.RowHeight)-2)
	to := g.state.Selected
	switch name {
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyPageUp:
		to -= page
	case fyne.KeyPageDown:
		to += page
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = rows - 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if to >= 0 {
			tell(g.Open, to)
		}
		return true
	default:
		return g.Keys != nil && g.Keys(to, name)
	}
	tell(g.Pick, max(0, min(to, rows-1)))
	return true
}

// rune implements picture.
func (g *Grid) rune(rune) bool { return false }

// InSight is the part of the table that is on the screen.
func (g *Grid) InSight() (s screen.Sight) {
	rows := g.rows()
	room := g.area().H() - table.HeaderHeight
	if rows == 0 || float64(rows)*table.RowHeight <= room {
		return s
	}
	s.From = int(g.top/table.RowHeight + 0.5)
	s.To = min(rows, max(s.From+1, int((g.top+room)/table.RowHeight)))
	return s
}
