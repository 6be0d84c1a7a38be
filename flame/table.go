package flame

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
)

// WriteCSV writes the tree of callees, with a line for each branch and parents before their children: id, parent (−1
// for the root), depth, total, self, name. Figures are whole numbers in the sample type's unit, names are as pprof
// prints them.
//
// For a chart that compares two sides it writes id, parent, depth, base, new, delta, finding, name. These values are
// normalised as their columns say, see [compare.Comparison.Column].
func (c *Chart) WriteCSV(w io.Writer) error {
	t, number := c.Down, units.WholeCell[int64]
	fields := []string{"id", "parent", "depth", "total", "self", "name"}
	figures := func(b int32) []units.Cell { return []units.Cell{number(t.Net[b]), number(t.Self[b])} }
	if c.Diff != nil {
		by := c.Diff.Comparison.Column()
		fields = []string{"id", "parent", "depth", "base" + by, "new" + by, "delta" + by, "finding", "name"}
		figures = func(b int32) []units.Cell {
			r := Ref{Branch: b}
			x := c.Change(r)
			value := func(v float64) units.Cell { return units.Number(strconv.FormatFloat(v, 'f', -1, 64)) }
			return []units.Cell{value(x.Before), value(x.After), value(x.Delta), units.Text(string(x.Verdict.Outcome))}
		}
	}
	return units.WriteCSV(w, fields, func(yield func([]units.Cell) bool) {
		for b := range int32(t.Len()) {
			row := append([]units.Cell{number(int64(b)), number(int64(t.Parent[b])), number(int64(t.Depth[b]))}, figures(b)...)
			if !yield(append(row, units.Text(c.branchName(t, b)))) {
				return
			}
		}
	})
}

func (c *Chart) branchName(t *query.CallTree, b int32) string {
	switch {
	case t.Merged[b] > 0:
		return lang.English("({{.N}} more)", lang.With{"N": lang.Voice(lang.English).Count(int64(t.Merged[b]))})
	case t.Node[b] == query.NoNode:
		return "root"
	}
	return c.Result.Nodes.Node(t.Node[b]).String()
}

// WriteJSON writes the tree of callees as nested objects with name, value, self and children, as flame graph scripts
// for browsers read it. It does not recurse, since stacks may be 100,000 deep.
func (c *Chart) WriteJSON(w io.Writer) error {
	t, out := c.Down, bufio.NewWriter(w) // errors stay until Flush
	begin := func(b int32) {
		name, _ := json.Marshal(c.branchName(t, b))
		fmt.Fprintf(out, `{"name":%s,"value":%d,"self":%d`, name, t.Net[b], t.Self[b])
	}
	begin(0)
	written := make([]int32, t.Len()) // how many of each branch's children are written
	for open := []int32{0}; len(open) > 0; {
		b := open[len(open)-1]
		if written[b] == t.Count[b] {
			if t.Count[b] > 0 {
				out.WriteByte(']')
			}
			out.WriteByte('}')
			open = open[:len(open)-1]
			continue
		}
		if written[b] == 0 {
			out.WriteString(`,"children":[`)
		} else {
			out.WriteByte(',')
		}
		child := t.First[b] + written[b]
		written[b]++
		begin(child)
		open = append(open, child)
	}
	out.WriteByte('\n')
	return out.Flush()
}
