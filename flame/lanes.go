package flame

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Lanes are the samples of a result in the order of their times, a lane for each value of a label: what
// flame charts are laid out from, see [Lanes.Chart]. They do not change.
type Lanes struct {
	Result *query.Result
	Axis   model.LabelAxis // zero: one lane has all samples
	Time   query.TimeRange // from the first sample to the end of the last
	// Period is how long a sample is taken to last, in nanoseconds: the profile's, where that is a time. If it
	// is a number of something else, it is how far apart the samples of a lane are that follow each other most
	// closely, a quarter of all.
	Period int64

	Left     int   // lanes that are left out
	LeftSum  int64 // Σvalue of their samples
	Untimed  int64 // Σvalue of the samples that passed and have no time
	lanes    []lane
	branches []branch
}

// lane is the samples of one value, in the order of time.
type lane struct {
	name  string           // "": the label has no value
	set   model.LabelSetID // of its first sample
	other bool             // no value of the label
	total int64
	moments
	depth int // of its deepest stack
}

type moments []moment

// moment is one sample.
type moment struct {
	at, value int64
	lasts     int64 // 0: not known
	leaf      int32 // a branch
}

// branch is a node on the way from a root: stacks are named by their last one.
type branch struct {
	node          query.NodeID
	parent, depth int32 // −1, 0: a root
}

// MaxLanes is how many lanes a flame chart has at most, the heaviest.
const MaxLanes = 64

// defaultPeriod is that of Go's CPU profiler, for samples of time of which nothing says how far apart they are,
// as in execution traces.
const defaultPeriod = 10e6

// LaneAxis is the label by which lanes are divided: the one that is asked for, or else the first that is
// known to be of threads or goroutines; zero without one.
func LaneAxis(p *model.Profile, asked model.LabelAxis) model.LabelAxis {
	if slices.Contains(p.LabelAxes(), asked) {
		return asked
	}
	return p.ThreadAxis()
}

