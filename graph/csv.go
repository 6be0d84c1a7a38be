package graph

import (
	"io"
	"iter"
	"strconv"

	"profstation/model/compare"
	"profstation/model/units"
)

// WriteCSV writes the edges, heaviest first: who calls whom, for how much, and the figures for both ends. Values are
// whole numbers in the sample type's unit, shares are per cent of the total, and names are those in the profile. In a
// call tree several boxes may have the same name; from_node and to_node tell them apart. They are the node numbers in
// the DOT text. It returns w's errors.
func (g *Graph) WriteCSV(w io.Writer) error {
	return units.WriteCSV(w, edgeColumns(g.Options.Column), g.records())
}

// WriteSidesCSV writes the edges on both sides of a comparison, first the base's. The first column is the side, base
// or new, see [compare.Pair.WriteCSV]. The columns of [Graph.WriteCSV] follow.
func WriteSidesCSV(w io.Writer, of *compare.Pair, base, now *Graph) error {
	return of.WriteCSV(w, edgeColumns(""), [2]iter.Seq[[]units.Cell]{base.records(), now.records()})
}

// edgeColumns are the names of the columns; by follows those of values.
func edgeColumns(by string) []string {
	return []string{"from", "to", "weight" + by, "weight_percent", "residual", "inline",
		"from_node", "from_flat" + by, "from_cum" + by, "to_node", "to_flat" + by, "to_cum" + by}
}

func (g *Graph) records() iter.Seq[[]units.Cell] {
	number := units.WholeCell[int64]
	name := func(n *Node) units.Cell { return units.Text(g.Result.Nodes.Node(n.ID).String()) }
	switched := func(on bool) units.Cell { return units.Text(strconv.FormatBool(on)) }
	return func(yield func([]units.Cell) bool) {
		for i := range g.Edges {
			e := &g.Edges[i]
			from, to := &g.Nodes[e.From], &g.Nodes[e.To]
			if !yield([]units.Cell{
				name(from), name(to), number(e.Weight), units.Number(strconv.FormatFloat(units.Share(e.Weight, g.Total), 'f', 4, 64)),
				switched(e.Residual), switched(e.Inline),
				number(int64(e.From) + 1), number(from.Flat), number(from.Cum),
				number(int64(e.To) + 1), number(to.Flat), number(to.Cum),
			}) {
				return
			}
		}
	}
}
