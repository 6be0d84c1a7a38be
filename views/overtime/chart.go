package overtime

import (
	"math"
	"time"

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
	v    *View
	post func(func())
	tabs []ask.Tab // of the document

	c       *flame.TimeChart // nil: none is shown
	painter *flame.TimePainter
	style   flame.Style
	mark    query.NodeID // the selected function; NoNode: none
	at      spot         // the selected box

	window flame.Window
	top    float64 // pixels scrolled
	look   surface.Delay

	axis              axisDrag
	over              flame.TimeRef // under the pointer
	hovered, selected surface.Outline
}

// spot is a box, by what stays when the chart is laid out more finely.
type spot struct {
	lanes *flame.Lanes // nil: none
	ref   flame.TimeRef
	time  int64
}

// axisDrag is a drag, which chooses a time if it began on the axis.
type axisDrag struct {
	going, chooses bool
	from           int64           // where it began
	chosen         query.TimeRange // so far
}

// steady is how long a view must stand still before it asks for finer boxes.
const steady = 60 * time.Millisecond

func newChart(v *View, post func(func())) chart {
	return chart{v: v, post: post, mark: query.NoNode, over: flame.NoTimeRef, selected: v.NewOutline(2), hovered: v.NewOutline(1)}
}

func (c *chart) show(s *screen.Snapshot, o *ask.OverTimeAnswer) {
	c.style, c.tabs, c.mark = s.Display.Style(), s.Tabs, query.NoNode
	if o == nil || o.Chart == nil {
		c.c, c.painter = nil, nil
		c.look.Stop()
		c.hovered.Hide()
		c.selected.Hide()
		return
	}
	if d := s.Answer.Details; d != nil {
		c.mark = d.Node
	}
	if c.c == nil || c.c.Lanes != o.Chart.Lanes {
		c.window, c.top, c.at, c.axis = o.Chart.Whole(), 0, spot{}, axisDrag{}
	}
	if c.c != o.Chart {
		c.over = flame.NoTimeRef
		c.hovered.Hide()
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
		r.X1 -= surface.ThumbRoom
	}
	return r
}

// room is the area below the times.
func (c *chart) room() scene.Rect {
	r := c.area()
	r.Y0 = r.Y1 - flame.LanesHeight(r.H())
	return r
}

func (c *chart) view() flame.TimeView {
	return flame.TimeView{Window: c.window, Top: c.top, Area: c.area(), Mark: c.mark}
}

func (c *chart) paint(cv scene.Canvas) {
	c.painter.Paint(cv, c.view())
	all := c.v.Area()
	if area := c.area(); area.X1 < all.X1 {
		cv.Fill(scene.Rect{X0: area.X1, X1: all.X1, Y1: all.Y1}, c.style.Theme.Background)
		surface.PaintThumb(cv, c.style.Theme, all, c.top, c.c.Height(flame.RowHeight)+all.H()-flame.LanesHeight(all.H()))
	}
}

func (c *chart) hover(at scene.Point) {
	ref := c.c.At(c.view(), c.style, at)
	if ref == flame.NoTimeRef {
		c.v.Leave()
		return
	}
	if c.over != ref {
		c.over = ref
		c.hovered.Surround(c.c.Rect(c.view(), c.style, ref), c.room(), c.style.Theme.Hover)
	}
	c.v.ShowTip(c.c.Describe(ref), at)
}

func (c *chart) leave() {
	c.over = flame.NoTimeRef
	c.hovered.Hide()
}

func (c *chart) click(p surface.Pointer) {
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

// pick selects the function of a box, as in the flame graph.
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

// marked brings the selected box into sight and returns a point of it.
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
		c.selected.Surround(c.c.Rect(c.view(), c.style, ref), c.room(), c.style.Theme.Selection)
	}
}

func (c *chart) drag(dx, dy float64, p surface.Pointer) {
	if !c.axis.going {
		from := c.v.Pressed.At
		c.axis = axisDrag{going: true, chooses: from.Y < c.room().Y0 && c.area().W() > 0, from: c.time(from.X)}
	}
	if c.axis.chooses {
		c.chooseUpTo(p.At)
		return
	}
	c.pan(-dx)
	c.top -= dy
	c.changed()
}

func (c *chart) letGo() {
	of := c.axis
	c.axis = axisDrag{}
	if of.chooses {
		c.v.Leave()
		c.v.choose(of.chosen)
	}
}

// time is the time of the samples at a place, to a pixel and in round figures. That of an end leaves no sample out.
func (c *chart) time(x float64) int64 {
	w := c.area().W()
	step := float64(c.pixel())
	first, last := math.Floor(float64(c.c.Time.From)/step), math.Ceil(float64(c.c.Time.Until)/step)
	at := float64(c.c.Time.From) + c.window.From + min(max(0, x/w), 1)*c.window.W()
	if n := math.Round(at / step); at < float64(c.c.Time.Until) {
		return int64(max(first, n) * step)
	}
	return int64(last * step)
}

// pixel is a round time of about a pixel.
func (c *chart) pixel() int64 { return units.RoundStep(c.window.W() / max(1, c.area().W())) }

