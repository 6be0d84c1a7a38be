package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/statistics"
)

// FewestRuns is how many recordings each group needs for a verdict.
const FewestRuns = 4

// Groups is what several recordings of a program before a change and several after it say together.
// The spread within each group shows what one pair cannot: how much one run differs from the next.
type Groups struct {
	Type          model.ValueType
	Method        Method // Shares: by pooled dispersion; Runs: by ranks alone
	Normalisation Normalisation
	Query         model.Query
	Nodes         []model.Node // what GroupRow.Node counts
	Rows          []GroupRow   // by |difference of the medians of flat|, downwards
	Total         GroupChange
	Before, After int // how many recordings
}

// GroupRow is what changed of one node.
type GroupRow struct {
	Node      int // an index into Groups.Nodes
	Flat, Cum GroupChange
}

// GroupChange is one figure of all recordings.
type GroupChange struct {
	// Before and After are its values in each recording, in their order: shares of the samples, in
	// per cent, where the method is Shares; else values in units of the sample type, normalised.
	Before, After []float64

	MedianBefore, MedianAfter, Delta float64 // the medians of those, and their difference

	Dispersion float64 // φ̂: the variance between recordings over that of fair draws, at least 1; NaN for Runs
	RankP      float64 // the exact probability of Mann and Whitney's rank test
	Verdict    Verdict
}

// CompareGroups compares the recordings of a program before a change with those
// after it, by nodes with equal fields. Its errors are the context's, or say in one line which
// recordings do not fit.
func CompareGroups(ctx context.Context, before, after []*model.Profile, q model.Query, n Normalisation) (*Groups, error) {
	if len(before) == 0 || len(after) == 0 {
		return nil, errors.New("two groups are needed: one of them has no recordings")
	}
	g := &Groups{Normalisation: n, Before: len(before), After: len(after)}
	column, err := after[0].SampleIndex(q.SampleIndex)
	if err != nil {
		return nil, err
	}
	g.Type = after[0].Types[column]
	q.SampleIndex = g.Type.Type
	g.Query = q
	all := slices.Concat(before, after)
	runs, err := atOnce(len(all), func(i int) (*groupRun, error) {
		r, err := newGroupRun(ctx, all[i], after[0], q)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("recording %d of %d: %w", i+1, len(all), err)
		}
		return r, err
	})
	if err != nil {
		return nil, err
	}
	g.count(runs)
	if err := g.scale(runs); err != nil {
		return nil, err
	}
	g.Method = Runs
	if after[0].Kind == model.CPU && !slices.ContainsFunc(runs, func(r *groupRun) bool { return r.total <= 0 }) {
		g.Method = Shares
	}
	if err := g.fill(ctx, runs); err != nil {
		return nil, err
	}
	return g, nil
}

type groupRun struct {
	values *model.Result
	sums   *model.Sums
	counts *model.Result // of the sample type that counts samples
	count  *model.Sums

	measured model.Measurement

	period float64 // what one of count is; infinite: nothing was counted
	total  float64 // counted samples; 0 if they are not known
	factor float64
}

