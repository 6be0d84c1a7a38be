package trace

import (
	"math"
	"os"

	"profstation/model/trace"
)

// spanRow is where a goroutine's span begins.
type spanRow struct {
	g     int32
	stack trace.StackIndex
	cond  uint16
	p, m  uint16
}

// spanBlock holds rows in the order of events, all within four seconds. There are millions of rows,
// so each takes eleven bytes. The few generations with larger numbers keep the upper bits in wide.
type spanBlock struct {
	base int64 // since the generation's Sync
	n    int
	rows *narrowRows
	wide *wideRows // nil if the narrow rows hold everything
	// If there are no rows here, from is where they are in the file; andAll says whether wide rows follow them.
	from   int64
	andAll bool
}

type narrowRows struct {
	at         [blockRows]uint32 // since the block's base
	g, stack   [blockRows]uint16
	cond, p, m [blockRows]uint8 // Ps and threads plus one; 0: none
}

type wideRows struct {
	g, stack   [blockRows]uint16
	cond, p, m [blockRows]uint8
}

// at returns the time of row i since the generation's Sync.
func (b *spanBlock) at(i int) int64 { return b.base + int64(b.rows.at[i]) }

// row returns everything else in row i.
func (b *spanBlock) row(i int) spanRow {
	r := b.rows
	s := spanRow{int32(r.g[i]), trace.StackIndex(r.stack[i]), uint16(r.cond[i]), uint16(r.p[i]) - 1, uint16(r.m[i]) - 1}
	if w := b.wide; w != nil {
		s.g |= int32(w.g[i]) << 16
		s.stack |= trace.StackIndex(w.stack[i]) << 16
		s.cond |= uint16(w.cond[i]) << 8
		s.p = (s.p + 1 | uint16(w.p[i])<<8) - 1
		s.m = (s.m + 1 | uint16(w.m[i])<<8) - 1
	}
	return s
}

// widen keeps the upper bits of row i. The P and thread in s are already plus one.
func (b *spanBlock) widen(i int, s spanRow, free *blocks[wideRows]) {
	if b.wide == nil {
		b.wide = free.take()
		*b.wide = wideRows{}
	}
	w := b.wide
	w.g[i], w.stack[i] = uint16(s.g>>16), uint16(s.stack>>16)
	w.cond[i], w.p[i], w.m[i] = uint8(s.cond>>8), uint8(s.p>>8), uint8(s.m>>8)
}

// spanRows are one generation's rows in the order of events. If a row's condition has Told set, an event
// only repeated the state. The row's time then means nothing: the state holds since the Sync.
type spanRows struct {
	n      int
	blocks []*spanBlock
	last   *spanBlock // the last one in blocks
	file   *os.File   // holds the blocks that were spilled
	by     []int32    // who made each span runnable; only in the format before Go 1.22, else nil
	// These count the rows that occupy each P and thread.
	onProc, onThread laneCounts
}

// add adds a row. If running is set, it occupies its P and thread.
func (r *spanRows) add(at int64, s spanRow, running bool, free *scratch) {
	b := r.last
	if b == nil || b.n == blockRows || at-b.base > math.MaxUint32 {
		b = &spanBlock{base: at, rows: free.rows.take()}
		b.rows.at[0] = 0 // otherwise a nil check reads the page before it is written: two faults
		r.blocks, r.last = append(r.blocks, b), b
	}
	if running {
		r.onProc.add(s.p)
		r.onThread.add(s.m)
	}
	i, to := uint(b.n)%blockRows, b.rows // the remainder is b.n; it saves a bounds check for each array
	b.n++
	r.n++
	s.p++
	s.m++
	to.at[i] = uint32(at - b.base)
	to.g[i], to.stack[i] = uint16(s.g), uint16(s.stack)
	to.cond[i], to.p[i], to.m[i] = uint8(s.cond), uint8(s.p), uint8(s.m)
	if b.wide != nil || uint32(s.g)|uint32(s.stack) >= 1<<16 || s.cond|s.p|s.m >= 1<<8 {
		b.widen(int(i), s, &free.wide)
	}
}

// laneCounts are numbers of spans by P or thread.
type laneCounts []int32

func (n *laneCounts) add(lane uint16) {
	if int(lane) < len(*n) {
		(*n)[lane]++
	} else if lane != noLane {
		n.lengthen(lane)
	}
}

// has reports whether a lane has spans.
func (n laneCounts) has(lane uint16) bool { return int(lane) < len(n) && n[lane] > 0 }

func (n *laneCounts) lengthen(lane uint16) {
	*n = append(apart(*n), make([]int32, int(lane)+1-len(*n))...)
	(*n)[lane]++
}

// move moves all rows before end, keeping their order, to later times that are not after end.
func (r *spanRows) move(end int64, move func(at int64) int64) {
	for k := range r.blocks {
		b := r.blocks[k]
		base := b.base
		if b.at(b.n-1) < end { // all rows move, perhaps too far from where the block began
			base = move(b.at(0))
		}
		for i := range b.n {
			at := b.at(i)
			if at >= end {
				return
			}
			b.rows.at[i] = uint32(move(at) - base)
		}
		b.base = base
	}
}

// leave uncounts a row that is not needed. Pass the same running as to add.
func (r *spanRows) leave(s spanRow, running bool) {
	if running && s.p != noLane {
		r.onProc[s.p]--
	}
	if running && s.m != noLane {
		r.onThread[s.m]--
	}
}

// release gives back the memory of the rows.
func (r *spanRows) release(to *scratch) {
	for i := range r.blocks {
		to.rows.give(r.blocks[i].rows)
		to.wide.give(r.blocks[i].wide)
	}
	*r = spanRows{}
}

// running reports whether a goroutine in state s occupies its thread, and its P if it has one.
func running(s trace.GoState) bool { return s == trace.GoRunning || s == trace.GoSyscall }
