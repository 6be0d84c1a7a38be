package views

import (
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/model"
	"profstation/scene"
	"profstation/timeline"
)

// TimelineView shows the lanes of an execution trace.
type TimelineView struct {
	*surface
	Object fyne.CanvasObject // the surface with its legend above it
	send   Send
	post   func(func())

	banner *widget.Label // what was lost of the trace
	legend *legend
	trace  *TraceAnswer
	theme  *scene.Theme
	empty  string

	view   timeline.View
	moved  int
	done   *Reveal      // what was last brought into sight
	goneTo timeline.Key // the lane that was last gone to, as long as nothing is clicked on
	look   *time.Timer

	hovered, band outline
	tip           *tip
	drag          dragMode
	from          scene.Point // where a drag began
	lastDrag      scene.Point // where it is
	interval      *timeline.Interval
	recorded      []timeline.Recorded
}

// dragMode is what a drag does.
type dragMode int

const (
	noDrag dragMode = iota
	panDrag
	zoomDrag    // an area to zoom to
	measureDrag // an interval
	mapDrag     // within the minimap
)

const (
	// settled is how long a view must stand still to be a step of the history.
	settled = 350 * time.Millisecond
	// laneLabel is the width of the labels of lanes, mapHeight the height of the
	// minimap below them.
	laneLabel, mapHeight = 230.0, 34.0
)

// NewTimelineView makes the view. post runs a function on the UI goroutine.
func NewTimelineView(send Send, post func(func())) *TimelineView {
	v := &TimelineView{send: send, post: post, hovered: newOutline(1), band: newOutline(1), tip: newTip()}
	v.surface = newSurface(v, v.hovered.rect, v.band.rect, v.tip.box)
	v.copied = v.copySelected
	v.legend = newLegend(send)
	v.banner = widget.NewLabel("")
	v.banner.Importance = widget.WarningImportance
	v.banner.Wrapping = fyne.TextWrapWord
	v.banner.Hide()
	v.Object = container.NewBorder(container.NewVBox(v.banner, v.legend.object), nil, nil, nil, v.surface)
	return v
}

// Show shows a snapshot.
func (v *TimelineView) Show(s *Snapshot) {
	v.theme = s.Display.Theme
	v.empty = emptyText(s)
	before := v.trace
	v.trace = s.Trace
	v.legend.show(s.Display)
	if !v.shown() {
		v.trace = nil
		v.out()
		v.repaint()
		return
	}
	a := v.trace
	v.showBanner(a.Timeline.Trace)
	v.interval, v.recorded = a.Place.Interval, s.Recorded
	v.view.Area, v.view.Label = v.lanesArea(), v.labelWidth()
	if before != nil && before.Document != a.Document {
		v.goneTo = timeline.Key{}
	}
	if before == nil || before.Document != a.Document || v.moved != a.Moved || v.view.Window.W() == 0 {
		v.moved = a.Moved
		v.stopLooking()
		v.view.Window, v.view.Top = a.Place.Window, a.Place.Top
		if v.view.Window.W() == 0 {
			v.view.Window = a.Timeline.Whole()
		}
	} else if before.Timeline != a.Timeline && v.whole(before) {
		v.view.Window = a.Timeline.Whole() // more of the trace was read
	}
	v.view = v.view.Clamp(a.Lanes)
	if a.Reveal != nil && a.Reveal != v.done {
		v.done = a.Reveal
		v.reveal(a.Reveal)
	}
	v.hovered.hide()
	v.repaint()
}

// showBanner tells what was lost, as long as the trace is looked at.
func (v *TimelineView) showBanner(t *model.Trace) {
	if text := strings.Join(t.Warnings, "\n"); text != v.banner.Text {
		v.banner.SetText(text)
		display(v.banner, text != "")
	}
}

func (v *TimelineView) shown() bool {
	return v.trace != nil && v.trace.Lanes != nil && v.trace.Painter != nil
}

// whole tells whether all of a trace was in sight.
func (v *TimelineView) whole(a *TraceAnswer) bool {
	return v.view.Window.W() >= 0.999*a.Timeline.Whole().W()
}

