package model

import (
	"math/bits"
	"slices"
)

// stackWords are stacks in words of 64 bits, each of as many locations as fit, so that they are
// compared several locations at a time and take less memory than the locations. A location is one
// more than it is, from the high bits to the low ones, and 0 is behind the end of the stack. So the
// order of the words is that of the stacks, and the last location of the last word is 0. The zero
// value is ready to use.
type stackWords struct {
	words []uint64
	start []int32     // where the words of each stack begin
	bits  int         // of a location
	piece int         // locations of a word
	items []stackItem // the last order, whose memory the next one has
}

// mostPiece is how many locations a word has at most.
const mostPiece = 8

// add adds a stack, root first.
func (t *stackWords) add(stack []LocID) {
	t.start = append(t.start, int32(len(t.words)))
	if any := t.pack(stack); any>>t.bits > 0 {
		t.widen(bits.Len64(any))
		t.pack(stack)
	}
}

// pack appends the words of a stack, and returns which bits its locations have.
func (t *stackWords) pack(stack []LocID) (any uint64) {
	if t.piece == 0 {
		t.fit(0)
	}
	if n := len(stack)/t.piece + 1; cap(t.words)-len(t.words) < n {
		t.words = slices.Grow(t.words, n+len(t.words))
	}
	words, piece, width := t.words, t.piece, t.bits&63
	if piece == 4 {
		for ; len(stack) >= 4; stack = stack[4:] {
			a, b, c, d := uint64(stack[0])+1, uint64(stack[1])+1, uint64(stack[2])+1, uint64(stack[3])+1
			words = append(words, a<<48|b<<32|c<<16|d)
			any |= a | b | c | d
		}
	}
	for ; len(stack) >= piece; stack = stack[piece:] {
		w := uint64(0)
		for _, l := range stack[:piece] {
			x := uint64(l) + 1
			w = w<<width | x
			any |= x
		}
		words = append(words, w)
	}
	w := uint64(0)
	for _, l := range stack {
		x := uint64(l) + 1
		w = w<<width | x
		any |= x
	}
	t.words = append(words, w<<(t.bits*(piece-len(stack))))
	return any
}

// fit makes words hold as many locations of so many bits as they can.
func (t *stackWords) fit(width int) {
	t.piece = min(64/max(width, 1), mostPiece)
	t.bits = 64 / t.piece
}

// widen packs the stacks anew but for the last, of which only the beginning stays.
func (t *stackWords) widen(width int) {
	old := *t
	t.words, t.start = nil, make([]int32, 0, len(old.start))
	t.fit(width)
	var stack []LocID
	for i, at := range old.start[:len(old.start)-1] {
		depth := int(old.depth(at, old.start[i+1]))
		if cap(stack) < depth {
			stack = make([]LocID, 2*depth)
		}
		old.locs(stack[:depth], at, 0)
		t.add(stack[:depth])
	}
	t.start = append(t.start, int32(len(t.words)))
}

// another is one with room for as much.
func (t *stackWords) another() *stackWords {
	n := min(len(t.words), runWords)
	return &stackWords{words: make([]uint64, 0, n+n/16), start: make([]int32, 0, len(t.start)), bits: t.bits, piece: t.piece}
}

// reset makes room for other stacks.
func (t *stackWords) reset() { t.words, t.start = t.words[:0], t.start[:0] }

// end is where the words of a stack end.
func (t *stackWords) end(stack int32) int32 {
	if int(stack)+1 == len(t.start) {
		return int32(len(t.words))
	}
	return t.start[stack+1]
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
	used := (64 - bits.TrailingZeros64(last) + t.bits - 1) / t.bits
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