// NewLanes sorts the samples into lanes, of which the heaviest stay, at most so many. Its only error is the
// context's.
func NewLanes(ctx context.Context, r *query.Result, by model.LabelAxis, most int) (*Lanes, error) {
	l := &Lanes{Result: r, Axis: by}
	leaves, err := l.branch(ctx)
	if err != nil {
		return nil, err
	}
	valueOf, values := func(model.LabelSetID) int32 { return 0 }, func() []model.LabelValue { return []model.LabelValue{{}} }
	if by != (model.LabelAxis{}) {
		valueOf, values = r.Profile.LanesBy(by)
	}
	var all []lane
	at := map[int32]int{}
	if err := r.EachTimed(ctx, func(s query.TimedSample) {
		leaf := leaves[s.Stack]
		if s.At == model.NoTime || leaf < 0 {
			if s.At == model.NoTime {
				l.Untimed = units.Plus(l.Untimed, s.Value)
			}
			return
		}
		v := valueOf(s.Set)
		i, ok := at[v]
		if !ok {
			i = len(all)
			at[v] = i
			all = append(all, lane{other: v < 0, set: s.Set})
		}
		a := &all[i]
		a.total = units.Plus(a.total, s.Value)
		a.moments = append(a.moments, moment{s.At, s.Value, s.Lasts, leaf})
		a.depth = max(a.depth, int(l.branches[leaf].depth)+1)
	}); err != nil {
		return nil, err
	}
	for v, i := range at {
		if by != (model.LabelAxis{}) && v >= 0 {
			all[i].name = r.Profile.LabelText(by, values()[v], "auto")
		}
	}
	steps := work.StepsUntil(ctx)
	work.SortSteps(steps, true, all, func(a, b lane) int {
		return cmp.Or(cmp.Compare(units.Magnitude(b.total), units.Magnitude(a.total)), cmp.Compare(a.name, b.name))
	})
	for i := most; i < len(all); i++ {
		l.Left++
		l.LeftSum = units.Plus(l.LeftSum, all[i].total)
	}
	l.lanes = all[:min(most, len(all))]
	for i := range l.lanes {
		work.SortSteps(steps, true, l.lanes[i].moments, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	}
	l.measure(steps)
	return l, ctx.Err()
}

// title is the name of a lane for people. What perf and eBPF agents know of a thread by its number alone has the name of the
// program beside it.
func (l *Lanes) title(x *lane) string {
	if l.Axis.Key == "tid" && x.name != "" {
		p := l.Result.Profile
		for _, label := range p.Labels.Set(x.set) {
			if p.Strings.Raw(label.Key) == "comm" && !label.IsNum {
				return safe.Text(x.name + " · " + p.Strings.Raw(label.Str))
			}
		}
	}
	return safe.Text(x.name)
}

// branch lists the ways from the roots, each once, and returns the last of each stack; −1 for one of which
// nothing is left.
func (l *Lanes) branch(ctx context.Context) (leaves []int32, err error) {
	r, steps := l.Result, work.StepsUntil(ctx)
	leaves = slices.Repeat([]int32{-1}, r.Profile.Stacks.Len())
	var open []int32
	return leaves, r.Paths(steps, func(s model.StackID, path []query.Step, common int, _ int64) {
		open = open[:common]
		for _, step := range path[common:] {
			if steps.Over(1) {
				return
			}
			parent := int32(-1)
			if len(open) > 0 {
				parent = open[len(open)-1]
			}
			l.branches = append(l.branches, branch{step.Node, parent, int32(len(open))})
			open = append(open, int32(len(l.branches)-1))
		}
		leaves[s] = open[len(open)-1]
	})
}

// measure finds the period, and the time from the first sample to the end of the last.
func (l *Lanes) measure(steps *work.Steps) {
	p := l.Result.Profile
	if units.IsTime(p.PeriodType.Unit) && p.Period > 0 {
		ns, _ := units.Scale(p.Period, p.PeriodType.Unit, "ns")
		l.Period = int64(min(ns, 3600e9))
	}
	first, periodic := true, false
	var gaps []int64
	for i := range l.lanes {
		for k, m := range l.lanes[i].moments {
			if steps.Over(1) {
				return
			}
			if k > 0 && m.at > l.lanes[i].moments[k-1].at {
				gaps = append(gaps, m.at-l.lanes[i].moments[k-1].at)
			}
			if first {
				l.Time, first = query.TimeRange{From: m.at, Until: m.at}, false
			}
			l.Time.From, l.Time.Until = min(l.Time.From, m.at), max(l.Time.Until, m.at+m.lasts)
			periodic = periodic || m.lasts == 0
		}
	}
	if l.Period <= 0 {
		l.Period = defaultPeriod
	}
	if len(gaps) > 0 && !units.IsTime(p.PeriodType.Unit) {
		work.SortSteps(steps, false, gaps, func(a, b int64) int { return cmp.Compare(a, b) })
		l.Period = gaps[len(gaps)/4]
	}
	if periodic {
		l.Time.Until += l.Period
	}
}

// Empty reports whether there are no samples.
func (l *Lanes) Empty() bool { return len(l.lanes) == 0 }

// ends is when the sample at a place of a lane ends: where that is known, or with the next one, if that comes first
// or follows soon; else after a period. follows reports whether the next one follows soon, or at once.
func (m moments) ends(i int, period int64) (at int64, follows bool) {
	if lasts := m[i].lasts; lasts > 0 {
		at = m[i].at + lasts
		if i+1 == len(m) {
			return at, false
		}
		return min(at, m[i+1].at), m[i+1].at <= at
	}
	at = m[i].at + period
	if i+1 == len(m) {
		return at, false
	}
	next := m[i+1].at
	if next-m[i].at <= 2*period {
		return next, true
	}
	return min(at, next), false
}
