package command

import (
	"context"
	"fmt"
	"regexp"

	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// traceProfiles are the profiles that can be made out of a trace, as go tool
// trace calls them, and the CPU samples.
var traceProfiles = []struct {
	name string
	kind analysis.ProfileKind
}{
	{"net", analysis.NetProfile}, {"sync", analysis.SyncProfile}, {"syscall", analysis.SyscallProfile},
	{"sched", analysis.SchedProfile}, {"cpu", analysis.CPUProfile},
}

func traceProfileNames() []string {
	names := make([]string, len(traceProfiles))
	for i, p := range traceProfiles {
		names[i] = p.name
	}
	return names
}

// checkTrace finds what is wrong with the options for traces before anything is
// read.
func (e *exporting) checkTrace() error {
	if e.fromTrace == "" {
		return nil
	}
	if _, err := oneOf("from_trace", e.fromTrace, traceProfileNames()); err != nil {
		return err
	}
	if v := viewNamed(e.view); v.profile == nil {
		return usagef("--from_trace makes a profile, and the view %s is of traces: choose %s", e.view, either(viewNames(ofProfiles)))
	}
	return nil
}

// interval is the time of a trace that was asked for.
func (e *exporting) interval(t *trace.Trace) (trace.Interval, error) {
	iv := trace.Interval{To: t.End}
	if e.from != 0 {
		iv.From = trace.Time(e.from)
	}
	if e.to != 0 {
		iv.To = min(trace.Time(e.to), iv.To)
	}
	if iv.From < 0 || iv.From >= iv.To && (e.from != 0 || e.to != 0) {
		return iv, usagef("--from=%v --to=%v: expected times from 0 to %v, the first before the second", e.from, e.to, timeline.Duration(t.End))
	}
	return iv, nil
}

// derive makes a profile out of a trace.
func (e *exporting) derive(ctx context.Context, f *loader.File) (*loader.File, error) {
	s := figures.NewSource(f.Trace)
	iv, err := e.interval(f.Trace)
	if err != nil {
		return nil, err
	}
	w := analysis.What{Interval: iv}
	of := ""
	for _, p := range traceProfiles {
		if p.name == e.fromTrace {
			w.Kind = p.kind
		}
	}
	if e.lanes != "" {
		re, err := regexp.Compile(e.lanes)
		if err != nil {
			return nil, usagef("--lanes: %v", err)
		}
		w.Goroutines, of = []trace.GoIndex{}, "goroutines that match "+e.lanes
		for g := range f.Trace.Goroutines {
			if re.MatchString(s.GoName(trace.GoIndex(g))) {
				w.Goroutines = append(w.Goroutines, trace.GoIndex(g))
			}
		}
		if len(w.Goroutines) == 0 {
			return nil, fmt.Errorf("--lanes=%s: no goroutine of %s matches", model.Sanitise(e.lanes), f.Name)
		}
	}
	p, err := s.Analysis.Profile(ctx, w)
	if err != nil {
		return nil, err
	}
	out := *f
	out.Trace, out.Profile, out.Name = nil, p, title(f)+": "+s.NameProfile(w.Kind, w, of)
	return &out, nil
}

// figures prepares what a trace says, as tables and plots.
func (e *exporting) figures(ctx context.Context, f *loader.File) (writing, error) {
	s := figures.NewSource(f.Trace)
	iv, err := e.interval(f.Trace)
	if err != nil {
		return nil, err
	}
	if _, err := compile("lanes", e.lanes); err != nil {
		return nil, err
	}
	v := figures.View{Interval: iv}
	v.Choice.Goroutines.Filter = e.lanes
	sheet, err := s.Sheet(ctx, e.view, v)
	if err != nil {
		return nil, err
	}
	if e.format == "csv" {
		return sheet.Main().Table.WriteCSV, nil
	}
	p := &figures.Picture{Head: scene.Heading{Title: title(f)}, Sheet: sheet, Panels: sheet.Brief, Theme: e.colours(), Width: e.width}
	return e.picture(p, p.Head.Title)
}
