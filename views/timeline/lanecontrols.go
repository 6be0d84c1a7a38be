package timeline

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/timeline"
	"profstation/views/surface"
)

// LaneControls stands in the bar above a timeline: which lanes there are, and in which order.
type LaneControls struct {
	Object   fyne.CanvasObject
	Filter   *surface.Input
	shortest *surface.Input
	order    *surface.Select
	flat     *surface.Check
	sight    *surface.Check
	count    *widget.Label
	wrong    *surface.Complaint // about both inputs
}

// NewLaneControls makes the controls, among those in the bar around them.
func NewLaneControls(bar *surface.Controls, send screen.Send) *LaneControls {
	c := &LaneControls{count: widget.NewLabel(""), wrong: surface.NewComplaint()}
	ask := func(change func(*timeline.Query)) { send(screen.AskLanes{Change: change}) }
	c.Filter = bar.Input(lang.L("Lanes: function, g12, P3…"),
		lang.L("Only goroutines, Ps and threads whose name matches this regular expression, and goroutines with such a function in a stack. /"),
		surface.IsRegexp, func(text string) { ask(func(q *timeline.Query) { q.Filter = text }) })
	c.shortest = bar.Input(lang.L("≥ 1ms"), lang.L("Only goroutines with a span of at least this length: 1ms, 2s."),
		func(text string) error {
			_, err := duration(text)
			return err
		}, func(text string) {
			d, _ := duration(text)
			ask(func(q *timeline.Query) { q.MinDuration = d })
		})
	c.Filter.Name, c.shortest.Name = lang.L("lanes"), "≥"
	c.Filter.Filter, c.shortest.Filter = true, true
	c.wrong.Watch(c.Filter, c.shortest)
	c.order = bar.Choice(surface.Translated(orderTitles), lang.L("The order of the goroutines."), func(i int) {
		ask(func(q *timeline.Query) { q.Sort = timeline.Orders[i] })
	})
	c.flat = bar.Check(lang.L("ungrouped"), lang.L("One lane per goroutine instead of one per function."),
		func(on bool) { ask(func(q *timeline.Query) { q.Flat = on }) })
	c.sight = bar.Check(lang.L("active only"), lang.L("Only goroutines that do something in the time that is shown: those that wait all the time, or have ended, are left out. A filter turns it on; untick it to see every match."),
		func(on bool) {
			ask(func(q *timeline.Query) {
				if q.Sight = timeline.SightAll; on {
					q.Sight = timeline.SightOnly
				}
			})
		})
	bar.Tell(c.count, lang.L("How many goroutines have a lane, of all in the trace."))
	c.Object = surface.Wrap(surface.Wide(300, c.Filter.Field), surface.Wide(80, c.shortest.Field), c.order, c.flat, c.sight, c.count, c.wrong)
	return c
}

// orderTitles are the [timeline.Orders] in menus.
var orderTitles = []string{"by start", "by id", "by running time", "by blocked time"}

// duration reads a time such as 1.5ms; "" is none.
func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, lang.Error("“{{.Text}}” is no duration: try 1ms or 2s", lang.With{"Text": text})
	}
	return d, nil
}

// Show shows what was prepared from a trace. It is called while the bar is filled.
func (c *LaneControls) Show(a *ask.TraceAnswer) {
	q := a.Place.Lanes
	c.Filter.Set(q.Filter)
	shortest := c.shortest.Sent() // as it was typed, if it means the same
	if d, err := duration(shortest); err != nil || d != q.MinDuration {
		if shortest = ""; q.MinDuration > 0 {
			shortest = q.MinDuration.String()
		}
	}
	c.shortest.Set(shortest)
	c.order.SetSelectedIndex(int(q.Sort))
	c.flat.SetChecked(q.Flat)
	c.sight.SetChecked(q.InSight())
	if l := a.Lanes; l != nil {
		all := len(a.Timeline.Trace.Goroutines)
		text := lang.N(all, "1 goroutine", "{{.N}} goroutines", nil)
		if l.Goroutines != all {
			text = lang.N(all, "{{.Shown}} of 1 goroutine", "{{.Shown}} of {{.N}} goroutines", lang.With{"Shown": units.Count(int64(l.Goroutines))})
		}
		if l.Elsewhere > 0 {
			text = lang.L("{{.Goroutines}}, {{.Number}} more are idle at this time",
				lang.With{"Goroutines": text, "Number": units.Count(int64(l.Elsewhere))})
		}
		c.count.SetText(text)
	}
}
