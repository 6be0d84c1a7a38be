package views

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/timeline/figures"
)

// plotView shows the plot of a panel.
type plotView struct {
	*surface
	of    *panelView
	panel *figures.Panel
	theme *scene.Theme
	tip   *tip
	band  outline
	from  float64 // where a drag began
	to    float64
}

func newPlotView(of *panelView) *plotView {
	v := &plotView{of: of, tip: newTip(), band: newOutline(1), from: math.NaN(), theme: &scene.Light}
	v.surface = newSurface(v, v.band.rect, v.tip.box)
	return v
}

func (v *plotView) show(p *figures.Panel, t *scene.Theme) {
	v.panel, v.theme = p, t
	v.tip.hide()
	v.repaint()
}

// paint implements picture.
func (v *plotView) paint(cv scene.Canvas) {
	if v.panel != nil {
		v.panel.Plot.Paint(cv, v.area(), v.theme)
	}
}

// over implements picture.
func (v *plotView) over(at scene.Point) {
	if v.panel != nil && math.IsNaN(v.from) {
		v.tip.show(v.panel.Plot.Tip(v.area(), at), at, v.Size(), v.theme)
	}
}

// out implements picture.
func (v *plotView) out() { v.tip.hide() }

// clicked implements picture.
func (v *plotView) clicked(p pointer) {
	if v.panel == nil {
		return
	}
	var t figures.Target
	if v.panel.At != nil {
		t = v.panel.At(v.area(), p.at)
	}
	switch {
	case p.button == desktop.MouseButtonSecondary:
		v.popUp(v.of.menu(t, -1), p.abs)
	case t.Pick != nil:
		v.of.send(screen.Choose{Change: t.Pick})
	default:
		v.of.act(t)
	}
}

// dragged implements picture: it draws what is between two places.
func (v *plotView) dragged(_, _ float64, p pointer) {
	if v.panel == nil || v.panel.Drag == nil {
		return
	}
	if math.IsNaN(v.from) {
		v.from = v.pressed.at.X
		v.out()
	}
	v.to = p.at.X
	a := v.area()
	v.band.show(scene.Rect{X0: min(v.from, v.to), X1: max(v.from, v.to), Y0: a.Y0, Y1: a.Y1}, a, v.theme.Selection)
}

// dragEnded implements dragEnder.
func (v *plotView) dragEnded() {
	if math.IsNaN(v.from) {
		return
	}
	from, to := v.from, v.to
	v.from = math.NaN()
	v.band.hide()
	if v.panel == nil || v.panel.Drag == nil {
		return
	}
	if t := v.panel.Drag(v.area(), from, to); t.Pick != nil {
		v.of.send(screen.Choose{Change: t.Pick})
	} else {
		v.of.act(t)
	}
}

// scrolled implements picture.
func (v *plotView) scrolled(_, _ float64, _ pointer) {}

// resized implements picture.
func (v *plotView) resized() { v.out() }

// key implements picture.
func (v *plotView) key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if name == fyne.KeyEscape {
		v.of.send(screen.Escape{})
		return true
	}
	return false
}

// rune implements picture.
func (v *plotView) rune(rune) bool { return false }
