package session

import (
	"strings"

	"profstation/model/trace"
)

// Recipe says how a profile is made out of an execution trace.
type Recipe struct {
	Title string     `json:"title"`    // the name of the profile
	Kind  string     `json:"kind"`     // the time that it counts, by the command line's names: net, sync, syscall, sched, cpu
	Waits string     `json:"waits"`    // which waits count: tool, all
	Begin trace.Time `json:"begin_ns"` // the part of the trace; both 0 for all of it
	End   trace.Time `json:"end_ns"`

	// What it is limited to. A list that is nil limits nothing, and one that is empty leaves nothing.
	Funcs      []string `json:"funcs,omitzero"` // start functions of goroutines
	Goroutines []int64  `json:"goroutines,omitzero"`
	Regions    []string `json:"regions,omitzero"` // types
	Tasks      []uint64 `json:"tasks,omitzero"`
}

const mostLimits = 1000 // in one list of a recipe: a part of a list would be another profile

// Sound reports whether a recipe can be kept whole.
func (r *Recipe) Sound() bool {
	if r == nil || strings.TrimSpace(r.Title) == "" || len(r.Title) > mostText || r.Begin < 0 || r.Begin > r.End {
		return false
	}
	if len(r.Goroutines) > mostLimits || len(r.Tasks) > mostLimits {
		return false
	}
	for _, names := range [][]string{r.Funcs, r.Regions} {
		bytes := 0
		for _, name := range names {
			bytes += len(name)
		}
		if len(names) > mostLimits || bytes > mostText {
			return false
		}
	}
	return true
}
