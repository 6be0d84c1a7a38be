package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
)

type traceProfile struct {
	name string
	kind analysis.ProfileKind
}

// traceProfiles can be made from a trace: those that go tool trace makes, and the CPU samples.
var traceProfiles = []traceProfile{
	{"net", analysis.NetProfile}, {"sync", analysis.SyncProfile}, {"syscall", analysis.SyscallProfile},
	{"sched", analysis.SchedProfile}, {"cpu", analysis.CPUProfile},
}

func traceProfileNames() []string {
	return lists.Map(traceProfiles, func(p traceProfile) string { return p.name })
}

// traceFlags are the options for a trace's views.
type traceFlags struct {
	from, to  time.Duration
	lanes     string
	fromTrace string
	waits     analysis.Waits
}

func (t *traceFlags) registerTrace(cmd *cobra.Command) {
	s := cmd.Flags()
	s.DurationVar(&t.from, "from", 0, "of a trace: show from this `time` after its beginning")
	s.DurationVar(&t.to, "to", 0, "of a trace: show up to this `time` (default: its end)")
	s.StringVar(&t.lanes, "lanes", "",
		"only lanes of a timeline that match the `regexp`, such as P3, g12 or main\\.work; in other views: only such goroutines")
	s.StringVar(&t.fromTrace, "from_trace", "", "any view of a profile that is made from a trace: "+either(traceProfileNames()))
	complete(cmd, "from_trace", traceProfileNames())
	choose(cmd, "waits", "which waits --from_trace counts: those of go tool trace -pprof, all, or all but those of the tracer's own goroutines",
		[]string{"tool", "all", "program"}, func(word string) {
			t.waits = map[string]analysis.Waits{"all": analysis.AllWaits, "program": analysis.ProgramWaits}[word]
		})
}

func (e *exporting) checkTrace() error {
	if e.fromTrace == "" {
		return nil
	}
	if _, err := oneOf("from_trace", e.fromTrace, traceProfileNames()); err != nil {
		return err
	}
	if !ofProfiles(viewNamed(e.view)) {
		return usagef("--from_trace makes a profile, but the view %s is for traces: choose %s", e.view, either(viewNames(ofProfiles)))
	}
	return nil
}

func (e *traceFlags) interval(t *trace.Trace) (trace.Interval, error) {
	iv := trace.Interval{From: trace.Time(e.from), To: t.End}
	if e.to != 0 {
		iv.To = min(trace.Time(e.to), iv.To)
	}
	if iv.From < 0 || iv.From >= iv.To && (e.from != 0 || e.to != 0) {
		return iv, usagef("--from=%v --to=%v: expected times from 0 to %v, the first before the second", e.from, e.to, wording.Instant(t.End))
	}
	return iv, nil
}

func (e *traceFlags) derive(c *call, f *loader.File) (*loader.File, error) {
	s := figures.NewSource(f.Trace)
	iv, err := e.interval(f.Trace)
	if err != nil {
		return nil, err
	}
	kind := slices.IndexFunc(traceProfiles, func(p traceProfile) bool { return p.name == e.fromTrace })
	w, of := analysis.What{Interval: iv, Kind: traceProfiles[kind].kind, Waits: e.waits}, ""
	re, err := compile("lanes", e.lanes)
	if err != nil {
		return nil, err
	}
	if re != nil {
		w.Goroutines, of = []trace.GoIndex{}, "goroutines that match "+e.lanes
		for g := range f.Trace.Goroutines {
			if re.MatchString(s.GoName(trace.GoIndex(g))) {
				w.Goroutines = append(w.Goroutines, trace.GoIndex(g))
			}
		}
		if len(w.Goroutines) == 0 {
			return nil, fmt.Errorf("--lanes=%s: no goroutine of %s matches", safe.Text(e.lanes), f.Name)
		}
	}
	p, err := s.Analysis.Profile(c.ctx, w)
	if err != nil {
		return nil, err
	}
	if len(p.Samples.Stack) == 0 { // no error, as in go tool trace: a part of a trace may well have none
		c.say("warning: %s: --from_trace=%s has no samples: %s", f.Name, e.fromTrace, strings.Join(w.Nothing(), " "))
	}
	out := *f
	out.Trace, out.Profile, out.Name = nil, p, report.Title(f.Name)+": "+s.NameProfile(w.Kind, w, of)
	return &out, nil
}

