package trace

import "profstation/model/mapped"

// Column is a column of numbers below 65,536: a byte each if all are below 256, else 2.
type Column struct {
	low  []uint8
	high []uint8 // nil: all are 0
}

// MakeColumn makes a column of n numbers below a limit, in memory of a file or, if it is nil, on the
// heap, as all columns.
func MakeColumn(in *mapped.Memory, n, limit int) Column {
	c := Column{low: mapped.Make[uint8](in, n)}
	if limit > 1<<8 {
		c.high = mapped.Make[uint8](in, n)
	}
	return c
}

// Len is the number of numbers.
func (c *Column) Len() int { return len(c.low) }

// At returns one.
func (c *Column) At(i int) uint16 {
	if c.high == nil {
		return uint16(c.low[i])
	}
	return uint16(c.high[i])<<8 | uint16(c.low[i])
}

// Set changes one while the column is filled. It must be below the limit of the column.
func (c *Column) Set(i int, v uint16) {
	c.low[i] = uint8(v)
	if c.high != nil {
		c.high[i] = uint8(v >> 8)
	}
}

// MostLanes is how many Ps, and how many threads, a trace can have: a [LaneColumn] has 16 bits for
// each, and for none.
const MostLanes = 1<<16 - 1

// LaneColumn is a column of Ps or threads, −1 where there is none.
type LaneColumn struct {
	of Column // each by one more; 0: none
}

// MakeLaneColumn makes a column of n of so many Ps or threads, each none.
func MakeLaneColumn(in *mapped.Memory, n, lanes int) LaneColumn {
	return LaneColumn{MakeColumn(in, n, lanes+1)}
}

// At returns one.
func (c *LaneColumn) At(i int) int32 { return int32(c.of.At(i)) - 1 }

// Set changes one while the column is filled.
func (c *LaneColumn) Set(i int, lane int32) { c.of.Set(i, uint16(lane+1)) }
