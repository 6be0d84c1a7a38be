package desk

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/ask"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// usualQuery is the query of a place before any question.
func usualQuery() query.Query { return query.Default().Whole() }

func keepPlace(p ask.Place, search string) session.Place {
	k := session.Place{
		Filters: p.Filters, Options: map[string]string{}, Search: search,
		Pivot: p.Pivot, Zoom: p.Zoom, ZoomCallers: p.ZoomCallers, From: p.Span.From, To: p.Span.To,
		Selected: p.Selected.Node, SelectedPath: p.Selected.Path, Drawn: p.Drawn,
	}
	usual := usualQuery()
	for _, o := range query.Options {
		if v := o.Value(&p.Query); !o.IsFilter() && v != o.Value(&usual) {
			k.Options[o.Name] = v
		}
	}
	return k
}

func restorePlace(k session.Place) ask.Place {
	p := ask.Place{
		Query: usualQuery(), Pivot: k.Pivot, Zoom: k.Zoom, ZoomCallers: k.ZoomCallers,
		Span:     flame.Span{From: k.From, To: k.To},
		Selected: ask.Selection{Node: k.Selected, Path: k.SelectedPath},
		Drawn:    drawn(nil, k.Drawn),
	}
	for _, o := range query.Options {
		if text, ok := k.Options[o.Name]; ok && !o.IsFilter() {
			o.Set(&p.Query, text) // a value that makes no sense any more leaves the usual one
		}
	}
	return filtered(p, k.Filters)
}

// setting is a part of a T that is kept as a text under a name.
type setting[T any] struct {
	name string
	text func(*T) string // "" for the usual value, which is not kept
	set  func(*T, string)
}

// keepSettings adds what is not usual in t to the kept texts.
func keepSettings[T any](k map[string]string, all []setting[T], t *T) {
	for _, s := range all {
		if text := s.text(t); text != "" {
			k[s.name] = text
		}
	}
}

// restoreSettings sets what was kept. Values that make no sense any more leave the usual ones.
func restoreSettings[T any](k map[string]string, all []setting[T], t *T) {
	for _, s := range all {
		if text := k[s.name]; text != "" {
			s.set(t, text)
		}
	}
}

// valued is a setting whose usual value is the zero one. parse reports whether a text makes sense.
func valued[T any, V comparable](name string, of func(*T) *V, text func(V) string, parse func(string) (V, bool)) setting[T] {
	return setting[T]{name, func(t *T) string {
		if v := *of(t); v != *new(V) {
			return text(v)
		}
		return ""
	}, func(t *T, text string) {
		if v, ok := parse(text); ok {
			*of(t) = v
		}
	}}
}

// number is a setting from 0, the usual, to most.
func number[T any, N ~int64 | ~uint16 | ~uint8](name string, of func(*T) *N, most N) setting[T] {
	return valued(name, of, func(n N) string { return strconv.FormatInt(int64(n), 10) }, func(text string) (N, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return N(n), err == nil && n >= 0 && n <= int64(most)
	})
}

func toggle[T any](name string, of func(*T) *bool) setting[T] {
	return valued(name, of, strconv.FormatBool, func(text string) (bool, bool) { return text == "true", true })
}

func words[T any](name string, of func(*T) *string) setting[T] {
	return valued(name, of, strings.Clone, func(text string) (string, bool) { return text, true })
}

const lanesFilter = "lanes" // the name under which the filter of lanes is kept

// mostKeptGoroutines is how many goroutines the next start limits lanes to. A million are megabytes of
// a session that is written again and again; without a limit all lanes are shown.
const mostKeptGoroutines = 10_000

var traceSettings = []setting[ask.TracePlace]{
	number("kinds", func(p *ask.TracePlace) *timeline.KindSet { return &p.Lanes.Kinds }, 1<<16-1),
	toggle("reverse", func(p *ask.TracePlace) *bool { return &p.Lanes.Reverse }),
	toggle("flat", func(p *ask.TracePlace) *bool { return &p.Lanes.Flat }),
	valued("order", func(p *ask.TracePlace) *timeline.Order { return &p.Lanes.Sort }, timeline.Order.String,
		func(text string) (timeline.Order, bool) {
			i := slices.IndexFunc(timeline.Orders, func(o timeline.Order) bool { return o.String() == text })
			return timeline.Orders[max(0, i)], i >= 0
		}),
	valued("least", func(p *ask.TracePlace) *time.Duration { return &p.Lanes.MinDuration }, time.Duration.String,
		func(text string) (time.Duration, bool) {
			d, err := time.ParseDuration(text)
			return d, err == nil && d > 0
		}),
	{"goroutines", func(p *ask.TracePlace) string {
		if len(p.Lanes.IDs) > mostKeptGoroutines {
			return ""
		}
		return strings.Join(each(p.Lanes.IDs, func(id int64) string { return strconv.FormatInt(id, 10) }), ",")
	}, func(p *ask.TracePlace, text string) {
		for id := range strings.SplitSeq(text, ",") {
			if id, err := strconv.ParseInt(id, 10, 64); err == nil {
				p.Lanes.IDs = append(p.Lanes.IDs, id)
			}
		}
	}},
	valued("top", func(p *ask.TracePlace) *float64 { return &p.Top },
		func(top float64) string { return strconv.FormatFloat(top, 'f', 0, 64) },
		func(text string) (float64, bool) {
			top, err := strconv.ParseFloat(text, 64)
			return top, err == nil && top >= 0
		}),
}

