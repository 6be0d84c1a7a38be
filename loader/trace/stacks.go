package trace

import (
	"math"
	"math/bits"
	"slices"

	xtrace "golang.org/x/exp/trace"

	"profstation/model"
	"profstation/model/trace"
)

// stackTable gives each stack an index; the same frames get the same index. Index 0 is the empty stack.
type stackTable struct {
	frames   *interner[trace.Frame, trace.FrameIndex]
	start    []int32
	refs     []trace.FrameIndex
	byHash   map[uint64]trace.StackIndex // the last stack with each hash
	sameHash []trace.StackIndex          // the previous stack with the same hash; 0: none
}

func newStackTable() *stackTable {
	return &stackTable{
		frames:   newInterner[trace.Frame, trace.FrameIndex](),
		start:    []int32{0, 0},
		byHash:   map[uint64]trace.StackIndex{},
		sameHash: []trace.StackIndex{0},
	}
}

func (t *stackTable) of(i trace.StackIndex) []trace.FrameIndex {
	return t.refs[t.start[i]:t.start[i+1]]
}

// pushed makes a stack from the frames appended to refs. If the stack is known already, it drops them.
func (t *stackTable) pushed() trace.StackIndex {
	from := t.start[len(t.start)-1]
	added := t.refs[from:]
	if len(added) == 0 {
		return trace.NoStack
	}
	h := factor
	for _, f := range added {
		h = bits.RotateLeft64((h^uint64(f))*factor, 29)
	}
	last := t.byHash[h]
	for i := last; i != 0; i = t.sameHash[i] {
		if slices.Equal(t.of(i), added) {
			t.refs = t.refs[:from]
			return i
		}
	}
	i := trace.StackIndex(len(t.start) - 1)
	t.start = append(t.start, int32(len(t.refs)))
	t.sameHash = append(t.sameHash, last)
	t.byHash[h] = i
	return i
}

func (t *stackTable) add(s xtrace.Stack, texts *stringTable) trace.StackIndex {
	for f := range s.Frames() {
		t.refs = append(t.refs, t.frames.id(trace.Frame{
			PC: f.PC, Func: texts.id(f.Func), File: texts.id(f.File), Line: int32(min(f.Line, math.MaxInt32)),
		}))
	}
	return t.pushed()
}

// merge adds all stacks from another table and returns their indices here.
func (t *stackTable) merge(o *stackTable, texts []model.StringID) []trace.StackIndex {
	frames := make([]trace.FrameIndex, len(o.frames.all))
	for i, f := range o.frames.all {
		f.Func, f.File = texts[f.Func], texts[f.File]
		frames[i] = t.frames.id(f)
	}
	ids := make([]trace.StackIndex, len(o.start)-1)
	for i := 1; i < len(ids); i++ {
		for _, f := range o.of(trace.StackIndex(i)) {
			t.refs = append(t.refs, frames[f])
		}
		ids[i] = t.pushed()
	}
	return ids
}
