package figures

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
	"profstation/timeline/wording"
)

// GCChoice says what to look at in the collector's sheet.
type GCChoice struct {
	Work   analysis.GCWork // what takes time from the program; 0: as in cmd/trace
	Window time.Duration   // the window length for the list of worst places; 0: 10 ms
}

// known returns the choice with defaults in place of zeros.
func (c GCChoice) known() GCChoice {
	return GCChoice{cmp.Or(c.Work, analysis.DefaultGCWork), cmp.Or(c.Window, 10*time.Millisecond)}
}

// worstWindows is how many places with the lowest utilization are listed. heatBins is into how many bins the interval
// is divided to show the Ps' work.
const (
	worstWindows = 20
	heatBins     = 400
)

// gc makes the sheet about the collector: what it leaves to the program, its cycles, the heap, and where Ps were at
// work.
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
	cost, err := ask(m, "gccost", m.Analysis.GCCost)
	if err != nil {
		return err
	}
	if !m.iv.Empty() {
		m.sheet.Answer = m.costText(&cost)
	}
	m.add(0.32, curve, worst)
	m.add(0.26, cycles)
	m.add(0.2, m.heap())
	m.add(0.22, heat)
	return nil
}

// mmu makes the sheet about the utilization curve alone: the curve, the worst windows, and the curve's points as a
// table, for files.
func (m *maker) mmu() error {
	curve, worst, err := m.mutator()
	if err != nil {
		return err
	}
	u := curve.Plot.(*plot.Utilization)
	columns := []column[analysis.MMUPoint]{
		{title: "window", field: "window_ns", help: lang.L("The length of the time window."),
			figure: timeOf(func(x analysis.MMUPoint) trace.Time { return trace.Time(x.Window) })},
		{title: "minimum", width: 90, field: "minimum",
			help:   lang.L("The smallest share left to the program in any window of this length."),
			figure: shareOf(func(x analysis.MMUPoint) float64 { return x.Min })},
	}
	for i, p := range u.Parts {
		name := strconv.FormatFloat(100*p, 'f', -1, 64)
		columns = append(columns,
			column[analysis.MMUPoint]{title: lang.English("without worst {{.Share}}", lang.With{"Share": name + "%"}),
				shown: lang.L("without worst {{.Share}}", lang.With{"Share": name + "%"}), width: 90, field: "below_" + name + "_percent",
				help:   lang.L("The smallest share left to the program, leaving out the worst windows: the percentage of them that the heading names."),
				figure: shareOf(func(x analysis.MMUPoint) float64 { return x.Quantiles[i] })})
	}
	points := newList(m, definition[analysis.MMUPoint]{name: "mmu", empty: lang.L("The interval is too short."),
		rows: u.Points, columns: columns, fixed: true})
	m.add(0.5, curve, worst)
	m.add(0.5, points.Panel)
	return nil
}

// collectorParts are the parts of the collector's work that can be counted or not.
var collectorParts = []struct {
	name string
	work analysis.GCWork
	help string
}{
	{"STW", analysis.GCSTW, "Includes stop-the-world time."},
	{lang.Later("background"), analysis.GCBackground, "Includes the collector's own goroutines."},
	{lang.Later("assist"), analysis.GCAssist, "Includes mark assists, which goroutines do before they may allocate."},
	{lang.Later("sweep"), analysis.GCSweep, "Includes sweeping that goroutines do before they may allocate."},
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
	m.offer(Control{Kind: Select, Label: lang.L("Mutator utilization:"),
		Help:    lang.L("Over all Ps together, or only for the goroutine with the lowest utilization."),
		Options: []string{lang.L("System"), lang.L("per goroutine")}, At: per},
		func(c *Choice, at int, _ string) { set(c, analysis.PerGoroutine, at == 1) })
	for _, x := range collectorParts {
		only := work&^analysis.PerGoroutine == x.work
		help := lang.L(x.help)
		if only {
			help = lang.L("At least one of these must stay checked: check another one first.")
		}
		m.offer(Control{Kind: Check, Label: lang.L(x.name), Help: help, On: work&x.work != 0, Fixed: only},
			func(c *Choice, at int, _ string) { set(c, x.work, at == 1) })
	}
}

// mutatorParts are the fractions of all windows for which a curve is drawn.
var mutatorParts = []float64{0.01, 0.05}