func keepTracePlace(t *timeline.Timeline, p ask.TracePlace) session.Place {
	k := session.Place{Options: map[string]string{}, Begin: int64(p.Window.From), End: int64(p.Window.To), Traced: keepTraced(t, p)}
	if p.Lanes.Filter != "" {
		k.Filters = []query.Refining{{Name: lanesFilter, Text: p.Lanes.Filter}}
	}
	keepSettings(k.Options, traceSettings, &p)
	return k
}

func restoreTracePlace(k session.Place) ask.TracePlace {
	p := ask.TracePlace{Window: timeline.Window{From: float64(k.Begin), To: float64(k.End)}}
	for _, f := range k.Filters {
		if f.Name == lanesFilter {
			p.Lanes.Filter = f.Text
		}
	}
	restoreSettings(k.Options, traceSettings, &p)
	if k.Traced != nil {
		p.Choice = restoreChoice(k.Traced.Choices)
	}
	return p
}

// keepTraced keeps the part of a place that needs the trace: rows, spans and times.
func keepTraced(t *timeline.Timeline, p ask.TracePlace) *session.Traced {
	row := func(key timeline.Key) session.Row { return session.Row(t.RowName(key)) }
	rows := func(set map[timeline.Key]bool) []session.Row {
		var all []session.Row
		for key, in := range set {
			if in {
				all = append(all, row(key))
			}
		}
		slices.SortFunc(all, func(a, b session.Row) int { return strings.Compare(a.Kind+" "+a.Name, b.Kind+" "+b.Name) })
		return all
	}
	k := &session.Traced{
		Opened: rows(p.Lanes.Toggled), Hidden: rows(p.Lanes.Hidden), Choices: keepChoice(p.Choice),
		Pinned: each(p.Lanes.Pinned, row), // their order counts
		Kept: each(p.Kept, func(x figures.Kept) session.Range {
			return session.Range{Name: x.Name, Begin: int64(x.From), End: int64(x.To)}
		}),
	}
	if i := p.Interval; i != nil {
		k.Measured = &session.Range{Begin: int64(min(i.From, i.To)), End: int64(max(i.From, i.To))}
	}
	if m := p.Selected; m != nil && !m.Event.Is() && m.Go >= 0 && int(m.Go) < len(t.Trace.Goroutines) {
		k.Goroutine, k.At = t.Trace.Goroutines[m.Go].ID, int64(m.At)
	}
	return k
}

// restoreTraced restores that part after the whole trace is read. It leaves out rows and spans that
// the trace no longer has, and changes nothing that the user has set meanwhile.
func restoreTraced(p ask.TracePlace, k *session.Traced, t *timeline.Timeline) ask.TracePlace {
	rows := func(all []session.Row) []timeline.Key {
		if len(all) == 0 {
			return nil // to name rows takes a while
		}
		return t.Named(each(all, func(r session.Row) timeline.RowName { return timeline.RowName(r) }))
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
	interval := func(r session.Range) trace.Interval {
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
	return p
}

const allGCWork = analysis.GCSTW | analysis.GCBackground | analysis.GCAssist | analysis.GCSweep | analysis.PerGoroutine

// choiceSettings are the choices in tables and plots of a trace. The picked row
// is not kept, because it is known by numbers of one reading.
var choiceSettings = []setting[figures.Choice]{
	number("goroutines", func(c *figures.Choice) *figures.GoroutinesPart { return &c.Goroutines.Part }, figures.ByInterval),
	number("figures", func(c *figures.Choice) *figures.Statistic { return &c.Goroutines.Statistic }, figures.Max),
	number("scheduling", func(c *figures.Choice) *figures.SchedulingPart { return &c.Scheduling.Part }, figures.WaitingAtEnd),
	number("gc_work", func(c *figures.Choice) *analysis.GCWork { return &c.GC.Work }, allGCWork),
	number("gc_window", func(c *figures.Choice) *time.Duration { return &c.GC.Window }, time.Hour),
	words("goroutines_filter", func(c *figures.Choice) *string { return &c.Goroutines.Filter }),
	words("logs_search", func(c *figures.Choice) *string { return &c.Tasks.Search }),
	toggle("regions", func(c *figures.Choice) *bool { return &c.Tasks.Regions }),
	toggle("descendants", func(c *figures.Choice) *bool { return &c.Tasks.Descendants }),
}

const orderPrefix = "order " // before the name of the table whose order is kept

func keepChoice(c figures.Choice) map[string]string {
	k := map[string]string{}
	keepSettings(k, choiceSettings, &c)
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

func restoreChoice(k map[string]string) (c figures.Choice) {
	restoreSettings(k, choiceSettings, &c)
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

// each converts the elements of a list; nil stays nil.
func each[A, B any](all []A, to func(A) B) []B {
	if all == nil {
		return nil
	}
	out := make([]B, len(all))
	for i, x := range all {
		out[i] = to(x)
	}
	return out
}