func (v *TimelineView) labelWidth() float64 { return math.Min(laneLabel, v.area().W()/3) }

// lanesArea is what the minimap leaves for the lanes.
func (v *TimelineView) lanesArea() scene.Rect {
	a := v.area()
	a.Y1 = math.Max(a.Y0, a.Y1-mapHeight)
	return a
}

// minimap is where the whole trace is shown small.
func (v *TimelineView) minimap() scene.Rect {
	a := v.area()
	return scene.Rect{X0: v.view.Plot().X0, Y0: v.view.Area.Y1 + 2, X1: a.X1, Y1: a.Y1 - 2}
}

// center moves the window so that a place of the minimap is in its middle.
func (v *TimelineView) center(x float64) {
	to := v.view
	at, w := float64(v.trace.Timeline.MinimapTime(v.minimap(), x)), to.Window.W()
	to.Window = timeline.Window{From: at - w/2, To: at + w/2}
	v.changed(to.Clamp(v.trace.Lanes))
}

// reveal brings a row and a time into sight.
func (v *TimelineView) reveal(r *Reveal) {
	l := v.trace.Lanes
	w := v.view.Window
	switch {
	case r.Narrow:
		v.view = v.view.Fit(l, r.From, r.To)
	case r.To > r.From || r.From > 0:
		if float64(r.To) < w.From || float64(r.From) > w.To {
			middle := (float64(r.From) + math.Min(float64(r.To), float64(r.From)+w.W())) / 2
			v.view.Window = timeline.Window{From: middle - w.W()/2, To: middle + w.W()/2}
		}
	}
	v.goneTo = r.Key
	if row := l.Find(r.Key); row >= 0 {
		top := l.Top(row) - l.PinnedHeight()
		room := v.view.Plot().H() - l.PinnedHeight()
		if top < v.view.Top || top+2*timeline.LaneHeight > v.view.Top+room {
			v.view.Top = top - room/3
		}
	}
	v.view = v.view.Clamp(l)
	v.looked()
}

// paint implements picture.
func (v *TimelineView) paint(cv scene.Canvas) {
	if !v.shown() {
		paintEmpty(cv, v.theme, v.empty)
		return
	}
	m := timeline.Marks{Selected: model.NoSpan, Row: v.goneTo, Interval: v.interval, Recorded: v.recorded}
	if i := v.trace.Inspected; i != nil {
		m.Selected, m.Chain = i.Span, v.trace.Chain
	}
	v.trace.Painter.Paint(cv, v.view, m)
	plot := v.view.Plot()
	l := v.trace.Lanes
	plot.Y0 += l.PinnedHeight()
	paintThumb(cv, v.theme, plot, v.view.Top, l.Height()-l.PinnedHeight())
	ground := v.area()
	ground.Y0 = v.view.Area.Y1
	cv.Fill(ground, v.theme.Background)
	v.trace.Painter.PaintMinimap(cv, v.minimap(), v.view.Window)
}

// changed repaints after the view moved, and makes it a step of the history
// once it is steady.
func (v *TimelineView) changed(to timeline.View) {
	if to == v.view {
		return
	}
	v.view = to
	v.out()
	v.repaint()
	v.looked()
}

// leapt repaints after the view was changed in one step, which one can go back
// from.
func (v *TimelineView) leapt(to timeline.View) {
	if to == v.view {
		return
	}
	v.changed(to)
	v.stopLooking()
	v.send(LookTime{v.view.Window, v.view.Top, true})
}

func (v *TimelineView) looked() {
	v.stopLooking()
	v.look = time.AfterFunc(settled, func() {
		v.post(func() {
			if v.shown() {
				v.send(LookTime{Window: v.view.Window, Top: v.view.Top})
			}
		})
	})
}

func (v *TimelineView) stopLooking() {
	if v.look != nil {
		v.look.Stop()
	}
}

// resized implements picture.
func (v *TimelineView) resized() {
	if v.shown() {
		v.view.Area, v.view.Label = v.lanesArea(), v.labelWidth()
		v.view = v.view.Clamp(v.trace.Lanes)
		v.out()
	}
}

