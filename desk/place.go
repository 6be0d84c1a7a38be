package desk

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// The names under which the query of lanes is kept.
const (
	optionOrder = "order"
	optionKinds = "kinds"
	optionTop   = "top"
	optionLeast = "least"
	optionIDs   = "goroutines"
	lanesFilter = "lanes"
)

// usualQuery is the query of a place before any question.
func usualQuery() model.Query { return model.DefaultQuery().Whole() }

// laneSwitches are the switches of the lanes of a trace.
func laneSwitches(q *timeline.Query) map[string]*bool {
	return map[string]*bool{"reverse": &q.Reverse, "flat": &q.Flat}
}

// keepPlace returns a place as it is kept.
func keepPlace(p screen.Place, search string) session.Place {
	k := session.Place{
		Filters: keepFilters(p.Filters), Options: map[string]string{}, Search: search,
		Pivot: p.Pivot, Zoom: p.Zoom, ZoomCallers: p.ZoomCallers, From: p.Span.From, To: p.Span.To,
		Selected: p.Selected.Node, SelectedPath: p.Selected.Path,
	}
	usual := usualQuery()
	for _, o := range model.Options {
		if v := o.Value(&p.Query); !o.IsFilter() && v != o.Value(&usual) {
			k.Options[o.Name] = v
		}
	}
	return k
}

// restorePlace returns the place that was kept. The query reports values that
// make no sense any more, as if they had been typed.
func restorePlace(k session.Place) screen.Place {
	p := screen.Place{
		Query: usualQuery(), Pivot: k.Pivot, Zoom: k.Zoom, ZoomCallers: k.ZoomCallers,
		Span:     flame.Span{From: k.From, To: k.To},
		Selected: screen.Selection{Node: k.Selected, Path: k.SelectedPath},
	}
	for _, o := range model.Options {
		if text, ok := k.Options[o.Name]; ok && !o.IsFilter() {
			o.Set(&p.Query, text) // a value that makes no sense any more leaves the usual one
		}
	}
	return filtered(p, restoreFilters(k.Filters))
}

// keepTracePlace returns a place in a trace as it is kept.
func keepTracePlace(t *timeline.Timeline, p screen.TracePlace) session.Place {
	k := session.Place{Options: map[string]string{}, Begin: int64(p.Window.From), End: int64(p.Window.To), Traced: keepTraced(t, p)}
	if p.Lanes.MinDuration > 0 {
		k.Options[optionLeast] = p.Lanes.MinDuration.String()
	}
	for _, id := range p.Lanes.IDs {
		k.Options[optionIDs] = strings.TrimPrefix(k.Options[optionIDs]+","+strconv.FormatInt(id, 10), ",")
	}
	if p.Lanes.Filter != "" {
		k.Filters = []session.Filter{{Name: lanesFilter, Text: p.Lanes.Filter}}
	}
	if p.Lanes.Sort != timeline.ByStart {
		k.Options[optionOrder] = p.Lanes.Sort.String()
	}
	if p.Lanes.Kinds != 0 {
		k.Options[optionKinds] = strconv.Itoa(int(p.Lanes.Kinds))
	}
	if p.Top > 0 {
		k.Options[optionTop] = strconv.FormatFloat(p.Top, 'f', 0, 64)
	}
	keepSwitches(k.Options, laneSwitches(&p.Lanes))
	return k
}