// readBase reads the trace that another one is compared with; nil if none was given.
func (e *exporting) readBase(c *call, f *loader.File) (*loader.File, error) {
	switch bases := e.bases(); {
	case len(bases) == 0:
		return nil, nil
	case len(bases) > 1:
		return nil, ask.ErrTraceGroups
	case e.view != "timeline" && e.view != "durations":
		return nil, fmt.Errorf("%s is an execution trace: the view %s has no base; to compare two traces, choose timeline or durations",
			f.Name, e.view)
	}
	base, err := openAny(c, e.bases()[0])
	if err != nil {
		return nil, err
	}
	if base.Trace == nil {
		return nil, fmt.Errorf("%s is an execution trace but %s is not: both must be", f.Name, base.Name)
	}
	e.warn(base)
	return base, nil
}

func (e *exporting) trace(c *call, v *ask.View, f *loader.File) (*task, error) {
	base, err := e.readBase(c, f)
	if err != nil {
		return nil, err
	}
	if _, err := compile("lanes", e.lanes); err != nil {
		return nil, err
	}
	longer, names := f.Trace, [2]string{ask.NewSide: report.Title(f.Name)}
	title := names[ask.NewSide]
	if base != nil {
		if base.Trace.End > longer.End {
			longer = base.Trace
		}
		names[ask.BaseSide] = report.Title(base.Name)
		title = names[ask.BaseSide] + " → " + title
	}
	iv, err := e.interval(longer)
	if err != nil {
		return nil, err
	}
	e.look.Whole = false
	r := ask.Script(query.Default(), e.look.Theme)
	r.View = v
	switch {
	case v.Name == "durations":
		if r.Compared, err = ask.NewPair(c.ctx,
			[2][]ask.Recording{ask.BaseSide: {{Trace: base.Trace}}, ask.NewSide: {{Trace: f.Trace}}}, names); err != nil {
			return nil, err
		}
		r.Display.Compare.HideNoise = !e.noise
	case v.Name != "timeline": // a sheet of figures
		r.Figures = figures.NewSource(f.Trace)
		r.Traced.Interval, r.Traced.Choice.Goroutines.Filter = &iv, e.lanes
	case base == nil:
		r, err = e.timeline(c, r, f, iv)
	default:
		r.View, r.Sides = besideOf(ask.OfTracePair, v.Name), &[2]ask.Request{}
		for i, side := range [2]*loader.File{ask.BaseSide: base, ask.NewSide: f} {
			one := ask.Request{Name: names[i], Display: r.Display, Script: true}
			if r.Sides[i], err = e.timeline(c, one, side, iv); err != nil {
				return nil, err
			}
		}
	}
	if err != nil {
		return nil, err
	}
	a, _, err := ask.Compute(c.ctx, r, nil)
	return &task{title: title, view: r.View, answer: a}, err
}

// timeline asks for a trace's lanes. If there is a filter, the lanes that it keeps are opened.
func (e *exporting) timeline(c *call, r ask.Request, f *loader.File, iv trace.Interval) (ask.Request, error) {
	var err error
	r.Timeline, err = timeline.New(c.ctx, f.Trace)
	r.Traced = ask.TracePlace{
		Lanes:  timeline.Query{Filter: e.lanes, Flat: e.lanes != ""},
		Window: timeline.Window{From: float64(iv.From), To: float64(iv.To)},
	}
	return r, err
}