// over implements picture.
func (v *TimelineView) over(at scene.Point) {
	if !v.shown() || v.drag != noDrag {
		return
	}
	if i := timeline.RecordedAt(v.recorded, v.view, at); i >= 0 {
		v.tip.show(v.recorded[i].Name+"\nrecorded meanwhile; click: measure this time", at, v.Size(), v.theme)
		return
	}
	h := v.trace.Lanes.At(v.view, at)
	v.tip.show(v.trace.Lanes.Explain(h), at, v.Size(), v.theme)
}

// out implements picture.
func (v *TimelineView) out() {
	v.tip.hide()
	v.hovered.hide()
}

// within is the part of a recording's time that lies in the trace.
func (a *TraceAnswer) within(r timeline.Recorded) *timeline.Interval {
	return &timeline.Interval{From: max(r.From, 0), To: min(r.To, a.Timeline.Trace.End)}
}

// moment is the one of a hit, nil where no span is hit.
func (v *TimelineView) moment(h timeline.Hit) *Moment {
	if h.Span == model.NoSpan {
		return nil
	}
	tr := v.trace.Timeline.Trace
	return &Moment{tr.GoOf(h.Span), tr.Spans.Start.At(int(h.Span))}
}

// clicked implements picture.
func (v *TimelineView) clicked(p pointer) {
	if !v.shown() {
		return
	}
	if v.minimap().Contains(p.at) {
		v.center(p.at.X)
		return
	}
	if i := timeline.RecordedAt(v.recorded, v.view, p.at); i >= 0 {
		v.send(Measure{v.trace.within(v.recorded[i])})
		return
	}
	if v.goneTo != (timeline.Key{}) {
		v.goneTo = timeline.Key{}
		v.repaint()
	}
	l := v.trace.Lanes
	h := l.At(v.view, p.at)
	if p.button == desktop.MouseButtonSecondary {
		v.popUp(v.menu(h), p.abs)
		return
	}
	switch {
	case h.Axis:
		v.send(Measure{})
	case h.Row < 0:
		v.send(SelectMoment{})
	case h.Label:
		if r := l.Rows[h.Row]; r.Opens && !r.Pinned {
			v.send(AskLanes{func(q *timeline.Query) { *q = toggled(*q, r.Key) }})
		}
	case p.count == 2:
		if m := v.moment(h); m != nil {
			tr := v.trace.Timeline.Trace
			v.leapt(v.view.Fit(l, m.At, tr.SpanEnd(m.Go, h.Span)))
		}
	default:
		v.send(SelectMoment{v.moment(h)})
	}
}

// toggled is a query with a row opened or closed.
func toggled(q timeline.Query, key timeline.Key) timeline.Query {
	q.Toggled = with(q.Toggled, key, !q.Toggled[key])
	return q
}

// with is a copy of a set with a key in it or not.
func with(m map[timeline.Key]bool, key timeline.Key, in bool) map[timeline.Key]bool {
	c := make(map[timeline.Key]bool, len(m)+1)
	for k, v := range m {
		c[k] = v
	}
	if in {
		c[key] = true
	} else {
		delete(c, key)
	}
	return c
}

