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

// Pivot is a table with two label keys, or functions and one key. Its rows and columns are values, the
// heaviest first. A sample with two values for a key counts for each, so cells may add up to more than their
// row.
type Pivot struct {
	Rows, Cols []PivotHead
	Total      int64 // Σvalue over the samples counted, each once; shares refer to [query.Result.Total]

	cells *pivotGrid
	cum   *pivotGrid // for functions; nil for labels
}

// PivotHead is the heading for a row or a column in a [Pivot].
type PivotHead struct {
	Axis    model.LabelAxis
	Value   model.LabelValue
	Without bool         // the samples that have no value for the key
	Node    query.NodeID // in a row for a function, else NoNode

	Net int64 // Σvalue over its samples, each once; for a function its flat
	Cum int64 // for a function its cum; else the same as Net
}

// Cell returns Σvalue over the samples with the row's and the column's value, for a function its flat.
func (t *Pivot) Cell(row, col int) int64 { return t.cells.at(row, col) }

// Cum returns the cum of the row's function in the samples with the column's value. For labels it returns the
// cell.
func (t *Pivot) Cum(row, col int) int64 {
	if t.cum == nil {
		return t.Cell(row, col)
	}
	return t.cum.at(row, col)
}

func cellKey(row, col int) uint64 { return uint64(uint32(row))<<32 | uint64(uint32(col)) }

// NewPivot sums the samples that passed by two keys. Samples without a key get their own row or column, after
// the others, if there are any.
//
// It returns the context's error, or an error that there are too many cells that are not 0.
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
		if !s.met {
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

// tooManyCells returns the error for a pivot that is larger than anybody can read.
func tooManyCells(p *model.Profile, rows string, cols model.LabelAxis) error {
	return lang.Error("{{.Rows}} by {{.Columns}} have more than {{.Most}} cells that are not 0: choose another key, or filter with focus, tagfocus or nodecount",
		lang.With{"Rows": safe.Text(rows), "Columns": safe.Text(cols.Key), "Most": units.Count(maxCells)})
}

// addHeads adds a value to the heads in a list. The head for −1 is the first.
func addHeads(heads []PivotHead, list []int32, v int64) []PivotHead {
	for _, i := range list {
		for int(i)+1 >= len(heads) {
			heads = append(heads, PivotHead{Node: query.NoNode})
		}
		h := &heads[i+1]
		h.Net += v
		h.Cum += v
		// A value that weighs nothing still gets a head. Without marks that until settleHeads.
		h.Without = true
	}
	return heads
}

// settleHeads names and sorts the heads. It returns, by a value's number plus one, where its head is now, or
// −1 if it has none.
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

// pivotGrid holds a pivot's cells: all if they fit, else those that are not 0.
type pivotGrid struct {
	cols  int
	all   []int64
	found map[uint64]int64
}

// maxCells is up to how many cells a grid stores all, whether they are 0 or not, and how many non-zero ones
// it may have otherwise.
const maxCells = 1 << 22

func newPivotGrid(rows, cols int) *pivotGrid {
	if rows*cols <= maxCells {
		return &pivotGrid{cols: cols, all: make([]int64, rows*cols)}
	}
	return &pivotGrid{found: map[uint64]int64{}}
}

// Cells iterates over the cells that are not 0, in flat or cum, row by row.
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

// Select returns the filters that together keep what a cell stands for. A row or column of −1 leaves that
// side open. Functions are not included.
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

// Select returns the filter for the samples behind a label's head.
func (h *PivotHead) Select(p *model.Profile) Selecting {
	if h.Without {
		return SelectWithout(p, h.Axis)
	}
	return SelectValue(p, h.Axis, h.Value)
}

// PivotFunctions sums functions by a key's values. The rows are the given nodes, in their order, or, if there
// are none, the rows in [query.Result.Top]. Flat is in [Pivot.Cell], cum in [Pivot.Cum]. It returns the same
// errors as [NewPivot].
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
	columns := make([][]int32, p.Labels.Len()) // per set: its values' numbers + 1
	var buffer []int32                         // for many sets at once
	for id, s := range setSums(r, count, nil, model.Measurement{}) {
		set := model.LabelSetID(id)
		if count.Over(1 + len(p.Labels.Set(set))) {
			return nil, ctx.Err()
		}
		if !s.met {
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
		At:  func(_ int32, s query.Step) int32 { return row[s.Node] },
		Of:  func(set model.LabelSetID) []int32 { return columns[set] },
		Max: max(maxCells, len(t.Rows)*len(t.Cols)),
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
