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
	v.glide(v.Onto(float64(b.X0), float64(b.X1), float64(b.Merged)))
	time.AfterFunc(200*time.Millisecond, func() { v.post(v.changed) })
}

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

// gestures says what a hand and the keys do in the picture, which follows the pointer.
func (v *View) gestures() {
	v.Bind()
	v.Ready, v.Pane = func() bool { return v.chart != nil }, v.area
	v.Width, v.Moved, v.Stop = v.widthIn, v.changed, v.stop
	v.Keys = map[fyne.KeyName]func(){
		fyne.KeyUp:     func() { v.navigate(v.inwards(false)) },
		fyne.KeyDown:   func() { v.navigate(v.inwards(true)) },
		fyne.KeyLeft:   func() { v.navigate(flame.Left) },
		fyne.KeyRight:  func() { v.navigate(flame.Right) },
		fyne.KeyReturn: v.zoomToSelected,
		fyne.KeyHome:   v.goBack,
		fyne.KeyEscape: func() { v.send(screen.Escape{}) },
	}
	v.Typed = map[string]func(){"h": func() { v.send(screen.Hottest{}) }}
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

// goBack shows the whole picture from where it begins.
func (v *View) goBack() {
	v.stop()
	v.showPivot()
	v.changed()
	v.send(screen.Zoom{})
}

func (v *View) zoomToSelected() {
	if v.hasBox() {
		v.zoomTo(v.details.Box)
	} else {
		v.send(surface.Unselected())
	}
}

// inwards returns an arrow key's direction: callers stand on the pivot's other side.
func (v *View) inwards(down bool) flame.Step {
	callers := v.details != nil && v.details.Box.Callers
	if down != v.style.RootDown != callers {
		return flame.Inwards
	}
	return flame.Outwards
}

func (v *View) navigate(step flame.Step) {
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

func (v *View) reveal(ref flame.Ref) { v.Reveal(v.chart.Rect(v.view(), v.style, ref), v.area()) }
