package query

import (
	"context"
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// StackTrace is one record, as `go tool pprof -traces` lists them (pprof:
// internal/report/report.go, printTraces).
type StackTrace struct {
	Stack  model.StackID // a stack in [Result.Profile]
	Labels model.LabelSetID
	Value  int64 // may be 0 if another sample type has a value
	Div    int64 // the divisor for a mean; 0 if none was asked for
}

// ValueShown returns the mean if the query asks for one, else Value.
func (t StackTrace) ValueShown() int64 { return Mean(t.Value, t.Div) }

// StackTraces lists the records that passed and have a node left, in file order. Its only error is the
// context's.
func (r *Result) StackTraces(ctx context.Context) ([]StackTrace, error) {
	p, count := r.Profile, work.StepsUntil(ctx)
	var out []StackTrace
	for i, s := range p.Samples.Stack {
		if count.Over(4) {
			return nil, ctx.Err()
		}
		if !r.Passes(i) || !r.hasNode(count, s) {
			continue
		}
		t := StackTrace{Stack: s, Labels: p.Samples.LabelSet(i), Value: p.Samples.Values[r.Column][i]}
		if r.counts != nil {
			t.Div = p.Samples.Values[0][i]
		}
		if n := len(out) - 1; n >= 0 && p.Continues(i) {
			out[n].Value += t.Value
			out[n].Div += t.Div
			continue
		}
		out = append(out, t)
	}
	return out, nil
}

// hasNode reports whether a stack has a node left, or the steps are over.
func (r *Result) hasNode(count *work.Steps, s model.StackID) bool {
	st, top := r.Profile.Stacks, int32(r.topOf(s))
	depth := int32(st.Depth(s))
	if top < depth && len(r.nodesOf(st.At(s, depth-1))) > 0 {
		return true // as the leaves in most stacks have
	}
	named := func(l model.LocID) bool { return count.Over(1) || len(r.nodesOf(l)) > 0 }
	for _, piece := range st.Pieces(s, top, depth) {
		if slices.ContainsFunc(piece, named) {
			return true
		}
	}
	return false
}

// topOf returns the depth at which a stack begins: at show_from's match.
func (r *Result) topOf(s model.StackID) int {
	if r.top == nil {
		return 0
	}
	return int(r.top[s])
}

// Path returns a stack's path from the root to its leaf, through the nodes that the filters left.
func (r *Result) Path(s model.StackID) []Step {
	var path []Step
	top := r.topOf(s)
	for d, l := range r.Profile.Stacks.Reader().From(s, int32(top)) {
		path = steps(path, r.nodesOf(l), int32(top+d))
	}
	return path
}

// Kept returns a function that says what the filters left in a location: its lines, innermost first as in
// [model.Location], and whether anything is left, be it only an address.
func (r *Result) Kept() func(model.LocID) (lines []model.Line, stands bool) {
	p := r.Profile
	f, _ := newLocFilter(context.Background(), p, &r.Query, r.asked) // Evaluate has made it without an error
	return func(l model.LocID) ([]model.Line, bool) {
		lines, stands := f.lines(p, l)
		if r.Query.NoInlines && len(lines) > 1 {
			lines = lines[len(lines)-1:]
		}
		return lines, stands
	}
}

// KeptSample is one record that passed, with what the filters left. Its slices are only valid during the
// call.
type KeptSample struct {
	At     int64         // [model.NoTime]: not known
	Locs   []model.LocID // the locations left in its stack, root first; [Result.Kept] says what is left in each
	Set    model.LabelSetID
	Values []int64 // one per sample type
}

// EachKept calls f for each record that passed, zero or not. Its only error is the context's.
func (r *Result) EachKept(ctx context.Context, f func(KeptSample)) error {
	p, count, read := r.Profile, work.StepsUntil(ctx), r.Profile.Stacks.Reader()
	values := make([]int64, len(p.Types))
	for i, s := range p.Samples.Stack {
		if count.Over(1 + len(values) + p.Stacks.Depth(s)) {
			return ctx.Err()
		}
		if !r.Passes(i) {
			continue
		}
		first := !p.Continues(i)
		for k := range values {
			if first {
				values[k] = 0
			}
			values[k] += p.Samples.Values[k][i]
		}
		if i+1 < p.Samples.Len() && p.Continues(i+1) {
			continue // what passes is the same for the whole record
		}
		f(KeptSample{p.Samples.Time(i), read.From(s, int32(r.topOf(s))), p.Samples.LabelSet(i), values})
	}
	return nil
}
