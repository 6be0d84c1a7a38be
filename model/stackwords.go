package model

import (
	"math/bits"
	"slices"
)

// stackWords are stacks in words of 64 bits, each of as many locations as fit, so that they are
// compared several locations at a time and take less memory than the locations. A location is one
// more than it is, from the high bits to the low ones, and 0 is behind the end of the stack. So the
// order of the words is that of the stacks, and the last location of the last word is 0.
type stackWords struct {
	words []uint64
	start []int32 // of each stack
	bits  int     // of a location
	piece int     // locations of a word
}

// mostPiece is how many locations a word has at most.
const mostPiece = 8

func newStackWords(steps *Steps, locs []LocID, start []int32) *stackWords {
	n := len(start) - 1
	t := &stackWords{start: make([]int32, n+1), bits: bits.Len32(uint32(maxLoc(locs)) + 1)}
	t.piece = min(64/t.bits, mostPiece)
	for i := range n {
		t.start[i+1] = t.start[i] + (start[i+1]-start[i])/int32(t.piece) + 1
	}
	t.words = make([]uint64, t.start[n])
	inParallel(n, func(lo, hi int) {
		steps := StepsUntil(steps.ctx)
		for i := lo; i < hi; i++ {
			stack, to := locs[start[i]:start[i+1]], t.of(int32(i))
			if steps.Over(1 + len(to)) {
				return
			}
			for ; len(stack) >= t.piece; stack, to = stack[t.piece:], to[1:] {
				to[0] = t.word(stack[:t.piece])
			}
			to[0] = t.word(stack) << (t.bits * (t.piece - len(stack)))
		}
	})
	return t
}

func (t *stackWords) word(locs []LocID) uint64 {
	w := uint64(0)
	for _, l := range locs {
		w = w<<t.bits | uint64(l+1)
	}
	return w
}

// of are the words of a stack.
func (t *stackWords) of(stack int32) []uint64 { return t.words[t.start[stack]:t.start[stack+1]] }

// ended reports whether a stack ends within a word.
func (t *stackWords) ended(word uint64) bool { return word&(1<<t.bits-1) == 0 }

// common is how many locations two stacks share from the root, −1 if they are equal.
func (t *stackWords) common(a, b []uint64) int32 {
	for i, x := range a {
		if y := b[i]; x != y {
			return int32(i*t.piece + bits.LeadingZeros64((x^y)<<(64-t.bits*t.piece))/t.bits)
		}
	}
	return -1
}

// locs writes the locations of a stack.
func (t *stackWords) locs(to []LocID, words []uint64) {
	mask := uint64(1)<<t.bits - 1
	for _, w := range words {
		shift := t.bits * (t.piece - 1)
		for i := range min(t.piece, len(to)) {
			to[i] = LocID(w>>shift&mask) - 1
			shift -= t.bits
		}
		to = to[min(t.piece, len(to)):]
	}
}

// maxLoc is the largest of locations, or 0.
func maxLoc(locs []LocID) LocID {
	most := make([]LocID, partsOf(len(locs)))
	inParts(len(locs), len(most), func(part, lo, hi int) {
		m := LocID(0)
		for _, l := range locs[lo:hi] {
			m = max(m, l)
		}
		most[part] = m
	})
	return slices.Max(most)
}
