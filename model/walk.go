package model

// step is one node on the path of a walk.
type step struct {
	node  NodeID
	depth int32 // index in the stack of the location it belongs to
	line  int32 // index among the nodes of that location
	lo    int32 // the first stack below it
}

// visitor sees the tree of a result's paths, one node of one location at a
// time. path is the way from the root, ending at the node in question; it is
// only valid during the call.
type visitor interface {
	enter(path []step)
	// leave tells the range of stacks that lie below the node.
	leave(path []step, lo, hi int32)
}

// walk visits every path of the stacks that count, each shared beginning once.
// A stack that lost all its nodes to filters is not seen.
func (r *Result) walk(v visitor) {
	st := r.Profile.Stacks
	n := int32(st.Len())
	var path []step
	var ends []int32 // ends[d] is len(path) before the location at depth d
	last := int32(0) // one past the last stack walked
	common := int32(0)
	for i := int32(0); i < n; i++ {
		common = min(common, st.common[i])
		if r.abs[i] == r.abs[i+1] { // nothing of it passed, or all is zero
			continue
		}
		for len(ends) > int(common) {
			to := ends[len(ends)-1]
			for len(path) > int(to) {
				v.leave(path, path[len(path)-1].lo, last)
				path = path[:len(path)-1]
			}
			ends = ends[:len(ends)-1]
		}
		locs := st.Locs(StackID(i))
		top := int32(0)
		if r.top != nil {
			top = r.top[i]
		}
		for d := int32(len(ends)); d < int32(len(locs)); d++ {
			ends = append(ends, int32(len(path)))
			if d < top {
				continue
			}
			loc := locs[d]
			for k := r.first[loc]; k < r.first[loc+1]; k++ {
				path = append(path, step{r.byLoc[k], d, k - r.first[loc], i})
				v.enter(path)
			}
		}
		last = i + 1
		common = int32(len(locs))
	}
	for len(path) > 0 {
		v.leave(path, path[len(path)-1].lo, last)
		path = path[:len(path)-1]
	}
}
