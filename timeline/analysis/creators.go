package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/lineage"
	"profstation/model/trace"
	"profstation/model/work"
)

// Creators is the tree of who started whom, by start functions: under a function stand the functions that its
// goroutines started. If a goroutine's function is already above it in the tree, it is counted there. Otherwise a
// goroutine that starts its own successor would make a tree as deep as it is old.
//
// Nodes come before their children. Roots have no known creator.
type Creators struct {
	Nodes []CreatorNode
	Roots []int
	Of    []int32 // each goroutine's node, −1 if it did not live in the interval
}

// CreatorNode is one function in the tree.
type CreatorNode struct {
	Func     model.StringID
	Parent   int // −1: a root
	Children []int
	// Count and Total are the number of goroutines that lived in the interval and how long they did. CountBelow and
	// TotalBelow also include the nodes below.
	Count, CountBelow int
	Total, TotalBelow trace.Time
	Stacks            []CreatorStack // the places where its goroutines were started
}

// CreatorStack is a place where goroutines were started.
type CreatorStack struct {
	Stack trace.StackIndex // NoStack if not recorded
	Count int
}

// creatorIndex has the tree's nodes, without figures, and each goroutine's node. It is the same for every interval.
type creatorIndex struct {
	nodes []CreatorNode
	of    []int32
}

// deepestCreators is how deep functions are nested. What those at the bottom start is counted there too.
const deepestCreators = 128

func (a *Analysis) creatorIndex(ctx context.Context) (*creatorIndex, error) {
	return a.creators.get(ctx, func(ctx context.Context) (*creatorIndex, error) {
		t := a.t
		x := &creatorIndex{of: slices.Repeat([]int32{-1}, len(t.Goroutines))}
		type key struct {
			parent int32
			f      model.StringID
		}
		nodes := numbering[key]{of: map[key]int{}}
		for i, g := range creatorsFirst(work.StepsUntil(ctx), t) {
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			r := &t.Goroutines[g]
			parent := int32(-1)
			if r.Creator != trace.NoGo {
				parent = x.of[r.Creator]
			}
			n, depth := parent, 0
			for n >= 0 && x.nodes[n].Func != r.Func {
				n = int32(x.nodes[n].Parent)
				depth++
			}
			if n < 0 && depth >= deepestCreators {
				n = parent
			}
			if n < 0 { // the function is not above itself
				n = int32(nodes.number(key{parent, r.Func}))
				if int(n) == len(x.nodes) {
					x.nodes = append(x.nodes, CreatorNode{Func: r.Func, Parent: int(parent)})
				}
			}
			x.of[g] = n
		}
		return x, ctx.Err()
	})
}

// Creators makes the tree for the goroutines that lived in an interval.
func (a *Analysis) Creators(ctx context.Context, iv trace.Interval) (*Creators, error) {
	x, err := a.creatorIndex(ctx)
	if err != nil {
		return nil, err
	}
	iv = a.Within(iv)
	figures := make([]CreatorNode, len(x.nodes))
	stacks := make([]map[trace.StackIndex]int, len(x.nodes))
	c := &Creators{Of: make([]int32, len(x.of))}
	for g, n := range x.of {
		if g%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.Of[g] = -1
		life, ok := a.life(iv, trace.GoIndex(g))
		if !ok {
			continue
		}
		c.Of[g] = n
		figures[n].Count++
		figures[n].Total += life.Len()
		if stacks[n] == nil {
			stacks[n] = map[trace.StackIndex]int{}
		}
		from := trace.NoStack
		if r := &a.t.Goroutines[g]; r.Created {
			from = a.t.Spans.Stack(r.First)
		}
		stacks[n][from]++
	}
	for n := len(figures) - 1; n >= 0; n-- { // children come after their parents
		f := &figures[n]
		f.CountBelow += f.Count
		f.TotalBelow += f.Total
		if p := x.nodes[n].Parent; p >= 0 {
			figures[p].CountBelow += f.CountBelow
			figures[p].TotalBelow += f.TotalBelow
		}
	}
	// Leave out branches that have no goroutines in the interval.
	steps := work.StepsUntil(ctx)
	place := make([]int32, len(figures))
	for n := range figures {
		place[n] = -1
		f := &figures[n]
		if f.CountBelow == 0 {
			continue
		}
		f.Func, f.Parent = x.nodes[n].Func, -1
		place[n] = int32(len(c.Nodes))
		for s, count := range stacks[n] {
			f.Stacks = append(f.Stacks, CreatorStack{s, count})
		}
		if steps.Over(1 + len(f.Stacks)) {
			return nil, steps.Err()
		}
		work.SortSteps(steps, false, f.Stacks, func(a, b CreatorStack) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Stack, b.Stack))
		})
		if p := x.nodes[n].Parent; p >= 0 {
			f.Parent = int(place[p])
			c.Nodes[f.Parent].Children = append(c.Nodes[f.Parent].Children, len(c.Nodes))
		} else {
			c.Roots = append(c.Roots, len(c.Nodes))
		}
		c.Nodes = append(c.Nodes, *f)
	}
	for g, n := range c.Of {
		if n >= 0 {
			c.Of[g] = place[n]
		}
	}
	largest := func(i, j int) int { return cmp.Compare(c.Nodes[j].CountBelow, c.Nodes[i].CountBelow) }
	work.SortSteps(steps, true, c.Roots, largest)
	for i := range c.Nodes {
		work.SortSteps(steps, true, c.Nodes[i].Children, largest)
		if steps.Over(1) {
			break
		}
	}
	return c, ctx.Err()
}