// menu is the context menu of what is hit.
func (v *TimelineView) menu(h timeline.Hit) *fyne.Menu {
	l := v.trace.Lanes
	var items []*fyne.MenuItem
	add := func(label string, f func()) { items = append(items, fyne.NewMenuItem(label, f)) }
	if h.Span != model.NoSpan {
		i := v.trace.Timeline.Inspect(h.Span)
		add("Zoom to it", func() { v.leapt(v.view.Fit(l, i.Start, i.End)) })
		add("Measure it", func() { v.send(Measure{&timeline.Interval{From: i.Start, To: i.End}}) })
		add("Show its goroutine", func() { v.send(ShowSpan(i.Go, i.Start, i.End)) })
		if i.Waker != model.NoGo {
			add("Show who woke it", func() { v.send(ShowSpan(i.Waker, i.WokenAt, i.WokenAt)) })
		}
		items = append(items, fyne.NewMenuItemSeparator())
		add("Note …", func() { v.send(AskNote{NoteOn(v.trace.Timeline, &i)}) })
		add("Copy what is told of it", func() { v.send(Copy{v.trace.Timeline.Describe(h.Span)}) })
	}
	if h.Row >= 0 {
		row := l.Rows[h.Row]
		if row.Pinned {
			add("Unpin the lane", func() { v.send(AskLanes{func(q *timeline.Query) { *q = pinned(*q, row.Key, false) }}) })
		} else {
			add("Pin the lane", func() { v.send(AskLanes{func(q *timeline.Query) { *q = pinned(*q, row.Key, true) }}) })
		}
		add("Hide the lane", func() {
			v.send(AskLanes{func(q *timeline.Query) { q.Hidden = with(q.Hidden, row.Key, true) }})
		})
		if name := v.trace.Timeline.Label(&row); name != "" {
			add("Copy its name", func() { v.send(Copy{name}) })
		}
	}
	if len(l.Query.Hidden) > 0 {
		add("Show hidden lanes", func() { v.send(AskLanes{func(q *timeline.Query) { q.Hidden = nil }}) })
	}
	if l.Query.IDs != nil {
		add("Show all goroutines again", func() { v.send(AskLanes{func(q *timeline.Query) { q.IDs, q.Flat = nil, false }}) })
	}
	add("Whole trace", v.fit)
	return fyne.NewMenu("", items...)
}

// pinned is a query with a row pinned or not.
func pinned(q timeline.Query, key timeline.Key, in bool) timeline.Query {
	var keys []timeline.Key
	for _, k := range q.Pinned {
		if k != key {
			keys = append(keys, k)
		}
	}
	if in {
		keys = append(keys, key)
	}
	q.Pinned = keys
	return q
}

// ShowSpan shows a goroutine in its lane at a time, and selects what it is in.
func ShowSpan(g model.GoIndex, from, to model.TraceTime) GoTo {
	return GoTo{
		Reveal: Reveal{Key: timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}, From: from, To: to},
		Select: &Moment{g, from},
	}
}

func (v *TimelineView) fit() {
	if v.shown() {
		to := v.view
		to.Window = v.trace.Timeline.Whole()
		v.leapt(to.Clamp(v.trace.Lanes))
	}
}

// dragged implements picture: the picture follows the pointer; with Ctrl an
// area to zoom to is drawn, with Shift or along the axis an interval.
func (v *TimelineView) dragged(dx, dy float64, p pointer) {
	if !v.shown() {
		return
	}
	plot := v.view.Plot()
	if v.drag == noDrag {
		v.from = v.pressed.at
		switch {
		case v.minimap().Contains(v.from):
			v.drag = mapDrag
		case p.mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
			v.drag = zoomDrag
		case p.mods&fyne.KeyModifierShift != 0, v.from.Y < plot.Y0 && v.from.X >= plot.X0:
			v.drag = measureDrag
		default:
			v.drag = panDrag
		}
		v.out()
	}
	x := math.Max(plot.X0, math.Min(plot.X1, p.at.X))
	switch v.drag {
	case mapDrag:
		v.center(p.at.X)
	case panDrag:
		v.changed(v.view.Pan(v.trace.Lanes, -dx, -dy))
	case zoomDrag:
		r := scene.Rect{X0: min(v.from.X, x), X1: max(v.from.X, x), Y0: min(v.from.Y, p.at.Y), Y1: max(v.from.Y, p.at.Y)}
		v.band.show(r, plot, v.theme.Selection)
	case measureDrag:
		v.interval = &timeline.Interval{From: v.view.Time(math.Max(plot.X0, v.from.X)), To: v.view.Time(x)}
		v.repaint()
	}
	v.pressed.at = v.from
	v.lastDrag = scene.Point{X: x, Y: p.at.Y}
}

