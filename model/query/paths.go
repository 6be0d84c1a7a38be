package query

import (
	"context"
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// Step is one node on the way from the root of a stack to its leaf.
type Step struct {
	Node  NodeID
	line  int32 // index among the nodes at its location
	depth int32 // the location's depth in the stack
}

// Inlined reports whether the call was compiled into its caller. That holds for every line in a location
// except the outermost one that the filters left (pprof: internal/graph/graph.go, newGraph).
func (s Step) Inlined() bool { return s.line > 0 }

func steps(path []Step, nodes []NodeID, depth int32) []Step {
	for k, n := range nodes {
		path = append(path, Step{n, int32(k), depth})
	}
	return path
}

// Paths calls f for each stack that counts and has nodes left, in table order, with its path from the root
// and Σvalue over its samples that passed. The first common steps have not changed since the last call. path
// is only valid during the call. It may have millions of steps, so f must count its own steps, too: once they
// are over, f is not called again. The only error is the context's.
func (r *Result) Paths(count *work.Steps, f func(s model.StackID, path []Step, common int, net int64)) error {
	return r.PathsIn(count, 0, model.StackID(r.Profile.Stacks.Len()), f)
}

// PathsIn is Paths for the stacks from lo up to, but not including, hi. Several goroutines can share the work
// that way.
func (r *Result) PathsIn(count *work.Steps, lo, hi model.StackID, f func(s model.StackID, path []Step, common int, net int64)) error {
	st := r.Profile.Stacks.Reader()
	var path []Step
	var ends []int32 // ends[d] is len(path) before the location at depth d
	shared, unchanged := 0, 0
	for i := lo; i < hi; i++ {
		if count.Over(1) {
			return count.Err()
		}
		shared = min(shared, st.Common(i))
		if r.abs[i] == r.abs[i+1] { // no sample passed, or all values are zero
			continue
		}
		if shared < len(ends) {
			path, ends = path[:ends[shared]], ends[:shared]
		}
		unchanged = min(unchanged, len(path))
		entered := st.From(i, int32(shared))
		path, ends = r.enter(count, path, ends, entered, r.topOf(i))
		shared = len(ends)
		if count.Over(2 * len(entered)) {
			return count.Err()
		}
		if len(path) > 0 {
			f(i, path, unchanged, r.net[i+1]-r.net[i])
			unchanged = len(path)
		}
	}
	if count.Over(1) { // f may have stopped within the last stack
		return count.Err()
	}
	return nil
}

// enter appends the nodes at a stack's locations below top to a path, unless the steps are over. The first location
// stands at depth len(ends).
func (r *Result) enter(count *work.Steps, path []Step, ends []int32, entered []model.LocID, top int) ([]Step, []int32) {
	ends = slices.Grow(ends, len(entered))
	for _, l := range entered {
		d := len(ends)
		ends = append(ends, int32(len(path)))
		if d < top {
			continue
		}
		if n := r.places[l].only; n != NoNode {
			path = append(path, Step{n, 0, int32(d)})
		} else if nodes := r.nodesOf(l); !count.Over(len(nodes)) {
			path = steps(path, nodes, int32(d))
		}
	}
	return path, ends
}

// EachSample calls f for each sample that passed and is not zero, in file order. Its only error is the
// context's.
func (r *Result) EachSample(ctx context.Context, f func(s model.StackID, set model.LabelSetID, value int64)) error {
	p, steps := r.Profile, work.StepsUntil(ctx)
	for i, v := range p.Samples.Values[r.Column] {
		if steps.Over(1) {
			return ctx.Err()
		}
		if v != 0 && r.Passes(i) {
			f(p.Samples.Stack[i], p.Samples.LabelSet(i), v)
		}
	}
	return nil
}

// ShownLabels returns a function that returns the labels in a set that tagshow and taghide leave (pprof:
// profile/filter.go, FilterTagsByName), without the label that marks a base. Only one goroutine may use it.
func (r *Result) ShownLabels() func(set model.LabelSetID) []model.Label {
	p, hidden := r.Profile, r.HiddenLabel()
	return func(set model.LabelSetID) []model.Label {
		labels := p.Labels.Set(set)
		if !slices.ContainsFunc(labels, hidden) {
			return labels
		}
		return slices.DeleteFunc(slices.Clone(labels), hidden)
	}
}

// HiddenLabel returns the predicate for [Result.ShownLabels]: it reports whether a label is left out.
func (r *Result) HiddenLabel() func(model.Label) bool {
	p := r.Profile
	show, _ := compileNames(p, "tagshow", r.Query.TagShow) // Evaluate has compiled both without an error
	hide, _ := compileNames(p, "taghide", r.Query.TagHide)
	return func(l model.Label) bool {
		return show != nil && !show.text(l.Key) || hide != nil && hide.text(l.Key) ||
			!l.IsNum && p.Strings.Raw(l.Key) == "pprof::base"
	}
}
