package trace

import "profstation/model/trace"

// sorted turns the rows, which are in the order of events, into columns sorted by goroutine. It
// counts and compares nothing. Goroutines that run or are in a system call make the lanes.
func (d *decoder) sorted() {
	n := 0
	first := make([]int32, len(d.rows)+1)
	for g := range d.rows {
		first[g+1] = d.rows[g].spans
	}
	sums(first)
	procs := make([]int32, len(d.procs.ids)+1)
	threads := make([]int32, len(d.threads.ids)+1)
	inLane := make([]bool, len(d.conditions))
	for i, c := range d.conditions {
		inLane[i] = c.State == trace.GoRunning || c.State == trace.GoSyscall
	}
	for _, b := range d.blocks {
		n += len(b.rows)
		for i := range b.rows {
			if r := &b.rows[i]; inLane[r.cond] {
				if r.p != noLane {
					procs[r.p+1]++
				}
				if r.m != noLane {
					threads[r.m+1]++
				}
			}
		}
	}
	sums(procs)
	sums(threads)
	c := spanColumns{
		first:       first,
		at:          offsets{low: make([]uint32, n)},
		stack:       trace.MakeStackColumn(n, len(d.stacks.start)-1),
		cond:        make([]uint16, n),
		p:           make([]uint16, n),
		m:           make([]uint16, n),
		procLanes:   lanes{procs, make([]int32, procs[len(procs)-1])},
		threadLanes: lanes{threads, make([]int32, threads[len(threads)-1])},
	}
	if d.old {
		c.by = make([]int32, n)
	}
	row := 0 // in the order of events
	nextG := append([]int32(nil), first...)
	nextP := append([]int32(nil), procs...)
	nextM := append([]int32(nil), threads...)
	for j, b := range d.blocks {
		for i := range b.rows {
			r := &b.rows[i]
			k := nextG[r.g]
			nextG[r.g]++
			if !d.conditions[r.cond].Told {
				c.at.set(int(k), b.base+int64(r.at))
			}
			c.stack.Set(int(k), r.stack)
			c.cond[k], c.p[k], c.m[k] = r.cond, r.p, r.m
			if d.old {
				c.by[k] = d.by[row]
				row++
			}
			if inLane[r.cond] {
				if r.p != noLane {
					c.procLanes.spans[nextP[r.p]] = k
					nextP[r.p]++
				}
				if r.m != noLane {
					c.threadLanes.spans[nextM[r.m]] = k
					nextM[r.m]++
				}
			}
		}
		d.free.rows.give(b.rows)
		d.blocks[j].rows = nil
	}
	d.spans = c
}

// sums turns counts, which stand one place to the right, into beginnings.
func sums(n []int32) {
	for i := 1; i < len(n); i++ {
		n[i] += n[i-1]
	}
}