// mutator returns the minimum mutator utilization as a curve, and the worst windows with one length.
func (m *maker) mutator() (curve, worst *Panel, err error) {
	type answer struct {
		mmu    *analysis.MMU
		points []analysis.MMUPoint
	}
	c := m.view.Choice.GC.known()
	a, err := remember(m.ctx, &m.memory, "mmu", analysis.MMUOptions{Interval: m.iv, Work: c.Work},
		func(ctx context.Context, o analysis.MMUOptions) (a answer, err error) {
			if a.mmu, err = m.Analysis.MMU(ctx, o); err != nil {
				return a, err
			}
			const lowest, longest, points = time.Microsecond, 10 * time.Second, 160
			if largest := min(a.mmu.Len(), longest); largest > 2*lowest {
				a.points, err = a.mmu.Curve(ctx, lowest, largest, points, mutatorParts)
			}
			return a, err
		})
	if err != nil {
		return nil, nil, err
	}
	u := &plot.Utilization{Title: lang.L("Minimum mutator utilization"), Points: a.points, Parts: mutatorParts}
	var rows []analysis.Window
	if len(a.points) > 0 {
		c.Window = min(c.Window, a.mmu.Len())
		u.Window = c.Window
		rows = a.mmu.Worst(m.ctx, c.Window, worstWindows)
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
		name: "worst", title: lang.L("Worst windows of {{.Time}}",
			lang.With{"Time": wording.Duration(trace.Time(c.Window))}), share: 0.38, empty: lang.L("The interval is too short."), rows: rows,
		columns: []column[analysis.Window]{
			{title: "window", help: lang.L("The window with the lowest utilization; click to mark it in the curve."), left: true,
				text:   func(x analysis.Window) string { return wording.Times(x.Interval) },
				figure: timeOf(func(x analysis.Window) trace.Time { return x.Interval.From })},
			{field: "from_ns", file: true, digits: true, text: func(x analysis.Window) string { return units.Whole(x.Interval.From) }},
			{field: "to_ns", file: true, digits: true, text: func(x analysis.Window) string { return units.Whole(x.Interval.To) }},
			{title: "program", width: 92, help: lang.L("The share of the processors left to the program."), field: "utilization",
				figure: shareOf(utilOf), bar: utilOf},
		},
		target: func(x analysis.Window) Target { return Target{Time: x.Interval} },
	})
	l.Table.Min = 88 // keep the program's share visible rather than the window's end, since its length is known
	return curve, l.Panel, nil
}

func utilOf(x analysis.Window) float64 { return x.Util }

func (m *maker) heap() *Panel {
	h := &plot.Heap{
		Title: lang.L("Heap and goal"), Interval: m.iv,
		Objects: m.Analysis.Series(trace.HeapObjects, m.iv), Goal: m.Analysis.Series(trace.HeapGoal, m.iv),
	}
	return overTime(&Panel{Name: "heap", Plot: h}, h.At)
}

func (m *maker) heat() (*Panel, error) {
	u, err := ask(m, "heat", func(ctx context.Context, iv trace.Interval) (*analysis.Utilisation, error) {
		return m.Analysis.Utilisation(ctx, iv, heatBins)
	})
	if err != nil {
		return nil, err
	}
	h := &plot.Heat{Title: lang.L("Utilization of Ps over time"), Of: u, Name: func(row int) string { return m.ProcName(u.Procs[row]) }}
	return overTime(&Panel{Name: "heat", Plot: h}, func(area scene.Rect, x float64) trace.Time {
		return m.iv.From + trace.Time(h.Part(area, x)*float64(m.iv.Len()))
	}), nil
}

// overTime completes the panel for a plot over time: a drag measures, a click leads to the timeline.
func overTime(p *Panel, at func(area scene.Rect, x float64) trace.Time) *Panel {
	p.Share, p.Selected = 1, -1
	p.Drag = func(area scene.Rect, from, to float64) Target {
		return Target{Measure: true, Time: trace.Interval{From: at(area, min(from, to)), To: at(area, max(from, to))}}
	}
	p.At = func(area scene.Rect, point scene.Point) Target {
		t := max(1, at(area, point.X)) // a zero interval would mean no time
		return Target{Time: trace.Interval{From: t, To: t}}
	}
	return p
}

