package surface

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/table"
)

// Grid shows a table and reports what is done to it. Its owner knows what the rows stand for.
type Grid struct {
	*Surface
	Inert

	// Pick takes a row that a click or a key chooses, Open one that is clicked twice or entered, Sort a
	// heading that is clicked. Menu makes the context menu of a row. Each function may be nil.
	Pick, Open, Sort func(int)
	Menu             func(row int) *fyne.Menu
	Escape           func()        // the key
	Pointed          func(row int) // takes the row that the pointer is on, −1 for none
	// Keys takes keys that the grid has no use for, and reports whether it has one.
	Keys func(row int, key fyne.KeyName) bool
	Cell func(row, col int) // takes a cell that is clicked, after Pick

	// Sideways lets a table be wider than the grid: the wheel with Shift moves along its columns.
	Sideways bool

	State    GridState
	Above    float64 // pixels scrolled
	left     float64
	HoverRow int
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

// NewGrid makes an empty grid, whose Escape sends [screen.Escape].
func NewGrid(send screen.Send) *Grid {
	g := &Grid{HoverRow: -1, State: GridState{Theme: &scene.Light, Selected: -1, SortColumn: -1}}
	g.Escape = func() { send(screen.Escape{}) }
	g.Surface = New(g)
	return g
}

// Set shows a state. A newly selected row comes into sight.
func (g *Grid) Set(s GridState) {
	before := g.State
	g.State = s
	if s.Selected >= 0 && (s.Selected != before.Selected || before.Table != s.Table) {
		g.reveal()
	}
	if g.HoverRow >= g.rows() {
		g.HoverRow = -1
	}
	g.clamp()
	g.SetTheme(s.Theme)
	g.Repaint()
}

// Select shows the same table with another row selected; −1: none.
func (g *Grid) Select(row int) {
	s := g.State
	s.Selected = row
	g.Set(s)
}

// Center scrolls until a row is in the middle.
func (g *Grid) Center(row int) {
	g.Above = (float64(row)+0.5)*table.RowHeight - (g.Area().H()-table.HeaderHeight)/2
	g.clamp()
	g.Repaint()
}

// Rewind shows the first rows.
func (g *Grid) Rewind() { g.Above = 0 }

func (g *Grid) rows() int {
	if g.State.Table == nil {
		return 0
	}
	return g.State.Table.Rows
}

// View is the part of the table that is on the screen.
func (g *Grid) View() table.View {
	s := &g.State
	area := g.Area()
	if room := g.width(); room > area.W() {
		area.X0, area.X1 = -g.left, room-g.left
	}
	return table.View{
		Area: area, Top: g.Above, Theme: s.Theme, Selected: s.Selected, Hover: g.HoverRow,
		SortColumn: s.SortColumn, Descending: s.Descending, Match: s.Match,
	}
}

// Paint implements [Picture].
func (g *Grid) Paint(cv scene.Canvas) {
	if g.rows() == 0 {
		PaintEmpty(cv, g.State.Theme, g.State.Empty)
		return
	}
	g.State.Table.Paint(cv, g.View())
	rows := g.Area()
	rows.Y0 += table.HeaderHeight
	PaintThumb(cv, g.State.Theme, rows, g.Above, g.State.Table.Height()-table.HeaderHeight)
	paintThumbBelow(cv, g.State.Theme, rows, g.left, g.width())
}

func (g *Grid) width() float64 {
	w := g.Area().W()
	if g.Sideways && g.State.Table != nil {
		w = max(w, g.State.Table.Width())
	}
	return w
}

func (g *Grid) clamp() {
	g.left = math.Max(0, math.Min(g.left, g.width()-g.Area().W()))
	if g.rows() == 0 {
		g.Above = 0
		return
	}
	g.Above = math.Max(0, math.Min(g.Above, g.State.Table.Height()-g.Area().H()))
}

func (g *Grid) reveal() {
	y := float64(g.State.Selected) * table.RowHeight
	room := g.Area().H() - table.HeaderHeight
	g.Above = math.Min(g.Above, y)
	if y+table.RowHeight > g.Above+room {
		g.Above = y + table.RowHeight - room
	}
}

// Resized implements [Picture].
func (g *Grid) Resized() { g.clamp() }

// Hover implements [Picture]: headings and rows say what they mean.
func (g *Grid) Hover(at scene.Point) {
	if g.rows() == 0 {
		return
	}
	t, view := g.State.Table, g.View()
	row, text := t.RowAt(view, at), ""
	if c := t.ColumnAt(view, at); c >= 0 {
		text = Help(t.Columns[c].Help)
	} else if row >= 0 && t.Note != nil {
		text = t.Note(row)
	}
	g.ShowTip(text, at)
	if row != g.HoverRow {
		g.HoverRow = row
		g.Repaint()
		call(g.Pointed, row)
	}
}

// Leave implements [Picture].
func (g *Grid) Leave() {
	g.HideTip()
	if g.HoverRow >= 0 {
		g.HoverRow = -1
		g.Repaint()
		call(g.Pointed, -1)
	}
}

// Light shows a row as if the pointer were on it; −1: none.
func (g *Grid) Light(row int) {
	if row != g.HoverRow {
		g.HoverRow = row
		g.Repaint()
	}
}

// Click implements [Picture].
func (g *Grid) Click(p Pointer) {
	if g.rows() == 0 {
		return
	}
	t, view := g.State.Table, g.View()
	if c := t.ColumnAt(view, p.At); c >= 0 {
		call(g.Sort, c)
		return
	}
	row := t.RowAt(view, p.At)
	if row < 0 {
		return
	}
	if p.Count == 2 {
		call(g.Open, row)
		return
	}
	call(g.Pick, row)
	if g.Cell != nil && p.Button == desktop.MouseButtonPrimary {
		heading := p.At
		heading.Y = view.Area.Y0 + 1
		g.Cell(row, t.ColumnAt(view, heading))
	}
	if p.Button == desktop.MouseButtonSecondary && g.Menu != nil {
		if m := g.Menu(row); m != nil {
			g.PopUp(m, p.Abs)
		}
	}
}

func call(f func(int), i int) {
	if f != nil {
		f(i)
	}
}

// Drag implements [Picture].
func (g *Grid) Drag(dx, dy float64, _ Pointer) { g.move(dx, dy) }

// Scroll implements [Picture].
func (g *Grid) Scroll(dx, dy float64, p Pointer) {
	if p.Mods&fyne.KeyModifierShift != 0 && dx == 0 {
		dx, dy = dy, 0
	}
	g.move(dx*2, dy*2)
}

func (g *Grid) move(dx, dy float64) {
	g.Above -= dy
	g.left -= dx
	g.Leave()
	g.clamp()
	g.Repaint()
}

// Key implements [Picture].
func (g *Grid) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	rows := g.rows()
	if name == fyne.KeyEscape && g.Escape != nil {
		g.Escape()
		return true
	}
	if rows == 0 {
		return false
	}
	page := max(1, int(g.Area().H()/table.RowHeight)-2)
	to := g.State.Selected
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
			call(g.Open, to)
		}
		return true
	default:
		return g.Keys != nil && g.Keys(to, name)
	}
	call(g.Pick, max(0, min(to, rows-1)))
	return true
}

// InSight is the part of the table that is on the screen.
func (g *Grid) InSight() (s screen.Sight) {
	rows := g.rows()
	room := g.Area().H() - table.HeaderHeight
	if rows == 0 || float64(rows)*table.RowHeight <= room {
		return s
	}
	s.From = int(g.Above/table.RowHeight + 0.5)
	s.To = min(rows, max(s.From+1, int((g.Above+room)/table.RowHeight)))
	return s
}
