package model

// StackID is an index into a profile's [Stacks].
type StackID int32

// Stacks is the table of all stacks, each once, in the order of their
// locations from the root: a prefix tree without nodes.
//
// Stack i is locs[start[i]:end[i]], root first. common[i] is how many
// locations it shares, from the root, with stack i−1 (common[0] is 0). So the
// stacks that begin with the same n locations stand together, the subtree of a
// tree node is a range of stacks, its weight a difference of two prefix sums,
// and a walk over the tree is one pass over the table: leave down to
// common[i], enter the rest of stack i. Compared with a tree of explicit nodes
// this costs one number per location of a stack instead of three, and is built
// by a sort instead of millions of hash look-ups.
type Stacks struct {
	locs       []LocID
	start, end []int32
	common     []int32
	deepest    int
}

// Len is the number of distinct stacks.
func (t *Stacks) Len() int { return len(t.start) }

// Locs returns the locations of a stack, root first. It may be empty.
func (t *Stacks) Locs(id StackID) []LocID { return t.locs[t.start[id]:t.end[id]] }

// Common is how many locations stack id shares from the root with the one
// before it.
func (t *Stacks) Common(id StackID) int { return int(t.common[id]) }

// Deepest is the number of locations of the longest stack.
func (t *Stacks) Deepest() int { return t.deepest }

// newStacks sorts the stacks locs[start[i]:start[i+1]], drops duplicates and
// returns the table together with the StackID of each.
func newStacks(locs []LocID, start []int32) (*Stacks, []StackID) {
	n := len(start) - 1
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	sortStacks(stackSorter{locs, start}, order)

	t := &Stacks{locs: locs}
	ids := make([]StackID, n)
	var prev []LocID
	for k, s := range order {
		cur := locs[start[s]:start[s+1]]
		c := commonPrefix(prev, cur)
		if k > 0 && c == len(prev) && c == len(cur) {
			ids[s] = StackID(len(t.start) - 1)
			continue
		}
		ids[s] = StackID(len(t.start))
		t.start = append(t.start, start[s])
		t.end = append(t.end, start[s+1])
		t.common = append(t.common, int32(c))
		t.deepest = max(t.deepest, len(cur))
		prev = cur
	}
	return t, ids
}

func commonPrefix(a, b []LocID) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// stackSorter gives the key of a stack at a depth: its location, or −1 past
// its end, so that a stack stands before those that it begins.
type stackSorter struct {
	locs  []LocID
	start []int32
}

func (s stackSorter) key(stack int32, depth int32) LocID {
	i := s.start[stack] + depth
	if i >= s.start[stack+1] {
		return -1
	}
	return s.locs[i]
}

func (s stackSorter) less(a, b int32, depth int32) bool {
	x := s.locs[min(s.start[a]+depth, s.start[a+1]):s.start[a+1]]
	y := s.locs[min(s.start[b]+depth, s.start[b+1]):s.start[b+1]]
	n := min(len(x), len(y))
	for i := 0; i < n; i++ {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return len(x) < len(y)
}

// sortStacks is a three-way radix quicksort (Bentley and Sedgewick, "Fast
// algorithms for sorting and searching strings", 1997): it looks at one depth
// at a time and goes deeper only where stacks are equal so far, which suits
// stacks that share long prefixes. It keeps its own list of work, so neither a
// recursion of 100,000 frames nor a bad pivot can exhaust the goroutine's stack.
func sortStacks(s stackSorter, order []int32) {
	type part struct {
		lo, hi int32
		depth  int32
	}
	work := []part{{0, int32(len(order)), 0}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for p.hi-p.lo > 1 {
			if p.hi-p.lo <= 12 {
				insertionSort(s, order[p.lo:p.hi], p.depth)
				break
			}
			pivot := median3(
				s.key(order[p.lo], p.depth),
				s.key(order[p.lo+(p.hi-p.lo)/2], p.depth),
				s.key(order[p.hi-1], p.depth))
			lt, i, gt := p.lo, p.lo, p.hi
			for i < gt {
				switch k := s.key(order[i], p.depth); {
				case k < pivot:
					order[lt], order[i] = order[i], order[lt]
					lt++
					i++
				case k > pivot:
					gt--
					order[gt], order[i] = order[i], order[gt]
				default:
					i++
				}
			}
			if lt-p.lo > 1 {
				work = append(work, part{p.lo, lt, p.depth})
			}
			if p.hi-gt > 1 {
				work = append(work, part{gt, p.hi, p.depth})
			}
			if pivot < 0 { // all of them end here: equal
				break
			}
			p = part{lt, gt, p.depth + 1}
		}
	}
}

func insertionSort(s stackSorter, order []int32, depth int32) {
	for i := 1; i < len(order); i++ {
		for j := i; j > 0 && s.less(order[j], order[j-1], depth); j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
}

func median3(a, b, c LocID) LocID {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b = max(a, c)
	}
	return b
}
