package timeline

import (
	"maps"
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/paint"
	"profstation/views/surface"
)

// Hover implements [surface.Picture].
func (v *View) Hover(at scene.Point) {
	if !v.shown() || v.Dragging() {
		return
	}
	v.onHover(at.X)
	if i := paint.RecordedAt(v.recorded, v.view, at); i >= 0 {
		v.ShowTip(v.recorded[i].Name+"\n"+lang.L("recorded at the same time; click to measure this time"), at)
		return
	}
	if c, ok := v.trace.Painter.ChipAt(v.view, v.marks(), at); ok {
		v.ShowTip(c.Text+"\n"+lang.L("click to go there"), at)
		return
	}
	h := v.trace.Lanes.At(v.view, at)
	v.ShowTip(describe.Hit(v.trace.Lanes, h), at)
}

// InSight returns the timeline part that is on the screen.
func (v *View) InSight() (s ask.Sight) {
	if v.shown() && v.view.Part(v.trace.Lanes) {
		part := v.view
		s.Lanes[0], s.Rows = &part, part.Window == part.Whole(v.trace.Lanes)
	}
	return s
}

// Leave implements [surface.Picture].
func (v *View) Leave() {
	v.HideTip()
	v.cursor.Hide()
	v.onHover(math.NaN())
}

// within returns the time that a recording and the trace share.
func within(a *ask.TraceAnswer, r paint.Recorded) *trace.Interval {
	return &trace.Interval{From: max(r.From, 0), To: min(r.To, a.Timeline.Trace.End)}
}

// moment returns a hit's moment, nil where neither a span nor an event is hit, and how long that lasts.
func (v *View) moment(h timeline.Hit) (m *ask.Moment, of trace.Interval) {
	tr := v.trace.Timeline.Trace
	if o, ok := describe.InspectEvent(v.trace.Timeline.Names, v.trace.Lanes.EventOf(h)); ok {
		return ask.MomentOf(&o), o.Time
	}
	if h.Span == trace.NoSpan {
		return nil, trace.Interval{}
	}
	g := tr.GoOf(h.Span)
	return &ask.Moment{Go: g, At: tr.Spans.Start(h.Span)}, tr.SpanTime(g, h.Span)
}

// selected returns the selection's time.
func (v *View) selected() (of trace.Interval, ok bool) {
	switch i, o := v.trace.SelectedSpan, v.trace.Happened; {
	case i != nil:
		return trace.Interval{From: i.Start, To: i.End}, true
	case o != nil:
		return o.Time, true
	}
	return trace.Interval{}, false
}

// Click implements [surface.Picture].
func (v *View) Click(p surface.Pointer) {
	if !v.shown() {
		return
	}
	if v.minimap().Contains(p.At) {
		v.center(p.At.X)
		return
	}
	if i := paint.RecordedAt(v.recorded, v.view, p.At); i >= 0 {
		v.send(screen.Measure{Interval: within(v.trace, v.recorded[i])})
		return
	}
	if c, ok := v.trace.Painter.ChipAt(v.view, v.marks(), p.At); ok && p.Button != desktop.MouseButtonSecondary {
		v.send(v.along(&c))
		return
	}
	if v.goneTo != (timeline.Key{}) || v.goneAt != nil {
		v.goneTo, v.goneAt = timeline.Key{}, nil
		v.Repaint()
	}
	l := v.trace.Lanes
	h := l.At(v.view, p.At)
	m, of := v.moment(h)
	if p.Button == desktop.MouseButtonSecondary {
		v.Leave()
		if m != nil { // what the menu is about
			v.send(screen.SelectMoment{Moment: m})
		}
		v.PopUp(v.menu(h), p.Abs)
		return
	}
	switch {
	case h.Axis:
		v.send(screen.Measure{})
	case p.Count != 2 && v.trace.Painter.OnArrow(v.view, v.marks(), p.At): // it belongs to what is selected
	case h.Row < 0:
		v.send(screen.SelectMoment{})
	case h.Label:
		if r := l.Rows[h.Row]; r.Opens && !r.Pinned {
			v.ask(func(q *timeline.Query) { q.Toggled = with(q.Toggled, r.Key, !q.Toggled[r.Key]) })
		}
	case p.Count == 2:
		if m != nil && !of.Empty() {
			v.leapt(v.view.Fit(l, of.From, of.To))
		}
	default:
		v.send(screen.SelectMoment{Moment: m})
	}
}

// along goes to the end of an arrow that is out of sight.
func (v *View) along(c *paint.Chip) screen.GoTo {
	t := v.trace.Timeline
	if c.Waker {
		return screen.ShowWaker(t, &c.Of)
	}
	return screen.ShowSpan(c.Of.Go, c.Of.WokenAt, t.Trace.SpanEnd(c.Of.Go, c.Of.Woken))
}

func (v *View) ask(change func(*timeline.Query)) { v.send(screen.AskLanes{Change: change}) }

func with(set map[timeline.Key]bool, key timeline.Key, in bool) map[timeline.Key]bool {
	c := map[timeline.Key]bool{key: true}
	maps.Copy(c, set)
	if !in {
		delete(c, key)
	}
	return c
}

func (v *View) fit() {
	if v.shown() {
		to := v.view
		to.Window = to.Whole(v.trace.Lanes)
		v.leapt(to.Clamp(v.trace.Lanes))
	}
}

