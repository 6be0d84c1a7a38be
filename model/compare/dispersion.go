package compare

import (
	"context"

	"profstation/model"
	"profstation/model/statistics"
	"profstation/model/work"
)

// Assumed is the dispersion of the counts of CPU samples as steady programs have it. It is weighed
// against what the functions of two recordings show.
var Assumed = statistics.Dispersion{Value: 1.3, Degrees: 10}

// dispersed is how much the counts of two CPU profiles vary, by the functions that were running.
// Whatever a query asks, it is the same for all of the pair.
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

// running counts the samples of each function that was running, by its name; behind these stand the
// locations of which no function is known. ok is false where a count is negative, as it is a difference already,
// and if the context ends.
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
