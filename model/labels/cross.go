package labels

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"slices"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/work"
)

// Crossing says how samples are summed by rows and columns. A row is a node or a branch, and a sample counts
// for the rows in its stack. Columns are labels, and a sample counts for the columns of its label set.
type Crossing struct {
	Rows, Columns int
	// At returns the place for a step in a path, or −1 for none. above is the place for the step above, 0 at
	// a root.
	At func(above int32, s query.Step) int32
	// Row maps each place to its row, −1 for none. If it is nil, each place is a row.
	Row []int32
	// Of returns a label set's columns. If one occurs twice, it counts twice.
	Of func(set model.LabelSetID) []int32
	// Max is how many cells may be met before Cross gives up; 0: any number.
	Max int
}

// Crossed is a cell in a crossing.
type Crossed struct {
	Row, Column int32
	Flat        int64 // Σvalue over the samples whose stack ends in the row
	Cum         int64 // Σvalue over the samples whose stack contains the row, each sample once
}

// errTooMany says that a crossing has too many cells.
var errTooMany = errors.New("too many cells")

// Cross sums the samples that passed and are not zero. It returns the cells that were met, in an order that
// is meaningless but always the same. Several goroutines call At and Of. It returns the context's error, or
// an error that there are too many cells.
func Cross(ctx context.Context, r *query.Result, c Crossing) (iter.Seq[Crossed], error) {
	samples, err := byStack(ctx, r, c.Of)
	if err != nil {
		return nil, err
	}
	all, err := query.Walk(ctx, r, 4*(c.Rows+c.Columns)+16*c.table(), func(count *work.Steps) *crossWalk {
		return &crossWalk{
			Crossing: c, crossedSums: c.sums(), samples: samples, count: count,
			onPath: make([]int32, c.Rows), first: make([]int32, c.Columns),
		}
	})
	if err != nil {
		return nil, err
	}
	sum, count := &all[0].crossedSums, work.StepsUntil(ctx)
	for _, w := range all[1:] {
		for o := range w.each {
			if count.Over(4) {
				return nil, ctx.Err()
			}
			s := sum.at(o.Row, o.Column)
			s.flat += o.Flat
			s.cum += o.Cum
		}
	}
	if slices.ContainsFunc(all, func(w *crossWalk) bool { return w.full || c.Max > 0 && w.met > c.Max }) {
		return nil, errTooMany
	}
	return sum.each, nil
}

// labelledSamples holds samples by stack: those with stack s are list[start[s]:start[s+1]].
type labelledSamples struct {
	start []int32
	list  []labelledSample
}

type labelledSample struct {
	set   model.LabelSetID
	value int64
}

// byStack groups the samples that have columns by stack.
func byStack(ctx context.Context, r *query.Result, of func(model.LabelSetID) []int32) (*labelledSamples, error) {
	n := r.Profile.Stacks.Len()
	start := make([]int32, n+2)
	err := r.EachSample(ctx, func(s model.StackID, set model.LabelSetID, _ int64) {
		if len(of(set)) > 0 {
			start[s+2]++
		}
	})
	if err != nil {
		return nil, err
	}
	for s := range n {
		start[s+2] += start[s+1]
	}
	list := make([]labelledSample, start[n+1])
	err = r.EachSample(ctx, func(s model.StackID, set model.LabelSetID, v int64) {
		if len(of(set)) > 0 {
			list[start[s+1]] = labelledSample{set, v}
			start[s+1]++
		}
	})
	return &labelledSamples{start, list}, err
}

// crossedSums holds the cells that were met. If a table of all cells is small, it uses that, because a hash
// table takes several times as long. Otherwise it only stores the cells that were met.
type crossedSums struct {
	columns int
	all     []crossed // row by row
	bits    []uint64  // which cells in all were met; their values may still be 0
	known   work.Pairs
	some    []crossed // by number in known
	met     int       // number of cells met
}

type crossed struct{ flat, cum int64 }

// maxCrossed is the most cells in a table: 32 MB.
const maxCrossed = 1 << 21

func (c *Crossing) table() int {
	if n := c.Rows * c.Columns; n <= maxCrossed {
		return n
	}
	return 0
}

func (c *Crossing) sums() crossedSums {
	n := c.table()
	return crossedSums{columns: c.Columns, all: make([]crossed, n), bits: make([]uint64, (n+63)/64)}
}

