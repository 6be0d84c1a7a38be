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

// Lanes holds a result's samples in the order of their times, in a lane for each value of a label. Flame charts are
// laid out from it, see [Lanes.Chart]. It does not change.
type Lanes struct {
	Result *query.Result
	Axis   model.LabelAxis // zero: one lane has all samples
	Time   query.TimeRange // from the first sample to the end of the last one
	// Period is how long a sample is taken to last, in nanoseconds. That is the profile's period if it is a time. If
	// it counts something else, Period is the lower quartile of the gaps between samples that follow each other in a
	// lane.
	Period int64

	Left     int   // lanes that are left out
	LeftSum  int64 // Σvalue of their samples
	Untimed  int64 // Σvalue of the samples that passed the filters and have no time
	lanes    []lane
	branches []branch
}

// lane holds the samples with one value, in the order of time.
type lane struct {
	name  string           // "": the label has no value
	set   model.LabelSetID // the first sample's label set
	other bool             // its samples have no value for the label
	total int64
	moments
	depth int // the deepest stack's depth
}

type moments []moment

// moment is one sample.
type moment struct {
	at, value int64
	lasts     int64 // 0: not known
	leaf      int32 // a branch
}

// branch is a node on the path from a root. The last branch on its path stands for a stack.
type branch struct {
	node          query.NodeID
	parent, depth int32 // −1, 0: a root
}

// MaxLanes is how many lanes a flame chart has at most. The heaviest are kept.
const MaxLanes = 64

// defaultPeriod is the period in Go's CPU profiler. It is used for samples of time if nothing says how far apart they
// are, as in execution traces.
const defaultPeriod = 10e6

// LaneAxis returns the label that divides samples into lanes: the one that is asked for, or else the first that is
// known to stand for threads or goroutines. It is zero if there is none.
func LaneAxis(p *model.Profile, asked model.LabelAxis) model.LabelAxis {
	if slices.Contains(p.LabelAxes(), asked) {
		return asked
	}
	return p.ThreadAxis()
}

// NewLanes sorts the samples into lanes and keeps the heaviest ones, at most most. The only error is the context's.
func NewLanes(ctx context.Context, r *query.Result, by model.LabelAxis, limit int) (*Lanes, error) {
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
	for i := limit; i < len(all); i++ {
		l.Left++
		l.LeftSum = units.Plus(l.LeftSum, all[i].total)
	}
	l.lanes = all[:min(limit, len(all))]
	for i := range l.lanes {
		work.SortSteps(steps, true, l.lanes[i].moments, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	}
	l.measure(steps)
	return l, ctx.Err()
}

// title returns a lane's name, safe for a screen. perf and eBPF agents name a thread by its number only, so the
// program's name is added.
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

// branch lists the paths from the roots, each once, and returns the last branch for each stack. That is −1 if nothing
// is left of the stack.
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

// measure finds the period, and the time from the first sample to the end of the last one.
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

// ends returns when sample i ends. If the sample knows how long it lasts, it ends then, or when the next sample
// begins if that is earlier. Otherwise it ends with the next sample if that follows within two periods, else after
// one period. follows reports whether the next sample follows without a gap.
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
