package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

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

// A picture in a page takes the pointer and the wheel where it is seen, and nowhere else: above the page are bars.
func TestScrolledAway(t *testing.T) {
	const bar, width = 100, 300
	p := &counted{}
	s := New(p, func(screen.Intent) {})
	s.Mods = func() fyne.KeyModifier { return 0 }
	page := NewScroll(container.New(tall{}, s))
	c := viewtest.Window(t, Border(Space(width, bar), nil, nil, nil, page), width, 300).Canvas()
	page.ScrollToBottom()
	above, within := fyne.NewPos(width/2, bar/2), fyne.NewPos(width/2, bar+50)
	wheel := viewtest.Find[interface {
		fyne.CanvasObject
		fyne.Scrollable
	}](s)
	if len(wheel) != 1 {
		t.Fatalf("%d parts of a picture take the wheel", len(wheel))
	}
	gestures := func(at fyne.Position) (hovers, drags, wheels int) {
		*p = counted{}
		test.MoveMouse(c, fyne.NewPos(-1, -1))
		test.MoveMouse(c, at)
		s.Pressed = Pointer{At: scene.Point{X: -100}}
		test.Drag(c, at, 50, 50)
		wheel[0].Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at}, Scrolled: fyne.NewDelta(0, 10)})
		return p.hovers, p.drags, p.wheels
	}
	if hovers, drags, wheels := gestures(within); hovers != 1 || drags != 1 || wheels != 1 {
		t.Errorf("in sight, a picture sees a pointer %d times, a drag %d times, the wheel %d times", hovers, drags, wheels)
	}
	if hovers, drags, wheels := gestures(above); hovers+drags+wheels > 0 {
		t.Errorf("above its page, a picture sees a pointer %d times, a drag %d times, the wheel %d times", hovers, drags, wheels)
	}
}

// counted counts what reaches a picture.
type counted struct {
	Inert
	hovers, drags, wheels int
}

func (*counted) Paint(scene.Canvas) {}

func (*counted) Leave() {}

func (*counted) Click(Pointer) {}

func (*counted) Key(fyne.KeyName, fyne.KeyModifier) bool { return false }

func (c *counted) Hover(scene.Point) { c.hovers++ }

func (c *counted) Drag(float64, float64, Pointer) { c.drags++ }

func (c *counted) Scroll(float64, float64, Pointer) bool {
	c.wheels++
	return true
}

// tall is the layout of a page that is three times as high as its window.
type tall struct{}

func (tall) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(100, 900) }

func (tall) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }
