package flame

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"profstation/model"
)

// WriteCSV writes the tree of callees, a line a branch, a parent before its
// children: id, parent (−1 for the root), depth, total, self, name. Figures
// are whole numbers in the unit of the sample type, names as pprof prints them.
//
// Of a chart of two sides: id, parent, depth, base, new, delta, finding, name, the
// first two as recorded, delta normalised.
func (c *Chart) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	t := c.Down
	if c.Diff != nil {
		out.Write([]string{"id", "parent", "depth", "base", "new", "delta", "finding", "name"})
		for b := range t.Node {
			x := c.Change(Ref{Branch: int32(b)})
			verdict := c.Diff.verdict(t, int32(b), x.Verdict)
			out.Write([]string{
				strconv.Itoa(b), strconv.Itoa(int(t.Parent[b])), strconv.Itoa(int(t.Depth[b])),
				strconv.FormatInt(x.Base, 10), strconv.FormatInt(x.New, 10), strconv.FormatFloat(x.Delta, 'g', -1, 64),
				string(verdict.Finding), c.branchName(t, int32(b)),
			})
		}
		out.Flush()
		return out.Error()
	}
	out.Write([]string{"id", "parent", "depth", "total", "self", "name"})
	for b := range t.Node {
		out.Write([]string{
			strconv.Itoa(b), strconv.Itoa(int(t.Parent[b])), strconv.Itoa(int(t.Depth[b])),
			strconv.FormatInt(t.Net[b], 10), strconv.FormatInt(t.Self[b], 10),
			c.branchName(t, int32(b)),
		})
	}
	out.Flush()
	return out.Error()
}

func (c *Chart) branchName(t *model.CallTree, b int32) string {
	switch {
	case t.Merged[b] > 0:
		return "(" + merged(int(t.Merged[b])) + ")"
	case t.Node[b] == model.NoNode:
		return "root"
	}
	return c.Result.Nodes.Node(t.Node[b]).String()
}

// WriteJSON writes the tree of callees as nested objects with name, value,
// self and children, the form that flame graph scripts for browsers read. It
// is written without recursion: stacks may be 100,000 deep.
func (c *Chart) WriteJSON(w io.Writer) error {
	t := c.Down
	p := &jsonWriter{w: w}
	next := make([]int32, t.Len()) // children written so far
	var open []int32
	p.branch(c, t, 0)
	for open = append(open, 0); len(open) > 0; {
		b := open[len(open)-1]
		if next[b] == t.Count[b] {
			if t.Count[b] > 0 {
				p.text("]")
			}
			p.text("}")
			open = open[:len(open)-1]
			continue
		}
		if next[b] == 0 {
			p.text(`,"children":[`)
		} else {
			p.text(",")
		}
		child := t.First[b] + next[b]
		next[b]++
		p.branch(c, t, child)
		open = append(open, child)
	}
	p.text("\n")
	return p.flush()
}

type jsonWriter struct {
	w   io.Writer
	buf []byte
	err error
}

func (p *jsonWriter) branch(c *Chart, t *model.CallTree, b int32) {
	p.text("{\"name\":")
	name, _ := json.Marshal(c.branchName(t, b))
	p.buf = append(p.buf, name...)
	p.text(`,"value":`)
	p.buf = strconv.AppendInt(p.buf, t.Net[b], 10)
	p.text(`,"self":`)
	p.buf = strconv.AppendInt(p.buf, t.Self[b], 10)
}

func (p *jsonWriter) text(s string) {
	p.buf = append(p.buf, s...)
	if len(p.buf) > 1<<16 {
		p.flush()
	}
}

func (p *jsonWriter) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}
