package labels

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Pivot is two label keys against each other, or functions against one key: a
// table whose rows and columns are values, the heaviest first.
// A sample with two values of a key counts for each, so cells may add up to more than their row.
type Pivot struct {
	Rows, Cols []PivotHead
	Total      int64 // Σvalue of the samples counted, each once; shares are of [query.Result.Total]

	cells *pivotGrid
	cum   *pivotGrid // of functions; nil for labels
}

// PivotHead is the heading of a row or a column of a [Pivot].
type PivotHead struct {
	Axis    model.LabelAxis
	Value   model.LabelValue
	Without bool         // the samples that have no value of the key
	Node    query.NodeID // of a row of functions, else NoNode

	Net int64 // Σvalue of its samples, each once; of a function its flat
	Cum int64 // of a function; else as Net
}

// Cell is Σvalue of the samples with the row's and the column's value, of a function its flat.
func (t *Pivot) Cell(row, col int) int64 { return t.cells.at(row, col) }

// Cum is the cum of the row's function in the samples with the column's value, of labels the cell.
func (t *Pivot) Cum(row, col int) int64 {
	if t.cum == nil {
		return t.Cell(row, col)
	}
	return t.cum.at(row, col)
}

func cellKey(row, col int) uint64 { return uint64(uint32(row))<<32 | uint64(uint32(col)) }

// NewPivot sums the samples that passed by two keys. Samples without a key have a
// row or column of their own, behind the others, if there are any.
//
// Its errors are the context's, and that there are too many cells that are not 0.
func NewPivot(ctx context.Context, r *query.Result, rows, cols model.LabelAxis) (*Pivot, error) {
	p, count := r.Profile, work.StepsUntil(ctx)
	rowNumbers, colNumbers := p.Numbered(rows), p.Numbered(cols)
	t := &Pivot{}
	cells := map[uint64]int64{}
	var rowList, colList []int32
	for id, s := range setSums(r, count, nil, model.Measurement{}) {
		if count.Over(1 + len(p.Labels.Set(model.LabelSetID(id)))) {
			return nil, ctx.Err()
		}
		if s.records == 0 {
			continue
		}
		set := p.Labels.Set(model.LabelSetID(id))
		rowList, colList = model.OnceEach(rowNumbers.Of(set, rowList[:0])), model.OnceEach(colNumbers.Of(set, colList[:0]))
		t.Total += s.net
		t.Rows = addHeads(t.Rows, rowList, s.net)
		t.Cols = addHeads(t.Cols, colList, s.net)
		if len(cells) > maxCells || len(rowList)*len(colList) > maxCells {
			return nil, tooManyCells(p, rows.Key, cols)
		}
		for _, i := range rowList {
			if count.Over(8 * len(colList)) {
				return nil, ctx.Err()
			}
			for _, j := range colList {
				cells[cellKey(int(i), int(j))] += s.net
			}
		}
	}
	rowAt := settleHeads(count, &t.Rows, rows, rowNumbers)
	colAt := settleHeads(count, &t.Cols, cols, colNumbers)
	t.cells = newPivotGrid(len(t.Rows), len(t.Cols))
	for k, v := range cells {
		if count.Over(8) {
			break
		}
		t.cells.set(int(rowAt[int32(k>>32)+1]), int(colAt[int32(k)+1]), v)
	}
	return t, ctx.Err()
}

// tooManyCells says that a pivot is larger than anybody can read.
func tooManyCells(p *model.Profile, rows string, cols model.LabelAxis) error {
	return lang.Error("{{.Rows}} by {{.Columns}} have more than {{.Most}} cells that are not 0: choose another key, or filter with focus, tagfocus or nodecount",
		lang.With{"Rows": safe.Text(rows), "Columns": safe.Text(cols.Key), "Most": units.Count(maxCells)})
}

// addHeads adds a value to the heads of a list. The one of −1 is the first.
func addHeads(heads []PivotHead, list []int32, v int64) []PivotHead {
	for _, i := range list {
		for int(i)+1 >= len(heads) {
			heads = append(heads, PivotHead{Node: query.NoNode})
		}
		h := &heads[i+1]
		h.Net += v
		h.Cum += v
		// A value that weighs nothing is one all the same.
		h.Without = true
	}
	return heads
}

// settleHeads names and sorts the heads and returns, by the number of a value
// plus one, where its head is now; −1 where it has none.
func settleHeads(count *work.Steps, heads *[]PivotHead, a model.LabelAxis, n *model.Numbered) []int32 {
	type numberedHead struct {
		PivotHead
		was int
	}
	var met []numberedHead
	for i, h := range *heads {
		if !h.Without {
			continue
		}
		h.Axis, h.Without = a, i == 0
		if i > 0 {
			h.Value = n.Values[i-1]
		}
		met = append(met, numberedHead{h, i})
	}
	work.SortSteps(count, false, met, func(x, y numberedHead) int {
		return cmp.Or(work.CompareBools(x.Without, y.Without), cmp.Compare(units.Magnitude(y.Net), units.Magnitude(x.Net)),
			compareValues(x.Value, y.Value))
	})
	at := slices.Repeat([]int32{-1}, len(*heads))
	out := make([]PivotHead, len(met))
	for i, h := range met {
		out[i] = h.PivotHead
		at[h.was] = int32(i)
	}
	*heads = out
	return at
}

