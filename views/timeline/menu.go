package timeline

import (
	"slices"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// hit is what a click on the selection would hit, or else on the measured time; ok is false if there is neither.
func (v *View) hit() (h timeline.Hit, ok bool) {
	h = timeline.Hit{Row: -1, Span: trace.NoSpan, Frame: -1, Event: -1}
	if !v.shown() {
		return h, false
	}
	l := v.trace.Lanes
	switch i, o := v.trace.SelectedSpan, v.trace.Happened; {
	case i != nil:
		h.Row, h.Span = l.Find(timeline.Key{Kind: timeline.GoroutineRow, Index: int32(i.Go)}), i.Span
	case o != nil:
		if h.Row = l.Find(o.Event.Row(v.trace.Timeline.Trace)); h.Row >= 0 {
			h.Event = o.Index
		}
	case v.trace.Place.Interval != nil:
		h.Axis = true // where a measured time's menu opens
	default:
		return h, false
	}
	return h, true
}

// Menu implements [surface.View].
func (v *View) Menu() *fyne.Menu {
	if h, ok := v.hit(); ok {
		return v.menu(h)
	}
	return nil
}

// OpenMenu implements [surface.View].
func (v *View) OpenMenu() {
	h, ok := v.hit()
	if !ok {
		return
	}
	at := v.view.Plot()
	if h.Row >= 0 {
		at.Y0 += v.trace.Lanes.Top(h.Row) - v.view.Top + timeline.LaneHeight
	}
	area := v.Area()
	at.Y0 = min(max(at.Y0, area.Y0), area.Y1)
	abs := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.Surface)
	v.PopUp(v.menu(h), abs.AddXY(float32(at.X0+at.W()/2), float32(at.Y0)))
}

func (v *View) menu(h timeline.Hit) *fyne.Menu {
	l := v.trace.Lanes
	var items []*fyne.MenuItem
	add := func(label string, f func()) { items = append(items, fyne.NewMenuItem(label, f)) }
	send := func(label string, in screen.Intent) { items = append(items, surface.Item(v.send, label, in)) }
	ask := func(label string, change func(*timeline.Query)) { send(label, screen.AskLanes{Change: change}) }
	t := v.trace.Timeline
	if o, ok := describe.InspectEvent(t.Names, l.EventOf(h)); ok {
		items = v.eventItems(&o)
	} else if h.Span != trace.NoSpan {
		items = v.spanItems(h.Span)
	}
	if measured := v.trace.Place.Interval; h.Axis && measured != nil {
		items = measuredItems(v, measured.Ordered())
	}
	if h.Row >= 0 {
		row := l.Rows[h.Row]
		pin := lang.L("Pin the lane")
		if row.Pinned {
			pin = lang.L("Unpin the lane")
		}
		ask(pin, func(q *timeline.Query) {
			q.Pinned = slices.DeleteFunc(slices.Clone(q.Pinned), func(k timeline.Key) bool { return k == row.Key })
			if !row.Pinned {
				q.Pinned = append(q.Pinned, row.Key)
			}
		})
		ask(lang.L("Hide the lane"), func(q *timeline.Query) { q.Hidden = with(q.Hidden, row.Key, true) })
		if name := t.Label(&row); name != "" {
			send(lang.L("Copy name"), screen.Copy{Text: name})
		}
	}
	if len(l.Query.Hidden) > 0 {
		ask(lang.L("Show hidden lanes"), func(q *timeline.Query) { q.Hidden = nil })
	}
	if l.Query.IDs != nil {
		ask(lang.L("Show all goroutines"), func(q *timeline.Query) { q.IDs, q.Flat = nil, false })
	}
	add(lang.L("Whole trace"), v.fit)
	return fyne.NewMenu("", items...)
}