func restoreTracePlace(k session.Place) screen.TracePlace {
	var p screen.TracePlace
	p.Window = timeline.Window{From: float64(k.Begin), To: float64(k.End)}
	for _, f := range k.Filters {
		if f.Name == lanesFilter {
			p.Lanes.Filter = f.Text
		}
	}
	for _, o := range timeline.Orders {
		if o.String() == k.Options[optionOrder] {
			p.Lanes.Sort = o
		}
	}
	if n, err := strconv.ParseUint(k.Options[optionKinds], 10, 16); err == nil {
		p.Lanes.Kinds = timeline.KindSet(n)
	}
	if top, err := strconv.ParseFloat(k.Options[optionTop], 64); err == nil && top >= 0 {
		p.Top = top
	}
	if d, err := time.ParseDuration(k.Options[optionLeast]); err == nil && d > 0 {
		p.Lanes.MinDuration = d
	}
	for _, text := range strings.FieldsFunc(k.Options[optionIDs], func(r rune) bool { return r == ',' }) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			p.Lanes.IDs = append(p.Lanes.IDs, id)
		}
	}
	restoreSwitches(k.Options, laneSwitches(&p.Lanes))
	if k.Traced != nil {
		p.Choice = restoreChoice(k.Traced.Choices)
	}
	return p
}

func keepFilters(all []model.Refining) []session.Filter {
	var kept []session.Filter
	for _, f := range all {
		kept = append(kept, session.Filter{Name: f.Name, Text: f.Text, Off: f.Off, Inverted: f.Inverted})
	}
	return kept
}

func restoreFilters(kept []session.Filter) []model.Refining {
	var all []model.Refining
	for _, f := range kept {
		all = append(all, model.Refining{Name: f.Name, Text: f.Text, Off: f.Off, Inverted: f.Inverted})
	}
	return all
}

func setText(to map[string]string, name, text string) {
	if text != "" {
		to[name] = text
	}
}

// keepSwitches keeps the switches that are on.
func keepSwitches(to map[string]string, all map[string]*bool) {
	for name, on := range all {
		if *on {
			to[name] = "true"
		}
	}
}

func restoreSwitches(from map[string]string, all map[string]*bool) {
	for name, on := range all {
		*on = from[name] == "true"
	}
}

// keepTraced keeps the part of a place that needs the trace to be understood:
// rows, spans and times.
func keepTraced(t *timeline.Timeline, p screen.TracePlace) *session.Traced {
	rows := func(keys []timeline.Key) []session.Row {
		var all []session.Row
		for _, k := range keys {
			n := t.RowName(k)
			all = append(all, session.Row{Kind: n.Kind, Name: n.Name})
		}
		slices.SortFunc(all, func(a, b session.Row) int { return strings.Compare(a.Kind+" "+a.Name, b.Kind+" "+b.Name) })
		return all
	}
	k := &session.Traced{
		Opened: rows(keysOf(p.Lanes.Toggled)), Hidden: rows(keysOf(p.Lanes.Hidden)), Choices: keepChoice(p.Choice),
	}
	for _, key := range p.Lanes.Pinned { // their order counts
		n := t.RowName(key)
		k.Pinned = append(k.Pinned, session.Row{Kind: n.Kind, Name: n.Name})
	}
	for _, x := range p.Kept {
		k.Kept = append(k.Kept, session.Range{Name: x.Name, Begin: int64(x.From), End: int64(x.To)})
	}
	if i := p.Interval; i != nil {
		k.Measured = &session.Range{Begin: int64(min(i.From, i.To)), End: int64(max(i.From, i.To))}
	}
	if m := p.Selected; m != nil && m.Go >= 0 && int(m.Go) < len(t.Trace.Goroutines) {
		k.Goroutine, k.At = t.Trace.Goroutines[m.Go].ID, int64(m.At)
	}
	return k
}

func keysOf(set map[timeline.Key]bool) []timeline.Key {
	var keys []timeline.Key
	for k, in := range set {
		if in {
			keys = append(keys, k)
		}
	}
	return keys
}

