package query

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"profstation/model"
	"profstation/model/units"
	"profstation/model/work"
)

// Call sums the calls from one node to another, counting each once per stack. A node does not call itself
// (pprof: internal/graph/graph.go, newGraph).
type Call struct {
	From, To NodeID
	Weight   int64
	Inline   bool // all of these calls were compiled into their caller
	Residual bool // some went through nodes that are not shown
}

// Calls holds sums for calls, in the order in which a walk over the stacks meets them.
type Calls struct {
	known work.Pairs // pairs (caller, callee)
	sums  []callSum
}

type callSum struct {
	weight int64
	onPath int32 // how often the call stands on a walk's current path
	met    uint8 // what the calls are: residual, plain
}

// Bits in met, which are joined without a branch: no processor foresees it.
const (
	residual = 1 << iota
	plain
)

// Len returns the number of calls.
func (c *Calls) Len() int { return len(c.sums) }

// All iterates over the calls and their numbers.
func (c *Calls) All() iter.Seq2[int, Call] {
	return func(yield func(int, Call) bool) {
		for i, s := range c.sums {
			from, to := c.known.At(int32(i))
			if !yield(i, Call{NodeID(from), NodeID(to), s.weight, s.met&plain == 0, s.met&residual != 0}) {
				return
			}
		}
	}
}

// Weight returns the weight of the calls from one node to another, 0 if there are none.
func (c *Calls) Weight(from, to NodeID) int64 {
	if n := c.known.Find(int32(from), int32(to)); n >= 0 {
		return c.sums[n].weight
	}
	return 0
}

// sum returns the sum for a call and the call's number. It adds the call if it is new.
func (c *Calls) sum(from, to int32) (int32, *callSum) {
	n := c.known.Number(from, to)
	if int(n) == len(c.sums) {
		c.sums = append(c.sums, callSum{})
	}
	return n, &c.sums[n]
}

func (c *Calls) add(ctx context.Context, other *Calls) error {
	count := work.StepsUntil(ctx)
	for i, o := range other.sums {
		if count.Over(4) {
			return ctx.Err()
		}
		_, s := c.sum(other.known.At(int32(i)))
		s.weight += o.weight
		s.met |= o.met
	}
	return nil
}

// Calls sums the wanted calls between the kept nodes. If wanted is nil, all calls are wanted; if kept is nil,
// all nodes are kept. It looks through nodes that are not kept, so their callers count as calling their
// callees. A call counts once per stack. Whether it is marked as inline or residual depends on its first
// occurrence there. Several goroutines read kept and call wanted. The only error is the context's.
func (r *Result) Calls(ctx context.Context, kept []bool, wanted func(from, to NodeID) bool) (*Calls, error) {
	all, err := Walk(ctx, r, 0, func(count *work.Steps) *callWalk {
		return &callWalk{Calls: Calls{known: work.Pairs{Until: count}}, kept: kept, wanted: wanted, count: count}
	})
	if err != nil {
		return nil, err
	}
	sum := &all[0].Calls
	for _, w := range all[1:] {
		if err := sum.add(ctx, &w.Calls); err != nil {
			return nil, err
		}
	}
	for i := range sum.sums {
		sum.sums[i].weight = r.settled(sum.sums[i].weight)
	}
	return sum, nil
}

// callWalk sums calls over the tree of paths. A call weighs as much as the stacks during which it is on the
// path: its weight falls by the sum so far when the call enters the path, and rises by the sum so far when it
// leaves.
type callWalk struct {
	Calls
	kept   []bool
	wanted func(from, to NodeID) bool
	steps  []callStep
	count  *work.Steps
	sofar  int64 // Σvalue over the range's stacks before the current one
}

// callStep is one step on the path. It holds the last kept node down to here, and the number of the call that ends
// here, or why there is none.
type callStep struct {
	last NodeID
	call int32
}

const (
	noCall  = -1 // the step is a root, or its call is not counted
	through = -2 // the node is not kept
)

func (w *callWalk) Path(_ model.StackID, path []Step, common int, net int64) {
	w.cut(common)
	if path = path[common:]; w.count.Over(len(path)) {
		return
	}
	above := callStep{NoNode, noCall}
	if common > 0 {
		above = w.steps[common-1]
	}
	steps, kept := w.steps, w.kept
	for i := range path {
		n := path[i].Node
		if kept != nil && !kept[n] {
			above.call = through
		} else {
			call := int32(noCall)
			if above.last != NoNode && above.last != n && (w.wanted == nil || w.wanted(above.last, n)) {
				call = w.enter(above, path[i])
			}
			above = callStep{n, call}
		}
		steps = append(steps, above)
	}
	w.steps = steps
	w.sofar += net
}

func (w *callWalk) enter(above callStep, s Step) int32 {
	n, c := w.sum(int32(above.last), int32(s.Node))
	if c.onPath++; c.onPath == 1 {
		c.weight -= w.sofar
		met := uint8(0)
		if above.call == through {
			met = residual
		}
		if s.line == 0 {
			met += plain
		}
		c.met |= met
	}
	return n
}

func (w *callWalk) End() { w.cut(0) }

func (w *callWalk) cut(n int) {
	for _, s := range w.steps[n:] {
		if s.call < 0 {
			continue
		}
		c := &w.sums[s.call]
		if c.onPath--; c.onPath == 0 {
			c.weight += w.sofar
		}
	}
	w.steps = w.steps[:n]
}

// Edge is a neighbour and the weight of the calls between it and a node.
type Edge struct {
	Node   NodeID
	Weight int64
}

// Neighbours returns a node's callers and callees, the heaviest first. An edge counts once per stack, and a
// node is not its own neighbour (pprof: graph.go, newGraph). The only error is the context's.
func (r *Result) Neighbours(ctx context.Context, n NodeID) (callers, callees []Edge, err error) {
	calls, err := r.Calls(ctx, nil, func(from, to NodeID) bool { return from == n || to == n })
	if err != nil {
		return nil, nil, err
	}
	for _, c := range calls.All() {
		if c.To == n {
			callers = append(callers, Edge{c.From, c.Weight})
		} else {
			callees = append(callees, Edge{c.To, c.Weight})
		}
	}
	for _, edges := range [][]Edge{callers, callees} {
		slices.SortFunc(edges, func(a, b Edge) int {
			return cmp.Or(cmp.Compare(units.Magnitude(b.Weight), units.Magnitude(a.Weight)), cmp.Compare(a.Node, b.Node))
		})
	}
	return callers, callees, nil
}
