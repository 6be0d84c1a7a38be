package flame

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// Hover implements [surface.Picture].
func (v *View) Hover(at scene.Point) {
	if v.chart == nil {
		return
	}
	ref := v.chart.At(v.view(), v.style, at)
	if ref == flame.None {
		v.Leave()
		return
	}
	if ref != v.hover {
		v.hover = ref
		v.hovered.Surround(v.chart.Rect(v.view(), v.style, ref), v.area(), v.style.Theme.Hover)
		v.onHover(ref)
	}
	v.ShowTip(v.chart.Describe(ref)+v.chart.DescribeNode(ref), at)
}

// Leave implements [surface.Picture].
func (v *View) Leave() {
	if v.hover != flame.None {
		v.onHover(flame.None)
	}
	v.hover = flame.None
	v.hovered.Hide()
	v.HideTip()
}

// Click implements [surface.Picture].
func (v *View) Click(p surface.Pointer) {
	if v.chart == nil {
		return
	}
	ref := v.chart.At(v.view(), v.style, p.At)
	if ref == flame.None {
		return
	}
	box := v.chart.Box(ref)
	switch {
	case p.Button == desktop.MouseButtonSecondary:
		if box.Node != query.NoNode {
			v.Leave()
			v.selectBox(ref)
			v.menu(ref, p.Abs)
		}
	case p.Count == 2:
		v.zoomTo(ref)
	case box.Merged > 0:
		v.zoomIntoMerged(box)
	default:
		v.selectBox(ref)
	}
}

// zoomIntoMerged moves the window onto so many merged neighbours that each is wide enough to be seen.
func (v *View) zoomIntoMerged(b flame.Box) {
	width := float64(b.X1 - b.X0)
	if room := v.area().W() / narrow; float64(b.Merged) > room {
		width *= room / float64(b.Merged)
	}
	v.glide(flame.Window{From: float64(b.X0), To: float64(b.X0) + width})
	time.AfterFunc(200*time.Millisecond, func() { v.post(v.changed) })
}

// narrow is how many pixels a box should have at least to be worth a look.
const narrow = 3

func (v *View) selectBox(ref flame.Ref) {
	v.send(screen.Select{Selection: ask.SelectionOf(v.chart, ref)})
}

func (v *View) zoomTo(ref flame.Ref) {
	b := v.chart.Box(ref)
	if b.Merged > 0 {
		v.zoomIntoMerged(b)
		return
	}
	v.send(screen.Zoom{Path: ask.SelectionOf(v.chart, ref).Path, Callers: ref.Callers})
}

func (v *View) menu(ref flame.Ref, at fyne.Position) {
	zoom := fyne.NewMenuItem(lang.L("Zoom to this box"), func() { v.zoomTo(ref) })
	v.PopUp(surface.NodeMenu(v.chart.Result, v.chart.Box(ref).Node, v.send, ask.FlameTab, v.tabs, zoom), at)
}

// Drag implements [surface.Picture]: the picture follows the pointer.
func (v *View) Drag(dx, dy float64, p surface.Pointer) {
	if v.chart == nil {
		return
	}
	v.stop()
	v.pan(-dx)
	v.top -= dy
	v.changed()
}

// Scroll implements [surface.Picture]: the wheel moves over rows, with Shift along them, with Ctrl it zooms.
func (v *View) Scroll(dx, dy float64, p surface.Pointer) bool {
	if v.chart == nil {
		return false
	}
	v.stop()
	factor, right, down := surface.Wheel(dx, dy, p)
	if factor != 1 {
		v.zoomAt(p.At.X, factor)
	}
	v.pan(right)
	v.top += down
	v.changed()
	return true
}

func (v *View) pan(pixels float64) {
	v.window = v.window.Moved(pixels / v.area().W())
}

func (v *View) zoomAt(x, factor float64) {
	v.window = v.window.Zoomed(x/v.area().W(), v.widthIn(v.window.W()*factor))
}

