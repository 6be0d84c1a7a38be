package desk

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"time"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// keep is what is kept with the present interval among it, under the first
// letter that is free.
func keep(p screen.TracePlace) []figures.Kept {
	iv := answer.IntervalOf(p.Interval)
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

// unhide takes away the limits of lanes that would keep a goroutine out.
func unhide(q timeline.Query, t *timeline.Timeline, key timeline.Key) timeline.Query {
	if key.Kind != timeline.GoroutineRow {
		return q
	}
	g := trace.GoIndex(key.Index)
	if q.IDs != nil && !slices.Contains(q.IDs, t.Trace.Goroutines[g].ID) {
		q.IDs = nil
	}
	if re, err := regexp.Compile(q.Filter); err != nil || !re.MatchString(t.GoName(g)) {
		q.Filter = ""
	}
	return q
}

// traceDesk is the part of the desk's state that belongs to one execution
// trace: its times and goroutines mean nothing for another.
type traceDesk struct {
	timeline *timeline.Timeline
	figures  *figures.Source
	history  history[screen.TracePlace]
	moved    int // counts the places that were gone to
	reveal   *screen.Reveal
	answer   *screen.TraceAnswer // nil: nothing was prepared yet
}

// setTrace takes the timeline that was read for a document; nil where it is no
// trace.
func (doc *document) setTrace(t *timeline.Timeline, err error) {
	switch {
	case err != nil:
		doc.trace = nil
	case t == nil:
		doc.trace = nil
	case doc.trace == nil:
		doc.trace = &traceDesk{timeline: t, figures: figures.NewSource(t.Trace), history: newHistory(screen.TracePlace{}, samePlaceInTrace)}
		if doc.kept != nil {
			doc.trace.history = newHistory(restoreTracePlace(*doc.kept), samePlaceInTrace)
			doc.trace.moved++
			doc.kept, doc.traced = nil, doc.kept.Traced
		}
	case doc.trace.timeline != t:
		doc.trace.timeline, doc.trace.figures = t, figures.NewSource(t.Trace)
	}
}

// firstGenerations makes what takes the first generations of a trace while the
// others are read. It prepares them at once: reading goes on meanwhile, for it
// works on several cores.
func (d *Desk) firstGenerations(ctx context.Context, doc *document) func(*trace.Trace) {
	return func(m *trace.Trace) {
		go func() {
			t, err := timeline.New(ctx, m)
			if err != nil {
				return
			}
			d.Post(func() {
				// The whole may be there by now, or a longer part.
				if doc.state != screen.Loading || !slices.Contains(d.Docs, doc) || doc.file != nil {
					return
				}
				if doc.trace != nil && doc.trace.timeline.Trace.End >= m.End {
					return
				}
				doc.setTrace(t, nil)
				if doc == d.active {
					d.prepare()
				}
			})
		}()
	}
}

// aboutTrace is a trace in a few words: how long it is and how much there is of
// it.
func aboutTrace(t *trace.Trace) string {
	text := lang.L("trace · ") + model.FormatSpaced(int64(t.End), "nanoseconds", "auto") + " · " + model.Count(int64(len(t.Goroutines))) + lang.L(" goroutines")
	if !t.Complete() {
		text += lang.L(" · incomplete")
	}
	return text
}

func samePlaceInTrace(a, b screen.TracePlace) bool { return reflect.DeepEqual(a, b) }

// moveTrace carries out the intents that lead to another place of the active
// trace.
func (d *Desk) moveTrace(i screen.Intent) {
	t := d.active.trace
	switch i := i.(type) {
	case screen.Back:
		if t.history.back() {
			t.moved++
			d.prepare()
		}
		return
	case screen.Forward:
		if t.history.forward() {
			t.moved++
			d.prepare()
		}
		return
	case screen.Derive:
		d.derive(i)
		return
	case screen.GoTo:
		d.tabs[traceDoc] = screen.TimelineTab
	}
	if p, kind, ok := t.step(t.history.current(), i); ok {
		t.history.push(p, kind)
		d.prepare()
	}
}

// step is the place that an intent leads to from another. Changes of the same kind
// in a row are one step back.
func (t *traceDesk) step(p screen.TracePlace, i screen.Intent) (to screen.TracePlace, kind string, ok bool) {
	switch i := i.(type) {
	case screen.LookTime:
		p.Window, p.Top = i.Window, i.Top
		if !i.Leap {
			kind = "look"
		}
	case screen.Zoom: // the menu's "whole picture"
		p.Window = timeline.Window{}
		t.moved++
	case screen.AskLanes:
		q := p.Lanes
		i.Change(&q)
		p.Lanes = q
		kind = "lanes"
	case screen.SelectMoment:
		p.Selected = i.Moment
		kind = "select"
	case screen.Measure:
		p.Interval = i.Interval
		kind = "measure"
	case screen.Choose:
		p.Choice = i.Change(p.Choice)
		kind = "choose"
	case screen.Keep:
		p.Kept = keep(p)
	case screen.Forget:
		p.Kept = slices.DeleteFunc(slices.Clone(p.Kept), func(k figures.Kept) bool { return k.Name == i.Name })
	case screen.GoTo:
		if i.Key != (timeline.Key{}) && t.answer != nil && t.answer.Lanes != nil {
			p.Lanes = unhide(t.answer.Lanes.Reveal(i.Key), t.timeline, i.Key)
		}
		if i.Select != nil {
			p.Selected = i.Select
		}
		r := i.Reveal
		t.reveal = &r
		kind = "go"
	default:
		return p, "", false
	}
	return p, kind, true
}

// escapeTrace undoes the innermost thing that is in force in a trace.
func (d *Desk) escapeTrace() {
	undoInTrace(d.active.trace.history.current(), d.Do)
}

// undoInTrace undoes the innermost thing that is in force at a place.
func undoInTrace(p screen.TracePlace, do func(screen.Intent)) {
	switch {
	case p.Selected != nil:
		do(screen.SelectMoment{})
	case p.Interval != nil:
		do(screen.Measure{})
	case p.Lanes.Filter != "" || p.Lanes.IDs != nil:
		do(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter, q.IDs = "", nil }})
	case p.Window != (timeline.Window{}):
		do(screen.Zoom{})
	}
}

