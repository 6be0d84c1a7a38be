package layout

import "fmt"

// Reason is why graphviz made no layout.
type Reason int

const (
	NotStarted Reason = iota // the helper process could not be started
	Died                     // it ended without an answer: it was killed, or crashed
	TooLong                  // it was ended because it took too long
	TooLarge                 // it was ended because it needed too much memory
	Refused                  // graphviz refused, or its answer made no sense
)

// Failure says why there is no layout by graphviz, in one line that also says what to do.
type Failure struct {
	Reason Reason
	text   string
}

func (f *Failure) Error() string { return f.text }

func (h *Helper) failure(g *Graph, why Reason, detail string) *Failure {
	graph := fmt.Sprintf("a graph (nodes: %d, edges: %d)", len(g.Nodes), len(g.Edges))
	const process = "the process that lays out call graphs"
	return &Failure{why, [...]string{
		NotStarted: fmt.Sprintf("%s could not be started: %s", process, detail),
		Died:       fmt.Sprintf("%s ended while it had %s (%s): try again, or choose fewer nodes", process, graph, detail),
		TooLong:    fmt.Sprintf("laying out %s by graphviz took longer than %v: choose fewer nodes", graph, h.time()),
		TooLarge:   fmt.Sprintf("laying out %s by graphviz needs more than %dMB of memory: choose fewer nodes", graph, h.memory()>>20),
		Refused:    fmt.Sprintf("graphviz could not lay out %s: %s", graph, detail),
	}[why]}
}
