package timeline

import (
	"regexp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/timeline"
	"profstation/views/surface"
)

// LaneControls is what stands in the bar for a timeline: which lanes, and in
// which order.
type LaneControls struct {
	Object  fyne.CanvasObject
	send    screen.Send
	Filter  *laneField
	least   *laneField
	order   *widget.Select
	flat    *widget.Check
	count   *widget.Label
	showing bool
}

// laneField is an input that applies when typing pauses.
type laneField struct {
	*widget.Entry
	sent  string
	pause *time.Timer
}

func NewLaneControls(send screen.Send, post func(func())) *LaneControls {
	c := &LaneControls{send: send, count: widget.NewLabel("")}
	busy := func() bool { return c.showing }
	c.Filter = newPausedField(lang.L("Lanes: function, g12, P3 …"), post, busy, func(text string) error {
		_, err := regexp.Compile(text)
		return err
	}, func(text string) {
		send(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = text }})
	})
	c.least = newPausedField(lang.L("≥ 1ms"), post, busy, func(text string) error {
		_, err := duration(text)
		return err
	}, func(text string) {
		d, _ := duration(text)
		send(screen.AskLanes{Change: func(q *timeline.Query) { q.MinDuration = d }})
	})
	var orders []string
	for _, o := range timeline.Orders {
		orders = append(orders, lang.L("by ")+o.String())
	}
	c.order = widget.NewSelect(orders, func(string) {
		if i := c.order.SelectedIndex(); i >= 0 && !c.showing {
			send(screen.AskLanes{Change: func(q *timeline.Query) { q.Sort = timeline.Orders[i] }})
		}
	})
	c.flat = widget.NewCheck(lang.L("flat"), func(on bool) {
		if !c.showing {
			send(screen.AskLanes{Change: func(q *timeline.Query) { q.Flat = on }})
		}
	})
	sized := func(w float32, o fyne.CanvasObject) fyne.CanvasObject {
		return container.NewGridWrap(fyne.NewSize(w, o.MinSize().Height), o)
	}
	c.Object = container.NewHBox(sized(300, c.Filter.Entry), sized(80, c.least.Entry), c.order, c.flat, c.count)
	return c
}

// Explain says what the controls are for.
func (c *LaneControls) Explain(bar *surface.Hinted) {
	bar.Tell(c.Filter.Entry, lang.L("Only goroutines, Ps and threads whose name matches this regular expression. /"))
	bar.Tell(c.least.Entry, lang.L("Only goroutines that were there for at least this long: 1ms, 2s."))
	bar.Tell(c.order, lang.L("The order of the goroutines."))
	bar.Tell(c.flat, lang.L("One lane for each goroutine, rather than one for all that began with the same function."))
	bar.Tell(c.count, lang.L("How many goroutines have a lane, of all in the trace."))
}

// newPausedField makes an input that applies what passes a check. While busy is
// true its text is set from elsewhere.
func newPausedField(hint string, post func(func()), busy func() bool, check func(string) error, apply func(string)) *laneField {
	f := &laneField{Entry: widget.NewEntry()}
	f.SetPlaceHolder(hint)
	now := func() {
		err := check(f.Text)
		f.SetValidationError(err)
		if err == nil && f.Text != f.sent {
			f.sent = f.Text
			apply(f.Text)
		}
	}
	f.OnChanged = func(string) {
		if busy() {
			return
		}
		if f.pause != nil {
			f.pause.Stop()
		}
		f.pause = time.AfterFunc(surface.TypingPause, func() { post(now) })
	}
	f.OnSubmitted = func(string) { now() }
	return f
}

// duration reads a time such as 1.5ms; "" is none.
func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	return time.ParseDuration(text)
}

// Show shows a snapshot.
func (c *LaneControls) Show(s *screen.Snapshot) {
	c.showing = true
	defer func() { c.showing = false }()
	if s.Trace == nil {
		return
	}
	q := s.Trace.Place.Lanes
	if c.Filter.sent != q.Filter {
		c.Filter.sent = q.Filter
		c.Filter.SetText(q.Filter)
	}
	least := ""
	if q.MinDuration > 0 {
		least = q.MinDuration.String()
	}
	if d, err := duration(c.least.sent); err != nil || d != q.MinDuration {
		c.least.sent = least
		c.least.SetText(least)
	}
	c.order.SetSelectedIndex(int(q.Sort))
	c.flat.SetChecked(q.Flat)
	if l := s.Trace.Lanes; l != nil {
		text := model.Count(int64(l.Goroutines))
		if all := len(s.Trace.Timeline.Trace.Goroutines); l.Goroutines != all {
			text += lang.L(" of ") + model.Count(int64(all))
		}
		c.count.SetText(text + lang.L(" goroutines"))
	}
}
