package trace

import "profstation/model"

// FrameIndex is an index into [Trace.Frames].
type FrameIndex int32

// StackIndex is an index into [Trace.Stacks]. NoStack is the empty stack.
type StackIndex int32

// NoStack is the empty stack.
const NoStack StackIndex = 0

// Frame is one frame in stacks: a program counter and what it stands for. Each exists once.
type Frame struct {
	PC         uint64
	Func, File model.StringID
	Line       int32 // 0: not known
}

// Stacks is the table of all stacks in a trace, each once. Two stacks are one if their frames are the same,
// whatever generation they come from. Stack i is Frames[Start[i]:Start[i+1]], leaf first. Stack 0 is empty.
type Stacks struct {
	Start  []int32
	Frames []FrameIndex
}

// Len returns the number of stacks, including the empty one.
func (s *Stacks) Len() int { return len(s.Start) - 1 }

// Stack returns a stack's frames, leaf first. The slice must not be changed.
func (s *Stacks) Stack(i StackIndex) []FrameIndex { return s.Frames[s.Start[i]:s.Start[i+1]] }
