package model

import (
	"encoding/binary"
	"math"
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

// packVarints is pack for a whole stack as [StackList.AddVarints] takes it. It also returns how many locations there
// are. There must be room for the words.
//
// It reads from the end, so that the root comes first.
func (p packing) packVarints(words []uint64, data []byte) (_ []uint64, depth int, any uint64) {
	to, k := words[len(words):cap(words)], 0
	w, n := uint64(0), 0 // the last n locations, which are not yet in a word
	for i := len(data); i > 0; {
		if p.piece == 4 && i >= 8 {
			if w, i, k = packPairs(to, w, 16*n, data, i, k); i == 0 {
				break
			}
		}
		x := uint64(data[i-1])
		if x >= 0x80 {
			return words, -1, 0
		}
		if i--; i > 0 && data[i-1] >= 0x80 {
			if x, i = longVarint(data, x, i); x > math.MaxInt32 {
				return words, -1, 0
			}
		}
		x++
		any |= x
		w = w<<(p.bits&63) | x
		if n++; n == p.piece {
			to[k] = w
			k++
			w, n = 0, 0
		}
	}
	to[k] = w << (p.bits * (p.piece - n))
	return words[:len(words)+k+1], p.piece*k + n, any
}

// longVarint decodes a number whose last byte, x, is data[i], and returns where it begins. What takes more than five
// bytes is larger than 31 bits, or as good as.
func longVarint(data []byte, x uint64, i int) (uint64, int) {
	for last := i; i > 0 && data[i-1] >= 0x80; {
		i--
		x = x<<7 | uint64(data[i]&0x7f)
		if last-i == 5 {
			return math.MaxUint64, i
		}
	}
	return x, i
}

// packPairs packs numbers of two bytes each, four at a time, as long as there are such before data[i]. In a large
// profile most are. w are the last bits that are not yet in a word, and k is the index of the next one. It returns the
// new w, i and k.
func packPairs(to []uint64, w uint64, bits int, data []byte, i, k int) (uint64, int, int) {
	n, rest := uint64(bits)&63, uint64(64-bits)&63
	mask := uint64(1)<<n - 1
	for ; i >= 8 && (i == 8 || data[i-9] < 0x80) && k < len(to); k++ {
		x := binary.LittleEndian.Uint64(data[i-8 : i])
		if x&0x8080808080808080 != 0x0080008000800080 {
			break
		}
		x = (x&0x007f007f007f007f | x>>1&0x3f803f803f803f80) + 0x0001000100010001
		to[k] = w<<rest | x>>n
		w = x & mask
		i -= 8
	}
	return w, i, k
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
	t.reserve(len(stack))
	t.words, any = t.packing.pack(t.words, stack)
	return any
}

// addVarints adds a stack as [StackList.AddVarints] takes it, and returns its depth.
func (t *stackWords) addVarints(p []byte) int {
	t.start = append(t.start, int32(len(t.words)))
	for {
		t.reserve(len(p)) // no location takes less than a byte
		words, depth, any := t.packVarints(t.words, p)
		if depth < 0 || any>>t.bits == 0 {
			t.words = words
			return depth
		}
		t.widen(bits.Len64(any))
	}
}

// reserve allocates memory for a stack with at most n locations.
func (t *stackWords) reserve(n int) {
	if t.piece == 0 {
		t.packing = packingOf(0)
	}
	if n = n/t.piece + 1; cap(t.words)-len(t.words) < n {
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
