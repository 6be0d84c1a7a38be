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

// known is the choice with the values that zeros stand for.
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
// heatBins how many parts of the time show the work of Ps.
const (
	worstWindows = 20
	heatBins     = 400
)

// gc makes the sheet of the collector: what it leaves to the program, its cycles,
// the heap, and where Ps were at work.
func (m *maker) gc() error {
	m.collectorControls()
	cycles, err := m.cycles()
	if err != nil {
		return err
	}
	curve, worst, err := m.mutator()
	if err != nil {
		return err
	}
	heat, err := m.heat()
	if err != nil {
		return err
	}
	m.add(0.32, curve, worst)
	m.add(0.26, cycles)
	m.add(0.2, m.heap())
	m.add(0.22, heat)
	return nil
}

// mmu makes the sheet of the curve alone, as a table: for files.
func (m *maker) mmu() error {
	curve, worst, err := m.mutator()
	if err != nil {
		return err
	}
	u := curve.Plot.(*plot.Utilization)
	columns := []column[analysis.MMUPoint]{
		{title: "window", field: "window_ns", help: "How long a window of time is looked at.", figure: timeOf(func(x analysis.MMUPoint) trace.Time { return trace.Time(x.Window) })},
		{title: "minimum", width: 90, field: "minimum", help: "What is left to the program at least in any window of this length.", figure: shareOf(func(x analysis.MMUPoint) float64 { return x.Min })},
	}
	for i, p := range u.Parts {
		name := strconv.FormatFloat(100*p, 'f', -1, 64)
		columns = append(columns, column[analysis.MMUPoint]{title: name + "% below", width: 90, field: "below_" + name + "_percent",
			help:   "What is left to the program at least but in the worst " + name + "% of the windows.",
			figure: shareOf(func(x analysis.MMUPoint) float64 { return x.Quantiles[i] })})
	}
	points := newList(m, definition[analysis.MMUPoint]{name: "mmu", empty: "The interval is too short.", rows: u.Points, columns: columns, fixed: true})
	m.add(0.5, curve, worst)
	m.add(0.5, points.Panel)
	return nil
}

// collectorParts are the parts of the collector's work that count, or not.
var collectorParts = []struct {
	name string
	work analysis.GCWork
	help string
}{
	{"STW", analysis.GCSTW, "Counts the time in which the world was stopped."},
	{"background", analysis.GCBackground, "Counts the work of the collector's own goroutines."},
	{"assist", analysis.GCAssist, "Counts what goroutines mark before they may allocate."},
	{"sweep", analysis.GCSweep, "Counts what goroutines sweep before they may allocate."},
}

func (m *maker) collectorControls() {
	work := m.view.Choice.GC.known().Work
	per := 0
	if work&analysis.PerGoroutine != 0 {
		per = 1
	}
	set := func(c *Choice, part analysis.GCWork, on bool) {
		c.GC = c.GC.known()
		if c.GC.Work &^= part; on {
			c.GC.Work |= part
		}
	}
	m.offer(Control{Kind: Select, Help: "Of all Ps together, or of the goroutine that had least.", Options: []string{"System", "per goroutine"}, At: per},
		func(c *Choice, at int, _ string) { set(c, analysis.PerGoroutine, at == 1) })
	for _, x := range collectorParts {
		m.offer(Control{Kind: Check, Label: x.name, Help: x.help, On: work&x.work != 0}, func(c *Choice, at int, _ string) {
			set(c, x.work, at == 1)
			if c.GC.Work&^analysis.PerGoroutine == 0 {
				set(c, x.work, true) // one part has to count
			}
		})
	}
}

// mutatorParts are the parts of all windows below whose utilization a curve is
// drawn.
var mutatorParts = []float64{0.01, 0.05}

