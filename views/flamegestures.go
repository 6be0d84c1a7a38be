package views

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/scene"
)

// over implements picture.
func (v *FlameView) over(at scene.Point) {
	if v.chart == nil {
		return
	}
	ref := v.chart.At(v.view(), v.style, at)
	if ref == flame.None {
		v.out()
		return
	}
	if ref != v.hover {
		v.hover = ref
		v.hovered.show(v.chart.Rect(v.view(), v.style, ref), v.area(), v.style.Theme.Hover)
		if v.twin != nil {
			v.twin.over(ref)
		}
	}
	v.tip.show(v.chart.Describe(ref)+v.chart.DescribeNode(ref), at, v.Size(), v.style.Theme)
}

// out implements picture.
func (v *FlameView) out() {
	if v.hover != flame.None && v.twin != nil {
		v.twin.over(flame.None)
	}
	v.hover = flame.None
	v.hovered.hide()
	v.tip.hide()
}

// clicked implements picture.
func (v *FlameView) clicked(p pointer) {
	if v.chart == nil {
		return
	}
	ref := v.chart.At(v.view(), v.style, p.at)
	if ref == flame.None {
		return
	}
	box := v.chart.Box(ref)
	switch {
	case p.button == desktop.MouseButtonSecondary:
		if box.Node != model.NoNode {
			v.out()
			v.selectBox(ref)
			v.menu(ref, p.abs)
		}
	case p.count == 2:
		v.zoomTo(ref)
	case box.Merged > 0:
		v.zoomIntoMerged(box)
	default:
		v.selectBox(ref)
	}
}

// zoomIntoMerged moves the window onto the first of merged neighbours, so many
// that each is wide enough to be seen when they are resolved.
func (v *FlameView) zoomIntoMerged(b flame.Box) {
	width := float64(b.X1 - b.X0)
	if room := v.area().W() / narrow; float64(b.Merged) > room {
		width *= room / float64(b.Merged)
	}
	v.glide(flame.Window{From: float64(b.X0), To: float64(b.X0) + width})
	time.AfterFunc(200*time.Millisecond, func() { v.post(v.changed) })
}

// narrow is how many pixels a box should have at least to be worth a look.
const narrow = 3

func (v *FlameView) names(path []model.NodeID) []string {
	names := make([]string, len(path))
	for i, n := range path {
		names[i] = v.chart.Result.Nodes.Node(n).String()
	}
	return names
}

func (v *FlameView) selectBox(ref flame.Ref) {
	b := v.chart.Box(ref)
	if b.Node == model.NoNode {
		v.send(screen.Select{})
		return
	}
	v.send(screen.Select{Selection: screen.Selection{
		Node: v.chart.Result.Nodes.Node(b.Node).String(),
		Path: v.names(v.chart.Path(ref)), Callers: ref.Callers,
	}})
}

func (v *FlameView) zoomTo(ref flame.Ref) {
	b := v.chart.Box(ref)
	if b.Merged > 0 {
		v.zoomIntoMerged(b)
		return
	}
	v.send(screen.Zoom{Path: v.names(v.chart.Path(ref)), Callers: ref.Callers})
}

// menu opens the context menu of a box.
func (v *FlameView) menu(ref flame.Ref, at fyne.Position) {
	r, n := v.chart.Result, v.chart.Box(ref).Node
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Zoom to this box"), func() { v.zoomTo(ref) })}
	items = append(items, elsewhere(r, n, v.send, v.tabs, screen.PeekTab, screen.SourceTab)...)
	v.popUp(nodeMenu(r, n, v.send, items...), at)
}

// dragged implements picture: the picture follows the pointer.
func (v *FlameView) dragged(dx, dy float64, p pointer) {
	if v.chart == nil {
		return
	}
	v.stop()
	move := dx / v.area().W() * v.window.W()
	v.window.From -= move
	v.window.To -= move
	v.top -= dy
	v.changed()
}

