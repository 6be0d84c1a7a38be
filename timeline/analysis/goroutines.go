package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// Goroutines is the table of goroutines that lived in an interval, grouped by
// the function they began with: where their time went.
//
// Row i is of goroutine Go[i]; its times in Columns add up to exactly its
// lifetime in the interval.
type Goroutines struct {
	Interval Interval
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

// Goroutines makes the table for an interval.
func (a *Analysis) Goroutines(ctx context.Context, iv Interval) (*Goroutines, error) {
	x, err := a.timeIndex(ctx)
	if err != nil {
		return nil, err
	}
	ranges, err := a.rangeIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := &Goroutines{Interval: a.Within(iv), Columns: x.columns.columns}
	t.width = len(t.Columns) + otherTimes
	a.group(t)
	t.rows = make([]trace.Time, len(t.Go)*t.width)
	const atOnce = 256
	err = inParallel(ctx, (len(t.Go)+atOnce-1)/atOnce, func(_, i int) {
		for k := i * atOnce; k < min((i+1)*atOnce, len(t.Go)); k++ {
			g, row := t.Go[k], t.row(k)
			x.add(t.Interval, g, row)
			more := row[len(t.Columns):]
			life, _ := a.life(t.Interval, g)
			more[totalTime] = life.Len()
			more[assistTime] = ranges.assists.overlap(t.Interval, g)
			more[sweepTime] = ranges.sweeps.overlap(t.Interval, g)
			more[stwTime] = ranges.stops.overlap(t.Interval, g)
		}
	})
	if err != nil {
		return nil, err
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		sum := make([]trace.Time, t.width)
		for k := g.First; k < g.End; k++ {
			for c, v := range t.row(k) {
				sum[c] += v
			}
		}
		g.Sum = t.breakdown(sum)
	}
	slices.SortStableFunc(t.Groups, func(a, b Group) int { return cmp.Compare(b.Sum.Total, a.Sum.Total) })
	return t, nil
}

// group finds the goroutines that live in the interval and puts those of one
// function together, in the order in which functions come first.
func (a *Analysis) group(t *Goroutines) {
	of := map[model.StringID]int{}
	var members [][]trace.GoIndex
	for g := range a.t.Goroutines {
		if _, ok := a.life(t.Interval, trace.GoIndex(g)); !ok {
			continue
		}
		f := a.t.Goroutines[g].Func
		k, ok := of[f]
		if !ok {
			k = len(members)
			of[f] = k
			members = append(members, nil)
			t.Groups = append(t.Groups, Group{Func: f})
		}
		members[k] = append(members[k], trace.GoIndex(g))
	}
	for k, gos := range members {
		t.Groups[k].First = len(t.Go)
		t.Go = append(t.Go, gos...)
		t.Groups[k].End = len(t.Go)
	}
}

// life is the part of the interval in which a goroutine existed; ok is false
// where it did not at all.
func (a *Analysis) life(iv Interval, g trace.GoIndex) (life Interval, ok bool) {
	r := &a.t.Goroutines[g]
	sp := &a.t.Spans
	from, to := sp.Start.At(int(r.First)), a.t.End
	if last := r.End - 1; sp.State(last) == trace.GoNotExist {
		to = sp.Start.At(int(last))
	}
	life.From, life.To = iv.clip(from, to)
	return life, life.From < life.To || from == to && a.holds(iv, from)
}
