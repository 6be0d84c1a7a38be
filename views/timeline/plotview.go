package timeline

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/timeline/figures"
	"profstation/timeline/plot"
	"profstation/views/surface"
)

// plotView shows a panel's plot.
type plotView struct {
	*surface.Surface
	surface.Inert
	of    *panelView
	panel *figures.Panel
	band  surface.Outline
	mark  surface.Outline
	at    float64 // where keys have brought the mark; NaN: nowhere
	from  float64 // where a drag began
	to    float64
}

func newPlotView(of *panelView) *plotView {
	v := &plotView{of: of, at: math.NaN(), from: math.NaN()}
	v.Surface = surface.New(v, of.send)
	v.Selected = func() (at scene.Point, ok bool) { return v.marked(v.at), !math.IsNaN(v.at) }
	v.band, v.mark = v.NewOutline(1), v.NewOutline(1)
	return v
}

func (v *plotView) show(p *figures.Panel, t *scene.Theme) {
	if v.panel != p {
		v.Leave() // what a tip explains, or a mark is on, may be elsewhere
	}
	v.panel = p
	v.SetTheme(t)
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
func (v *plotView) Leave() {
	v.HideTip()
	v.mark.Hide()
	v.at = math.NaN()
}

// Left ends the keyboard walk: the keyboard has gone elsewhere.
func (v *plotView) Left() { v.Leave() }

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

// Key implements [surface.Picture]: arrows move a mark to what the plot has to say beside it, and Enter
// does there what a click does.
func (v *plotView) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if v.panel == nil {
		return false
	}
	a := v.Area()
	switch name {
	case fyne.KeyEscape:
		v.Leave()
		v.of.send(screen.Escape{})
	case fyne.KeyRight:
		v.navigate(1)
	case fyne.KeyLeft:
		v.navigate(-1)
	case fyne.KeyHome:
		v.step(a.X0, 1, markStep)
	case fyne.KeyEnd:
		v.step(a.X1, -1, markStep)
	case fyne.KeyReturn, fyne.KeyEnter:
		switch {
		case math.IsNaN(v.at):
			v.of.send(screen.Remark{Text: lang.L("Nothing is chosen in the plot: the arrows walk along it.")})
		case v.panel.At != nil:
			v.of.pointed(v.panel.At(a, v.marked(v.at)))
		}
	default:
		return false
	}
	return true
}

// marked returns a mark's point: near the foot of what the plot draws, where it has something to say at any place.
func (v *plotView) marked(x float64) scene.Point { return scene.Point{X: x, Y: plot.Foot(v.Area())} }

const markStep = 8.0 // the min distance in pixels that a key moves a mark, where the plot knows no better one

// walk goes on from the mark. Without one it begins where the plot says, else at the side.
func (v *plotView) navigate(by float64) {
	a := v.Area()
	from, minStep := v.at, markStep
	if w, ok := v.panel.Plot.(plot.Walker); ok {
		begin, step := w.Begin(a)
		minStep = max(minStep, step)
		if math.IsNaN(from) {
			from = begin
		}
	}
	switch {
	case !math.IsNaN(from):
		v.step(from, by, minStep)
	case by > 0:
		v.step(a.X0, by, markStep)
	default:
		v.step(a.X1, by, markStep)
	}
}

// step moves the mark until the plot says something else there than where it comes from.
func (v *plotView) step(from, by, minStep float64) {
	a := v.Area()
	says := func(x float64) string { return v.panel.Plot.Tip(a, v.marked(x)) }
	before := says(from)
	for x := from + by*minStep; x > a.X0 && x < a.X1; x += by {
		if text := says(x); text != "" && text != before {
			v.at = x
			v.mark.Surround(scene.Rect{X0: x, X1: x + 1, Y0: a.Y0, Y1: a.Y1}, a, v.Theme.Selection)
			v.ShowTip(text, v.marked(x))
			return
		}
	}
	v.of.send(screen.Remark{Text: lang.L("The plot has nothing more on that side.")})
}
