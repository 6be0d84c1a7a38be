package desk

import (
	"context"
	"errors"
	"slices"
	"sync"

	"profstation/desk/answer"
	"profstation/desk/screen"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// tracePair is the part of the desk's state that belongs to a comparison of two
// traces: each has a place of its own, but both show the same time since their
// starts. The histories of the sides are not used.
type tracePair struct {
	sides   [2]*traceDesk
	history history[pairPlace]
	focus   int // the side that was used last
}

// pairPlace is where a user is in two traces.
type pairPlace [2]screen.TracePlace

// newTracePair begins with two timelines, at the places of a pair before it; nil:
// at the beginning.
func newTracePair(t [2]*timeline.Timeline, before *tracePair) *tracePair {
	p := &tracePair{focus: screen.NewSide}
	for i := range p.sides {
		p.sides[i] = &traceDesk{timeline: t[i], figures: figures.NewSource(t[i].Trace)}
	}
	places := pairPlace{}
	if before != nil {
		places, p.focus = before.history.current(), before.focus
		for i, s := range before.sides {
			p.sides[i].moved = s.moved + 1
		}
		if before.sides[screen.BaseSide].timeline == t[screen.NewSide] && before.sides[screen.NewSide].timeline == t[screen.BaseSide] {
			places[screen.BaseSide], places[screen.NewSide] = places[screen.NewSide], places[screen.BaseSide] // turned round
		}
	}
	p.history = newHistory(places, func(a, b pairPlace) bool {
		return samePlaceInTrace(a[screen.BaseSide], b[screen.BaseSide]) && samePlaceInTrace(a[screen.NewSide], b[screen.NewSide])
	})
	return p
}

// pair is that of the active document where its timelines are shown; nil
// otherwise.
func (d *Desk) pair() *tracePair {
	if d.active == nil || d.active.comparison == nil || d.Tab() != screen.TimelineTab {
		return nil
	}
	return d.active.comparison.traces
}

// movePair carries out the intents that lead to another place in two traces. What
// is not said of a side is for the one used last, but for lanes and the whole
// picture, which are for both.
func (d *Desk) movePair(p *tracePair, i screen.Intent) {
	at, both, sided := p.focus, false, false
	switch of := i.(type) {
	case screen.OnSide:
		at, i = screen.NewSide, of.Intent
		if of.Base {
			at = screen.BaseSide
		}
		p.focus, sided = at, true
	case screen.AskLanes, screen.Zoom:
		both = true
	case screen.Back:
		if p.history.back() {
			d.movedPair(p)
		}
		return
	case screen.Forward:
		if p.history.forward() {
			d.movedPair(p)
		}
		return
	}
	switch i.(type) {
	case screen.Derive, screen.Keep, screen.Forget, screen.Choose:
		return // of one trace alone
	}
	places := p.history.current()
	to, kind, ok := p.sides[at].step(places[at], i)
	if !ok {
		if sided { // it has nothing to do with places
			d.Do(i)
		}
		return
	}
	if both {
		places[1-at], _, _ = p.sides[1-at].step(places[1-at], i)
	}
	places[at], places[1-at].Window = to, to.Window
	p.history.push(places, kind)
	d.prepare()
}

// movedPair shows a place that was gone to.
func (d *Desk) movedPair(p *tracePair) {
	for _, s := range p.sides {
		s.moved++
	}
	d.prepare()
}

// preparePair starts work on what the timelines of two traces need.
func (d *Desk) preparePair(p *tracePair) {
	names := d.active.comparison.names()
	places := p.history.current()
	var wishes [2]answer.TraceRequest
	var before [2]*screen.TraceAnswer
	for i, s := range p.sides {
		wishes[i] = answer.TraceRequest{Doc: d.active.id, Name: names[i], Timeline: s.timeline, Figures: s.figures, Tab: screen.TimelineTab, Place: places[i], Display: d.Display, Moved: s.moved, Reveal: s.reveal}
		before[i] = s.answer
	}
	d.work(func(ctx context.Context) (keep func(), err error) {
		var made [2]*screen.TraceAnswer
		var failed [2]error
		var wg sync.WaitGroup
		for i, w := range wishes {
			wg.Go(func() { made[i], failed[i] = answer.ComputeTrace(ctx, w, before[i]) })
		}
		wg.Wait()
		return func() {
			for i, s := range p.sides {
				s.answer = made[i]
			}
		}, errors.Join(failed[:]...)
	})
}

// view is what is shown of two traces; nil before anything was prepared.
func (p *tracePair) view() *screen.TwinTraces {
	t := &screen.TwinTraces{Extent: timeline.Extent(p.sides[screen.BaseSide].timeline, p.sides[screen.NewSide].timeline)}
	t.Base, t.New = p.sides[screen.BaseSide].answer, p.sides[screen.NewSide].answer
	if t.Base == nil || t.New == nil {
		return nil
	}
	return t
}

// timelines are those of both sides; nil where one is not known.
func (c *comparison) timelines() (t [2]*timeline.Timeline) {
	for i, files := range c.sides {
		t[i] = files[0].timeline
	}
	if slices.Contains(t[:], nil) {
		return [2]*timeline.Timeline{}
	}
	return t
}
