package model

import (
	"math/bits"
	"slices"

	"profstation/model/large"
)

// packing says how stacks are stored in words of 64 bits, so that several locations are compared at a time
// and less memory is used. A location is stored plus one, from the high bits to the low ones, and 0 follows
// the stack's end. So the words have the same order as the stacks, and the last location in the last word is
// 0.
type packing struct {
	bits  int // per location
	piece int // locations per word
}

// maxPiece is the most locations in a word.
const maxPiece = 8

// packingOf returns the packing for locations with that many bits: as many to a word as fit.
func packingOf(width int) packing {
	piece := min(64/max(width, 1), maxPiece)
	return packing{64 / piece, piece}
}

// pack appends the words for the end of a stack. It returns which bits its locations use.
func (p packing) pack(words []uint64, stack []LocID) (_ []uint64, any uint64) {
	piece, width := p.piece, p.bits&63
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
	return append(words, w<<(p.bits*(piece-len(stack)))), any
}

// unpack writes a stack's locations from a depth on.
func (p packing) unpack(to []LocID, stack []uint64, from int32) {
	mask := uint64(1)<<p.bits - 1
	stack = stack[from/int32(p.piece):]
	skip := int(from) % p.piece
	for ; len(to) > 0; stack = stack[1:] {
		w, n := stack[0], min(p.piece-skip, len(to))
		if p.piece == 4 && n == 4 {
			to[0], to[1], to[2], to[3] = LocID(w>>48)-1, LocID(w>>32&0xffff)-1, LocID(w>>16&0xffff)-1, LocID(w&0xffff)-1
			to = to[4:]
			continue
		}
		shift := p.bits * (p.piece - 1 - skip)
		for i := range to[:n] {
			to[i] = LocID(w>>(shift&63)&mask) - 1
			shift -= p.bits
		}
		to, skip = to[n:], 0
	}
}

// ended reports whether a stack ends within a word.
func (p packing) ended(word uint64) bool { return word&(1<<p.bits-1) == 0 }

// depth returns how many locations a stack has.
func (p packing) depth(stack []uint64) int32 {
	n := len(stack) - 1
	last := stack[n] << (64 - p.bits*p.piece)
	used := (64 - bits.TrailingZeros64(last) + p.bits - 1) / p.bits
	return int32(n*p.piece + used)
}

// same returns how many locations two different words share.
func (p packing) same(a, b uint64) int32 {
	return int32(uint32(bits.LeadingZeros64((a^b)<<(64-p.bits*p.piece))) / uint32(p.bits))
}

// stackWords holds stacks as words, in any order. The zero value is ready to use.
type stackWords struct {
	packing
	words []uint64
	start []int32     // where the words of each stack begin
	items []stackItem // the last order; the next one reuses its memory
}

// add adds a stack, root first.
func (t *stackWords) add(stack []LocID) {
	t.start = append(t.start, int32(len(t.words)))
	if any := t.pack(stack); any>>t.bits > 0 {
		t.widen(bits.Len64(any))
		t.pack(stack)
	}
}

// pack appends a stack's words. It returns which bits its locations use.
func (t *stackWords) pack(stack []LocID) (any uint64) {
	if t.piece == 0 {
		t.packing = packingOf(0)
	}
	t.reserve(len(stack)/t.piece + 1)
	t.words, any = t.packing.pack(t.words, stack)
	return any
}

// reserve allocates memory for n more words.
func (t *stackWords) reserve(n int) {
	if cap(t.words)-len(t.words) < n {
		// [slices.Grow] is not used because it would write to all of the memory.
		t.words = append(large.Reserve[uint64](n+4*len(t.words)), t.words...)
	}
}

// widen packs the stacks again with a larger width, except for the last, of which only the start is kept.
func (t *stackWords) widen(width int) {
	old := *t
	t.words, t.start, t.packing = nil, make([]int32, 0, len(old.start)), packingOf(width)
	var stack []LocID
	for i := range len(old.start) - 1 {
		packed := old.stack(stackItem{stack: int32(i), at: old.start[i]})
		stack = slices.Grow(stack[:0], int(old.depth(packed)))[:old.depth(packed)]
		old.unpack(stack, packed, 0)
		t.add(stack)
	}
	t.start = append(t.start, int32(len(t.words)))
}

// another returns an empty one with memory for as much.
func (t *stackWords) another() *stackWords {
	n := min(len(t.words), runWords)
	return &stackWords{packing: t.packing, words: large.Reserve[uint64](n + n/16), start: make([]int32, 0, len(t.start))}
}

// reset empties the table for other stacks.
func (t *stackWords) reset() { t.words, t.start = t.words[:0], t.start[:0] }

// stack returns a stack's words.
func (t *stackWords) stack(i stackItem) []uint64 {
	if int(i.stack)+1 == len(t.start) {
		return t.words[i.at:]
	}
	return t.words[i.at:t.start[i.stack+1]]
}
