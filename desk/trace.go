package desk

import (
	"context"
	"reflect"
	"regexp"
	"slices"
	"time"

	"profstation/ask"
	"profstation/ask/place"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/paint"
)

// traceContent is an execution trace with the user's place in it: times and
// goroutines mean nothing in another trace.
type traceContent struct {
	file     *loader.File // nil while only the first generations are there
	timeline *timeline.Timeline
	figures  *figures.Source
	brief    string // describes it
	damaged  bool   // a part of it is lost
	history  history[ask.TracePlace]
	moved    int // counts jumps to a place
	reveal   *ask.Reveal
	led      bool         // to what is revealed no step leads yet: where the picture is then brought is one
	answer   *ask.Answer  // nil before anything was prepared
	traced   *link.Traced // the part of the kept place that needs the whole trace; nil once restored
}

// newTraceContent shows a trace from its beginning. f is nil while the trace is still being read.
func newTraceContent(f *loader.File, t *timeline.Timeline) *traceContent {
	return &traceContent{
		file: f, timeline: t, figures: figures.NewSource(t.Trace), brief: aboutTrace(t.Trace), damaged: lossOf(t.Trace) != "",
		history: newHistory(ask.TracePlace{}, sameInTrace),
	}
}

// renew copies the place from an older reading of the same trace.
func (t *traceContent) renew(old *traceContent) {
	t.history, t.moved, t.reveal, t.answer, t.traced = old.history, old.moved, old.reveal, old.answer, old.traced
}

func (t *traceContent) returnTo(k link.Place) {
	t.history = newHistory(place.Trace(k), sameInTrace)
	t.moved++
	t.traced = k.Traced
}

// goTo goes to a place that was written down, as a step.
func (t *traceContent) goTo(k link.Place) {
	t.history.push(place.Trace(k), "")
	t.moved++
	if t.traced = k.Traced; t.file != nil {
		t.finish()
	}
}

// finish restores the part of the last session's place that needs the whole trace.
func (t *traceContent) finish() {
	if t.traced != nil {
		t.history.amend(place.In(t.traced, t.timeline, t.history.current()))
		t.traced = nil
	}
}

func (t *traceContent) kind() ask.Kind { return ask.OfTrace }

func (t *traceContent) about() string { return t.brief }

func aboutTrace(tr *trace.Trace) string {
	about := lang.N(len(tr.Goroutines), "trace · {{.Duration}} · 1 goroutine", "trace · {{.Duration}} · {{.N}} goroutines",
		lang.With{"Duration": units.FormatShort(int64(tr.End), "nanoseconds", "auto")})
	if loss := lossOf(tr); loss != "" {
		return loss + " · " + about // a narrow list cuts what follows
	}
	return about
}

// lossOf says in a few words that a trace is not whole; "" if it is, as far as it is read.
func lossOf(tr *trace.Trace) string {
	switch n := tr.Lost().Generations; {
	case n == 0:
		return ""
	case n == 1 && tr.Generations[len(tr.Generations)-1].Cut:
		return lang.L("cut off after {{.Time}}", lang.With{"Time": units.FormatShort(int64(tr.End), "nanoseconds", "auto")})
	}
	return lang.L("damaged")
}

func sameInTrace[P any](a, b P) bool { return reflect.DeepEqual(a, b) }

// do carries out the intents that lead to another place in the trace.
func (t *traceContent) do(d *Desk, i screen.Intent) {
	went := func() {
		d.Notice = t.history.standing()
		t.moved++
		d.prepare()
	}
	if t.history.step(d, i, went) {
		return
	}
	tab := d.Tab()
	switch i := i.(type) {
	case screen.Derive:
		d.docs.derive(d.docs.active, i)
		return
	case screen.Jump:
		bringTab(d, i.Tab)
		t.history.jump(turn{from: tab, to: d.Tab()})
		d.prepare()
		return
	}
	if i, ok := i.(screen.ShowFound); ok {
		t.showFound(d, i.Finding.Place)
		return
	}
	if p, kind, ok := t.step(t.history.current(), i); ok && !clearsNothing(d, i, sameInTrace(p, t.history.current())) {
		if _, leads := i.(screen.GoTo); leads {
			t.led = sameInTrace(p, t.history.current()) && tab == ask.TimelineTab
			d.tabs[ask.OfTrace] = ask.TimelineTab
		}
		t.history.turn(p, kind, turn{from: tab, to: d.Tab()})
		d.prepare()
	}
}

// The kinds of steps about the tables, and of going to a place in the timeline. A row that is chosen, and then gone
// to, is one step, but not with what was set above the table just before.
const chooses, sets, wentTo = "choose", "set", "go"

