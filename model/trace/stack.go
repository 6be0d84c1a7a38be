package trace

import (
	"profstation/model"
	"profstation/model/mapped"
)

// FrameIndex is an index into [Trace.Frames].
type FrameIndex int32

// StackIndex is an index into [Trace.Stacks]. NoStack is the empty stack.
type StackIndex int32

// NoStack is the empty stack.
const NoStack StackIndex = 0

// Frame is one frame of stacks: a program counter and what it stands for, each once.
type Frame struct {
	PC         uint64
	Func, File model.StringID
	Line       int32 // 0: not known
}

// Stacks is the table of all stacks of a trace, each once: two stacks are
// one where their frames are the same, whatever generation they come from.
// Stack i is Frames[Start[i]:Start[i+1]], leaf first. Stack 0 is empty.
type Stacks struct {
	Start  []int32
	Frames []FrameIndex
}

// Len is the number of stacks, the empty one included.
func (s *Stacks) Len() int { return len(s.Start) - 1 }

// Stack returns the frames of a stack, leaf first. It must not be changed.
func (s *Stacks) Stack(i StackIndex) []FrameIndex { return s.Frames[s.Start[i]:s.Start[i+1]] }

// StackColumn is a column of stacks: 2 bytes each if a trace has at most [FewStacks], else 4.
type StackColumn struct {
	low  []uint16
	high []uint16 // nil: all are 0
}

// FewStacks is how many stacks 2 bytes can number, the empty one included.
const FewStacks = 1 << 16

// MakeStackColumn makes a column of n stacks of a table of so many.
func MakeStackColumn(in *mapped.Memory, n, stacks int) StackColumn {
	c := StackColumn{low: mapped.Make[uint16](in, n)}
	if stacks > FewStacks {
		c.high = mapped.Make[uint16](in, n)
	}
	return c
}

// At returns one.
func (c *StackColumn) At(i int) StackIndex {
	if c.high == nil {
		return StackIndex(c.low[i])
	}
	return StackIndex(c.high[i])<<16 | StackIndex(c.low[i])
}

// Set changes one while the column is filled. It must be of the table that the column was made for.
func (c *StackColumn) Set(i int, s StackIndex) {
	c.low[i] = uint16(s)
	if c.high != nil {
		c.high[i] = uint16(s >> 16)
	}
}
