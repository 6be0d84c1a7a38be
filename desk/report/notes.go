package report

import (
	"strings"

	"profstation/flame"
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
)

// Note is what somebody wrote on a frame of a profile, or on a span of a trace.
type Note struct {
	On, Text string
	// Goroutine and At say which span it is. Goroutine 0: it is a frame.
	Goroutine int64
	At        trace.Time
}

// Noted is a note as a page has it.
type Noted struct {
	On    string
	About string // its figures; "" where they are not known
	Lines []string
}

// note adds notes to the section. r has the figures of frames; nil: they are not
// known.
func (s *Section) note(notes []Note, r *model.Result) {
	for _, n := range notes {
		noted := Noted{On: model.Sanitise(n.On)}
		switch {
		case n.Goroutine != 0:
			noted.About = "at " + timeline.Duration(n.At)
		case r != nil:
			noted.About = figures(r, n.On)
		}
		for line := range strings.Lines(n.Text) {
			noted.Lines = append(noted.Lines, model.Sanitise(strings.TrimSpace(line)))
		}
		s.Notes = append(s.Notes, noted)
	}
}

// figures are the values of a node, by its name; "" if there is no such node.
func figures(r *model.Result, name string) string {
	sums := r.Sums()
	for i := range model.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(i).String() == name {
			return "flat " + flame.Figure(r, sums.Flat[i]) + ", cum " + flame.Figure(r, sums.Cum[i])
		}
	}
	return ""
}
