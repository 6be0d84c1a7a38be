package figures

import (
	"context"
	"strconv"
	"time"

	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
)

// GCChoice is what of the collector is looked at.
type GCChoice struct {
	Work   analysis.GCWork // what takes time from the program; 0: as cmd/trace
	Window time.Duration   // whose worst places are listed; 0: 10 ms
}

func collector(f func(*GCChoice)) Change {
	return func(c Choice) Choice {
		c.GC = c.GC.known()
		f(&c.GC)
		return c
	}
}

// known is the choice with what is meant by nothing.
func (c GCChoice) known() GCChoice {
	if c.Work == 0 {
		c.Work = analysis.DefaultGCWork
	}
	if c.Window == 0 {
		c.Window = 10 * time.Millisecond
	}
	return c
}

// worstWindows is how many places with the lowest utilization are listed, and
// heatBins how finely the work of Ps is told.
const (
	worstWindows = 20
	heatBins     = 400
)

// GC is the sheet of the collector: what it leaves to the program, its cycles,
// the heap, and where Ps were at work.
func (s *Source) GC(ctx context.Context, v View) (*Sheet, error) {
	iv := s.Analysis.Within(v.Interval)
	c := v.Choice.GC.known()
	sheet := &Sheet{Name: "gc", Title: "GC", Interval: iv, About: s.Interval(iv), Controls: collectorControls(c), Scope: analysis.What{Interval: iv}, Of: "all goroutines"}
	cycles, err := s.cycles(ctx, iv, v.Choice.Orders["cycles"])
	if err != nil {
		return nil, err
	}
	curve, worst, err := s.mutator(ctx, iv, c, v.Choice.Orders["worst"])
	if err != nil {
		return nil, err
	}
	heat, err := s.heat(ctx, iv)
	if err != nil {
		return nil, err
	}
	sheet.Rows = []Row{
		{0.32, []*Panel{curve, worst}}, {0.26, []*Panel{cycles}}, {0.2, []*Panel{s.heap(iv)}}, {0.22, []*Panel{heat}},
	}
	return sheet, nil
}

// MMU is the sheet of the curve alone, as a table: for files.
func (s *Source) MMU(ctx context.Context, v View) (*Sheet, error) {
	iv := s.Analysis.Within(v.Interval)
	c := v.Choice.GC.known()
	sheet := &Sheet{Name: "mmu", Title: "Minimum mutator utilization", Interval: iv, About: s.Interval(iv)}
	curve, worst, err := s.mutator(ctx, iv, c, Order{})
	if err != nil {
		return nil, err
	}
	u := curve.Plot.(*plot.Utilization)
	part := func(title, field, help string, i int) column[analysis.MMUPoint] {
		return column[analysis.MMUPoint]{title: title, width: 90, field: field, help: help, value: func(x analysis.MMUPoint) float64 {
			if i < 0 {
				return x.Min
			}
			return x.Quantiles[i]
		}, text: func(x analysis.MMUPoint) string {
			if i < 0 {
				return percent(x.Min)
			}
			return percent(x.Quantiles[i])
		}}
	}
	columns := []column[analysis.MMUPoint]{
		{title: "window", field: "window_ns", help: "How long a window of time is looked at.", value: func(x analysis.MMUPoint) float64 { return float64(x.Window) }},
		part("minimum", "minimum", "What is left to the program at least in any window of this length.", -1),
	}
	for i, p := range u.Parts {
		name := strconv.FormatFloat(100*p, 'f', -1, 64)
		columns = append(columns, part(name+"% below", "below_"+name+"_percent", "What is left to the program at least but in the worst "+name+"% of the windows.", i))
	}
	l, err := newList(ctx, u.Points, columns, Order{}, nil)
	if err != nil {
		return nil, err
	}
	sheet.Rows = []Row{{0.5, []*Panel{curve, worst}}, {0.5, []*Panel{l.panel("mmu", "", 1, "The interval is too short.", nil)}}}
	return sheet, nil
}

func collectorControls(c GCChoice) []Control {
	per := 0
	if c.Work&analysis.PerGoroutine != 0 {
		per = 1
	}
	controls := []Control{{Kind: Select, Help: "Of all Ps together, or of the goroutine that had least.", Options: []string{"System", "per goroutine"}, At: per, Set: func(at int, _ string) Change {
		return collector(func(c *GCChoice) {
			c.Work &^= analysis.PerGoroutine
			if at == 1 {
				c.Work |= analysis.PerGoroutine
			}
		})
	}}}
	for _, x := range []struct {
		name string
		work analysis.GCWork
		help string
	}{
		{"STW", analysis.GCSTW, "Counts the time in which the world was stopped."},
		{"background", analysis.GCBackground, "Counts the work of the collector's own goroutines."},
		{"assist", analysis.GCAssist, "Counts what goroutines mark before they may allocate."},
		{"sweep", analysis.GCSweep, "Counts what goroutines sweep before they may allocate."},
	} {
		controls = append(controls, Control{Kind: Check, Label: x.name, Help: x.help, On: c.Work&x.work != 0, Set: func(at int, _ string) Change {
			return collector(func(c *GCChoice) {
				c.Work &^= x.work
				if at == 1 {
					c.Work |= x.work
				}
				if c.Work&^analysis.PerGoroutine == 0 {
					c.Work |= x.work // of nothing there is nothing to tell
				}
			})
		}})
	}
	return controls
}

