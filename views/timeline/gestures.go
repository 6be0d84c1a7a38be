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
	"profstation/views/surface"
)

// Hover implements [surface.Picture].
func (v *View) Hover(at scene.Point) {
	if !v.shown() || v.drag.mode != noDrag {
		return
	}
	v.onHover(at.X)
	if i := timeline.RecordedAt(v.recorded, v.view, at); i >= 0 {
		v.ShowTip(v.recorded[i].Name+"\n"+lang.L("recorded at the same time; click to measure this time"), at)
		return
	}
	h := v.trace.Lanes.At(v.view, at)
	v.ShowTip(v.trace.Lanes.Explain(h), at)
}

// InSight is the part of the timeline that is on the screen.
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

// within is the part of a recording's time that lies in the trace.
func within(a *ask.TraceAnswer, r timeline.Recorded) *trace.Interval {
	return &trace.Interval{From: max(r.From, 0), To: min(r.To, a.Timeline.Trace.End)}
}

// moment is the one of a hit, nil where neither a span nor an event is hit, and how long that lasts.
func (v *View) moment(h timeline.Hit) (m *ask.Moment, of trace.Interval) {
	tr := v.trace.Timeline.Trace
	if o, ok := v.trace.Timeline.Occurrence(v.trace.Lanes.EventOf(h)); ok {
		return ask.MomentOf(&o), o.Time
	}
	if h.Span == trace.NoSpan {
		return nil, trace.Interval{}
	}
	g := tr.GoOf(h.Span)
	return &ask.Moment{Go: g, At: tr.Spans.Start(h.Span)}, tr.SpanTime(g, h.Span)
}

