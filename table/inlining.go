package table

import (
	"profstation/model"
	"profstation/model/query"
)

// The marks of pprof: all calls were inlined, or some. The zero value is none, or not known.
const (
	inline        = "inline"
	partialInline = "partial-inline"
)

// mark is the text behind a name.
func mark(how string) string {
	if how == "" {
		return ""
	}
	return " (" + how + ")"
}

// compiled is how calls of a function were compiled.
type compiled struct{ inline, plain bool }

func (c *compiled) add(inline bool) { c.inline, c.plain = c.inline || inline, c.plain || !inline }

// how is the mark of pprof for some calls (pprof: report.go, TextItems).
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

// inlinedFunctions returns how the calls of each function were compiled: all lines of a location
// but the last, the outermost, are inlined (pprof: internal/graph/graph.go, newGraph, and
// report.go, TextItems). It returns nil where rows are no functions or filters choose among the
// lines of a location.
//
// pprof asks only the calls that filters and trimming left. Here all with a value of the sample
// type count, so that a row always says the same.
func inlinedFunctions(r *query.Result) map[string]string {
	q := r.Query
	if q.Granularity != query.Functions && q.Granularity != "" || q.NoInlines || q.Hide != "" || q.Show != "" {
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
