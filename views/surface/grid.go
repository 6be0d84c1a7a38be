package surface

import (
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

// Grid shows a table and reports what is done to it. Its owner knows what the rows stand for.
type Grid struct {
	*Surface
	Inert

	// Pick takes a row that a click or a key chooses, Open one that is clicked twice or entered, Sort a
	// heading that is clicked. MenuOf makes a row's context menu. Each function may be nil.
	Pick, Open, Sort func(int)
	MenuOf           func(row int) *fyne.Menu
	Escape           func()        // the key
	unselected       func()        // says that no row is selected
	Pointed          func(row int) // takes the row that the pointer is on, −1 for none
	// Keys takes keys that the grid has no use for, and reports whether it has one.
	Keys func(row int, key fyne.KeyName) bool
	Cell func(row, col int) // takes a cell that is clicked, after Pick
	// Clicked takes a click on a row before all else, and reports whether that was all.
	Clicked func(row int, p Pointer) bool

	// Sideways lets a table be wider than the grid: the wheel with Shift moves along its columns.
	Sideways bool

	State    GridState
	Above    float64 // pixels scrolled
	left     float64
	HoverRow int
	pointer  scene.Point // where it was last

	last struct {
		sorted bool    // a heading was clicked: the rows that come next are shown from the first
		space  float64 // the rows' height when the grid was resized last
	}
	widths widths
}

// GridState is what a grid shows.
type GridState struct {
	Table      *table.Table // nil: Empty is said
	Theme      *scene.Theme
	Empty      string // what is said where there are no rows
	Selected   int    // row; −1: none
	Also       []int  // rows that are selected besides
	SortColumn int    // −1: none
	Descending bool
	Match      func(row int) bool // what a search found; nil: no search
}

// NewGrid makes an empty grid, whose Escape sends [screen.Escape]. The keys for copying are about what is selected in
// the window.
func NewGrid(send screen.Send) *Grid {
	g := &Grid{HoverRow: -1, widths: widths{from: nowhere}, State: GridState{Theme: &scene.Light, Selected: -1, SortColumn: -1}}
	g.Escape = func() { send(screen.Escape{}) }
	g.unselected = func() { send(Unselected()) }
	g.Surface = New(g, send)
	g.Selected = func() (at scene.Point, ok bool) {
		row := g.State.Selected
		if row < 0 || row >= g.rows() || g.MenuOf == nil {
			return at, false
		}
		g.reveal()
		g.clamp()
		g.Repaint()
		y := g.Area().Y0 + table.HeaderHeight + (float64(row)+0.5)*table.RowHeight - g.Above
		return scene.Point{X: min(120, g.Area().W()/2), Y: y}, true
	}
	return g
}

// Set shows a state. A newly selected row comes into sight.
func (g *Grid) Set(s GridState) {
	before := g.State
	defer g.judgeTip()
	g.State = s
	if before.Table != nil && (s.SortColumn != before.SortColumn || s.Descending != before.Descending) {
		g.last.sorted = true
		g.Rewind()
	}
	if g.last.sorted && before.Table != s.Table {
		g.last.sorted = false
		g.Rewind()
	} else if s.Selected >= 0 && (s.Selected != before.Selected || before.Table != s.Table) {
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
	g.Above = (float64(row)+0.5)*table.RowHeight - g.space()/2
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

// View returns the table part that is on the screen.
func (g *Grid) View() table.View {
	s := &g.State
	area := g.table()
	if space := g.width(); space > area.W() {
		area.X0, area.X1 = -g.left, space-g.left
	}
	return table.View{
		Widths: g.widths.of(s.Table), Area: area, Top: g.Above, Theme: s.Theme, Selected: s.Selected, Also: s.Also, Hover: g.HoverRow,
		SortColumn: s.SortColumn, Descending: s.Descending, Match: s.Match,
	}
}

// Paint implements [Picture].
func (g *Grid) Paint(cv scene.Canvas) {
	if g.rows() == 0 {
		PaintEmpty(cv, g.State.Theme, g.State.Empty)
		return
	}
	area, in := g.Area(), g.table()
	if in.Y1 < area.Y1 {
		cv.Fill(scene.Rect{Y0: in.Y1, X1: in.X1, Y1: area.Y1}, g.State.Theme.Background)
	}
	cv.PushClip(in)
	g.State.Table.Paint(cv, g.View())
	cv.PopClip()
	if in.X1 < area.X1 {
		cv.Fill(scene.Rect{X0: in.X1, X1: area.X1, Y1: area.Y1}, g.State.Theme.Background)
		cv.Fill(scene.Rect{X0: in.X1, X1: area.X1, Y1: table.HeaderHeight - 1}, g.State.Theme.Surface)
		cv.Fill(scene.Rect{X0: in.X1, X1: area.X1, Y0: table.HeaderHeight - 1, Y1: table.HeaderHeight}, g.State.Theme.Line)
	}
	rows := area
	rows.Y0, rows.Y1 = rows.Y0+table.HeaderHeight, in.Y1
	PaintThumb(cv, g.State.Theme, rows, g.Above, g.State.Table.Height()-table.HeaderHeight)
	paintThumbBelow(cv, g.State.Theme, area, g.left, g.width())
}

// table is where the table is: beside the mark for what is visible if not all rows are, and above the one if not all
// columns are.
func (g *Grid) table() scene.Rect {
	area, t := g.Area(), g.State.Table
	if t == nil {
		return area
	}
	wide := g.needs(area.W()) > area.W()
	if t.Height() > area.H() || wide && t.Height() > area.H()-ThumbSpace {
		area.X1 -= ThumbSpace
		wide = g.needs(area.W()) > area.W()
	}
	if wide {
		area.Y1 -= ThumbSpace
	}
	return area
}

// space is the height for rows.
func (g *Grid) space() float64 { return g.table().H() - table.HeaderHeight }

// width returns the table's width: what does not fit is scrolled, where that was wanted or columns were drawn wider.
func (g *Grid) width() float64 { return g.needs(g.table().W()) }

// needs is the width of the table if so much is available.
func (g *Grid) needs(w float64) float64 {
	switch t := g.State.Table; {
	case t == nil:
	case g.widths.any(t):
		w = max(w, t.Width(g.widths.of(t)))
	case g.Sideways:
		w = max(w, t.WidthIn(w))
	default:
		w = max(w, t.Needs(nil))
	}
	return w
}

func (g *Grid) clamp() {
	g.left = math.Max(0, math.Min(g.left, g.width()-g.table().W()))
	if g.rows() == 0 {
		g.Above = 0
		return
	}
	g.Above = math.Max(0, math.Min(g.Above, g.State.Table.Height()-g.table().H()))
}

// judgeTip ends a tip whose row or heading is elsewhere by now.
func (g *Grid) judgeTip() {
	if text := g.TipText(); text != "" && text != g.tipAt(g.pointer) {
		g.HideTip()
	}
}

// reveal scrolls as little as is needed for the selected row.
func (g *Grid) reveal() {
	y := float64(g.State.Selected) * table.RowHeight
	space := g.space()
	g.Above = math.Min(g.Above, y)
	if y+table.RowHeight > g.Above+space {
		g.Above = y + table.RowHeight - space
	}
}

// Resized implements [Picture]: a selected row that was in sight stays there.
func (g *Grid) Resized() {
	defer g.judgeTip()
	y := float64(g.State.Selected) * table.RowHeight
	seen := g.State.Selected >= 0 && (g.last.space <= 0 || y >= g.Above-table.RowHeight/2 && y+table.RowHeight/2 <= g.Above+g.last.space)
	if g.last.space = g.space(); seen {
		g.reveal()
	}
	g.clamp()
}

// tipAt says what a heading or row means, and what stands in full where a cell is cut.
func (g *Grid) tipAt(at scene.Point) string {
	if g.rows() == 0 {
		return ""
	}
	t, view := g.State.Table, g.View()
	if c := t.ColumnAt(view, at); c >= 0 {
		text := lang.Sentences(strings.Split(t.Columns[c].Help, "\n")...)
		if t.Cuts(view, c) {
			text = strings.TrimSpace(t.Columns[c].Title + "\n" + text)
		}
		return text
	}
	note := ""
	if row := t.RowAt(view, at); row >= 0 && t.Note != nil {
		note = t.Note(row)
	}
	if whole := t.CutAt(view, at); !strings.Contains(note, whole) {
		return strings.TrimSpace(whole + "\n" + note)
	}
	return note
}

// Hover implements [Picture]: headings and rows say what they mean.
func (g *Grid) Hover(at scene.Point) {
	g.pointer = at
	if g.rows() == 0 {
		return
	}
	t, view := g.State.Table, g.View()
	row := t.RowAt(view, at)
	g.ShowTip(g.tipAt(at), at)
	g.Shape = desktop.DefaultCursor
	if c, _ := t.EdgeAt(view, at); c >= 0 {
		g.Shape = desktop.HResizeCursor
	}
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
	if c, _ := t.EdgeAt(view, p.At); c >= 0 && c < len(view.Widths) && view.Widths[c] > 0 {
		if p.Count == 2 { // as wide as it was
			g.widths.set(t, c, 0)
			g.redraw()
		}
		return
	}
	if c := t.ColumnAt(view, p.At); c >= 0 {
		if p.Button == desktop.MouseButtonPrimary {
			call(g.Sort, c)
		}
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
	if g.Clicked == nil || !g.Clicked(row, p) {
		call(g.Pick, row)
		if g.Cell != nil && p.Button == desktop.MouseButtonPrimary {
			heading := p.At
			heading.Y = view.Area.Y0 + 1
			g.Cell(row, t.ColumnAt(view, heading))
		}
	}
	if p.Button == desktop.MouseButtonSecondary && g.MenuOf != nil {
		if m := g.MenuOf(row); m != nil {
			g.PopUp(m, p.Abs)
		}
	}
}

func call(f func(int), i int) {
	if f != nil {
		f(i)
	}
}

// Drag implements [Picture]: a heading's edge makes its column wider, anything else moves the table.
func (g *Grid) Drag(dx, dy float64, p Pointer) {
	t := g.State.Table
	if t == nil || g.rows() == 0 {
		return
	}
	if w := &g.widths; w.from != g.Pressed.At { // a drag begins
		w.from = g.Pressed.At
		w.column, w.width = t.EdgeAt(g.View(), g.Pressed.At)
	}
	if g.widths.column < 0 {
		g.move(dx, dy)
		return
	}
	g.widths.set(t, g.widths.column, max(minColumn, g.widths.width+p.At.X-g.Pressed.At.X))
	g.redraw()
}

// LetGo implements [Picture].
func (g *Grid) LetGo() { g.widths.from = nowhere }

func (g *Grid) redraw() {
	g.Leave()
	g.clamp()
	g.Repaint()
}

// Scroll implements [Picture].
func (g *Grid) Scroll(dx, dy float64, p Pointer) bool {
	if p.Mods&fyne.KeyModifierShift != 0 && dx == 0 {
		dx, dy = dy, 0
	}
	left, above := g.left, g.Above
	g.move(dx*2, dy*2)
	return g.left != left || g.Above != above
}

func (g *Grid) move(dx, dy float64) {
	g.Above -= dy
	g.left -= dx
	g.redraw()
}

// walking are the keys that act on rows.
var walking = []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyPageDown,
	fyne.KeyHome, fyne.KeyEnd, fyne.KeyReturn, fyne.KeyEnter}

// Key implements [Picture].
func (g *Grid) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	rows := g.rows()
	if name == fyne.KeyEscape && g.Escape != nil {
		g.Escape()
		return true
	}
	if rows == 0 {
		if slices.Contains(walking, name) {
			g.unselected()
		}
		return false
	}
	page := max(1, int(g.table().H()/table.RowHeight)-2)
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
		if to < 0 {
			g.unselected()
		} else {
			call(g.Open, to)
		}
		return true
	default:
		return g.Keys != nil && g.Keys(to, name)
	}
	call(g.Pick, max(0, min(to, rows-1)))
	return true
}

// InSight returns the table part that is on the screen.
func (g *Grid) InSight() (s ask.Sight) {
	rows := g.rows()
	space := g.space()
	if rows == 0 || float64(rows)*table.RowHeight <= space {
		return s
	}
	s.From = int(g.Above/table.RowHeight + 0.5)
	s.To = min(rows, max(s.From+1, int((g.Above+space)/table.RowHeight)))
	return s
}