var keys = surface.Keys[*View]{
	fyne.KeyUp:       func(v *View) { v.walk(v.inwards(false)) },
	fyne.KeyDown:     func(v *View) { v.walk(v.inwards(true)) },
	fyne.KeyLeft:     func(v *View) { v.walk(flame.Left) },
	fyne.KeyRight:    func(v *View) { v.walk(flame.Right) },
	fyne.KeyReturn:   zoomToSelected,
	fyne.KeyEnter:    zoomToSelected,
	fyne.KeyHome:     home,
	fyne.KeyPageUp:   func(v *View) { scroll(v, -0.8) },
	fyne.KeyPageDown: func(v *View) { scroll(v, 0.8) },
	fyne.KeyEscape:   func(v *View) { v.send(screen.Escape{}) },
}

var letters = surface.Letters[*View]{
	{"+=w", func(v *View) { v.zoom(0.7) }},
	{"-s", func(v *View) { v.zoom(1 / 0.7) }},
	{"a", func(v *View) { v.pan(-v.area().W() / 5); v.changed() }},
	{"d", func(v *View) { v.pan(v.area().W() / 5); v.changed() }},
	{"h", func(v *View) { v.send(screen.Hottest{}) }},
}

// Key implements [surface.Picture].
func (v *View) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	return v.chart != nil && keys.Press(v, name)
}

// Rune implements [surface.Picture].
func (v *View) Rune(r rune) bool { return v.chart != nil && letters.Type(v, r) }

func scroll(v *View, share float64) {
	v.top += share * v.area().H()
	v.changed()
}

func (v *View) zoom(factor float64) {
	v.zoomAt(v.area().W()/2, factor)
	v.changed()
}

// hasBox reports whether the selected box is in the picture.
func (v *View) hasBox() bool {
	return v.details != nil && v.chart != nil && v.chart.Has(v.details.Box)
}

// box is the selected box, or the root.
func (v *View) box() flame.Ref {
	if v.hasBox() {
		return v.details.Box
	}
	return flame.Ref{}
}

// goTo selects a box and brings it into sight.
func (v *View) goTo(ref flame.Ref) {
	v.selectBox(ref)
	v.reveal(ref)
}

// home shows the whole picture from where it begins.
func home(v *View) {
	v.stop()
	v.showPivot()
	v.changed()
	v.send(screen.Zoom{})
}

func zoomToSelected(v *View) {
	if v.hasBox() {
		v.zoomTo(v.details.Box)
	} else {
		v.send(surface.Unselected())
	}
}

// inwards is the direction of an arrow key: callers stand on the other side of the pivot.
func (v *View) inwards(down bool) flame.Step {
	callers := v.details != nil && v.details.Box.Callers
	if down != v.style.RootDown != callers {
		return flame.Inwards
	}
	return flame.Outwards
}

func (v *View) walk(step flame.Step) {
	from := v.box()
	to := v.chart.Move(from, step)
	if to == from && step == flame.Outwards && v.chart.Up != nil && !from.Callers {
		to = v.chart.Move(flame.Ref{Callers: true}, flame.Inwards)
	}
	v.goTo(to)
	if to == from {
		v.send(screen.Remark{Text: lang.L("There is no box on that side.")})
	}
}

// revealRow scrolls until the row of a box is in sight.
func (v *View) revealRow(ref flame.Ref) {
	r, area := v.chart.Rect(v.view(), v.style, ref), v.area()
	if r.Y0 < area.Y0 {
		v.top -= area.Y0 - r.Y0
	}
	if r.Y1 > area.Y1 {
		v.top += r.Y1 - area.Y1
	}
}

func (v *View) reveal(ref flame.Ref) {
	r, area := v.chart.Rect(v.view(), v.style, ref), v.area()
	top, window := v.top, v.window
	v.revealRow(ref)
	if r.X1 < area.X0+8 || r.X0 > area.X1-8 {
		v.pan((r.X0+r.X1)/2 - area.W()/2)
	}
	if v.top != top || v.window != window {
		v.changed()
	}
}
