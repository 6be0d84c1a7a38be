package timeline

import "profstation/model"

// Place is somewhere to go to in a timeline.
type Place struct {
	Text string // "g12 main.worker"
	Key  Key    // the row
	// From and To are a time to show; From is NoTime where the view should
	// stay.
	From, To model.TraceTime
}

// Search lists where a text may lead to, the best first, at most n: "g12",
// "p3", "m4", names of functions and of types of tasks.
func (t *Timeline) Search(text string, n int) []Place { return nil }
