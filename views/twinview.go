package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
)

// TwinView shows the flame graph of a comparison: one picture of both sides, or
// one of each that are moved, pointed at and selected in together.
type TwinView struct {
	Object fyne.CanvasObject
	sides  [2]*FlameView // base, new; a difference is shown by the second
	names  *sideNames
	ratio  float64 // of a part of the base's branch to that of the new one's
}

// NewTwinView makes the view. post runs a function on the UI goroutine.
func NewTwinView(send screen.Send, post func(func())) *TwinView {
	v := &TwinView{ratio: 1, names: newSideNames()}
	var panes [2]fyne.CanvasObject
	for i := range v.sides {
		v.sides[i] = NewFlameView(func(in screen.Intent) { send(v.ofNew(i, in)) }, post)
		v.sides[i].twin = &flameTwin{
			moved: func() { v.follow(i) },
			over:  func(ref flame.Ref) { v.point(i, ref) },
		}
		panes[i] = container.NewBorder(v.names.object(i), nil, nil, nil, v.sides[i].Object)
	}
	v.Object = container.New(halves{}, panes[0], panes[1])
	return v
}

// halves gives two objects a half each, or the second all where the first is
// hidden.
type halves struct{}

const halvesGap = float32(6)

// Layout implements fyne.Layout.
func (halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	if o[0].Visible() {
		w := (size.Width - halvesGap) / 2
		o[0].Move(fyne.NewPos(0, 0))
		o[0].Resize(fyne.NewSize(w, size.Height))
		x = w + halvesGap
	}
	o[1].Move(fyne.NewPos(x, 0))
	o[1].Resize(fyne.NewSize(size.Width-x, size.Height))
}

// MinSize implements fyne.Layout.
func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	if !o[0].Visible() {
		return b
	}
	return fyne.NewSize(a.Width+b.Width+halvesGap, max(a.Height, b.Height))
}

// Show shows a snapshot.
func (v *TwinView) Show(s *screen.Snapshot) {
	var c *screen.Compared
	if s.Answer != nil {
		c = s.Answer.Compared
	}
	beside := s.Display.Compare.Way == screen.SideBySide
	if c != nil && s.Answer.Chart != nil { // the old picture stays until there is a new one
		beside = c.Other != nil
	}
	pane := v.Object.(*fyne.Container).Objects[0]
	if pane.Visible() != beside {
		display(pane, beside)
		v.Object.Refresh()
	}
	v.names.show(s, c, beside, widthText(s.Display.Compare.Width)+lang.L(", colour: change"))
	v.ratio = 1
	extent := [2]float64{}
	if c != nil {
		v.ratio, extent = c.Ratio, c.Extent
	}
	v.sides[0].extent, v.sides[1].extent = extent[0], extent[1]
	v.sides[1].Show(s)
	if !beside {
		return
	}
	other := *s
	if c != nil {
		other.Answer = c.Other
	}
	v.sides[0].Show(&other)
}

func widthText(w compare.Width) string {
	switch w {
	case compare.ByBase:
		return lang.L("width: the base")
	case compare.ByLarger:
		return lang.L("width: the larger of both")
	}
	return lang.L("width: the new profile")
}

// beside tells whether both sides are shown.
func (v *TwinView) beside() bool {
	return v.Object.(*fyne.Container).Objects[0].Visible() && v.sides[0].chart != nil && v.sides[1].chart != nil
}

// ofNew turns what was done to a side into what that means for the new one: a
// part of a branch is kept in terms of it.
func (v *TwinView) ofNew(side int, i screen.Intent) screen.Intent {
	if look, ok := i.(screen.Look); ok && side == 0 && v.beside() {
		look.Span = flame.Span{From: look.Span.From / v.ratio, To: look.Span.To / v.ratio}
		return look
	}
	return i
}

// follow moves the other side to where one is.
func (v *TwinView) follow(side int) {
	if !v.beside() {
		return
	}
	ratio := v.ratio
	if side == 0 {
		ratio = 1 / ratio
	}
	v.sides[1-side].follow(v.sides[side], ratio)
}

// point lights up the box of the other side that is the same as one pointed at.
func (v *TwinView) point(side int, ref flame.Ref) {
	if !v.beside() {
		return
	}
	from, to := v.sides[side], v.sides[1-side]
	if ref == flame.None || from.chart.Box(ref).Merged > 0 {
		to.light(flame.None)
		return
	}
	path := from.chart.Path(ref) // nodes have the same numbers on both sides, see compare.Comparison
	found, n := to.chart.Find(ref.Callers, path)
	if n < len(path) {
		found = flame.None
	}
	to.light(found)
}

// TypedKey gives a key to the side that was clicked last, to the new one before.
func (v *TwinView) TypedKey(e *fyne.KeyEvent) { v.sides[1].TypedKey(e) }

// Unused sets who gets the letters that neither side has a use for.
func (v *TwinView) Unused(f func(rune)) {
	for _, s := range v.sides {
		s.Unused(f)
	}
}

// SideAt tells which side is at a position of the window: 0 the base, 1 the new
// one, −1 neither, or one picture of both.
func (v *TwinView) SideAt(at fyne.Position) int {
	if !v.beside() {
		return -1
	}
	return surfaceAt(at, v.sides[0].surface, v.sides[1].surface)
}
