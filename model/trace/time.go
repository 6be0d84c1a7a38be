package trace

// Time is a point in time in a trace, or the distance between two, in nanoseconds since the trace's first
// event.
type Time int64

// NoTime is a time that the trace does not have: the end of what was still open, or the beginning of what
// began before. It is later than all others.
const NoTime Time = 1<<48 - 1

// Times is a column of times with 6 bytes each: 48 bits of nanoseconds are 78 hours.
type Times struct {
	low  []uint32
	high []uint16
}

// MakeTimes makes a column of n times.
func MakeTimes(n int) Times {
	return Times{low: make([]uint32, n), high: make([]uint16, n)}
}

// Len returns the number of times.
func (t *Times) Len() int { return len(t.low) }

// At returns one time.
func (t *Times) At(i int) Time {
	return Time(t.high[i])<<32 | Time(t.low[i])
}

// Set sets one time while the column is filled. It must not be negative or later than [NoTime].
func (t *Times) Set(i int, v Time) {
	t.low[i], t.high[i] = uint32(v), uint16(v>>32)
}
