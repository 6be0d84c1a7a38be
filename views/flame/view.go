// Package flame has the flame graph view: one alone ([View]), and the two in a comparison ([Sides]).
package flame

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// View shows a flame graph that can be walked in.
type View struct {
	*surface.Surface
	send screen.Send
	post func(func())
	tabs []ask.Tab // from the document

	shown
	document int
	zoomed   int
	reveals  reveals
	details  *ask.Details
	hottest  bool   // the path to the selected box is marked
	empty    string // what is said where there is no chart

	camera
	hover flame.Ref
	look  surface.Delay // until the desk learns which part is visible

	hovered, selected surface.Outline

	onMove  func()          // another part is visible
	onHover func(flame.Ref) // the pointer is at a box, or at None
}

// camera is what is visible.
type camera struct {
	surface.Strip
	home       flame.Window    // the last part that the desk has asked for
	to         flame.Window    // where a move ends
	lastHeight float64         // the area's, when the view was resized last
	move       *fyne.Animation // to another part; nil: it stands still
}

func (c *camera) stop() {
	if c.move != nil {
		c.move.Stop()
		c.move = nil
	}
}

// isHome reports whether the view shows what the desk has asked for, or is on its way there: nobody has moved
// away from it.
func (c *camera) isHome() bool {
	at := c.Window
	if c.move != nil {
		at = c.to
	}
	off := math.Abs(at.From-c.home.From) + math.Abs(at.To-c.home.To)
	return off <= 1e-6*c.home.W()
}

// New makes the view. post runs a function on the UI goroutine.
func New(send screen.Send, post func(func())) *View {
	v := &View{send: send, post: post, hover: flame.None, onMove: func() {}, onHover: func(flame.Ref) {}}
	v.Surface = surface.New(v, send)
	v.gestures()
	v.selected, v.hovered = v.NewOutline(2), v.NewOutline(1)
	v.Selected = func() (scene.Point, bool) {
		if !v.hasBox() {
			return scene.Point{}, false
		}
		v.reveal(v.details.Box)
		return v.Center(v.chart.Rect(v.view(), v.style, v.details.Box)), true
	}
	return v
}

// Show shows a snapshot.
func (v *View) Show(s *screen.Snapshot) {
	v.SetTheme(s.Display.Theme)
	v.style, v.tabs = s.Display.Style(), s.Filled()
	v.empty = surface.EmptyText(s)
	a := s.Answer
	if a == nil || a.Chart == nil {
		v.chart, v.painter = nil, nil
		v.hideAbove()
		v.Repaint()
		return
	}
	reveal := v.reveals.now(s)
	picked, marked := v.details != a.Details || reveal, v.hottest != s.Place.Selected.Hottest
	v.details, v.hottest = a.Details, s.Place.Selected.Hottest
	scaled := v.scaled != v.extent
	v.scaled = v.extent
	if v.chart == a.Chart && v.painter == a.Painter && !scaled {
		if v.zoomed != a.Zoomed && !picked { // what is shown was asked for again, after moving away from it
			v.showZoomed()
			v.goHome()
		}
		v.zoomed = a.Zoomed
		if picked && v.hasBox() { // perhaps elsewhere
			v.reveal(v.details.Box)
		}
		if picked || marked {
			v.Repaint()
		}
		v.placeOutlines()
		return
	}
	before := v.chart
	v.chart, v.painter = a.Chart, a.Painter
	v.hover = flame.None
	v.hideAbove()
	next := a.Document == v.document && before != nil && before.Result.Query == a.Chart.Result.Query &&
		before.Result.Profile != a.Chart.Result.Profile && v.zoomed == a.Zoomed
	v.document = a.Document
	switch {
	case next && before.Options.Pivot != query.NoNode == (a.Chart.Options.Pivot != query.NoNode):
		v.keepPlace(before)
	case before == nil || before.Result != a.Chart.Result || before.Options.Pivot != a.Chart.Options.Pivot:
		v.beHome()
		v.zoomed, v.rows = a.Zoomed, max(v.chart.Worth(), v.worth)
		v.showPivot()
	case v.zoomed != a.Zoomed:
		v.zoomed, v.rows = a.Zoomed, max(v.chart.Worth(), v.worth)
		v.showZoomed()
		v.goHome()
	case scaled && v.isHome():
		v.beHome()
	}
	v.clamp()
	switch {
	case !reveal:
	case v.move == nil:
		v.reveal(v.details.Box)
	default: // to a part that has the box
		v.RevealRow(v.chart.Rect(v.view(), v.style, v.details.Box), v.area())
		v.clamp()
	}
	v.placeOutlines()
	v.Repaint()
}