func newGroupRun(ctx context.Context, p, like *model.Profile, q model.Query) (*groupRun, error) {
	if _, err := fitOf(like, p); err != nil {
		return nil, err
	}
	if p.ColumnOf(q.SampleIndex) < 0 {
		return nil, fmt.Errorf("it has no %s, only %s", model.Sanitise(q.SampleIndex), model.TypeNames(p.Types))
	}
	r := &groupRun{factor: 1}
	var err error
	if r.values, err = p.Evaluate(ctx, q); err != nil {
		return nil, err
	}
	if r.sums, err = r.values.Sums(ctx); err != nil {
		return nil, err
	}
	r.count, r.period = r.sums, math.Inf(1)
	r.counts = r.values
	if r.measured, err = p.Measurement(ctx, r.values.Column); err != nil {
		return nil, err
	}
	if r.measured.Known() && r.measured.Column != r.values.Column {
		if r.counts, err = r.values.InColumn(ctx, r.measured.Column); err != nil {
			return nil, err
		}
		if r.count, err = r.counts.Sums(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// count finds how many samples each recording holds, by one measurement of all.
func (g *Groups) count(runs []*groupRun) {
	measured := make([]model.Measurement, len(runs))
	for i, r := range runs {
		measured[i] = r.measured
	}
	model.Agree(g.Type.Unit, measured)
	for i, r := range runs {
		if measured[i].Known() {
			r.period = float64(measured[i].Size)
			r.total = float64(r.counts.Total) / r.period
		}
	}
}

func (g *Groups) scale(runs []*groupRun) error {
	switch g.Normalisation.By {
	case "", AsRecorded:
	case PerSecond:
		for i, r := range runs {
			d := r.values.Profile.Duration
			if d <= 0 {
				return fmt.Errorf("values per second need durations: recording %d of %d does not say how long it was recorded", i+1, len(runs))
			}
			r.factor = 1 / d.Seconds()
		}
	case PerTotal:
		for _, r := range runs {
			if r.values.Total > 0 {
				r.factor = float64(runs[0].values.Total) / float64(r.values.Total)
			}
		}
	case PerUnit:
		if !(g.Normalisation.Base > 0 && g.Normalisation.New > 0) {
			return fmt.Errorf("values per %s need how many there were in each recording of either group, above 0", g.Normalisation.unit())
		}
		for i, r := range runs {
			if r.factor = 1 / g.Normalisation.New; i < g.Before {
				r.factor = 1 / g.Normalisation.Base
			}
		}
	default:
		return g.Normalisation.unknown()
	}
	return nil
}

func (g *Groups) fill(ctx context.Context, runs []*groupRun) error {
	count := model.StepsUntil(ctx)
	index := map[model.Node]int{}
	place := make([][]int, len(runs)) // per recording and node: its place in Nodes
	var largest []float64             // per place: the largest share of a recording that its cum has
	for i, r := range runs {
		place[i] = make([]int, r.values.Nodes.Len())
		var total float64
		for _, v := range r.sums.Flat {
			total += float64(v)
		}
		for n := range place[i] {
			if count.Over(16) {
				return ctx.Err()
			}
			node := *r.values.Nodes.Node(model.NodeID(n))
			at, ok := index[node]
			if !ok {
				at = len(g.Nodes)
				index[node] = at
				g.Nodes = append(g.Nodes, node)
				largest = append(largest, 0)
			}
			place[i][n] = at
			if cum := r.sums.Cum[n]; cum != 0 && total != 0 {
				largest[at] = max(largest[at], math.Abs(float64(cum)/total))
			}
		}
	}
	figures := make([]*groupFigures, len(g.Nodes))
	for at, share := range largest {
		if share > 0 && share >= g.Query.NodeFraction {
			figures[at] = newGroupFigures(len(runs))
		}
	}
	total := newGroupFigures(len(runs))
	for i, r := range runs {
		for n, at := range place[i] {
			flat, counted := float64(r.sums.Flat[n]), float64(r.count.Flat[n])/r.period
			total.value[0][i] += flat
			total.count[0][i] += counted
			if f := figures[at]; f != nil {
				f.value[0][i], f.value[1][i] = flat, float64(r.sums.Cum[n])
				f.count[0][i], f.count[1][i] = counted, float64(r.count.Cum[n])/r.period
			}
		}
	}
	for at, f := range figures {
		if count.Over(1 + 16*len(runs)) {
			return ctx.Err()
		}
		if f != nil {
			g.Rows = append(g.Rows, GroupRow{at, g.change(runs, f, 0), g.change(runs, f, 1)})
		}
	}
	g.Total = g.change(runs, total, 0)
	var flat, cum []*Verdict
	for i := range g.Rows {
		flat, cum = append(flat, &g.Rows[i].Flat.Verdict), append(cum, &g.Rows[i].Cum.Verdict)
	}
	correct(flat, WithinRun, MoreRun)
	correct(cum, WithinRun, MoreRun)
	by := func(r *GroupRow) float64 {
		if g.Query.Sort == model.ByCum {
			return math.Abs(r.Cum.Delta)
		}
		return math.Abs(r.Flat.Delta)
	}
	names := make([]string, len(g.Nodes))
	for _, r := range g.Rows {
		names[r.Node] = g.Nodes[r.Node].String()
	}
	model.SortSteps(count, false, g.Rows, func(a, b GroupRow) int {
		return cmp.Or(cmp.Compare(by(&b), by(&a)), strings.Compare(names[a.Node], names[b.Node]), a.Node-b.Node)
	})
	return ctx.Err()
}

// groupFigures are the values and the counts of a node, flat and cum, of each recording.
type groupFigures struct{ value, count [2][]float64 }

func newGroupFigures(runs int) *groupFigures {
	f := &groupFigures{}
	for i := range f.value {
		f.value[i], f.count[i] = make([]float64, runs), make([]float64, runs)
	}
	return f
}

func (g *Groups) change(runs []*groupRun, f *groupFigures, which int) GroupChange {
	n := len(runs)
	shown, k, of := make([]float64, n), f.count[which], make([]float64, n)
	for i, r := range runs {
		of[i] = r.total
		if g.Method == Shares {
			shown[i] = k[i] / r.total * 100
		} else {
			shown[i] = f.value[which][i] * r.factor
		}
	}
	c := GroupChange{Before: shown[:g.Before:g.Before], After: shown[g.Before:], Dispersion: math.NaN()}
	c.MedianBefore, c.MedianAfter = median(c.Before), median(c.After)
	c.Delta = c.MedianAfter - c.MedianBefore
	c.RankP, _ = statistics.RankTest(c.Before, c.After)
	c.Verdict = unjudged(NeedFour)
	c.Verdict.method = Runs
	if g.Before < FewestRuns || g.After < FewestRuns {
		return c
	}
	p := c.RankP
	if g.Method == Shares {
		c.Verdict.samples = sum(k)
		if c.Verdict.samples < Fewest {
			c.Verdict.Finding = TooFew
			return c
		}
		t := GroupTest(k[:g.Before], of[:g.Before], k[g.Before:], of[g.Before:])
		c.Dispersion = t.Dispersion
		c.Verdict.Low, c.Verdict.High = t.Low*100, t.High*100
		c.Verdict.Detectable = Detectable(t.Pooled, sum(of[:g.Before]), sum(of[g.Before:]), t.Dispersion)
		p = t.P
	}
	c.Verdict.P = p
	c.Verdict.find(p, WithinRun, MoreRun)
	return c
}

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	switch {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}

// PerRecording is how groups are compared where nothing else is said: by
// recording, since there may be more of them on one side.
func PerRecording(before, after int) Normalisation {
	if before == 1 && after == 1 {
		return Normalisation{By: AsRecorded}
	}
	return Normalisation{By: PerUnit, Base: float64(before), New: float64(after), Unit: "recording"}
}

// EvaluateGroups is [Pair.Evaluate] of a pair of sums, see [Pool], judged by what
// the recordings that were added up say together; nil groups were not added up.
func (p *Pair) EvaluateGroups(ctx context.Context, before, after []*model.Profile, q model.Query, n Normalisation) (*Comparison, *Groups, error) {
	c, err := p.Evaluate(ctx, q, n)
	if err != nil || before == nil {
		return c, nil, err
	}
	g, err := CompareGroups(ctx, before, after, q, n.ofEach(len(before), len(after)))
	if err != nil {
		return nil, nil, err
	}
	c.judgeBy(g)
	return c, g, nil
}

// ofEach is a normalisation of sums of recordings for each of them: what was done
// in all is taken to be done in equal parts.
func (n Normalisation) ofEach(before, after int) Normalisation {
	if n.By != PerUnit {
		return n
	}
	n.Base, n.New = n.Base/float64(before), n.New/float64(after)
	if n.Base == 1 && n.New == 1 { // recordings
		return Normalisation{By: AsRecorded}
	}
	return n
}

// judgeBy judges nodes by how much the recordings of each group differ, where
// there are enough of them: a comparison of sums of recordings cannot know that.
// It must be called before anything else of the comparison is asked for.
//
// Figures do not change: they are sums. Labels, and boxes of flame graphs beside what is
// said of their functions, are judged by sampling noise.
func (c *Comparison) judgeBy(g *Groups) {
	if g.Before < FewestRuns || g.After < FewestRuns {
		return
	}
	rows := make(map[model.Node]*GroupRow, len(g.Rows))
	for i := range g.Rows {
		rows[g.Nodes[g.Rows[i].Node]] = &g.Rows[i]
	}
	s := &spread{total: g.Total.Verdict}
	for i := range s.node {
		s.node[i] = make([]Verdict, c.New.Nodes.Len())
	}
	for n := range model.NodeID(c.New.Nodes.Len()) {
		flat, cum := unjudged(WithinRun), unjudged(WithinRun) // too small for a row
		if r := rows[*c.New.Nodes.Node(n)]; r != nil {
			flat, cum = r.Flat.Verdict, r.Cum.Verdict
		}
		s.node[0][n], s.node[1][n] = flat, cum
	}
	c.spread = s
}

// spread is what groups of recordings say of the nodes of a comparison.
type spread struct {
	node  [2][]Verdict // flat and cum, per NodeID
	total Verdict
}

// JudgedBy is the method that nodes are judged by.
func (c *Comparison) JudgedBy() Method {
	if c.spread != nil {
		return Runs
	}
	return c.Method
}
