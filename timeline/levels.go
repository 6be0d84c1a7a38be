package timeline

import (
	"sort"

	"profstation/model"
)

// levels are the level of detail of a lane: for every block of entries, when it
// begins and how much time went to each kind before, so that the sums of any
// column come from two blocks and some entries at each edge, however many
// spans lie between. They are exact.
//
// Other shapes were weighed. Bins of fixed widths for each zoom need edges that
// are exact too, and twice the memory; a pyramid of them does not follow a
// zoom that is no power of two.
type levels struct {
	block int
	start []model.TraceTime
	kinds []Kind  // those that occur
	sum   []int64 // len(kinds) a block
}

// Blocks of entries. Those of a P or thread lie scattered over the columns of
// spans, so fewer of them are walked.
const (
	goBlock   = 32
	laneBlock = 16
)

// newLevels makes the levels of a lane, nil for one that is quickly walked.
func newLevels(l *lane, block int) *levels {
	if l.n < 4*block {
		return nil
	}
	blocks := (l.n + block - 1) / block
	v := &levels{block: block, start: make([]model.TraceTime, 0, blocks)}
	var total sums
	all := make([]sums, 0, blocks)
	for i := range l.n {
		e := l.entry(i)
		if i%block == 0 {
			v.start = append(v.start, e.start)
			all = append(all, total)
		}
		total[e.kind] += int64(e.end - e.start)
	}
	for k, sum := range total {
		if sum > 0 {
			v.kinds = append(v.kinds, Kind(k))
		}
	}
	v.sum = make([]int64, 0, blocks*len(v.kinds))
	for i := range all {
		for _, k := range v.kinds {
			v.sum = append(v.sum, all[i][k])
		}
	}
	return v
}

// at sets the sums before a block.
func (v *levels) at(block int, s *sums) {
	*s = sums{}
	for j, k := range v.kinds {
		s[k] = v.sum[block*len(v.kinds)+j]
	}
}

// cursor walks a lane forwards and sums up.
type cursor struct {
	l  *lane
	i  int   // the entry at or before the cursor; −1 before the first
	e  entry // of i
	at model.TraceTime
	// sum is the time of each kind from the beginning of the lane up to the
	// cursor.
	sum sums

	ahead entry // the entry after i, where known is i+1
	known int
}

// newCursor stands at the beginning of a lane.
func newCursor(l *lane) cursor { return cursor{l: l, i: -1, known: -1} }

// next is the entry after the cursor's; ok is false where there is none.
func (c *cursor) next() (e entry, ok bool) {
	if c.i+1 >= c.l.n {
		return entry{}, false
	}
	if c.known != c.i+1 {
		c.ahead, c.known = c.l.entry(c.i+1), c.i+1
	}
	return c.ahead, true
}

// advance goes to a time, which must not lie before the cursor.
func (c *cursor) advance(to model.TraceTime) {
	if v := c.l.levels; v != nil {
		if b := c.i/v.block + 1; b < len(v.start) && v.start[b] <= to {
			// Gallop, then search: columns lie side by side.
			step := 1
			for b+step < len(v.start) && v.start[b+step] <= to {
				b, step = b+step, 2*step
			}
			rest := v.start[b+1 : min(b+step, len(v.start))]
			b += sort.Search(len(rest), func(i int) bool { return rest[i] > to })
			v.at(b, &c.sum)
			c.i = b * v.block
			c.e = c.l.entry(c.i)
			c.at = c.e.start
		}
	}
	for {
		if c.i >= 0 && c.at < c.e.end {
			end := min(to, c.e.end)
			c.sum[c.e.kind] += int64(end - c.at)
			c.at = end
			if to < c.e.end {
				return // no other begins before this one ends
			}
		}
		e, ok := c.next()
		if !ok || e.start > to {
			break
		}
		c.i, c.e, c.at = c.i+1, e, e.start
	}
	c.at = max(c.at, to)
}
