package model

import (
	"cmp"
	"context"
	"slices"
)

// Call is the calls between two nodes, each counted once per stack. A node does
// not call itself (pprof: internal/graph/graph.go, newGraph).
type Call struct {
	From, To NodeID
	Weight   int64
	Inline   bool // every one was compiled into its caller
	Residual bool // some went through nodes that are not shown
}

// Calls sums the wanted calls between the nodes that are kept, all nodes if kept
// is nil. It looks through the other nodes. A call counts once in a stack, and so
// do its marks: the first time counts. The calls come in
// the order in which a walk over the stacks meets them. The only error is the
// context's.
func (r *Result) Calls(ctx context.Context, kept []bool, wanted func(from, to NodeID) bool) ([]Call, error) {
	return r.callsIn(ctx, partsOf(r.Profile.Stacks.Len()), kept, wanted)
}

// callsIn is Calls in so many parts of the stacks at the same time.
func (r *Result) callsIn(ctx context.Context, parts int, kept []bool, wanted func(from, to NodeID) bool) ([]Call, error) {
	walks, errs := make([]callWalk, parts), make([]error, parts)
	inParts(r.Profile.Stacks.Len(), parts, func(part, lo, hi int) {
		w := &walks[part]
		w.kept, w.wanted = kept, wanted
		errs[part] = r.PathsIn(ctx, StackID(lo), StackID(hi), w.path)
		w.cut(0)
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	all := &walks[0]
	for i := range walks[1:] {
		all.add(&walks[i+1])
	}
	return all.calls, nil
}

// callWalk sums calls over the tree of paths. A call weighs what the stacks weigh
// during which it is on the path: the weight so far is taken away when it comes
// and added when it goes.
type callWalk struct {
	kept   []bool
	wanted func(from, to NodeID) bool
	known  Pairs // of callers and callees
	calls  []Call
	onPath []int32 // per call: how often it stands on the path
	steps  []callStep
	sofar  int64 // Σvalue of the stacks before the current one
}

// callStep is one step of the path: the last node kept down to it, whether one
// that was not kept came since, and the call it ended, −1 for none.
type callStep struct {
	last     NodeID
	residual bool
	call     int32
}

func (w *callWalk) path(_ StackID, path []Step, common int, net int64) {
	w.cut(common)
	above := callStep{last: NoNode}
	if common > 0 {
		above = w.steps[common-1]
	}
	for _, s := range path[common:] {
		at := callStep{last: s.Node, call: -1}
		switch {
		case w.kept != nil && !w.kept[s.Node]:
			at.last, at.residual = above.last, true
		case above.last != NoNode && above.last != s.Node && w.wanted(above.last, s.Node):
			at.call = w.enter(above, s)
		}
		w.steps = append(w.steps, at)
		above = at
	}
	w.sofar += net
}

func (w *callWalk) enter(above callStep, s Step) int32 {
	n := w.number(above.last, s.Node)
	if w.onPath[n]++; w.onPath[n] == 1 {
		c := &w.calls[n]
		c.Weight -= w.sofar
		c.Residual = c.Residual || above.residual
		c.Inline = c.Inline && s.Inlined()
	}
	return n
}

// number returns the number of a call, which may be new.
func (w *callWalk) number(from, to NodeID) int32 {
	n := w.known.Number(int32(from), int32(to))
	if int(n) == len(w.calls) {
		w.calls = append(w.calls, Call{From: from, To: to, Inline: true})
		w.onPath = append(w.onPath, 0)
	}
	return n
}

// add adds the calls of a walk over other stacks.
func (w *callWalk) add(other *callWalk) {
	for _, o := range other.calls {
		c := &w.calls[w.number(o.From, o.To)]
		c.Weight += o.Weight
		c.Residual = c.Residual || o.Residual
		c.Inline = c.Inline && o.Inline
	}
}

// cut leaves the steps from n on.
func (w *callWalk) cut(n int) {
	for _, s := range w.steps[n:] {
		if s.call < 0 {
			continue
		}
		if w.onPath[s.call]--; w.onPath[s.call] == 0 {
			w.calls[s.call].Weight += w.sofar
		}
	}
	w.steps = w.steps[:n]
}

// Edge is the weight of the calls between a node and a neighbour.
type Edge struct {
	Node   NodeID
	Weight int64
}

// Neighbours returns the callers and the callees of a node, the heaviest first. An
// edge counts once per stack, and a node is not its own neighbour (pprof:
// graph.go, newGraph).
func (r *Result) Neighbours(n NodeID) (callers, callees []Edge) {
	for _, c := range r.calls(nil, func(from, to NodeID) bool { return from == n || to == n }) {
		if c.To == n {
			callers = append(callers, Edge{c.From, c.Weight})
		} else {
			callees = append(callees, Edge{c.To, c.Weight})
		}
	}
	for _, edges := range [][]Edge{callers, callees} {
		slices.SortFunc(edges, func(a, b Edge) int {
			return cmp.Or(cmp.Compare(Magnitude(b.Weight), Magnitude(a.Weight)), cmp.Compare(a.Node, b.Node))
		})
	}
	return callers, callees
}
