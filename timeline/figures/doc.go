// Package figures makes the tables and pictures of what an analysis of an
// execution trace found. The window and the export command share it, so that
// both show the same.
//
// A [Sheet] is all that one tab shows: panels, each a table or a plot, with the
// choices that are offered beside them. It says what each of its rows is about
// (see [Target]), so whoever shows it needs no knowledge of goroutines or tasks.
//
// Simple use:
//
//	s := figures.NewSource(trace)
//	sheet, err := s.Goroutines(ctx, figures.View{}) // of the whole trace
//	for _, row := range sheet.Panels { … }
package figures

import (
	"path"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// Source is the trace that sheets are made of. It remembers the last answer to
// each kind of question, and may be used from several goroutines.
type Source struct {
	Trace    *trace.Trace
	Analysis *analysis.Analysis
	memory   memory
}

// NewSource makes a source, at no cost.
func NewSource(t *trace.Trace) *Source { return &Source{Trace: t, Analysis: analysis.New(t)} }

// Func is the name of a start function, safe for a screen.
func (s *Source) Func(f model.StringID) string {
	if f == 0 {
		return "(start function not known)"
	}
	return model.Sanitise(model.ShortName(s.Trace.Strings.Raw(f), false))
}

// text is a string for a screen; none is told where it is empty.
func (s *Source) text(id model.StringID, none string) string {
	if t := s.Trace.Strings.Display(id); t != "" {
		return t
	}
	return none
}

// raw is a string for a file.
func (s *Source) raw(id model.StringID) string { return s.Trace.Strings.Raw(id) }

// GoName is "g12 main.worker"; "" for no goroutine.
func (s *Source) GoName(g trace.GoIndex) string {
	if g == trace.NoGo {
		return ""
	}
	r := &s.Trace.Goroutines[g]
	name := "g" + strconv.FormatInt(r.ID, 10)
	if r.Func != 0 {
		name += " " + s.Func(r.Func)
	}
	return name
}

// goID is a goroutine's number for a file; "" for none.
func (s *Source) goID(g trace.GoIndex) string {
	if g == trace.NoGo {
		return ""
	}
	return strconv.FormatInt(s.Trace.Goroutines[g].ID, 10)
}

// procName is "P3"; none is told where it is not known.
func (s *Source) procName(p trace.ProcIndex, none string) string {
	if p == trace.NoProc {
		return none
	}
	return "P" + strconv.FormatInt(s.Trace.Procs[p].ID, 10)
}

// Interval says in words which part of the trace an interval is.
func (s *Source) Interval(iv trace.Interval) string {
	w, whole := s.Analysis.Within(iv), s.Trace.Whole()
	if w == whole {
		return "whole trace, " + timeline.Duration(w.Len())
	}
	return times(w) + ": " + timeline.Duration(w.Len()) + " of " + timeline.Duration(whole.Len())
}

// times are the two ends of an interval.
func times(iv trace.Interval) string {
	return timeline.Duration(iv.From) + " to " + timeline.Duration(iv.To)
}

// frame is one frame of a stack and its place in the source.
func (s *Source) frame(f trace.FrameIndex) (name, place string) {
	x := &s.Trace.Frames[f]
	return s.Func(x.Func), model.Sanitise(placeOf(s.raw(x.File), x.Line))
}

// top is where a stack stands, in one line; "" where it is not told.
func (s *Source) top(stack trace.StackIndex) string {
	if stack == trace.NoStack {
		return ""
	}
	frames := s.Trace.Stacks.Stack(stack)
	if len(frames) == 0 {
		return ""
	}
	name, place := s.frame(frames[0])
	return name + "  " + place
}

// placeOf is a file without its folders, and a line.
func placeOf(file string, line int32) string {
	place := path.Base(file)
	if line > 0 {
		place += ":" + strconv.Itoa(int(line))
	}
	return place
}
