package model

import (
	"context"
	"iter"
	"math"

	"profstation/model/lang"
	"profstation/model/large"
	"profstation/model/work"
)

// StackID is an index into a profile's [Stacks].
type StackID int32

// Stacks is the table of all stacks, each once, ordered by their locations from the root. It is a prefix tree
// without nodes.
//
// common[i] is how many locations stack i shares, from the root, with stack i−1 (common[0] is 0). So stacks
// that begin with the same n locations are adjacent, the subtree below a tree node is a range of stacks, its
// weight is a difference of two prefix sums, and a walk over the tree is one pass over the table: leave down
// to common[i], enter the rest of stack i.
//
// The table only holds that rest for a stack, at locs[start[i]:start[i+1]]. Stacks whose number is a multiple
// of wholeEvery are stored whole, so that reading any stack looks at few others: what a stack does not hold
// itself is in the nearest one before it that does.
type Stacks struct {
	locs   []LocID
	start  []int32
	common []int32
}

// wholeEvery is the distance between stacks that are stored whole.
const wholeEvery = 16

// Len returns the number of distinct stacks.
func (t *Stacks) Len() int { return len(t.common) }

// Common returns how many locations stack id shares, from the root, with the one before it.
func (t *Stacks) Common(id StackID) int { return int(t.common[id]) }

// Depth returns how many locations a stack has. It may be 0.
func (t *Stacks) Depth(id StackID) int { return int(t.depth(int32(id))) }

func (t *Stacks) depth(id int32) int32 { return t.held(id) + t.start[id+1] - t.start[id] }

// held returns the depth from which on a stack's locations are stored with the stack itself.
func (t *Stacks) held(id int32) int32 {
	if id%wholeEvery == 0 {
		return 0
	}
	return t.common[id]
}

// Leaf returns the last location in a stack that has any.
func (t *Stacks) Leaf(id StackID) LocID { return t.At(id, t.depth(int32(id))-1) }

// At returns a stack's location at a depth.
func (t *Stacks) At(of StackID, depth int32) LocID {
	id := int32(of)
	for t.held(id) > depth {
		id--
	}
	return t.locs[t.start[id]+depth-t.held(id)]
}

// Pieces iterates over a stack's locations between two depths, in pieces that are contiguous in the table,
// each with the depth at which it begins. The piece nearest to the leaf comes first.
func (t *Stacks) Pieces(id StackID, from, end int32) iter.Seq2[int32, []LocID] {
	return func(yield func(int32, []LocID) bool) {
		for id := int32(id); end > from; id-- {
			if held := t.held(id); held < end {
				begin := max(held, from)
				at := t.start[id] - held
				if !yield(begin, t.locs[at+begin:at+end]) {
					return
				}
				end = begin
			}
		}
	}
}

// read copies len(to) locations of a stack, starting at a depth.
func (t *Stacks) read(to []LocID, id StackID, from int32) {
	if held := t.held(int32(id)); held <= from {
		copy(to, t.locs[t.start[id]+from-held:])
		return
	}
	for at, piece := range t.Pieces(id, from, from+int32(len(to))) {
		copy(to[at-from:], piece)
	}
}

// StackReader reads stacks from a table. It is used by one goroutine.
type StackReader struct {
	*Stacks
	buffer []LocID
}

// Reader makes a reader.
func (t *Stacks) Reader() *StackReader { return &StackReader{Stacks: t} }

// Locs returns a stack's locations, root first. They must not be changed, and are valid until the next call.
func (r *StackReader) Locs(id StackID) []LocID { return r.From(id, 0) }

// From is Locs from a depth on, which must not be beyond the stack's end.
func (r *StackReader) From(id StackID, depth int32) []LocID {
	held, end := r.held(int32(id)), r.start[id+1]
	if held <= depth {
		return r.locs[r.start[id]+depth-held : end : end]
	}
	n := int(r.depth(int32(id)) - depth)
	if cap(r.buffer) < n {
		r.buffer = make([]LocID, n+n/4)
	}
	r.read(r.buffer[:n], id, depth)
	return r.buffer[:n]
}

// Size returns how many bytes of memory the table takes.
func (t *Stacks) Size() int64 {
	return 4 * (int64(len(t.locs)) + int64(len(t.start)) + int64(len(t.common)))
}

// emptyTable returns a table for sorted, different stacks with the given common and depth. Its locations are
// allocated but not set, quickly if the context has ended. It returns an error if there are too many.
func emptyTable(ctx context.Context, common, depth []int32) (*Stacks, error) {
	n := len(common)
	t := &Stacks{common: common, start: large.MakeUntil[int32](ctx, n+1)}
	end := int64(0)
	for i := range int32(n) {
		end += int64(depth[i] - t.held(i))
		t.start[i+1] = int32(end)
	}
	if end > math.MaxInt32 {
		return nil, lang.Error("all stacks together have more than 2 billion frames")
	}
	t.locs = large.MakeUntil[LocID](ctx, int(t.start[n]))
	return t, nil
}

// newTable is emptyTable, but filled. write writes a stack's locations from a depth to its end; several
// goroutines call it. It may also return the context's error.
func newTable(ctx context.Context, common, depth []int32, write func(to []LocID, k int, from int32)) (*Stacks, error) {
	t, err := emptyTable(ctx, common, depth)
	if err != nil {
		return nil, err
	}
	work.InParallel(t.Len(), func(lo, hi int) {
		steps := work.StepsUntil(ctx)
		for k := lo; k < hi; k++ {
			to := t.locs[t.start[k]:t.start[k+1]]
			if steps.Over(1 + len(to)) {
				return
			}
			write(to, k, t.held(int32(k)))
		}
	})
	return t, ctx.Err()
}

// commonPrefix returns how many elements two stacks share from the beginning.
func commonPrefix[E comparable](a, b []E) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
