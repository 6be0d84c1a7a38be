package timeline

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/scene"
	"profstation/timeline"
	"profstation/views/surface"
)

// Sides shows two traces' timelines below each other. Both show the same time since their
// traces' start, and move and zoom together; each has its own lanes and selection.
type Sides struct {
	*surface.Sides[*View]
	used int // the side that was used last
}

// NewSides makes the view. post runs a function on the UI goroutine.
func NewSides(send screen.Send, post func(func())) *Sides {
	v := &Sides{used: 1}
	v.Sides = surface.NewSides(below, func(side int) *View {
		one := New(ofSide(send, side), post)
		one.paired = true
		one.onMove = func() { v.follow(side) }
		one.onHover = func(x float64) { v.point(side, x) }
		return one
	})
	v.Two[1].legend.object.Hide() // one is enough
	return v
}

func below(base, now fyne.CanvasObject) fyne.CanvasObject { return container.NewVSplit(base, now) }

func ofSide(send screen.Send, side int) screen.Send {
	return func(in screen.Intent) { send(screen.OnSide{Base: side == 0, Intent: in}) }
}

func snapshots(s *screen.Snapshot) [2]*screen.Snapshot {
	base, now := *s, *s
	for _, one := range []*screen.Snapshot{&base, &now} {
		one.Trace, one.Notes, one.Recorded = nil, nil, nil
	}
	if t := s.Traces; t != nil {
		base.Trace, now.Trace = t.Base, t.New
	}
	return [2]*screen.Snapshot{&base, &now}
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	v.Lay(s, true, "")
	for i, one := range snapshots(s) {
		if s.Traces != nil {
			v.Two[i].view.Extent = s.Traces.Extent
			v.Two[i].view.Peaks = timeline.PeaksOf(s.Traces.Base.Timeline, s.Traces.New.Timeline)
			if s.Trace == one.Trace {
				v.used = i
			}
		}
		v.Two[i].Show(one)
	}
}

func (v *Sides) follow(side int) {
	from, to := v.Two[side], v.Two[1-side]
	if !from.shown() || !to.shown() || to.view.Window == from.view.Window {
		return
	}
	to.view.Window = from.view.Window
	to.view = to.view.Clamp(to.trace.Lanes)
	to.HideTip() // it describes what was there
	to.Repaint()
}

// InSight returns the parts in both timelines that are on the screen.
func (v *Sides) InSight() (s ask.Sight) {
	part := false
	for i, one := range v.Two {
		if !one.shown() {
			return ask.Sight{}
		}
		of := one.view
		s.Lanes[i], s.Rows = &of, of.Window == of.Whole(one.trace.Lanes)
		part = part || of.Part(one.trace.Lanes)
	}
	if !part {
		return ask.Sight{}
	}
	return s
}

// point draws a line on the other side at the pointer's time.
func (v *Sides) point(side int, x float64) {
	from, to := v.Two[side], v.Two[1-side]
	if !from.shown() || !to.shown() || math.IsNaN(x) {
		to.cursor.Hide()
		return
	}
	plot := to.view.Plot()
	at := to.view.X(from.view.Time(x))
	to.cursor.Surround(scene.Rect{X0: at, Y0: plot.Y0, X1: at + 1, Y1: plot.Y1}, plot, to.Theme.Hover)
}

// Main implements [surface.View]: what is typed is for the side that was used last.
func (v *Sides) Main() *surface.Surface { return v.Two[v.used].Main() }

// Inspectors shows what is selected on each side, in the timelines' order.
type Inspectors struct{ *surface.Sides[*Inspector] }

// NewInspectors makes the panes.
func NewInspectors(send screen.Send) *Inspectors {
	return &Inspectors{surface.NewSides(below, func(side int) *Inspector { return NewInspector(ofSide(send, side)) })}
}

// Empty reports whether neither side has anything to show.
func (v *Inspectors) Empty() bool { return v.Two[0].Empty() && v.Two[1].Empty() }

// Show shows a snapshot.
func (v *Inspectors) Show(s *screen.Snapshot) {
	v.Lay(s, true, "")
	for i, one := range snapshots(s) {
		v.Two[i].Show(one)
	}
}