// prepareTrace starts work on what the visible tab needs of the active trace.
func (d *Desk) prepareTrace() {
	doc := d.active
	t := doc.trace
	w := answer.TraceRequest{Doc: doc.id, Name: doc.name(), Timeline: t.timeline, Figures: t.figures, Tab: d.Tab(), Place: t.history.current(), Display: d.Display, Moved: t.moved, Reveal: t.reveal}
	before := t.answer
	d.work(func(ctx context.Context) (keep func(), err error) {
		a, err := answer.ComputeTrace(ctx, w, before)
		return func() { t.answer = a }, err
	})
}

// work does in the background what a wish about traces needs; keep takes what came
// of it, unless something newer is wanted by then.
func (d *Desk) work(do func(context.Context) (keep func(), err error)) {
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel, d.Working, d.slow, d.errors = cancel, true, false, nil
	number := d.wish
	time.AfterFunc(patience, func() { d.Post(func() { d.tell(number) }) })
	go func() {
		keep, err := do(ctx)
		d.Post(func() {
			cancel()
			if number != d.wish {
				return
			}
			d.Working, d.cancel = false, nil
			switch {
			case err == nil:
				keep()
			case errors.Is(err, context.Canceled):
				d.Notice = lang.L("Stopped.")
			default:
				d.errors = map[string]string{"lanes": model.Sanitise(err.Error())}
			}
			d.Publish()
			if d.late {
				d.prepare()
			}
		})
	}()
	d.Publish()
}
