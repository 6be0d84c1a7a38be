package trace

import (
	"encoding/binary"
	"math"
)

// threadBatch is one batch with events of a thread.
type threadBatch struct {
	time     uint64 // in units of the file's clock
	from, to int64  // where its events are in the generation's bytes
}

// cursor stands at the next event of one thread.
type cursor struct {
	from    *content      // the generation's bytes
	room    []byte        // for data; nil until it is needed
	batches []threadBatch // not begun yet
	data    []byte        // of the batch being read
	at      int           // where in data the event after the next one begins
	thread  int32         // index into order.threads, or none

	time int64 // when the next event is, in nanoseconds
	kind byte
	args [maxArguments]uint64
}

// begin goes to the next batch. It returns false if there is none.
func (c *cursor) begin(perUnit float64) bool {
	if len(c.batches) == 0 {
		if c.room != nil {
			c.from.source.giveBack(c.room)
		}
		c.data, c.room, c.at = nil, nil, 0
		return false
	}
	if c.room == nil && c.from.source != nil {
		c.room = c.from.source.room()
	}
	b := &c.batches[0]
	c.data, c.at, c.time = c.from.part(b.from, b.to, &c.room), 0, nanoseconds(b.time, perUnit)
	c.batches = c.batches[1:]
	return true
}

// next reads the next event. It returns false if there is none.
func (c *cursor) next(perUnit float64) bool {
	end := c.at + eventWindow
	if end > len(c.data) {
		return c.nearEnd(perUnit)
	}
	b := (*[eventWindow]byte)(c.data[c.at:end:end])
	n := uint8(argumentsOf[b[0]])
	check(n <= maxArguments)
	passed, w := short(binary.LittleEndian.Uint32(b[1:]))
	at := 1 + w
	if w == 0 {
		passed, at = longNumber(b, 1)
	}
	c.time += nanoseconds(passed, perUnit)
	args := c.args[:n]
	for k := range args {
		v, w := short(binary.LittleEndian.Uint32(b[at%maxEventBytes:]))
		at += w
		if w == 0 {
			v, at = longNumber(b, at)
		}
		args[k] = v
	}
	c.kind = b[0]
	c.at += int(at)
	return true
}

// maxEventBytes is more than any event takes, and eventWindow how many bytes next needs to read one quickly.
const maxEventBytes, eventWindow = 64, 128

// short returns the number with which b begins and how many bytes it takes, or 0 if it takes more than three. Few do.
func short(b uint32) (v uint64, bytes uint) {
	switch {
	case b&0x80 == 0:
		return uint64(b & 0x7f), 1
	case b&0x8000 == 0:
		return uint64(b&0x7f | b>>1&0x3f80), 2
	case b&0x800000 == 0:
		return uint64(b&0x7f | b>>1&0x3f80 | b>>2&0x1fc000), 3
	}
	return 0, 0
}

// longNumber reads the number at b[i] and returns where the next one begins.
func longNumber(b *[eventWindow]byte, i uint) (v uint64, next uint) {
	v, n := binary.Uvarint(b[i:])
	check(n > 0)
	return v, i + uint(n)
}

// nearEnd is next where a batch or all batches may end.
func (c *cursor) nearEnd(perUnit float64) bool {
	for c.at == len(c.data) {
		if !c.begin(perUnit) {
			return false
		}
	}
	c.slowly(perUnit)
	return true
}

// slowly reads the next event number by number.
func (c *cursor) slowly(perUnit float64) {
	b := c.data[c.at:]
	c.kind = b[0]
	n := int(argumentsOf[c.kind])
	check(n >= 0)
	i := 1
	var passed uint64
	for k := -1; k < n; k++ { // −1 is the time since the previous event
		v, w := binary.Uvarint(b[i:])
		check(w > 0)
		i += w
		if k < 0 {
			passed = v
		} else {
			c.args[k] = v
		}
	}
	c.at += i
	c.time += nanoseconds(passed, perUnit)
}

// nanoseconds rounds each distance between two events separately, as the reader does.
func nanoseconds(units uint64, perUnit float64) int64 { return int64(float64(units) * perUnit) }

// front is a heap of cursors with the earliest event first. Equal times are in the reader's order.
type front []waiting

// waiting is a cursor, by its number, and when its next event is. The time is here, too, because the heap compares
// it all the time. The number is no pointer, so the collector need not know about each move.
type waiting struct {
	time   int64
	cursor int32
}

func (f front) up(i int) int {
	for i > 0 && f[(i-1)/2].time > f[i].time {
		f[(i-1)/2], f[i] = f[i], f[(i-1)/2]
		i = (i - 1) / 2
	}
	return i
}

func (f front) down(i int) {
	w := f[i]
	for k := 2*i + 1; k < len(f); k = 2*i + 1 {
		if k+1 < len(f) && f[k+1].time < f[k].time {
			k++
		}
		if f[k].time >= w.time {
			break
		}
		f[i], i = f[k], k
	}
	f[i] = w
}

// second returns when the second earliest event is.
func (f front) second() int64 {
	switch len(f) {
	case 0, 1:
		return math.MaxInt64
	case 2:
		return f[1].time
	}
	return min(f[1].time, f[2].time)
}

func (f *front) push(w waiting) {
	*f = append(*f, w)
	f.up(len(*f) - 1)
}

// moved moves what waits at i, whose next event is at another time now, to its place in the heap.
func (f front) moved(i int, time int64) {
	f[i].time = time
	if f.up(i) == i {
		f.down(i)
	}
}

func (f *front) remove(i int) {
	h := *f
	for i > 0 {
		h[(i-1)/2], h[i] = h[i], h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[0] = h[len(h)-1]
	if *f = h[:len(h)-1]; len(*f) > 0 {
		f.down(0)
	}
}
