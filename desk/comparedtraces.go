package desk

import (
	"context"
	"errors"
	"regexp/syntax"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/timeline"
)

// comparedTraces is the content when two traces are compared. Each side has its own place, but
// both show the same time since their starts. The sides' own histories are not used.
type comparedTraces struct {
	byNames   // for the tables, which show both sides
	of        *comparison
	pair      *ask.Pair
	sides     [2]*traceContent
	history   history[pairPlace]
	focus     int // the side that was used last
	durations *ask.Answer
	timelines *ask.Answer // nil before they were prepared
}

// pairPlace says where the user is in two traces.
type pairPlace [2]ask.TracePlace

// newComparedTraces begins at the places in the pair before, which may be nil.
func newComparedTraces(ctx context.Context, of *comparison, p *ask.Pair, t [2]*timeline.Timeline, by ask.RowsKey,
	before *comparedTraces) *comparedTraces {
	c := &comparedTraces{of: of, pair: p, focus: ask.NewSide}
	c.durations = &ask.Answer{Request: ask.Request{Tab: ask.DurationsTab, Compared: p}, Durations: ask.NewDurations(ctx, p.Traces, by)}
	for i := range c.sides {
		c.sides[i] = newTraceContent(nil, t[i])
	}
	places := pairPlace{}
	if before != nil {
		places, c.focus = before.history.current(), before.focus
		for i, s := range before.sides {
			c.sides[i].moved = s.moved + 1
		}
		if before.sides[ask.BaseSide].timeline == t[ask.NewSide] && before.sides[ask.NewSide].timeline == t[ask.BaseSide] {
			places[ask.BaseSide], places[ask.NewSide] = places[ask.NewSide], places[ask.BaseSide] // the sides were swapped
		}
	}
	c.history = newHistory(places, sameInTrace)
	return c
}

func (c *comparedTraces) kind() ask.Kind { return ask.OfTracePair }

func (c *comparedTraces) about() string {
	long := func(end int64) string { return units.FormatShort(end, "nanoseconds", "auto") }
	return lang.L("traces · {{.Base}} → {{.New}}",
		lang.With{"Base": long(int64(c.pair.Traces.Base.End)), "New": long(int64(c.pair.Traces.New.End))})
}

func (c *comparedTraces) beside(d *Desk) bool { return d.Tab() == ask.TimelineTab }

// do carries out the intents that lead to another place in two traces. An intent without a side goes
// to the side used last. The lane query and the whole picture apply to both.
func (c *comparedTraces) do(d *Desk, i screen.Intent) {
	if !c.beside(d) {
		d.navigation.move(i)
		return
	}
	at, both, sided := c.focus, false, false
	switch of := i.(type) {
	case screen.OnSide:
		at, i = ask.NewSide, of.Intent
		if of.Base {
			at = ask.BaseSide
		}
		c.focus, sided = at, true
	case screen.AskLanes, screen.Zoom:
		both = true
	}
	went := func() {
		d.Notice = c.history.standing()
		for _, s := range c.sides {
			s.moved++
		}
		d.prepare()
	}
	if c.history.step(d, i, went) {
		return
	}
	switch i.(type) {
	case screen.Derive, screen.Keep, screen.Forget, screen.Choose:
		return // only for a single trace
	case screen.Jump:
		return // from here none leads to another tab
	}
	places := c.history.current()
	to, kind, ok := c.sides[at].step(places[at], i)
	if !ok {
		if sided { // it has nothing to do with places
			d.Do(i)
		}
		return
	}
	if both {
		places[1-at], _, _ = c.sides[1-at].step(places[1-at], i)
	}
	places[at], places[1-at].Window = to, to.Window
	if clearsNothing(d, i, sameInTrace(places, c.history.current())) {
		return
	}
	c.history.push(places, kind)
	d.prepare()
}

func (c *comparedTraces) escape(d *Desk) {
	if !c.beside(d) {
		d.navigation.escape()
		return
	}
	undoInTrace(c.history.current()[c.focus], ask.TimelineTab, func(i screen.Intent) { c.do(d, i) })
}

func (c *comparedTraces) selected(d *Desk) string {
	if !c.beside(d) {
		return d.navigation.place().Selected.Node
	}
	return c.sides[c.focus].selected(d)
}

func (c *comparedTraces) request(d *Desk) request {
	if !c.beside(d) {
		return c.requestDurations(d)
	}
	names, places := c.of.names(), c.history.current()
	r := ask.Request{Tab: ask.TimelineTab, Sides: &[2]ask.Request{}}
	before := &ask.Answer{}
	for i, s := range c.sides {
		r.Sides[i] = s.wanted(d, names[i], ask.TimelineTab, places[i])
		before.Sides[i] = s.answer
	}
	return func(ctx context.Context, _ *job.Job) (prepared, error) {
		a, _, err := ask.Compute(ctx, r, before)
		if err != nil {
			return prepared{errs: laneErrors(err)}, err
		}
		return prepared{accept: func() {
			c.timelines = a
			for i, s := range c.sides {
				s.answer = a.Sides[i]
			}
		}}, nil
	}
}

// requestDurations requests the table of durations. It returns nil if the table is there already.
func (c *comparedTraces) requestDurations(d *Desk) request {
	r := ask.Request{Tab: ask.DurationsTab, Compared: c.pair, Display: d.Display, Limits: d.keeper.limits()}
	if c.durations.Durations.Answers(r.Display.Compare.Durations(), r.Limits) {
		return nil
	}
	return func(ctx context.Context, _ *job.Job) (prepared, error) {
		a, _, err := ask.Compute(ctx, r, nil)
		if err != nil {
			return prepared{}, err
		}
		return prepared{accept: func() { c.durations = a }}, nil
	}
}

// laneErrors returns an error in the lane filter under the field's name, and nil for any other error.
func laneErrors(err error) map[string]string {
	if _, bad := errors.AsType[*syntax.Error](err); !bad {
		return nil
	}
	return map[string]string{"lanes": safe.Text(err.Error())}
}

func (c *comparedTraces) show(d *Desk, s *screen.Snapshot) {
	s.Durations = c.durations.Durations
	if !c.beside(d) {
		return
	}
	c.history.show(s)
	if s.Traces = c.view(); s.Traces != nil {
		s.Trace = c.sides[c.focus].answer.Trace
	}
}

// view returns what the screen shows for both timelines, nil before anything was prepared.
func (c *comparedTraces) view() *ask.TracePair {
	base, now := c.sides[ask.BaseSide], c.sides[ask.NewSide]
	if base.answer == nil || now.answer == nil {
		return nil
	}
	return &ask.TracePair{Base: base.answer.Trace, New: now.answer.Trace, Extent: timeline.Extent(base.timeline, now.timeline)}
}

func (c *comparedTraces) partial(d *Desk) bool {
	if c.beside(d) {
		return d.exporter.sight.Lanes[0] != nil || c.history.current()[ask.NewSide].Window != timeline.Window{}
	}
	return d.exporter.sight.Scrolled()
}

// noteOn returns no note: a note on a span belongs to the trace itself.
func (c *comparedTraces) noteOn(*Desk) origin.Note     { return origin.Note{} }
func (c *comparedTraces) showNoted(*Desk, origin.Note) {}
