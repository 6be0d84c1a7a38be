package timeline

import (
	"cmp"
	"context"
	"math/bits"
	"sort"

	"profstation/model/mapped"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// census counts how many goroutines, or whatever else changes its kind of time,
// are in each kind at any time, for several groups at once.
//
// Time is cut into bins that are equally wide. The changes in a bin lie side by side, in no order: the
// sums up to t are those at a checkpoint before, and each change since then, at time s, takes t−s from
// the kind that it left and adds t−s to the kind that it came to, whatever the order. So sums are exact to
// the nanosecond at any zoom, and a change costs three bytes. To keep each group's changes apart,
// or sorted, would cost twice as much memory; to keep only sums for bins would be wrong at the
// edges of columns and wherever a bin is wider than one.
type census struct {
	shift    uint // a bin is 1<<shift ns wide
	bins     int
	first    []int32  // bin i has the changes from first[i] to before first[i+1]
	low      []uint16 // when each change was, since its bin's beginning
	high     []uint8  // the upper bits; nil where bins are narrow, or too wide
	wide     []uint32 // the upper bits where bins are wide
	what     []uint8  // an index into moves
	moves    []move
	marks    []int32 // the bins at whose beginning there is a checkpoint
	slots    []slot
	maxAlive int32 // the largest number at once, all groups together
	// maxBusy is the largest number that hold a thread at once; where there
	// are many changes, only the beginnings of bins are looked at.
	maxBusy int32
}

// move says what changes: a group's slot, and from which kind of time to which.
type move struct {
	slot        uint8
	from, to    Kind
	alive, busy int32 // how many more there are, and hold a thread, after it
}

// change is one goroutine, or task, that leaves a kind for another.
type change struct {
	at       trace.Time
	from, to Kind
	slot     uint8
}

// slot has one group's checkpoints: one for each of census.marks.
type slot struct {
	kinds    []Kind  // those that occur
	count    []int32 // len(kinds) a checkpoint
	sum      []int64
	maxAlive int32 // the largest number at once
}

const (
	// perBin is how many changes a bin has on average, or half as many. Where
	// a trace is busy for a small part only, there are many more.
	perBin          = 32
	apart, farApart = 1024, 512 // after how many changes, or bins, there is another checkpoint
	maxSlots        = 12        // bounds the memory for checkpoints
	maxSorted       = 1_000_000 // how many changes are sorted to find the busiest moment
	maxMoves        = 256       // how many moves a byte can number
)

// walk yields every change before a time that it has not yielded yet, in any order, until the steps are over.
type walk func(steps *work.Steps, to trace.Time, yield func(change))

// perPart is how many changes are brought to their places at a time. They go all over their
// part's memory, which may lie in a file.
var perPart int32 = 1 << 25 // tests have less

// whole is a time behind all changes.
const whole = trace.NoTime + 1

// newCensus takes a census from walks over about n changes. The walks are
// taken side by side, and each twice, begun anew. end is the trace's.
//
// Where the groups have more different changes than a byte holds, the last
// groups share slot 0 with those that have no group: see slotOf. The only error is the context's.
func newCensus(ctx context.Context, in *mapped.Memory, end trace.Time, n, slots int, walks ...func() walk) (c *census,
	slotOf []uint8, err error) {
	c = &census{}
	width := max(1, uint64(end+1)/uint64(n/perBin+1))
	c.shift = uint(bits.Len64(width) - 1)
	c.bins = int(end>>c.shift) + 1
	c.first = make([]int32, c.bins+1)
	// First each walk's changes are counted by bins, then each walk has places for its own.
	places := make([][]int32, len(walks))
	seen := make([][]moveSet, len(walks))
	each := func(f func(i int)) {
		parallel.For(ctx, len(walks), func(_, i int) { f(i) })
	}
	each(func(i int) {
		count, saw := make([]int32, c.bins), make([]moveSet, slots)
		walks[i]()(work.StepsUntil(ctx), whole, func(x change) {
			count[x.at>>c.shift]++
			saw[x.slot][x.from][x.to] = true
		})
		places[i], seen[i] = count, saw
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	n = 0
	for b := range c.bins {
		for _, place := range places {
			count := int(place[b])
			place[b] = int32(n)
			n += count
		}
		c.first[b+1] = int32(n)
	}
	for _, saw := range seen[1:] {
		for slot := range saw {
			seen[0][slot].join(&saw[slot])
		}
	}
	slotOf, codes := c.code(seen[0])
	c.low, c.what = take[uint16](in, n), take[uint8](in, n)
	switch {
	case c.shift > 24:
		c.wide = take[uint32](in, n)
	case c.shift > 16:
		c.high = take[uint8](in, n)
	}
	begun := make([]walk, len(walks))
	for i := range walks {
		begun[i] = walks[i]()
	}
	for to := 0; to < c.bins && ctx.Err() == nil; {
		from := c.first[to]
		for to++; to < c.bins && c.first[to+1]-from <= perPart; {
			to++
		}
		end := whole
		if to < c.bins {
			end = trace.Time(to) << c.shift
		}
		each(func(i int) {
			place := places[i]
			begun[i](work.StepsUntil(ctx), end, func(x change) {
				b := x.at >> c.shift
				i := place[b]
				place[b]++
				since := x.at - b<<c.shift
				c.low[i] = uint16(since)
				switch {
				case c.high != nil:
					c.high[i] = uint8(since >> 16)
				case c.wide != nil:
					c.wide[i] = uint32(since >> 16)
				}
				c.what[i] = codes[slotOf[x.slot]][x.from][x.to]
			})
		})
	}
	c.integrate(ctx)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	return c, slotOf, nil
}

// moveSet holds moves from a kind to a kind.
type moveSet [KindCount][KindCount]bool

func (s *moveSet) each(f func(from, to Kind)) {
	for from := range s {
		for to, is := range s[from] {
			if is {
				f(Kind(from), Kind(to))
			}
		}
	}
}

func (s *moveSet) join(o *moveSet) { o.each(func(from, to Kind) { s[from][to] = true }) }

func (s *moveSet) len() (n int) {
	s.each(func(_, _ Kind) { n++ })
	return n
}

func (c *census) code(seen []moveSet) (slotOf []uint8, codes [][KindCount][KindCount]uint8) {
	slotOf = make([]uint8, len(seen))
	room := maxMoves - int(KindCount)*int(KindCount) // slot 0 may come to have all
	apart := 1
	for i := 1; i < len(seen); i++ {
		n := seen[i].len()
		if n > room {
			seen[0].join(&seen[i])
			continue
		}
		room -= n
		slotOf[i] = uint8(apart)
		seen[apart] = seen[i]
		apart++
	}
	codes = make([][KindCount][KindCount]uint8, apart)
	c.slots = make([]slot, apart)
	for i := range apart {
		var has KindSet
		seen[i].each(func(from, to Kind) {
			codes[i][from][to] = uint8(len(c.moves))
			c.moves = append(c.moves, move{
				slot: uint8(i), from: from, to: to,
				alive: existing.count(to) - existing.count(from),
				busy:  AtWork.count(to) - AtWork.count(from),
			})
			has |= SetOf(from, to)
		})
		c.slots[i].kinds = (has & existing).list()
	}
	return slotOf, codes
}

// since returns how long after its bin's beginning a change was.
func (c *census) since(i int32) int64 {
	at := int64(c.low[i])
	switch {
	case c.high != nil:
		at |= int64(c.high[i]) << 16
	case c.wide != nil:
		at |= int64(c.wide[i]) << 16
	}
	return at
}

// integrate makes the checkpoints, with all processors: each counts from where its bins begin,
// as if there were nothing before, and what there was before is added in the end.
func (c *census) integrate(ctx context.Context) {
	for b := range int32(c.bins) {
		if n := len(c.marks); n == 0 || c.first[b]-c.first[c.marks[n-1]] >= apart || b-c.marks[n-1] >= farApart {
			c.marks = append(c.marks, b)
		}
	}
	for i := range c.slots {
		s := &c.slots[i]
		s.count, s.sum = make([]int32, len(c.marks)*len(s.kinds)), make([]int64, len(c.marks)*len(s.kinds))
	}
	parts := make([]integral, min(parallel.Workers(), len(c.marks)))
	parallel.For(ctx, len(parts), func(_, i int) {
		parts[i] = c.integral(work.StepsUntil(ctx), len(c.marks)*i/len(parts), len(c.marks)*(i+1)/len(parts))
	})
	if ctx.Err() != nil {
		return
	}
	before := newIntegral(len(c.slots))
	for i := range parts {
		c.join(&before, &parts[i])
	}
}

// integral is what comes together in the bins from one checkpoint to before another.
type integral struct {
	from, to int // checkpoints
	count    [][KindCount]int32
	sum      []Sums
	alive    []int32
	total    int32 // alive, all slots together

	// The largest numbers, as in census and slot.
	maxOf             []int32
	maxAlive, maxBusy int32
}

func newIntegral(slots int) integral {
	return integral{count: make([][KindCount]int32, slots), sum: make([]Sums, slots), alive: make([]int32, slots), maxOf: make([]int32, slots)}
}

// integral adds up bins, and makes their checkpoints. Once the steps are over, some are missing.
func (c *census) integral(over *work.Steps, from, to int) integral {
	n := len(c.slots)
	t := newIntegral(n)
	t.from, t.to = from, to
	var steps []step
	exact := len(c.what) <= maxSorted
	width := int64(1) << c.shift
	mark := from
	for b := c.marks[from]; b < c.endOf(to); b++ {
		if over.Over(n + int(c.first[b+1]-c.first[b])) {
			break
		}
		if mark < to && c.marks[mark] == b {
			for i := range c.slots {
				s := &c.slots[i]
				for j, k := range s.kinds {
					s.count[mark*len(s.kinds)+j], s.sum[mark*len(s.kinds)+j] = t.count[i][k], t.sum[i][k]
				}
			}
			mark++
		}
		busy := t.busy()
		for i := range t.count {
			for _, k := range c.slots[i].kinds {
				t.sum[i][k] += int64(t.count[i][k]) * width
			}
		}
		t.maxBusy = max(t.maxBusy, busy)
		steps = steps[:0]
		for i := c.first[b]; i < c.first[b+1]; i++ {
			m := &c.moves[c.what[i]]
			d := width - c.since(i)
			t.sum[m.slot][m.from] -= d
			t.sum[m.slot][m.to] += d
			t.count[m.slot][m.from]--
			t.count[m.slot][m.to]++
			if m.alive != 0 || exact && m.busy != 0 {
				steps = append(steps, step{c.since(i), m})
			}
		}
		work.SortSteps(over, false, steps, step.compare)
		for _, x := range steps {
			if exact {
				busy += x.busy
				t.maxBusy = max(t.maxBusy, busy)
			}
			t.alive[x.slot] += x.alive
			t.total += x.alive
			t.maxOf[x.slot] = max(t.maxOf[x.slot], t.alive[x.slot])
			t.maxAlive = max(t.maxAlive, t.total)
		}
	}
	return t
}

// endOf returns a checkpoint's bin; past the last checkpoint, the number of bins.
func (c *census) endOf(mark int) int32 {
	if mark < len(c.marks) {
		return c.marks[mark]
	}
	return int32(c.bins)
}

// busy is how many hold a thread.
func (t *integral) busy() (n int32) {
	for i := range t.count {
		n += t.count[i][Running] + t.count[i][Collecting] + t.count[i][Syscall]
	}
	return n
}

// join adds what was before to the next checkpoints, and adds these bins to those before.
func (c *census) join(before, next *integral) {
	c.maxBusy = max(c.maxBusy, before.busy()+next.maxBusy)
	c.maxAlive = max(c.maxAlive, before.total+next.maxAlive)
	before.total += next.total
	from, to := c.marks[next.from], c.endOf(next.to)
	for i := range c.slots {
		s, count, sum := &c.slots[i], &before.count[i], &before.sum[i]
		s.maxAlive = max(s.maxAlive, before.alive[i]+next.maxOf[i])
		before.alive[i] += next.alive[i]
		for j, k := range s.kinds {
			for m := next.from; m < next.to; m++ {
				at := m*len(s.kinds) + j
				s.count[at] += count[k]
				s.sum[at] += sum[k] + int64(count[k])*(int64(c.marks[m]-from)<<c.shift)
			}
			sum[k] += int64(count[k])*(int64(to-from)<<c.shift) + next.sum[i][k]
			count[k] += next.count[i][k]
		}
	}
}

// step changes how many there are, or how many hold a thread.
type step struct {
	since int64
	*move
}

// compare sorts by time, what ends before what begins. No change does both.
func (x step) compare(y step) int {
	return cmp.Or(cmp.Compare(x.since, y.since), cmp.Compare(x.alive+x.busy, y.alive+y.busy))
}

// bin is the one that a time lies in.
func (c *census) bin(at trace.Time) int { return min(int(at>>c.shift), c.bins-1) }

// mark is the last checkpoint at a bin or before it.
func (c *census) mark(bin int) int {
	return sort.Search(len(c.marks), func(i int) bool { return int(c.marks[i]) > bin }) - 1
}

// selection says which slots of a census get a place to themselves. All others share one more
// place. Places stand side by side, each with a sum for every kind.
type selection struct {
	base   []int // for each slot, where its place begins
	stride int   // the number of sums in all places
	moves  [maxMoves]placed
}

// placed is a move as two offsets into the sums.
type placed struct{ from, to uint16 }

func (c *census) choose(slots []int) *selection {
	s := &selection{base: make([]int, len(c.slots)), stride: (len(slots) + 1) * int(KindCount)}
	for i := range s.base {
		s.base[i] = len(slots) * int(KindCount)
	}
	for i, slot := range slots {
		s.base[slot] = i * int(KindCount)
	}
	for i, m := range c.moves {
		at := s.base[m.slot]
		s.moves[i] = placed{uint16(at + int(m.from)), uint16(at + int(m.to))}
	}
	return s
}

// placeSums picks one place's sums; for a negative place it adds all up.
func placeSums(all []int64, place int) (s Sums) {
	if place >= 0 {
		return Sums(all[place*int(KindCount):])
	}
	for ; len(all) > 0; all = all[KindCount:] {
		for k := range s {
			s[k] += all[k]
		}
	}
	return s
}

// upTo adds the time from the trace's beginning to at to acc, which has a selection's stride: what holds
// at the checkpoint before, and all changes since. It needs an empty tally and leaves it empty.
func (c *census) upTo(at trace.Time, s *selection, acc []int64, t *tally) {
	to := c.bin(at)
	cp := c.mark(to)
	from := int(c.marks[cp])
	span := int64(at) - int64(from)<<c.shift
	for i := range c.slots {
		v := &c.slots[i]
		o := cp * len(v.kinds)
		for j, k := range v.kinds {
			acc[s.base[i]+int(k)] += v.sum[o+j] + int64(v.count[o+j])*span
		}
	}
	for b := from; b < to; b++ {
		c.tally(b, int64(b-from)<<c.shift, t)
	}
	for w := range c.moves {
		if e := t[w]; e.n != 0 {
			d := e.n*span - e.since
			m := s.moves[w]
			acc[m.from] -= d
			acc[m.to] += d
			t[w] = moved{}
		}
	}
	c.walk(to, int64(at)-int64(to)<<c.shift, s, acc)
}

// tally says how often each move was made, and adds up when that was, from
// some time on. To add to it takes much less than to give each change to the kind
// that it left and the kind that it came to.
type tally [maxMoves]moved

type moved struct{ n, since int64 }

// tally counts a bin's changes. The bin begins ns after the tally.
func (c *census) tally(bin int, ns int64, t *tally) {
	first := c.first[bin]
	for i, w := range c.what[first:c.first[bin+1]] {
		e := &t[w]
		e.n++
		e.since += ns + c.since(first+int32(i))
	}
}

// walk adds those changes in a bin that come less than ns after the bin begins.
func (c *census) walk(bin int, ns int64, s *selection, acc []int64) {
	first := c.first[bin]
	for i, w := range c.what[first:c.first[bin+1]] {
		if d := ns - c.since(first+int32(i)); d > 0 {
			m := s.moves[w]
			acc[m.from] -= d
			acc[m.to] += d
		}
	}
}