// goHome moves to the part that the desk asks for.
func (v *View) goHome() {
	v.home = v.within(v.chart.Window)
	v.glide(v.chart.Window)
}

// beHome shows the part that the desk asks for, at once.
func (v *View) beHome() {
	v.stop()
	v.home = v.within(v.chart.Window)
	v.Window = v.chart.Window
}

// keepPlace stays at the same place in the same branch in a series' next profile.
func (v *View) keepPlace(before *flame.Chart) {
	if v.isHome() {
		v.beHome()
		return
	}
	v.stop()
	z, w := before.Zoomed, v.chart.Zoomed
	if z.W() <= 0 || math.IsNaN(v.Window.W()) {
		v.Window = v.chart.Window
		return
	}
	at := func(x float64) float64 { return w.From + (x-z.From)/z.W()*w.W() }
	v.Window = flame.Window{From: at(v.Window.From), To: at(v.Window.To)}
}

// showPivot scrolls so that the pivot stands below its callers.
func (v *View) showPivot() {
	first, _ := v.chart.Rows()
	v.Top = 0
	if rows := float64(-first) * v.row(v.Area()); rows > v.area().H()/2 && !v.style.RootDown {
		v.Top = rows - v.area().H()/2
	}
	if v.style.RootDown {
		v.Top = v.scrolled(v.Area()) // clamp brings the root to the lower edge
	}
}

// showZoomed scrolls so that the box that was zoomed to is in sight, with the rows that it leads to, and
// the whole picture to where it begins.
func (v *View) showZoomed() {
	path := v.chart.Options.Zoom
	ref, found := v.chart.Find(v.chart.Options.ZoomCallers, path)
	if len(path) == 0 || found < len(path) {
		v.showPivot()
		return
	}
	box, area := v.chart.Rect(v.view(), v.style, ref), v.area()
	row := v.row(v.Area())
	deeper := math.Max(0, math.Min(3*row, area.H()-row))
	from, to := box.Y0, box.Y1+deeper
	if v.style.RootDown != ref.Callers { // what it leads to stands above it
		from, to = box.Y0-deeper, box.Y1
	}
	switch {
	case from < area.Y0:
		v.Top -= area.Y0 - from
	case to > area.Y1:
		v.Top += to - area.Y1
	}
}

func (v *View) view() flame.View {
	view := flame.View{Window: v.Window, Row: v.row(v.Area()), Top: v.Top, Area: v.area(), Mark: query.NoNode}
	if v.hottest && v.hasBox() {
		view.Way = v.details.Box
	}
	if v.details != nil {
		view.Mark = v.details.Node
	}
	return view
}

// Paint implements [surface.Picture].
func (v *View) Paint(cv scene.Canvas) {
	if v.painter == nil || v.chart.Down.Abs[0] == 0 {
		surface.PaintEmpty(cv, v.style.Theme, v.empty)
		return
	}
	v.painter.Paint(cv, v.view())
	all, area := v.Area(), v.area()
	cv.Fill(scene.Rect{X0: area.X1, X1: all.X1, Y1: area.Y1}, v.style.Theme.Background)
	surface.PaintThumb(cv, v.style.Theme, scene.Rect{X1: all.X1, Y1: area.Y1}, v.Top, v.scrolled(all))
	if area.Y1 < all.Y1 {
		cv.Fill(scene.Rect{Y0: area.Y1, X1: all.X1, Y1: all.Y1}, v.style.Theme.Background)
		v.chart.PaintLegend(cv, v.style, legendMargin, all.X1-legendMargin, all.Y1-legendMargin)
	}
}

