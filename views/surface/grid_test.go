package surface

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/table"
)

// What is in sight of a table are the rows that are seen in full; of one that fits,
// all are.
func TestGridInSight(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, table.HeaderHeight+5*table.RowHeight)
	rows := func(n int) GridState {
		return GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{Columns: []table.Column{{Title: "a"}}, Rows: n, Cell: func(int, int) string { return "" }}}
	}
	g.Set(rows(5))
	if s := g.InSight(); s.Scrolled() {
		t.Errorf("of five rows %+v are in sight", s)
	}
	g.Set(rows(100))
	if s := g.InSight(); s != (ask.Sight{From: 0, To: 5}) {
		t.Errorf("at the top %+v", s)
	}
	g.Center(50)
	if s := g.InSight(); s.To-s.From != 5 || s.From > 50 || s.To <= 50 {
		t.Errorf("around row 50 %+v", s)
	}
	g.move(0, -1e9)
	if s := g.InSight(); s != (ask.Sight{From: 95, To: 100}) {
		t.Errorf("at the end %+v", s)
	}
	g.Set(GridState{Theme: &scene.Light, Selected: -1})
	if s := g.InSight(); s.Scrolled() {
		t.Errorf("of nothing %+v is in sight", s)
	}
}

// Where columns are scrolled to, the mark for that stands below the last row and not on it, also if the rows fit else.
func TestGridLastRowIsAboveTheMark(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	g.Sideways = true
	viewtest.Window(t, g.Surface, 300, table.HeaderHeight+5*table.RowHeight)
	for _, rows := range []int{4, 5, 100} {
		for _, wide := range []bool{false, true} {
			width := 60.0
			if wide {
				width = 600
			}
			g.Set(GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{Columns: []table.Column{{Title: "a", Width: width}, {Title: "b", Width: 60}},
				Rows: rows, Cell: func(int, int) string { return "x" }}})
			g.move(0, -1e9)
			area := g.Area()
			foot := area.Y1
			if wide {
				foot -= ThumbSpace
			}
			end := area.Y0 + table.HeaderHeight + float64(rows)*table.RowHeight - g.Above
			if end > foot || rows > 5 && end < foot {
				t.Errorf("%d rows, wide %v: the last ends at %v, the table at %v", rows, wide, end, foot)
			}
			if at := (scene.Point{X: 10, Y: area.Y1 - 1}); wide && g.State.Table.RowAt(g.View(), at) >= 0 {
				t.Errorf("%d rows: a row is under the mark at the foot", rows)
			}
			g.Select(rows - 1)
			if s := g.InSight(); s.Scrolled() && s.To != rows {
				t.Errorf("%d rows, wide %v: the selected last row is not in sight: %+v", rows, wide, s)
			}
		}
	}
}

// sortable is a grid of 100 rows in 300 pixels: two figures of 60, and names.
func sortable(t testing.TB) (*Grid, func(column, selected int) GridState) {
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, table.HeaderHeight+5*table.RowHeight)
	return g, func(column, selected int) GridState {
		return GridState{Theme: &scene.Light, Selected: selected, SortColumn: column, Table: &table.Table{
			Columns: []table.Column{{Title: "a", Width: 60}, {Title: "b", Width: 60}, {Title: "name"}},
			Rows:    100, Cell: func(int, int) string { return "x" },
		}}
	}
}

// Sorted rows are shown from the first, whatever is selected, also those that come later.
func TestGridSortsToTheTop(t *testing.T) {
	g, state := sortable(t)
	g.Set(state(0, 70))
	if g.Above == 0 {
		t.Fatal("the selected row is not in sight")
	}
	old := g.State
	old.SortColumn = 1 // the rows are being sorted
	g.Set(old)
	if g.Above != 0 {
		t.Errorf("while rows are sorted %v lies above", g.Above)
	}
	if g.Set(state(1, 30)); g.Above != 0 {
		t.Errorf("after sorting %v lies above", g.Above)
	}
	if g.Set(state(1, 31)); g.Above == 0 {
		t.Error("a row that is selected later does not come into sight")
	}
}

// The other button of the mouse sorts nothing.
func TestGridSortsByTheFirstButton(t *testing.T) {
	g, state := sortable(t)
	sorted := -1
	g.Sort = func(c int) { sorted = c }
	g.Set(state(0, -1))
	heading := Pointer{At: scene.Point{X: 90, Y: 10}, Button: desktop.MouseButtonSecondary, Count: 1}
	if g.Click(heading); sorted >= 0 {
		t.Errorf("the second button sorts by column %d", sorted)
	}
	heading.Button = desktop.MouseButtonPrimary
	if g.Click(heading); sorted != 1 {
		t.Errorf("the first button sorts by column %d", sorted)
	}
}

