package trace

import (
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// regions holds the regions of all goroutines. A program may end regions in another order than it began them, on
// another goroutine, twice or never. That is the program's mistake and costs only what depends on it. An end belongs
// to the innermost open region on its goroutine with the same task and type. Regions inside that one are marked as
// left: their own ends may still come, and until then they end where the outer one does.
type regions struct {
	all   []trace.Region
	nests map[trace.GoIndex]*nest
	// holders counts, for each kind of region, how many each goroutine began and did not end. It is nil until an end
	// first looks for a region on another goroutine.
	holders map[regionKey]map[trace.GoIndex]int
	whole   trace.RegionIndex // the first region since generations were lost; nothing about earlier ones is certain
	misuse  misuse
}

// nest holds what one goroutine began and did not end.
type nest struct {
	open []trace.RegionIndex // outermost first
	// count has the number of open regions for each task and type. It is nil as long as only innermost regions ended.
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

// end ends a region with the task, type and goroutine of r at a time. If here is set, the region must have begun
// within the trace, because its goroutine or task did.
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

// close removes the innermost open region with a key and marks all regions inside it as left. It returns NoRegion if
// none is open; thanks to count, it then need not look at each.
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

// leave notes that the region around i has ended.
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

// takeLeft removes the last region with a key that was left.
func (x *nest) takeLeft(key regionKey) trace.RegionIndex {
	all := x.left[key]
	if len(all) == 0 {
		return trace.NoRegion
	}
	last := len(all) - 1
	x.left[key] = all[:last]
	return all[last]
}

// elsewhere removes a region that began on another goroutine, if exactly one other goroutine has one with that key.
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

// hold adds to the number of regions with a key that a goroutine has begun and not ended.
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

// countHolders makes holders, by counting in all nests.
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

// nested sets the parents of regions, and ends regions whose goroutines have ended.
func nested(t *trace.Trace) {
	last := make([]trace.RegionIndex, len(t.Goroutines)+1) // for each goroutine, after an entry for regions without one
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
