package write

import (
	"context"
	"io"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/figures"
	"profstation/timeline/pair"
)

var traceViews = func() []View {
	views := []View{
		{Name: "timeline", Of: ask.OfTrace, shown: func(s *Subject) bool {
			return s.Trace.Tab == ask.TimelineTab && s.Trace.Lanes != nil
		}, Formats: drawn(timelinePicture, csv.called(spansInSight).by(spans))},
		{Name: "timelines", Of: ask.OfTracePair, Side: "timeline", shown: func(s *Subject) bool { return s.Pair != nil },
			Formats: pictures(timelinesPicture)},
		{Name: "durations", Of: ask.OfTracePair, shown: func(s *Subject) bool { return s.Durations != nil },
			Formats: drawn(durationsPicture, csv.as(func(s *Subject) Write { return pair.Table(s.Durations.Rows).WriteCSV }))},
	}
	for _, k := range figures.Sheets {
		views = append(views, sheet(k.Name))
	}
	return views
}()

const spansInSight = "CSV, the visible spans"

// window is the time that a file covers.
func (l Look) window(a *ask.TraceAnswer) timeline.Window {
	switch {
	case l.Whole:
		return timeline.Window{}
	case l.Sight.Lanes[0] != nil:
		return l.Sight.Lanes[0].Window
	}
	return a.Place.Window
}

// lanes is one timeline, with what the window marks in it: at, of the parts in sight.
func (l Look) lanes(a *ask.TraceAnswer, at int) timeline.Side {
	m := timeline.Marks{Selected: trace.NoSpan, Interval: a.Place.Interval}
	if i := a.Inspected; i != nil {
		m.Selected, m.Chain = i.Span, a.Chain
	}
	if o := a.Happened; o != nil {
		m.Event = o.Event
	}
	side := timeline.Side{Lanes: a.Lanes, Marks: m}
	if v := l.Sight.Lanes[at]; !l.Whole && v != nil {
		side.Top, side.Height = v.Top, v.Area.H()
	}
	return side
}

func timelinePicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	t := s.Trace
	style := t.Style
	style.Theme = l.Theme
	return &timeline.Picture{
		Head: l.head(), Style: style, Window: l.window(t.TraceAnswer), Width: l.Width,
		Sides: []timeline.Side{l.lanes(t.TraceAnswer, 0)},
	}, nil
}

func spans(ctx context.Context, s *Subject, l Look) (Write, error) {
	lanes, in := s.Trace.Lanes, l.window(s.Trace.TraceAnswer)
	if in == (timeline.Window{}) {
		in = s.Trace.Timeline.Whole()
	}
	if v := l.Sight.Lanes[0]; !l.Whole && v != nil {
		lanes = lanes.InSight(v)
	}
	return func(w io.Writer) error { return timeline.WriteCSV(ctx, w, lanes, in) }, nil
}

func timelinesPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	sides := s.Pair.Sides
	p := &timeline.Picture{Head: l.head(), Style: sides[ask.NewSide].Style, Width: l.Width}
	p.Style.Theme = l.Theme
	p.Window = l.window(sides[ask.NewSide])
	for i, a := range sides {
		side := l.lanes(a, i)
		side.Name = s.Pair.Names[i]
		p.Sides = append(p.Sides, side)
	}
	return p, nil
}

func durationsPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	d := s.Durations
	return &table.Picture{
		Head: l.head(d.Heading), Table: pair.Table(d.Rows), Theme: l.Theme,
		Empty: lang.L("Nothing differs."), Width: l.Width, SortColumn: d.By.Column, Descending: d.By.Descending,
	}, nil
}

// sheet is the view of a sheet of figures, with tables of its own: the window draws others.
func sheet(name string) View {
	picture := func(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
		x, err := s.Trace.Figures.Sheet(ctx, name, s.Trace.Of)
		if err != nil {
			return nil, err
		}
		p := &figures.Picture{Head: l.head(), Sheet: x, Theme: l.Theme, Width: l.Width}
		if x.Panel(s.Trace.Panel) != nil {
			p.Panels = []string{s.Trace.Panel}
		} else if !s.Trace.Of.HasSelected {
			p.Panels = x.Brief
		}
		return p, nil
	}
	table := func(ctx context.Context, s *Subject) (Write, error) {
		x, err := s.Trace.Figures.Sheet(ctx, name, s.Trace.Of)
		if err != nil {
			return nil, err
		}
		p := x.Panel(s.Trace.Panel)
		if p == nil {
			p = x.Main()
		}
		return p.Table.WriteCSV, nil
	}
	shown := func(s *Subject) bool {
		x := s.Trace.Sheets[s.Trace.Tab].Sheet
		return x != nil && x.Name == name
	}
	return View{Name: name, Of: ask.OfTrace, Formats: drawn(picture, csv.of(table)), shown: shown}
}