func (s *crossedSums) at(row, column int32) *crossed {
	if len(s.all) > 0 {
		i := int(row)*s.columns + int(column)
		if bit := uint64(1) << (i % 64); s.bits[i/64]&bit == 0 {
			s.bits[i/64] |= bit
			s.met++
		}
		return &s.all[i]
	}
	i := int(s.known.Number(row, column))
	if i == len(s.some) {
		s.some = append(s.some, crossed{})
		s.met++
	}
	return &s.some[i]
}

func (s *crossedSums) each(yield func(Crossed) bool) {
	for i, word := range s.bits {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			if !yield(Crossed{int32(at / s.columns), int32(at % s.columns), s.all[at].flat, s.all[at].cum}) {
				return
			}
		}
	}
	for i, c := range s.some {
		row, column := s.known.At(int32(i))
		if !yield(Crossed{row, column, c.flat, c.cum}) {
			return
		}
	}
}

// crossWalk sums cells over the tree of paths. It does not add a sample to every row above it. Instead, when
// a row leaves the path, everything met since it entered is added to it, with each column combined, and is
// left to the row above. So the many stacks in a trunk cost it no more than their columns.
type crossWalk struct {
	Crossing
	crossedSums
	samples *labelledSamples
	count   *work.Steps
	full    bool
	steps   []int32       // the places on the current path
	onPath  []int32       // per row: how often it occurs on the path
	open    []openRow     // the rows on the path that count, each once
	since   []columnValue // what was met since the outermost open row came
	first   []int32       // scratch, per column: its place in since + 1
}

// openRow is a row on the path. What was met since it came is since[from:], whose first tidy entries have
// different columns.
type openRow struct{ row, from, tidy int32 }

type columnValue struct {
	column int32
	value  int64
}

func (w *crossWalk) Path(stack model.StackID, path []query.Step, common int, _ int64) {
	w.leave(common)
	if w.count.Over(len(path) - common) {
		return
	}
	at := int32(0)
	if common > 0 {
		at = w.steps[common-1]
	}
	for _, s := range path[common:] {
		at = w.At(at, s)
		w.steps = append(w.steps, at)
		if row := w.row(at); row >= 0 {
			if w.onPath[row]++; w.onPath[row] == 1 {
				w.open = append(w.open, openRow{row: row, from: int32(len(w.since))})
			}
		}
	}
	if len(w.open) == 0 {
		return
	}
	row := w.row(at)
	for _, s := range w.samples.list[w.samples.start[stack]:w.samples.start[stack+1]] {
		columns := w.Of(s.set)
		if w.count.Over(2 + 4*len(columns)) {
			return
		}
		for _, c := range columns {
			w.since = append(w.since, columnValue{c, s.value})
			if row >= 0 {
				w.at(row, c).flat += s.value
			}
		}
	}
	if top := &w.open[len(w.open)-1]; len(w.since)-int(top.from) > 2*int(top.tidy)+64 {
		w.tidy(top)
	}
	if w.full = w.Max > 0 && w.met > w.Max; w.full {
		w.count.End()
	}
}

func (w *crossWalk) row(at int32) int32 {
	if at < 0 || w.Row == nil {
		return at
	}
	return w.Row[at]
}

func (w *crossWalk) End() { w.leave(0) }

func (w *crossWalk) leave(to int) {
	for i := len(w.steps) - 1; i >= to; i-- {
		row := w.row(w.steps[i])
		if row < 0 {
			continue
		}
		if w.onPath[row]--; w.onPath[row] > 0 {
			continue
		}
		top := &w.open[len(w.open)-1]
		w.tidy(top)
		for _, v := range w.since[top.from:] {
			w.at(row, v.column).cum += v.value
		}
		if w.open = w.open[:len(w.open)-1]; len(w.open) == 0 {
			w.since = w.since[:0]
		}
	}
	w.steps = w.steps[:to]
}

// tidy combines entries that have the same column.
func (w *crossWalk) tidy(at *openRow) {
	w.count.Over(len(w.since) - int(at.from))
	end := at.from
	for _, v := range w.since[at.from:] {
		if first := w.first[v.column]; first > 0 {
			w.since[first-1].value += v.value
			continue
		}
		w.since[end] = v
		end++
		w.first[v.column] = end
	}
	w.since = w.since[:end]
	for _, v := range w.since[at.from:] {
		w.first[v.column] = 0
	}
	at.tidy = end - at.from
}