// clamp keeps the root in sight and the window inside it.
func (v *View) clamp() {
	if v.chart == nil {
		return
	}
	v.Window = v.within(v.Window)
	visible, scrolled := v.area().H(), v.scrolled(v.Area())
	height := scrolled - v.row(v.Area())
	lowest := math.Max(0, scrolled-visible)
	if v.style.RootDown {
		// The root stays at the lower edge where everything fits.
		if height <= visible {
			v.Top = height - visible
			return
		}
		lowest = height - visible
	}
	v.Top = math.Min(math.Max(0, v.Top), lowest)
}

// changed repaints after a move, and asks for finer boxes once the view is steady.
func (v *View) changed() {
	v.clamp()
	v.Leave()
	v.placeOutlines()
	v.Repaint()
	v.onMove()
	v.look.Start(surface.Steady, v.post, v.tellLook)
}

// Settle implements [surface.View].
func (v *View) Settle() { v.look.Settle() }

// follow shows the part that another view shows. ratio scales shares in that branch to this one's.
func (v *View) follow(other *View, ratio float64) {
	if v.chart == nil || v.chart.Zoomed.W() <= 0 || other.chart.Zoomed.W() <= 0 {
		return
	}
	v.stop()
	v.Window = counterpart(v, other, ratio)
	v.Top = other.Top
	v.clamp()
	v.light(flame.None)
	v.placeOutlines()
	v.Repaint()
}

func (v *View) light(ref flame.Ref) {
	v.HideTip()
	v.hover = flame.None
	if ref == flame.None || v.chart == nil {
		v.hovered.Hide()
		return
	}
	v.hovered.Surround(v.chart.Rect(v.view(), v.style, ref), v.area(), v.style.Theme.Hover)
}

// tellLook asks for boxes for what is visible, unless the chart has those already.
func (v *View) tellLook() {
	if v.chart == nil || v.chart.Zoomed.W() <= 0 {
		return
	}
	if z := v.chart.Zoomed; !v.Fine(v.chart.Window) {
		v.send(screen.Look{Span: flame.Span{From: (v.Window.From - z.From) / z.W(), To: (v.Window.To - z.From) / z.W()}})
	}
}

func (v *View) glide(to flame.Window) {
	v.stop()
	v.Leave()
	v.look.Stop() // the view leaves that part
	from := v.Window
	v.to = v.within(to)
	v.move = fyne.NewAnimation(160*time.Millisecond, func(t float32) {
		x := float64(t)
		v.Window = flame.Window{
			From: from.From + (to.From-from.From)*x,
			To:   from.To + (to.To-from.To)*x,
		}
		if t == 1 {
			v.move = nil
			v.changed()
			return
		}
		v.placeOutlines()
		v.Repaint()
	})
	v.move.Curve = fyne.AnimationEaseOut
	v.move.Start()
}

func (v *View) hideAbove() {
	v.hovered.Hide()
	v.selected.Hide()
	v.HideTip()
}

func (v *View) placeOutlines() {
	v.selected.Hide()
	if v.hasBox() {
		v.selected.Surround(v.chart.Rect(v.view(), v.style, v.details.Box), v.area(), v.style.Theme.Selection)
	}
}

// Resized implements [surface.Picture]: what was zoomed to stays in sight, as when a line appears above that
// names it.
func (v *View) Resized() {
	before := v.area()
	before.Y1 = v.lastHeight
	v.lastHeight = v.area().H()
	if v.chart != nil {
		o := &v.chart.Options
		ref, found := v.chart.Find(o.ZoomCallers, o.Zoom)
		if box := v.chart.Rect(v.view(), v.style, ref); len(o.Zoom) > 0 && found == len(o.Zoom) && box.Y0 >= before.Y0 && box.Y1 <= before.Y1 {
			v.showZoomed()
		}
	}
	v.clamp()
	v.placeOutlines()
}