// mutatorParts are the parts of all windows below whose utilization a curve is
// drawn.
var mutatorParts = []float64{0.01, 0.05}

// mutator is the curve of the minimum mutator utilization, and the worst places
// for a window of one length.
func (s *Source) mutator(ctx context.Context, iv trace.Interval, c GCChoice, o Order) (curve, worst *Panel, err error) {
	type question struct {
		iv   trace.Interval
		work analysis.GCWork
	}
	type answer struct {
		mmu    *analysis.MMU
		points []analysis.MMUPoint
	}
	a, err := remember(&s.memory, "mmu", question{iv, c.Work}, func() (a answer, err error) {
		if a.mmu, err = s.Analysis.MMU(ctx, analysis.MMUOptions{Interval: iv, Work: c.Work}); err != nil {
			return a, err
		}
		const least, most, points = time.Microsecond, 10 * time.Second, 160
		if m := min(a.mmu.Len(), most); m > 2*least {
			a.points, err = a.mmu.Curve(ctx, least, m, points, mutatorParts)
		}
		return a, err
	})
	if err != nil {
		return nil, nil, err
	}
	u := &plot.Utilization{Title: "Minimum mutator utilization", Points: a.points, Parts: mutatorParts, Window: c.Window}
	var rows []analysis.Window
	if len(a.points) > 0 {
		c.Window = min(c.Window, a.mmu.Len())
		u.Window = c.Window
		rows = a.mmu.Worst(c.Window, worstWindows)
	} else {
		u.Window = 0
	}
	curve = &Panel{Name: "curve", Share: 0.62, Selected: -1, Plot: u, At: func(area scene.Rect, at scene.Point) Target {
		w := u.At(area, at.X)
		if w == 0 {
			return Target{}
		}
		return Target{Pick: collector(func(c *GCChoice) { c.Window = w })}
	}}
	l, err := newList(ctx, rows, []column[analysis.Window]{
		{title: "worst windows", width: 180, help: "When the program had least; a click marks one in the curve.", text: func(x analysis.Window) string { return times(x.Interval) }, value: func(x analysis.Window) float64 { return float64(x.Interval.From) }},
		{field: "from_ns", file: true, text: func(x analysis.Window) string { return whole(x.Interval.From) }},
		{field: "to_ns", file: true, text: func(x analysis.Window) string { return whole(x.Interval.To) }},
		{title: "program", width: 96, help: "What part of the processors was left to the program.", field: "utilization", value: func(x analysis.Window) float64 { return x.Util },
			text: func(x analysis.Window) string { return percent(x.Util) }, bar: func(x analysis.Window) float64 { return x.Util }},
	}, o, nil)
	if err != nil {
		return nil, nil, err
	}
	l.table.Columns[0].Right = false
	worst = l.panel("worst", "Worst windows of "+timeline.Duration(trace.Time(c.Window)), 0.38, "The interval is too short.",
		func(x analysis.Window) Target { return Target{Time: x.Interval} })
	return curve, worst, nil
}

// heap is the plot of the heap.
func (s *Source) heap(iv trace.Interval) *Panel {
	h := &plot.Heap{Title: "Heap and goal", Interval: iv, Objects: s.Analysis.Series(trace.HeapObjects, iv), Goal: s.Analysis.Series(trace.HeapGoal, iv)}
	return overTime(&Panel{Name: "heap", Share: 1, Selected: -1, Plot: h}, h.At)
}

// heat is the plot of where Ps were at work.
func (s *Source) heat(ctx context.Context, iv trace.Interval) (*Panel, error) {
	u, err := remember(&s.memory, "heat", iv, func() (*analysis.Utilisation, error) { return s.Analysis.Utilisation(ctx, iv, heatBins) })
	if err != nil {
		return nil, err
	}
	h := &plot.Heat{Title: "How much of the time Ps ran goroutines", Of: u, Name: func(row int) string { return s.procName(u.Procs[row], "") }}
	p := overTime(&Panel{Name: "heat", Share: 1, Selected: -1, Plot: h}, func(area scene.Rect, x float64) trace.Time {
		return iv.From + trace.Time(h.Part(area, x)*float64(iv.Len()))
	})
	return p, nil
}

// overTime lets a plot over time be dragged on to measure, and clicked to go to
// the timeline.
func overTime(p *Panel, at func(area scene.Rect, x float64) trace.Time) *Panel {
	p.Drag = func(area scene.Rect, from, to float64) Target {
		return Target{Measure: true, Time: trace.Interval{From: at(area, min(from, to)), To: at(area, max(from, to))}}
	}
	p.At = func(area scene.Rect, point scene.Point) Target {
		t := at(area, point.X)
		return Target{Time: trace.Interval{From: t, To: t}}
	}
	return p
}
