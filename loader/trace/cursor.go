package trace

import (
	"encoding/binary"
	"math"
)

// threadBatch is one batch of a thread's events.
type threadBatch struct {
	time uint64 // in units of the file's clock
	data []byte
}

// cursor stands in the events of one thread, at the next one.
type cursor struct {
	batches []threadBatch // the rest of them
	data    []byte        // the rest of the one that is read
	last    int64         // the time of the event before; 0: it begins a batch
	thread  int32         // index into the order's threads; none for events of no thread

	time int64 // of the next event, in nanoseconds
	kind byte
	args [mostArguments]uint64
}

// next reads the next event. ok is false if there is none or, with bad, if it
// cannot be read.
func (c *cursor) next(perUnit float64) (ok, bad bool) {
	for len(c.data) == 0 {
		if len(c.batches) == 0 {
			return false, false
		}
		if c.batches = c.batches[1:]; len(c.batches) == 0 {
			return false, false
		}
		c.data, c.last = c.batches[0].data, 0
	}
	if c.last == 0 {
		c.last = nanoseconds(c.batches[0].time, perUnit)
	}
	b := c.data
	c.kind = b[0]
	n := int(argumentsOf[c.kind])
	if n < 0 {
		return false, true
	}
	i := 1
	var passed uint64
	for k := -1; k < n; k++ { // −1 is the time since the event before
		var v uint64
		if i < len(b) && b[i] < 0x80 {
			v = uint64(b[i])
			i++
		} else {
			w := 0
			if v, w = binary.Uvarint(b[i:]); w <= 0 {
				return false, true
			}
			i += w
		}
		if k < 0 {
			passed = v
		} else {
			c.args[k] = v
		}
	}
	c.data = b[i:]
	c.time = nanoseconds(passed, perUnit) + c.last
	c.last = c.time
	return true, false
}

// nanoseconds turns units of the file's clock into nanoseconds, as the reader
// does it: every event's distance from the one before is rounded on its own.
func nanoseconds(units uint64, perUnit float64) int64 { return int64(float64(units) * perUnit) }

// front is a heap of cursors, the one with the earliest event first. Events of
// the same time come in the order in which the heap has them, so it moves them
// as the reader's does.
type front []*cursor

func (f front) up(i int) int {
	for i > 0 && f[(i-1)/2].time > f[i].time {
		f[(i-1)/2], f[i] = f[i], f[(i-1)/2]
		i = (i - 1) / 2
	}
	return i
}

func (f front) down(i int) {
	for {
		least, time := i, int64(math.MaxInt64)
		if i < len(f) {
			time = f[i].time
		}
		for k := 2*i + 1; k <= 2*i+2 && k < len(f); k++ {
			if f[k].time < time {
				least, time = k, f[k].time
			}
		}
		if least == i {
			return
		}
		f[i], f[least] = f[least], f[i]
		i = least
	}
}

func (f *front) push(c *cursor) {
	*f = append(*f, c)
	f.up(len(*f) - 1)
}

// moved puts cursor i, which has another event now, to its place.
func (f front) moved(i int) {
	if f.up(i) == i {
		f.down(i)
	}
}

// remove takes out cursor i, which has no more events.
func (f *front) remove(i int) {
	h := *f
	for i > 0 {
		h[(i-1)/2], h[i] = h[i], h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[0] = h[len(h)-1]
	*f = h[:len(h)-1]
	f.down(0)
}
