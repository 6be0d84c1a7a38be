package layout

import (
	"math"
	"slices"
)

// turn reverses edges so that no cycle is left. A walk begins at the nodes without callers; it reverses each edge
// that leads back to a node on the current path.
func (l *layers) turn() {
	out, in := l.adjacent()
	const (
		unseen = iota
		onPath
		done
	)
	state := make([]uint8, len(l.g.Nodes))
	type place struct{ node, next int32 }
	var path []place // no recursion: graphs may be deep
	walk := func(from int32) {
		path = append(path[:0], place{node: from})
		state[from] = onPath
		for len(path) > 0 {
			top := &path[len(path)-1]
			if int(top.next) == len(out[top.node]) {
				state[top.node] = done
				path = path[:len(path)-1]
				continue
			}
			e := out[top.node][top.next]
			top.next++
			switch to := l.g.Edges[e].To; state[to] {
			case onPath:
				l.reversed[e] = true
			case unseen:
				state[to] = onPath
				path = append(path, place{node: to})
			}
		}
	}
	for _, called := range []bool{false, true} {
		for i := range state {
			if state[i] == unseen && (called || len(in[i]) == 0) {
				walk(int32(i))
			}
		}
	}
}

// adjacent lists for each node the edges down from it and up from it, without loops.
func (l *layers) adjacent() (down, up [][]int32) {
	down, up = make([][]int32, len(l.g.Nodes)), make([][]int32, len(l.g.Nodes))
	for e := range l.g.Edges {
		if a, b := l.ends(e); a != b {
			down[a] = append(down[a], int32(e))
			up[b] = append(up[b], int32(e))
		}
	}
	return down, up
}

// rank gives every node the rank at the end of the longest path to it. Then it moves nodes with more weight below
// than above down towards what is below, so that edges get shorter.
func (l *layers) rank() {
	out, in := l.adjacent()
	open := make([]int, len(in))
	sorted := make([]int32, 0, len(in))
	for i := range in {
		if open[i] = len(in[i]); open[i] == 0 {
			sorted = append(sorted, int32(i))
		}
	}
	for i := 0; i < len(sorted); i++ {
		for _, e := range out[sorted[i]] {
			_, b := l.ends(int(e))
			l.vertex[b].rank = max(l.vertex[b].rank, l.vertex[sorted[i]].rank+l.length(e))
			if open[b]--; open[b] == 0 {
				sorted = append(sorted, b)
			}
		}
	}
	for _, v := range slices.Backward(sorted) {
		above, below := int64(0), int64(0)
		for _, e := range in[v] {
			above += int64(max(l.g.Edges[e].Weight, 1))
		}
		lowest := int32(math.MaxInt32)
		for _, e := range out[v] {
			_, b := l.ends(int(e))
			lowest = min(lowest, l.vertex[b].rank-l.length(e))
			below += int64(max(l.g.Edges[e].Weight, 1))
		}
		if below > above && lowest > l.vertex[v].rank {
			l.vertex[v].rank = lowest
		}
	}
	l.compact()
}

func (l *layers) length(e int32) int32 { return max(1, l.g.Edges[e].MinLen) }

// compact removes ranks without nodes. An edge that only passes through an empty rank does not need it.
func (l *layers) compact() {
	highest := int32(0)
	for i := range l.g.Nodes {
		highest = max(highest, l.vertex[i].rank)
	}
	used := make([]int32, highest+1)
	for i := range l.g.Nodes {
		used[l.vertex[i].rank] = 1
	}
	sum := int32(0)
	for r, u := range used {
		used[r] = sum
		sum += u
	}
	for i := range l.g.Nodes {
		l.vertex[i].rank = used[l.vertex[i].rank]
	}
}
