package compare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// The two sides in a pair. The new one's tables come first, as in pprof's merge.
const (
	sideNew = iota
	sideBase
)

// samples holds both sides' samples on the joint tables: each stack with each label set once.
type samples struct {
	stack  []model.StackID
	labels []model.LabelSetID // nil if no sample has a label
	values [2][][]int64       // per side and sample type; 0 where the side has no such sample
	order  [2][]int32         // per side: its samples in file order

	// raw holds each side's columns as in its file, in the common units. at is the joint sample to which each
	// of their values belongs. pprof rounds scaled values before it adds up equal samples.
	raw [2][][]int64
	at  [2][]int32
}

func joinSamples(ctx context.Context, j *model.Joint, sides [2]*model.Profile, f *fit) (*samples, error) {
	s, count := &samples{}, work.StepsUntil(ctx)
	var (
		plain    = make([]int32, j.Stacks.Len()) // per stack: the index of its sample without labels, plus 1
		pairs    = work.Pairs{Until: count}      // pairs (stack, label set)
		labelled []int32                         // per pair: the same index
	)
	for side, p := range sides {
		s.raw[side] = make([][]int64, len(f.types))
		for i, c := range f.column[side] {
			s.raw[side][i] = p.Samples.Values[c]
		}
		s.raw[side] = scaled(s.raw[side], f.ratio[side])
		s.at[side] = make([]int32, len(p.Samples.Stack))
		for i := range s.at[side] {
			if count.Over(1 + len(f.types)) { // the columns take these steps
				return nil, ctx.Err()
			}
			stack := j.Stack[side][p.Samples.Stack[i]]
			set := j.Set[side][p.Samples.LabelSet(i)]
			at := &plain[stack]
			if set != 0 {
				n := int(pairs.Number(int32(stack), int32(set)))
				if n == len(labelled) {
					labelled = append(labelled, 0)
				}
				at = &labelled[n]
			}
			if *at == 0 {
				s.stack = append(s.stack, stack)
				s.labels = append(s.labels, set)
				*at = int32(len(s.stack))
			}
			s.at[side][i] = *at - 1
		}
	}
	if sides[0].Samples.Labels == nil && sides[1].Samples.Labels == nil {
		s.labels = nil
	}
	for side := range s.values {
		s.values[side] = s.merged(side, s.raw[side])
		s.order[side] = s.inOrder(side)
	}
	return s, ctx.Err()
}

func (s *samples) merged(side int, raw [][]int64) [][]int64 {
	out := make([][]int64, len(raw))
	for c, v := range raw {
		out[c] = make([]int64, len(s.stack))
		for i, at := range s.at[side] {
			out[c][at] += v[i]
		}
	}
	return out
}

// inOrder lists a side's non-zero samples in file order.
func (s *samples) inOrder(side int) []int32 {
	seen := make([]bool, len(s.stack))
	var out []int32
	for i, at := range s.at[side] {
		if !seen[at] && !zeroAt(s.raw[side], i) {
			seen[at] = true
			out = append(out, at)
		}
	}
	return out
}

func zeroAt(columns [][]int64, i int) bool {
	return !slices.ContainsFunc(columns, func(c []int64) bool { return c[i] != 0 })
}

// scaled multiplies each column, rounds, and drops a sample whose multiplied values are all zero, as pprof
// does (profile/profile.go, ScaleN). Columns with a ratio of 1 do not keep a sample. The given columns do not
// change.
func scaled(columns [][]int64, ratios []float64) [][]int64 {
	if len(columns) == 0 || !slices.ContainsFunc(ratios, func(r float64) bool { return r != 1 }) {
		return columns
	}
	out := make([][]int64, len(columns))
	for c := range out {
		out[c] = slices.Clone(columns[c])
	}
	for i := range out[0] {
		keep := false
		for c, r := range ratios {
			if r != 1 {
				out[c][i] = rounded(float64(out[c][i]) * r)
				keep = keep || out[c][i] != 0
			}
		}
		if !keep {
			for c := range out {
				out[c][i] = 0
			}
		}
	}
	for _, c := range out {
		model.Saturate(c)
	}
	return out
}

// apportioned rounds a value for each joint sample. Rounding errors are passed on to the next stack in the
// call tree, so that sums of many small values are neither lost nor doubled. Whole values stay unchanged.
func (s *samples) apportioned(exact func(i int32) float64) []int64 {
	out := make([]int64, len(s.stack))
	left := 0.0
	for _, i := range s.sorted() {
		x := exact(i)
		if x == 0 { // absent samples get nothing
			continue
		}
		x += left
		out[i] = rounded(x)
		left = x - math.Round(x)
	}
	model.Saturate(out)
	return out
}

// sorted returns the joint samples ordered by stack. In that order, neighbours have callers in common.
func (s *samples) sorted() []int32 {
	order := make([]int32, len(s.stack))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(s.stack[a], s.stack[b]) })
	return order
}

// rounded returns the nearest whole number, limited to ±math.MaxInt64. NaN gives 0.
func rounded(x float64) int64 {
	switch x = math.Round(x); {
	case x >= math.MaxInt64:
		return math.MaxInt64
	case x <= -math.MaxInt64:
		return -math.MaxInt64
	case math.IsNaN(x):
		return 0
	}
	return int64(x)
}
