package timeline

import (
	"math"
	"sort"

	"profstation/model/mapped"
	"profstation/model/trace"
	"profstation/model/work"
)

// levels are a lane's levels of detail: for every block of entries, when it begins and how much
// time went to each kind before, so that any column's sums come from two blocks and some
// entries at each edge, however many spans lie between. They are exact.
//
// A block's figures are its tile's, in eight bytes, plus four bytes each for what
// came since the tile began. If four bytes do not hold that, each block is a tile.
//
// Other shapes were weighed. Bins with fixed widths for each zoom need edges that are exact too, and
// twice the memory; a pyramid of them does not follow a zoom that is no power of two.
type levels struct {
	block, blocks int
	kinds         []Kind // those that occur
	// tiles say for each tile when it begins and how much of each kind came before, and
	// narrow is how much more that is for each block; nil if each is a tile.
	tiles   []int64
	narrow  []uint32
	shift   uint   // a tile is 1<<shift blocks
	entries []Kind // the entries' kinds on a P or thread, whose spans lie scattered; with specialEntry
}

// specialEntry is added to an entry's kind if its span is special.
const specialEntry Kind = 0x80

// Entries in a block. On a P or thread they lie scattered over the columns of
// spans, so fewer are walked.
const (
	goBlock   = 32
	laneBlock = 8
	tileShift = 4 // see levels.shift
)

// newLevels makes a lane's levels. A lane with few blocks is quickly walked without. Its only error
// is the steps'.
func newLevels(steps *work.Steps, in *mapped.Memory, l *Lane, block int) (*levels, error) {
	v := &levels{block: block, blocks: (l.n + block - 1) / block}
	var has KindSet
	if l.list != nil {
		v.entries = take[Kind](in, l.n)
	}
	for i := range l.n {
		if i%block == 0 && steps.Over(block) {
			return nil, steps.Err()
		}
		k, special := l.kind(i)
		has |= 1 << k
		if l.list != nil {
			if v.entries[i] = k; special {
				v.entries[i] |= specialEntry
			}
		}
	}
	v.kinds = has.list()
	if !v.fill(steps, in, l, tileShift) {
		v.fill(steps, in, l, 0)
	}
	if steps.Over(0) {
		return nil, steps.Err()
	}
	return v, nil
}

// fill makes the figures, with 1<<shift blocks to a tile. It reports whether four bytes were enough.
func (v *levels) fill(steps *work.Steps, in *mapped.Memory, l *Lane, shift uint) bool {
	stride := 1 + len(v.kinds)
	v.shift, v.narrow = shift, nil
	v.tiles = take[int64](in, (v.blocks-1)>>shift*stride+stride)[:0]
	if shift > 0 {
		v.narrow = take[uint32](in, v.blocks*stride)[:0]
	}
	var total Sums
	figures := make([]int64, stride)
	for i := range l.n {
		e := l.entry(i)
		if i%v.block == 0 {
			if steps.Over(v.block) {
				return true
			}
			figures[0] = int64(e.start)
			for j, k := range v.kinds {
				figures[1+j] = total[k]
			}
			if i%(v.block<<shift) == 0 {
				v.tiles = append(v.tiles, figures...)
			}
			base := v.tiles[len(v.tiles)-stride:]
			for j, x := range figures {
				if x-base[j] > math.MaxUint32 {
					return false
				}
				if shift > 0 {
					v.narrow = append(v.narrow, uint32(x-base[j]))
				}
			}
		}
		total[e.kind] += int64(e.end - e.start)
	}
	return true
}

func (v *levels) start(block int) trace.Time {
	stride := 1 + len(v.kinds)
	at := v.tiles[block>>v.shift*stride]
	if v.narrow != nil {
		at += int64(v.narrow[block*stride])
	}
	return trace.Time(at)
}

// at sets the sums before a block.
func (v *levels) at(block int, s *Sums) {
	*s = Sums{}
	stride := 1 + len(v.kinds)
	base := v.tiles[block>>v.shift*stride+1:]
	for j, k := range v.kinds {
		s[k] = base[j]
		if v.narrow != nil {
			s[k] += int64(v.narrow[block*stride+1+j])
		}
	}
}

// cursor walks a lane forwards and sums up.
type cursor struct {
	l   *Lane
	e   entry // at or before the cursor; before the first its place is −1
	at  trace.Time
	sum Sums // how long each kind lasts from where the lane begins up to the cursor

	ahead entry // the entry after e, if its place is that
}

func newCursor(l *Lane) cursor { return cursor{l: l, e: entry{i: -1}, ahead: entry{i: -1}} }

// next is the entry after the cursor's; nothing that begins at NoTime if there is none.
func (c *cursor) next() entry {
	i := int(c.e.i) + 1
	if i >= c.l.n {
		return entry{trace.NoTime, trace.NoTime, Ended, -1}
	}
	if int(c.ahead.i) != i {
		c.ahead = c.l.entry(i)
	}
	return c.ahead
}

// advance goes to a time, which must not lie before the cursor.
func (c *cursor) advance(to trace.Time) {
	if v := c.l.levels; v != nil {
		if b := int(c.e.i)/v.block + 1; b < v.blocks && v.start(b) <= to {
			// Gallop, then search: columns lie side by side.
			step := 1
			for b+step < v.blocks && v.start(b+step) <= to {
				b, step = b+step, 2*step
			}
			b += sort.Search(min(step, v.blocks-b)-1, func(i int) bool { return v.start(b+1+i) > to })
			v.at(b, &c.sum)
			c.e = c.l.entry(b * v.block)
			c.at = c.e.start
		}
	}
	for {
		if c.e.i >= 0 && c.at < c.e.end {
			end := min(to, c.e.end)
			c.sum[c.e.kind] += int64(end - c.at)
			c.at = end
			if to < c.e.end {
				return // no other begins before this one ends
			}
		}
		e := c.next()
		if e.i < 0 || e.start > to {
			break
		}
		c.e, c.at = e, e.start
	}
	c.at = max(c.at, to)
}

// stretch is the entry at the cursor, or the nothing between two.
func (c *cursor) stretch() entry {
	if c.e.i >= 0 && c.at < c.e.end {
		return c.e
	}
	s := entry{0, c.next().start, Ended, -1}
	if c.e.i >= 0 {
		s.start = c.e.end
	}
	return s
}

// after is the stretch behind the cursor's.
func (c *cursor) after(s entry) entry {
	e := c.next()
	if e.start > s.end {
		return entry{s.end, e.start, Ended, -1}
	}
	return e
}