// measuredItems are for the measured time.
func measuredItems(v *View, of trace.Interval) []*fyne.MenuItem {
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Zoom to the measured {{.Time}}",
		lang.With{"Time": wording.Duration(of.Len())}), func() {
		v.leapt(v.view.Fit(v.trace.Lanes, of.From, of.To))
	})}
	if !v.paired {
		if !keeps(v.trace.Place.Kept, of) {
			items = append(items, surface.Item(v.send, lang.L("Keep it to compare"), screen.Keep{}))
		}
		items = append(items, profilesItem(v.send, v.trace.Timeline.Trace, analysis.What{Interval: of}, figures.Everyone))
	}
	return append(items, surface.Item(v.send, lang.L("Clear measurement"), screen.Measure{}), fyne.NewMenuItemSeparator())
}

// timeItems are for something that lasted: to look at that time, and at its profiles.
func (v *View) timeItems(scope analysis.What, of string) (time, profiles []*fyne.MenuItem) {
	iv := scope.Interval
	if iv.Empty() {
		return nil, nil
	}
	time = []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Zoom to it"), func() { v.leapt(v.view.Fit(v.trace.Lanes, iv.From, iv.To)) }),
		surface.Item(v.send, lang.L("Measure its time"), screen.Measure{Interval: &iv}),
	}
	if v.paired {
		return time, nil
	}
	return time, []*fyne.MenuItem{profilesItem(v.send, v.trace.Timeline.Trace, scope, of)}
}

// eventItems are for an event, without its lane's items.
func (v *View) eventItems(o *describe.Occurrence) []*fyne.MenuItem {
	t := v.trace.Timeline
	items, profiles := v.timeItems(figures.ScopeOf(t.Names, o))
	add := func(label string, all ...screen.Intent) { items = append(items, surface.Item(v.send, label, all...)) }
	if o.Go != trace.NoGo {
		add(lang.L("Show its goroutine"), screen.ShowSpan(o.Go, o.Time.From, o.Time.To))
	}
	if choose := figures.ChooseEvent(t.Trace, o.Event); choose != nil && !v.paired {
		add(lang.L("Show in Tasks"), screen.Choose{Change: choose}, screen.Jump{Tab: ask.TasksTab})
	}
	items = append(append(items, profiles...), fyne.NewMenuItemSeparator())
	items = append(items, v.editorItems(o.Stack)...)
	add(lang.L("Copy details"), screen.Copy{Text: describe.Event(t.Names, o)})
	return items
}

// spanItems are for a span, without its lane's items.
func (v *View) spanItems(span trace.SpanIndex) []*fyne.MenuItem {
	t := v.trace.Timeline
	i := describe.Inspect(t, span)
	of := analysis.What{Interval: trace.Interval{From: i.Start, To: i.End}, Goroutines: []trace.GoIndex{i.Go}}
	items, profiles := v.timeItems(of, t.GoName(i.Go))
	add := func(label string, all ...screen.Intent) { items = append(items, surface.Item(v.send, label, all...)) }
	add(lang.L("Show its goroutine"), screen.ShowSpan(i.Go, i.Start, i.End))
	if i.Waker != trace.NoGo {
		label := lang.L("Show what woke it")
		if i.Made {
			label = lang.L("Show what created it")
		}
		add(label, screen.ShowWaker(t, &i))
	}
	items = append(append(items, profiles...), fyne.NewMenuItemSeparator())
	add(lang.L("Note…"), screen.AskNote{Note: ask.NoteOn(t, &i)})
	items = append(items, v.editorItems(i.Stack)...)
	add(lang.L("Copy details"), screen.Copy{Text: describe.Span(t, span)})
	return items
}

// editorItems open where a stack is in the source; there are none if that is not known.
func (v *View) editorItems(stack []trace.FrameIndex) []*fyne.MenuItem {
	if i := inEditor(ask.SpotInStack(v.trace.Timeline, stack)); i.File != "" {
		return []*fyne.MenuItem{surface.InEditor(v.send, i)}
	}
	return nil
}

func inEditor(s ask.Spot) screen.OpenInEditor { return screen.OpenInEditor{File: s.File, Line: s.Line} }