// gestures says what a hand and the keys do in the picture, which follows the pointer.
func (v *View) gestures() {
	v.Ready, v.Pane = v.shown, func() scene.Rect { return v.view.Plot() }
	v.Notch, v.Steered, v.Wheel.Right, v.Wheel.Down = 1.5, true, 4, 4
	v.Pan = func(right, down float64) { v.changed(v.view.Pan(v.trace.Lanes, right, down)) }
	v.Zoom = func(at scene.Point, closer float64) { v.changed(v.view.ZoomAt(v.trace.Lanes, at.X, closer)) }
	v.Grab = v.grab
	v.Keys = map[fyne.KeyName]func(){
		fyne.KeyUp:     func() { v.stepLane(true) },
		fyne.KeyDown:   func() { v.stepLane(false) },
		fyne.KeyLeft:   func() { v.step(false) },
		fyne.KeyRight:  func() { v.step(true) },
		fyne.KeyReturn: v.fitSelected,
		fyne.KeyHome:   v.fit,
		fyne.KeyEscape: func() { v.send(screen.Escape{}) },
	}
	v.Typed = map[string]func(){"f0": v.fit, "m": v.measureSelected}
}

// grab is what a drag does: with Ctrl an area to zoom to is drawn, with Shift or along the axis an interval.
func (v *View) grab() surface.Grip {
	v.Leave()
	from, mods, plot := v.Pressed.At, v.Pressed.Mods, v.view.Plot()
	clamped := func(at scene.Point) scene.Point { return scene.Point{X: max(plot.X0, min(plot.X1, at.X)), Y: at.Y} }
	switch {
	case v.minimap().Contains(from):
		return surface.Grip{Move: func(p surface.Pointer) { v.center(p.At.X) }}
	case mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		var drawn scene.Rect
		return surface.Grip{Move: func(p surface.Pointer) {
			drawn = from.At().Union(clamped(p.At).At())
			v.band.Surround(drawn, plot, v.Theme.Selection)
		}, End: func() {
			v.band.Hide()
			v.zoomTo(drawn)
		}}
	case mods&fyne.KeyModifierShift != 0, from.Y < plot.Y0 && from.X >= plot.X0:
		return surface.Grip{Move: func(p surface.Pointer) {
			v.interval = &trace.Interval{From: v.view.Time(max(plot.X0, from.X)), To: v.view.Time(clamped(p.At).X)}
			v.Repaint()
		}, End: func() {
			if v.shown() {
				v.send(screen.Measure{Interval: v.interval})
			}
		}}
	}
	return surface.Grip{}
}

// zoomTo shows what was drawn around.
func (v *View) zoomTo(drawn scene.Rect) {
	if v.shown() {
		to := v.view
		to.Window = timeline.Window{From: float64(to.Time(drawn.X0)), To: float64(to.Time(drawn.X1))}
		to.Top += drawn.Y0 - to.Plot().Y0 - v.trace.Lanes.PinnedHeight()
		v.leapt(to.Clamp(v.trace.Lanes))
	}
}

func (v *View) fitSelected() {
	if of, ok := v.selected(); ok && !of.Empty() {
		v.leapt(v.view.Fit(v.trace.Lanes, of.From, of.To))
	} else {
		v.send(surface.Unselected())
	}
}

func (v *View) measureSelected() {
	if of, ok := v.selected(); ok && !of.Empty() {
		v.send(screen.Measure{Interval: &of})
	} else {
		v.send(surface.Unselected())
	}
}

// step selects what is after, or before, what is selected; where nothing is, the first span in sight, or the last.
func (v *View) step(after bool) {
	t := v.trace.Timeline
	if o := v.trace.Happened; o != nil {
		if next, ok := describe.InspectEvent(t.Names, v.trace.Lanes.Beside(o.Event, after)); ok {
			g := screen.ShowEvent(t, &next)
			g.Narrow = false
			v.send(g)
		} else {
			v.noSpan()
		}
		return
	}
	i := v.trace.SelectedSpan
	if i == nil {
		v.showSpan(v.trace.Lanes.FirstSpan(v.view, v.goneTo, !after))
		return
	}
	to := func(i *describe.Inspection) trace.SpanIndex {
		if after {
			return i.Next
		}
		return i.Previous
	}
	if to(i) == trace.NoSpan {
		who := lang.With{"Name": "g" + strconv.FormatInt(t.Trace.Goroutines[i.Go].ID, 10)}
		text := lang.L("This is the first span of {{.Name}}.", who)
		if after {
			text = lang.L("This is the last span of {{.Name}}.", who)
		}
		v.send(screen.Remark{Text: text})
		return
	}
	v.showSpan(to(i))
}

// stepLane selects the span on the next goroutine below, or above, at the selection's time. Where no
// span is, it moves the lanes.
func (v *View) stepLane(above bool) {
	i := v.trace.SelectedSpan
	if i == nil {
		by := 2 * timeline.LaneHeight
		if above {
			by = -by
		}
		v.Pan(0, by)
		return
	}
	v.showSpan(v.trace.Lanes.SpanBelow(i.Go, max(i.Start, trace.Time(v.view.Window.From)), above))
}

func (v *View) noSpan() {
	v.send(screen.Remark{Text: lang.L("There is nothing to select on that side.")})
}

// showSpan selects a span, and brings it into sight.
func (v *View) showSpan(span trace.SpanIndex) {
	if span == trace.NoSpan {
		v.noSpan()
		return
	}
	tr := v.trace.Timeline.Trace
	g := tr.GoOf(span)
	v.send(screen.ShowSpan(g, tr.Spans.Start(span), tr.SpanEnd(g, span)))
}