// scrolled implements picture: the wheel moves over rows, with Shift along
// them, with Ctrl it zooms at the pointer.
func (v *FlameView) scrolled(dx, dy float64, p pointer) {
	if v.chart == nil {
		return
	}
	v.stop()
	switch {
	case p.mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		v.zoomAt(p.at.X, math.Exp(-(dy+dx)/zoomNotch))
	case p.mods&fyne.KeyModifierShift != 0 && dx == 0:
		v.pan(-dy)
	default:
		v.pan(-dx)
		v.top -= dy * 2
	}
	v.changed()
}

func (v *FlameView) pan(pixels float64) {
	move := pixels / v.area().W() * v.window.W()
	v.window.From += move
	v.window.To += move
}

// zoomAt scales the window by a factor around a point.
func (v *FlameView) zoomAt(x, factor float64) {
	at := v.window.From + x/v.area().W()*v.window.W()
	w := v.widthIn(v.window.W() * factor)
	from := at - x/v.area().W()*w
	v.window = flame.Window{From: from, To: from + w}
}

// key implements picture.
func (v *FlameView) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if v.chart == nil {
		return false
	}
	switch name {
	case fyne.KeyUp:
		v.walk(v.inwards(false))
	case fyne.KeyDown:
		v.walk(v.inwards(true))
	case fyne.KeyLeft:
		v.walk(flame.Left)
	case fyne.KeyRight:
		v.walk(flame.Right)
	case fyne.KeyReturn, fyne.KeyEnter:
		if v.details != nil && v.chart.Has(v.details.Box) {
			v.zoomTo(v.details.Box)
		}
	case fyne.KeyHome:
		v.send(screen.Zoom{})
	case fyne.KeyPageUp:
		v.top -= v.area().H() * 0.8
		v.changed()
	case fyne.KeyPageDown:
		v.top += v.area().H() * 0.8
		v.changed()
	case fyne.KeyEscape:
		v.send(screen.Escape{})
	default:
		return false
	}
	return true
}

// inwards tells the direction of an arrow key on the screen, where callers
// stand on the other side of the pivot than callees.
func (v *FlameView) inwards(down bool) flame.Step {
	callers := v.details != nil && v.details.Box.Callers
	if down != v.style.RootDown != callers {
		return flame.Inwards
	}
	return flame.Outwards
}

func (v *FlameView) walk(step flame.Step) {
	from := flame.Ref{}
	if v.details != nil && v.chart.Has(v.details.Box) {
		from = v.details.Box
	}
	to := v.chart.Move(from, step)
	if to == from && step == flame.Outwards && v.chart.Up != nil && !from.Callers {
		to = v.chart.Move(flame.Ref{Callers: true}, flame.Inwards)
	}
	v.selectBox(to)
	v.reveal(to)
}

// revealSelected brings a box into sight that was picked elsewhere.
func (v *FlameView) revealSelected() {
	if v.details != nil && v.chart.Has(v.details.Box) {
		v.reveal(v.details.Box)
	}
}

// reveal scrolls until a box is in sight.
func (v *FlameView) reveal(ref flame.Ref) {
	r := v.chart.Rect(v.view(), v.style, ref)
	area := v.area()
	moved := false
	if r.Y0 < area.Y0 {
		v.top -= area.Y0 - r.Y0
		moved = true
	}
	if r.Y1 > area.Y1 {
		v.top += r.Y1 - area.Y1
		moved = true
	}
	if r.X1 < area.X0+8 || r.X0 > area.X1-8 {
		v.pan((r.X0+r.X1)/2 - area.W()/2)
		moved = true
	}
	if moved {
		v.changed()
	}
}

// rune implements picture.
func (v *FlameView) rune(r rune) bool {
	if v.chart == nil {
		return false
	}
	center := v.area().W() / 2
	switch r {
	case '+', '=', 'w':
		v.zoomAt(center, 0.7)
	case '-', 's':
		v.zoomAt(center, 1/0.7)
	case 'a':
		v.pan(-v.area().W() / 5)
	case 'd':
		v.pan(v.area().W() / 5)
	case 'h':
		from := flame.Ref{}
		if v.details != nil && v.chart.Has(v.details.Box) {
			from = v.details.Box
		}
		to := v.chart.Hottest(from)
		v.selectBox(to)
		v.reveal(to)
		return true
	default:
		return false
	}
	v.changed()
	return true
}
