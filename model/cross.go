package model

import (
	"context"
	"errors"
)

// Crossing is what samples weigh by rows and columns. Rows are nodes or branches, and a sample counts
// for those that stand in its stack; columns are labels, and it counts for those of its label set.
type Crossing struct {
	Rows    int                                    // how many there are; not all need to be met
	Columns int                                    // the same
	Row     func(before int32, s Step) int32       // of a step of a path; −1: none. before is the one above, 0 at a root
	Counts  []bool                                 // per row: the rows that are wanted; nil: all
	Of      func(set LabelSetID) (columns []int32) // with repetitions
	Most    int                                    // how many cells may be met before it gives up; 0: any number
}

// Crossed is a cell of a crossing.
type Crossed struct {
	Row, Column int32
	Flat        int64 // Σvalue of the samples whose stack ends in the row
	Cum         int64 // Σvalue of those in whose stack it stands, each sample once
}

// errTooMany says that a crossing has more cells than it may.
var errTooMany = errors.New("too many cells")

// Cross sums the samples that passed and are not zero, and returns the cells that were met, in no
// order that means anything but always the same. Row and Of are asked by several goroutines. Its
// errors are the context's, and that there are too many cells.
func (r *Result) Cross(ctx context.Context, c Crossing) ([]Crossed, error) {
	samples, err := r.labelled(ctx, c.Of)
	if err != nil {
		return nil, err
	}
	all, err := walks(ctx, r, 4*(c.Rows+c.Columns+c.places()), func(count *Steps) *crossWalk {
		return &crossWalk{
			Crossing: c, crossedSums: c.sums(), samples: samples, count: count,
			onPath: make([]int32, c.Rows), first: make([]int32, c.Columns),
		}
	})
	if err != nil {
		return nil, err
	}
	sum, count := &all[0].crossedSums, StepsUntil(ctx)
	for i, w := range all {
		if w.full || c.Most > 0 && len(sum.cells) > c.Most {
			return nil, errTooMany
		}
		if i == 0 {
			continue
		}
		for _, o := range w.cells {
			if count.Over(4) {
				return nil, ctx.Err()
			}
			s := sum.at(o.Row, o.Column)
			s.Flat += o.Flat
			s.Cum += o.Cum
		}
	}
	return sum.cells, nil
}

// labelledSamples are the samples by stack, those of stack s at list[start[s]:start[s+1]].
type labelledSamples struct {
	start []int32
	list  []labelledSample
}

type labelledSample struct {
	set   LabelSetID
	value int64
}

// labelled sorts the samples that have columns by stack.
func (r *Result) labelled(ctx context.Context, of func(LabelSetID) []int32) (*labelledSamples, error) {
	n := r.Profile.Stacks.Len()
	start := make([]int32, n+2)
	err := r.EachSample(ctx, func(s StackID, set LabelSetID, _ int64) {
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
	err = r.EachSample(ctx, func(s StackID, set LabelSetID, v int64) {
		if len(of(set)) > 0 {
			list[start[s+1]] = labelledSample{set, v}
			start[s+1]++
		}
	})
	return &labelledSamples{start, list}, err
}

// crossedSums are the cells that were met. They are found by their place in a table of all cells
// where that is small, else by a hash, which takes several times as long.
type crossedSums struct {
	columns int
	place   []int32 // per cell of the table: its place in cells + 1
	known   Pairs
	cells   []Crossed
}

// mostPlaces is how many cells a table has at most: 16 MB.
const mostPlaces = 1 << 22

func (c *Crossing) places() int {
	if n := c.Rows * c.Columns; n <= mostPlaces {
		return n
	}
	return 0
}

func (c *Crossing) sums() crossedSums {
	return crossedSums{columns: c.Columns, place: make([]int32, c.places())}
}

func (s *crossedSums) at(row, column int32) *Crossed {
	var i int
	if len(s.place) > 0 {
		at := &s.place[int(row)*s.columns+int(column)]
		if *at == 0 {
			*at = int32(len(s.cells) + 1)
		}
		i = int(*at) - 1
	} else {
		i = int(s.known.Number(row, column))
	}
	if i == len(s.cells) {
		s.cells = append(s.cells, Crossed{Row: row, Column: column})
	}
	return &s.cells[i]
}

// crossWalk sums cells over the tree of paths. A sample is not added to every row above it: what was
// met since a row came onto the path is added to it when it goes, a column once, and is left
// to the row above. So the many stacks of a trunk cost it no more than their columns.
type crossWalk struct {
	Crossing
	crossedSums
	samples *labelledSamples
	count   *Steps
	full    bool
	steps   []int32       // of the current path: the row, or −1
	onPath  []int32       // per row: how often it stands on the path
	open    []openRow     // the rows on the path that count, each once
	met     []columnValue // since the outermost of them came
	first   []int32       // scratch, per column: its place in met + 1
}

// openRow is a row on the path. What was met since it came is met[from:], of which the first tidy
// have different columns.
type openRow struct{ row, from, tidy int32 }

type columnValue struct {
	column int32
	value  int64
}

func (w *crossWalk) path(stack StackID, path []Step, common int, _ int64) {
	w.leave(common)
	if w.count.Over(len(path) - common) {
		return
	}
	before := int32(0)
	if common > 0 {
		before = w.steps[common-1]
	}
	for _, s := range path[common:] {
		before = w.Row(before, s)
		w.steps = append(w.steps, before)
		if w.counts(before) {
			if w.onPath[before]++; w.onPath[before] == 1 {
				w.open = append(w.open, openRow{row: before, from: int32(len(w.met))})
			}
		}
	}
	if len(w.open) == 0 {
		return
	}
	flat := w.counts(before)
	for _, s := range w.samples.list[w.samples.start[stack]:w.samples.start[stack+1]] {
		columns := w.Of(s.set)
		if w.count.Over(2 + 4*len(columns)) {
			return
		}
		for _, c := range columns {
			w.met = append(w.met, columnValue{c, s.value})
			if flat {
				w.at(before, c).Flat += s.value
			}
		}
	}
	if top := &w.open[len(w.open)-1]; len(w.met)-int(top.from) > 2*int(top.tidy)+64 {
		w.tidy(top)
	}
	if w.full = w.Most > 0 && len(w.cells) > w.Most; w.full {
		w.count.left, w.count.over = 0, true
	}
}

func (w *crossWalk) counts(row int32) bool { return row >= 0 && (w.Counts == nil || w.Counts[row]) }

func (w *crossWalk) end() { w.leave(0) }

func (w *crossWalk) leave(to int) {
	for i := len(w.steps) - 1; i >= to; i-- {
		row := w.steps[i]
		if !w.counts(row) {
			continue
		}
		if w.onPath[row]--; w.onPath[row] > 0 {
			continue
		}
		top := &w.open[len(w.open)-1]
		w.tidy(top)
		for _, v := range w.met[top.from:] {
			w.at(row, v.column).Cum += v.value
		}
		if w.open = w.open[:len(w.open)-1]; len(w.open) == 0 {
			w.met = w.met[:0]
		}
	}
	w.steps = w.steps[:to]
}

// tidy puts together what has the same column.
func (w *crossWalk) tidy(at *openRow) {
	w.count.Over(len(w.met) - int(at.from))
	end := at.from
	for _, v := range w.met[at.from:] {
		if first := w.first[v.column]; first > 0 {
			w.met[first-1].value += v.value
			continue
		}
		w.met[end] = v
		end++
		w.first[v.column] = end
	}
	w.met = w.met[:end]
	for _, v := range w.met[at.from:] {
		w.first[v.column] = 0
	}
	at.tidy = end - at.from
}
