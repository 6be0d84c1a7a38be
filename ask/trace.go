package ask

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"

	"profstation/ask/finding"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/paint"
)

// TracePlace is where a user is in a trace. Its maps and slices are never changed, only replaced.
type TracePlace struct {
	Lanes  timeline.Query
	Window timeline.Window // the zero value is the whole trace
	Top    float64         // pixels scrolled
	// Selected is a moment in a goroutine, nil for none. It has no span index, because those
	// differ between the first generations of a trace and the whole.
	Selected *Moment
	Interval *trace.Interval // the measured time, which tables count; nil for none
	Kept     []figures.Kept  // intervals to come back to and to compare
	Choice   figures.Choice  // in tables and plots
}

// Filters reports whether anything is left out, from the lanes or from a tab's figures.
func (p *TracePlace) Filters() bool {
	_, sheets := p.Choice.Unfiltered()
	return sheets || p.Lanes.Filters()
}

// Moment is a time in a goroutine. It stands for the span there, or for an event that began then.
type Moment struct {
	Go    trace.GoIndex // NoGo if an event belongs to no goroutine
	At    trace.Time
	Event timeline.Event // the zero value: the span
}

// MomentOf returns the moment that selects an event.
func MomentOf(o *describe.Occurrence) *Moment { return &Moment{o.Go, o.Time.From, o.Event} }

// TraceAnswer is the answer for an execution trace.
type TraceAnswer struct {
	Document int
	Name     string
	Place    TracePlace
	Timeline *timeline.Timeline

	// Made when a tab first needs them, and kept after that; nil before.
	Lanes    *timeline.Lanes
	Painter  *paint.Painter
	Overview *Overview

	// Sheets has the figures for the tabs that were visited. Each sheet's Of is the question that
	// it was made for; a newer sheet may be in preparation.
	Sheets map[Tab]SheetAnswer

	Style        paint.Style          // the style that Painter has
	SelectedSpan *describe.Inspection // the selected span, nil for none
	Setting      *figures.Setting     // what goes on around it; nil with SelectedSpan
	Happened     *describe.Occurrence // the selected event, nil for none
	Chain        []trace.SpanIndex    // the spans whose wake-ups led to the selected one, for lanes that mark them
	// Moved counts jumps to a place. If it changes, the picture should show Place.Window and Top.
	Moved  int
	Reveal *Reveal // to be brought into sight, once; nil for nothing
}

// TracePair is the answer for the timelines of two traces.
type TracePair struct {
	Base, New *TraceAnswer
	Extent    float64 // the end of the longer one, in nanoseconds since its start
}

// SheetAnswer is a sheet of figures, and the question that it answers.
type SheetAnswer struct {
	Sheet *figures.Sheet
	Of    figures.View
}

// Reveal is a row, and a time on it, to bring into sight. Without a row, only the time counts: the rows stay.
type Reveal struct {
	Key      timeline.Key // the zero value: no row
	From, To trace.Time
	Narrow   bool // with a window around the time; otherwise the window stays if it contains the time
}

// HasRow reports whether there is a row to bring into sight.
func (r *Reveal) HasRow() bool { return r.Key != (timeline.Key{}) }

// Bring returns the window that has the reveal's time in sight. A window that shows some of that time stays.
func (r *Reveal) Bring(w timeline.Window) timeline.Window {
	from, to := float64(r.From), float64(r.To)
	if to >= w.From && from <= w.To || to <= from && from <= 0 {
		return w
	}
	middle := (from + min(to, from+w.W())) / 2
	return timeline.Window{From: middle - w.W()/2, To: middle + w.W()/2}
}

// MiddleOf returns the row's span in the middle of a view that was brought there; nil if the row has no goroutine.
func (r *Reveal) MiddleOf(t *timeline.Timeline, w timeline.Window) *Moment {
	g, ok := r.Key.Go()
	if !ok {
		return nil
	}
	if w == (timeline.Window{}) {
		w = t.Whole()
	}
	w = r.Bring(w)
	life := t.Trace.Life(g)
	at := max(life.From, min(trace.Time(w.From+w.W()/2), life.To-1))
	span, ok := t.Trace.SpanAt(g, at)
	if !ok {
		return nil
	}
	return &Moment{Go: g, At: t.Trace.Spans.Start(span)}
}

