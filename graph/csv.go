package graph

import (
	"encoding/csv"
	"io"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// WriteCSV writes the edges, heaviest first: who calls whom, for how much, and
// the figures of both ends. Values are whole numbers in the unit of the sample
// type, shares per cent of the total; names are those of the file. In a call
// tree from_node and to_node tell boxes of one name apart; they are the numbers
// of the DOT text's nodes. Its errors are those of w.
func (g *Graph) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(edgeColumns) // errors stay until Flush
	for i := range g.Edges {
		out.Write(g.record(&g.Edges[i]))
	}
	out.Flush()
	return out.Error()
}

// WriteSidesCSV writes the edges of both sides of a comparison, those of the base
// first. The first column is the side, base or new; the others are those of
// [Graph.WriteCSV].
func WriteSidesCSV(w io.Writer, base, now *Graph) error {
	out := csv.NewWriter(w)
	out.Write(append([]string{"side"}, edgeColumns...))
	for i, g := range []*Graph{base, now} {
		for k := range g.Edges {
			out.Write(append([]string{compare.Sides[i]}, g.record(&g.Edges[k])...))
		}
	}
	out.Flush()
	return out.Error()
}

var edgeColumns = []string{"from", "to", "weight", "weight_percent", "residual", "inline",
	"from_node", "from_flat", "from_cum", "to_node", "to_flat", "to_cum"}

// record is an edge in the order of edgeColumns.
func (g *Graph) record(e *Edge) []string {
	number := func(v int64) string { return strconv.FormatInt(v, 10) }
	from, to := &g.Nodes[e.From], &g.Nodes[e.To]
	return []string{
		g.Result.Nodes.Node(from.ID).String(), g.Result.Nodes.Node(to.ID).String(),
		number(e.Weight), strconv.FormatFloat(model.Share(e.Weight, g.Total), 'f', 4, 64),
		strconv.FormatBool(e.Residual), strconv.FormatBool(e.Inline),
		number(int64(e.From) + 1), number(from.Flat), number(from.Cum),
		number(int64(e.To) + 1), number(to.Flat), number(to.Cum),
	}
}
