package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// Goroutines is the table of goroutines that lived in an interval, grouped by
// the function they began with: where their time went.
//
// Row i is of goroutine Go[i]; its times in Columns add up to exactly its
// lifetime in the interval.
type Goroutines struct {
	Interval trace.Interval
	Columns  []Column
	Groups   []Group // by their total time, the largest first
	Go       []trace.GoIndex
	All      Breakdown // of all goroutines together
	rows     []trace.Time
	width    int
}

// Group are the goroutines of one start function: rows First to before End of
// the table, in the order of the trace.
type Group struct {
	Func       model.StringID // 0: not known
	First, End int
	Sum        Breakdown
}

// Len is the number of goroutines.
func (g *Group) Len() int { return g.End - g.First }

// Breakdown is where time of one or more goroutines went, in nanoseconds.
type Breakdown struct {
	// Times are by the table's columns, and add up to Total.
	Times []trace.Time
	Total trace.Time // the lifetime
	// The others are times within Total that overlap those of the columns.
	Assist  trace.Time // marking for the collector, instead of going on
	Sweep   trace.Time // sweeping while running
	STW     trace.Time // stopping the world for others, or having it stopped
	Stopped trace.Time // running, or ready to, while the world was stopped
}

// Time is one measure.
func (b *Breakdown) Time(m Measure) trace.Time {
	switch m {
	case Total:
		return b.Total
	case Assist:
		return b.Assist
	case Sweep:
		return b.Sweep
	case STW:
		return b.STW
	case Stopped:
		return b.Stopped
	}
	return b.Times[m]
}

// Measure is what a distribution or an order is of: a column of the table, or
// one of the others below.
type Measure int

// The measures that are no columns. In a row they stand behind the columns, in
// this order: Stopped first, since the index of times fills it with the columns.
const (
	Stopped Measure = -1 - iota
	Total
	Assist
	Sweep
	STW
	otherTimes = iota
)

func (t *Goroutines) place(m Measure) int {
	if m < 0 {
		return len(t.Columns) - 1 - int(m)
	}
	return int(m)
}

// Row is where the time of one goroutine went. Its times must not be changed.
func (t *Goroutines) Row(i int) Breakdown { return t.breakdown(t.row(i)) }

func (t *Goroutines) row(i int) []trace.Time { return t.rows[i*t.width : (i+1)*t.width] }

func (t *Goroutines) breakdown(row []trace.Time) Breakdown {
	at := func(m Measure) trace.Time { return row[t.place(m)] }
	n := len(t.Columns)
	return Breakdown{Times: row[:n:n], Total: at(Total), Assist: at(Assist), Sweep: at(Sweep), STW: at(STW), Stopped: at(Stopped)}
}

// Value is one measure of one row.
func (t *Goroutines) Value(i int, m Measure) trace.Time { return t.rows[i*t.width+t.place(m)] }

// Distribution is how one measure is distributed over the goroutines of a
// group. It is computed at each call: a table asks for what it shows.
func (t *Goroutines) Distribution(g *Group, m Measure) Distribution {
	values := make([]trace.Time, g.Len())
	for i := range values {
		values[i] = t.Value(g.First+i, m)
	}
	return distributionOf(values)
}

// sum adds rows up, from first to before end.
func (t *Goroutines) sum(first, end int) Breakdown {
	sum := make([]trace.Time, t.width)
	for i := first; i < end; i++ {
		for c, v := range t.row(i) {
			sum[c] += v
		}
	}
	return t.breakdown(sum)
}

// Goroutines makes the table for an interval.
func (a *Analysis) Goroutines(ctx context.Context, iv trace.Interval) (*Goroutines, error) {
	f, err := a.rowFiller(ctx)
	if err != nil {
		return nil, err
	}
	iv = a.Within(iv)
	groups, gos := a.group(iv)
	t := f.table(len(gos))
	t.Interval, t.Groups, t.Go = iv, groups, gos
	err = parallel.Blocks(ctx, len(t.Go), 256, func(_, from, to int) {
		for k := from; k < to; k++ {
			life, _ := a.life(iv, t.Go[k])
			f.add(t, k, t.Go[k], iv, life.Len())
		}
	})
	if err != nil {
		return nil, err
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Sum = t.sum(g.First, g.End)
	}
	t.All = t.sum(0, len(t.Go))
	slices.SortStableFunc(t.Groups, func(a, b Group) int { return cmp.Compare(b.Sum.Total, a.Sum.Total) })
	return t, nil
}

// rowFiller fills the rows of a table.
type rowFiller struct {
	times  *timeIndex
	ranges *rangeIndex
}

func (a *Analysis) rowFiller(ctx context.Context) (f rowFiller, err error) {
	if f.times, err = a.timeIndex(ctx); err == nil {
		f.ranges, err = a.rangeIndex(ctx)
	}
	return f, err
}

// table makes an empty table of n rows.
func (f *rowFiller) table(n int) *Goroutines {
	t := &Goroutines{Columns: f.times.columns.columns, width: len(f.times.columns.columns) + otherTimes}
	t.rows = make([]trace.Time, n*t.width)
	return t
}

// add adds the time of a goroutine in an interval, of which it lived so long, to
// row i of a table.
func (f *rowFiller) add(t *Goroutines, i int, g trace.GoIndex, iv trace.Interval, life trace.Time) {
	row := t.row(i)
	f.times.add(iv, g, row)
	row[t.place(Total)] += life
	row[t.place(Assist)] += f.ranges.assists.overlap(iv, g)
	row[t.place(Sweep)] += f.ranges.sweeps.overlap(iv, g)
	row[t.place(STW)] += f.ranges.stops.overlap(iv, g)
}

// group finds the goroutines that live in the interval and puts those of one
// function together, in the order in which functions come first.
func (a *Analysis) group(iv trace.Interval) (groups []Group, gos []trace.GoIndex) {
	var funcs numbering[model.StringID]
	var members [][]trace.GoIndex
	for g := range trace.GoIndex(len(a.t.Goroutines)) {
		if _, ok := a.life(iv, g); !ok {
			continue
		}
		k := funcs.number(a.t.Goroutines[g].Func)
		if k == len(members) {
			members = append(members, nil)
		}
		members[k] = append(members[k], g)
	}
	for k, f := range funcs.keys {
		groups = append(groups, Group{Func: f, First: len(gos), End: len(gos) + len(members[k])})
		gos = append(gos, members[k]...)
	}
	return groups, gos
}
