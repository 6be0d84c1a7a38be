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

// rangesOf are the places of Breakdown's other times behind those of the
// columns in a row.
const (
	stoppedTime = iota
	totalTime
	assistTime
	sweepTime
	stwTime
	otherTimes
)

// Measure is what a distribution or an order is of: a column of the table, or
// one of the others below.
type Measure int

// The measures that are no columns.
const (
	Total Measure = -1 - iota
	Assist
	Sweep
	STW
	Stopped
)

func (t *Goroutines) place(m Measure) int {
	n := len(t.Columns)
	switch m {
	case Total:
		return n + totalTime
	case Assist:
		return n + assistTime
	case Sweep:
		return n + sweepTime
	case STW:
		return n + stwTime
	case Stopped:
		return n + stoppedTime
	}
	return int(m)
}

// Row is where the time of one goroutine went. Its times must not be changed.
func (t *Goroutines) Row(i int) Breakdown { return t.breakdown(t.row(i)) }

func (t *Goroutines) row(i int) []trace.Time { return t.rows[i*t.width : (i+1)*t.width] }

func (t *Goroutines) breakdown(row []trace.Time) Breakdown {
	n := len(t.Columns)
	return Breakdown{Times: row[:n:n], Total: row[n+totalTime], Assist: row[n+assistTime],
		Sweep: row[n+sweepTime], STW: row[n+stwTime], Stopped: row[n+stoppedTime]}
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
			f.add(t.row(k), t.Go[k], iv, life.Len())
		}
	})
	if err != nil {
		return nil, err
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Sum = t.sum(g.First, g.End)
	}
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
// a row.
func (f *rowFiller) add(row []trace.Time, g trace.GoIndex, iv trace.Interval, life trace.Time) {
	f.times.add(iv, g, row)
	others := row[len(f.times.columns.columns):]
	others[totalTime] += life
	others[assistTime] += f.ranges.assists.overlap(iv, g)
	others[sweepTime] += f.ranges.sweeps.overlap(iv, g)
	others[stwTime] += f.ranges.stops.overlap(iv, g)
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