// dragEnded implements dragEnder.
func (v *TimelineView) dragEnded() {
	mode := v.drag
	v.drag = noDrag
	v.band.hide()
	if !v.shown() {
		return
	}
	switch mode {
	case zoomDrag:
		from, to := v.view.Time(min(v.from.X, v.lastDrag.X)), v.view.Time(max(v.from.X, v.lastDrag.X))
		area := v.view
		area.Window = timeline.Window{From: float64(from), To: float64(to)}
		area.Top += min(v.from.Y, v.lastDrag.Y) - v.view.Plot().Y0 - v.trace.Lanes.PinnedHeight()
		v.leapt(area.Clamp(v.trace.Lanes))
	case measureDrag:
		v.send(Measure{v.interval})
	}
}

// scrolled implements picture: the wheel moves over lanes, with Shift along
// time, with Ctrl it zooms at the pointer.
func (v *TimelineView) scrolled(dx, dy float64, p pointer) {
	if !v.shown() {
		return
	}
	l := v.trace.Lanes
	switch {
	case p.mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		v.changed(v.view.ZoomAt(l, p.at.X, math.Exp((dy+dx)/zoomNotch)))
	case p.mods&fyne.KeyModifierShift != 0 && dx == 0:
		v.changed(v.view.Pan(l, -dy*4, 0))
	case p.mods&fyne.KeyModifierShift != 0:
		v.changed(v.view.Pan(l, -dx*4, -dy*4))
	default:
		v.changed(v.view.Pan(l, -dx*4, -dy*4))
	}
}

// key implements picture.
func (v *TimelineView) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if !v.shown() {
		return false
	}
	l, room := v.trace.Lanes, v.view.Plot().H()
	switch name {
	case fyne.KeyUp:
		v.changed(v.view.Pan(l, 0, -2*timeline.LaneHeight))
	case fyne.KeyDown:
		v.changed(v.view.Pan(l, 0, 2*timeline.LaneHeight))
	case fyne.KeyPageUp:
		v.changed(v.view.Pan(l, 0, -0.8*room))
	case fyne.KeyPageDown:
		v.changed(v.view.Pan(l, 0, 0.8*room))
	case fyne.KeyLeft:
		v.step(func(i *timeline.Inspection) model.SpanIndex { return i.Previous })
	case fyne.KeyRight:
		v.step(func(i *timeline.Inspection) model.SpanIndex { return i.Next })
	case fyne.KeyReturn, fyne.KeyEnter:
		if i := v.trace.Inspected; i != nil {
			v.leapt(v.view.Fit(l, i.Start, i.End))
		}
	case fyne.KeyHome:
		v.fit()
	case fyne.KeyEscape:
		v.send(Escape{})
	default:
		return false
	}
	return true
}

// step selects the span before or after the selected one.
func (v *TimelineView) step(to func(*timeline.Inspection) model.SpanIndex) {
	i := v.trace.Inspected
	if i == nil {
		return
	}
	if span := to(i); span != model.NoSpan {
		tr := v.trace.Timeline.Trace
		v.send(ShowSpan(i.Go, tr.Spans.Start.At(int(span)), tr.SpanEnd(i.Go, span)))
	}
}

// rune implements picture.
func (v *TimelineView) rune(r rune) bool {
	if !v.shown() {
		return false
	}
	l, plot := v.trace.Lanes, v.view.Plot()
	middle := (plot.X0 + plot.X1) / 2
	switch r {
	case 'w', '+', '=':
		v.changed(v.view.ZoomAt(l, middle, 1.5))
	case 's', '-':
		v.changed(v.view.ZoomAt(l, middle, 1/1.5))
	case 'a':
		v.changed(v.view.Pan(l, -plot.W()/5, 0))
	case 'd':
		v.changed(v.view.Pan(l, plot.W()/5, 0))
	case 'f', '0':
		v.fit()
	case 'm':
		if i := v.trace.Inspected; i != nil {
			v.send(Measure{&timeline.Interval{From: i.Start, To: i.End}})
		}
	default:
		return false
	}
	return true
}

// copySelected puts what is told of the selected span on the clipboard.
func (v *TimelineView) copySelected() {
	if v.shown() && v.trace.Inspected != nil {
		v.send(Copy{v.trace.Timeline.Describe(v.trace.Inspected.Span)})
	}
}
