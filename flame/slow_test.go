package flame_test

import (
	"slices"
	"sort"

	"profstation/flame"
	"profstation/model/query"
)

// slowBranch is a branch of a tree that is built in the obvious way: one object
// a call path, one pass over all samples.
type slowBranch struct {
	name           string
	net, abs, self int64
	children       []*slowBranch
}

// slowTree merges stacks under a root.
func slowTree(root string, stacks []stack, recursion, byName bool) *slowBranch {
	top := &slowBranch{name: root}
	for _, s := range stacks {
		top.add(s.names, s.value, recursion)
	}
	top.order(byName)
	return top
}

func (b *slowBranch) add(names []string, value int64, recursion bool) {
	b.net += value
	b.abs += max(value, -value)
	for recursion && len(names) > 0 && names[0] == b.name {
		names = names[1:]
	}
	if len(names) == 0 {
		b.self += value
		return
	}
	for _, c := range b.children {
		if c.name == names[0] {
			c.add(names[1:], value, recursion)
			return
		}
	}
	c := &slowBranch{name: names[0]}
	b.children = append(b.children, c)
	c.add(names[1:], value, recursion)
}

// order sorts children as a chart does and drops those that nothing weighs.
func (b *slowBranch) order(byName bool) {
	b.children = slices.DeleteFunc(b.children, func(c *slowBranch) bool { return c.abs == 0 })
	sort.Slice(b.children, func(i, j int) bool {
		x, y := b.children[i], b.children[j]
		if !byName && x.abs != y.abs {
			return x.abs > y.abs
		}
		return x.name < y.name
	})
	for _, c := range b.children {
		c.order(byName)
	}
}

// placedBox is a box with all that a chart tells of it.
type placedBox struct {
	callers        bool
	name           string
	row            int
	x0, x1         int64
	net, abs, self int64
}

func (b *slowBranch) boxes(callers bool, row int, x int64, out []placedBox) []placedBox {
	at := row
	if callers {
		at = -row
	}
	if !callers || row > 0 { // the pivot is the root of both trees: one box
		out = append(out, placedBox{callers, b.name, at, x, x + b.abs, b.net, b.abs, b.self})
	}
	for _, c := range b.children {
		out = c.boxes(callers, row+1, x, out)
		x += c.abs
	}
	return out
}

// slowBoxes are the boxes of the whole chart, in order.
func slowBoxes(stacks []stack, pivot string, recursion, byName bool) []placedBox {
	if pivot == "" {
		return sorted(slowTree("", stacks, recursion, byName).boxes(false, 0, 0, nil))
	}
	var below, above []stack
	for _, s := range stacks {
		at := slices.Index(s.names, pivot)
		if at < 0 {
			continue
		}
		below = append(below, stack{s.names[at+1:], s.value})
		callers := slices.Clone(s.names[:at])
		slices.Reverse(callers)
		above = append(above, stack{callers, s.value})
	}
	down := slowTree(pivot, below, recursion, byName)
	up := slowTree(pivot, above, recursion, byName)
	return sorted(up.boxes(true, 0, 0, down.boxes(false, 0, 0, nil)))
}

// fastBoxes are the boxes of a chart, in the same order.
func fastBoxes(c *flame.Chart) []placedBox {
	var out []placedBox
	for _, ref := range refs(c) {
		b := c.Box(ref)
		name := ""
		if b.Node != query.NoNode {
			name = c.Result.Nodes.Node(b.Node).Name
		}
		out = append(out, placedBox{b.Callers, name, b.Row, b.X0, b.X1, b.Net, c.Tree(ref).Abs[ref.Branch], b.Self})
	}
	return sorted(out)
}

func sorted(boxes []placedBox) []placedBox {
	sort.SliceStable(boxes, func(i, j int) bool {
		a, b := boxes[i], boxes[j]
		if a.row != b.row {
			return a.row < b.row
		}
		if a.x0 != b.x0 {
			return a.x0 < b.x0
		}
		return a.name < b.name
	})
	return boxes
}