// Sheets has the sheets of figures that traces show in tabs, by their names in [figures.Sheets].
var Sheets = map[Tab]string{GoroutinesTab: "goroutines", TasksTab: "tasks", GCTab: "gc", SchedulingTab: "sched"}

// follow begins the answer for a trace, with what is still valid in the previous one.
func follow(ctx context.Context, a *Answer) (err error) {
	r := &a.Request
	t := &TraceAnswer{Document: r.Doc, Name: r.Name, Place: r.Traced, Timeline: r.Timeline, Moved: r.Moved, Reveal: r.Reveal}
	before := a.traceBefore()
	t.Lanes, t.Painter, t.Style, t.Overview, t.Sheets = before.Lanes, before.Painter, before.Style, before.Overview, before.Sheets
	t.SelectedSpan, t.Happened = inspect(r, before), happened(r, before)
	switch a.Trace = t; t.SelectedSpan {
	case nil:
	case before.SelectedSpan:
		t.Setting = before.Setting
	default:
		t.Setting, err = r.Figures.Setting(ctx, t.SelectedSpan.Span)
	}
	return err
}

// traceBefore returns the previous answer if it was about the same trace, otherwise an empty one.
func (a *Answer) traceBefore() *TraceAnswer {
	if b := a.before; b != nil && b.Trace != nil && b.Trace.Timeline == a.Request.Timeline {
		return b.Trace
	}
	return &TraceAnswer{}
}

func showLanes(ctx context.Context, a *Answer) (err error) {
	r, t, before := &a.Request, a.Trace, a.traceBefore()
	q := r.Traced.Lanes
	if q.InSight() {
		q.Within = inSight(r)
	}
	if t.Lanes == nil || !sameLanes(t.Lanes.Query, q) {
		if t.Lanes, err = r.Timeline.Lanes(ctx, q); err != nil {
			return err
		}
	}
	style := r.Display.LaneStyle()
	if t.Painter == nil || before.Lanes != t.Lanes || before.Style != style {
		old := before.Painter // so that what it has painted can be moved
		if before.Style != style {
			old = nil
		}
		t.Painter, t.Style = paint.NewPainter(t.Lanes, style, old), style
	}
	if t.SelectedSpan != nil {
		t.Chain = Chain(r.Figures, t.SelectedSpan.Span)
	}
	return nil
}

// inSight returns the time that a timeline shows.
func inSight(r *Request) trace.Interval {
	w := r.Traced.Window
	if w == (timeline.Window{}) {
		w = r.Timeline.Whole()
	}
	return trace.Interval{From: max(0, trace.Time(w.From)), To: min(r.Timeline.Trace.End, trace.Time(math.Ceil(w.To)))}
}

func sameLanes(a, b timeline.Query) bool {
	return a.Filter == b.Filter && a.Sight == b.Sight && a.Within == b.Within && a.Kinds == b.Kinds && a.MinDuration == b.MinDuration && a.Sort == b.Sort &&
		a.Reverse == b.Reverse && a.Flat == b.Flat && slices.Equal(a.IDs, b.IDs) && slices.Equal(a.Pinned, b.Pinned) &&
		maps.Equal(a.Toggled, b.Toggled) && maps.Equal(a.Hidden, b.Hidden)
}

func inspect(r *Request, before *TraceAnswer) *describe.Inspection {
	m := r.Traced.Selected
	if m == nil || m.Event.Is() || m.Go < 0 || int(m.Go) >= len(r.Timeline.Trace.Goroutines) {
		return nil
	}
	span, ok := r.Timeline.Trace.SpanAt(m.Go, m.At)
	if !ok {
		return nil
	}
	if i := before.SelectedSpan; i != nil && i.Span == span {
		return i
	}
	i := describe.Inspect(r.Timeline, span)
	return &i
}

// happened returns the selected event. In another reading of the trace its number may stand for another event.
func happened(r *Request, before *TraceAnswer) *describe.Occurrence {
	m := r.Traced.Selected
	if m == nil || !m.Event.Is() {
		return nil
	}
	if o := before.Happened; o != nil && o.Event == m.Event {
		return o
	}
	o, ok := describe.InspectEvent(r.Timeline.Names, m.Event)
	if !ok || o.Time.From != m.At || o.Go != m.Go {
		return nil
	}
	return &o
}