// chooseUpTo makes the drag along the axis choose the time up to a place.
func (c *chart) chooseUpTo(at scene.Point) {
	from, until := c.axis.from, c.time(at.X)
	from, until = min(from, until), max(from, until)
	c.axis.chosen = query.TimeRange{From: from, Until: max(until, from+c.pixel())}
	area := c.area()
	x := func(t int64) float64 { return (float64(t-c.c.Time.From) - c.window.From) / c.window.W() * area.W() }
	c.hovered.Surround(scene.Rect{X0: x(from), X1: x(c.axis.chosen.Until), Y0: area.Y0, Y1: area.Y1}, area, c.style.Theme.Selection)
	c.v.ShowTip(units.Tick(from, c.pixel())+" – "+units.Tick(c.axis.chosen.Until, c.pixel()), at)
}

func (c *chart) scroll(dx, dy float64, p surface.Pointer) bool {
	factor, right, down := surface.Wheel(dx, dy, p)
	if factor != 1 {
		c.zoomAt(p.At.X, factor)
	}
	c.pan(right)
	c.top += down
	c.changed()
	return true
}

func (c *chart) pan(pixels float64) {
	c.window = c.window.Moved(pixels / c.area().W())
}

func (c *chart) zoomAt(x, factor float64) {
	c.window = c.window.Zoomed(x/c.area().W(), c.width(c.window.W()*factor))
}

// width is a width of the window that can be: no less than ten nanoseconds.
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
	w := c.width(c.window.W())
	if math.IsNaN(c.window.From) || math.IsNaN(w) || math.IsInf(c.window.From, 0) {
		c.window = whole
		return
	}
	from := min(max(0, c.window.From), whole.To-w)
	c.window = flame.Window{From: from, To: from + w}
	c.top = min(max(0, c.top), max(0, c.c.Height(flame.RowHeight)-flame.LanesHeight(c.v.Area().H())))
}

// changed repaints after a move, and asks for finer boxes once the view is steady.
func (c *chart) changed() {
	c.clamp()
	c.v.Leave()
	c.placeOutline()
	c.v.Repaint()
	c.await()
}

// await asks for boxes of what is in sight once the view is steady, unless the chart has those.
func (c *chart) await() {
	have := c.c.Window
	fine := c.window.W() > have.W()/1.5 && c.window.W() < have.W()*1.5 && c.window.From > have.From-have.W()/3 && c.window.To < have.To+have.W()/3
	if fine {
		c.look.Stop()
		return
	}
	window := c.window
	c.look.Start(steady, c.post, func() {
		c.v.send(screen.Show{Change: func(d *ask.Display) { d.OverTime.Window = window }})
	})
}

func (c *chart) zoomTo(ref flame.TimeRef) {
	b := c.c.Box(ref)
	c.window = flame.Window{From: float64(b.From), To: float64(max(b.To, b.From+1))}
	if n := float64(b.Merged); n > 0 { // until each is wide enough to be seen
		if room := c.area().W() / 3; n > room {
			c.window.To = c.window.From + c.window.W()*room/n
		}
	}
	c.changed()
}

// reveal brings a box into sight.
func (c *chart) reveal(ref flame.TimeRef) {
	r, area := c.c.Rect(c.view(), c.style, ref), c.room()
	top, window := c.top, c.window
	if r.Y0 < area.Y0 {
		c.top -= area.Y0 - r.Y0
	}
	if r.Y1 > area.Y1 {
		c.top += r.Y1 - area.Y1
	}
	if r.X1 < area.X0+8 || r.X0 > area.X1-8 {
		c.pan((r.X0+r.X1)/2 - area.W()/2)
	}
	if c.top != top || c.window != window {
		c.changed()
	}
}

var keys = surface.Keys[*chart]{
	fyne.KeyUp:       func(c *chart) { c.walk(c.inwards(false)) },
	fyne.KeyDown:     func(c *chart) { c.walk(c.inwards(true)) },
	fyne.KeyLeft:     func(c *chart) { c.walk(flame.Left) },
	fyne.KeyRight:    func(c *chart) { c.walk(flame.Right) },
	fyne.KeyReturn:   (*chart).zoomToSelected,
	fyne.KeyEnter:    (*chart).zoomToSelected,
	fyne.KeyHome:     (*chart).home,
	fyne.KeyPageUp:   func(c *chart) { c.top -= 0.8 * c.area().H(); c.changed() },
	fyne.KeyPageDown: func(c *chart) { c.top += 0.8 * c.area().H(); c.changed() },
	fyne.KeyEscape:   (*chart).escape,
}

var letters = surface.Letters[*chart]{
	{"+=w", func(c *chart) { c.zoomAt(c.area().W()/2, 0.7); c.changed() }},
	{"-s", func(c *chart) { c.zoomAt(c.area().W()/2, 1/0.7); c.changed() }},
	{"a", func(c *chart) { c.pan(-c.area().W() / 5); c.changed() }},
	{"d", func(c *chart) { c.pan(c.area().W() / 5); c.changed() }},
	{"f", (*chart).home},
}

func (c *chart) key(name fyne.KeyName, _ fyne.KeyModifier) bool { return keys.Press(c, name) }

func (c *chart) home() {
	c.window, c.top = c.c.Whole(), 0
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
	case c.window != c.c.Whole():
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

func (c *chart) walk(step flame.Step) {
	from := c.box()
	to := c.c.Move(from, step)
	if to == from {
		c.v.send(screen.Remark{Text: lang.L("There is no box on that side.")})
		return
	}
	c.pick(to)
	c.reveal(to)
}

func (c *chart) resized() {
	c.clamp()
	c.placeOutline()
}
