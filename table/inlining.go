package table

import (
	"profstation/model"
	"profstation/model/query"
)

// pprof's marks for a function: all calls were inlined, or some were. An empty string stands for none, or not
// known.
const (
	inline        = "inline"
	partialInline = "partial-inline"
)

// mark returns the text to write after a name.
func mark(how string) string {
	if how == "" {
		return ""
	}
	return " (" + how + ")"
}

// compiled records how a function's calls were compiled.
type compiled struct{ inline, plain bool }

func (c *compiled) add(inline bool) { c.inline, c.plain = c.inline || inline, c.plain || !inline }

// how returns pprof's mark for the calls added so far (pprof: report.go, TextItems).
func (c compiled) how() string {
	switch {
	case c.inline && c.plain:
		return partialInline
	case c.inline:
		return inline
	}
	return ""
}

func inlineMark(inlined bool) string {
	if inlined {
		return mark(inline)
	}
	return ""
}

// inlinedFunctions returns how the calls of each function were compiled. All lines in a location are inlined,
// except the last, outermost one (pprof: internal/graph/graph.go, newGraph, and report.go, TextItems). It returns
// nil if rows are not functions or filters choose among a location's lines.
//
// pprof considers only the calls that filters and trimming left. Here every call counts that has a value in the
// sample type, so that a row always says the same.
func inlinedFunctions(r *query.Result) map[string]string {
	q := r.Query
	if q.Granularity != query.Functions && q.Granularity != "" || q.NoInlines || q.Hide != "" || q.Show != "" || q.Only != "" {
		return nil
	}
	p := r.Profile
	of := map[model.StringID]compiled{}
	for id, used := range usedLocations(r) {
		if !used {
			continue
		}
		loc := p.Locations[id]
		for j := loc.FirstLine; j < loc.EndLine; j++ {
			name := p.Functions[p.Lines[j].Func].Name
			c := of[name]
			c.add(j < loc.EndLine-1)
			of[name] = c
		}
	}
	out := map[string]string{}
	for name, c := range of {
		if c.inline {
			out[p.Strings.Raw(name)] = c.how()
		}
	}
	return out
}

func usedLocations(r *query.Result) []bool {
	p := r.Profile
	stacks := make([]bool, p.Stacks.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if v != 0 {
			stacks[p.Samples.Stack[i]] = true
		}
	}
	locations := make([]bool, len(p.Locations))
	read := p.Stacks.Reader()
	for i, used := range stacks {
		if used {
			for _, loc := range read.Locs(model.StackID(i)) {
				locations[loc] = true
			}
		}
	}
	return locations
}
