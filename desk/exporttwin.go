package desk

import (
	"context"

	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline"
)

// twinTimelineFormats are the ways to write the timelines of two traces.
func (p *comparedTraces) twinTimelineFormats(names [2]string) (view string, formats []Format) {
	shown := p.view()
	if shown == nil || shown.Base.Lanes == nil || shown.New.Lanes == nil {
		return "", nil
	}
	places := p.history.current()
	picture := func(_ context.Context, l ExportLook) (export.Drawing, error) {
		style := shown.New.Style
		style.Theme = l.Theme
		pic := &timeline.SideBySide{
			Head:  l.head(),
			Lanes: [2]*timeline.Lanes{shown.Base.Lanes, shown.New.Lanes}, Names: names, Style: style, Width: l.Width,
		}
		if !l.Whole {
			pic.Window = places[screen.NewSide].Window
		}
		for i := range pic.Marks {
			pic.Marks[i] = timeline.Marks{Selected: trace.NoSpan, Interval: places[i].Interval}
		}
		return l.drawing(pic), nil
	}
	return "timelines", pictures(picture)
}
