package timeline

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/views/surface"
)

// Sides shows the timelines of two traces below each other. Both show
// the same time since the start of their traces, and are moved and zoomed
// together; each has lanes, a selection and an inspector of its own.
type Sides struct {
	Object fyne.CanvasObject
	// Inspect tells of what is selected in each, at the same height.
	Inspect fyne.CanvasObject

	sides       [2]*View // base, new
	inspectors  [2]*Inspector
	names, told *surface.SideNames // of the timelines, and of the inspectors
	used        int                // the side that was used last
}

// timelineTwin tells of a timeline what the one below or above it follows. A nil
// one tells nothing.
type timelineTwin struct {
	moved func()
	over  func(x float64) // NaN: the pointer left
}

func (t *timelineTwin) tellMoved() {
	if t != nil {
		t.moved()
	}
}

func (t *timelineTwin) tellOver(x float64) {
	if t != nil {
		t.over(x)
	}
}

// NewSides makes the view. post runs a function on the UI goroutine.
func NewSides(send screen.Send, post func(func())) *Sides {
	v := &Sides{names: surface.NewSideNames(), told: surface.NewSideNames(), used: 1}
	var panes, told [2]fyne.CanvasObject
	for i := range v.sides {
		ofSide := screen.Send(func(in screen.Intent) { send(screen.OnSide{Base: i == 0, Intent: in}) })
		v.sides[i] = New(ofSide, post)
		v.sides[i].twin = &timelineTwin{moved: func() { v.follow(i) }, over: func(x float64) { v.point(i, x) }}
		v.inspectors[i] = NewInspector(ofSide)
		panes[i] = container.NewBorder(v.names.Object(i), nil, nil, nil, v.sides[i].Object)
		told[i] = container.NewBorder(v.told.Object(i), nil, nil, nil, v.inspectors[i].Object)
	}
	v.sides[1].legend.object.Hide() // one is enough
	v.Object = container.NewVSplit(panes[0], panes[1])
	v.Inspect = container.NewVSplit(told[0], told[1])
	return v
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	for _, n := range []*surface.SideNames{v.names, v.told} {
		n.Show(s, nil, true, "")
	}
	answers := [2]*screen.TraceAnswer{}
	if t := s.Traces; t != nil {
		answers = [2]*screen.TraceAnswer{t.Base, t.New}
		for i, side := range v.sides {
			side.extent = t.Extent
			if s.Trace == answers[i] {
				v.used = i
			}
		}
	}
	for i, side := range v.sides {
		one := *s
		one.Trace, one.Notes, one.Recorded = answers[i], nil, nil
		side.Show(&one)
		v.inspectors[i].Show(&one)
	}
}

// follow shows on the other side the time that one shows.
func (v *Sides) follow(side int) {
	from, to := v.sides[side], v.sides[1-side]
	if !from.shown() || !to.shown() || to.view.Window == from.view.Window {
		return
	}
	to.view.Window = from.view.Window
	to.view = to.view.Clamp(to.trace.Lanes)
	to.Repaint()
}

// point draws a line on the other side at the time of the pointer.
func (v *Sides) point(side int, x float64) {
	from, to := v.sides[side], v.sides[1-side]
	if !from.shown() || !to.shown() || math.IsNaN(x) {
		to.cursor.Hide()
		return
	}
	plot := to.view.Plot()
	at := to.view.X(from.view.Time(x))
	to.cursor.Surround(scene.Rect{X0: at, Y0: plot.Y0, X1: at + 1, Y1: plot.Y1}, plot, to.Theme.Hover)
}

// TypedKey gives a key to the side that was used last.
func (v *Sides) TypedKey(e *fyne.KeyEvent) { v.sides[v.used].TypedKey(e) }

// Unused sets who gets the letters that neither side has a use for.
func (v *Sides) Unused(f func(rune)) {
	for _, s := range v.sides {
		s.Unused(f)
	}
}

// SideAt tells which side is at a position of the window: 0 the base, 1 the new
// one, −1 neither.
func (v *Sides) SideAt(at fyne.Position) int {
	return surface.SurfaceAt(at, v.sides[0].Surface, v.sides[1].Surface)
}
