package layout

import (
	"fmt"
	"time"
)

// Reason is why graphviz laid nothing out.
type Reason int

const (
	NotStarted Reason = iota // the helper process could not be started
	Died                     // it ended without an answer: killed, or broke off
	TooLong                  // it was ended because it took too long
	TooLarge                 // it was ended because it needed too much memory
	Refused                  // graphviz refused, or its answer made no sense
)

// Failure is why there is no layout by graphviz. Choosing fewer nodes helps
// where FewerNodes says so.
type Failure struct {
	Reason       Reason
	Nodes, Edges int
	Detail       string // may be empty
	Time         time.Duration
	Memory       int64
}

// FewerNodes reports whether a smaller graph may well be laid out.
func (f *Failure) FewerNodes() bool {
	return f.Reason == TooLong || f.Reason == TooLarge || f.Reason == Died
}

// Error is one line that says what happened and what to do.
func (f *Failure) Error() string {
	graph := fmt.Sprintf("a graph of %d boxes and %d lines", f.Nodes, f.Edges)
	switch f.Reason {
	case TooLong:
		return fmt.Sprintf("laying out %s by graphviz took longer than %v: choose fewer nodes", graph, f.Time)
	case TooLarge:
		return fmt.Sprintf("laying out %s by graphviz needs more than %d MB of memory: choose fewer nodes", graph, f.Memory>>20)
	case NotStarted:
		return fmt.Sprintf("the process that lays out call graphs could not be started: %s", f.Detail)
	case Died:
		return fmt.Sprintf("the process that lays out call graphs ended while it had %s (%s): try again, or choose fewer nodes", graph, f.Detail)
	}
	return fmt.Sprintf("graphviz could not lay out %s: %s", graph, f.Detail)
}

func (h *Helper) failure(g *Graph, why Reason, detail string) *Failure {
	return &Failure{why, len(g.Nodes), len(g.Edges), detail, h.time(), h.memory()}
}
