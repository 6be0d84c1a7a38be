package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/internal/viewtest"
	"profstation/scene"
)

// forgetful is a driver that knows the window of what it painted alone, as that of a real window does: of a
// surface, and not of what is hidden on it.
type forgetful struct {
	fyne.Driver
	of      fyne.CanvasObject
	painted []fyne.CanvasObject
}

func (d *forgetful) CanvasForObject(o fyne.CanvasObject) fyne.Canvas {
	if o != d.of {
		return nil
	}
	return noting{d.Driver.CanvasForObject(o), d}
}

type noting struct {
	fyne.Canvas
	by *forgetful
}

func (c noting) Refresh(o fyne.CanvasObject) { c.by.painted = append(c.by.painted, o) }

type driven struct {
	fyne.App
	driver fyne.Driver
}

func (a driven) Driver() fyne.Driver { return a.driver }

// What a key shows for the first time is painted: nothing else may ask for it, as the pointer does by moving.
func TestFirstShownIsPainted(t *testing.T) {
	app := test.NewTempApp(t)
	g := NewGrid(nil)
	o := g.NewOutline(1)
	viewtest.Window(t, g.Surface, 300, 100)
	d := &forgetful{Driver: app.Driver(), of: g.Surface}
	fyne.SetCurrentApp(driven{app, d})
	defer fyne.SetCurrentApp(app)
	o.Surround(scene.Rect{X0: 1, Y0: 1, X1: 9, Y1: 9}, g.Area(), scene.Color{A: 255})
	if len(d.painted) != 1 || d.painted[0] != fyne.CanvasObject(o.Rectangle) {
		t.Errorf("of an outline %v was painted", d.painted)
	}
	d.painted = nil
	g.ShowTip("what it is", scene.Point{X: 5, Y: 5})
	if len(d.painted) != 1 || d.painted[0] != fyne.CanvasObject(g.tip.box) {
		t.Errorf("of a tip %v was painted", d.painted)
	}
}