// pivotGrid is the cells of a pivot: all of them where they fit, else those that are not 0.
type pivotGrid struct {
	cols  int
	all   []int64
	found map[uint64]int64
}

// maxCells is how many cells a grid keeps whether they are 0 or not, and how many others it may have.
const maxCells = 1 << 22

func newPivotGrid(rows, cols int) *pivotGrid {
	if rows*cols <= maxCells {
		return &pivotGrid{cols: cols, all: make([]int64, rows*cols)}
	}
	return &pivotGrid{found: map[uint64]int64{}}
}

// Cells goes through the cells that are not 0, in flat or cum, row by row.
func (t *Pivot) Cells(yield func(row, col int) bool) {
	if t.cells.found == nil {
		for row := range t.Rows {
			for col := range t.Cols {
				if (t.Cell(row, col) != 0 || t.Cum(row, col) != 0) && !yield(row, col) {
					return
				}
			}
		}
		return
	}
	at := map[uint64]bool{}
	for _, g := range []*pivotGrid{t.cells, t.cum} {
		if g != nil {
			for k := range g.found {
				at[k] = true
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(at)) {
		if !yield(int(k>>32), int(uint32(k))) {
			return
		}
	}
}

func (g *pivotGrid) at(row, col int) int64 {
	if g.found != nil {
		return g.found[cellKey(row, col)]
	}
	return g.all[row*g.cols+col]
}

func (g *pivotGrid) set(row, col int, v int64) {
	switch {
	case g.found == nil:
		g.all[row*g.cols+col] = v
	case v != 0:
		g.found[cellKey(row, col)] = v
	}
}

// Select is the filters that together leave what a cell stands for; a row or
// column of −1 leaves that side open. Functions are not part of it.
func (t *Pivot) Select(p *model.Profile, row, col int) []Selecting {
	var all []Selecting
	if row >= 0 && t.Rows[row].Node == query.NoNode {
		all = append(all, t.Rows[row].Select(p))
	}
	if col >= 0 {
		all = append(all, t.Cols[col].Select(p))
	}
	return all
}

// Select is the filter for the samples of a head of labels.
func (h *PivotHead) Select(p *model.Profile) Selecting {
	if h.Without {
		return SelectWithout(p, h.Axis)
	}
	return SelectValue(p, h.Axis, h.Value)
}

// PivotFunctions sums functions by the values of a key: the rows are the nodes
// given, in their order, or, without any, the rows of [query.Result.Top]. Flat is in [Pivot.Cell], cum in
// [Pivot.Cum]. Its errors are those of [NewPivot].
func PivotFunctions(ctx context.Context, r *query.Result, nodes []query.NodeID, cols model.LabelAxis) (*Pivot, error) {
	sums, err := r.Sums(ctx)
	if err != nil {
		return nil, err
	}
	if nodes == nil {
		top, err := r.Top(ctx)
		if err != nil {
			return nil, err
		}
		for _, row := range top.Rows {
			nodes = append(nodes, row.Node)
		}
	}
	p, t, count := r.Profile, &Pivot{}, work.StepsUntil(ctx)
	row := slices.Repeat([]int32{-1}, r.Nodes.Len())
	for i, n := range nodes {
		row[n] = int32(i)
		t.Rows = append(t.Rows, PivotHead{Node: n, Net: sums.Flat[n], Cum: sums.Cum[n]})
	}
	numbers := p.Numbered(cols)
	columns := make([][]int32, p.Labels.Len()) // per set: the numbers of its values + 1
	var buffer []int32                         // for many sets at once
	for id, s := range setSums(r, count, nil, model.Measurement{}) {
		set := model.LabelSetID(id)
		if count.Over(1 + len(p.Labels.Set(set))) {
			return nil, ctx.Err()
		}
		if s.records == 0 {
			continue
		}
		list := numbers.OnceOf(set)
		t.Total += s.net
		t.Cols = addHeads(t.Cols, list, s.net)
		at := len(buffer)
		for _, j := range list {
			buffer = append(buffer, j+1)
		}
		columns[id] = buffer[at:]
	}
	colAt := settleHeads(count, &t.Cols, cols, numbers)
	cells, err := Cross(ctx, r, Crossing{
		Rows: len(t.Rows), Columns: len(colAt),
		At:   func(_ int32, s query.Step) int32 { return row[s.Node] },
		Of:   func(set model.LabelSetID) []int32 { return columns[set] },
		Most: max(maxCells, len(t.Rows)*len(t.Cols)),
	})
	if errors.Is(err, errTooMany) {
		return nil, tooManyCells(p, "functions", cols)
	}
	if err != nil {
		return nil, err
	}
	t.cells, t.cum = newPivotGrid(len(t.Rows), len(t.Cols)), newPivotGrid(len(t.Rows), len(t.Cols))
	for c := range cells {
		if count.Over(8) {
			return nil, ctx.Err()
		}
		t.cells.set(int(c.Row), int(colAt[c.Column]), c.Flat)
		t.cum.set(int(c.Row), int(colAt[c.Column]), c.Cum)
	}
	if len(t.cum.found) > maxCells {
		return nil, tooManyCells(p, "functions", cols)
	}
	return t, nil
}
