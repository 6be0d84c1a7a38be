// Package write is the one place that says which views can be written to files, in which formats,
// and how each is made. The window, the command line and reports go through it, so that all write
// the same bytes for the same question, title and caption.
//
//	view, _ := write.Find(ask.OfProfile, "flame")
//	do, err := view.Format(".svg").Prepare(ctx, &write.Subject{Answer: a}, look)
//	…
//	err = disk.Write(ctx, "cpu.svg", 0o666, do)
//
// A new view is a row of [Views]. A new format is a row of [Formats] and an entry
// in the rows of its views.
package write

import (
	"context"
	"slices"

	"profstation/ask"
	"profstation/graph"
	"profstation/timeline/figures"
)

// View is something that can be written.
type View struct {
	Name    string // on the command line, and in the names of files
	Of      ask.Kind
	Tab     ask.Tab // whose answer it is made of, if it is of profiles
	Formats []Format

	// Side is the view of one profile, or trace, that this is of both sides: the
	// command line knows it by that name and a base. "": none.
	Side     string
	Windowed bool                // only the window has the view
	shown    func(*Subject) bool // whether a window whose tab shows the subject shows the view; nil: none does
}

func always(*Subject) bool { return true }

// Views are all views, in the order in which a window looks for the one it shows.
var Views = slices.Concat(profileViews, overTimeViews, seriesViews, comparisonViews, traceViews)

// Find finds a view by its kind and name, nil if there is none.
func Find(of ask.Kind, name string) *View {
	i := slices.IndexFunc(Views, func(v View) bool { return v.Of == of && v.Name == name })
	if i < 0 {
		return nil
	}
	return &Views[i]
}

// Format finds a format of the view by its ending, nil if it has none.
func (v *View) Format(ending string) *Format {
	i := slices.IndexFunc(v.Formats, func(f Format) bool { return f.Ending == ending })
	if i < 0 {
		return nil
	}
	return &v.Formats[i]
}

// Subject is what is written: a document, prepared. One of its first five fields
// is set; a window's trend has the answer of a profile beside it.
type Subject struct {
	Answer    *ask.Answer    // of a profile, or of two that are compared
	Trend     *ask.Trend     // of a series
	Trace     *Trace         // of a trace
	Pair      *Pair          // of the timelines of two traces
	Durations *ask.Durations // of what two traces differ in

	// Functions is a regular expression: which functions peek and list of a script are of. "": those
	// that the focus of the query names.
	Functions string

	// Charts are the call graphs that a window has laid out. Without them Layout lays one out.
	Charts [ask.Panes]*graph.Chart
	Layout func(context.Context, *graph.Graph) (*graph.Chart, error)
}

// Trace is an execution trace with the tab, or the panel of it, that is shown.
type Trace struct {
	*ask.TraceAnswer
	Tab     ask.Tab
	Panel   string // of a sheet, by its name; "": all
	Figures *figures.Source
	Of      figures.View // what the sheet is of
}

// Pair is the timelines of two traces.
type Pair struct {
	Sides [2]*ask.TraceAnswer
	Names [2]string
}

// View is the view that a window with the subject shows, nil if it shows none that can be written.
func (s *Subject) View() *View {
	for i := range Views {
		v := &Views[i]
		if of, tab := s.kind(); v.Of == of && v.Tab == tab && v.shown != nil && v.shown(s) {
			return v
		}
	}
	return nil
}

// kind is what the subject is, and which tab of a profile shows it.
func (s *Subject) kind() (of ask.Kind, tab ask.Tab) {
	switch {
	case s.Trend != nil:
		return ask.OfSeries, 0
	case s.Trace != nil:
		return ask.OfTrace, 0
	case s.Pair != nil, s.Durations != nil:
		return ask.OfTracePair, 0
	case s.Answer == nil:
		return 0, 0
	case s.Answer.Compared != nil:
		return ask.OfComparison, s.Answer.Request.Tab
	}
	return ask.OfProfile, s.Answer.Request.Tab
}

// Formats are the formats of the view that a window shows. The profile that the
// filters leave can be written of every view of a profile.
func (s *Subject) Formats() []Format {
	v := s.View()
	switch {
	case v == nil:
		return nil
	case v.Of == ask.OfProfile && v.Name != Filtered, v.Of == ask.OfSeries && s.Answer != nil:
		return append(slices.Clip(v.Formats), Find(ask.OfProfile, Filtered).Formats...)
	case v.Of == ask.OfTrace && s.Trace.plot():
		return pictures(v.Format(svg.Ending).draw)
	}
	return v.Formats
}

// plot reports whether what is shown is one panel that has no table.
func (t *Trace) plot() bool {
	s := t.Sheets[t.Tab].Sheet
	return s != nil && s.Panel(t.Panel) != nil && s.Panel(t.Panel).Table == nil
}
