package overtime

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/scene"
	"profstation/views/surface"
)

// chart is the flame chart, which can be walked in.
type chart struct {
	surface.Strip
	v    *View
	post func(func())
	tabs []ask.Tab // from the document

	c       *flame.TimeChart // nil: none is shown
	painter *flame.TimePainter
	style   flame.Style
	mark    query.NodeID // the selected function; NoNode: none
	at      spot         // the selected box

	look surface.Delay // until the desk learns which part is visible

	over              flame.TimeRef // under the pointer
	hovered, selected surface.Outline
}

// spot is a box, by what stays when the chart is laid out more finely.
type spot struct {
	lanes *flame.Lanes // nil: none
	ref   flame.TimeRef
	time  int64
}

func newChart(v *View, post func(func())) *chart {
	c := &chart{v: v, post: post, mark: query.NoNode, over: flame.NoTimeRef}
	c.selected, c.hovered = v.NewOutline(2), v.NewOutline(1)
	c.Bind()
	c.Ready, c.Pane = func() bool { return true }, c.area
	c.Width, c.Moved, c.Viewport.Grab = c.width, c.changed, c.grab
	c.Keys = map[fyne.KeyName]func(){
		fyne.KeyUp:     func() { c.navigate(c.inwards(false)) },
		fyne.KeyDown:   func() { c.navigate(c.inwards(true)) },
		fyne.KeyLeft:   func() { c.navigate(flame.Left) },
		fyne.KeyRight:  func() { c.navigate(flame.Right) },
		fyne.KeyReturn: c.zoomToSelected,
		fyne.KeyHome:   c.home,
		fyne.KeyEscape: c.escape,
	}
	c.Typed = map[string]func(){"f": c.home}
	return c
}

func (c *chart) show(s *screen.Snapshot, o *ask.OverTimeAnswer) {
	c.style, c.tabs, c.mark = s.Display.Style(), s.Filled(), query.NoNode
	if o == nil || o.Chart == nil {
		c.c, c.painter = nil, nil
		c.Drop()
		c.look.Stop()
		c.hovered.Hide()
		c.selected.Hide()
		return
	}
	if d := s.Answer.Details; d != nil {
		c.mark = d.Node
	}
	if c.c == nil || c.c.Lanes != o.Chart.Lanes {
		c.Drop()
		c.Window, c.Top, c.at = o.Chart.Whole(), 0, spot{}
	}
	if c.c != o.Chart {
		c.v.Leave()
	}
	c.c, c.painter = o.Chart, o.Painter
	c.clamp()
	if c.mark == query.NoNode {
		c.at = spot{}
	}
	c.placeOutline()
	c.await()
}

func (c *chart) area() scene.Rect {
	r := c.v.Area()
	if c.c != nil && c.c.Height(flame.RowHeight) > flame.LanesHeight(r.H()) {
		r.X1 -= surface.ThumbSpace
	}
	return r
}

// room is the area below the times.
func (c *chart) laneArea() scene.Rect {
	r := c.area()
	r.Y0 = r.Y1 - flame.LanesHeight(r.H())
	return r
}

func (c *chart) view() flame.TimeView {
	return flame.TimeView{Window: c.Window, Top: c.Top, Area: c.area(), Mark: c.mark}
}

// Paint implements [surface.Picture].
func (c *chart) Paint(cv scene.Canvas) {
	c.painter.Paint(cv, c.view())
	all := c.v.Area()
	if area := c.area(); area.X1 < all.X1 {
		cv.Fill(scene.Rect{X0: area.X1, X1: all.X1, Y1: all.Y1}, c.style.Theme.Background)
		surface.PaintThumb(cv, c.style.Theme, all, c.Top, c.c.Height(flame.RowHeight)+all.H()-flame.LanesHeight(all.H()))
	}
}

// Hover implements [surface.Picture].
func (c *chart) Hover(at scene.Point) {
	ref := c.c.At(c.view(), c.style, at)
	if ref == flame.NoTimeRef {
		c.v.Leave()
		return
	}
	if c.over != ref {
		c.over = ref
		c.hovered.Surround(c.c.Rect(c.view(), c.style, ref), c.laneArea(), c.style.Theme.Hover)
	}
	c.v.ShowTip(c.c.Describe(ref), at)
}

