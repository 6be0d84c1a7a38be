package place

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/ask"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/origin/link"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
)

// maxKeptGoroutines is how many goroutines the next start can limit lanes to. A million would be
// megabytes in a session that is written again and again. Without a limit all lanes are shown.
const maxKeptGoroutines = 10_000

var traceSettings = []link.Setting[ask.TracePlace]{
	link.Number("kinds", func(p *ask.TracePlace) *timeline.KindSet { return &p.Lanes.Kinds }, 1<<16-1),
	link.Toggle("reverse", func(p *ask.TracePlace) *bool { return &p.Lanes.Reverse }),
	link.Toggle("flat", func(p *ask.TracePlace) *bool { return &p.Lanes.Flat }),
	link.Valued("order", func(p *ask.TracePlace) *timeline.Order { return &p.Lanes.Sort }, timeline.Order.String,
		func(text string) (timeline.Order, bool) {
			i := slices.IndexFunc(timeline.Orders, func(o timeline.Order) bool { return o.String() == text })
			return timeline.Orders[max(0, i)], i >= 0
		}),
	link.Valued("sight", func(p *ask.TracePlace) *timeline.Sight { return &p.Lanes.Sight }, timeline.Sight.String,
		func(text string) (timeline.Sight, bool) {
			i := slices.IndexFunc(timeline.Sights, func(s timeline.Sight) bool { return s.String() == text })
			return timeline.Sights[max(0, i)], i >= 0
		}),
	link.Valued("least", func(p *ask.TracePlace) *time.Duration { return &p.Lanes.MinDuration }, time.Duration.String,
		func(text string) (time.Duration, bool) {
			d, err := time.ParseDuration(text)
			return d, err == nil && d > 0
		}),
	link.One("goroutines", func(p *ask.TracePlace) string {
		if len(p.Lanes.IDs) > maxKeptGoroutines {
			return ""
		}
		return strings.Join(lists.Map(p.Lanes.IDs, func(id int64) string { return strconv.FormatInt(id, 10) }), ",")
	}, func(p *ask.TracePlace, text string) {
		for id := range strings.SplitSeq(text, ",") {
			if id, err := strconv.ParseInt(id, 10, 64); err == nil {
				p.Lanes.IDs = append(p.Lanes.IDs, id)
			}
		}
	}),
	link.Valued("top", func(p *ask.TracePlace) *float64 { return &p.Top },
		func(top float64) string { return strconv.FormatFloat(top, 'f', 0, 64) },
		func(text string) (float64, bool) {
			top, err := strconv.ParseFloat(text, 64)
			return top, err == nil && top >= 0
		}),
}

// OfTrace writes down a place in a trace.
func OfTrace(t *timeline.Timeline, p ask.TracePlace) link.Place {
	k := link.Place{Options: map[string]string{}, Begin: int64(p.Window.From), End: int64(p.Window.To), Traced: tracedOf(t, p)}
	if p.Lanes.Filter != "" {
		k.Filters = []query.Refining{{Name: link.LanesFilter, Text: p.Lanes.Filter}}
	}
	link.Keep(k.Options, traceSettings, &p)
	return k
}

// Trace returns the place in a trace, except what needs the trace: see [In].
func Trace(k link.Place) ask.TracePlace {
	p := ask.TracePlace{Window: timeline.Window{From: float64(k.Begin), To: float64(k.End)}}
	for _, f := range k.Filters {
		if f.Name == link.LanesFilter {
			p.Lanes.Filter = f.Text
		}
	}
	link.Restore(k.Options, traceSettings, &p)
	if k.Traced != nil {
		p.Choice = choiceOf(k.Traced.Choices)
	}
	return p
}

// tracedOf writes down the part of a place that needs the trace: rows, spans and times.
func tracedOf(t *timeline.Timeline, p ask.TracePlace) *link.Traced {
	row := func(key timeline.Key) link.Row { return link.Row(t.RowName(key)) }
	rows := func(set map[timeline.Key]bool) []link.Row {
		var all []link.Row
		for key, in := range set {
			if in {
				all = append(all, row(key))
			}
		}
		slices.SortFunc(all, func(a, b link.Row) int { return strings.Compare(a.Kind+" "+a.Name, b.Kind+" "+b.Name) })
		return all
	}
	k := &link.Traced{Opened: rows(p.Lanes.Toggled), Hidden: rows(p.Lanes.Hidden), Choices: choicesOf(p.Choice)}
	k.Pinned = lists.Map(p.Lanes.Pinned, row) // their order counts
	k.Kept = lists.Map(p.Kept, func(x figures.Kept) link.Range {
		return link.Range{Name: x.Name, Begin: int64(x.From), End: int64(x.To)}
	})
	if i := p.Interval; i != nil {
		k.Measured = &link.Range{Begin: int64(min(i.From, i.To)), End: int64(max(i.From, i.To))}
	}
	switch m := p.Selected; {
	case m == nil:
	case m.Event.Is():
		event := link.Row(m.Event.Named())
		k.Event, k.At = &event, int64(m.At)
	case m.Go >= 0 && int(m.Go) < len(t.Trace.Goroutines):
		k.Goroutine, k.At = t.Trace.Goroutines[m.Go].ID, int64(m.At)
	}
	return k
}

