package timeline

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/timeline/figures"
	"profstation/views/surface"
)

// plotView shows the plot of a panel.
type plotView struct {
	*surface.Surface
	surface.Inert
	of    *panelView
	panel *figures.Panel
	band  surface.Outline
	from  float64 // where a drag began
	to    float64
}

func newPlotView(of *panelView) *plotView {
	v := &plotView{of: of, from: math.NaN()}
	v.Surface = surface.New(v)
	v.band = v.NewOutline(1)
	return v
}

func (v *plotView) show(p *figures.Panel, t *scene.Theme) {
	v.panel = p
	v.SetTheme(t)
	v.HideTip()
	v.Repaint()
}

// Paint implements [surface.Picture].
func (v *plotView) Paint(cv scene.Canvas) {
	if v.panel != nil {
		v.panel.Plot.Paint(cv, v.Area(), v.Theme)
	}
}

// Hover implements [surface.Picture].
func (v *plotView) Hover(at scene.Point) {
	if v.panel != nil && math.IsNaN(v.from) {
		v.ShowTip(v.panel.Plot.Tip(v.Area(), at), at)
	}
}

// Leave implements [surface.Picture].
func (v *plotView) Leave() { v.HideTip() }

// Click implements [surface.Picture].
func (v *plotView) Click(p surface.Pointer) {
	if v.panel == nil {
		return
	}
	var t figures.Target
	if v.panel.At != nil {
		t = v.panel.At(v.Area(), p.At)
	}
	if p.Button == desktop.MouseButtonSecondary {
		v.PopUp(v.of.menu(t, -1), p.Abs)
		return
	}
	v.of.pointed(t)
}

// Drag implements [surface.Picture]: it draws what is between two places.
func (v *plotView) Drag(_, _ float64, p surface.Pointer) {
	if v.panel == nil || v.panel.Drag == nil {
		return
	}
	if math.IsNaN(v.from) {
		v.from = v.Pressed.At.X
		v.Leave()
	}
	v.to = p.At.X
	a := v.Area()
	v.band.Surround(scene.Rect{X0: min(v.from, v.to), X1: max(v.from, v.to), Y0: a.Y0, Y1: a.Y1}, a, v.Theme.Selection)
}

// LetGo implements [surface.Picture].
func (v *plotView) LetGo() {
	if math.IsNaN(v.from) {
		return
	}
	from, to := v.from, v.to
	v.from = math.NaN()
	v.band.Hide()
	if v.panel.Drag != nil {
		v.of.pointed(v.panel.Drag(v.Area(), from, to))
	}
}

// Resized implements [surface.Picture].
func (v *plotView) Resized() { v.Leave() }

// Key implements [surface.Picture].
func (v *plotView) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if name == fyne.KeyEscape {
		v.of.send(screen.Escape{})
		return true
	}
	return false
}