// step returns the place that an intent leads to, and its kind for [history.push].
func (t *traceContent) step(p ask.TracePlace, i screen.Intent) (to ask.TracePlace, kind string, ok bool) {
	switch i := i.(type) {
	case screen.LookTime:
		p.Window, p.Top = i.Window, i.Top
		switch {
		case i.Brought && t.led:
			kind, t.led = wentTo, false
		case i.Brought:
			kind = noStep
		case !i.Leap:
			kind = "look"
		}
	case screen.Zoom: // the menu's "whole picture"
		p.Window = timeline.Window{}
		t.moved++
	case screen.ClearFilters:
		p.Lanes = p.Lanes.Unfiltered()
		p.Choice, _ = p.Choice.Unfiltered()
		kind = "lanes"
	case screen.AskLanes:
		q := p.Lanes
		i.Change(&q)
		if slices.Equal(q.IDs, p.Lanes.IDs) {
			q.IDs = p.Lanes.IDs // places are compared, which is fast for a million equal numbers in the same slice
		}
		p.Lanes = q
		kind = "lanes"
	case screen.SelectMoment:
		p.Selected = i.Moment
		kind = "select"
	case screen.Measure:
		p.Interval = i.Interval
		kind = "measure"
	case screen.Choose:
		if p.Choice, kind = i.Change(p.Choice), sets; i.Row {
			p.Selected, kind = i.Moment, chooses
		}
	case screen.Keep:
		p.Kept = keep(p)
	case screen.Forget:
		p.Kept = slices.DeleteFunc(slices.Clone(p.Kept), func(k figures.Kept) bool { return k.Name == i.Name })
	case screen.GoTo:
		if i.HasRow() && t.answer != nil && t.answer.Trace.Lanes != nil {
			p.Lanes = unhide(t.answer.Trace.Lanes, i.Key)
		}
		if m := i.Selects(t.timeline, p.Window); m != nil {
			p.Selected = m
		}
		r := i.Reveal
		t.reveal = &r
		kind = wentTo
		if i.Joins {
			kind = chooses
		}
	default:
		return p, "", false
	}
	return p, kind, true
}

// showFound goes to a time in the timeline, or to the tab that shows more.
func (t *traceContent) showFound(d *Desk, to link.Place) {
	if to.End > to.Begin {
		d.Do(screen.GoTo{Reveal: ask.Reveal{From: trace.Time(to.Begin), To: trace.Time(to.End), Narrow: true}})
	} else if tab := tabNamed(ask.OfTrace, to.Tab); tab != nil {
		d.Do(screen.Jump{Tab: *tab})
	}
}

func (t *traceContent) escape(d *Desk) {
	p := t.history.current()
	if t.answer != nil {
		if sheet := t.answer.Trace.Sheets[d.Tab()].Sheet; sheet != nil {
			for _, l := range slices.Backward(sheet.Limits) {
				if !reflect.DeepEqual(l.End(p.Choice), p.Choice) { // it is still in force
					d.Do(screen.Choose{Change: l.End})
					return
				}
			}
		}
	}
	undoInTrace(p, d.Tab(), d.Do)
}

// undoInTrace undoes the innermost thing in force at a place, among those that a tab shows.
func undoInTrace(p ask.TracePlace, tab ask.Tab, do func(screen.Intent)) {
	switch {
	case p.Selected != nil:
		do(screen.SelectMoment{})
	case p.Interval != nil:
		do(screen.Measure{})
	case tab != ask.TimelineTab:
	case p.Lanes.Filter != "" || p.Lanes.IDs != nil:
		do(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter, q.IDs = "", nil }})
	case p.Window != (timeline.Window{}):
		do(screen.Zoom{})
	}
}

func (t *traceContent) request(d *Desk) request {
	r := t.wanted(d, d.docs.active.name(), d.Tab(), t.history.current())
	before := t.answer
	return func(ctx context.Context, _ *job.Job) (prepared, error) {
		a, _, err := ask.Compute(ctx, r, before)
		if err != nil {
			return prepared{errs: laneErrors(err)}, err
		}
		return prepared{accept: func() { t.answer = a }}, nil
	}
}

func (t *traceContent) wanted(d *Desk, name string, tab ask.Tab, p ask.TracePlace) ask.Request {
	return ask.Request{
		Doc: d.docs.active.id, Name: name, Timeline: t.timeline, Figures: t.figures, Tab: tab, Traced: p,
		Display: d.Display, Moved: t.moved, Reveal: t.reveal, Says: d.docs.active.says(), Limits: d.keeper.limits(),
	}
}

func (t *traceContent) show(d *Desk, s *screen.Snapshot) {
	t.history.show(s)
	if t.answer != nil {
		s.Trace = t.answer.Trace
	}
	s.Recorded = d.docs.meanwhile(t.timeline.Trace)
}