// lineages says how each goroutine came to be, as far as the trace has seen it.
type lineages struct {
	*lineage.All
	statements []statement // go statements by their numbers in lineages
}

// statement is a go statement: the stack there, and the function that was started.
type statement struct {
	stack trace.StackIndex
	f     model.StringID
}

func lineagesOf(ctx context.Context, a *Analysis) (*lineages, error) {
	return a.lineages.get(ctx, func(ctx context.Context) (*lineages, error) {
		t, steps := a.t, work.StepsUntil(ctx)
		births := make([]lineage.Birth, len(t.Goroutines))
		statements := numbering[statement]{of: map[statement]int{}}
		for g := range t.Goroutines {
			if steps.Over(1) {
				return nil, ctx.Err()
			}
			r := &t.Goroutines[g]
			births[g] = lineage.Birth{By: int32(r.Creator), At: -1}
			if stack := t.Spans.Stack(r.First); r.Created && stack != trace.NoStack {
				births[g].At = int32(statements.number(statement{stack, r.Func}))
			}
		}
		found, err := lineage.Find(ctx, births, func(n int32) int { return len(t.Stacks.Stack(statements.keys[n].stack)) + 1 })
		return &lineages{found, statements.keys}, err
	})
}

// of returns the place of the lineage of a goroutine; 0: it has none.
func (x *lineages) of(g trace.GoIndex) int32 {
	if g == trace.NoGo {
		return 0
	}
	return x.Of[g]
}

// at returns the lineage of those whose stack a span has: its goroutine's own, or of who made that runnable.
func (x *lineages) at(t *trace.Trace, g trace.GoIndex, span trace.SpanIndex) int32 {
	if c := t.Spans.Condition(span); c.State != trace.GoRunnable || c.Reason != 0 {
		return x.of(g)
	}
	if r := &t.Goroutines[g]; r.Created && span == r.First {
		return x.of(r.Creator)
	}
	return x.of(t.WokenBy(span))
}

// lineage returns the lineage at a place, in the profile.
func (b *profileBuilder) lineage(x *lineages, place int32) model.LineageID {
	if place == 0 {
		return 0
	}
	id, ok := b.lineages[place]
	if !ok {
		id = b.b.Lineage(x.All, place, func(n int32) []model.LocID {
			at := x.statements[n]
			b.lineageAt = b.lineageAt[:0]
			stack := b.t.Stacks.Stack(at.stack)
			for i := len(stack) - 1; i >= 0; i-- {
				b.lineageAt = append(b.lineageAt, b.location(stack[i]))
			}
			return append(b.lineageAt, b.b.Frame(lineage.Border(b.t.Strings.Raw(at.f))))
		})
		b.lineages[place] = id
	}
	return id
}