// Leave implements [surface.Picture].
func (c *chart) Leave() { c.v.Leave() }

// leave takes the border around what is under the pointer away.
func (c *chart) leave() {
	c.over = flame.NoTimeRef
	c.hovered.Hide()
}

// Click implements [surface.Picture].
func (c *chart) Click(p surface.Pointer) {
	ref := c.c.At(c.view(), c.style, p.At)
	if ref == flame.NoTimeRef {
		return
	}
	box := c.c.Box(ref)
	switch {
	case p.Button == desktop.MouseButtonSecondary:
		if box.Node != query.NoNode {
			c.v.Leave()
			c.pick(ref)
			c.menu(ref, p.Abs)
		}
	case p.Count == 2 || box.Merged > 0:
		c.zoomTo(ref)
	default:
		c.pick(ref)
	}
}

func (c *chart) menu(ref flame.TimeRef, at fyne.Position) {
	t := c.c.TimeOf(ref)
	c.v.PopUp(surface.NodeMenu(c.c.Result, c.c.Box(ref).Node, c.v.send, ask.OverTimeTab, c.tabs,
		fyne.NewMenuItem(lang.L("Zoom to this box"), func() { c.zoomTo(ref) }),
		fyne.NewMenuItem(lang.L("Only the time of this box"), func() { c.v.choose(t) })), at)
}

// pick selects a box's function, as in the flame graph.
func (c *chart) pick(ref flame.TimeRef) {
	b := c.c.Box(ref)
	if b.Node == query.NoNode {
		return
	}
	c.at = spot{c.c.Lanes, ref, (b.From + b.To) / 2}
	c.mark = b.Node
	c.placeOutline()
	c.v.Repaint()
	c.v.send(screen.Select{Selection: ask.Selection{Node: c.c.Result.Nodes.Node(b.Node).String()}})
}

// box is the selected box, as it is laid out now; NoTimeRef if there is none.
func (c *chart) box() flame.TimeRef {
	if c.c == nil || c.at.lanes != c.c.Lanes {
		return flame.NoTimeRef
	}
	ref := c.c.Find(c.at.ref.Lane, c.at.ref.Row, c.at.time)
	if ref == flame.NoTimeRef || c.c.Box(ref).Node != c.mark {
		return flame.NoTimeRef
	}
	return ref
}

// marked brings the selected box into sight and returns a point in it.
func (c *chart) marked() (scene.Point, bool) {
	ref := c.box()
	if ref == flame.NoTimeRef {
		return scene.Point{}, false
	}
	c.reveal(ref)
	return c.v.Center(c.c.Rect(c.view(), c.style, ref)), true
}

func (c *chart) placeOutline() {
	c.selected.Hide()
	if ref := c.box(); ref != flame.NoTimeRef {
		c.selected.Surround(c.c.Rect(c.view(), c.style, ref), c.laneArea(), c.style.Theme.Selection)
	}
}

// Drag implements [surface.Picture].
func (c *chart) Drag(dx, dy float64, p surface.Pointer) {
	if p.Button == desktop.MouseButtonPrimary {
		c.Viewport.Drag(dx, dy, p)
	}
}

// grab is what a drag does: one that begins on the axis chooses a time.
func (c *chart) grab() surface.Grip {
	at := c.v.Pressed.At
	if at.Y >= c.laneArea().Y0 || c.area().W() <= 0 {
		return surface.Grip{}
	}
	from := c.time(at.X)
	var chosen query.TimeRange
	return surface.Grip{Move: func(p surface.Pointer) { chosen = c.chooseUpTo(from, p.At) }, End: func() {
		c.v.Leave()
		c.v.choose(chosen)
	}}
}

// time returns the samples' time at a place, to a pixel and in round figures. At an end it skips no sample.
func (c *chart) time(x float64) int64 {
	w := c.area().W()
	step := float64(c.pixel())
	first, last := math.Floor(float64(c.c.Time.From)/step), math.Ceil(float64(c.c.Time.Until)/step)
	at := float64(c.c.Time.From) + c.Window.From + min(max(0, x/w), 1)*c.Window.W()
	if n := math.Round(at / step); at < float64(c.c.Time.Until) {
		return int64(max(first, n) * step)
	}
	return int64(last * step)
}