// restoreTraced restores that part after the whole trace is read. It leaves out
// rows and spans that the trace no longer has, and changes nothing that the user
// has set meanwhile.
func restoreTraced(p screen.TracePlace, k *session.Traced, t *timeline.Timeline) screen.TracePlace {
	rows := func(all []session.Row) []timeline.Key {
		names := make([]timeline.RowName, len(all))
		for i, r := range all {
			names[i] = timeline.RowName{Kind: r.Kind, Name: r.Name}
		}
		if len(names) == 0 {
			return nil
		}
		return t.Named(names)
	}
	set := func(have map[timeline.Key]bool, keys []timeline.Key) map[timeline.Key]bool {
		if len(keys) == 0 {
			return have
		}
		all := maps.Clone(have)
		if all == nil {
			all = map[timeline.Key]bool{}
		}
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
	if len(p.Kept) == 0 {
		for _, r := range k.Kept {
			if trace.Time(r.End) <= end {
				p.Kept = append(p.Kept, figures.Kept{Name: r.Name, Interval: trace.Interval{From: trace.Time(r.Begin), To: trace.Time(r.End)}})
			}
		}
	}
	if m := k.Measured; m != nil && p.Interval == nil && trace.Time(m.End) <= end {
		p.Interval = &trace.Interval{From: trace.Time(m.Begin), To: trace.Time(m.End)}
	}
	if p.Selected == nil && k.Goroutine != 0 {
		if g, ok := t.Trace.GoByID(k.Goroutine); ok {
			if _, ok := t.Trace.SpanAt(g, trace.Time(k.At)); ok {
				p.Selected = &screen.Moment{Go: g, At: trace.Time(k.At)}
			}
		}
	}
	return p
}

// The names of the choices in tables and plots of a trace. The picked row is not
// kept, because it is known by numbers of one reading.
const (
	choiceGoroutines = "goroutines"
	choiceStatistic  = "figures"
	choiceFilter     = "goroutines_filter"
	choiceSearch     = "logs_search"
	choiceWork       = "gc_work"
	choiceWindow     = "gc_window"
	choiceScheduling = "scheduling"
	choiceOrder      = "order "
)

// choiceSwitches are the choices that are on or off.
func choiceSwitches(c *figures.Choice) map[string]*bool {
	return map[string]*bool{"regions": &c.Tasks.Regions, "descendants": &c.Tasks.Descendants}
}

func keepChoice(c figures.Choice) map[string]string {
	k := map[string]string{}
	number := func(name string, n int64) {
		if n != 0 {
			k[name] = strconv.FormatInt(n, 10)
		}
	}
	number(choiceGoroutines, int64(c.Goroutines.Part))
	number(choiceStatistic, int64(c.Goroutines.Statistic))
	number(choiceScheduling, int64(c.Scheduling.Part))
	number(choiceWork, int64(c.GC.Work))
	number(choiceWindow, int64(c.GC.Window))
	setText(k, choiceFilter, c.Goroutines.Filter)
	setText(k, choiceSearch, c.Tasks.Search)
	keepSwitches(k, choiceSwitches(&c))
	for panel, o := range c.Orders {
		if o.By != "" {
			k[choiceOrder+panel] = strconv.FormatBool(o.Ascending) + " " + o.By
		}
	}
	if len(k) == 0 {
		return nil
	}
	return k
}

func restoreChoice(k map[string]string) (c figures.Choice) {
	number := func(name string, most int64) int64 {
		n, err := strconv.ParseInt(k[name], 10, 64)
		if err != nil || n < 0 || n > most {
			return 0
		}
		return n
	}
	c.Goroutines.Part = figures.GoroutinesPart(number(choiceGoroutines, int64(figures.ByInterval)))
	c.Goroutines.Statistic = figures.Statistic(number(choiceStatistic, int64(figures.Max)))
	c.Scheduling.Part = figures.SchedulingPart(number(choiceScheduling, int64(figures.WaitingAtEnd)))
	c.GC.Work = analysis.GCWork(number(choiceWork, int64(analysis.GCSTW|analysis.GCBackground|analysis.GCAssist|analysis.GCSweep|analysis.PerGoroutine)))
	c.GC.Window = time.Duration(number(choiceWindow, int64(time.Hour)))
	c.Goroutines.Filter, c.Tasks.Search = k[choiceFilter], k[choiceSearch]
	restoreSwitches(k, choiceSwitches(&c))
	for name, text := range k {
		panel, ok := strings.CutPrefix(name, choiceOrder)
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
