package analysis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// Goroutines is the table of goroutines that lived in an interval, grouped by their start function. It shows where
// their time went.
//
// Row i is for goroutine Go[i]. Its times in Columns add up to its lifetime in the interval.
type Goroutines struct {
	Interval trace.Interval
	Columns  []Column
	Groups   []Group // by total time, the largest first
	Go       []trace.GoIndex
	All      Breakdown // all goroutines together
	rows     []trace.Time
	width    int
}

// Group holds goroutines with one key: rows in [First, End), in the trace's order within the parts.
type Group struct {
	Key
	First, End int
	Sum        Breakdown
	Parts      []Group // its rows by what they ran, the largest first; nil if none ran several functions
}

// Key says which goroutines are a group: those with one start function, or those among them that ran the same.
type Key struct {
	Func model.StringID // 0: not known
	Part bool
	Ran  trace.RanIndex // of a part
}

// Len returns the number of goroutines.
func (g *Group) Len() int { return g.End - g.First }

// Breakdown is where one or more goroutines' time went, in nanoseconds. It must not be changed.
type Breakdown struct {
	Times []trace.Time // one for each column in the table; they add up to the total
	all   []trace.Time // Times, followed by the other measures
}

// Time returns one measure.
func (b Breakdown) Time(m Measure) trace.Time { return *b.at(m) }

func (b Breakdown) at(m Measure) *trace.Time { return &b.all[m.place(len(b.Times))] }

// Measure is what to distribute or sort by: a column in the table, or one of the constants below.
type Measure int

// The measures that are not columns: the lifetime, and times within it that overlap the columns' times. In a
// breakdown they follow the columns in this order. The index of times fills the columns and the first of these.
const (
	Stopped    Measure = -1 - iota // running, or ready to run, during stop-the-world
	Total                          // the lifetime
	Assist                         // marking for the collector instead of its own work
	Sweep                          // sweeping while running
	STW                            // stopping the world, or having it stopped
	otherTimes = iota
)

// place returns a measure's index in a breakdown with that many columns.
func (m Measure) place(columns int) int {
	if m < 0 {
		return columns - 1 - int(m)
	}
	return int(m)
}

// Row returns where one goroutine's time went.
func (t *Goroutines) Row(i int) Breakdown {
	return t.breakdown(t.rows[i*t.width : (i+1)*t.width])
}

func (t *Goroutines) breakdown(all []trace.Time) Breakdown {
	return Breakdown{Times: all[:len(t.Columns):len(t.Columns)], all: all}
}

// Distribution returns how one measure is distributed over a group's goroutines. The result means nothing once the
// context has ended.
func (t *Goroutines) Distribution(ctx context.Context, g *Group, m Measure) Distribution {
	values, place := make([]trace.Time, g.Len()), m.place(len(t.Columns))
	for i := range values {
		values[i] = t.rows[(g.First+i)*t.width+place]
	}
	return distributionUntil(work.StepsUntil(ctx), values)
}

// Only returns a table with some of the rows, all in one group.
func (t *Goroutines) Only(rows []int) *Goroutines {
	o := &Goroutines{Interval: t.Interval, Columns: t.Columns, width: t.width}
	for _, i := range rows {
		o.Go, o.rows = append(o.Go, t.Go[i]), append(o.rows, t.Row(i).all...)
	}
	o.All = o.sum(0, len(rows))
	o.Groups = []Group{{End: len(rows), Sum: o.All}}
	return o
}