// In adds to a place what needs the whole trace. It leaves out rows and spans that the trace does not have, and
// changes nothing that the user has set meanwhile.
func In(k *link.Traced, t *timeline.Timeline, p ask.TracePlace) ask.TracePlace {
	rows := func(all []link.Row) []timeline.Key {
		if len(all) == 0 {
			return nil // to name rows takes a while
		}
		return t.Named(lists.Map(all, func(r link.Row) timeline.RowName { return timeline.RowName(r) }))
	}
	set := func(have map[timeline.Key]bool, keys []timeline.Key) map[timeline.Key]bool {
		if len(keys) == 0 {
			return have
		}
		all := map[timeline.Key]bool{}
		maps.Copy(all, have)
		for _, key := range keys {
			all[key] = true
		}
		return all
	}
	p.Lanes.Toggled, p.Lanes.Hidden = set(p.Lanes.Toggled, rows(k.Opened)), set(p.Lanes.Hidden, rows(k.Hidden))
	if len(p.Lanes.Pinned) == 0 {
		p.Lanes.Pinned = rows(k.Pinned)
	}
	end := t.Trace.End
	interval := func(r link.Range) trace.Interval {
		return trace.Interval{From: trace.Time(r.Begin), To: trace.Time(r.End)}
	}
	if len(p.Kept) == 0 {
		for _, r := range k.Kept {
			if trace.Time(r.End) <= end {
				p.Kept = append(p.Kept, figures.Kept{Name: r.Name, Interval: interval(r)})
			}
		}
	}
	if m := k.Measured; m != nil && p.Interval == nil && trace.Time(m.End) <= end {
		i := interval(*m)
		p.Interval = &i
	}
	if p.Selected == nil && k.Goroutine != 0 {
		if g, ok := t.Trace.GoByID(k.Goroutine); ok {
			if _, ok := t.Trace.SpanAt(g, trace.Time(k.At)); ok {
				p.Selected = &ask.Moment{Go: g, At: trace.Time(k.At)}
			}
		}
	}
	if p.Selected == nil && k.Event != nil {
		if o, ok := describe.InspectEvent(t.Names, t.EventNamed(timeline.RowName(*k.Event))); ok {
			p.Selected = ask.MomentOf(&o)
		}
	}
	return p
}

const allGCWork = analysis.GCSTW | analysis.GCBackground | analysis.GCAssist | analysis.GCSweep | analysis.PerGoroutine

// choiceSettings are the choices in a trace's tables and plots. The picked row is not kept,
// because its numbers are valid in one reading only.
var choiceSettings = []link.Setting[figures.Choice]{
	link.Number("goroutines", func(c *figures.Choice) *figures.GoroutinesPart { return &c.Goroutines.Part }, figures.ByInterval),
	link.Number("figures", func(c *figures.Choice) *figures.Statistic { return &c.Goroutines.Statistic }, figures.Max),
	link.Number("scheduling", func(c *figures.Choice) *figures.SchedulingPart { return &c.Scheduling.Part }, figures.WaitingAtEnd),
	link.Number("gc_work", func(c *figures.Choice) *analysis.GCWork { return &c.GC.Work }, allGCWork),
	link.Number("gc_window", func(c *figures.Choice) *time.Duration { return &c.GC.Window }, time.Hour),
	link.Words("goroutines_filter", func(c *figures.Choice) *string { return &c.Goroutines.Filter }),
	link.Words("logs_search", func(c *figures.Choice) *string { return &c.Tasks.Search }),
	link.Number("bars", func(c *figures.Choice) *figures.Bars { return &c.Bars }, figures.LastBars),
	link.Toggle("regions", func(c *figures.Choice) *bool { return &c.Tasks.Regions }),
	link.Toggle("descendants", func(c *figures.Choice) *bool { return &c.Tasks.Descendants }),
}

const orderPrefix = "order " // before the name of the table whose order is kept

func choicesOf(c figures.Choice) map[string]string {
	k := map[string]string{}
	link.Keep(k, choiceSettings, &c)
	for panel, o := range c.Orders {
		if o.By != "" {
			k[orderPrefix+panel] = strconv.FormatBool(o.Ascending) + " " + o.By
		}
	}
	if len(k) == 0 {
		return nil
	}
	return k
}

func choiceOf(k map[string]string) (c figures.Choice) {
	link.Restore(k, choiceSettings, &c)
	for name, text := range k {
		panel, ok := strings.CutPrefix(name, orderPrefix)
		ascending, by, found := strings.Cut(text, " ")
		if ok && found && by != "" {
			if c.Orders == nil {
				c.Orders = map[string]figures.Order{}
			}
			c.Orders[panel] = figures.Order{By: by, Ascending: ascending == "true"}
		}
	}
	return c
}