func (m *maker) cycles() (*Panel, error) {
	rows, err := ask(m, "cycles", m.Analysis.GC)
	if err != nil {
		return nil, err
	}
	title := lang.N(len(rows), "1 GC cycle", "{{.N}} GC cycles", nil)
	if m.iv != m.Trace.Whole() { // the answer above is about the interval
		title = lang.N(len(rows), "1 GC cycle, in its full length", "{{.N}} GC cycles, each in its full length", nil)
	}
	type row = analysis.GCCycle
	size := func(title, field, untold, help string, v func(x *row) analysis.Quantity) column[row] {
		return column[row]{title: title, width: headingWidth(title), field: field, help: help,
			figure: bytesOf(func(x row) uint64 { return v(&x).Value }),
			text: func(x row) string {
				q := v(&x)
				switch {
				case !q.OK:
					return untold
				case field == goalField && trace.NoGoal(q.Value):
					return lang.L("no goal")
				}
				return bytes(q.Value)
			},
			write: func(x row) string {
				if q := v(&x); q.OK && !(field == goalField && trace.NoGoal(q.Value)) {
					return strconv.FormatUint(q.Value, 10)
				}
				return ""
			}}
	}
	start := momentsOf(rows, func(x row) trace.Time { return x.Start })
	return newList(m, definition[row]{
		name: "cycles", title: title, empty: lang.L("The collector did not run in this time."), rows: rows, note: m.cycleNote,
		columns: []column[row]{
			{title: "cycle", width: 64, field: "cycle", help: lang.L("GC cycles, numbered from the first in the trace."),
				figure: countOf(func(x row) int { return x.Mark + 1 })},
			{title: "start", width: 96, field: "start_ns", help: lang.L("Time since the beginning of the trace."),
				figure: start,
				text: func(x row) string {
					if x.Told {
						return lang.L("before")
					}
					return start.show(float64(x.Start))
				}},
			{title: "duration", width: 96, field: "duration_ns", help: lang.L("Including the stop-the-world pauses at both ends."),
				figure: timeOf(func(x row) trace.Time { return x.End - x.Start }),
				text:   func(x row) string { return atLeast(x.Open || x.Told, x.End-x.Start) }},
			{title: "STW", width: 90, field: "stw_ns",
				help:   lang.L("How long the world was stopped in it; hover over the row to see why."),
				figure: timeOf(func(x row) trace.Time { return x.STW }), blank: true},
			{title: "assist", width: 90, field: "assist_ns",
				help:   lang.L("Time in mark assists, before goroutines could allocate. One that ends after the cycle counts whole."),
				figure: timeOf(func(x row) trace.Time { return x.Assist }), blank: true},
			{title: "workers", width: 90, field: "workers_ns",
				help:   lang.L("How long the collector's own goroutines executed, from the cycle's beginning until the next one."),
				figure: timeOf(workersTime), blank: true},
			size(lang.Later("heap before"), "heap_before_bytes", lang.L(untold), lang.L("The heap size when it began."),
				func(x *row) analysis.Quantity { return x.HeapBefore }),
			size(lang.Later("goal"), goalField, lang.L(untold),
				lang.L("The heap size the collector aimed for; none while no size of the heap starts it, as with GOGC=off."),
				func(x *row) analysis.Quantity { return x.Goal }),
			size(lang.Later("heap after"), "heap_after_bytes", lang.L(untold), lang.L("The heap size when it ended."),
				func(x *row) analysis.Quantity { return x.HeapAfter }),
			{title: "sweep", width: 90, field: "sweep_ns",
				help:   lang.L("Time goroutines swept before they could allocate, until the next cycle. Traces have no background sweeping."),
				figure: timeOf(func(x row) trace.Time { return x.Sweep }), blank: true},
			size(lang.Later("swept free"), "reclaimed_bytes", "",
				lang.L("The memory freed by that sweeping. Most is freed by background sweeping, which traces leave out."),
				func(x *row) analysis.Quantity { return x.Reclaimed }),
			spoken(column[row]{title: "stops by reason", help: lang.L("How long the world was stopped, and why.")},
				func(say lang.Voice, x row) string {
					return say.List(m.gcParts(x.Stops, len(x.Stops), say(noReason))...)
				}),
		},
		target: func(x row) Target { return Target{Time: trace.Interval{From: x.Start, To: x.End}} },
	}).Panel, nil
}