func (t *traceContent) find(d *Desk) screen.Find {
	return findInTrace(t.timeline, d.docs.matches())
}

func (t *traceContent) place(*Desk) link.Place {
	k := place.OfTrace(t.timeline, t.history.current())
	if t.traced != nil { // the trace is still being read
		k.Traced = t.traced
	}
	return k
}

func (t *traceContent) shares() bool { return false }

func (t *traceContent) partial(d *Desk) bool {
	return d.exporter.sight.Lanes[0] != nil ||
		d.Tab() == ask.TimelineTab && t.history.current().Window != timeline.Window{} || d.Tab() != ask.TimelineTab && d.exporter.sight.Scrolled()
}

func (t *traceContent) selected(*Desk) string {
	switch {
	case t.answer == nil:
	case t.answer.Trace.SelectedSpan != nil:
		return describe.Span(t.answer.Trace.Timeline, t.answer.Trace.SelectedSpan.Span)
	case t.answer.Trace.Happened != nil:
		return describe.Event(t.answer.Trace.Timeline.Names, t.answer.Trace.Happened)
	}
	return ""
}

func (t *traceContent) noteOn(*Desk) origin.Note {
	if t.answer == nil || t.answer.Trace.SelectedSpan == nil {
		return origin.Note{}
	}
	return ask.NoteOn(t.answer.Trace.Timeline, t.answer.Trace.SelectedSpan)
}

func (t *traceContent) showNoted(d *Desk, n origin.Note) {
	if n.Goroutine == 0 {
		d.Say(lang.L("This note is on a frame: open a profile of the trace."))
		return
	}
	tr := t.timeline.Trace
	g, ok := tr.GoByID(n.Goroutine)
	span := trace.NoSpan
	if ok {
		span, ok = tr.SpanAt(g, n.At)
	}
	if !ok {
		d.Say(lang.L("The goroutine and time of this note are not in the trace: the file has changed."))
		return
	}
	i := describe.Inspect(t.timeline, span)
	d.Do(screen.ShowSpan(g, i.Start, i.End))
}

// keep returns the kept intervals plus the present one, under the first free letter.
func keep(p ask.TracePlace) []figures.Kept {
	iv := ask.IntervalOf(p.Interval)
	if p.Interval == nil || slices.ContainsFunc(p.Kept, func(k figures.Kept) bool { return k.Interval == iv }) {
		return p.Kept
	}
	for name := 'A'; name <= 'Z'; name++ {
		if !slices.ContainsFunc(p.Kept, func(k figures.Kept) bool { return k.Name == string(name) }) {
			return append(slices.Clone(p.Kept), figures.Kept{Name: string(name), Interval: iv})
		}
	}
	return p.Kept
}

// unhide returns the lanes' query with a row in sight. If the filters hide its goroutine, those go that may do so:
// whether a duration does would take a walk over its spans.
func unhide(l *timeline.Lanes, key timeline.Key) timeline.Query {
	q, t := l.Reveal(key), l.Timeline
	g, ok := key.Go()
	if !ok || l.Keeps(g) {
		return q
	}
	q.Kinds, q.MinDuration = 0, 0
	if q.IDs != nil && !slices.Contains(q.IDs, t.Trace.Goroutines[g].ID) {
		q.IDs = nil
	}
	if re, err := regexp.Compile(q.Filter); err != nil || !re.MatchString(t.GoName(g)) {
		q.Filter = ""
	}
	return q
}

// meanwhile returns the times, on a trace's clock, when profiles were taken while it was
// recorded: the open ones, and all in followed folders and bundles. Both must know their
// wall time.
func (s *documents) meanwhile(t *trace.Trace) (all []paint.Recorded) {
	if t.Wall.IsZero() {
		return nil
	}
	add := func(name string, x folder.Span) {
		from, to := trace.Time(x.From.Sub(t.Wall)), trace.Time(x.To.Sub(t.Wall))
		if !x.From.IsZero() && to >= 0 && from <= t.End && len(all) < maxRecorded {
			all = append(all, paint.Recorded{Name: safe.Text(name), From: from, To: to})
		}
	}
	for _, doc := range s.all {
		if f := doc.following(); f != nil {
			for _, r := range f.Order {
				for _, p := range r.During(t.Wall, t.Wall.Add(time.Duration(t.End))) {
					add(origin.Ref(p.Path).Title(), p.Span)
				}
			}
			continue
		}
		if _, derived := doc.origin.(*derivation); doc.profile() != nil && !derived {
			add(doc.name(), folder.SpanOf(doc.profile()))
		}
	}
	return all
}

// maxRecorded is how many recordings are marked on a timeline.
const maxRecorded = 2000
