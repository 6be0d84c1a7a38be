package ask

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// OwnLine is what a line in the user's own code costs, with the others' code that it calls: a stack counts at its
// innermost own line and, if that was inlined, at the lines that it was inlined into.
type OwnLine struct {
	Here, HereDiv int64 // the second is the divisor for a mean; 0 if none was asked for
	Callees       []Callee
}

// Callee is what a line calls, with what the line costs below the call.
type Callee struct {
	Name       string
	Inlined    bool // it was compiled into the line's function
	Value, Div int64
}

// HereValue returns the mean if the query asks for one, else Here.
func (l *OwnLine) HereValue() int64 { return query.Mean(l.Here, l.HereDiv) }

// ValueShown returns the mean if the query asks for one, else Value.
func (c *Callee) ValueShown() int64 { return query.Mean(c.Value, c.Div) }

// lineOf is a line in a file as a profile names it.
type lineOf struct {
	file string
	line int64
}

// ownLines sums by the lines in the user's own code, whose callees are in order, the highest first.
func ownLines(ctx context.Context, r *query.Result) (map[lineOf]*OwnLine, error) {
	r, err := r.Finer(ctx)
	if err != nil {
		return nil, err
	}
	steps := work.StepsUntil(ctx)
	own := make([]bool, r.Nodes.Len())
	for n := range own {
		f := r.Nodes.Func(query.NodeID(n))
		own[n] = f != model.NoFunc && names.CodeKindOf(r.Profile, f) == names.MainModule
	}
	all := map[lineOf]*OwnLine{}
	add := func(path []query.Step, at int, here func(*OwnLine) *int64, below func(*Callee) *int64, value int64) {
		node := r.Nodes.Node(path[at].Node)
		k := lineOf{node.File, node.Line}
		if all[k] == nil {
			all[k] = &OwnLine{}
		}
		line := all[k]
		*here(line) += value
		if at+1 == len(path) {
			return
		}
		name, inlined := r.Nodes.Node(path[at+1].Node).Name, path[at+1].Inlined()
		i := slices.IndexFunc(line.Callees, func(c Callee) bool { return c.Name == name && c.Inlined == inlined })
		if i < 0 {
			i, line.Callees = len(line.Callees), append(line.Callees, Callee{Name: name, Inlined: inlined})
		}
		*below(&line.Callees[i]) += value
	}
	sum := func(r *query.Result, here func(*OwnLine) *int64, below func(*Callee) *int64) error {
		return r.Paths(steps, func(_ model.StackID, path []query.Step, _ int, net int64) {
			at := len(path) - 1
			for at >= 0 && !own[path[at].Node] && !steps.Over(1) {
				at--
			}
			for ; at >= 0 && own[path[at].Node] && !steps.Over(1); at-- {
				add(path, at, here, below, net)
				if !path[at].Inlined() {
					return
				}
			}
		})
	}
	err = sum(r, func(l *OwnLine) *int64 { return &l.Here }, func(c *Callee) *int64 { return &c.Value })
	if counts := r.Divisors(); counts != nil {
		err = cmp.Or(err, sum(counts, func(l *OwnLine) *int64 { return &l.HereDiv }, func(c *Callee) *int64 { return &c.Div }))
	}
	for _, l := range all {
		slices.SortFunc(l.Callees, func(a, b Callee) int {
			return cmp.Or(cmp.Compare(units.Magnitude(b.ValueShown()), units.Magnitude(a.ValueShown())), cmp.Compare(a.Name, b.Name))
		})
	}
	return all, cmp.Or(err, ctx.Err())
}
