package model

import (
	"math/bits"
	"slices"
)

// sorted returns the stacks ordered by their locations from the root. A stack comes before longer ones that
// begin with it. The result is valid until the next call.
//
// It is a three-way radix quicksort (Bentley and Sedgewick, "Fast algorithms for sorting and searching
// strings", 1997). It looks at one piece of the stacks at a time and goes deeper only where they are equal so
// far, which suits stacks that share long prefixes. A piece is a word. It is kept beside the stack's number
// while it is looked at, so that partitioning reads memory sequentially.
//
// Parts left to sort are on a list, so neither a recursion with 100,000 frames nor a bad pivot can exhaust a
// goroutine's stack.
func (t *stackWords) sorted() []stackItem {
	t.items = slices.Grow(t.items[:0], len(t.start))[:len(t.start)]
	s := &stackSorter{stackWords: t}
	for i := range s.items {
		s.items[i] = stackItem{stack: int32(i), at: t.start[i]}
	}
	s.load(s.items, 0)
	s.leave(stackPart{0, int32(len(s.items)), 0})
	for len(s.left) > 0 {
		p := s.left[len(s.left)-1]
		s.left = s.left[:len(s.left)-1]
		s.partition(p)
	}
	return s.items
}

// stackItem is a stack with the piece that is being looked at, and where its words begin.
type stackItem struct {
	key       uint64
	stack, at int32
}

// stackPart is a range of items that are equal above depth.
type stackPart struct {
	lo, hi int32
	depth  int32
}

type stackSorter struct {
	*stackWords
	left []stackPart
}

func (s *stackSorter) load(items []stackItem, depth int32) {
	for i := range items {
		items[i].key = s.words[items[i].at+depth]
	}
}

func (s *stackSorter) leave(p stackPart) {
	if p.hi-p.lo > 1 {
		s.left = append(s.left, p)
	}
}

// partition sorts one part as far as its pieces differ, and leaves the rest for later.
func (s *stackSorter) partition(p stackPart) {
	items := s.items[p.lo:p.hi]
	n := len(items)
	if n <= 12 {
		for i := 1; i < n; i++ {
			x, k := items[i], i
			for ; k > 0 && s.less(x, items[k-1], p.depth); k-- {
				items[k] = items[k-1]
			}
			items[k] = x
		}
		return
	}
	pivot := median3(items[0].key, items[n/2].key, items[n-1].key)
	if n > 100 {
		pivot = median3(pivot,
			median3(items[n/8].key, items[n/4].key, items[n/8*3].key),
			median3(items[n/8*5].key, items[n/4*3].key, items[n/8*7].key))
	}
	// First lower pieces are moved to the front, then equal ones behind them. Which pieces those are is unpredictable, so
	// the loops have no branch: each item is swapped with the first that may be another kind.
	lt := 0
	for i, x := range items {
		_, lower := bits.Sub64(x.key, pivot, 0)
		items[i], items[lt] = items[lt], x
		lt += int(lower)
	}
	gt := lt
	for i := lt; i < n; i++ {
		x := items[i]
		_, higher := bits.Sub64(pivot, x.key, 0)
		items[i], items[gt] = items[gt], x
		gt += int(1 - higher)
	}
	s.leave(stackPart{p.lo, p.lo + int32(lt), p.depth})
	s.leave(stackPart{p.lo + int32(gt), p.hi, p.depth})
	if gt-lt > 1 && !s.ended(pivot) {
		s.load(items[lt:gt], p.depth+1)
		s.leave(stackPart{p.lo + int32(lt), p.lo + int32(gt), p.depth + 1})
	}
}

func (s *stackSorter) less(a, b stackItem, depth int32) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	return s.lessBelow(a.at+depth, b.at+depth)
}

func (s *stackSorter) lessBelow(a, b int32) bool {
	for i, x := range s.words[a:] {
		if y := s.words[int(b)+i]; x != y || s.ended(x) {
			return x < y
		}
	}
	return false
}

func median3(a, b, c uint64) uint64 {
	return max(min(a, b), min(max(a, b), c))
}
