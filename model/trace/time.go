package trace

import "profstation/model/mapped"

// Time is a point in time of a trace, or a distance of two: nanoseconds
// since the trace's first event.
type Time int64

// NoTime is a time that the trace does not have: the end of what was still
// open, or the beginning of what began before. It is later than all others.
const NoTime Time = 1<<48 - 1

// Times is a column of times, of 4 to 6 bytes each: 48 bits of nanoseconds are 78 hours.
type Times struct {
	low  []uint32
	high Column // empty: all are 0
}

// MakeTimes makes a column of n times, none of them later than last.
func MakeTimes(in *mapped.Memory, n int, last Time) Times {
	t := Times{low: mapped.Make[uint32](in, n)}
	if last >= 1<<32 {
		t.high = MakeColumn(in, n, int(last>>32)+1)
	}
	return t
}

// Len is the number of times.
func (t *Times) Len() int { return len(t.low) }

// At returns one.
func (t *Times) At(i int) Time {
	v := Time(t.low[i])
	if t.high.low != nil {
		v |= Time(t.high.At(i)) << 32
	}
	return v
}

// Set changes one while the column is filled. It must not be negative nor later than the column's last.
func (t *Times) Set(i int, v Time) {
	t.low[i] = uint32(v)
	if t.high.low != nil {
		t.high.Set(i, uint16(v>>32))
	}
}