// pixel returns a round time, about a pixel long.
func (c *chart) pixel() int64 { return units.RoundStep(c.Window.W() / max(1, c.area().W())) }

// chooseUpTo is the time from one to a place, which it marks.
func (c *chart) chooseUpTo(from int64, at scene.Point) query.TimeRange {
	until := c.time(at.X)
	from, until = min(from, until), max(from, until)
	until = max(until, from+c.pixel())
	area := c.area()
	x := func(t int64) float64 { return (float64(t-c.c.Time.From) - c.Window.From) / c.Window.W() * area.W() }
	c.hovered.Surround(scene.Rect{X0: x(from), X1: x(until), Y0: area.Y0, Y1: area.Y1}, area, c.style.Theme.Selection)
	c.v.ShowTip(units.Tick(from, c.pixel())+" – "+units.Tick(until, c.pixel()), at)
	return query.TimeRange{From: from, Until: until}
}

// width returns a window width that can be: no less than ten nanoseconds.
func (c *chart) width(w float64) float64 {
	whole := c.c.Whole().W()
	return max(min(w, whole), min(10, whole))
}

// clamp keeps the lanes in sight and the window inside them.
func (c *chart) clamp() {
	if c.c == nil {
		return
	}
	whole := c.c.Whole()
	w := c.width(c.Window.W())
	if math.IsNaN(c.Window.From) || math.IsNaN(w) || math.IsInf(c.Window.From, 0) {
		c.Window = whole
		return
	}
	from := min(max(0, c.Window.From), whole.To-w)
	c.Window = flame.Window{From: from, To: from + w}
	c.Top = min(max(0, c.Top), max(0, c.c.Height(flame.RowHeight)-flame.LanesHeight(c.v.Area().H())))
}

// changed repaints after a move, and asks for finer boxes once the view is steady.
func (c *chart) changed() {
	c.clamp()
	c.v.Leave()
	c.placeOutline()
	c.v.Repaint()
	c.await()
}

// await asks for boxes for what is in sight once the view is steady, unless the chart has those.
func (c *chart) await() {
	if c.Fine(c.c.Window) {
		c.look.Stop()
		return
	}
	window := c.Window
	c.look.Start(surface.Steady, c.post, func() {
		c.v.send(screen.Show{Change: func(d *ask.Display) { d.OverTime.Window = window }})
	})
}

func (c *chart) zoomTo(ref flame.TimeRef) {
	b := c.c.Box(ref)
	c.Window = c.Onto(float64(b.From), float64(max(b.To, b.From+1)), float64(b.Merged))
	c.changed()
}

// reveal brings a box into sight.
func (c *chart) reveal(ref flame.TimeRef) { c.Reveal(c.c.Rect(c.view(), c.style, ref), c.laneArea()) }

func (c *chart) home() {
	c.Window, c.Top = c.c.Whole(), 0
	c.changed()
}

func (c *chart) zoomToSelected() {
	if ref := c.box(); ref != flame.NoTimeRef {
		c.zoomTo(ref)
	} else {
		c.v.send(surface.Unselected())
	}
}

// escape goes one step back: the selection, what is zoomed to, the chosen time.
func (c *chart) escape() {
	switch {
	case c.mark != query.NoNode:
		c.v.send(screen.Escape{})
	case c.Window != c.c.Whole():
		c.home()
	case c.v.shown.Chosen != query.AllTimes:
		c.v.takeBack()
	default:
		c.v.send(screen.Escape{})
	}
}

func (c *chart) inwards(down bool) flame.Step {
	if down != c.style.RootDown {
		return flame.Inwards
	}
	return flame.Outwards
}

func (c *chart) navigate(step flame.Step) {
	from := c.box()
	to := c.c.Move(from, step)
	if to == from {
		c.v.send(screen.Remark{Text: lang.L("There is no box on that side.")})
		return
	}
	c.pick(to)
	c.reveal(to)
}

// Resized implements [surface.Picture].
func (c *chart) Resized() {
	c.clamp()
	c.placeOutline()
}