// mutator is the curve of the minimum mutator utilization, and the worst places
// for a window of one length.
func (m *maker) mutator() (curve, worst *Panel, err error) {
	type answer struct {
		mmu    *analysis.MMU
		points []analysis.MMUPoint
	}
	c := m.view.Choice.GC.known()
	a, err := remember(m.ctx, &m.memory, "mmu", analysis.MMUOptions{Interval: m.iv, Work: c.Work}, func(ctx context.Context, o analysis.MMUOptions) (a answer, err error) {
		if a.mmu, err = m.Analysis.MMU(ctx, o); err != nil {
			return a, err
		}
		const least, longest, points = time.Microsecond, 10 * time.Second, 160
		if most := min(a.mmu.Len(), longest); most > 2*least {
			a.points, err = a.mmu.Curve(ctx, least, most, points, mutatorParts)
		}
		return a, err
	})
	if err != nil {
		return nil, nil, err
	}
	u := &plot.Utilization{Title: "Minimum mutator utilization", Points: a.points, Parts: mutatorParts}
	var rows []analysis.Window
	if len(a.points) > 0 {
		c.Window = min(c.Window, a.mmu.Len())
		u.Window = c.Window
		rows = a.mmu.Worst(c.Window, worstWindows)
	}
	curve = &Panel{Name: "curve", Share: 0.62, Selected: -1, Plot: u, At: func(area scene.Rect, at scene.Point) Target {
		w := u.At(area, at.X)
		if w == 0 {
			return Target{}
		}
		return Target{Pick: change(func(c *Choice) {
			c.GC = c.GC.known()
			c.GC.Window = w
		})}
	}}
	l := newList(m, definition[analysis.Window]{
		name: "worst", title: "Worst windows of " + timeline.Duration(trace.Time(c.Window)), share: 0.38, empty: "The interval is too short.", rows: rows,
		columns: []column[analysis.Window]{
			{title: "worst windows", width: 180, help: "When the program had least; a click marks one in the curve.", left: true,
				text: func(x analysis.Window) string { return times(x.Interval) }, figure: timeOf(func(x analysis.Window) trace.Time { return x.Interval.From })},
			{field: "from_ns", file: true, text: func(x analysis.Window) string { return whole(x.Interval.From) }},
			{field: "to_ns", file: true, text: func(x analysis.Window) string { return whole(x.Interval.To) }},
			{title: "program", width: 96, help: "What part of the processors was left to the program.", field: "utilization",
				figure: shareOf(utilOf), bar: utilOf},
		},
		target: func(x analysis.Window) Target { return Target{Time: x.Interval} },
	})
	return curve, l.Panel, nil
}

func utilOf(x analysis.Window) float64 { return x.Util }

// heap is the plot of the heap.
func (m *maker) heap() *Panel {
	h := &plot.Heap{
		Title: "Heap and goal", Interval: m.iv,
		Objects: m.Analysis.Series(trace.HeapObjects, m.iv), Goal: m.Analysis.Series(trace.HeapGoal, m.iv),
	}
	return overTime(&Panel{Name: "heap", Plot: h}, h.At)
}

// heat is the plot of where Ps were at work.
func (m *maker) heat() (*Panel, error) {
	u, err := ask(m, "heat", func(ctx context.Context, iv trace.Interval) (*analysis.Utilisation, error) {
		return m.Analysis.Utilisation(ctx, iv, heatBins)
	})
	if err != nil {
		return nil, err
	}
	h := &plot.Heat{Title: "How much of the time Ps ran goroutines", Of: u, Name: func(row int) string { return m.ProcName(u.Procs[row]) }}
	return overTime(&Panel{Name: "heat", Plot: h}, func(area scene.Rect, x float64) trace.Time {
		return m.iv.From + trace.Time(h.Part(area, x)*float64(m.iv.Len()))
	}), nil
}

// overTime completes the panel of a plot over time: a drag on it measures, and a
// click leads to the timeline.
func overTime(p *Panel, at func(area scene.Rect, x float64) trace.Time) *Panel {
	p.Share, p.Selected = 1, -1
	p.Drag = func(area scene.Rect, from, to float64) Target {
		return Target{Measure: true, Time: trace.Interval{From: at(area, min(from, to)), To: at(area, max(from, to))}}
	}
	p.At = func(area scene.Rect, point scene.Point) Target {
		t := at(area, point.X)
		return Target{Time: trace.Interval{From: t, To: t}}
	}
	return p
}
