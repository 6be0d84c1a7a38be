package model

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// newStacks sorts the stacks locs[start[i]:start[i+1]], drops duplicates and returns the table
// together with the StackID of each. Its only error is the context's.
func newStacks(ctx context.Context, locs []LocID, start []int32) (*Stacks, []StackID, error) {
	words := newStackWords(StepsUntil(ctx), locs, start)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	order, err := sortedStacks(ctx, words)
	if err != nil {
		return nil, nil, err
	}
	n := len(order)
	shared := make([]int32, n) // by each with the one before it, −1 where they are equal
	const atOnce = 32
	parts := partsOf(n)
	first := make([]int, parts+1) // stack of each part in the table
	fetched := make([]uint64, parts)
	inParts(n, parts, func(part, lo, hi int) {
		steps := StepsUntil(ctx)
		sum, stacks := uint64(0), 0
		for k := lo; k < hi; k++ {
			if (k-lo)%atOnce == 0 {
				sum ^= words.fetch(order[k:min(k+atOnce, hi)])
			}
			if k > 0 {
				shared[k] = words.common(order[k-1].at, order[k].at)
			}
			if steps.Over(1 + int(shared[k])) {
				return
			}
			if shared[k] >= 0 {
				stacks++
			}
		}
		first[part+1], fetched[part] = stacks, sum
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	for i := range parts {
		first[i+1] += first[i]
	}
	common, depth, at := make([]int32, first[parts]), make([]int32, first[parts]), make([]int32, first[parts])
	ids := make([]StackID, n)
	inParts(n, parts, func(part, lo, hi int) {
		id := first[part] - 1
		for k := lo; k < hi; k++ {
			i := order[k].stack
			if shared[k] >= 0 {
				id++
				common[id], at[id] = shared[k], order[k].at
				depth[id] = start[i+1] - start[i]
			}
			ids[i] = StackID(id)
		}
	})
	t, err := newTable(ctx, common, depth, func(to []LocID, k int, from int32) { words.locs(to, at[k], from) })
	return t, ids, err
}

// sortedStacks returns stacks in the order of their locations from the root, a stack before the
// longer ones that begin with it.
//
// It is a three-way radix quicksort (Bentley and Sedgewick, "Fast algorithms for sorting and
// searching strings", 1997): it looks at one piece of the stacks at a time and goes deeper only
// where they are equal so far, which suits stacks that share long prefixes. A piece is a word, and
// is kept beside the stack's number while it is looked at, so that partitioning reads memory in a row
// instead of all over the words.
//
// Parts that are left to sort stand on a list that all processors take from, so neither a recursion
// of 100,000 frames nor a bad pivot can exhaust a goroutine's stack. Its only error is the context's.
func sortedStacks(ctx context.Context, words *stackWords) ([]stackItem, error) {
	n := len(words.start) - 1
	s := &stackSorter{stackWords: words, ctx: ctx, items: make([]stackItem, n)}
	for i := range s.items {
		s.items[i] = stackItem{stack: int32(i), at: words.start[i]}
	}
	s.load(s.items, 0)
	s.cond.L = &s.mu
	s.push(stackPart{0, int32(n), 0})
	workers := 1
	if n >= 4*shared {
		workers = min(runtime.GOMAXPROCS(0), 8)
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(s.work)
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.items, nil
}

// stackItem is a stack with the piece of it that is being looked at, and where its words begin.
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
	ctx   context.Context
	items []stackItem

	mu   sync.Mutex
	cond sync.Cond
	list []stackPart // parts for any worker
	open int         // parts on the list or being worked on
}

// shared is the size from which a part goes onto the list for all workers.
const shared = 4096

func (s *stackSorter) load(items []stackItem, depth int32) {
	for i := range items {
		items[i].key = s.words[items[i].at+depth]
	}
}

func (s *stackSorter) push(p stackPart) {
	s.mu.Lock()
	s.list = append(s.list, p)
	s.open++
	s.mu.Unlock()
	s.cond.Signal()
}

// work sorts parts until none is left with any worker.
func (s *stackSorter) work() {
	var own []stackPart
	steps := StepsUntil(s.ctx)
	for {
		s.mu.Lock()
		for len(s.list) == 0 && s.open > 0 {
			s.cond.Wait()
		}
		if s.open == 0 {
			s.mu.Unlock()
			return
		}
		p := s.list[len(s.list)-1]
		s.list = s.list[:len(s.list)-1]
		s.mu.Unlock()

		own = append(own[:0], p)
		for len(own) > 0 {
			p := own[len(own)-1]
			if steps.Over(int(p.hi - p.lo)) {
				break // and the parts that are on the list are only taken off it
			}
			own = s.partition(own[:len(own)-1], p)
		}

		s.mu.Lock()
		if s.open--; s.open == 0 {
			s.cond.Broadcast()
		}
		s.mu.Unlock()
	}
}

// partition sorts one part as far as its pieces differ, and adds the rest to
// own, or to the list where it is large.
func (s *stackSorter) partition(own []stackPart, p stackPart) []stackPart {
	leave := func(q stackPart) {
		switch n := q.hi - q.lo; {
		case n < 2:
		case n >= shared:
			s.push(q)
		default:
			own = append(own, q)
		}
	}
	items := s.items[p.lo:p.hi]
	n := len(items)
	if n <= 12 {
		slices.SortFunc(items, func(a, b stackItem) int { return s.compare(a, b, p.depth) })
		return own
	}
	pivot := median3(items[0].key, items[n/2].key, items[n-1].key)
	if n > 100 {
		pivot = median3(pivot,
			median3(items[n/8].key, items[n/4].key, items[n/8*3].key),
			median3(items[n/8*5].key, items[n/4*3].key, items[n/8*7].key))
	}
	lt, i, gt := 0, 0, n
	for i < gt {
		switch k := items[i].key; {
		case k < pivot:
			items[lt], items[i] = items[i], items[lt]
			lt++
			i++
		case k > pivot:
			gt--
			items[gt], items[i] = items[i], items[gt]
		default:
			i++
		}
	}
	leave(stackPart{p.lo, p.lo + int32(lt), p.depth})
	leave(stackPart{p.lo + int32(gt), p.hi, p.depth})
	if gt-lt > 1 && !s.ended(pivot) {
		s.load(items[lt:gt], p.depth+1)
		leave(stackPart{p.lo + int32(lt), p.lo + int32(gt), p.depth + 1})
	}
	return own
}

func (s *stackSorter) compare(a, b stackItem, depth int32) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	for i, x := range s.words[a.at+depth:] {
		if y := s.words[b.at+depth+int32(i)]; x != y || s.ended(x) {
			return cmp.Compare(x, y)
		}
	}
	return 0
}

func median3(a, b, c uint64) uint64 {
	return max(min(a, b), min(max(a, b), c))
}