func showTraceOverview(ctx context.Context, a *Answer) error {
	limits := fmt.Sprint(a.Request.Limits)
	if o := a.Trace.Overview; o == nil || o.limits != limits {
		t := a.Request.Timeline.Trace
		caveats, err := finding.Lines(ctx, finding.Subject{Trace: t})
		if err != nil {
			return err
		}
		worst, err := WorstOf(ctx, a.Request.Figures)
		if err != nil {
			return err
		}
		found, err := Standing(ctx, nil, t, a.Request.Limits)
		if err != nil {
			return err
		}
		a.Trace.Overview = &Overview{
			Found: found, Asked: finding.Asked(finding.Subject{Trace: t, Limits: a.Request.Limits}), limits: limits, Worst: worst,
			Title: lang.L("Execution trace"),
			About: lang.L("Every change of state of every goroutine, with its time: what ran where, what waited for what, and who ended the waiting."),
			Facts: t.Facts(), Beside: a.Request.Says, Warnings: slices.Concat(t.Warnings, caveats, WithoutFont(t.Strings)),
		}
	}
	return nil
}

// sheetOf returns the question that the tab's, or a script's, figures answer.
func (a *Answer) sheetOf() figures.View {
	p := &a.Request.Traced
	of := figures.View{Interval: IntervalOf(p.Interval), Choice: p.Choice, Kept: p.Kept}
	if i := a.Trace.SelectedSpan; i != nil && a.Request.Tab == SchedulingTab {
		of.HasSelected, of.Selected = true, i.Span
	}
	return of
}

// showSheet returns a step that makes the named sheet, and the lanes that its links lead to. Other tabs keep their
// sheets until they are made again.
func showSheet(name string) step {
	return func(ctx context.Context, a *Answer) error {
		if err := showLanes(ctx, a); err != nil {
			return err
		}
		of, tab := a.sheetOf(), a.Request.Tab
		if old, ok := a.Trace.Sheets[tab]; ok && reflect.DeepEqual(old.Of, of) {
			return nil
		}
		s, err := a.Request.Figures.Sheet(ctx, name, of)
		if err != nil {
			return err
		}
		sheets := map[Tab]SheetAnswer{}
		maps.Copy(sheets, a.Trace.Sheets)
		sheets[tab] = SheetAnswer{Sheet: s, Of: of}
		a.Trace.Sheets = sheets
		return nil
	}
}

// IntervalOf returns the time that figures cover.
func IntervalOf(i *trace.Interval) trace.Interval {
	if i == nil {
		return trace.Interval{}
	}
	return i.Ordered()
}

const maxLinks = 30 // how many wake-ups in a chain are drawn

// Chain returns the spans whose wake-ups led to the given one, without that one.
func Chain(s *figures.Source, span trace.SpanIndex) []trace.SpanIndex {
	var spans []trace.SpanIndex
	for i, l := range s.Analysis.Chain(span, maxLinks).Links {
		if i > 0 && l.Runnable != trace.NoSpan {
			spans = append(spans, l.Runnable)
		}
	}
	return spans
}

// window returns the time that a file covers.
func (l Look) window(a *TraceAnswer) timeline.Window {
	switch {
	case l.Whole:
		return timeline.Window{}
	case l.Sight.Lanes[0] != nil:
		return l.Sight.Lanes[0].Window
	}
	return a.Place.Window
}

// lanes returns one timeline with what the window marks in it; at picks its visible part in the sight.
func (l Look) lanes(a *TraceAnswer, at int) paint.Side {
	m := paint.Marks{Selected: trace.NoSpan, Interval: a.Place.Interval}
	if i := a.SelectedSpan; i != nil {
		m.Selected, m.Chain = i.Span, a.Chain
	}
	if o := a.Happened; o != nil {
		m.Event = o.Event
	}
	side := paint.Side{Lanes: a.Lanes, Marks: m}
	if v := l.Sight.Lanes[at]; !l.Whole && v != nil {
		side.Top, side.Height = v.Top, v.Area.H()
	}
	return side
}

func timelinePicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	t := a.Trace
	style := t.Style
	style.Theme = l.Theme
	return &paint.Picture{
		Head: l.head(), Style: style, Window: l.window(t), Width: l.Width,
		Sides: []paint.Side{l.lanes(t, 0)},
	}, nil
}

func spans(ctx context.Context, a *Answer, l Look) (Write, error) {
	lanes, in := a.Trace.Lanes, l.window(a.Trace)
	if in == (timeline.Window{}) {
		in = a.Trace.Timeline.Whole()
	}
	if v := l.Sight.Lanes[0]; !l.Whole && v != nil {
		lanes = lanes.InSight(v)
	}
	return func(w io.Writer) error { return timeline.WriteCSV(ctx, w, lanes, in) }, nil
}

// showTimelines prepares the timelines of two traces at the same time.
func showTimelines(ctx context.Context, a *Answer) error {
	return BothSides(func(i int) (err error) {
		var before *Answer
		if a.before != nil {
			before = a.before.Sides[i]
		}
		a.Sides[i], err = oneTimeline(ctx, a.Request.Sides[i], before)
		return err
	})
}

func oneTimeline(ctx context.Context, r Request, before *Answer) (*Answer, error) {
	a := &Answer{Request: r, before: before}
	a.Document, a.Name = r.Doc, r.Name
	for _, s := range []step{follow, showLanes} {
		if err := s(ctx, a); err != nil {
			return nil, err
		}
	}
	a.before = nil
	return a, nil
}

func timelinesPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	last := a.Sides[NewSide].Trace
	p := &paint.Picture{Head: l.head(), Style: last.Style, Width: l.Width, Window: l.window(last)}
	p.Style.Theme = l.Theme
	for i, of := range a.Sides {
		side := l.lanes(of.Trace, i)
		side.Name = of.Name
		p.Sides = append(p.Sides, side)
	}
	return p, nil
}

// sheetView returns the view for a sheet with figures. It makes sheets of its own, because the
// window draws others.
func sheetView(name string, tab Tab) View {
	sheet := func(ctx context.Context, a *Answer) (*figures.Sheet, error) {
		return a.Request.Figures.Sheet(ctx, name, a.sheetOf())
	}
	return View{
		Name: name, Tab: tab, Of: OfTrace, show: showSheet(name),
		shown: func(a *Answer) bool { return a.Trace.Sheets[tab].Sheet != nil },
		Picture: func(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
			x, err := sheet(ctx, a)
			if err != nil {
				return nil, err
			}
			p := &figures.Picture{Head: l.head(), Sheet: x, Theme: l.Theme, Width: l.Width}
			if x.Panel(l.Panel) != nil {
				p.Panels = []string{l.Panel}
			} else if !a.sheetOf().HasSelected {
				p.Panels = x.Brief
			}
			return p, nil
		},
		CSV: func(ctx context.Context, a *Answer, l Look) (Write, error) {
			x, err := sheet(ctx, a)
			if err != nil {
				return nil, err
			}
			p := x.Panel(l.Panel)
			if p == nil {
				p = x.Main()
			}
			return p.Table.WriteCSV, nil
		},
	}
}

// HasPanel reports whether the tab shows a sheet with a panel of that name.
func (a *Answer) HasPanel(name string) bool {
	if a.Trace == nil {
		return false
	}
	s := a.Trace.Sheets[a.Request.Tab].Sheet
	return s != nil && s.Panel(name) != nil
}

// SheetName returns the name of the sheet of figures that the tab shows, such as regions in the tab of tasks; "" if it
// shows none.
func (a *Answer) SheetName() string {
	if a.Trace == nil || a.Trace.Sheets[a.Request.Tab].Sheet == nil {
		return ""
	}
	return a.Trace.Sheets[a.Request.Tab].Sheet.Name
}

// plot reports whether a panel on the tab's sheet has no table.
func (t *TraceAnswer) plot(tab Tab, panel string) bool {
	s := t.Sheets[tab].Sheet
	return s != nil && s.Panel(panel) != nil && s.Panel(panel).Table == nil
}
