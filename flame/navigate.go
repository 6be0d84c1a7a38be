package flame

import (
	"slices"

	"profstation/model/query"
)

// Step is a direction in which a selection moves along the tree.
type Step int

// Outwards is towards the root or the pivot. Inwards is away from it, to the widest box. Left and Right go along the
// row. No step leads to a merged box.
const (
	Outwards Step = iota
	Inwards
	Left
	Right
)

// Move returns the box next to r in a direction, or r itself if there is none.
func (c *Chart) Move(r Ref, s Step) Ref {
	if !c.Has(r) {
		return Ref{}
	}
	t := c.Tree(r)
	switch s {
	case Outwards:
		if p := t.Parent[r.Branch]; p > 0 {
			return Ref{r.Callers, p}
		}
		return Ref{} // the root, or the pivot, which is the root of both trees
	case Inwards:
		return c.widest(r)
	}
	row, _ := c.row(c.Box(r).Row)
	way := 1
	if s == Left {
		way = -1
	}
	for i := slices.Index(row, r.Branch) + way; i >= 0 && i < len(row); i += way {
		if t.Merged[row[i]] == 0 {
			return Ref{r.Callers, row[i]}
		}
	}
	return r
}

func (c *Chart) widest(r Ref) Ref {
	t := c.Tree(r)
	best := r
	for b := t.First[r.Branch]; b < t.First[r.Branch]+t.Count[r.Branch]; b++ {
		if t.Merged[b] == 0 && (best == r || t.Abs[b] > t.Abs[best.Branch]) {
			best = Ref{r.Callers, b}
		}
	}
	return best
}

// Widest returns a node's widest box. It prefers boxes in the window to others, and callees to callers. It returns
// None if the chart has none.
func (c *Chart) Widest(n query.NodeID) Ref {
	best, inWindow := None, false
	for _, callers := range []bool{false, true} {
		t := c.Tree(Ref{Callers: callers})
		if t == nil || n == query.NoNode || inWindow {
			continue
		}
		for b, m := range t.Node {
			if m != n {
				continue
			}
			r := Ref{callers, int32(b)}
			in := c.InWindow(r)
			switch {
			case best == None, in && !inWindow, in == inWindow && callers == best.Callers && t.Abs[b] > t.Abs[best.Branch]:
				best, inWindow = r, in
			}
		}
	}
	return best
}

// InWindow reports whether any part of a box is in the window.
func (c *Chart) InWindow(r Ref) bool {
	b := c.Box(r)
	return float64(b.X0) < c.Window.To && float64(b.X1) > c.Window.From
}

// Hottest follows the widest box inwards from r. It stops where no box has more than half of its parent's width,
// since the costs divide there.
func (c *Chart) Hottest(r Ref) Ref {
	t := c.Tree(r)
	for {
		next := c.widest(r)
		if next == r || t.Abs[next.Branch] <= t.Abs[r.Branch]/2 {
			return r
		}
		r = next
	}
}
