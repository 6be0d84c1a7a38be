package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/table"
)

// A table in a page that scrolls takes the wheel while it moves by it, and the page takes the rest.
func TestWheelPassesOn(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	page := NewScroll(container.New(tall{}, g.Surface))
	viewtest.Window(t, page, 300, 300)
	g.Mods = func() fyne.KeyModifier { return 0 }
	rows := func(n int) {
		g.Set(GridState{Theme: &scene.Light, Selected: -1, SortColumn: -1, Table: &table.Table{
			Columns: []table.Column{{Title: "name"}}, Rows: n, Cell: func(int, int) string { return "row" },
		}})
	}
	wheel := func(by float32) { viewtest.Wheel(g.Surface, 100, 100, 0, by) }

	rows(100)
	wheel(-20)
	if g.Above == 0 || page.Offset.Y != 0 {
		t.Errorf("a table that can scroll is %v down, the page %v", g.Above, page.Offset.Y)
	}
	wheel(-10000)
	if page.Offset.Y != 0 {
		t.Errorf("the page moved by %v with the table", page.Offset.Y)
	}
	wheel(-20)
	down := page.Offset.Y
	if down == 0 {
		t.Error("the page stays where it is at the end of the table")
	}
	rows(1)
	wheel(-20)
	if page.Offset.Y <= down {
		t.Error("the page stays where it is under a table that fits")
	}
}

// tall is the layout of a page that is three times as high as its window.
type tall struct{}

func (tall) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(100, 900) }

func (tall) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }
