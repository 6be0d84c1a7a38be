// Package timeline has the views for execution traces: their lanes ([View], and [Sides] of
// two), what is selected ([Inspector]), and figure sheets ([Figures]).
package timeline

import (
	"strings"
	"time"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/paint"
	"profstation/views/surface"
)

// View shows an execution trace's lanes.
type View struct {
	*surface.Surface
	surface.Viewport
	send screen.Send

	paired bool // another trace stands beside it: they have no tables and no profiles
	post   func(func())

	banner *widget.Label // what the trace lost
	legend *legend
	trace  *ask.TraceAnswer
	empty  string

	gone
	view  timeline.View
	moved int
	done  *ask.Reveal   // what was last brought into sight
	look  surface.Delay // shows the desk where we look, once that is steady

	cursor, band surface.Outline // cursor: where the pointer is in the other timeline
	recorded     []paint.Recorded
	measured

	onMove  func()
	onHover func(x float64) // NaN: the pointer left
}

// gone is what was last gone to, and is marked as long as nothing is clicked on.
type gone struct {
	goneTo timeline.Key // the lane; the zero Key: none
	goneAt *trace.Time  // the moment, where it was gone to without a lane
}

// measured is the time that is measured.
type measured struct {
	interval *trace.Interval
	still    bool // the next change of the width comes from its details, and moves nothing
}

const (
	settled              = 350 * time.Millisecond // how long a view must stand still to be a history step
	laneLabel, mapHeight = 230.0, 34.0            // width for lane labels; height for the minimap below them
	minWithMap           = 200.0                  // min height for a view that has a minimap
)

// New makes the view. post runs a function on the UI goroutine.
func New(send screen.Send, post func(func())) *View {
	v := &View{send: send, post: post, onMove: func() {}, onHover: func(float64) {}}
	v.Surface = surface.New(v, send)
	v.gestures()
	v.cursor, v.band = v.NewOutline(1), v.NewOutline(1)
	v.legend = newLegend(send)
	v.banner = surface.Paragraph("", widget.WarningImportance)
	v.banner.Hide()
	v.Object = surface.Border(container.NewVBox(v.banner, v.legend.object), nil, nil, nil, v.Surface)
	return v
}

// Show shows a snapshot.
func (v *View) Show(s *screen.Snapshot) {
	v.SetTheme(s.Display.Theme)
	v.empty = surface.EmptyText(s)
	before := v.trace
	v.trace = s.Trace
	if !v.shown() {
		v.legend.show(s.Display, nil)
		v.trace = nil
		v.Leave()
		v.Repaint()
		return
	}
	a := v.trace
	v.legend.show(s.Display, a.Timeline)
	if text := strings.Join(a.Timeline.Trace.Warnings, "\n"); text != v.banner.Text {
		v.banner.SetText(text)
		surface.SetVisible(v.banner, text != "")
	}
	other := before == nil || before.Document != a.Document
	if !other && (v.interval == nil) != (a.Place.Interval == nil) { // the details appear, or go
		v.still = true
	}
	v.interval, v.recorded = a.Place.Interval, s.Recorded
	if other && before != nil {
		v.goneTo, v.goneAt = timeline.Key{}, nil
	}
	if other || v.moved != a.Moved || v.view.Window.W() == 0 {
		v.moved = a.Moved
		v.look.Stop()
		v.view.Window, v.view.Top = a.Place.Window, a.Place.Top
		if v.view.Window.W() == 0 {
			v.view.Window = v.view.Whole(a.Lanes)
		}
	} else if before.Timeline != a.Timeline && v.view.Window.W() >= 0.999*before.Timeline.Whole().W() {
		v.view.Window = v.view.Whole(a.Lanes) // all was in sight, and more was read from the trace
	}
	if other || before.Lanes != a.Lanes || before.Moved != a.Moved {
		v.HideTip() // it describes what was there
	}
	v.lay()
	if a.Reveal != nil && a.Reveal != v.done {
		v.done = a.Reveal
		v.reveal(a.Reveal)
	}
	v.cursor.Hide()
	v.Repaint()
}

func (v *View) shown() bool {
	return v.trace != nil && v.trace.Lanes != nil && v.trace.Painter != nil
}

func (v *View) lay() {
	a := v.Area()
	if a.H() >= minWithMap {
		a.Y1 -= mapHeight
	}
	v.view.Area, v.view.Label = a, min(laneLabel, a.W()/3)
	v.view = v.view.Clamp(v.trace.Lanes)
}

// minimap is where the minimap is; empty in a low view, which lanes need.
func (v *View) minimap() scene.Rect {
	a := v.Area()
	plot := v.view.Plot()
	right := plot.X0 + (a.X1-plot.X0)*v.trace.Timeline.Whole().W()/v.view.Whole(v.trace.Lanes).W()
	return scene.Rect{X0: plot.X0, Y0: v.view.Area.Y1 + 2, X1: right, Y1: a.Y1 - 2}
}

func (v *View) center(x float64) {
	to := v.view
	at, w := float64(paint.MinimapTime(v.trace.Timeline, v.minimap(), x)), to.Window.W()
	to.Window = timeline.Window{From: at - w/2, To: at + w/2}
	v.changed(to.Clamp(v.trace.Lanes))
}

func (v *View) reveal(r *ask.Reveal) {
	l, before := v.trace.Lanes, v.view
	if r.Narrow {
		v.view = v.view.Fit(l, r.From, r.To)
	} else {
		v.view.Window = r.Bring(v.view.Window)
	}
	v.goneAt = nil
	if !r.HasRow() && r.From == r.To {
		v.goneAt = &r.From
	}
	if r.HasRow() {
		v.goneTo = r.Key
		v.view = v.view.Bring(l, l.Find(r.Key))
	}
	if v.view = v.view.Clamp(l); v.view != before {
		v.HideTip()
	}
	v.onMove()
	v.looked(true)
}

// Paint implements [surface.Picture].
func (v *View) Paint(cv scene.Canvas) {
	if !v.shown() {
		surface.PaintEmpty(cv, v.Theme, v.empty)
		return
	}
	v.trace.Painter.Paint(cv, v.view, v.marks())
	plot := v.view.Plot()
	l := v.trace.Lanes
	plot.Y0 += l.PinnedHeight()
	surface.PaintThumb(cv, v.Theme, plot, v.view.Top, l.Height()-l.PinnedHeight())
	if m := v.minimap(); !m.Empty() {
		ground := v.Area()
		ground.Y0 = v.view.Area.Y1
		cv.Fill(ground, v.Theme.Background)
		v.trace.Painter.PaintMinimap(cv, m, v.view.Window)
	}
}

// marks are what is shown on top of the lanes.
func (v *View) marks() paint.Marks {
	m := paint.Marks{Selected: trace.NoSpan, Row: v.goneTo, At: v.goneAt, Interval: v.interval, Recorded: v.recorded}
	if o := v.trace.Happened; o != nil {
		m.Event = o.Event
	}
	if i := v.trace.SelectedSpan; i != nil {
		m.Selected, m.Chain = i.Span, v.trace.Chain
	}
	return m
}

// changed repaints after the view moved, and makes it a history step once it is steady.
func (v *View) changed(to timeline.View) {
	if to == v.view {
		return
	}
	v.view = to
	v.onMove()
	v.Leave()
	v.Repaint()
	v.looked(false)
}

// leapt repaints after the view was changed in one step, which one can go back from.
func (v *View) leapt(to timeline.View) {
	if to == v.view {
		return
	}
	v.changed(to)
	v.look.Stop()
	v.send(screen.LookTime{Window: v.view.Window, Top: v.view.Top, Leap: true})
}

// looked sends the desk the visible part once the view is steady. brought: the desk itself moved it.
func (v *View) looked(brought bool) {
	v.look.Start(settled, v.post, func() {
		if v.shown() {
			v.send(screen.LookTime{Window: v.view.Window, Top: v.view.Top, Brought: brought})
		}
	})
}

// Settle implements [surface.View].
func (v *View) Settle() { v.look.Settle() }

// Resized implements [surface.Picture].
func (v *View) Resized() {
	if !v.shown() {
		return
	}
	was, window := v.view.Plot().W(), v.view.Window
	v.lay()
	if now := v.view.Plot().W(); v.still && was > 0 && now != was && now > 0 {
		v.still = false
		window.To = window.From + window.W()*now/was
		v.view.Window = window
		v.view = v.view.Clamp(v.trace.Lanes)
		v.looked(true)
	}
	v.Leave()
}
