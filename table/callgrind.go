package table

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// Callgrind prepares what `go tool pprof -callgrind` prints, which KCachegrind reads: the cost of each address and its
// calls, without limits (pprof: internal/report/report.go, printCallgrind). The only error, before the returned function
// writes, is the context's.
func Callgrind(ctx context.Context, r *query.Result) (func(io.Writer) error, error) {
	r, err := r.ByAddress(ctx)
	if err != nil {
		return nil, err
	}
	t, err := r.Top(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := r.TopCalls(ctx)
	if err != nil {
		return nil, err
	}
	objects := r.Objects()
	return func(w io.Writer) error {
		c := &callgrind{Writer: bufio.NewWriter(w), r: r, unit: r.WholeUnit(t.Rows), objects: objects, names: calleeNames(r, rows, objects)}
		fmt.Fprintf(c, "positions: instr line\nevents: %s(%s)\n", r.TypeName(), c.unit)
		for i := range rows {
			c.node(&rows[i])
		}
		return c.Flush()
	}, nil
}

// callgrind writes the nodes of a profile.
type callgrind struct {
	*bufio.Writer
	r                  *query.Result
	unit               string
	objects            []string
	names              map[query.NodeID]string // of callees; those that come to nothing have none, as in pprof
	binaries, files, f shortened
	last               *query.Node
	lastObject         string
}

func (c *callgrind) node(x *query.Peeked) {
	n, object := c.r.Nodes.Node(x.Node), c.objects[x.Node]
	if c.last == nil || object != c.lastObject || n.File != c.last.File || n.Name != c.last.Name {
		fmt.Fprintf(c, "\nob=%s\nfl=%s\nfn=%s\n", c.binaries.of(object), c.files.of(n.File), c.f.of(n.Name))
	}
	fmt.Fprintf(c, "%s %d %d\n", c.address(n), n.Line, c.scaled(x.FlatValue()))
	for _, call := range x.Callees {
		to := c.r.Nodes.Node(call.To)
		fmt.Fprintf(c, "cfl=%s\ncfn=%s\n", c.files.of(to.File), c.f.of(c.names[call.To]))
		fmt.Fprintln(c, "calls=0", c.address(to), to.Line)
		fmt.Fprintln(c, "* *", c.scaled(call.Weight))
	}
	c.last, c.lastObject = n, object
}

// scaled returns a value in whole units of the output.
func (c *callgrind) scaled(v int64) int64 {
	x, _ := units.Scale(v, c.r.Type.Unit, c.unit)
	return int64(x)
}

// address writes an address, or how far it is from the last node's if that is shorter.
func (c *callgrind) address(n *query.Node) string {
	text := "0x" + strconv.FormatUint(n.Address, 16)
	switch {
	case c.last == nil:
		return text
	case c.last.Address == n.Address:
		return "*"
	}
	if away := fmt.Sprintf("%+d", int64(n.Address-c.last.Address)); len(away) < len(text) {
		return away
	}
	return text
}

// shortened numbers names: a name that stood before is its number alone.
type shortened struct{ known map[string]int }

func (s *shortened) of(name string) string {
	if name == "" {
		return ""
	}
	if id, ok := s.known[name]; ok {
		return fmt.Sprintf("(%d)", id)
	}
	if s.known == nil {
		s.known = map[string]int{}
	}
	s.known[name] = len(s.known) + 1
	return fmt.Sprintf("(%d) %s", len(s.known), name)
}

// calleeNames returns the names of nodes, with numbers for those of different functions that have the same name and the
// same file: KCachegrind would take them for one.
func calleeNames(r *query.Result, rows []query.Peeked, objects []string) map[query.NodeID]string {
	type named struct{ file, name string }
	type function struct {
		start  int64
		object string
	}
	of := func(id query.NodeID) (named, function) {
		n, start := r.Nodes.Node(id), int64(0)
		if fn := r.Nodes.Func(id); fn != model.NoFunc {
			start = r.Profile.Functions[fn].StartLine
		}
		return named{n.File, n.Name}, function{start, objects[id]}
	}
	functions := map[named]map[function]int{}
	for i := range rows {
		name, f := of(rows[i].Node)
		if functions[name] == nil {
			functions[name] = map[function]int{}
		}
		if _, ok := functions[name][f]; !ok {
			functions[name][f] = len(functions[name]) + 1
		}
	}
	out := map[query.NodeID]string{}
	for i := range rows {
		name, f := of(rows[i].Node)
		out[rows[i].Node] = name.name
		if all := functions[name]; len(all) > 1 {
			out[rows[i].Node] = fmt.Sprintf("%s [%d/%d]", name.name, all[f], len(all))
		}
	}
	return out
}