// selected is the time of what is selected.
func (v *View) selected() (of trace.Interval, ok bool) {
	switch i, o := v.trace.Inspected, v.trace.Happened; {
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
	if i := timeline.RecordedAt(v.recorded, v.view, p.At); i >= 0 {
		v.send(screen.Measure{Interval: within(v.trace, v.recorded[i])})
		return
	}
	if v.goneTo != (timeline.Key{}) || v.goneAt != nil {
		v.goneTo, v.goneAt = timeline.Key{}, nil
		v.Repaint()
	}
	l := v.trace.Lanes
	h := l.At(v.view, p.At)
	if p.Button == desktop.MouseButtonSecondary {
		v.Leave()
		if m, _ := v.moment(h); m != nil { // what the menu is about
			v.send(screen.SelectMoment{Moment: m})
		}
		v.PopUp(v.menu(h), p.Abs)
		return
	}
	switch {
	case h.Axis:
		v.send(screen.Measure{})
	case h.Row < 0:
		v.send(screen.SelectMoment{})
	case h.Label:
		if r := l.Rows[h.Row]; r.Opens && !r.Pinned {
			v.ask(func(q *timeline.Query) { q.Toggled = with(q.Toggled, r.Key, !q.Toggled[r.Key]) })
		}
	case p.Count == 2:
		if m, of := v.moment(h); m != nil && !of.Empty() {
			v.leapt(v.view.Fit(l, of.From, of.To))
		}
	default:
		m, _ := v.moment(h)
		v.send(screen.SelectMoment{Moment: m})
	}
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

// Drag implements [surface.Picture]: the picture follows the pointer; with Ctrl an
// area to zoom to is drawn, with Shift or along the axis an interval.
func (v *View) Drag(dx, dy float64, p surface.Pointer) {
	if !v.shown() {
		return
	}
	plot := v.view.Plot()
	if v.drag.mode == noDrag {
		v.drag.from = v.Pressed.At
		switch {
		case v.minimap().Contains(v.drag.from):
			v.drag.mode = mapDrag
		case p.Mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
			v.drag.mode = zoomDrag
		case p.Mods&fyne.KeyModifierShift != 0, v.drag.from.Y < plot.Y0 && v.drag.from.X >= plot.X0:
			v.drag.mode = measureDrag
		default:
			v.drag.mode = panDrag
		}
		v.Leave()
	}
	x := max(plot.X0, min(plot.X1, p.At.X))
	switch v.drag.mode {
	case mapDrag:
		v.center(p.At.X)
	case panDrag:
		v.pan(-dx, -dy)
	case zoomDrag:
		v.band.Surround(v.drag.from.At().Union(scene.Point{X: x, Y: p.At.Y}.At()), plot, v.Theme.Selection)
	case measureDrag:
		v.interval = &trace.Interval{From: v.view.Time(max(plot.X0, v.drag.from.X)), To: v.view.Time(x)}
		v.Repaint()
	}
	v.Pressed.At = v.drag.from
	v.drag.to = scene.Point{X: x, Y: p.At.Y}
}

// LetGo implements [surface.Picture].
func (v *View) LetGo() {
	mode := v.drag.mode
	v.drag.mode = noDrag
	v.band.Hide()
	switch {
	case !v.shown():
	case mode == zoomDrag:
		to, drawn := v.view, v.drag.from.At().Union(v.drag.to.At())
		to.Window = timeline.Window{From: float64(to.Time(drawn.X0)), To: float64(to.Time(drawn.X1))}
		to.Top += drawn.Y0 - to.Plot().Y0 - v.trace.Lanes.PinnedHeight()
		v.leapt(to.Clamp(v.trace.Lanes))
	case mode == measureDrag:
		v.send(screen.Measure{Interval: v.interval})
	}
}

// Scroll implements [surface.Picture]: the wheel moves over lanes, with Shift along
// time, with Ctrl it zooms at the pointer.
func (v *View) Scroll(dx, dy float64, p surface.Pointer) bool {
	if !v.shown() {
		return false
	}
	switch {
	case p.Mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		v.changed(v.view.ZoomAt(v.trace.Lanes, p.At.X, math.Exp((dy+dx)/surface.ZoomNotch)))
	case p.Mods&fyne.KeyModifierShift != 0 && dx == 0:
		v.pan(-dy*4, 0)
	default:
		v.pan(-dx*4, -dy*4)
	}
	return true
}

var keys = surface.Keys[*View]{
	fyne.KeyUp:       func(v *View) { v.stepLane(true) },
	fyne.KeyDown:     func(v *View) { v.stepLane(false) },
	fyne.KeyPageUp:   func(v *View) { v.pan(0, -0.8*v.view.Plot().H()) },
	fyne.KeyPageDown: func(v *View) { v.pan(0, 0.8*v.view.Plot().H()) },
	fyne.KeyLeft:     func(v *View) { v.step(false) },
	fyne.KeyRight:    func(v *View) { v.step(true) },
	fyne.KeyReturn:   (*View).fitSelected,
	fyne.KeyEnter:    (*View).fitSelected,
	fyne.KeyHome:     (*View).fit,
	fyne.KeyEscape:   func(v *View) { v.send(screen.Escape{}) },
}

var letters = surface.Letters[*View]{
	{"w+=", func(v *View) { v.zoom(1.5) }},
	{"s-", func(v *View) { v.zoom(1 / 1.5) }},
	{"a", func(v *View) { v.pan(-v.view.Plot().W()/5, 0) }},
	{"d", func(v *View) { v.pan(v.view.Plot().W()/5, 0) }},
	{"f0", (*View).fit},
	{"m", (*View).measureSelected},
}

// Key implements [surface.Picture].
func (v *View) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	return v.shown() && keys.Press(v, name)
}

// Rune implements [surface.Picture].
func (v *View) Rune(r rune) bool { return v.shown() && letters.Type(v, r) }

func (v *View) pan(dx, dy float64) { v.changed(v.view.Pan(v.trace.Lanes, dx, dy)) }

func (v *View) zoom(factor float64) {
	plot := v.view.Plot()
	v.changed(v.view.ZoomAt(v.trace.Lanes, (plot.X0+plot.X1)/2, factor))
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
		if next, ok := t.Occurrence(v.trace.Lanes.Beside(o.Event, after)); ok {
			g := screen.ShowEvent(t, &next)
			g.Narrow = false
			v.send(g)
		} else {
			v.noSpan()
		}
		return
	}
	i := v.trace.Inspected
	if i == nil {
		v.showSpan(v.trace.Lanes.FirstSpan(v.view, v.goneTo, !after))
		return
	}
	to := func(i *timeline.Inspection) trace.SpanIndex {
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

// stepLane selects the span of the next goroutine below, or above, at the time of what is selected. Where no
// span is, it moves the lanes.
func (v *View) stepLane(above bool) {
	i := v.trace.Inspected
	if i == nil {
		by := 2 * timeline.LaneHeight
		if above {
			by = -by
		}
		v.pan(0, by)
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
