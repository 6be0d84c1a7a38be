package trace

import (
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// regions are those of all goroutines. A program may end them in another order than they began, on another goroutine,
// twice or never: that is a mistake of the program, and costs nothing but what depends on it. An end is that of the
// innermost open region of its goroutine with the same task and type. Those within that one are left: their own ends
// may still come, and until then they end there.
type regions struct {
	all   []trace.Region
	nests map[trace.GoIndex]*nest
	// holders are the goroutines that began regions of a kind and did not end them, with how many; nil as long as no
	// end looked for another goroutine.
	holders map[regionKey]map[trace.GoIndex]int
	whole   trace.RegionIndex // the first region since generations were lost: none of those before is sure
	misuse  misuse
}

// nest is what one goroutine began and did not end.
type nest struct {
	open []trace.RegionIndex // outermost first
	// count is how many of the open ones have each task and type; nil as long as only the innermost ended.
	count map[regionKey]int
	left  map[regionKey][]trace.RegionIndex
}

type regionKey struct {
	task trace.TaskIndex
	kind model.StringID
}

func newRegions() regions { return regions{nests: map[trace.GoIndex]*nest{}} }

func (n *regions) keyOf(i trace.RegionIndex) regionKey {
	return regionKey{n.all[i].Task, n.all[i].Type}
}

func (n *regions) nest(g trace.GoIndex) *nest {
	x := n.nests[g]
	if x == nil {
		x = &nest{}
		n.nests[g] = x
	}
	return x
}

func (n *regions) begin(r trace.Region) {
	x, key := n.nest(r.Go), regionKey{r.Task, r.Type}
	x.open = append(x.open, trace.RegionIndex(len(n.all)))
	if x.count != nil {
		x.count[key]++
	}
	n.hold(key, r.Go, 1)
	n.all = append(n.all, r)
}

// end ends a region with the task, the type and the goroutine of r at a time. Here says that its beginning must be in
// the trace, for its goroutine or its task began there.
func (n *regions) end(r trace.Region, at trace.Time, stack trace.StackIndex, here bool) {
	x, key := n.nest(r.Go), regionKey{r.Task, r.Type}
	if i := n.close(x, key, at); i != trace.NoRegion {
		n.ends(i, at)
		return
	}
	if i := x.takeLeft(key); i != trace.NoRegion {
		n.ends(i, at)
		n.misuse.late.add(mistake{g: r.Go, region: i, stack: stack})
		return
	}
	if here {
		if i := n.elsewhere(key, r.Go); i != trace.NoRegion {
			n.ends(i, at)
			n.misuse.elsewhere.add(mistake{g: r.Go, region: i, stack: stack})
			return
		}
		n.misuse.unopened.add(mistake{g: r.Go, region: trace.RegionIndex(len(n.all)), stack: stack})
	}
	r.Start, r.End = trace.NoTime, at // it began before the trace, or never
	n.all = append(n.all, r)
}

func (n *regions) ends(i trace.RegionIndex, at trace.Time) {
	r := &n.all[i]
	r.End, r.Left = at, false
	n.hold(n.keyOf(i), r.Go, -1)
}

// close takes away the innermost open region of a kind, and leaves all that are within it. It returns NoRegion if none
// is open, and then need not look at each.
func (n *regions) close(x *nest, key regionKey, at trace.Time) trace.RegionIndex {
	last := len(x.open) - 1
	if last >= 0 && x.count == nil && n.keyOf(x.open[last]) != key {
		x.count = map[regionKey]int{}
		for _, i := range x.open {
			x.count[n.keyOf(i)]++
		}
	}
	if last < 0 || x.count != nil && x.count[key] == 0 {
		return trace.NoRegion
	}
	k := last
	for n.keyOf(x.open[k]) != key {
		k--
	}
	ended := x.open[k]
	for _, i := range x.open[k+1:] {
		n.leave(x, i, ended, at)
	}
	if x.count != nil {
		x.count[key]--
	}
	x.open = x.open[:k]
	return ended
}

// leave notes that a region around one has ended.
func (n *regions) leave(x *nest, i, around trace.RegionIndex, at trace.Time) {
	key := n.keyOf(i)
	x.count[key]--
	if x.left == nil {
		x.left = map[regionKey][]trace.RegionIndex{}
	}
	x.left[key] = append(x.left[key], i)
	n.all[i].End, n.all[i].Left = at, true
	if i >= n.whole {
		n.misuse.left = append(n.misuse.left, leftRegion{i, around})
	}
}

// takeLeft takes away the last region of a kind that was left.
func (x *nest) takeLeft(key regionKey) trace.RegionIndex {
	all := x.left[key]
	if len(all) == 0 {
		return trace.NoRegion
	}
	last := len(all) - 1
	x.left[key] = all[:last]
	return all[last]
}

// elsewhere takes away a region that began on another goroutine, if one other goroutine alone has such.
func (n *regions) elsewhere(key regionKey, g trace.GoIndex) trace.RegionIndex {
	if n.holders == nil {
		n.countHolders()
	}
	if len(n.holders[key]) != 1 {
		return trace.NoRegion
	}
	for other := range n.holders[key] {
		x := n.nests[other]
		if i := x.takeLeft(key); i != trace.NoRegion {
			return i
		}
		const deepest = 64
		for k := len(x.open) - 1; k >= max(0, len(x.open)-deepest); k-- {
			if i := x.open[k]; n.keyOf(i) == key {
				x.open = slices.Delete(x.open, k, k+1)
				if x.count != nil {
					x.count[key]--
				}
				return i
			}
		}
	}
	return trace.NoRegion
}

// hold counts regions of a kind that a goroutine has begun and not ended.
func (n *regions) hold(key regionKey, g trace.GoIndex, more int) {
	if n.holders == nil {
		return
	}
	of := n.holders[key]
	if of == nil {
		of = map[trace.GoIndex]int{}
		n.holders[key] = of
	}
	if of[g] += more; of[g] == 0 {
		delete(of, g)
	}
}

// countHolders begins to count.
func (n *regions) countHolders() {
	n.holders = map[regionKey]map[trace.GoIndex]int{}
	for g, x := range n.nests {
		for _, i := range x.open {
			n.hold(n.keyOf(i), g, 1)
		}
		for key, all := range x.left {
			if len(all) > 0 {
				n.hold(key, g, len(all))
			}
		}
	}
}

// nested gives regions their parents, and ends those of goroutines that have ended.
func nested(t *trace.Trace) {
	last := make([]trace.RegionIndex, len(t.Goroutines)+1) // of each goroutine, behind one for those of none
	for g := range last {
		last[g] = trace.NoRegion
	}
	for i := range t.Regions {
		r := &t.Regions[i]
		if r.End == trace.NoTime && r.Go != trace.NoGo {
			if s := t.Goroutines[r.Go].End - 1; t.Spans.State(s) == trace.GoNotExist {
				r.End, r.Left = t.Spans.Start(s), true
			}
		}
		if r.Start == trace.NoTime {
			continue
		}
		r.Parent = last[r.Go+1]
		for r.Parent != trace.NoRegion && t.Regions[r.Parent].End <= r.Start {
			r.Parent = t.Regions[r.Parent].Parent
		}
		last[r.Go+1] = trace.RegionIndex(i)
	}
}