func (t *Goroutines) sum(first, end int) Breakdown {
	sum := make([]trace.Time, t.width)
	for i := first; i < end; i++ {
		for m, v := range t.Row(i).all {
			sum[m] += v
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
	groups, gos, err := a.group(ctx, iv)
	if err != nil {
		return nil, err
	}
	t := f.table(len(gos))
	t.Interval, t.Groups, t.Go = iv, groups, gos
	err = parallel.Blocks(ctx, len(t.Go), 256, func(_, from, to int) {
		for k := from; k < to; k++ {
			life, _ := a.life(iv, t.Go[k])
			f.add(t.Row(k), t.Go[k], iv, life.Len())
		}
	})
	if err != nil {
		return nil, err
	}
	all, steps := make([]trace.Time, t.width), work.StepsUntil(ctx)
	for i := range t.Groups {
		g := &t.Groups[i]
		if steps.Over(2 * t.width * (1 + g.Len())) {
			return nil, steps.Err()
		}
		g.Sum = t.sum(g.First, g.End)
		for m, v := range g.Sum.all {
			all[m] += v
		}
		for k := range g.Parts {
			g.Parts[k].Sum = t.sum(g.Parts[k].First, g.Parts[k].End)
		}
		largestFirst(steps, g.Parts)
	}
	t.All = t.breakdown(all)
	largestFirst(steps, t.Groups)
	return t, ctx.Err()
}

func largestFirst(steps *work.Steps, groups []Group) {
	work.SortSteps(steps, true, groups, func(a, b Group) int { return cmp.Compare(b.Sum.Time(Total), a.Sum.Time(Total)) })
}

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

func (f *rowFiller) table(n int) *Goroutines {
	t := &Goroutines{Columns: f.times.columns.columns, width: len(f.times.columns.columns) + otherTimes}
	t.rows = make([]trace.Time, n*t.width)
	return t
}

// add adds a goroutine's time in an interval to a row. life is how long it lived in the interval.
func (f *rowFiller) add(row Breakdown, g trace.GoIndex, iv trace.Interval, life trace.Time) {
	f.times.add(iv, g, row.all)
	*row.at(Total) += life
	*row.at(Assist) += f.ranges.assists.overlap(iv, g)
	*row.at(Sweep) += f.ranges.sweeps.overlap(iv, g)
	*row.at(STW) += f.ranges.stops.overlap(iv, g)
}

// group groups the goroutines that live in the interval by function, in the order in which functions are first seen.
// The only error is the context's.
func (a *Analysis) group(ctx context.Context, iv trace.Interval) (groups []Group, gos []trace.GoIndex, err error) {
	steps := work.StepsUntil(ctx)
	funcs := numbering[model.StringID]{of: map[model.StringID]int{}}
	var members [][]trace.GoIndex
	for g := range trace.GoIndex(len(a.t.Goroutines)) {
		if steps.Over(1) {
			return nil, nil, steps.Err()
		}
		if _, ok := a.life(iv, g); !ok {
			continue
		}
		k := funcs.number(a.t.Goroutines[g].Func)
		if k == len(members) {
			members = append(members, nil)
		}
		members[k] = append(members[k], g)
	}
	groups = slices.Grow(groups, len(members))
	n := 0
	for k, f := range funcs.keys {
		g := Group{Key: Key{Func: f}, First: n, End: n + len(members[k])}
		g.Parts = partsByRan(steps, a.t, &g, members[k])
		groups = append(groups, g)
		n = g.End
	}
	return groups, slices.Concat(members...), ctx.Err()
}

// partsByRan sorts the goroutines of a group by what they ran and returns the parts.
func partsByRan(steps *work.Steps, t *trace.Trace, of *Group, gos []trace.GoIndex) (parts []Group) {
	ran := func(g trace.GoIndex) trace.RanIndex { return t.Goroutines[g].Ran }
	if steps.Over(len(gos)) || !slices.ContainsFunc(gos, func(g trace.GoIndex) bool { return ran(g) != 0 }) {
		return nil
	}
	work.SortSteps(steps, true, gos, func(a, b trace.GoIndex) int { return cmp.Compare(ran(a), ran(b)) })
	for i, g := range gos {
		if i == 0 || ran(g) != ran(gos[i-1]) {
			parts = append(parts, Group{Key: Key{Func: of.Func, Part: true, Ran: ran(g)}, First: of.First + i})
		}
		parts[len(parts)-1].End = of.First + i + 1
	}
	return parts
}

// Column is one kind of time in a breakdown.
type Column struct {
	Kind    trace.WaitKind
	Reason  model.StringID // why it waits, in the runtime's words, if Kind is a wait; 0 if not recorded
	Blocked bool           // the part of system calls without a P
	Name    string         // in English, for a table's head: see [Said]; safe for a screen
	Help    string         // what it means, in English
}

// columnOf maps each condition to its column, or to −1 for a goroutine's end. A system call has the column for the
// part with a P; the next column is for the part without.
type columnOf struct {
	columns []Column
	of      []int32
}

// Names for columns of waiting: with the runtime's reason, in its words, or without a reason.
const (
	blockedFor   = "block ({{.Reason}})"
	OtherReasons = "block (other reasons)"
	BeforeTrace  = "block (since before the trace)"
)

// Said returns a column's name in the user's language.
func Said(name string) string {
	reason, waits := strings.CutPrefix(name, "block (")
	if !waits || name == OtherReasons || name == BeforeTrace {
		return lang.L(name)
	}
	return lang.L(blockedFor, lang.With{"Reason": strings.TrimSuffix(reason, ")")})
}

// The number of reasons to wait that have their own column is limited to maxReasons, and so that a table has at most
// maxFigures figures. But fewReasons are always possible.
const maxReasons, fewReasons, maxFigures = 100, 16, 8 << 20

// makeColumns lists the columns: the five that every trace has, then one for each reason to wait.
func makeColumns(t *trace.Trace, kinds []trace.WaitKind) columnOf {
	c := columnOf{of: make([]int32, len(kinds)), columns: []Column{
		{Kind: trace.RunningTime, Name: lang.Later("execution"), Help: lang.Later("Time on a P, executing Go code.")},
		{Kind: trace.SyscallTime, Name: lang.Later("syscall execution"), Help: lang.Later("Time in system calls that kept their P.")},
		{Kind: trace.SyscallTime, Blocked: true, Name: lang.Later("syscall block"),
			Help: lang.Later("Time in system calls that had lost their P.")},
		{Kind: trace.RunnableTime, Name: lang.Later("scheduler wait"), Help: lang.Later("Time in which it was ready to run and waited for a P.")},
		{Kind: trace.UnknownTime, Name: lang.Later("unknown"), Help: lang.Later("Time the trace says nothing about: generations were lost.")},
	}}
	for i, k := range kinds {
		if k.Waiting() {
			c.columns = append(c.columns, Column{Kind: k, Reason: t.Spans.Conditions[i].Reason,
				Help: lang.Later("Time in which it waited, for the reason that the runtime gives.")})
		}
	}
	text := func(id model.StringID) string { return t.Strings.Raw(id) }
	slices.SortStableFunc(c.columns[5:], func(a, b Column) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(text(a.Reason), text(b.Reason)))
	})
	c.columns = slices.Compact(c.columns)
	// A table has a figure in each column for each goroutine. Real traces have some twenty reasons.
	other := -1
	if limit := 5 + min(maxReasons, max(fewReasons, maxFigures/(len(t.Goroutines)+1))); len(c.columns) > limit {
		c.columns, other = c.columns[:limit], limit-1
		c.columns[other].Reason = 0
	}
	for i := range c.columns[5:] {
		col := &c.columns[5+i]
		switch reason := t.Strings.Display(col.Reason); {
		case 5+i == other:
			col.Name = OtherReasons
		case col.Reason == 0:
			col.Name = BeforeTrace // the reason is only known for later waits
		case reason == "network":
			col.Name = lang.Later("network wait")
		default:
			col.Name = lang.English(blockedFor, lang.With{"Reason": reason})
		}
	}
	for i, k := range kinds {
		c.of[i] = int32(slices.IndexFunc(c.columns, func(col Column) bool {
			return col.Kind == k && (!k.Waiting() || col.Reason == t.Spans.Conditions[i].Reason)
		}))
		if c.of[i] < 0 && k.Waiting() {
			c.of[i] = int32(other)
		}
	}
	return c
}

// The index of each column that every trace has.
const (
	executionColumn = iota
	syscallColumn
	blockedColumn
	runnableColumn
	unknownColumn
)
