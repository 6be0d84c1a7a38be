package table

import "profstation/model"

// Inlining says whether the calls of a function were compiled into its callers.
type Inlining string

// The marks of pprof: all calls were inlined, or some of them. The zero value is
// none, or not known.
const (
	Inline        Inlining = "inline"
	PartialInline Inlining = "partial-inline"
)

// mark is the text behind a name.
func (i Inlining) mark() string {
	if i == "" {
		return ""
	}
	return " (" + string(i) + ")"
}

// inlinedFunctions returns for each function how its calls in the profile were
// compiled: in a location all lines but the last, which is the outermost, are
// inlined (pprof: internal/graph/graph.go, newGraph, and report.go, TextItems).
// It is not known, and nil, where rows are no functions or filters choose
// among the lines of a location.
//
// pprof asks only the calls that filters and trimming left. Here all count that
// have a value of the sample type, so that a row says the same whatever else is
// shown.
func inlinedFunctions(r *model.Result) map[string]Inlining {
	q := r.Query
	if q.Granularity != model.Functions && q.Granularity != "" || q.NoInlines || q.Hide != "" || q.Show != "" {
		return nil
	}
	p := r.Profile
	type calls struct{ inline, plain bool }
	of := map[model.StringID]calls{}
	for id, used := range usedLocations(r) {
		if !used {
			continue
		}
		loc := p.Locations[id]
		for j := loc.FirstLine; j < loc.EndLine; j++ {
			name := p.Functions[p.Lines[j].Func].Name
			c := of[name]
			if j < loc.EndLine-1 {
				c.inline = true
			} else {
				c.plain = true
			}
			of[name] = c
		}
	}
	out := map[string]Inlining{}
	for name, c := range of {
		switch {
		case c.inline && c.plain:
			out[p.Strings.Raw(name)] = PartialInline
		case c.inline:
			out[p.Strings.Raw(name)] = Inline
		}
	}
	return out
}

// usedLocations reports for each location whether a sample with a value has it.
func usedLocations(r *model.Result) []bool {
	p := r.Profile
	stacks := make([]bool, p.Stacks.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if v != 0 {
			stacks[p.Samples.Stack[i]] = true
		}
	}
	locations := make([]bool, len(p.Locations))
	for i, used := range stacks {
		if used {
			for _, loc := range p.Stacks.Locs(model.StackID(i)) {
				locations[loc] = true
			}
		}
	}
	return locations
}
