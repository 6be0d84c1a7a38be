package compare

import (
	"context"

	"profstation/model"
	"profstation/model/statistics"
	"profstation/model/work"
)

// Assumed is the dispersion assumed for CPU sample counts, as steady programs show it. It is combined with
// what the functions in two recordings show.
var Assumed = statistics.Dispersion{Value: 1.3, Degrees: 10}

// dispersed estimates how much the counts in two CPU profiles vary, from the functions that were running. It
// is the same for every query on the pair.
func (e *evidence) dispersed(ctx context.Context, sides []*model.Profile, column int) statistics.Dispersion {
	var counts [2][]float64
	for side, p := range sides {
		var ok bool
		if counts[side], ok = e.running(ctx, p, e.sides[side], column); !ok {
			return Assumed
		}
	}
	return Assumed.With(counts[sideBase], counts[sideNew])
}

// running counts the samples for each running function, indexed by its name. Locations without a known
// function follow after the names. ok is false if a count is negative, because the profile already is a
// difference, and if the context ends.
func (e *evidence) running(ctx context.Context, p *model.Profile, s source, column int) (counts []float64, ok bool) {
	values, one := p.Samples.Values[column], s.one
	if one == 0 {
		values, one = e.columns[s.count-2], 1 // see [evidence.add]
	}
	counts = make([]float64, p.Strings.Len()+len(p.Locations))
	count := work.StepsUntil(ctx)
	for i, v := range values {
		if v < 0 || count.Over(4) {
			return nil, false
		}
		if v == 0 || p.Stacks.Depth(p.Samples.Stack[i]) == 0 {
			continue
		}
		leaf := p.Stacks.Leaf(p.Samples.Stack[i])
		at := p.Strings.Len() + int(leaf)
		if l := p.Locations[leaf]; l.FirstLine < l.EndLine {
			at = int(p.Called(p.Lines[l.FirstLine].Func))
		}
		counts[at] += float64(v) / one
	}
	return counts, true
}
