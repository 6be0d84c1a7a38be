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
			stack, to := locs[start[i]:start[i+1]], t.words[t.start[i]:t.start[i+1]]
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

// ended reports whether a stack ends within a word.
func (t *stackWords) ended(word uint64) bool { return word&(1<<t.bits-1) == 0 }

// common is how many locations two stacks share from the root, −1 if they are equal. a and b are
// where their words begin.
func (t *stackWords) common(a, b int32) int32 {
	for i, x := range t.words[a:] {
		if y := t.words[int(b)+i]; x != y {
			return int32(i*t.piece + bits.LeadingZeros64((x^y)<<(64-t.bits*t.piece))/t.bits)
		}
		if t.ended(x) {
			break
		}
	}
	return -1
}

// depth is how many locations the stack has whose words are words[at:end].
func (t *stackWords) depth(at, end int32) int32 {
	last := t.words[end-1] << (64 - t.bits*t.piece)
	used := (64 - bits.TrailingZeros64(last) + t.bits - 1) / t.bits // 0 if last is
	return (end-at-1)*int32(t.piece) + int32(used)
}

// locs writes the locations of a stack from a depth on, whose words begin at a place.
func (t *stackWords) locs(to []LocID, at, from int32) {
	mask := uint64(1)<<t.bits - 1
	at += from / int32(t.piece)
	skip := int(from) % t.piece
	for ; len(to) > 0; at++ {
		w, n := t.words[at], min(t.piece-skip, len(to))
		shift := t.bits * (t.piece - 1 - skip)
		for i := range to[:n] {
			to[i] = LocID(w>>shift&mask) - 1
			shift -= t.bits
		}
		to, skip = to[n:], 0
	}
}

// fetch reads a word of every 64 bytes of some stacks, all at the same time: one after the other,
// they would be waited for. What it returns means nothing.
func (t *stackWords) fetch(items []stackItem) (sum uint64) {
	for _, i := range items {
		for at := i.at; at < t.start[i.stack+1]; at += 8 {
			sum ^= t.words[at]
		}
	}
	return sum
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