// A tip stays while what it explains is under the pointer, whatever else changes.
func TestGridTipGoesWithItsHeading(t *testing.T) {
	g, state := sortable(t)
	help := func(width float64) GridState {
		s := state(0, -1)
		for i := range s.Table.Columns {
			s.Table.Columns[i].Help = "about " + s.Table.Columns[i].Title
		}
		s.Table.Columns[0].Width = width
		return s
	}
	g.Set(help(60))
	if g.Hover(scene.Point{X: 90, Y: 10}); !strings.Contains(g.TipText(), "about b") {
		t.Fatalf("the tip is %q", g.TipText())
	}
	if g.Set(help(61)); g.TipText() == "" {
		t.Error("the tip is gone while its column is under the pointer")
	}
	if g.Set(help(160)); g.TipText() != "" {
		t.Errorf("another column is under the pointer, and the tip is %q", g.TipText())
	}
}

// The edge of a heading draws its column wider; twice clicked it is as it was.
func TestGridColumnsByMouse(t *testing.T) {
	g, state := sortable(t)
	sorted := -1
	g.Sort = func(c int) { sorted = c }
	g.Set(state(0, -1))
	own := g.State.Table.Width(nil)
	viewtest.Drag(g.Surface, 60, 10, 25, 0)
	g.LetGo()
	if w := g.widths.of(g.State.Table); len(w) != 3 || w[0] != 85 || w[1] != 0 {
		t.Fatalf("the columns are %v wide", w)
	}
	if g.Above != 0 || sorted >= 0 {
		t.Errorf("dragging a column scrolled by %v and sorted by %d", g.Above, sorted)
	}
	g.Set(state(1, -1)) // the next table has it too
	if w := g.View().Widths; w[0] != 85 {
		t.Errorf("the next table has columns of %v", w)
	}
	viewtest.Drag(g.Surface, 85, 10, -500, 0)
	g.LetGo()
	if w := g.View().Widths; w[0] != minColumn {
		t.Errorf("the narrowest column is %v wide", w[0])
	}
	for range 2 {
		viewtest.Click(g.Surface, minColumn, 10)
	}
	if w := g.State.Table.Width(g.View().Widths); w != own || sorted >= 0 {
		t.Errorf("after a double click on the edge the table is %v wide, want %v; sorted by %d", w, own, sorted)
	}
	viewtest.Drag(g.Surface, 30, 60, 0, -40)
	if g.Above == 0 {
		t.Error("a drag elsewhere does not scroll")
	}
}

// No figure stands under the mark of what is visible.
func TestGridLeavesRoomForTheThumb(t *testing.T) {
	g, state := sortable(t)
	g.Set(state(0, -1))
	if v := g.View(); v.Area.X1 > g.Area().X1-thumbWidth {
		t.Errorf("the table ends at %v of %v", v.Area.X1, g.Area().X1)
	}
	s := state(0, -1)
	s.Table.Rows = 3
	if g.Set(s); g.View().Area.X1 != g.Area().X1 {
		t.Error("a table that fits leaves room for a mark that is not there")
	}
}

// The selected row stays in sight when there is less room.
func TestGridKeepsTheRowInSight(t *testing.T) {
	g, state := sortable(t)
	g.Set(state(0, -1))
	g.Select(4)
	g.Resize(fyne.NewSize(300, table.HeaderHeight+2*table.RowHeight))
	if y := 4 * table.RowHeight; y < g.Above || y+table.RowHeight > g.Above+2*table.RowHeight {
		t.Errorf("row 4 is out of sight: %v lies above", g.Above)
	}
}

// A title that is cut stands in full in the tip of its heading.
func TestCutTitle(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, 100)
	const title = "a title that is long"
	g.Set(GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{
		Columns: []table.Column{{Title: title, Width: 60, Help: "What it means."}, {Title: "name"}}, Rows: 1, Cell: func(int, int) string { return "" },
	}})
	at := scene.Point{X: 20, Y: 10}
	if g.Hover(at); g.TipText() != "What it means." {
		t.Errorf("of a whole title it says %q", g.TipText())
	}
	g.widths.set(g.State.Table, 0, 60)
	if g.Hover(at); g.TipText() != title+"\nWhat it means." {
		t.Errorf("of a cut title it says %q", g.TipText())
	}
}

// So does the text of a cell, above what else its row says, unless that has it.
func TestCutCell(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, 100)
	const text = "a text that is much longer than its cell"
	note := "What the row is."
	g.Set(GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{
		Columns: []table.Column{{Title: "cut", Width: 60}, {Title: "name"}}, Rows: 1,
		Cell: func(_, col int) string { return []string{text, "short"}[col] },
		Note: func(int) string { return note },
	}})
	tip := func(x float64) string {
		g.Hover(scene.Point{X: x, Y: table.HeaderHeight + 5})
		return g.TipText()
	}
	if got := tip(20); got != text+"\n"+note {
		t.Errorf("of a cut cell it says %q", got)
	}
	if got := tip(200); got != note {
		t.Errorf("of a whole cell it says %q", got)
	}
	if note = text + " of the note"; tip(20) != note {
		t.Errorf("of a cut cell, whose note has its text, it says %q", tip(20))
	}
}
