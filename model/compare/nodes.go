package compare

import (
	"math"

	"profstation/model"
)

// Counterparts finds for each node of one table the equal node of another, such
// as the table of the chart beside it; NoNode if there is none. Within a pair
// nodes are equal by number, unless frames of labels were added.
func Counterparts(from, to *model.Nodes) []model.NodeID {
	known := make(map[model.Node]model.NodeID, to.Len())
	for n := range model.NodeID(to.Len()) {
		known[*to.Node(n)] = n
	}
	out := make([]model.NodeID, from.Len())
	for n := range out {
		at, ok := known[*from.Node(model.NodeID(n))]
		if !ok {
			at = model.NoNode
		}
		out[n] = at
	}
	return out
}

// NoiseIn reports for each node of a table, such as the nodes of a
// [Pair.Difference], whether all its changes are within noise. It returns nil if
// no sampling error is known: nothing is to be greyed.
func (c *Comparison) NoiseIn(t *model.Nodes) []bool {
	if m := c.JudgedBy(); m != Shares && m != Sampled && m != Runs {
		return nil
	}
	quiet := make([]bool, t.Len())
	for n, at := range Counterparts(t, c.New.Nodes) {
		if at == model.NoNode {
			continue
		}
		flat, cum := c.NodeVerdict(at, false), c.NodeVerdict(at, true)
		quiet[n] = flat.Noise() && cum.Noise()
	}
	return quiet
}

// Parts are the changes of the cum figures of all nodes of New and Base in parts
// of the larger side, see [Change.Part]; NaN for quiet nodes, see
// [Comparison.NoiseIn].
func (c *Comparison) Parts(quiet []bool) []float32 {
	base, now := c.Base.Sums(), c.New.Sums()
	out := make([]float32, c.New.Nodes.Len())
	for n := range out {
		if quiet != nil && quiet[n] {
			out[n] = float32(math.NaN())
			continue
		}
		ch := c.change(base.Cum[n], now.Cum[n])
		out[n] = float32(ch.Part())
	}
	return out
}
