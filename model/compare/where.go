package compare

import (
	"context"
	"math"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/work"
)

// Where says where in a program a change of the total is.
type Where struct {
	// Own is the function of the program's own module that has most of the change: its own and that of what it calls in
	// other modules. Each stack counts for its innermost function of the own module. NoNode: there is none, or nothing
	// changed in it that is more than noise.
	Own       query.NodeID
	OwnChange Change
	// Path is the call path, from the root, that carries more than half of the change; nil: none does.
	Path       []query.NodeID
	PathChange Change
}

// Where returns where the change of the total is. The only error is the context's.
func (c *Comparison) Where(ctx context.Context) (Where, error) {
	return c.where.Get(ctx, func(ctx context.Context) (Where, error) {
		s := &whereabouts{c, Where{Own: query.NoNode}}
		if _, err := c.made.Get(ctx, c.makeRows); err != nil || c.Total().Delta == 0 {
			return s.Where, err
		}
		if err := s.findOwn(ctx); err != nil {
			return s.Where, err
		}
		err := s.findPath(ctx)
		return s.Where, err
	})
}

// whereabouts are sought in a comparison.
type whereabouts struct {
	*Comparison
	Where
}

// worth reports whether a change may be named: it is more than noise, or nothing here is judged.
func (c *whereabouts) worth(x *Change) bool { return x.Verdict.Real() || !c.Judged() && x.Delta != 0 }

func (c *whereabouts) findOwn(ctx context.Context) error {
	steps := work.StepsUntil(ctx)
	innermost := make([]query.NodeID, c.New.Profile.Stacks.Len()) // by stack, plus 1
	own := map[query.NodeID]bool{}
	is := func(n query.NodeID) bool {
		mine, known := own[n]
		if !known {
			f := c.New.Nodes.Func(n)
			mine = f != model.NoFunc && names.CodeKindOf(c.New.Profile, f) == names.MainModule
			own[n] = mine
		}
		return mine
	}
	for _, r := range []*query.Result{c.New, c.Base} {
		if err := r.Paths(steps, func(s model.StackID, path []query.Step, _ int, _ int64) {
			for i := len(path) - 1; i >= 0 && innermost[s] == 0 && !steps.Over(1); i-- {
				if is(path[i].Node) {
					innermost[s] = path[i].Node + 1
				}
			}
		}); err != nil {
			return err
		}
	}
	sums := map[query.NodeID][]int64{}
	for i, r := range c.results {
		if err := r.EachSample(ctx, func(s model.StackID, _ model.LabelSetID, value int64) {
			n := innermost[s] - 1
			if n < 0 {
				return
			}
			if sums[n] == nil {
				sums[n] = make([]int64, len(c.results))
			}
			sums[n][i] += value
		}); err != nil {
			return err
		}
	}
	total := c.Total().Delta
	for n, values := range sums {
		if steps.Over(len(values)) {
			return steps.Err()
		}
		x := c.Judge(values)
		if x.Delta*total <= 0 || !c.worth(&x) {
			continue
		}
		if more := math.Abs(x.Delta) - math.Abs(c.OwnChange.Delta); c.Own == query.NoNode || more > 0 || more == 0 && n < c.Own {
			c.Own, c.OwnChange = n, x
		}
	}
	return nil
}

// maxBranches bounds the tree in which a path is sought: a change that is far smaller than its parts is nowhere.
const maxBranches = 200_000

// findPath follows the calls that carry more than half of the change, from the root on. Where others go the other way,
// several may: the largest is followed.
func (c *whereabouts) findPath(ctx context.Context) error {
	total := c.Total().Delta
	side, of := sideNew, c.New
	if total < 0 {
		side, of = sideBase, c.Base
	}
	// A branch that carries more than half of the change is at least so wide on the larger side.
	least := int64(math.Abs(total) / 2 / c.factors[side])
	tree, err := of.CallTree(ctx, query.TreeOptions{Pivot: query.NoNode, Recursion: true, Min: least, Max: maxBranches, Also: c.results})
	if err != nil {
		return err
	}
	sums := make([]int64, len(c.results))
	for at := int32(0); ; {
		next, most := int32(-1), 0.0
		for b := tree.First[at]; b < tree.First[at]+tree.Count[at]; b++ {
			for i := range sums {
				sums[i] = tree.Also[i][b]
			}
			if x := c.Judge(sums); tree.Merged[b] == 0 && x.Delta/total > max(0.5, most) && c.worth(&x) {
				next, most, c.PathChange = b, x.Delta/total, x
			}
		}
		if next < 0 {
			return nil
		}
		c.Path = append(c.Path, tree.Node[next])
		at = next
	}
}