// costText says in one line what the collector cost.
func (m *maker) costText(c *analysis.GCCost) string {
	procs := strconv.FormatFloat(math.Round(10*float64(c.Procs)/float64(m.iv.Len()))/10, 'f', -1, 64)
	with := lang.With{
		"Time": wording.Duration(c.Workers + c.Assist), "Share": percent(c.Share()), "N": procs,
		"Stopped": wording.Duration(c.STW), "Longest": wording.Duration(c.Longest),
	}
	n := 2 // numbers that are not whole take the plural
	if v, err := strconv.Atoi(procs); err == nil {
		n = v
	}
	text := lang.N(n, "GC workers and assists took {{.Time}}, {{.Share}} of 1 P.",
		"GC workers and assists took {{.Time}}, {{.Share}} of {{.N}} Ps.", with)
	if c.STW > 0 {
		text = lang.N(n, "GC workers and assists took {{.Time}}, {{.Share}} of 1 P; the collector stopped the world for {{.Stopped}} in all, {{.Longest}} at the longest.",
			"GC workers and assists took {{.Time}}, {{.Share}} of {{.N}} Ps; the collector stopped the world for {{.Stopped}} in all, {{.Longest}} at the longest.",
			with)
	}
	if len(c.Others) > 0 {
		var others []string
		for _, x := range c.Others {
			others = append(others, wording.Duration(x.Time)+" "+m.whyStopped(x.Name))
		}
		text = lang.Sentences(text, lang.L("Other stops of the world: {{.Stops}}.", lang.With{"Stops": lang.List(others...)}))
	}
	return text
}

// stopReasons says in words why the world was stopped, by the runtime's names (runtime/runtime2.go,
// stwReasonStrings).
var stopReasons = map[string]string{
	"start trace":                "to start the trace",
	"stop trace":                 "to stop the trace",
	"goroutine profile":          "for a goroutine profile",
	"goroutine profile cleanup":  "to end a goroutine profile",
	"all goroutines stack trace": "for the stacks of all goroutines",
	"read mem stats":             "to read memory statistics",
	"GOMAXPROCS":                 "to change GOMAXPROCS",
	"write heap dump":            "for a heap dump",
	"AllThreadsSyscall":          "for a system call on all threads",
}

// whyStopped says why the world was stopped. It uses the runtime's words for a reason that is not known here.
func (m *maker) whyStopped(reason model.StringID) string {
	name := m.text(reason, "")
	if name == "" {
		return lang.L("for a reason that is not recorded")
	}
	if words := stopReasons[name]; words != "" {
		return lang.L(words)
	}
	return lang.L("for “{{.Reason}}”", lang.With{"Reason": name})
}

const (
	goalField = "goal_bytes"
	untold    = "not recorded"
)

func bytes(v uint64) string { return units.FormatShort(int64(min(v, 1<<62)), "bytes", "auto") }

// atLeast formats a duration, and marks it if it was longer than the trace shows.
func atLeast(longer bool, d trace.Time) string {
	if longer {
		return "> " + wording.Duration(d)
	}
	return wording.Duration(d)
}

func workersTime(x analysis.GCCycle) (sum trace.Time) {
	for _, w := range x.Workers {
		sum += w.Time
	}
	return sum
}

// gcParts formats parts of a cycle, at most most. none stands for an unknown name.
func (m *maker) gcParts(all []analysis.GCPart, limit int, none string) []string {
	var texts []string
	for _, x := range all[:min(len(all), limit)] {
		texts = append(texts, m.text(x.Name, none)+" "+wording.Duration(x.Time))
	}
	return texts
}

// noReason stands for a stop's reason if that is not recorded.
const noReason = "reason unknown"

func (m *maker) cycleNote(x analysis.GCCycle) string {
	text := lang.L("cycle {{.N}}", lang.With{"N": count(x.Mark + 1)})
	for _, stop := range m.gcParts(x.Stops, 3, lang.L(noReason)) {
		text += "\n" + lang.L("world stopped: {{.Reason}}", lang.With{"Reason": stop})
	}
	for _, worker := range m.gcParts(x.Workers, len(x.Workers), lang.L("worker")) {
		text += "\n" + worker
	}
	return text
}
