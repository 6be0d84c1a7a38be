package heatmap

import (
	"context"
	"io"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// Map has a result's samples summed by time. It does not change.
type Map struct {
	Result *query.Result
	Column int64   // how long a column is, in nanoseconds
	Rows   int     // how many equal cells a column is divided into
	Sums   []int64 // Σvalue for each cell; none if no sample has a time
	Totals []int64 // the same for each column
	Max    int64   // the largest |Σvalue| in a cell

	Untimed int64 // Σvalue of the samples that passed and have no time

	first int64 // the number of the first column; column 0 begins at time 0
	max   int64 // the largest |Σvalue| in a column
}

// division is a way to divide time into columns, and columns into rows.
type division struct {
	column int64
	rows   int
	max    int64 // the most columns that it may have
}

// divisions begin with the finest. A second for each column is what people know. Shorter columns are for
// recordings so short that there would be few. The last division is doubled until it is enough.
var divisions = []division{
	{1e6, 10, 200}, {1e7, 10, 200}, {1e8, 20, 200},
	{1e9, 50, 600}, {10e9, 50, 600}, {60e9, 60, 600}, {600e9, 60, 600}, {3600e9, 60, 600}, {day, 24, 600},
}

const day = 24 * 3600e9

// New sums the samples that passed and are not zero. Its only error is the context's.
func New(ctx context.Context, r *query.Result) (*Map, error) {
	m := &Map{Result: r}
	var from, until int64
	any := false
	err := r.EachTimed(ctx, func(s query.TimedSample) {
		switch {
		case s.At == model.NoTime:
			m.Untimed = units.Plus(m.Untimed, s.Value)
			return
		case !any:
			from, until, any = s.At, s.At, true
		}
		from, until = min(from, s.At), max(until, s.At+max(0, s.Lasts-1))
	})
	if err != nil || !any {
		return m, err
	}
	m.divide(from, until, period(r.Profile))
	if err := r.EachTimed(ctx, func(s query.TimedSample) {
		if s.At != model.NoTime {
			m.add(s)
		}
	}); err != nil {
		return nil, err
	}
	for i, v := range m.Sums {
		m.Totals[i/m.Rows] += v
		m.Max = max(m.Max, units.Magnitude(v))
	}
	for _, v := range m.Totals {
		m.max = max(m.max, units.Magnitude(v))
	}
	return m, nil
}

// add divides a sample among the cells in which it lasted, by time. Without a duration it goes into one cell.
func (m *Map) add(s query.TimedSample) {
	first, last := m.cellAt(s.At), m.cellAt(s.At+max(0, s.Lasts-1))
	done := int64(0)
	for i := first; i < last; i++ {
		upTo := int64(float64(s.Value) * (float64(m.Start(i+1)-s.At) / float64(s.Lasts)))
		m.Sums[i] += upTo - done
		done = upTo
	}
	m.Sums[last] += s.Value - done
}

// period returns how often a busy thread is sampled, in nanoseconds; 0 if that is not known.
func period(p *model.Profile) int64 {
	if p.PeriodType.Unit != "nanoseconds" {
		return 0
	}
	return max(p.Period, 0)
}

// minRows is how many cells a column has at least, if there are larger columns.
const minRows = 5

// coarser returns the division with as many rows as possible while a cell lasts at least two sampling periods. In
// shorter cells, something that is always busy would have gaps.
func (d division) coarser(period int64) division {
	for d.rows > 1 && (d.column%int64(d.rows) != 0 || d.column/int64(d.rows)/2 < period) {
		d.rows--
	}
	return d
}

// divide makes the cells for times from first to last.
func (m *Map) divide(first, last, period int64) {
	columns := func(d division) int64 { return floor(last, d.column) - floor(first, d.column) + 1 }
	i := 0
	for i < len(divisions)-1 && (columns(divisions[i]) > divisions[i].max || divisions[i].coarser(period).rows < minRows) {
		i++
	}
	d := divisions[i].coarser(period)
	for columns(d) > d.max {
		d.column *= 2
	}
	m.Column, m.Rows, m.first = d.column, d.rows, floor(first, d.column)
	m.Totals = make([]int64, columns(d))
	m.Sums = make([]int64, len(m.Totals)*d.rows)
}

// floor returns a / b, rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Row returns how long a cell is, in nanoseconds.
func (m *Map) Row() int64 { return m.Column / int64(m.Rows) }

// Empty reports whether there are no cells.
func (m *Map) Empty() bool { return len(m.Sums) == 0 }

// cellAt returns the cell at a time, which may lie before the first or after the last.
func (m *Map) cellAt(at int64) int { return int(floor(at, m.Row()) - m.first*int64(m.Rows)) }

// Start returns when a cell begins.
func (m *Map) Start(cell int) int64 { return m.first*m.Column + int64(cell)*m.Row() }

// Time returns the time from one cell to another, in any order, both included.
func (m *Map) Time(a, b int) query.TimeRange {
	return query.TimeRange{From: m.Start(min(a, b)), Until: m.Start(max(a, b) + 1)}
}

// Cells returns the first and the last cell that overlap a time; ok is false if there is none.
func (m *Map) Cells(of query.TimeRange) (first, last int, ok bool) {
	if m.Empty() {
		return 0, 0, false
	}
	of = of.Meet(m.Time(0, len(m.Sums)-1))
	if of.Empty() {
		return 0, 0, false
	}
	return m.cellAt(of.From), m.cellAt(of.Until - 1), true
}

// Columns widens a choice from one cell to another to whole columns.
func (m *Map) Columns(from, to int) (int, int) {
	from, to = from/m.Rows*m.Rows, to/m.Rows*m.Rows
	if from > to {
		return from + m.Rows - 1, to
	}
	return from, to + m.Rows - 1
}

// Sum returns Σvalue for the cells from one to another, both included.
func (m *Map) Sum(a, b int) (sum int64) {
	for _, v := range m.Sums[min(a, b) : max(a, b)+1] {
		sum += v
	}
	return sum
}

// Describe returns the time of cells, and their sum with its share, in lines.
func (m *Map) Describe(a, b int) string {
	t, row := m.Time(a, b), m.Row()
	return units.Tick(t.From, row) + " – " + units.Tick(t.Until, row) + "\n" + m.Result.WithShare(m.Sum(a, b))
}

// Cells are the cells in a map that overlap a time.
type Cells struct {
	Map *Map
	Of  query.TimeRange
}

// WriteCSV writes the cells in time order: when each begins and ends, and its sum.
func (c Cells) WriteCSV(w io.Writer) error {
	m := c.Map
	first, last, ok := m.Cells(c.Of)
	return units.WriteCSV(w, []string{"from_ns", "until_ns", "value"}, func(yield func([]units.Cell) bool) {
		for i := first; ok && i <= last; i++ {
			t := m.Time(i, i)
			if !yield([]units.Cell{units.WholeCell(t.From), units.WholeCell(t.Until), units.WholeCell(m.Sums[i])}) {
				return
			}
		}
	})
}
